/* What the runtime knows of a processor: registers in a signal's context, the
   base of a segment, trampolines.  arch-CPU.h has what differs.

   SPDX-License-Identifier: MIT

   All of it may be called in a signal handler.  */

#ifndef CGPROF_RUNTIME_BASE_ARCH_H
#define CGPROF_RUNTIME_BASE_ARCH_H

#include <stdint.h>
#include <string.h>
#include <ucontext.h>

#include "base/kernel.h"
#include "base/sys.h"

/* Return the address of the instruction that a signal interrupted, from the
   CONTEXT that its handler was given; 0 on an unknown processor.  */
static inline uint64_t arch_pc (const ucontext_t *context);

/* Return the interrupted code's stack pointer; 1 on an unknown processor.  */
static inline uint64_t arch_stack (const ucontext_t *context);

/* Return the interrupted code's frame pointer; 0 on an unknown processor.  In
   code that keeps frame pointers it is the address of two words: the caller's
   frame pointer and the return address.  */
static inline uint64_t arch_frame (const ucontext_t *context);

/* Whether the interrupted instruction is the one behind that of a system call,
   which has just returned.  Where ARCH_CALLS is 0 this cannot be told, and is
   0.  */
static inline int arch_is_behind_call (const ucontext_t *context);

/* If the interrupted instruction is a system call, which will be made again as
   the signal has ended it before it was done, return the address behind it;
   else, or if that cannot be told, 0.  */
static inline uint64_t arch_call_again (const ucontext_t *context);

/* Set TO[i] to the value of the register that unwind tables call i, in the
   interrupted code.  Where the runtime reads such tables itself, there are
   also:

   ARCH_REGISTERS
     How many registers there are; where it does not, 0.

   ARCH_FIRST_SAVED
     The first of those that a function may save for its caller.  Those before
     it are known of the interrupted function alone.

   ARCH_STACK_REGISTER, ARCH_PC_REGISTER
     Numbers of registers: the stack pointer, and the address of the next
     instruction.

   ARCH_LINK
     Whether calls leave the return address in a register, so that the frame
     of a function which makes none may be empty.

   ARCH_SIGRETURN, ARCH_SIGRETURN_REGISTERS
     The eight bytes of code that a signal's handler returns to, as a number,
     if they have to be recognised, as no table describes them, and where from
     the stack pointer on the kernel has then put the registers, in the order
     of the tables, or 0.

   ARCH_AUGMENTATIONS
     What stands in a CIE's augmentation here only, of no consequence for
     walking, as a string.

   ARCH_EMPTY_INSTRUCTION
     An instruction of tables (DW_CFA_*) without operands that is of no
     consequence either.  */
static inline void arch_get_registers (uint64_t *to,
				       const ucontext_t *context);

/* Return the address that the return address WORD stands for: a processor may
   keep a signature in it.  */
static inline uint64_t arch_strip (uint64_t word);

/* Make system call NUMBER with arguments A to F.  Return its result, or minus
   an errno if it fails; errno stays as it was.  */
static inline long arch_call (long number, long a, long b, long c, long d,
			      long e, long f);

/* Set the segment base of the calling thread, through which compiled code
   counts (plugin/cpu/cpu.h, CGPROF_CPU_SEGMENT), to BASE.  Return whether it
   could be set; where there is no such base, return 1.

   BASE is the distance from the counter section to the thread's copy, in
   bytes.  It is negative if the program lies above its profile, as one does
   that is loaded where libraries are (static-pie, `ld.so PROGRAM', the layout
   of an unlimited stack).  */
static inline int arch_set_segment (int64_t base);

/* Whether instructions read and set it: a system call takes a microsecond and
   more, and sets no negative base.  */
static inline int arch_segment_is_quick (void);

/* Return the segment base of the calling thread; 0 where there is none, or if
   it takes a system call to know and none may be made.  */
static inline int64_t arch_get_segment (void);

/* Add VALUE to *COUNTER, which only this thread and its signal handlers
   write: an instruction or two where the processor has them, for a bus lock
   would cost more than the rest of an indirect call.  */
static inline void arch_add_own (uint64_t *counter, uint64_t value);

/* Return the address of the function to which the trampoline at ADDRESS, whose
   first ARCH_TRAMPOLINE bytes are CODE, jumps, or 0 if it is none.  */

#define ARCH_TRAMPOLINE 40
static inline uint64_t arch_decode_trampoline (const unsigned char *code,
					       uint64_t address);

/* One file a processor.  */

#if defined __x86_64__ || defined __i386__
# include "base/arch-x86.h"
#elif defined __aarch64__
# include "base/arch-aarch64.h"
#elif defined __arm__
# include "base/arch-arm.h"
#elif defined __powerpc64__
# include "base/arch-powerpc64.h"
#elif defined __riscv
# include "base/arch-riscv.h"
#elif defined __s390x__
# include "base/arch-s390x.h"
#else
# include "base/arch-any.h"
#endif

/* What is the same wherever a processor has nothing of its own.  */

#ifndef ARCH_REGISTERS
# define ARCH_REGISTERS 0

static inline void
arch_get_registers (uint64_t *to, const ucontext_t *context)
{
  (void) to;
  (void) context;
}

#endif

#ifndef ARCH_FRAMES

static inline uint64_t
arch_frame (const ucontext_t *context)
{
  (void) context;
  return 0;
}

#endif

#ifndef ARCH_CALLS
# define ARCH_CALLS 0

static inline int
arch_is_behind_call (const ucontext_t *context)
{
  (void) context;
  return 0;
}

static inline uint64_t
arch_call_again (const ucontext_t *context)
{
  (void) context;
  return 0;
}

#endif

#ifndef ARCH_ADDS

static inline void
arch_add_own (uint64_t *counter, uint64_t value)
{
  __atomic_fetch_add (counter, value, __ATOMIC_RELAXED);
}

#endif

#ifndef ARCH_STRIPS

static inline uint64_t
arch_strip (uint64_t word)
{
  return word;
}

#endif

#ifndef ARCH_MAKES_CALLS

static inline long
arch_call (long number, long a, long b, long c, long d, long e, long f)
{
  int saved = errno;
  long result = syscall (number, a, b, c, d, e, f);

  if (result == -1)
    {
      result = -errno;
      errno = saved;
    }
  return result;
}

#endif

#ifndef ARCH_SEGMENT

static inline int
arch_set_segment (int64_t base)
{
  (void) base;
  return 1;
}

static inline int
arch_segment_is_quick (void)
{
  return 1;
}

static inline int64_t
arch_get_segment (void)
{
  return 0;
}

#endif

/* Return the address of the function to which the trampoline at ADDRESS jumps,
   or 0 if there is no trampoline or its memory cannot be read.  A trampoline
   is the few instructions that GCC writes to the stack so that a nested
   function has an address: they load that function's address and the address
   of the outer function's variables, and jump.  */

static inline uint64_t
arch_trampoline (uint64_t address)
{
  typedef uint64_t __attribute__ ((aligned (1), may_alias)) anywhere;
  uint64_t words[ARCH_TRAMPOLINE / sizeof (uint64_t)];

#ifdef __arm__
  address &= ~UINT64_C (1);	/* Tells of Thumb instructions.  */
#endif
  /* It need not be aligned, and may reach into the next page.  */
  if (!sys_can_read (address)
      || !sys_can_read (address + ARCH_TRAMPOLINE - sizeof *words))
    return 0;
  /* Not by memcpy, in whose place a sanitizer may look at it.  */
  for (unsigned i = 0; i < ARCH_TRAMPOLINE / sizeof *words; i++)
    words[i] = ((const volatile anywhere *) (uintptr_t) address)[i];
  return arch_decode_trampoline ((const unsigned char *) words, address);
}

#endif /* CGPROF_RUNTIME_BASE_ARCH_H */
