/* cgprof top: watch a program while it runs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/diag.h"
#include "base/mem.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/process.h"
#include "cmd/run.h"
#include "read/profile-program.h"
#include "top/screen.h"
#include "top/watch.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* The interval, and rows of a table, if nothing else is said.  */
#define TOP_SECONDS 2
#define TOP_ROWS 20

/* How often to look whether a program has begun its profile, in ns.  */
#define TOP_LOOK_NS 5000000

/* The command line.  */
struct top
{
  struct rates_choice choice;
  double seconds;
  size_t intervals;		/* SIZE_MAX: until the program ends.  */
  size_t rows;			/* SIZE_MAX: not said.  */
  bool json;
  bool screen;			/* Neither this nor tables of text.  */

  pid_t child;			/* The program, if we started it; or 0.  */
  bool child_ended;
  int child_status;
};

static void
top_sleep (double seconds)
{
  double whole = floor (seconds);
  struct timespec left = { whole, (seconds - whole) * 1e9 };
  nanosleep (&left, NULL);
}

/* ---- Which profile.  */

/* Start ARGV.  What it prints goes to standard error, as our own output is to
   be read; a screen leaves no room for it.  */

static bool
top_start_program (struct top *top, char **argv)
{
  fflush (stdout);
  top->child = fork ();
  if (top->child < 0)
    return diag_error (argv[0], "cannot run: %s", strerror (errno));
  if (top->child > 0)
    return true;
  int nothing = top->screen ? open ("/dev/null", O_RDWR | O_CLOEXEC) : -1;
  if (nothing >= 0)
    {
      dup2 (nothing, STDIN_FILENO);
      dup2 (nothing, STDERR_FILENO);
    }
  dup2 (STDERR_FILENO, STDOUT_FILENO);
  run_set_environment ("out=" RUN_PROFILE);
  execvp (argv[0], argv);
  diag_error (argv[0], "cannot run: %s", strerror (errno));
  _exit (1);
}

/* Whether the program that we started has ended.  */

static bool
top_has_ended (struct top *top)
{
  if (!top->child_ended
      && waitpid (top->child, &top->child_status, WNOHANG) == top->child)
    top->child_ended = true;
  return top->child_ended;
}

/* Whether the profile FILE has begun: there is a name of the program in it.
   *GOOD is false, after a message, if it cannot be read.  */

static bool
top_has_begun (const char *file, bool *good)
{
  struct profile_list list = { NULL };
  *good = profile_list_add (&list, file);
  bool begun = *good && list.program_count > 0;
  profile_list_free (&list);
  return begun;
}

/* Return the name, to be freed, of the profile of ARGV, which is started;
   NULL, with a message, if it leaves none.  */

static char *
top_run (struct top *top, char **argv)
{
  uint64_t start = run_clock ();
  if (!top_start_program (top, argv))
    return NULL;
  for (;;)
    {
      bool ended = top_has_ended (top);
      char *profile = ended ? run_find_profile (top->child, start)
			    : process_find_profile (top->child);
      bool good = true;
      if (profile && (ended || top_has_begun (profile, &good)))
	return profile;
      free (profile);
      if (!good)
	return NULL;
      if (ended)
	{
	  diag_error (argv[0], RUN_NO_PROFILE);
	  return NULL;
	}
      top_sleep (TOP_LOOK_NS / 1e9);
    }
}

/* Return the name, to be freed, of the profile that OPERANDS mean; NULL after
   a message.  */

static char *
top_find_profile (struct top *top, char **operands)
{
  const char *first = operands[0];
  if (!first)
    first = analysis_default_profile (false);
  if (!first)
    return NULL;
  pid_t pid = process_parse (first);
  if (pid > 0)
    {
      char *profile = process_find_profile (pid);
      if (!profile)
	process_complain (first);
      return profile;
    }
  if (!operands[0] || process_is_profile (first))
    return strdup (first);
  return top_run (top, operands);
}

/* ---- Watching.  */

static bool
top_watch (struct top *top, struct watch *watch)
{
  for (size_t i = 0; i < top->intervals; i++)
    {
      /* What has ended before it is read does not go on.  */
      bool ended = top->child > 0 ? top_has_ended (top) : !watch->running;
      if (!ended)
	top_sleep (top->seconds);
      if (!watch_next (watch))
	return false;
      if (top->json)
	watch_print_json (stdout, watch, &top->choice, top->rows);
      else
	watch_print_text (stdout, watch, &top->choice,
			  top->rows == SIZE_MAX ? TOP_ROWS : top->rows);
      if (cmd_finish (0) != 0)
	return false;
      if (ended)
	break;
    }
  return true;
}

/* Set the interval, which is ROW's object.  */

static int
top_set_seconds (struct options *options, const struct options_row *row,
		 const char *text)
{
  (void) options;
  char *end;
  double seconds = strtod (text, &end);
  if (end == text || *end || !(seconds >= 0.01 && seconds <= 86400))
    return cmd_misuse ("'%s' is no number of seconds from 0.01 to 86400",
		       text);
  *(double *) row->object = seconds;
  return OPTIONS_GO_ON;
}

int
cmd_top (int argc, char **argv)
{
  struct top top = {
    .choice = { .caller = MODEL_NONE, .callee = MODEL_NONE },
    .seconds = TOP_SECONDS, .intervals = SIZE_MAX, .rows = SIZE_MAX
  };
  bool batch = false;
  unsigned view = RATES_FUNCTIONS;
  unsigned key = RATES_CALLS;
  const struct options_row rows[] = {
    { .name = "delay", .letter = 'd', .shown = "SECONDS",
      .act = top_set_seconds, .object = &top.seconds,
      .help = "how long an interval is (2)" },
    { .name = "intervals", .letter = 'n', .shown = "N",
      .number = &top.intervals, .least = 1, .what = "number of intervals",
      .help = "end after N, or with the program" },
    { .name = "batch", .letter = 'b', .set = &batch,
      .help = "print a table of each interval, as plain text" },
    { .name = "json", .set = &top.json,
      .help = "print a line of JSON for each interval" },
    { .name = "view", .words = OPTIONS_WORDS (rates_view_names),
      .choice = &view, .what = "view", .help = "what has a row" },
    { .name = "sort", .words = OPTIONS_WORDS (rates_key_names),
      .choice = &key, .what = "sort key",
      .help = "what most of comes first (calls)" },
    { .name = "filter", .shown = "TEXT", .text = &top.choice.filter,
      .help = "only rows with TEXT in their names" },
    { .name = "top", .shown = "N", .number = &top.rows, .least = 1,
      .what = "number of rows",
      .help = "at most N rows (text: 20, JSON: all)" }
  };
  struct options options = {
    .usage
    = "Usage: cgprof top [OPTION...] [PID | PROFILE | [--] PROGRAM\n"
      "                  [ARGUMENT...]]\n"
      "\n"
      "Show what a profiled program does while it runs: calls and time of\n"
      "each interval.  Only its profile is read; the program is not\n"
      "touched.  PROGRAM is started, and prints to standard error, or\n"
      "nowhere if a screen is shown: on a terminal, without --batch and\n"
      "--json.\n"
      "Without operands: cgprof.out.\n"
      "\n",
    .in_order = true,
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  top.choice.view = view;
  top.choice.key = key;
  top.screen = !batch && !top.json && isatty (STDIN_FILENO)
    && isatty (STDOUT_FILENO);
  char *profile = top_find_profile (&top, options.operands);
  struct watch watch = { 0 };
  bool good = profile && watch_start (&watch, profile, top.child == 0)
    && (top.screen ? screen_show (&watch, &top.choice, top.seconds,
				  top.intervals)
	: top_watch (&top, &watch));
  watch_free (&watch);
  free (profile);
  return cmd_finish (good ? 0 : 1);
}
