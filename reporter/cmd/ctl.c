/* cgprof ctl: start and stop the counts of running programs, and more.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/diag.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "cmd/process.h"
#include "steer/snapshot.h"
#include "steer/status.h"
#include "steer/steer.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum ctl_request
{
  CTL_START = STEER_START,
  CTL_STOP = STEER_STOP,
  CTL_RESET = STEER_RESET,
  CTL_MARK,
  CTL_DUMP,
  CTL_STATUS,
  CTL_REQUESTS
};

static const struct
{
  const char *name;
  const char *operand;		/* What must follow it, or NULL.  */
  bool writes;			/* It changes the profile.  */
} ctl_requests[CTL_REQUESTS] = {
  [CTL_START] = { "start", NULL, true },
  [CTL_STOP] = { "stop", NULL, true },
  [CTL_RESET] = { "reset", NULL, true },
  [CTL_MARK] = { "mark", "NAME", true },
  [CTL_DUMP] = { "dump", "FILE", false },
  [CTL_STATUS] = { "status", NULL, false }
};

/* Write a copy of LIVE to FILE.  */

static bool
ctl_dump (const struct live *live, const char *file)
{
  struct stat profile, other;
  if (stat (live->file, &profile) == 0 && stat (file, &other) == 0
      && profile.st_dev == other.st_dev && profile.st_ino == other.st_ino)
    return diag_error (file, "is the profile itself, expected a file for a "
		       "copy of it");
  struct cmd_output output;
  return cmd_open_output (&output, file, CMD_COMPRESS_NOT)
    && cmd_close_output (&output, snapshot_write (live, output.out)) == 0;
}

static bool
ctl_act (struct live *live, pid_t pid, enum ctl_request request,
	 const char *operand, bool json)
{
  switch (request)
    {
    case CTL_MARK:
      return steer_mark (live, pid, operand);
    case CTL_DUMP:
      return ctl_dump (live, operand);
    case CTL_STATUS:
      return steer_print_status (stdout, live, pid, json);
    default:
      return steer_change (live, pid, (enum steer_request) request);
    }
}

int
cmd_ctl (int argc, char **argv)
{
  bool json = false;
  const struct options_row rows[] = {
    { .name = "json", .set = &json, .help = "status as JSON" }
  };
  struct options options = {
    .usage
    = "Usage: cgprof ctl PID|PROFILE start|stop|reset|status\n"
      "       cgprof ctl PID|PROFILE mark NAME\n"
      "       cgprof ctl PID|PROFILE dump FILE\n"
      "\n"
      "Start or stop the counts and samples of a running program, forget "
      "what\n"
      "there is so far (reset), mark a moment, write a copy of the profile, "
      "or\n"
      "show what is counting.  Only the profile is changed; the program is "
      "not\n"
      "touched.  PID stands for that process and what it has forked, PROFILE\n"
      "for all processes that count in it.\n"
      "\n",
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  if (options.operand_count < 2)
    return cmd_misuse ("ctl: %s is missing", options.operand_count == 0
		       ? "a process or its profile" : "a request");
  const char *word = options.operands[1];
  unsigned request = 0;
  while (request < CTL_REQUESTS
	 && strcmp (ctl_requests[request].name, word) != 0)
    request++;
  if (request == CTL_REQUESTS)
    return cmd_misuse ("ctl: '%s' is no request, expected start, stop, reset, "
		       "mark, dump or status", word);
  const char *operand = ctl_requests[request].operand;
  size_t wanted = operand ? 3 : 2;
  if (options.operand_count < wanted)
    return cmd_misuse ("ctl: %s without %s", word, operand);
  if (options.operand_count > wanted)
    return cmd_misuse ("ctl: '%s' is too much", options.operands[wanted]);

  pid_t pid = process_parse (options.operands[0]);
  char *profile = pid > 0 ? process_find_profile (pid)
			  : strdup (options.operands[0]);
  struct live live = { .fd = -1 };
  if (!profile)
    process_complain (options.operands[0]);
  bool good = profile && (pid == 0 || process_has_own_numbers (pid))
    && live_open (&live, profile, ctl_requests[request].writes)
    && ctl_act (&live, pid, request, options.operands[2], json);
  live_close (&live);
  free (profile);
  return cmd_finish (good ? 0 : 1);
}
