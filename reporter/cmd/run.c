/* cgprof run: run a program, then report.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "base/mem.h"
#include "cmd/cmd.h"
#include "cmd/installed.h"
#include "cmd/options.h"
#include "load/analysis.h"
#include "read/profile-header.h"
#include "text/view.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* What a shell says of a program it cannot run, and cannot find.  */
#define RUN_NOT_EXECUTABLE 126
#define RUN_NOT_FOUND 127

/* What the runtime is told to write, in the directory of the run.  */
#define RUN_PROFILE "cgprof.out"

/* Make the program's environment: the profile goes to RUN_PROFILE, and the
   runtime is this installation's unless the user chose one.  */

static void
run_set_environment (void)
{
  const char *old = getenv ("CGPROF_OPTIONS");
  size_t size = (old ? strlen (old) : 0) + sizeof ":out=" RUN_PROFILE;
  char *options = mem_alloc (size, 1);
  snprintf (options, size, "%s%sout=%s", old ? old : "",
	    old && *old ? ":" : "", RUN_PROFILE);
  setenv ("CGPROF_OPTIONS", options, 1);
  free (options);

  char *runtime = installed_find (INSTALLED_RUNTIME);
  if (access (runtime, R_OK) == 0)
    setenv ("CGPROF_RUNTIME", runtime, 0);
  free (runtime);
}

/* Run ARGV.  Returns the status a shell would give; *RAN is its process, or
   -1 if it could not be started.  */

static int
run_program (char **argv, pid_t *ran)
{
  int error_pipe[2];
  if (pipe2 (error_pipe, O_CLOEXEC) != 0)
    {
      diag_error (argv[0], "cannot run: %s", strerror (errno));
      return 1;
    }
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      run_set_environment ();
      execvp (argv[0], argv);
      int error = errno;
      diag_error (argv[0], "cannot run: %s", strerror (error));

      /* Nobody reads it if the parent is gone.  */
      if (write (error_pipe[1], "", 1) < 0)
	_exit (1);
      _exit (error == ENOENT ? RUN_NOT_FOUND : RUN_NOT_EXECUTABLE);
    }
  if (child < 0)
    diag_error (argv[0], "cannot run: %s", strerror (errno));

  /* What the terminal's user interrupts is the program; the report is
     still wanted.  */
  struct sigaction ignore = { .sa_handler = SIG_IGN };
  struct sigaction interrupt;
  struct sigaction quit;
  sigaction (SIGINT, &ignore, &interrupt);
  sigaction (SIGQUIT, &ignore, &quit);
  close (error_pipe[1]);
  char byte;
  *ran = child > 0 && read (error_pipe[0], &byte, 1) == 0 ? child : -1;
  close (error_pipe[0]);
  int status = 1 << 8;
  while (child > 0 && waitpid (child, &status, 0) < 0 && errno == EINTR)
    continue;
  sigaction (SIGINT, &interrupt, NULL);
  sigaction (SIGQUIT, &quit, NULL);
  return WIFEXITED (status) ? WEXITSTATUS (status)
			    : 128 + WTERMSIG (status);
}

/* Whether there is a profile NAME that was begun at START, in nanoseconds, or
   later.  What is none is told.  */

static bool
run_left_profile (const char *name, uint64_t start)
{
  struct bytes head;
  struct cgprof_header header;
  if (access (name, R_OK) != 0
      || !bytes_read (&head, name, sizeof header))
    return false;
  bool swap;
  bool good = profile_header_check (&head, name, &header, &swap);
  bytes_free (&head);
  return good && header.start_time >= start;
}

int
cmd_run (int argc, char **argv)
{
  bool brief = false;
  const struct options_row rows[] = {
    { .name = "brief", .letter = 'b', .set = &brief,
      .help = "no explanations" }
  };
  struct options options = {
    .usage
    = "Usage: cgprof run [OPTION...] [--] PROGRAM [ARGUMENT...]\n"
      "\n"
      "Run PROGRAM, which was compiled with cgprof's flag, then report.\n"
      "It leaves cgprof.out and gmon.out as it would without cgprof run.\n"
      "The exit status is PROGRAM's, 128 + N if signal N ended it; 1 if\n"
      "that was 0 and there is no report.\n"
      "\n",
    .in_order = true,
    OPTIONS_ROWS (rows)
  };
  int usage = options_parse (&options, argc, argv);
  if (usage != OPTIONS_GO_ON)
    return usage;
  if (options.operand_count == 0)
    return cmd_misuse ("run: no program given");

  struct timespec now;
  clock_gettime (CLOCK_REALTIME, &now);
  pid_t ran = -1;
  int status = run_program (options.operands, &ran);
  if (ran < 0)
    return status;

  /* A live process may have the name: the program appends its number.  */
  uint64_t start = now.tv_sec * UINT64_C (1000000000) + now.tv_nsec;
  char beside[sizeof RUN_PROFILE + 24];
  snprintf (beside, sizeof beside, "%s.%jd", RUN_PROFILE, (intmax_t) ran);
  const char *profile
    = run_left_profile (RUN_PROFILE, start) ? RUN_PROFILE : beside;
  if (profile == beside && !run_left_profile (beside, start))
    {
      diag_error (options.operands[0], "left no profile; compile it with "
		  "$(cgprof --cflags)");
      return status ? status : 1;
    }

  /* The program may have been started by a script: what was profiled is
     what the profile names.  */
  const char *const profiles[] = { profile };
  struct analysis_request request = {
    .profiles = profiles, .profile_count = 1, .recorded = true,
    .demangle = true
  };
  struct analysis analysis;
  bool reported = analysis_make (&analysis, &request);
  if (reported)
    {
      struct view view;
      view_start (&view, &analysis.results, &analysis.order, stdout);
      view.texts = brief ? NULL : &view_own_texts;
      view_flat (&view);
      view_graph (&view);
      view_index (&view);
      view_free (&view);
    }
  analysis_free (&analysis);
  int finished = cmd_finish (reported ? 0 : 1);
  return status ? status : finished;
}
