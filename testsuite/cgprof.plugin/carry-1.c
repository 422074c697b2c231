/* Area:    plugin, counters of 64 bits on machines of 32
   Purpose: a count goes on beyond 32 bits.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-plugin-args "counters=plain" } */
/* { dg-environment "CGPROF_OPTIONS=clock=none" } */
/* { dg-count "main -> leaf" 4294967305 } */

#include <stdint.h>

extern uint64_t __start_cgprof_cnt[], __stop_cgprof_cnt[];

__attribute__ ((noipa)) void
leaf (void)
{
}

/* Makes all counts, which are small now, as large as 32 bits allow but for
   TO_GO.  */

static void
raise_counts (uint64_t to_go)
{
  for (uint64_t *word = __start_cgprof_cnt; word < __stop_cgprof_cnt; word++)
    *(volatile uint64_t *) word = (UINT64_C (1) << 32) - to_go;
}

int
main (void)
{
  raise_counts (1);
  for (int i = 0; i < 10; i++)
    leaf ();
  return 0;
}
