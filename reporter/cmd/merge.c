/* cgprof merge: several profiles in one file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/cmd.h"
#include "read/profile-header.h"
#include "write/gmon-write.h"
#include "write/merge.h"

#include <getopt.h>
#include <stdio.h>

static void
merge_help (void)
{
  fputs ("Usage: cgprof merge --output=FILE [OPTION...] PROFILE...\n"
	 "\n"
	 "Put several cgprof.out into one, or add up several gmon.out.\n"
	 "\n"
	 "  -o, --output=FILE    where to; may be one of the profiles\n"
	 "      --image=FILE     gmon.out: the program (a.out)\n"
	 "  -h, --help           print this and exit\n", stdout);
}

int
cmd_merge (int argc, char **argv)
{
  static const struct option options[] = {
    { "output", required_argument, NULL, 'o' },
    { "image", required_argument, NULL, 'i' },
    { "help", no_argument, NULL, 'h' },
    { NULL, 0, NULL, 0 }
  };
  const char *image = "a.out";
  const char *output = NULL;
  int option;
  while ((option = cmd_option (argc, argv, "o:h", options)) != -1)
    switch (option)
      {
      case 'o':
	output = optarg;
	break;
      case 'i':
	image = optarg;
	break;
      case 'h':
	merge_help ();
	return cmd_finish (0);
      default:
	return 2;
      }
  const char *const *profiles = (const char *const *) argv + optind;
  size_t count = argc - optind;
  if (!output || count == 0)
    return cmd_misuse ("merge: %s", output ? "no profile is given"
		: "--output=FILE is missing");
  bool gmon;
  if (!profile_header_detect (profiles, count, &gmon))
    return 1;
  bool good = gmon
    ? sum_files (image, profiles, count, false, GMON_AUTO, output)
    : merge_profiles (profiles, count, output);
  return good ? 0 : 1;
}
