/* callgrind's format, for KCachegrind and callgrind_annotate.

   A function that was on a stack more than once is written as two, the
   second named as callgrind does it: NAME'2 (recursion-levels.h).

   Where bytes are summed up they are an event, too: those that calls at a line
   allocate are the line's own, and what a callee allocates is shared among its
   calls (shared-calls.h).  So are instructions, where they are counted, under
   the name that callgrind has for them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/intern.h"
#include "base/print.h"
#include "shares/shared-calls.h"
#include "export/export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Names that were written once are written as their numbers from then on;
   files, functions and modules are numbered apart.  */
struct callgrind
{
  const struct export *export;
  FILE *out;
  struct intern files;
  uint32_t file_count;		/* That were named.  */
  bool *functions;		/* Entries that were named.  */
  bool *modules;		/* The last one: of no module.  */

  /* NULL unless bytes are summed up.  */
  double *bytes;		/* By call of the levels.  */
  uint32_t *first_site;		/* By function: one of its sites that allocate,
				   MODEL_NONE: there is none; */
  uint32_t *next_site;		/* by site: another of the function.  */

  /* NULL unless instructions are counted.  */
  double *instructions;		/* By call of the levels.  */
  uint32_t *first_code;		/* By function: part of its code that ran, like
				   FIRST_SITE; */
  uint32_t *next_code;		/* by part: another of the function.  */
};

/* What is told of a line or a call.  */
struct callgrind_cost
{
  double ns;
  uint64_t samples;
  double bytes;
  double instructions;
};

static const char *
callgrind_file (const struct callgrind *callgrind, uint32_t function)
{
  const char *file = callgrind->export->model->functions[function].file;
  return file ? file : "???";
}

/* Write NAME, in one line.  */

static void
callgrind_put_name (FILE *out, const char *name)
{
  for (; *name; name++)
    putc_unlocked (*name == '\n' ? ' ' : *name, out);
}

/* Write KEY=(NUMBER), with NAME if it is new.  */

static void
callgrind_put (const struct callgrind *callgrind, const char *key,
	       uint64_t number, const char *name, bool new)
{
  FILE *out = callgrind->out;
  print_text (out, key, strlen (key));
  PRINT_CONSTANT (out, "=(");
  print_count (out, number, 0);
  putc_unlocked (')', out);
  if (new)
    {
      putc_unlocked (' ', out);
      callgrind_put_name (out, name);
    }
}

static void
callgrind_put_file (struct callgrind *callgrind, const char *key,
		    const char *file)
{
  uint32_t number = intern_get (&callgrind->files, file);
  bool new = number > callgrind->file_count;
  if (new)
    callgrind->file_count = number;
  callgrind_put (callgrind, key, number, file, new);
  putc_unlocked ('\n', callgrind->out);
}

static void
callgrind_put_module (struct callgrind *callgrind, const char *key,
		      uint32_t function)
{
  const struct model *model = callgrind->export->model;
  uint32_t module = model->functions[function].module;
  uint32_t number = module == MODEL_NONE ? model->module_count : module;
  callgrind_put (callgrind, key, number + 1,
		 module == MODEL_NONE ? "???" : model->modules[module].path,
		 !callgrind->modules[number]);
  callgrind->modules[number] = true;
  putc_unlocked ('\n', callgrind->out);
}

static void
callgrind_put_function (struct callgrind *callgrind, const char *key,
			uint32_t entry)
{
  const struct model *model = callgrind->export->model;
  callgrind_put (callgrind, key, (uint64_t) entry + 1,
		 model->functions[entry / RECURSION_LEVELS].name,
		 !callgrind->functions[entry]);
  if (!callgrind->functions[entry] && entry % RECURSION_LEVELS)
    PRINT_CONSTANT (callgrind->out, "'2");
  callgrind->functions[entry] = true;
  putc_unlocked ('\n', callgrind->out);
}

static void
callgrind_put_cost (const struct callgrind *callgrind, uint32_t line,
		    struct callgrind_cost cost)
{
  FILE *out = callgrind->out;
  print_count (out, line, 0);
  putc_unlocked (' ', out);
  print_whole (out, cost.ns > 0 ? cost.ns : 0);
  putc_unlocked (' ', out);
  print_count (out, cost.samples, 0);
  if (callgrind->bytes)
    {
      putc_unlocked (' ', out);
      print_whole (out, cost.bytes);
    }
  if (callgrind->instructions)
    {
      putc_unlocked (' ', out);
      print_whole (out, cost.instructions);
    }
  putc_unlocked ('\n', out);
}

/* Whether FILE, which the debug information names, is OWN, which the compiler
   was given: the same but for directories before it.  */

static bool
callgrind_same_file (const char *file, const char *own)
{
  while (own[0] == '.' && (own[1] == '/' || (own[1] == '.' && own[2] == '/')))
    own += own[1] == '/' ? 2 : 3;
  size_t length = strlen (file), own_length = strlen (own);
  return own_length <= length
    && strcmp (file + length - own_length, own) == 0
    && (own_length == length || file[length - own_length - 1] == '/');
}

/* Make FILE, where *NOW is, the current one of a function of OWN.  */

static void
callgrind_change_file (struct callgrind *callgrind, const char **now,
		       const char *file, const char *own)
{
  if (!file || callgrind_same_file (file, own))
    file = own;
  if (*now == file || strcmp (*now, file) == 0)
    return;
  callgrind_put_file (callgrind, strcmp (file, own) == 0 ? "fe" : "fi",
		      file);
  *now = file;
}

static void
callgrind_call (struct callgrind *callgrind,
		const struct recursion_levels_call *call, uint32_t module)
{
  const struct model *model = callgrind->export->model;
  uint32_t function = call->to / RECURSION_LEVELS;
  const struct model_function *callee = &model->functions[function];
  if (callee->module != module)
    callgrind_put_module (callgrind, "cob", function);
  callgrind_put_file (callgrind, "cfi", callgrind_file (callgrind, function));
  callgrind_put_function (callgrind, "cfn", call->to);
  PRINT_CONSTANT (callgrind->out, "calls=");
  print_count (callgrind->out, call->calls, 0);
  putc_unlocked (' ', callgrind->out);
  print_count (callgrind->out, callee->line, 0);
  putc_unlocked ('\n', callgrind->out);
  size_t index = call - callgrind->export->levels.calls;
  callgrind_put_cost (callgrind, call->line, (struct callgrind_cost) {
      .ns = call->ns, .samples = call->count,
      .bytes = callgrind->bytes ? callgrind->bytes[index] : 0,
      .instructions = callgrind->instructions
		      ? callgrind->instructions[index] : 0 });
}

/* Find the sites of each function that allocate, in the model's order.  */

static void
callgrind_find_sites (struct callgrind *callgrind)
{
  const struct model *model = callgrind->export->model;
  callgrind->first_site = mem_alloc (model->function_count,
				     sizeof *callgrind->first_site);
  callgrind->next_site = mem_alloc (model->site_count,
				    sizeof *callgrind->next_site);
  for (size_t i = 0; i < model->function_count; i++)
    callgrind->first_site[i] = MODEL_NONE;
  for (size_t i = model->site_count; i-- > 0;)
    {
      const struct model_site *site = &model->sites[i];
      if (site->bytes == 0
	  || model_bytes_of (model, site) != MODEL_BYTES_ALLOCATED)
	continue;
      callgrind->next_site[i] = callgrind->first_site[site->caller];
      callgrind->first_site[site->caller] = i;
    }
}

/* What ENTRY, where *NOW is the current file and OWN its function's,
   allocates itself.  */

static void
callgrind_sites (struct callgrind *callgrind, uint32_t entry,
		 const char **now, const char *own)
{
  const struct model *model = callgrind->export->model;
  for (uint32_t i = callgrind->first_site[entry / RECURSION_LEVELS];
       i != MODEL_NONE; i = callgrind->next_site[i])
    {
      const char *file;
      uint32_t line = call_places_line (model, &model->sites[i], &file);
      callgrind_change_file (callgrind, now, file, own);
      callgrind_put_cost (callgrind, line, (struct callgrind_cost) {
	  .bytes = model->sites[i].bytes });
    }
}

/* Find the code of each function that ran, in the model's order.  */

static void
callgrind_find_code (struct callgrind *callgrind)
{
  const struct model *model = callgrind->export->model;
  callgrind->first_code = mem_alloc (model->function_count,
				     sizeof *callgrind->first_code);
  callgrind->next_code = mem_alloc (model->code_count,
				    sizeof *callgrind->next_code);
  for (size_t i = 0; i < model->function_count; i++)
    callgrind->first_code[i] = MODEL_NONE;
  for (size_t i = model->code_count; i-- > 0;)
    if (model->code[i].instructions > 0)
      {
	uint32_t function = model->code[i].function;
	callgrind->next_code[i] = callgrind->first_code[function];
	callgrind->first_code[function] = i;
      }
}

/* What ENTRY, where *NOW is the current file and OWN its function's, ran
   itself.  */

static void
callgrind_code (struct callgrind *callgrind, uint32_t entry,
		const char **now, const char *own)
{
  const struct model *model = callgrind->export->model;
  for (uint32_t i = callgrind->first_code[entry / RECURSION_LEVELS];
       i != MODEL_NONE; i = callgrind->next_code[i])
    {
      const struct model_code *code = &model->code[i];
      callgrind_change_file (callgrind, now, code->file, own);
      callgrind_put_cost (callgrind, code->line, (struct callgrind_cost) {
	  .instructions = code->instructions });
    }
}

/* Whether there is anything to tell of ENTRY.  */

static bool
callgrind_has (const struct callgrind *callgrind, uint32_t entry)
{
  const struct recursion_levels *levels = &callgrind->export->levels;
  return levels->self_first[entry] < levels->self_first[entry + 1]
    || levels->call_first[entry] < levels->call_first[entry + 1]
    || (callgrind->bytes && entry % RECURSION_LEVELS == 0
	&& callgrind->first_site[entry / RECURSION_LEVELS] != MODEL_NONE)
    || (callgrind->instructions && entry % RECURSION_LEVELS == 0
	&& callgrind->first_code[entry / RECURSION_LEVELS] != MODEL_NONE);
}

static void
callgrind_entry (struct callgrind *callgrind, uint32_t entry)
{
  const struct recursion_levels *levels = &callgrind->export->levels;
  uint32_t function = entry / RECURSION_LEVELS;
  uint32_t module = callgrind->export->model->functions[function].module;
  const char *own = callgrind_file (callgrind, function);
  const char *now = own;
  putc_unlocked ('\n', callgrind->out);
  callgrind_put_module (callgrind, "ob", function);
  callgrind_put_file (callgrind, "fl", own);
  callgrind_put_function (callgrind, "fn", entry);
  for (uint32_t i = levels->self_first[entry];
       i < levels->self_first[entry + 1]; i++)
    {
      const struct recursion_levels_self *self = &levels->selfs[i];
      callgrind_change_file (callgrind, &now, self->file, own);
      callgrind_put_cost (callgrind, self->line, (struct callgrind_cost) {
	  .ns = self->ns, .samples = self->count });
    }
  if (callgrind->bytes && entry % RECURSION_LEVELS == 0)
    callgrind_sites (callgrind, entry, &now, own);
  if (callgrind->instructions && entry % RECURSION_LEVELS == 0)
    callgrind_code (callgrind, entry, &now, own);
  for (uint32_t i = levels->call_first[entry];
       i < levels->call_first[entry + 1]; i++)
    {
      callgrind_change_file (callgrind, &now, levels->calls[i].file, own);
      callgrind_call (callgrind, &levels->calls[i], module);
    }
}

/* What has no caller.  */

static void
callgrind_outside (struct callgrind *callgrind)
{
  const struct recursion_levels *levels = &callgrind->export->levels;
  uint32_t outside
    = callgrind->export->model->function_count * RECURSION_LEVELS;
  PRINT_CONSTANT (callgrind->out, "\nob=(0) ???\nfl=(0) ???\n"
		  "fn=(0) <spontaneous>\n");
  for (uint32_t i = levels->call_first[outside];
       i < levels->call_first[outside + 1]; i++)
    callgrind_call (callgrind, &levels->calls[i], MODEL_NONE);
}

/* The sum of all events behind KEY.  */

static void
callgrind_put_sum (const struct callgrind *callgrind, const char *key)
{
  const struct recursion_levels *levels = &callgrind->export->levels;
  double ns = 0;
  uint64_t count = 0;
  for (size_t i = 0; i < levels->self_count; i++)
    {
      ns += levels->selfs[i].ns;
      count += levels->selfs[i].count;
    }
  fprintf (callgrind->out, "%s: %.0f %" PRIu64, key, ns, count);
  if (callgrind->bytes)
    fprintf (callgrind->out, " %" PRIu64,
	     callgrind->export->bytes.total[MODEL_BYTES_ALLOCATED]);
  if (callgrind->instructions)
    {
      uint64_t instructions = 0;
      for (size_t i = 0; i < callgrind->export->model->code_count; i++)
	instructions += callgrind->export->model->code[i].instructions;
      fprintf (callgrind->out, " %" PRIu64, instructions);
    }
  putc_unlocked ('\n', callgrind->out);
}

static void
callgrind_print (const struct export *export, FILE *out)
{
  const struct model *model = export->model;
  size_t entries = model->function_count * RECURSION_LEVELS;
  struct callgrind callgrind = {
    .export = export, .out = out,
    .functions = mem_alloc (entries, sizeof (bool)),
    .modules = mem_alloc (model->module_count + 1, sizeof (bool))
  };
  if (export->bytes.known)
    {
      callgrind.bytes = shared_calls_make (&export->bytes.allocated,
					   export->results, &export->levels);
      callgrind_find_sites (&callgrind);
    }
  if (export->instructions.total)
    {
      callgrind.instructions
	= shared_calls_make (&export->instructions, export->results,
			     &export->levels);
      callgrind_find_code (&callgrind);
    }
  fputs ("# callgrind format\nversion: 1\ncreator: cgprof " VERSION
	 "\ncmd: ", out);
  callgrind_put_name (out, model->program ? model->program : "");
  fputs ("\npart: 1\npositions: line\n"
	 "event: ns : CPU time (ns)\nevent: samples : Samples\n", out);
  if (callgrind.bytes)
    fputs ("event: allocated : Bytes allocated\n", out);
  if (callgrind.instructions)
    fputs ("event: Ir : Instruction Fetch\n", out);
  fprintf (out, "events: ns samples%s%s\n",
	   callgrind.bytes ? " allocated" : "",
	   callgrind.instructions ? " Ir" : "");
  callgrind_put_sum (&callgrind, "summary");
  for (size_t i = 0; i < entries; i++)
    if (callgrind_has (&callgrind, i))
      callgrind_entry (&callgrind, i);
  callgrind_outside (&callgrind);
  putc_unlocked ('\n', out);
  callgrind_put_sum (&callgrind, "totals");
  intern_free (&callgrind.files);
  free (callgrind.functions);
  free (callgrind.modules);
  free (callgrind.bytes);
  free (callgrind.first_site);
  free (callgrind.next_site);
  free (callgrind.instructions);
  free (callgrind.first_code);
  free (callgrind.next_code);
}

const struct exporter export_callgrind = {
  .name = "callgrind",
  .about = "for KCachegrind and callgrind_annotate",
  .needs = EXPORT_LEVELS | EXPORT_BYTES | EXPORT_CODE,
  .print = callgrind_print
};
