/* cgprof export: the profile for other programs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analysis.h"
#include "cmd.h"
#include "diag.h"
#include "view.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <string.h>

/* The formats there are.  */
static const struct
{
  const char *name;
  void (*print) (const struct view *);
} export_formats[] = { { "json", view_json } };

#define EXPORT_FORMATS (sizeof export_formats / sizeof *export_formats)

static void
export_help (void)
{
  fputs ("Usage: cgprof export --to=FORMAT [OPTION...] "
	 "[IMAGE [PROFILE...]]\n"
	 "\n"
	 "Print everything the profile knows for other programs.\n"
	 "\n"
	 "      --to=FORMAT      json: functions, arcs, call sites, cycles\n"
	 "  -o, --output=FILE    write to FILE, not to standard output\n"
	 "      --propagate=measured|counts\n"
	 "                       callees' time: by stacks or by calls\n"
	 "      --no-demangle    names as the assembler has them\n"
	 "      --no-inlines     inlined functions' time is their callers'\n"
	 "  -h, --help           print this and exit\n", stdout);
}

/* Print ANALYSIS in FORMAT to OUTPUT (NULL: standard output).  */

static int
export_write (const struct analysis *analysis, size_t format,
	      const char *output)
{
  FILE *out = output ? fopen (output, "w") : stdout;
  if (!out)
    {
      diag_error (output, "cannot write: %s", strerror (errno));
      return 1;
    }
  struct view view = {
    .model = &analysis->model, .order = &analysis->order, .out = out
  };
  export_formats[format].print (&view);
  if (!output)
    return cmd_finish (0);
  errno = 0;
  bool failed = ferror (out) != 0;
  if (fclose (out) != 0 || failed)
    {
      diag_error (output, "cannot write: %s",
		  errno ? strerror (errno) : "error");
      return 1;
    }
  return 0;
}

int
cmd_export (int argc, char **argv)
{
  static const struct option options[] = {
    { "to", required_argument, NULL, 't' },
    { "output", required_argument, NULL, 'o' },
    { "no-demangle", no_argument, NULL, 'n' },
    { "no-inlines", no_argument, NULL, 'i' },
    { "propagate", required_argument, NULL, 'p' },
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 }
  };
  struct analysis_request request = {
    .demangle = true, .lines = true, .frames = FRAMES_INLINES
  };
  const char *output = NULL;
  size_t format = EXPORT_FORMATS;
  int option;
  while ((option = getopt_long (argc, argv, "o:h", options, NULL)) != -1)
    switch (option)
      {
      case 't':
	for (format = 0; format < EXPORT_FORMATS
	     && strcmp (export_formats[format].name, optarg) != 0;)
	  format++;
	if (format == EXPORT_FORMATS)
	  {
	    diag_error (NULL, "unknown format '%s'", optarg);
	    return cmd_usage ("export");
	  }
	break;
      case 'o':
	output = optarg;
	break;
      case 'p':
	if (!inclusive_parse (&request.propagate, optarg))
	  {
	    diag_error (NULL, "cannot propagate by '%s', expected measured "
			"or counts", optarg);
	    return 2;
	  }
	break;
      case 'i':
	request.frames = FRAMES_PLACES;
	break;
      case 'n':
	request.demangle = false;
	break;
      case 'h':
	export_help ();
	return cmd_finish (0);
      default:
	return cmd_usage ("export");
      }
  if (format == EXPORT_FORMATS)
    {
      diag_error (NULL, "export: --to=FORMAT is missing");
      return cmd_usage ("export");
    }
  if (optind < argc)
    request.image = argv[optind++];
  request.profiles = (const char *const *) argv + optind;
  request.profile_count = argc - optind;

  struct analysis analysis;
  int status = 1;
  if (analysis_make (&analysis, &request))
    status = export_write (&analysis, format, output);
  analysis_free (&analysis);
  return status;
}
