/* startup RUNS COMMAND... - run shell words without a shell, each once in
   turn, RUNS times; print its minimum and median wall time, and what that is
   more than the first's, in microseconds.

   A COMMAND is DIRECTORY PROGRAM [NAME=VALUE].

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

struct command
{
  char *directory;
  char *program;
  char *setting;		/* For the environment, or NULL.  */
  double *times;
};

static double
now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_MONOTONIC, &time);
  return (double) time.tv_sec * 1e6 + (double) time.tv_nsec / 1e3;
}

static int
compare (const void *left, const void *right)
{
  double a = *(const double *) left, b = *(const double *) right;
  return (a > b) - (a < b);
}

static void
die (const char *what)
{
  fprintf (stderr, "startup: %s: %s\n", what, strerror (errno));
  exit (1);
}

/* Return the time from start to end of COMMAND.  vfork: a copy of this
   process's memory would be timed as well.  */

static double
run (const struct command *command)
{
  char *arguments[] = { command->program, NULL };
  double start;
  int status;
  pid_t pid;

  if (chdir (command->directory) < 0)
    die (command->directory);
  if (command->setting && putenv (command->setting) != 0)
    die (command->setting);
  start = now ();
  pid = vfork ();
  if (pid == 0)
    {
      execv (command->program, arguments);
      _exit (127);
    }
  if (pid < 0 || waitpid (pid, &status, 0) < 0)
    die (command->program);
  start = now () - start;
  if (command->setting)
    {
      char name[64];
      snprintf (name, sizeof name, "%.*s",
		(int) strcspn (command->setting, "="), command->setting);
      unsetenv (name);
    }
  if (!WIFEXITED (status) || WEXITSTATUS (status) != 0)
    {
      fprintf (stderr, "startup: %s: status %d, expected 0\n",
	       command->program, status);
      exit (1);
    }
  return start;
}

int
main (int count, char **words)
{
  long runs = count > 1 ? strtol (words[1], NULL, 10) : 0;
  int commands = count - 2;
  struct command *all;

  if (runs < 1 || commands < 1)
    {
      fprintf (stderr, "usage: startup RUNS COMMAND...\n");
      return 2;
    }
  all = calloc ((size_t) commands, sizeof *all);
  if (!all)
    die ("calloc");
  for (int i = 0; i < commands; i++)
    {
      all[i].directory = strtok (words[i + 2], " ");
      all[i].program = strtok (NULL, " ");
      all[i].setting = strtok (NULL, " ");
      all[i].times = calloc ((size_t) runs, sizeof *all[i].times);
      if (!all[i].program || !all[i].times)
	die ("COMMAND");
    }
  for (long run_of = -1; run_of < runs; run_of++)
    for (int i = 0; i < commands; i++)
      {
	double time = run (&all[i]);
	if (run_of >= 0)
	  all[i].times[run_of] = time;
      }
  for (int i = 0; i < commands; i++)
    {
      qsort (all[i].times, (size_t) runs, sizeof (double), compare);
      printf ("%-36s %8.0f %+8.0f %8.0f %+8.0f\n",
	      all[i].setting ? all[i].setting
			     : strrchr (all[i].directory, '/') + 1,
	      all[i].times[0], all[i].times[0] - all[0].times[0],
	      all[i].times[runs / 2],
	      all[i].times[runs / 2] - all[0].times[runs / 2]);
    }
  return 0;
}
