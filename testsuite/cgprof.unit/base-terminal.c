/* Area:    reporter, base/terminal
   Purpose: how long a name may be, whether there are colours and which, and
	    whether a pager gets the output, with a terminal and without.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/terminal.h"
#include "check.h"

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

/* What the next child is asked, and where its output goes.  */
static struct terminal options;
static int output = -1;

static void
ask_color (void)
{
  dup2 (output, STDOUT_FILENO);
  exit (terminal_start (&options) ? 1 : 0);
}

static void
ask_room (void)
{
  dup2 (output, STDOUT_FILENO);
  exit ((int) terminal_name_room (&options));
}

static void
print_line (void)
{
  dup2 (output, STDOUT_FILENO);
  terminal_start (&options);
  printf ("text\n");
}

/* Return what a child that prints a line shows on TERMINAL, the other end of
   OUTPUT.  */
static const char *
shown (int terminal)
{
  static char text[256];
  CHECK (check_child (print_line) == 0);
  struct pollfd input = { .fd = terminal, .events = POLLIN };
  ssize_t got = poll (&input, 1, 10000) == 1
    ? read (terminal, text, sizeof text - 1) : 0;
  text[got > 0 ? got : 0] = '\0';
  return text;
}

int
main (void)
{
  static const char *const names[] = {
    "CGPROF_PAGER", "PAGER", "COLUMNS", "TERM", "NO_COLOR", "LESS", "LV"
  };
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    unsetenv (names[i]);

  CHECK (strcmp (terminal_on (true, TERMINAL_HOT), "\033[1;31m") == 0);
  CHECK (strcmp (terminal_on (true, TERMINAL_LESS), "\033[32m") == 0);
  CHECK (*terminal_on (false, TERMINAL_HOT) == '\0');
  CHECK (strcmp (terminal_off (true), "\033[m") == 0);
  CHECK (*terminal_off (false) == '\0');
  for (int a = TERMINAL_HEAD; a <= TERMINAL_DIM; a++)
    for (int b = TERMINAL_HEAD; b < a; b++)
      CHECK (strcmp (terminal_on (true, a), terminal_on (true, b)) != 0);

  /* No terminal.  */
  output = open ("/dev/null", O_WRONLY);
  setenv ("TERM", "xterm", 1);
  setenv ("COLUMNS", "200", 1);
  CHECK (check_child (ask_room) == 0);
  CHECK (check_child (ask_color) == 0);
  options.color = TERMINAL_ALWAYS;
  CHECK (check_child (ask_color) == 1);
  close (output);
  FILE *file = tmpfile ();
  output = fileno (file);
  setenv ("PAGER", "sed s/text/paged/", 1);
  CHECK (check_child (print_line) == 0);
  char line[10] = "";
  rewind (file);
  CHECK (fgets (line, sizeof line, file) && strcmp (line, "text\n") == 0);
  fclose (file);

  /* A terminal.  */
  int terminal = posix_openpt (O_RDWR | O_NOCTTY);
  CHECK (terminal >= 0 && grantpt (terminal) == 0 && unlockpt (terminal) == 0);
  output = open (ptsname (terminal), O_RDWR | O_NOCTTY);
  CHECK (output >= 0);
  setenv ("PAGER", "cat", 1);
  CHECK (check_child (ask_room) == 140);
  setenv ("COLUMNS", "100", 1);
  CHECK (check_child (ask_room) == 40);
  setenv ("COLUMNS", "101", 1);
  CHECK (check_child (ask_room) == 41);
  setenv ("COLUMNS", "20", 1);
  CHECK (check_child (ask_room) == 40);
  unsetenv ("COLUMNS");
  CHECK (check_child (ask_room) == 40);
  struct winsize size = { .ws_row = 25, .ws_col = 150 };
  CHECK (ioctl (output, TIOCSWINSZ, &size) == 0);
  CHECK (check_child (ask_room) == 90);
  options.full_names = true;
  CHECK (check_child (ask_room) == 0);

  CHECK (check_child (ask_color) == 1);
  options.color = TERMINAL_NEVER;
  CHECK (check_child (ask_color) == 0);
  options.color = TERMINAL_AUTO;
  CHECK (check_child (ask_color) == 1);
  setenv ("NO_COLOR", "", 1);
  CHECK (check_child (ask_color) == 1);
  setenv ("NO_COLOR", "1", 1);
  CHECK (check_child (ask_color) == 0);
  unsetenv ("NO_COLOR");
  setenv ("TERM", "dumb", 1);
  CHECK (check_child (ask_color) == 0);
  unsetenv ("TERM");
  CHECK (check_child (ask_color) == 0);

  CHECK (strcmp (shown (terminal), "text\r\n") == 0);
  setenv ("PAGER", "sed s/text/paged/", 1);
  CHECK (strcmp (shown (terminal), "paged\r\n") == 0);
  options.no_pager = true;
  CHECK (strcmp (shown (terminal), "text\r\n") == 0);
  options.no_pager = false;
  setenv ("CGPROF_PAGER", "sed s/text/ours/", 1);
  CHECK (strcmp (shown (terminal), "ours\r\n") == 0);
  setenv ("CGPROF_PAGER", "", 1);
  CHECK (strcmp (shown (terminal), "text\r\n") == 0);
  setenv ("CGPROF_PAGER", "echo $LESS $LV; cat >/dev/null", 1);
  CHECK (strcmp (shown (terminal), "FRX -c\r\n") == 0);
  return check_end ();
}
