/* cgprof merge: several profiles in one file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/cmd.h"
#include "cmd/options.h"
#include "load/analysis.h"
#include "read/profile-header.h"
#include "write/gmon-sum.h"
#include "write/merge.h"

#include <stdint.h>
#include <stdio.h>

int
cmd_merge (int argc, char **argv)
{
  const char *image = NULL;
  const char *output = NULL;
  const struct options_row rows[] = {
    { .name = "output", .letter = 'o', .shown = "FILE", .text = &output,
      .help = "where to; may be one of the profiles" },
    { .name = "image", .shown = "FILE", .text = &image,
      .help = "the same as IMAGE" }
  };
  struct options options = {
    .usage
    = "Usage: cgprof merge --output=FILE [OPTION...] [IMAGE] PROFILE...\n"
      "\n"
      "Put several cgprof.out into one, or add up several gmon.out, which\n"
      "needs the program: IMAGE (default a.out).\n"
      "\n",
    .profiles = SIZE_MAX,
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  struct analysis_request request = { .image = "a.out" };
  options_take_files (&options, &request);
  const char *const *profiles = request.profiles;
  size_t count = request.profile_count;
  if (!output || count == 0)
    return cmd_misuse ("merge: %s", output ? "no profile is given"
		: "--output=FILE is missing");
  bool gmon;
  if (!profile_header_detect (profiles, count, &gmon))
    return 1;
  bool good = gmon
    ? gmon_sum_files (image ? image : request.image, profiles, count, false,
		      GMON_AUTO, output)
    : merge_profiles (profiles, count, MERGE_ONE_BUILD, output);
  return good ? 0 : 1;
}
