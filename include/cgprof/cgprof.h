/* cgprof's interface for programs.

   Every function may be called whether or not the program runs under
   cgprof: without the runtime it does nothing.  No library need be
   linked.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_H
#define CGPROF_H

#ifdef __cplusplus
extern "C" {
#endif

/* The runtime's own.  */
extern int __cgprof_dump (void) __attribute__ ((__weak__));
extern int __cgprof_start (void) __attribute__ ((__weak__));
extern int __cgprof_stop (void) __attribute__ ((__weak__));
extern int __cgprof_reset (void) __attribute__ ((__weak__));
extern int __cgprof_mark (const char *) __attribute__ ((__weak__));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wredundant-decls"
extern void *dlsym (void *, const char *) __attribute__ ((__weak__));
#pragma GCC diagnostic pop

/* Call FUNCTION, or else what the name SYMBOL leads to: a runtime that the
   module's constructor loaded came too late for the weak reference.  */
static inline int
__cgprof_call (int (*function) (void), const char *symbol)
{
  if (!function && dlsym)
    *(void **) &function = dlsym ((void *) 0, symbol);
  return function ? function () : -1;
}

/* All return 0, or -1 if no runtime is present or the process is not
   profiled.  None is for signal handlers.  */

/* Bring the profile up to date and write gmon.out as at exit; a forked child
   writes one, too, now and at its exit.  Counts need no such call to be safe
   in cgprof.out.  Returns -1 also if a file could not be written.  */
static inline int
cgprof_dump (void)
{
  return __cgprof_call (__cgprof_dump, "__cgprof_dump");
}

/* Stop counting and sampling, in all threads; start again.  Calls that
   were begun before cgprof_stop was called are in the profile, later ones
   are not, exactly; so with cgprof_start.  A process starts with counting
   on, a forked child with what its parent has.  Both take time that grows
   with the profile: they are for phases, not for every call.  They return
   -1 also if there was no memory; then nothing has changed.  */
static inline int
cgprof_stop (void)
{
  return __cgprof_call (__cgprof_stop, "__cgprof_stop");
}

static inline int
cgprof_start (void)
{
  return __cgprof_call (__cgprof_start, "__cgprof_start");
}

/* Begin anew: all counts and samples up to now are not in the profile.
   Whether counting is stopped stays as it is.  */
static inline int
cgprof_reset (void)
{
  return __cgprof_call (__cgprof_reset, "__cgprof_reset");
}

/* Note in the profile that what NAME names happens now: a phase begins, say.
   Reports can then be of what lies between two marks (cgprof --from, --to).
   Marks are exact, and not for every call: a process has 10,000 of them at
   most, and names end after 255 bytes.  Returns -1 also if there is no room
   for one more.  */
static inline int
cgprof_mark (const char *__name)
{
  int (*__function) (const char *) = __cgprof_mark;
  if (!__function && dlsym)
    *(void **) &__function = dlsym ((void *) 0, "__cgprof_mark");
  return __function ? __function (__name) : -1;
}

#ifdef __cplusplus
}
#endif

#endif /* CGPROF_H */
