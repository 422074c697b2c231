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

extern int __cgprof_dump (void) __attribute__ ((__weak__));
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wredundant-decls"
extern void *dlsym (void *, const char *) __attribute__ ((__weak__));
#pragma GCC diagnostic pop

/* Bring the profile up to date and write gmon.out as at exit.  Counts need
   no such call to be safe in cgprof.out.  Returns 0, or -1 if a file could
   not be written or no runtime is present.  Not for signal handlers.  */
static inline int
cgprof_dump (void)
{
  /* A runtime that the module's constructor loaded came too late for the
     weak reference.  */
  int (*dump) (void) = __cgprof_dump;
  if (!dump && dlsym)
    *(void **) &dump = dlsym ((void *) 0, "__cgprof_dump");
  return dump ? dump () : -1;
}

#ifdef __cplusplus
}
#endif

#endif /* CGPROF_H */
