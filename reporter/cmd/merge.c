/* cgprof merge: several profiles in one file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "load/analysis.h"
#include "write/merge.h"

#include <cgprof/format.h>
#include <stdio.h>
#include <string.h>

/* Set *GMON to whether FILE is no cgprof.out.  */

static bool
merge_look (const char *file, bool *gmon)
{
  struct bytes head;
  if (!bytes_read (&head, file, 8))
    return false;
  *gmon = head.size == 0
    || memcmp (head.data, CGPROF_MAGIC, head.size) != 0;
  bytes_free (&head);
  return true;
}

/* Write the sum of the request's gmon.out files to OUTPUT.  */

static bool
merge_gmon (struct analysis_request *request, const char *output)
{
  struct analysis analysis;
  struct sum sum = { 0 };
  request->sum = &sum;
  bool good = analysis_make (&analysis, request)
    && sum_write (&sum, &analysis.gmon, GMON_AUTO, output);
  analysis_free (&analysis);
  sum_free (&sum);
  return good;
}

int
cmd_merge (int argc, char **argv)
{
  struct analysis_request request = { 0 };
  const char *output = NULL;
  const struct options_row rows[] = {
    { .name = "output", .letter = 'o', .shown = "FILE", .text = &output,
      .help = "where to; may be one of the profiles" },
    { .name = "image", .shown = "FILE", .text = &request.image,
      .help = "gmon.out: the program (a.out)" }
  };
  struct options options = {
    .usage
    = "Usage: cgprof merge --output=FILE [OPTION...] PROFILE...\n"
      "\n"
      "Put several cgprof.out into one, or add up several gmon.out.\n"
      "\n",
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  request.profiles = (const char *const *) options.operands;
  request.profile_count = options.operand_count;
  if (!output || request.profile_count == 0)
    return cmd_misuse ("merge: %s", output ? "no profile is given"
		: "--output=FILE is missing");
  bool first = false;
  for (size_t i = 0; i < request.profile_count; i++)
    {
      bool gmon;
      if (!merge_look (request.profiles[i], &gmon))
	return 1;
      if (i == 0)
	first = gmon;
      if (gmon != first)
	{
	  diag_error (request.profiles[i], "is %s cgprof.out, unlike %s; they "
		      "cannot be one file", gmon ? "no" : "a",
		      request.profiles[0]);
	  return 1;
	}
    }
  bool good = first ? merge_gmon (&request, output)
		    : merge_profiles (request.profiles,
				      request.profile_count, output);
  return good ? 0 : 1;
}
