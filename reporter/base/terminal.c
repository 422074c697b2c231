/* Colours and the pager, where a person is reading.

   All of it is as git does it: the environment's CGPROF_PAGER, else PAGER,
   else less; "cat" and nothing are no pager; less gets FRX, so that what
   fits on the screen is just printed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/terminal.h"
#include "base/diag.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t terminal_pager;

/* What figures take of a line at most before a name, about; and what a name
   has in any case.  */
#define TERMINAL_FIGURES 60
#define TERMINAL_NAME 40

size_t
terminal_name_room (const struct terminal *terminal)
{
  if (terminal->full_names || !isatty (STDOUT_FILENO))
    return 0;
  struct winsize size;
  const char *text = getenv ("COLUMNS");
  size_t columns = text ? strtoul (text, NULL, 10) : 0;
  if (columns == 0 && ioctl (STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
    columns = size.ws_col;
  if (columns == 0)
    columns = 80;
  return columns < TERMINAL_FIGURES + TERMINAL_NAME
    ? TERMINAL_NAME : columns - TERMINAL_FIGURES;
}

/* The command that is to be the pager, or NULL.  */

static const char *
terminal_find_pager (void)
{
  const char *pager = getenv ("CGPROF_PAGER");
  if (!pager)
    pager = getenv ("PAGER");
  if (!pager)
    pager = "less";
  return *pager && strcmp (pager, "cat") != 0 ? pager : NULL;
}

/* The terminal is the pager's until it ends.  Nothing but what is safe in a
   handler.  */

static void
terminal_wait (void)
{
  int status;
  close (STDOUT_FILENO);
  close (STDERR_FILENO);
  while (waitpid (terminal_pager, &status, 0) < 0 && errno == EINTR)
    continue;
}

static void
terminal_exit (void)
{
  fflush (stdout);
  fflush (stderr);
  terminal_wait ();
}

static void
terminal_signal (int number)
{
  terminal_wait ();
  signal (number, SIG_DFL);
  raise (number);
}

/* Become PAGER; tells errno to ERRORS if that cannot be.  */

static void
terminal_exec (const char *pager, int errors)
{
  setenv ("LESS", "FRX", 0);
  setenv ("LV", "-c", 0);
  if (pager[strcspn (pager, "|&;<>()$`\\\"' \t\n*?[#~=%")])
    execl ("/bin/sh", "sh", "-c", pager, (char *) NULL);
  else
    execlp (pager, pager, (char *) NULL);
  int error = errno;
  if (write (errors, &error, sizeof error) < 0)
    _exit (126);
  _exit (127);
}

/* Send all further output to PAGER.  If it cannot be run, output goes where it
   went.  */

static void
terminal_start_pager (const char *pager)
{
  int data[2];
  int errors[2];
  if (pipe2 (data, O_CLOEXEC) != 0)
    return;
  if (pipe2 (errors, O_CLOEXEC) != 0)
    {
      close (data[0]);
      close (data[1]);
      return;
    }
  fflush (stdout);
  pid_t child = fork ();
  if (child == 0)
    {
      dup2 (data[0], STDIN_FILENO);
      terminal_exec (pager, errors[1]);
    }
  close (data[0]);
  close (errors[1]);
  int error = errno;
  bool good = child > 0 && read (errors[0], &error, sizeof error) == 0;
  close (errors[0]);
  if (good)
    {
      static const int signals[] = {
	SIGINT, SIGHUP, SIGTERM, SIGQUIT, SIGPIPE
      };
      terminal_pager = child;
      dup2 (data[1], STDOUT_FILENO);
      if (isatty (STDERR_FILENO))
	dup2 (data[1], STDERR_FILENO);
      atexit (terminal_exit);
      for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
	signal (signals[i], terminal_signal);
    }
  else
    {
      diag_warning (pager, "cannot run this pager: %s", strerror (error));
      if (child > 0)
	waitpid (child, NULL, 0);
    }
  close (data[1]);
}

bool
terminal_start (const struct terminal *terminal)
{
  bool seen = isatty (STDOUT_FILENO);
  const char *pager = terminal_find_pager ();
  const char *type = getenv ("TERM");
  const char *plain = getenv ("NO_COLOR");
  if (seen && !terminal->no_pager && pager)
    terminal_start_pager (pager);
  if (terminal->color != TERMINAL_AUTO)
    return terminal->color == TERMINAL_ALWAYS;
  return seen && !(plain && *plain) && type && strcmp (type, "dumb") != 0;
}

const char *
terminal_on (bool color, enum terminal_style style)
{
  static const char *const codes[] = {
    [TERMINAL_HEAD] = "\033[1m", [TERMINAL_HOT] = "\033[1;31m",
    [TERMINAL_WARM] = "\033[33m", [TERMINAL_MORE] = "\033[31m",
    [TERMINAL_LESS] = "\033[32m", [TERMINAL_DIM] = "\033[2m"
  };
  return color ? codes[style] : "";
}

const char *
terminal_off (bool color)
{
  return color ? "\033[m" : "";
}
