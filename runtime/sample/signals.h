/* Our signal, and the program's own of that number.

   SPDX-License-Identifier: MIT

   Our signal announces that a sample is due.  It is the first of those that it
   may be (signals.c) that the program does not take for itself.

   The kernel keeps one pending for each thread and one for the process, so the
   program's is lost where one of ours is in its place.  */

#ifndef CGPROF_RUNTIME_SAMPLE_SIGNALS_H
#define CGPROF_RUNTIME_SAMPLE_SIGNALS_H

#include <signal.h>
#include <stdint.h>

/* Our signal's number, and the kernel's set of it alone.  */
int cgrt_signals_number (void);
uint64_t cgrt_signals_set (void);

/* Choose the first of those that our signal may be that the program does not
   handle.  Return 0 if it handles all.  */
int cgrt_signals_choose (void);

/* The program has taken our signal: let it be another one that the program
   does not handle, or whose handler is OWN, ours.  Return 0 if there is
   none.  */
int cgrt_signals_move (long own);

/* What the kernel calls for SIGNAL.  A sanitizer's sigaction puts a function
   of its own before the one that it was given.  */
long cgrt_signals_handler (int signal);

/* Add all that our signal may become to *SET.  */
void cgrt_signals_add (sigset_t *set);

/* Whether our signal, which came with INFO, may have been sent by a perf event
   or a timer, and not by the program.  */
int cgrt_signals_sent (const siginfo_t *info);

/* If our signal is pending for the calling thread, which blocks it, take it,
   set *INFO to what it came with, and return 1.  */
int cgrt_signals_take (siginfo_t *info);

/* Send our signal with INFO again, which was not sent by us: to the calling
   thread if it was sent to that, else to the process.  */
void cgrt_signals_send_again (const siginfo_t *info);

/* Take all that are pending for the calling thread, which blocks them, and
   send the one that came with INFO again; if that is NULL, the first that was
   not sent by us.  */
void cgrt_signals_take_back (const siginfo_t *info);

#endif /* CGPROF_RUNTIME_SAMPLE_SIGNALS_H */
