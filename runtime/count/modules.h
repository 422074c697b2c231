/* The registry of modules: the program and the libraries that are, or were,
   loaded, and the counter sections of those that count.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_COUNT_MODULES_H
#define CGPROF_RUNTIME_COUNT_MODULES_H

#include <stdint.h>

#include <cgprof/abi.h>
#include <cgprof/format.h>

struct cgrt_module
{
  struct cgprof_module_record *record;
  uint32_t index;		/* Among all modules, from 0.  */
  uint32_t seen;		/* Number of the last scan that found it
				   mapped.  */
  uint64_t left;		/* When it was detached, in nanoseconds of
				   CLOCK_MONOTONIC; 0 if it was not.  */
  uint64_t unloaded;		/* When it was found to be gone, likewise.  Its
				   record has that only if it is not an
				   ancestor's, who may have it still.  */
  struct cgprof_module *found_hooks;	/* What its note leads to, or
					   NULL.  */
  const struct cgprof_module *hooks;	/* Since it has attached.  */

  int is_initial;		/* It was loaded with the program.  */
  int is_named;			/* The addresses in it were, when it was
				   detached (count/unloaded.h).  */
  int is_over_unknown;		/* It was found where something that is gone
				   may have been.  */

  /* The counter section while it is known to be mapped, or NULL; and its
     size, which is that of every copy, in words.  WORDS stays when the section
     is gone.  */
  uint64_t *section;
  uint64_t words;

  /* The record for the counts of the section itself (count/counters.h), or
     NULL; and whether counts were ever copied there.  */
  struct cgprof_counters *shared;
  int synced;
};

/* Bring the registry and the profile's MODULE records up to date with what is
   mapped now.  The caller holds cgrt_session_lock.  Not in a signal
   handler.  */
void cgrt_modules_scan (void);

/* Return module INDEX, counted from 0 in the order of their discovery; NULL if
   there are not as many.  May be called in a signal handler.  */
struct cgrt_module *cgrt_modules_at (uint32_t index);

/* Return the loaded module one of whose segments contains ADDRESS, or NULL.
   May be called in a signal handler.  */
struct cgrt_module *cgrt_modules_find (const void *address);

/* Return the module of the program itself, or NULL before the first scan.  */
struct cgrt_module *cgrt_modules_program (void);

/* Write the path of the program's file, as the kernel has it, to PATH, of SIZE
   bytes; an empty string if it is not known.  */
void cgrt_modules_program_path (char *path, uint64_t size);

#endif /* CGPROF_RUNTIME_COUNT_MODULES_H */
