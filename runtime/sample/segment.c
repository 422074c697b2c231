/* What becomes of a program that counts through a segment base when somebody
   else sets that base.

   SPDX-License-Identifier: MIT  */

#include "sample/segment.h"

#include "base/arch.h"
#include "base/message.h"
#include "file/file.h"

/* The program, if it counts through the segment.  */
static struct cgprof_module *program;

void
cgrt_segment_leave (void)
{
  static int said;
  struct cgprof_module *module = __atomic_load_n (&program, __ATOMIC_RELAXED);

  if (!module)
    return;
  module->leave ();
  if (!__atomic_exchange_n (&said, 1, __ATOMIC_RELAXED))
    cgrt_message (NULL, "the program uses the register gs itself: expected"
		  " -fplugin-arg-cgprof-segment=no where it is compiled;"
		  " threads may lose counts from now on", 0);
}

void
cgrt_segment_attach (struct cgprof_module *module)
{
  if (module->segment == CGPROF_SEGMENT_UNUSED)
    return;
  __atomic_store_n (&program, module, __ATOMIC_RELAXED);
  if (module->segment == CGPROF_SEGMENT_LEFT)
    cgrt_segment_leave ();
}

int
cgrt_segment_check (void)
{
  const struct cgprof_module *module
    = __atomic_load_n (&program, __ATOMIC_RELAXED);
  int64_t base;

  if (!module
      || __atomic_load_n (&module->segment, __ATOMIC_RELAXED)
	 != CGPROF_SEGMENT_USED)
    return 0;
  /* A thread that has none counts in the section; one that is new has its
     maker's.  */
  base = arch_get_segment ();
  if (!base || cgrt_file_contains ((const char *) module->counters + base))
    return 0;
  cgrt_segment_leave ();
  return 1;
}

void
cgrt_segment_glance (void)
{
  /* Threads may lose some of each other's, which does not matter.  */
  static uint32_t glances;
  uint32_t glance;

  if (!arch_segment_is_quick ())
    {
      glance = __atomic_load_n (&glances, __ATOMIC_RELAXED);
      __atomic_store_n (&glances, glance + 1, __ATOMIC_RELAXED);
      if (glance % CGRT_SEGMENT_GLANCES != 0)
	return;
    }
  cgrt_segment_check ();
}
