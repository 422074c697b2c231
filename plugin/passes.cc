/* The passes' entry: options and callbacks.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <fnmatch.h>

#include "base/gcc-headers.h"
#include "passes.h"
#include "base/options.h"
#include "sites/filter.h"
#include "sites/sites.h"
#include "count/counter-trees.h"
#include "instrument/instrument.h"
#include "instrument/call-insns.h"
#include "count/single-adds.h"
#include "count/program.h"
#include "count/segment.h"
#include "emit/emit.h"
#include "emit/lto.h"
#include "emit/texts.h"
#include "advise/advise.h"
#include "bytes/bytes.h"
#include "containers/containers.h"
#include "cpu/cpu.h"
#include "use/use.h"

struct plugin_options plugin_options
  = { COUNTERS_DEFAULT, true, false, true, false };

/* Whether there is a C library; the front ends of C and C++ have it.  */
extern int flag_hosted __attribute__ ((weak));

/* Whether the driver got OPTION.  It hands all of its own down in the
   environment, quoted; to the compiler of a link with -flto, too.  */

static bool
driver_got (const char *option)
{
  const char *options = getenv ("COLLECT_GCC_OPTIONS");
  char *quoted = concat ("'", option, "'", NULL);
  bool got = options && strstr (options, quoted);
  free (quoted);
  return got;
}

/* Whether what is compiled may be part of a program without a thread pointer,
   which the C library sets, or in a dynamic program the loader.  */

static bool
may_lack_thread_pointer ()
{
  return CGPROF_CPU_KERNEL || (&flag_hosted && !flag_hosted)
	 || (driver_got ("-nostdlib")
	     && (driver_got ("-static") || driver_got ("-static-pie")));
}

/* The runtime that compiled programs will look for.  */
static char *runtime_path;

static const char help_text[] =
  "cgprof " CGPROF_VERSION ": count calls; options "
  "-fplugin-arg-cgprof-KEY[=VALUE]:\n"
  "  help             print this text\n"
  "  version          print the version\n"
  "  disable          do nothing: objects are as without the plugin\n"
  "  verbose          print what was instrumented, a line for each unit\n"
  "  counters=thread  exact in threads, each counts in its own copy "
  "(default)\n"
  "  counters=plain   one copy, plain adds: for programs of one thread\n"
  "  counters=atomic  one copy, atomic adds: exact and slow; the default for\n"
  "                   -ffreestanding, -nostdlib -static, "
  "-mcmodel=kernel\n"
  "  count=blocks     count all code, so that the profile has instructions "
  "as\n"
  "                   well as calls (x86-64)\n"
  "  use=FILE         count nothing, unless count= is given, too, but compile "
  "by\n"
  "                   what was counted: FILE is what `cgprof export "
  "--to=use'\n"
  "                   wrote\n"
  "  segment=yes|no   count through the register gs in programs (x86-64,\n"
  "                   default yes): for programs that use it themselves\n"
  "  include=NAMES    instrument only functions that match one of the shell\n"
  "                   patterns NAMES, separated by commas\n"
  "  exclude=NAMES    leave out functions that match\n"
  "  filter=FILE      leave out what FILE, a Score-P filter file, excludes\n"
  "  external=yes|no  count calls of library functions (default yes)\n"
  "  advise=LIST      record what `cgprof advise' wants to know: names of "
  "its\n"
  "                   diagnostics, bytes (as below), all, none, or -NAME,\n"
  "                   separated by commas\n"
  "  bytes[=LIST]     sum up what calls allocate, copy, read and write; "
  "LIST:\n"
  "                   further allocators, NAME:N or NAME:N*M by the numbers "
  "of\n"
  "                   the arguments with the size, separated by commas\n";

static struct plugin_info info = { CGPROF_VERSION, help_text };

/* The option use=FILE, and whether something is counted beside it.  */
static const char *used_file;
static bool count_given;

/* Set the option KEY to VALUE (NULL if none was given).  Returns false
   after an error.  */

static bool
set_option (const char *key, const char *value)
{
  auto expects_value = [&] ()
    {
      if (value && *value)
	return true;
      error ("cgprof: option %qs expects a value", key);
      return false;
    };

  if (!strcmp (key, "help") || !strcmp (key, "version"))
    {
      fputs (*key == 'h' ? help_text : "cgprof " CGPROF_VERSION "\n",
	     stderr);
      return true;
    }
  if (!strcmp (key, "verbose"))
    {
      plugin_options.verbose = true;
      return true;
    }
  if (!strcmp (key, "advise"))
    return expects_value () && advise_set (value);
  if (!strcmp (key, "bytes"))
    return bytes_set (value);
  if (!strcmp (key, "filter"))
    return expects_value () && filter_read (value);
  if (!strcmp (key, "include") || !strcmp (key, "exclude"))
    {
      if (!expects_value ())
	return false;
      filter_add_names (value, *key == 'i');
      return true;
    }
  if (!strcmp (key, "counters"))
    {
      static const char *const modes[] = { "thread", "plain", "atomic" };
      for (unsigned i = 0; value && i < ARRAY_SIZE (modes); i++)
	if (!strcmp (value, modes[i]))
	  {
	    plugin_options.counters = (enum counters_mode) i;
	    return true;
	  }
      error ("cgprof: bad value %qs of option %<counters%>, expected "
	     "thread, plain or atomic", value ? value : "");
      return false;
    }
  if (!strcmp (key, "use"))
    {
      used_file = value;
      return expects_value ();
    }
  if (!strcmp (key, "count"))
    {
      count_given = true;
      plugin_options.blocks = value && !strcmp (value, "blocks");
      if (plugin_options.blocks || (value && !strcmp (value, "calls")))
	return true;
      error ("cgprof: bad value %qs of option %<count%>, expected calls or "
	     "blocks", value ? value : "");
      return false;
    }
  if (!strcmp (key, "external") || !strcmp (key, "segment"))
    {
      bool no = value && !strcmp (value, "no");
      if (no || (value && !strcmp (value, "yes")))
	{
	  (*key == 'e' ? plugin_options.external : plugin_options.segment)
	    = !no;
	  return true;
	}
      error ("cgprof: bad value %qs of option %qs, expected yes or no",
	     value ? value : "", key);
      return false;
    }
  error ("cgprof: unknown option %qs", key);
  return false;
}

/* Find the runtime beside the plugin at PATH, as installed or in the build
   tree; else it is where configure was told.  */

static char *
find_runtime (const char *path)
{
  /* Where the plugin is, and the runtime from there: installed with others,
     not in GCC's own directory; and in a build tree, those of this compiler
     and of others.  */
  static const struct { const char *folder, *runtime; } places[]
    = { { "*/cgprof/*/*", "/../../../" CGPROF_SONAME },
	{ "*/plugin/.libs", "/../../runtime/.libs/" CGPROF_SONAME },
	{ "*/plugin/other/*", "/../../../runtime/.libs/" CGPROF_SONAME } };
  char *plugin = lrealpath (path);
  if (char *slash = strrchr (plugin, '/'))
    {
      *slash = '\0';
      for (auto &place : places)
	{
	  if (fnmatch (place.folder, plugin, 0) != 0)
	    continue;
	  char *candidate = concat (plugin, place.runtime, NULL);
	  if (access (candidate, R_OK) == 0)
	    {
	      char *runtime = lrealpath (candidate);
	      /* The name that stays when the library's version grows.  */
	      char *end = strrchr (runtime, '/');
	      char *stable = concat (xstrndup (runtime, end - runtime), "/",
				     CGPROF_SONAME, NULL);
	      return stable;
	    }
	}
    }
  return xstrdup (CGPROF_LIBDIR "/" CGPROF_SONAME);
}

/* Name the function DECL while its front end is there to do it: a
   constructor as it was written has no name of its own until somebody asks,
   and with LTO it would be asked for at link time.  */

static void
name_function (void *decl, void *)
{
  if (HAS_DECL_ASSEMBLER_NAME_P ((tree) decl))
    (void) DECL_ASSEMBLER_NAME ((tree) decl);
}

static void
start_function (void *, void *)
{
  advise_begin ();
}

static void
finish_function (void *, void *)
{
  if (!current_sites)
    return;
  if (!seen_error ())
    emit_function ();
  sites_end ();
}

static void
finish_unit (void *, void *)
{
  if (!seen_error () && emit_unit_needed_p ())
    {
      containers_emit_unit ();
      emit_unit_begin (runtime_path);
      advise_emit_unit ();
      emit_unit_end ();
    }
  if (plugin_options.blocks && !counters_blocks_unit ()
      && unit_totals.functions)
    inform (UNKNOWN_LOCATION, "cgprof: %s: only calls are counted, expected "
	    "code for x86-64 and %<counters=thread%>", main_input_filename);
  if (plugin_options.verbose && !flag_wpa)
    inform (UNKNOWN_LOCATION, "cgprof: %s: %u functions, %u sites, "
	    "%u indirect sites, %u entries", main_input_filename,
	    unit_totals.functions, unit_totals.sites, unit_totals.indirect,
	    unit_totals.entries);
}

/* Whether OPTION loads or governs the plugin NAME.  */

static bool
plugin_option_p (const struct cl_decoded_option *option, const char *name)
{
  size_t length = strlen (name);
  if (option->opt_index == OPT_fplugin_arg_)
    return !strncmp (option->arg, name, length) && option->arg[length] == '-';
  if (option->opt_index != OPT_fplugin_)
    return false;
  const char *file = lbasename (option->arg);
  return !strncmp (file, name, length)
	 && (file[length] == '\0' || file[length] == '.');
}

/* Leave no trace of the plugin NAME in the object: debug information names
   the compiler's options.  */

static void
hide_plugin_options (const char *name)
{
  unsigned kept = 0;
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    if (!plugin_option_p (&save_decoded_options[i], name))
      save_decoded_options[kept++] = save_decoded_options[i];
  save_decoded_options_count = kept;
}

/* Whether the unit is for musl: by the compiler's target, or as musl-gcc says,
   which has the compiler look for headers in musl's place.  */

static bool
is_for_musl (void)
{
  if (strstr (gcc_version.configuration_arguments, "-musl"))
    return true;
  for (unsigned i = 0; i < save_decoded_options_count; i++)
    if (save_decoded_options[i].opt_index == OPT_isystem
	&& strstr (save_decoded_options[i].arg, "musl"))
      return true;
  return false;
}

bool
cgprof_start_passes (struct plugin_name_args *plugin)
{
  const char *name = plugin->base_name;
  for (int i = 0; i < plugin->argc; i++)
    if (!strcmp (plugin->argv[i].key, "disable"))
      {
	hide_plugin_options (name);
	return true;
      }
  register_callback (name, PLUGIN_INFO, NULL, &info);
  if (!texts_know_target_p ())
    {
      if (CGPROF_CPU_POINTER_SIZE)
	warning (0, "cgprof: nothing is counted here: pointers of %d bits, "
		 "for which the plugin was built without headers",
		 (int) POINTER_SIZE);
      else
	warning (0, "cgprof: nothing is counted here: the ABI of x32, with "
		 "registers larger than pointers, is not supported");
      hide_plugin_options (name);
      return true;
    }
  bool records = false;
  for (int i = 0; i < plugin->argc; i++)
    {
      const char *key = plugin->argv[i].key, *value = plugin->argv[i].value;
      if (!set_option (key, value))
	return false;
      records |= !strcmp (key, "bytes")
		 || (!strcmp (key, "advise") && strcmp (value, "none"));
    }
  if (plugin_options.blocks && records)
    {
      error ("cgprof: %<count=blocks%> leaves code as it is, expected neither "
	     "%<advise%> nor %<bytes%> with it");
      return false;
    }
  if (used_file && !use_begin (name, used_file))
    return false;
  if (used_file && !count_given)
    return true;
  /* musl's loader lets no library that a program loads later have thread-local
     variables with an offset.  */
  if (flag_shlib && is_for_musl ()
      && plugin_options.counters != COUNTERS_PLAIN)
    plugin_options.counters = COUNTERS_ATOMIC;
  if (plugin_options.counters == COUNTERS_DEFAULT)
    plugin_options.counters
      = may_lack_thread_pointer () ? COUNTERS_ATOMIC : COUNTERS_THREAD;

  /* An atomic addition must not be a call: it stands before others, whose
     arguments are in their registers, and is not one to be counted.  */
  if (plugin_options.counters == COUNTERS_ATOMIC || !CGPROF_CPU_INCREMENT)
    cpu_inline_atomics ();

  runtime_path = find_runtime (plugin->full_name);
  counter_trees_register (name);
  containers_register (name);
  instrument_register (name);
  call_insns_register (name);
  single_adds_register (name);
  segment_register (name);
  program_register (name);
  lto_register (name, runtime_path);
  register_callback (name, PLUGIN_PRE_GENERICIZE, name_function, NULL);
  register_callback (name, PLUGIN_ALL_PASSES_START, start_function, NULL);
  register_callback (name, PLUGIN_ALL_PASSES_END, finish_function, NULL);
  register_callback (name, PLUGIN_FINISH_UNIT, finish_unit, NULL);
  return true;
}
