/* What the runtime knows of a processor: registers in a signal's context, the
   base of a segment, trampolines.

   SPDX-License-Identifier: MIT

   All of it may be called in a signal handler.  */

#ifndef CGPROF_RUNTIME_BASE_ARCH_H
#define CGPROF_RUNTIME_BASE_ARCH_H

#include <stdint.h>
#include <string.h>
#include <ucontext.h>

#include "base/sys.h"

#if defined __x86_64__
# include <asm/hwcap2.h>
# include <asm/prctl.h>
# include <sys/auxv.h>
#endif

/* Return the address of the instruction that a signal interrupted, from the
   CONTEXT that its handler was given; 0 on an unknown processor.  */

static inline uint64_t
arch_pc (const ucontext_t *context)
{
#if defined __x86_64__
  return (uint64_t) context->uc_mcontext.gregs[REG_RIP];
#elif defined __i386__
  return (uint32_t) context->uc_mcontext.gregs[REG_EIP];
#elif defined __aarch64__
  return context->uc_mcontext.pc;
#elif defined __arm__
  return context->uc_mcontext.arm_pc;
#elif defined __riscv
  return context->uc_mcontext.__gregs[REG_PC];
#elif defined __s390__
  return context->uc_mcontext.psw.addr;
#elif defined __powerpc64__
  return context->uc_mcontext.gp_regs[32];
#else
  (void) context;
  return 0;
#endif
}

/* Return the interrupted code's stack pointer; 1 on an unknown processor.  */

static inline uint64_t
arch_stack (const ucontext_t *context)
{
#if defined __x86_64__
  return (uint64_t) context->uc_mcontext.gregs[REG_RSP];
#elif defined __i386__
  return (uint32_t) context->uc_mcontext.gregs[REG_ESP];
#elif defined __aarch64__
  return context->uc_mcontext.sp;
#elif defined __arm__
  return context->uc_mcontext.arm_sp;
#elif defined __riscv
  return context->uc_mcontext.__gregs[REG_SP];
#elif defined __s390__
  return context->uc_mcontext.gregs[15];
#elif defined __powerpc64__
  return context->uc_mcontext.gp_regs[1];
#else
  (void) context;
  return 1;
#endif
}

/* Return the interrupted code's frame pointer; 0 on an unknown processor.  In
   code that keeps frame pointers it is the address of two words: the caller's
   frame pointer and the return address.  */

static inline uint64_t
arch_frame (const ucontext_t *context)
{
#if defined __x86_64__
  return (uint64_t) context->uc_mcontext.gregs[REG_RBP];
#elif defined __i386__
  return (uint32_t) context->uc_mcontext.gregs[REG_EBP];
#elif defined __aarch64__
  return context->uc_mcontext.regs[29];
#else
  (void) context;
  return 0;
#endif
}

/* ARCH_REGISTERS is the number of registers that unwind tables describe, the
   return address included, or 0 where the runtime does not read such tables
   itself.  The other two are numbers of registers in these tables.  */

#if defined __x86_64__
# define ARCH_REGISTERS 17
# define ARCH_STACK_REGISTER 7
# define ARCH_RETURN_REGISTER 16
#else
# define ARCH_REGISTERS 0
#endif

#if ARCH_REGISTERS

/* Set TO[i] to the value of the register that unwind tables call i, in the
   interrupted code.  */

static inline void
arch_get_registers (uint64_t *to, const ucontext_t *context)
{
  static const unsigned char order[ARCH_REGISTERS] = {
    REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI, REG_RBP, REG_RSP,
    REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15,
    REG_RIP
  };
  for (unsigned i = 0; i < ARCH_REGISTERS; i++)
    to[i] = (uint64_t) context->uc_mcontext.gregs[order[i]];
}

#endif

/* Set the segment base of the calling thread, through which compiled code
   counts (plugin/cpu/cpu.h, CGPROF_CPU_SEGMENT), to BASE.  Return whether it
   could be set; where there is no such base, return 1.  No system call is
   made unless MAY_CALL.

   BASE is the distance from the counter section to the thread's copy, in
   bytes.  It is negative if the program lies above its profile, as one does
   that is loaded where libraries are (static-pie, `ld.so PROGRAM', the layout
   of an unlimited stack).  The system call refuses a negative base; the
   instruction takes it, but kernels before 5.9 and valgrind do not let
   programs use the instruction.  */

static inline int
arch_set_segment (int64_t base, int may_call)
{
#if defined __x86_64__
  if (getauxval (AT_HWCAP2) & HWCAP2_FSGSBASE)
    {
      __asm__ volatile ("wrgsbase %0" : : "r" (base));
      return 1;
    }
  return may_call
	 && sys (SYS_arch_prctl, ARCH_SET_GS, (long) base, 0, 0, 0, 0) == 0;
#else
  (void) base;
  (void) may_call;
  return 1;
#endif
}

/* Add VALUE to *COUNTER, which only this thread and its signal handlers
   write: an instruction or two where the processor has them, for a bus lock
   would cost more than the rest of an indirect call.  */

static inline void
arch_add_own (uint64_t *counter, uint64_t value)
{
#if defined __x86_64__
  __asm__ volatile ("addq %1, %0" : "+m" (*counter) : "er" (value) : "cc");
#elif defined __i386__
  /* A handler that adds in between leaves the carry as it is.  */
  typedef uint32_t __attribute__ ((may_alias)) half;
  half *halves = (half *) counter;
  __asm__ volatile ("addl %2, %0\n\tadcl %3, %1"
		    : "+m" (halves[0]), "+m" (halves[1])
		    : "ir" ((uint32_t) value), "ir" ((uint32_t) (value >> 32))
		    : "cc");
#else
  __atomic_fetch_add (counter, value, __ATOMIC_RELAXED);
#endif
}

/* Return the address of the function to which the trampoline at ADDRESS jumps,
   or 0 if there is no trampoline or its memory cannot be read.  A trampoline
   is the few instructions that GCC writes to the stack so that a nested
   function has an address: they load that function's address and the address
   of the outer function's variables, and jump.  */

static inline uint64_t
arch_trampoline (uint64_t address)
{
  uint64_t function = 0;
#if defined __x86_64__ || defined __aarch64__
  typedef uint64_t __attribute__ ((aligned (1), may_alias)) anywhere;
  uint64_t words[5];
  const unsigned char *p = (const unsigned char *) words;

  /* It need not be aligned, and may reach into the next page.  */
  if (!sys_can_read (address) || !sys_can_read (address + 32))
    return 0;
  /* Not by memcpy, in whose place a sanitizer may look at it.  */
  for (unsigned i = 0; i < 5; i++)
    words[i] = ((const volatile anywhere *) (uintptr_t) address)[i];
# if defined __x86_64__
  if (!memcmp (p, "\xf3\x0f\x1e\xfa", 4))		/* endbr64 */
    p += 4;
  if (!memcmp (p, "\x41\xbb", 2))			/* mov $..., %r11d */
    {
      memcpy (&function, p + 2, 4);
      p += 6;
    }
  else if (!memcmp (p, "\x49\xbb", 2))			/* movabs $..., %r11 */
    {
      memcpy (&function, p + 2, 8);
      p += 10;
    }
  /* movabs $..., %r10; rex.WB jmp *%r11 */
  return memcmp (p, "\x49\xba", 2) || memcmp (p + 10, "\x49\xff\xe3", 3)
	 ? 0 : function;
# else
  uint32_t load, rest[2];
  uint64_t distance;
  if (!memcmp (p, "\x5f\x24\x03\xd5", 4))		/* bti c */
    p += 4;
  memcpy (&load, p, 4);
  memcpy (rest, p + 4, 8);
  /* ldr x17, function; ldr x18, variables; br x17 */
  distance = (load & 0xffffe0) >> 3;
  if ((load & 0xff00001f) != 0x58000011 || distance > 24
      || (rest[0] & 0xff00001f) != 0x58000012 || rest[1] != 0xd61f0220)
    return 0;
  memcpy (&function, p + distance, 8);
# endif
#endif
  (void) address;
  return function;
}

#endif /* CGPROF_RUNTIME_BASE_ARCH_H */
