/* cgprof run: run a program, then report.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/bytes.h"
#include "base/diag.h"
#include "base/mem.h"
#include "base/path.h"
#include "cmd/cmd.h"
#include "cmd/executed.h"
#include "cmd/installed.h"
#include "cmd/killed.h"
#include "cmd/options.h"
#include "cmd/run.h"
#include "cmd/whole-run.h"
#include "read/profile-header.h"
#include "read/profile-program.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
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

void
run_set_environment (const char *more)
{
  const char *old = getenv ("CGPROF_OPTIONS");
  char *options;
  if (asprintf (&options, "%s%s%s", old ? old : "", old && *old ? ":" : "",
		more) < 0)
    mem_failed ();
  setenv ("CGPROF_OPTIONS", options, 1);
  free (options);

  char *runtime = installed_find (INSTALLED_RUNTIME);
  if (access (runtime, R_OK) == 0)
    setenv ("CGPROF_RUNTIME", runtime, 0);
  free (runtime);
}

/* What is watched while a program runs.  */
struct run_watch
{
  struct executed executed;
  int refused;			/* Why the kernel would not have it, an errno;
				   or 0.  */
};

/* The process that is waited for, and what passes signals on to it.  */

static volatile pid_t run_waited;

static void
run_pass_on (int signal)
{
  int error = errno;
  kill (run_waited, signal);
  errno = error;
}

/* The signals with which a user or a time limit ends the program: both go to
   cgprof alone where a terminal's would go to the program, too.  */
static const int run_endings[] = { SIGTERM, SIGHUP };
#define RUN_ENDINGS (sizeof run_endings / sizeof *run_endings)

/* What is changed of signals while a program runs, as it was before.  */
struct run_signals
{
  struct sigaction interrupt, quit, endings[RUN_ENDINGS];
};

/* What the terminal's user interrupts is CHILD, and what ends us is passed on
   to it: the report is still wanted.  */

static void
run_take_signals (struct run_signals *before, pid_t child)
{
  struct sigaction ignore = { .sa_handler = SIG_IGN };
  struct sigaction pass = { .sa_handler = run_pass_on,
			    .sa_flags = SA_RESTART };
  sigaction (SIGINT, &ignore, &before->interrupt);
  sigaction (SIGQUIT, &ignore, &before->quit);
  run_waited = child;
  for (size_t i = 0; i < RUN_ENDINGS; i++)
    {
      sigaction (run_endings[i], NULL, &before->endings[i]);
      /* With nohup CHILD ignores it, too.  */
      if (before->endings[i].sa_handler != SIG_IGN)
	sigaction (run_endings[i], &pass, NULL);
    }
}

static void
run_give_signals_back (const struct run_signals *before)
{
  sigaction (SIGINT, &before->interrupt, NULL);
  sigaction (SIGQUIT, &before->quit, NULL);
  for (size_t i = 0; i < RUN_ENDINGS; i++)
    sigaction (run_endings[i], &before->endings[i], NULL);
}

/* Run ARGV with MORE options of the runtime, and WATCH what it executes unless
   that is NULL.  Returns the status a shell would give; *RAN is its process,
   -1 if it could not be started, and what killed it.  */

static int
run_program (char **argv, const char *more, struct run_watch *watch,
	     struct killed *ran)
{
  int error_pipe[2], start_pipe[2];
  *ran = (struct killed) { .pid = -1 };
  if (pipe2 (error_pipe, O_CLOEXEC) != 0
      || pipe2 (start_pipe, O_CLOEXEC) != 0)
    {
      diag_error (argv[0], "cannot run: %s", strerror (errno));
      return 1;
    }
  fflush (stdout);
  /* Until they can be passed on.  */
  sigset_t endings, mask;
  sigemptyset (&endings);
  for (size_t i = 0; i < RUN_ENDINGS; i++)
    sigaddset (&endings, run_endings[i]);
  sigprocmask (SIG_BLOCK, &endings, &mask);
  pid_t child = fork ();
  char byte;
  if (child == 0)
    {
      sigprocmask (SIG_SETMASK, &mask, NULL);
      /* Until it is being watched.  */
      close (start_pipe[1]);
      if (read (start_pipe[0], &byte, 1) < 0)
	_exit (1);
      run_set_environment (more);
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

  struct run_signals before;
  if (child > 0)
    run_take_signals (&before, child);
  sigprocmask (SIG_SETMASK, &mask, NULL);
  close (error_pipe[1]);
  close (start_pipe[0]);
  if (child > 0 && watch)
    watch->refused = executed_start (&watch->executed, child) ? 0 : errno;
  close (start_pipe[1]);
  if (child > 0 && read (error_pipe[0], &byte, 1) == 0)
    ran->pid = child;
  close (error_pipe[0]);
  int status = 1 << 8;
  if (ran->pid > 0 && watch && !watch->refused)
    executed_wait (&watch->executed, child);
  if (child > 0)
    {
      /* Its number is nobody else's as long as signals are passed on to
	 it.  */
      siginfo_t info;
      while (waitid (P_PID, child, &info, WEXITED | WNOWAIT) < 0
	     && errno == EINTR)
	continue;
      run_give_signals_back (&before);
      while (waitpid (child, &status, 0) < 0 && errno == EINTR)
	continue;
    }
  if (WIFSIGNALED (status))
    ran->signal = WTERMSIG (status);
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

char *
run_find_profile (pid_t ran, uint64_t start)
{
  char *profile;
  if (asprintf (&profile, "%s.%jd", RUN_PROFILE, (intmax_t) ran) < 0)
    mem_failed ();
  if (run_left_profile (RUN_PROFILE, start))
    strcpy (profile, RUN_PROFILE);
  else if (!run_left_profile (profile, start))
    {
      free (profile);
      return NULL;
    }
  return profile;
}

uint64_t
run_clock (void)
{
  struct timespec now;
  clock_gettime (CLOCK_REALTIME, &now);
  return now.tv_sec * UINT64_C (1000000000) + now.tv_nsec;
}

/* Report on PROFILE, BRIEF or not.  Returns the exit status.  */

static int
run_report (const char *profile, bool brief)
{
  /* The program may have been started by a script: what was profiled is what
     the profile names.  */
  const char *arguments[6] = { "report", "--no-pager" };
  int count = 2;
  if (brief)
    arguments[count++] = "--brief";
  arguments[count++] = "--";
  arguments[count++] = profile;
  return cmd_report (count, (char **) arguments);
}

/* Run ARGV and report; returns the exit status.  */

static int
run_one (char **argv, bool brief)
{
  uint64_t start = run_clock ();
  struct killed ran;
  int status = run_program (argv, "out=" RUN_PROFILE, NULL, &ran);
  if (ran.pid < 0)
    return status;
  char *profile = run_find_profile (ran.pid, start);
  if (!profile)
    {
      diag_error (argv[0], RUN_NO_PROFILE);
      return status ? status : 1;
    }
  killed_note (&ran, profile);
  int reported = run_report (profile, brief);
  free (profile);
  return status ? status : reported;
}

/* Whether PATH's last part is NAME, as far as the kernel keeps it.  */

static bool
run_is_called (const char *path, const char *name)
{
  return path && strncmp (path_base (path), name, EXECUTED_NAME - 1) == 0;
}

/* Whether LIST has a profile of PROGRAM's process and of its name, which may
   be that of a link to it.  */

static bool
run_is_profiled (const struct profile_list *list,
		 const struct executed_program *program)
{
  for (size_t i = 0; i < list->count; i++)
    {
      const struct profile_listed *listed = &list->profiles[i];
      if (profile_listed_has (listed, program->pid)
	  && listed->program != MAP_NONE
	  && (run_is_called (list->programs[listed->program].path,
			     program->name)
	      || run_is_called (listed->called, program->name)))
	return true;
    }
  return false;
}

/* A program, and how often it was executed.  */
struct run_unprofiled
{
  const char *name;
  uint64_t count;
};

/* The most frequent first.  */

static int
run_compare (const void *x, const void *y)
{
  const struct run_unprofiled *a = x, *b = y;
  if (a->count != b->count)
    return a->count > b->count ? -1 : 1;
  return strcmp (a->name, b->name);
}

/* Print which of the EXECUTED programs LIST, of the profiles in OUTPUT, does
   not have, and how often they were.  */

static void
run_print_unlisted (const struct executed *executed,
		    const struct profile_list *list, const char *output)
{
  struct dict numbers = { 0 };
  struct run_unprofiled *rows = mem_alloc (executed->program_count,
					   sizeof *rows);
  size_t count = 0;
  for (size_t i = 0; i < executed->program_count; i++)
    if (!run_is_profiled (list, &executed->programs[i]))
      {
	const char *name = executed->programs[i].name;
	uint32_t *row = dict_place (&numbers, name);
	if (*row == MAP_NONE)
	  {
	    *row = count;
	    rows[count++].name = name;
	  }
	rows[*row].count++;
      }
  if (count > 0 || executed->lost)
    printf ("\n\f\nPrograms that ran without a profile in %s\n\n"
	    "    runs  program\n", output);
  qsort (rows, count, sizeof *rows, run_compare);
  for (size_t i = 0; i < count; i++)
    printf ("%8" PRIu64 "  %s\n", rows[i].count, rows[i].name);
  if (executed->lost)
    puts ("and others: there were too many at once to be told all.");
  free (rows);
  dict_free (&numbers);
}

/* Print which programs were executed while WATCH was kept, and how often, of
   which OUTPUT has no profile; or why that cannot be told, which takes nothing
   from the report.  */

static void
run_print_unprofiled (const struct run_watch *watch, const char *output)
{
  struct profile_list list = { NULL };
  if (watch->refused)
    diag_error (NULL, "the kernel refuses perf events, so it cannot be "
		"told what ran without a profile: %s",
		strerror (watch->refused));
  else if (profile_list_add (&list, output))
    run_print_unlisted (&watch->executed, &list, output);
  profile_list_free (&list);
}

/* Run ARGV, put the profiles of all processes that this starts into OUTPUT,
   and report on them; returns the exit status.  */

static int
run_whole (char **argv, const char *output, bool brief)
{
  struct whole_run run;
  struct run_watch watch = { .refused = 0 };
  struct killed ran = { .pid = -1 };
  int status = 1, reported = 1;
  bool good = false;
  if (whole_run_start (&run, output))
    {
      char *more;
      if (asprintf (&more, "gmon=no:out=%s", run.pattern) < 0)
	mem_failed ();
      status = run_program (argv, more, &watch, &ran);
      free (more);
      good = ran.pid >= 0 && whole_run_gather (&run, &ran);
    }
  /* Before the report, whose reader may go away, and this process with it.  */
  whole_run_end (&run);
  if (good)
    {
      reported = run_report (output, brief);
      run_print_unprofiled (&watch, output);
      reported = cmd_finish (reported);
    }
  executed_free (&watch.executed);
  return status ? status : reported;
}

int
cmd_run (int argc, char **argv)
{
  bool brief = false;
  const char *output = NULL;
  const struct options_row rows[] = {
    { .name = "output", .letter = 'o', .shown = "FILE", .text = &output,
      .help = "put the profiles of all processes that PROGRAM\n"
	      "starts into FILE, and report on all" },
    { .name = "brief", .letter = 'b', .set = &brief,
      .help = "no explanations" }
  };
  struct options options = {
    .usage
    = "Usage: cgprof run [OPTION...] [--] PROGRAM [ARGUMENT...]\n"
      "\n"
      "Run PROGRAM, which was compiled with cgprof's flag, then report.\n"
      "It leaves cgprof.out and gmon.out as it would without cgprof run.\n"
      "With --output it may be any program that runs profiled ones, such as\n"
      "make or a shell, and nothing but FILE is left.\n"
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
  return output ? run_whole (options.operands, output, brief)
		: run_one (options.operands, brief);
}
