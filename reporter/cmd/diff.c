/* cgprof diff: what changed from one profile to another.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/diag.h"
#include "base/terminal.h"
#include "cmd/cmd.h"
#include "diff/diff.h"
#include "diff/views.h"
#include "load/analysis.h"
#include "model/naming.h"

#include <getopt.h>
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
  { "html", view_diff_html, true },
  { "difffolded", view_diff_folded, true }
};

static const struct
{
  const char *name;
  enum diff_key key;
} diff_keys[] = {
  { "calls", DIFF_BY_CALLS },
  { "self", DIFF_BY_SELF },
  { "total", DIFF_BY_INCLUSIVE },
  { "name", DIFF_BY_NAME }
};

#define DIFF_FORMATS (sizeof diff_formats / sizeof *diff_formats)
#define DIFF_KEYS (sizeof diff_keys / sizeof *diff_keys)

/* The command line.  */
struct diff_command
{
  struct analysis_request requests[DIFF_SIDES];
  const char *profiles[DIFF_SIDES];
  size_t format;		/* Of DIFF_FORMATS.  */
  enum diff_key key;
  size_t top;
  bool all;
  struct terminal terminal;
};

static void
diff_help (void)
{
  fputs ("Usage: cgprof diff [OPTION...] OLD NEW\n"
	 "\n"
	 "Tell what changed from profile OLD to profile NEW, which may be of\n"
	 "two builds of a program: in calls exactly, in time with the error\n"
	 "of sampling.\n"
	 "\n"
	 "      --old-image=FILE  the program of OLD, if it is not what OLD\n"
	 "                       names, or was built anew since\n"
	 "      --new-image=FILE  likewise of NEW\n"
	 "      --format=text|json|html|difffolded\n"
	 "                       difffolded: stacks, for flamegraph.pl\n"
	 "      --sort=calls|self|total|name\n"
	 "                       what changed most in this comes first "
	 "(calls)\n"
	 "      --top=N          at most N lines of each table\n"
	 "  -a, --all            also what did not change\n"
	 "      --no-demangle    names as the assembler has them\n"
	 TERMINAL_HELP
	 "  -h, --help           print this and exit\n", stdout);
}

/* Set *INDEX to that of the word TEXT in a table of COUNT elements of SIZE
   bytes, which begin with their names.  */

static bool
diff_find (size_t *index, const char *text, const char *option,
	   const void *table, size_t count, size_t size)
{
  for (size_t i = 0; i < count; i++)
    {
      const char *name;
      memcpy (&name, (const char *) table + i * size, sizeof name);
      if (strcmp (name, text) == 0)
	{
	  *index = i;
	  return true;
	}
    }
  cmd_misuse ("diff: unknown %s '%s'", option, text);
  return false;
}

/* Act on OPTION.  Returns the exit status, or -1 to go on.  */

static int
diff_apply (struct diff_command *command, int option)
{
  size_t index = 0;
  switch (option)
    {
    case 'O':
      command->requests[DIFF_OLD].image = optarg;
      return -1;
    case 'N':
      command->requests[DIFF_NEW].image = optarg;
      return -1;
    case 'f':
      return diff_find (&command->format, optarg, "format", diff_formats,
			DIFF_FORMATS, sizeof *diff_formats)
	? -1 : 2;
    case 's':
      if (!diff_find (&index, optarg, "sort key", diff_keys, DIFF_KEYS,
		      sizeof *diff_keys))
	return 2;
      command->key = diff_keys[index].key;
      return -1;
    case 't':
      return cmd_number (&command->top, optarg, 0, "number of lines");
    case 'a':
      command->all = true;
      return -1;
    case 'd':
      command->requests[DIFF_OLD].demangle = false;
      command->requests[DIFF_NEW].demangle = false;
      return -1;
    case TERMINAL_COLOR:
    case TERMINAL_NO_PAGER:
    case TERMINAL_FULL_NAMES:
      return terminal_option (&command->terminal, option, optarg) ? -1 : 2;
    case 'h':
      diff_help ();
      return cmd_finish (0);
    default:
      return 2;
    }
}

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
      request->profiles = &command->profiles[side];
      request->profile_count = 1;
      request->names = &names;
      good = analysis_make (&analyses[side], request);
    }
  if (good)
    {
      size_t room = diff_formats[command->format].print == view_diff_text
	? terminal_name_room (&command->terminal) : SIZE_MAX;
      for (int side = 0; room != SIZE_MAX && side < DIFF_SIDES; side++)
	naming_shorten (&analyses[side].model, room);
      struct diff diff;
      struct view_diff view = {
	.diff = &diff, .out = stdout, .top = command->top,
	.names = { command->profiles[0], command->profiles[1] },
	.color = terminal_start (&command->terminal)
      };
      diff_make (&diff, &analyses[DIFF_OLD].model,
		 &analyses[DIFF_NEW].model);
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
  static const struct option options[] = {
    { "old-image", required_argument, NULL, 'O' },
    { "new-image", required_argument, NULL, 'N' },
    { "format", required_argument, NULL, 'f' },
    { "sort", required_argument, NULL, 's' },
    { "top", required_argument, NULL, 't' },
    { "all", no_argument, NULL, 'a' },
    { "no-demangle", no_argument, NULL, 'd' },
    TERMINAL_OPTIONS,
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 }
  };
  struct analysis_request request = {
    .recorded = true, .demangle = true, .lines = true, .unordered = true,
    .frames = FRAMES_PLACES
  };
  struct diff_command command = {
    .requests = { request, request }, .top = SIZE_MAX
  };
  int option;
  while ((option = cmd_option (argc, argv, "ah", options)) != -1)
    {
      int status = diff_apply (&command, option);
      if (status >= 0)
	return status;
    }
  if (argc - optind != 2)
    return cmd_misuse ("diff: two profiles are expected, got %d",
		argc - optind);
  command.profiles[DIFF_OLD] = argv[optind];
  command.profiles[DIFF_NEW] = argv[optind + 1];
  return diff_run (&command);
}
