/* cgprof diff: what changed from one profile to another.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/diag.h"
#include "base/terminal.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "diff/diff.h"
#include "diff/views.h"
#include "load/analysis.h"
#include "model/naming.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct
{
  const char *name;
  void (*print) (const struct view_diff *);
  bool stacks;			/* It needs diff.stacks.  */
} diff_formats[] = {
  { "text", view_diff_text, false },
  { "json", view_diff_json, false },
  { "markdown", view_diff_markdown, false },
  { "html", view_diff_html, true },
  { "difffolded", view_diff_folded, true }
};

static const char *const diff_keys[] = {
  [DIFF_BY_CALLS] = "calls", [DIFF_BY_SELF] = "self",
  [DIFF_BY_INCLUSIVE] = "total", [DIFF_BY_NAME] = "name"
};

/* The command line.  */
struct diff_command
{
  struct analysis_request requests[DIFF_SIDES];
  unsigned format;		/* Of diff_formats.  */
  enum diff_key key;
  size_t top;
  bool all;
  struct terminal terminal;
};

static int
diff_run (struct diff_command *command)
{
  struct analysis analyses[DIFF_SIDES];
  struct naming_memory names = { 0 };
  bool good = true;
  memset (analyses, 0, sizeof analyses);
  for (int side = 0; side < DIFF_SIDES && good; side++)
    {
      struct analysis_request *request = &command->requests[side];
      request->names = &names;
      if (diff_formats[command->format].print == view_diff_text)
	request->name_room = terminal_name_room (&command->terminal);
      good = analysis_make (&analyses[side], request);
    }
  if (good)
    {
      struct diff diff;
      struct view_diff view = {
	.diff = &diff, .out = stdout, .top = command->top,
	.names = { *command->requests[DIFF_OLD].profiles,
		   *command->requests[DIFF_NEW].profiles },
	.color = terminal_start (&command->terminal)
      };
      diff_make (&diff, &analyses[DIFF_OLD].results,
		 &analyses[DIFF_NEW].results);
      diff_order (&diff, command->key, command->all);
      if (diff_formats[command->format].stacks)
	diff_add_stacks (&diff);
      diff_formats[command->format].print (&view);
      diff_free (&diff);
    }
  naming_forget (&names);
  analysis_free (&analyses[DIFF_NEW]);
  analysis_free (&analyses[DIFF_OLD]);
  return cmd_finish (good ? 0 : 1);
}

int
cmd_diff (int argc, char **argv)
{
  struct analysis_request request = {
    .recorded = true, .demangle = true, .lines = true, .unordered = true,
    .frames = FRAMES_PLACES
  };
  const char *images[DIFF_SIDES] = { NULL };
  const char *processes[DIFF_SIDES] = { NULL };
  const char *from[DIFF_SIDES] = { NULL };
  const char *until[DIFF_SIDES] = { NULL };
  struct diff_command command = { .top = SIZE_MAX };
  const struct options_row rows[] = {
    { .name = "old-image", .shown = "FILE", .text = &images[DIFF_OLD],
      .help = "the program of OLD, if it is not IMAGE or what\n"
	      "OLD names, or was built anew since" },
    { .name = "new-image", .shown = "FILE", .text = &images[DIFF_NEW],
      .help = "likewise of NEW" },
    { .name = "old-process", .shown = "PID[,PID...]",
      .act = options_set_processes, .object = &processes[DIFF_OLD],
      .help = "only what these processes of OLD did" },
    { .name = "new-process", .shown = "PID[,PID...]",
      .act = options_set_processes, .object = &processes[DIFF_NEW],
      .help = "likewise of NEW, which may then be OLD" },
    OPTIONS_RANGE (request),
    OPTIONS_RANGE_TO (request),
    { .name = "old-from", .shown = "TIME", .text = &from[DIFF_OLD],
      .help = "as --from, but of OLD alone" },
    { .name = "old-until", .shown = "TIME", .text = &until[DIFF_OLD],
      .help = "as --until, but of OLD alone" },
    { .name = "new-from", .shown = "TIME", .text = &from[DIFF_NEW],
      .help = "likewise of NEW, which may then be OLD" },
    { .name = "new-until", .shown = "TIME", .text = &until[DIFF_NEW],
      .help = "likewise" },
    { .name = "format", .words = OPTIONS_WORDS (diff_formats),
      .choice = &command.format, .what = "format",
      .help = "difffolded: stacks, for flamegraph.pl" },
    { .name = "sort", .words = OPTIONS_WORDS (diff_keys),
      .choice = &command.key, .what = "sort key",
      .help = "what changed most in this comes first (calls)" },
    { .name = "top", .shown = "N", .number = &command.top, .least = 1,
      .what = "number of lines", .help = "at most N lines of each table" },
    { .name = "all", .letter = 'a', .set = &command.all,
      .help = "also what did not change" },
    OPTIONS_NO_DEMANGLE (request),
    OPTIONS_TERMINAL (command.terminal)
  };
  struct options options = {
    .usage
    = "Usage: cgprof diff [OPTION...] [IMAGE] OLD NEW\n"
      "\n"
      "Tell what changed from profile OLD to profile NEW, which may be of\n"
      "two builds of a program: in calls exactly, in time with the error\n"
      "of sampling.  IMAGE is the program of both (default: what each\n"
      "names).\n"
      "\n",
    .profiles = DIFF_SIDES,
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  options_take_files (&options, &request);
  if (request.profile_count != DIFF_SIDES)
    return cmd_misuse ("diff: two profiles are expected, got %zu",
		       request.profile_count);
  for (int side = 0; side < DIFF_SIDES; side++)
    {
      command.requests[side] = request;
      command.requests[side].profiles += side;
      command.requests[side].profile_count = 1;
      command.requests[side].processes = processes[side];
      if (images[side])
	command.requests[side].image = images[side];
      if (from[side])
	command.requests[side].from = from[side];
      if (until[side])
	command.requests[side].to = until[side];
    }
  return diff_run (&command);
}
