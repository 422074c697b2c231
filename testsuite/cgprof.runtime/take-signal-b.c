/* What take-signal.c does in a unit of its own, which may be compiled without the
   plugin: takes a signal, and begins a thread.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <signal.h>
#include <stddef.h>

double beside (double seconds);

volatile sig_atomic_t seen;

static void
handler (int signal)
{
  (void) signal;
  seen++;
}

void
take (int number, const char *how)
{
  struct sigaction action = {
    .sa_handler = how[0] == 'i' ? SIG_IGN : handler, .sa_flags = SA_RESTART
  };
  sigaction (number, &action, NULL);
}

void *
run (void *data)
{
  *(double *) data = beside (0.6);
  return data;
}
