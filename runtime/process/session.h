/* Sessions: one at a time may change the profile as a whole.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_PROCESS_SESSION_H
#define CGPROF_RUNTIME_PROCESS_SESSION_H

/* The profile is there, and sessions may begin; SERVE is called behind each
   one (process/requests.h).  Called once.  */
void cgrt_session_start (void (*serve) (void));

/* Whether this process owns the profile; a vfork child that calls exit does
   not.  Nor may it be touched once system calls are limited.  May be called in
   a signal handler.  */
int cgrt_session_is_ours (void);

/* Begin a session, holding cgrt_session_lock, if this process owns the
   profile; return whether it does.  cgrt_session_end ends it.  Not in a signal
   handler.  */
int cgrt_session_begin (void);

/* Likewise, but do not wait where there is a session already, in this thread
   or another, and return 0.  May be called in a signal handler.  */
int cgrt_session_try (void);

void cgrt_session_end (void);

/* This process may ask for the list of modules from now on.  A forked child
   may not before it has loaded one itself: in its memory, another thread of
   its parent may hold the loader's lock for good.  */
void cgrt_session_let_scan (void);

/* Bring the list of modules up to date if this process may, which takes the
   loader's lock: not in a signal handler.  */
void cgrt_session_scan (void);

/* Copy the counts in the modules' own sections to the profile, and note how
   counts are to be read now.  Within a session or, without such notes, once
   system calls are limited.  May be called in a signal handler.  */
void cgrt_session_sync (void);

#endif /* CGPROF_RUNTIME_PROCESS_SESSION_H */
