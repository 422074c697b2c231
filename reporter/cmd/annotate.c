/* cgprof annotate: source with calls and times.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/source-lines.h"
#include "base/diag.h"
#include "base/print.h"
#include "base/terminal.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/programs.h"
#include "load/analysis.h"
#include "read/source-search.h"
#include "text/annotated-source.h"
#include "text/assembly.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Lines shown before and after a function.  */
#define ANNOTATE_AROUND 2

/* The command line.  */
struct annotate_command
{
  struct analysis_request request;
  struct source_lines_choice choice;
  struct source_search search;
  struct terminal terminal;
  size_t around;		/* SIZE_MAX: not given.  */
  bool begun;			/* A program was annotated,  */
  bool color;			/* in colours.  */
};

/* The paths of the files that are shown, by file; NULL: not found.  */

static char **
annotate_find (struct annotate_command *command,
	       const struct source_lines *source)
{
  char **paths = mem_alloc (source->file_count, sizeof *paths);
  for (size_t i = 0; i < source->file_count; i++)
    {
      uint32_t file = source->order[i];
      const char *name = source->files[file].name;
      const char *given = source->files[file].given;
      if (!source->files[file].shown)
	continue;
      paths[file] = source_search_find (&command->search, name, given);
      if (!paths[file] && source_search_ask (&command->search, name))
	paths[file] = source_search_find (&command->search, name, given);
    }
  return paths;
}

/* Print the files of ANALYSIS, whose program is TITLE if there are several,
   else NULL.  */

static bool
annotate_print (struct annotate_command *command,
		const struct analysis *analysis, const char *title)
{
  struct source_lines source;
  source_lines_make (&source, &analysis->results, &command->choice);
  char **paths = annotate_find (command, &source);
  struct view_annotate view = {
    .source = &source, .out = stdout, .around = command->around
  };
  if (command->around == SIZE_MAX)
    {
      view.all = !command->choice.function;
      view.fill = true;
      view.around = ANNOTATE_AROUND;
    }
  bool any = false;
  for (size_t i = 0; i < source.file_count; i++)
    {
      uint32_t file = source.order[i];
      if (!source.files[file].shown)
	continue;
      if (!any && !command->begun)
	command->color = terminal_start (&command->terminal);
      if (!any && title)
	printf ("%sProgram %s\n\n", command->begun ? "\n\f\n" : "", title);
      if (!any)
	print_range (stdout, analysis->model.from, analysis->model.to);
      view.color = command->color;
      any = command->begun = true;
      FILE *text = paths[file] ? fopen (paths[file], "r") : NULL;
      view_annotate_file (&view, file, text);
      if (text)
	fclose (text);
      free (paths[file]);
    }
  free (paths);
  source_lines_free (&source);
  const char *chosen = command->choice.function ? command->choice.function
						: command->choice.file;
  return any || diag_error (NULL, "annotate: no line of source is known%s%s%s",
			    chosen ? " of '" : ", expected a program compiled "
			    "with -g", chosen ? chosen : "",
			    chosen ? "'" : "");
}

/* Likewise, its instructions.  */

static bool
annotate_print_assembly (struct annotate_command *command,
			 const struct analysis *analysis, const char *title)
{
  if (!command->begun)
    command->color = terminal_start (&command->terminal);
  const struct view_assembly view = {
    .results = &analysis->results, .search = &command->search, .out = stdout,
    .choice = &command->choice, .color = command->color
  };
  if (title)
    printf ("%sProgram %s\n\n", command->begun ? "\n\f\n" : "", title);
  command->begun = true;
  print_range (stdout, analysis->model.from, analysis->model.to);
  return view_assembly (&view)
    || diag_error (NULL, "annotate: no instructions were counted%s",
		   command->choice.function || command->choice.file
		   ? " there"
		   : ", expected a program compiled with "
		   "-fplugin-arg-cgprof-count=blocks");
}

/* Annotate the program of the closure's request.  */

static bool
annotate_make (void *closure, const char *title)
{
  struct annotate_command *command = closure;
  struct analysis analysis;
  bool good = analysis_make (&analysis, &command->request)
    && (command->request.assembly ? annotate_print_assembly
	: annotate_print) (command, &analysis, title);
  analysis_free (&analysis);
  return good;
}

int
cmd_annotate (int argc, char **argv)
{
  struct annotate_command command = {
    .request = {
      .code = true,
      .demangle = true, .lines = true, .frames = FRAMES_INLINES,
      .unordered = true
    },
    .around = SIZE_MAX
  };
  const struct options_row rows[] = {
    { .name = "function", .shown = "NAME", .text = &command.choice.function,
      .help = "only that function" },
    { .name = "file", .shown = "FILE", .text = &command.choice.file,
      .help = "only that file" },
    { .name = "assembly", .set = &command.request.assembly,
      .help = "the instructions of programs with count=blocks" },
    OPTIONS_SOURCE_DIR (command.search),
    { .name = "context", .shown = "N", .number = &command.around,
      .what = "number of lines",
      .help = "only lines with figures, and N around them" },
    OPTIONS_PROCESS (command.request),
    OPTIONS_RANGE (command.request),
    OPTIONS_RANGE_TO (command.request),
    OPTIONS_NO_DEMANGLE (command.request),
    OPTIONS_TERMINAL (command.terminal)
  };
  struct options options = {
    .usage
    = "Usage: cgprof annotate [OPTION...] [IMAGE [PROFILE...]]\n"
      "\n"
      "Print source with, at each line, how many calls were made on it,\n"
      "time spent in it, and with what it called; then what was called.\n"
      "The file with most time comes first.  Lines of time need -g.\n"
      "\n",
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status == OPTIONS_GO_ON)
    {
      options_take_files (&options, &command.request);
      command.request.name_room = terminal_name_room (&command.terminal);
      bool good = programs_each (&command.request, annotate_make, &command);
      status = cmd_finish (good ? 0 : 1);
    }
  source_search_free (&command.search);
  return status;
}
