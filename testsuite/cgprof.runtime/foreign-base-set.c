/* Sets the base of gs, for foreign-base.c.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE 1
#include <asm/prctl.h>
#include <immintrin.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

extern int arch_prctl (int, unsigned long);
extern void set_base (const char *how, unsigned long base);

#ifdef AWAIT

/* What the program's code does with gs (abi.h).  */
extern volatile uint32_t module[] __asm__ ("__cgprof_this_1")
  __attribute__ ((visibility ("hidden")));

/* Run for as long as it takes to be sampled; ten seconds if that never
   happens.  */

static void
await (void)
{
  while (module[18] != 2 && clock () < 10 * CLOCKS_PER_SEC)
    ;
}

#else
# define await() (void) 0
#endif

void
set_base (const char *how, unsigned long base)
{
  if (!strcmp (how, "call"))
    arch_prctl (ARCH_SET_GS, base);
  else if (!strcmp (how, "syscall"))
    syscall (SYS_arch_prctl, ARCH_SET_GS, base);
  else if (!strcmp (how, "write"))
    _writegsbase_u64 (base);
  else
    __asm__ volatile ("wrgsbase %0" : : "r" (base));
  await ();
}
