/* Counting an indirect call to a target that has been called before, with few
   registers.

   SPDX-License-Identifier: MIT

   What targets.c does for a site of many targets, without the dozen of
   registers that a compiled function would have to save: about 30
   instructions instead of 100.  Anything out of the ordinary is left to
   targets.c.  */

#include "count/quick.h"

#include <stddef.h>

#include <cgprof/abi.h>
#include <cgprof/format.h>
#include "file/file.h"
#include "file/table.h"
#include "count/targets.h"

#ifdef __x86_64__

_Static_assert (sizeof (struct cgprof_table_entry) == 32, "shifts by 5");
_Static_assert (CGRT_TARGETS_HOT == 256, "compares a count's last byte");

# define PUSH(REGISTER) \
   "pushq\t%%" REGISTER "\n\t.cfi_adjust_cfa_offset 8\n\t"
# define POP(REGISTER) \
   "popq\t%%" REGISTER "\n\t.cfi_adjust_cfa_offset -8\n\t"

static const uint64_t spread = CGRT_TABLE_SPREAD;

__attribute__ ((naked)) void
cgrt_quick_target (void)
{
  __asm__ (PUSH ("rcx") PUSH ("rsi") PUSH ("rdx")
	   "movq\tcgrt_file_base(%%rip), %%rcx\n\t"
	   "movq\t%%rdx, %%rsi\n\t"
	   "subq\t%%rcx, %%rsi\n\t"
	   "cmpq\tcgrt_file_reserved(%%rip), %%rsi\n\t"
	   "jae\t3f\n\t"
	   "movq\t%c[chain](%%rdx), %%rsi\n\t"
	   "testq\t%%rsi, %%rsi\n\t"
	   "je\t3f\n\t"
	   "addq\t%%rsi, %%rcx\n\t"		/* The table.  */
	   "movq\t%%rax, %%rsi\n\t"
	   "imulq\t%[spread], %%rax\n\t"
	   "mulq\t%c[capacity](%%rcx)\n\t"	/* The upper bits.  */
	   "movq\t%%rsi, %%rax\n\t"
	   "shlq\t$5, %%rdx\n"
	   "1:\tcmpq\t%%rax, %c[address](%%rcx,%%rdx)\n\t"
	   "jne\t2f\n\t"
	   "cmpq\t$0, %c[parent](%%rcx,%%rdx)\n\t"
	   "jne\t3f\n\t"
	   "cmpb\t$%c[hot] - 1, %c[count](%%rcx,%%rdx)\n\t"
	   "je\t3f\n\t"
	   "addq\t$1, %c[count](%%rcx,%%rdx)\n\t"
	   "xorl\t%%ecx, %%ecx\n"
	   "4:\t.cfi_remember_state\n\t"
	   POP ("rdx") POP ("rsi") POP ("rcx")
	   "ret\n\t"
	   ".cfi_restore_state\n"
	   "2:\tcmpq\t$0, %c[address](%%rcx,%%rdx)\n\t"
	   "je\t3f\n\t"
	   "movq\t%c[capacity](%%rcx), %%rsi\n\t"
	   "shlq\t$5, %%rsi\n\t"
	   "addq\t$32, %%rdx\n\t"
	   "cmpq\t%%rsi, %%rdx\n\t"
	   "jb\t1b\n"
	   "3:\torl\t$1, %%ecx\n\t"
	   "jmp\t4b"
	   :
	   : [chain] "i" (CGPROF_SLOT_CHAIN * sizeof (uint64_t)),
	     [spread] "m" (spread), [hot] "i" (CGRT_TARGETS_HOT),
	     [capacity] "i" (offsetof (struct cgprof_table, capacity)),
	     [address] "i" (offsetof (struct cgprof_table,
				      entries[0].address)),
	     [parent] "i" (offsetof (struct cgprof_table, entries[0].parent)),
	     [count] "i" (offsetof (struct cgprof_table, entries[0].count)));
}

#endif
