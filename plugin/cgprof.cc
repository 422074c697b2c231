/* The plugin's entry: checks the compiler, then loads the passes.

   GCC loads a plugin with all its symbols bound, so one that was built for
   another release fails with the mangled name of some internal function.
   This file needs no such symbol but the one that prints errors; it can
   always say what is wrong.  The passes are PASSES beside it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "diagnostic-core.h"
#include "passes.h"
#include "passes-sum.h"

#include <dlfcn.h>

#define PASSES "cgprof_passes.so"

/* What GCC looks up.  */
#define LOOKED_UP __attribute__ ((visibility ("default")))

LOOKED_UP int plugin_is_GPL_compatible;

/* For those who know a plugin by its file's bytes.  */
LOOKED_UP extern const char cgprof_passes_sum[];
const char cgprof_passes_sum[] = PASSES_SUM;

/* Return the value of --target= in CONFIGURATION, of *LENGTH bytes.  */

static const char *
configured_target (const char *configuration, size_t *length)
{
  const char *target = strstr (configuration, "--target=");
  if (!target)
    {
      *length = 0;
      return "";
    }
  target += strlen ("--target=");
  *length = strcspn (target, " ");
  return target;
}

/* Other compilers load whatever is named to them, find nothing that they
   know, and go on without a word.  */

static void __attribute__ ((constructor))
check_host (void)
{
  /* GCC's own error, by its mangled name: no reference may stay open.  */
  if (!dlsym (RTLD_DEFAULT, "_Z5errorPKcz"))
    fprintf (stderr, "cgprof: loaded by another program than GCC %s: nothing"
	     " is profiled\n", gcc_version.basever);
}

/* GCC's internals differ between releases, and the code of an instrumented
   program between targets; distributors' patches leave both alone.  So
   unlike GCC's own strict check this one asks for the same release and
   target only.  Of what is no release, several may have one number: those
   are told apart by their dates.  */

static bool
version_fits (const struct plugin_gcc_version *running)
{
  size_t running_length, built_length;
  const char *running_target
    = configured_target (running->configuration_arguments, &running_length);
  const char *built_target
    = configured_target (gcc_version.configuration_arguments, &built_length);
  if (strcmp (running->basever, gcc_version.basever))
    error ("cgprof: built for GCC %s, running in %s", gcc_version.basever,
	   running->basever);
  else if ((*running->devphase || *gcc_version.devphase)
	   && strcmp (running->datestamp, gcc_version.datestamp))
    error ("cgprof: built for GCC %s of %s, running in %s of %s, which is "
	   "another snapshot", gcc_version.basever, gcc_version.datestamp,
	   running->basever, running->datestamp);
  else if (running_length != built_length
	   || strncmp (running_target, built_target, built_length))
    error ("cgprof: built for %.*s, running in a compiler for %.*s",
	   (int) built_length, built_target, (int) running_length,
	   running_target);
  else
    return true;
  return false;
}

LOOKED_UP int
plugin_init (struct plugin_name_args *plugin,
	     struct plugin_gcc_version *version)
{
  if (!version_fits (version))
    return 1;

  const char *slash = strrchr (plugin->full_name, '/');
  int directory = slash ? slash + 1 - plugin->full_name : 0;
  char path[PATH_MAX];
  if (snprintf (path, sizeof path, "%.*s%s", directory, plugin->full_name,
		PASSES) >= (int) sizeof path)
    {
      error ("cgprof: %s: path too long", plugin->full_name);
      return 1;
    }
  void *passes = dlopen (path, RTLD_NOW);
  passes_start_function *start = NULL;
  if (passes)
    *(void **) &start = dlsym (passes, PASSES_START);
  if (!start)
    {
      error ("cgprof: cannot load the passes: %s", dlerror ());
      return 1;
    }
  return start (plugin) ? 0 : 1;
}
