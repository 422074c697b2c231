/* cgprof check: whether a program keeps to its budget.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/diag.h"
#include "check/budget.h"
#include "check/views.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "load/analysis.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

/* The exit status if there is no answer, as 1 means a broken budget.  */
#define CHECK_TROUBLE 2

static const struct
{
  const char *name;
  void (*print) (const struct view_check *);
} check_formats[] = {
  { "text", view_check_text },
  { "markdown", view_check_markdown },
  { "junit", view_check_junit }
};

/* The command line.  */
struct check_command
{
  struct analysis_request request;
  const char *budget;
  const char *baseline;		/* NULL: what the budget says.  */
  const char *output;		/* NULL: standard output.  */
  unsigned format;		/* Of check_formats.  */
  bool update;
  bool verbose;
};

static int
check_update (const struct budget *budget, const char *file,
	      const struct results *results)
{
  struct budget_results found;
  size_t count;
  budget_check (&found, budget, NULL, results);
  const char **facts = budget_list_facts (&found, budget, &count);
  struct cmd_output output;
  bool good = cmd_open_output (&output, file, CMD_COMPRESS_NOT);
  if (good)
    {
      view_check_baseline (output.out, facts, count);
      good = cmd_close_output (&output, true) == 0;
    }
  if (good)
    printf ("%s: %zu fact%s\n", file, count, count == 1 ? "" : "s");
  free (facts);
  budget_results_free (&found);
  return cmd_finish (good ? 0 : CHECK_TROUBLE);
}

/* Hold RESULTS to BUDGET, print what comes of it, and return the exit
   status.  */

static int
check_hold (const struct check_command *command, const struct budget *budget,
	    const struct budget *baseline, const struct results *results)
{
  struct budget_results found;
  budget_check (&found, budget, baseline, results);
  int status = found.broken > 0 ? 1 : 0;
  struct view_check view = {
    .budget = budget, .found = &found, .model = results->model,
    .out = stdout, .verbose = command->verbose
  };
  struct cmd_output output;
  bool good = true;
  if (command->output)
    {
      view_check_text (&view);
      good = cmd_open_output (&output, command->output, CMD_COMPRESS_BY_NAME);
      view.out = output.out;
    }
  if (good)
    check_formats[command->format].print (&view);
  if (good && command->output)
    good = cmd_close_output (&output, true) == 0;
  budget_results_free (&found);
  return cmd_finish (0) == 0 && good ? status : CHECK_TROUBLE;
}

static int
check_run (const struct check_command *command)
{
  struct budget budget;
  struct budget baseline = { 0 };
  struct analysis analysis = { 0 };
  int status = CHECK_TROUBLE;
  bool good = budget_read (&budget, command->budget, false);
  const char *file = command->baseline ? command->baseline
				       : budget.baseline;
  if (good && budget.needs_baseline && !command->update)
    {
      if (access (file, F_OK) != 0)
	good = diag_error (file, "there is no baseline yet; write one with "
			   "--update");
      else
	good = budget_read (&baseline, file, true);
    }
  if (good && analysis_make (&analysis, &command->request))
    status = command->update
      ? check_update (&budget, file, &analysis.results)
      : check_hold (command, &budget, &baseline, &analysis.results);
  analysis_free (&analysis);
  budget_free (&baseline);
  budget_free (&budget);
  return status;
}

int
cmd_check (int argc, char **argv)
{
  struct check_command command = {
    .request = { .demangle = true, .unordered = true }
  };
  const struct options_row rows[] = {
    { .name = "budget", .shown = "FILE", .text = &command.budget,
      .help = "the budget" },
    { .name = "baseline", .shown = "FILE", .text = &command.baseline,
      .help = "what it compares with (BUDGET.baseline)" },
    { .name = "update", .set = &command.update,
      .help = "write the baseline from the profile" },
    { .name = "format", .words = OPTIONS_WORDS (check_formats),
      .choice = &command.format, .what = "format", .help = "the form" },
    { .name = "output", .letter = 'o', .shown = "FILE",
      .text = &command.output,
      .help = "write the form to FILE, and text to standard\noutput" },
    { .name = "verbose", .letter = 'v', .set = &command.verbose,
      .help = "also what is met" },
    OPTIONS_PROCESS (command.request),
    OPTIONS_RANGE (command.request),
    OPTIONS_RANGE_TO (command.request),
    OPTIONS_NO_DEMANGLE (command.request)
  };
  struct options options = {
    .usage
    = "Usage: cgprof check --budget=FILE [OPTION...] [IMAGE [PROFILE...]]\n"
      "\n"
      "Tell whether the program keeps to its budget of calls, for instance\n"
      "\n"
      "    calls parse_token <= 1.02x baseline\n"
      "    calls memcpy from f <= 10000\n"
      "    no new arc malloc <- hot_loop\n"
      "    self parse <= 30%\n"
      "\n"
      "The exit status is 0 if all budgets are met, 1 if one is broken,\n"
      "2 if that could not be told.  Shares of time only warn.\n"
      "\n",
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  if (!command.budget)
    return cmd_misuse ("check: --budget=FILE is missing");
  options_take_files (&options, &command.request);
  return check_run (&command);
}
