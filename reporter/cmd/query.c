/* cgprof query: short questions, answered for programs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "load/analysis.h"
#include "query/query.h"

#include <stdio.h>

/* Rows of a list, if nothing else is said.  */
#define QUERY_ROWS 10

/* Take the first operand of OPTIONS, or NULL.  */

static const char *
query_take_operand (struct options *options)
{
  if (options->operand_count == 0)
    return NULL;
  options->operand_count--;
  return *options->operands++;
}

int
cmd_query (int argc, char **argv)
{
  struct analysis_request request = {
    .demangle = true, .lines = true, .frames = FRAMES_INLINES,
    .unordered = true
  };
  size_t rows_shown = QUERY_ROWS;
  const struct options_row rows[] = {
    { .name = "top", .shown = "N", .number = &rows_shown, .least = 1,
      .what = "number of rows",
      .help = "at most N rows of each list (10), and never more than 1000" },
    OPTIONS_PROCESS (request),
    OPTIONS_RANGE (request),
    OPTIONS_RANGE_TO (request),
    OPTIONS_NO_DEMANGLE (request)
  };
  struct options options = {
    .usage
    = "Usage: cgprof query [OPTION...] QUESTION [IMAGE [PROFILE...]]\n"
      "\n"
      "Answer a question about a profile with one short JSON object.\n"
      "\n"
      "Questions:\n"
      "  'callers of F'           what called the function F, and how often\n"
      "  'callees of F'           what it called\n"
      "  'hottest [N] [under F]'  where time was spent; while F was running\n"
      "  'why is F slow'          what its time is, and who causes it\n"
      "\n",
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  const char *text = query_take_operand (&options);
  if (!text)
    return cmd_misuse ("query: a question is missing, expected %s",
		       query_grammar);
  struct query query;
  if (!query_parse (&query, text))
    status = cmd_misuse ("query: '%s' is not understood, expected %s", text,
			 query_grammar);
  else
    {
      options_take_files (&options, &request);
      struct analysis analysis;
      struct query_answer answer = { 0 };
      status = 1;
      if (analysis_make (&analysis, &request)
	  && query_make (&answer, &query, &analysis.results,
			 rows_shown < QUERY_ROWS_MAX ? rows_shown
			 : QUERY_ROWS_MAX))
	{
	  query_print_json (stdout, &answer);
	  status = cmd_finish (0);
	}
      query_answer_free (&answer);
      analysis_free (&analysis);
    }
  query_free (&query);
  return status;
}
