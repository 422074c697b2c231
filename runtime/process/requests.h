/* Requests: what the program, signals and the time of day ask for while the
   program runs.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_PROCESS_REQUESTS_H
#define CGPROF_RUNTIME_PROCESS_REQUESTS_H

/* Have the signals of CGPROF_OPTIONS make their requests, and the times of
   start and stop come; counting is stopped from now on if it is to be started
   later.  Called once, when there is a profile in which nothing has been
   counted.  */
void cgrt_requests_start (void);

/* Do what was asked for while there was a session.  May be called in a signal
   handler.  */
void cgrt_requests_serve (void);

#endif /* CGPROF_RUNTIME_PROCESS_REQUESTS_H */
