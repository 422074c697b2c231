/* What is mapped in the process, and which of it counts.

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
  uint32_t seen;		/* Number of the last scan that saw it.  */
  uint64_t left;		/* When it was detached, CLOCK_MONOTONIC, ns;
				   0 if it was not.  */

  /* The counter section while it is known to be mapped, or NULL.  WORDS
     stays: the size of every copy.  */
  uint64_t *section;
  uint64_t words;

  /* Where the section's own counts are kept in the profile, or NULL; and
     whether there were any.  */
  struct cgprof_counters *shared;
  int synced;
};

/* Bring the MODULE records up to date with what is mapped.  Needs
   cgrt_session_lock; normal context.  */
void cgrt_modules_scan (void);

/* Return module INDEX, or NULL.  */
struct cgrt_module *cgrt_modules_at (uint32_t index);

/* Return the mapped module whose segments hold ADDRESS, or NULL.  */
struct cgrt_module *cgrt_modules_find (const void *address);

/* Return the program itself, or NULL before the first scan.  */
struct cgrt_module *cgrt_modules_program (void);

/* Make the path that the kernel knows the program by the string at PATH,
   of SIZE bytes; empty if unknown.  */
void cgrt_modules_program_path (char *path, uint64_t size);

#endif /* CGPROF_RUNTIME_COUNT_MODULES_H */
