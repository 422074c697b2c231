/* Our signal, and the program's own of that number.

   SPDX-License-Identifier: MIT

   The kernel keeps one pending for each thread and one for the process, so the
   program's is lost where one of ours is in its place.  */

#ifndef CGPROF_RUNTIME_SAMPLE_SIGNALS_H
#define CGPROF_RUNTIME_SAMPLE_SIGNALS_H

#include <signal.h>

/* The one that announces that a sample is due.  signals.c says why it is this
   one.  */
#define CGRT_SAMPLING_SIGNAL SIGURG

/* Whether our signal, which came with INFO, may have been sent by a perf event
   or a timer, and not by the program.  */
int cgrt_signals_sent (const siginfo_t *info);

/* If our signal is pending for the calling thread, which blocks it, take it,
   set *INFO to what it came with, and return 1.  */
int cgrt_signals_take (siginfo_t *info);

/* Send our signal with INFO again, which was not sent by us: to the calling
   thread if it was sent to that, else to the process.  */
void cgrt_signals_send_again (const siginfo_t *info);

/* Take all that are pending for the calling thread, which blocks them, and send
   the one that came with INFO again; if that is NULL, the first that was not
   sent by us.  */
void cgrt_signals_take_back (const siginfo_t *info);

#endif /* CGPROF_RUNTIME_SAMPLE_SIGNALS_H */
