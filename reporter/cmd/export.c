/* cgprof export: the profile for other programs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/diag.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "export/export.h"
#include "load/analysis.h"
#include "read/profile-header.h"
#include "feedback/autofdo.h"

#include <stdio.h>
#include <unistd.h>

/* What a drawing leaves out, in percent of the time.  */
#define EXPORT_LEAST 0.5

static void
export_print_formats (void)
{
  puts ("Formats:");
  for (size_t i = 0; i < exporter_count; i++)
    printf ("  %-19s  %s\n", exporters[i]->name, exporters[i]->about);
  puts ("\nOptions:");
}

/* What was asked for.  */
struct export_options
{
  struct analysis_request request;
  const struct exporter *exporter;
  struct export_choice choice;
  unsigned by;			/* enum balance_by; BALANCE_BYS: no
				   balance.  */
};

/* The image of ANALYSIS' program, or NULL.  */

static const struct image *
export_find_program (struct analysis *analysis)
{
  const struct model *model = &analysis->model;
  for (size_t i = 0; i < model->module_count; i++)
    if (model->modules[i].main)
      return reader_image (&analysis->reader, i);
  return NULL;
}

/* Make EXPORT of the profiles that OPTIONS names, of which ANALYSIS is made if
   need be.  False, with a message, if that fails; both must be freed in any
   case.  */

static bool
export_analyse (struct export *export, struct analysis *analysis,
		const struct export_options *options)
{
  const struct analysis_request *request = &options->request;
  bool needs_gmon = (options->exporter->needs & EXPORT_GMON) != 0;
  const char *const *profiles = request->profiles;
  size_t count = request->profile_count;
  const char *found = NULL;
  bool is_gmon = false;
  if (needs_gmon)
    {
      if (count == 0)
	{
	  found = analysis_default_profile (false);
	  profiles = &found;
	  count = found != NULL;
	}
      if (count == 0 || !profile_header_detect (profiles, count, &is_gmon))
	return false;
    }
  if (is_gmon)
    return export_make_sum (export, options->exporter,
			    request->image ? request->image : "a.out",
			    profiles, count);
  if (!analysis_make (analysis, request)
      || !export_make (export, options->exporter, &analysis->results,
		       needs_gmon ? export_find_program (analysis) : NULL,
		       &options->choice))
    return false;
  return !request->shares
    || balance_make (&export->balance, &analysis->results, options->by)
    || diag_error (NULL, "no process has a rank in an MPI job");
}

/* Print EXPORT to FILE, whose name may ask for compression; the exit
   status.  */

static int
export_write (const struct export *export, const char *file)
{
  struct cmd_output output;
  if (!cmd_open_output (&output, file, export->exporter->compressed
			? CMD_COMPRESS_ALWAYS : CMD_COMPRESS_BY_NAME))
    return 1;
  export_print (export, output.out);
  return cmd_close_output (&output, true);
}

int
cmd_export (int argc, char **argv)
{
  struct export_options export_options = {
    .request = { .demangle = true, .lines = true, .frames = FRAMES_INLINES },
    .choice.least = EXPORT_LEAST, .by = BALANCE_BYS
  };
  struct analysis_request *request = &export_options.request;
  const char *output = NULL;
  unsigned format = exporter_count;
  const struct options_row rows[] = {
    { .name = "to", .letter = 't', .choice = &format,
      .words = { exporters, exporter_count, sizeof *exporters, true },
      .what = "format" },
    OPTIONS_OUTPUT (output),
    { .name = "min", .shown = "PERCENT",
      .percent = &export_options.choice.least, .what = "percentage",
      .help = "dot: leave out functions with less of the time (0.5)" },
    { .name = "by", .words = OPTIONS_WORDS (balance_by_names),
      .choice = &export_options.by, .what = "what to tell apart",
      .help = "json: how evenly they share time and calls" },
    { .name = "all", .set = &export_options.choice.all,
      .help = "json: also rows of what never ran, not just names" },
    { .name = "gcc", .shown = "N", .number = &export_options.choice.gcc,
      .least = AUTOFDO_FIRST_GCC,
      .what = "number of GCC", .help = "autofdo: for GCC N, 11 to 16" },
    OPTIONS_PROPAGATE (*request),
    OPTIONS_PROCESS (*request),
    OPTIONS_RANGE (*request),
    OPTIONS_STATE (*request),
    OPTIONS_NO_DEMANGLE (*request),
    OPTIONS_NO_INLINES (*request)
  };
  struct options options = {
    .usage
    = "Usage: cgprof export --to=FORMAT [OPTION...] [IMAGE [PROFILE...]]\n"
      "\n"
      "Print everything the profile knows for other programs.\n"
      "\n",
    .print_before = export_print_formats,
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  if (format == exporter_count)
    return cmd_misuse ("export: --to=FORMAT is missing");
  const struct exporter *exporter = exporters[format];
  if (exporter->binary && !output && isatty (STDOUT_FILENO))
    return cmd_misuse ("export: %s is not for terminals; give --output=FILE",
		       exporter->name);
  if (export_options.by != BALANCE_BYS && exporter != &export_json)
    return cmd_misuse ("export: --by is for --to=json");
  if (export_options.choice.all && exporter != &export_json)
    return cmd_misuse ("export: --all is for --to=json");
  if ((export_options.choice.gcc > 0) != (exporter == &export_autofdo))
    return cmd_misuse ("export: %s", exporter == &export_autofdo
		       ? "--to=autofdo needs --gcc=N, the GCC that reads it"
		       : "--gcc is for --to=autofdo");
  if (export_options.choice.gcc > AUTOFDO_LAST_GCC)
    return cmd_misuse ("export: what GCC %zu reads is not known, expected a "
		       "number up to %d", export_options.choice.gcc,
		       AUTOFDO_LAST_GCC);
  export_options.exporter = exporter;
  request->shares = export_options.by != BALANCE_BYS;
  if (exporter->needs & EXPORT_GMON)
    {
      request->frames = FRAMES_TAILS;
      request->lines = false;
    }
  request->all = (exporter->needs & EXPORT_ORDER) != 0;
  request->code = (exporter->needs & (EXPORT_CODE | EXPORT_ORIGINS)) != 0;
  request->origins = (exporter->needs & EXPORT_ORIGINS) != 0;
  options_take_files (&options, request);

  struct analysis analysis = { 0 };
  struct export export = { 0 };
  status = 1;
  if (export_analyse (&export, &analysis, &export_options))
    status = export_write (&export, output);
  export_free (&export);
  analysis_free (&analysis);
  return status;
}
