/* What differs between processors.

   SPDX-License-Identifier: MIT  */

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

/* Return the address of the instruction that the signal with CONTEXT
   interrupted, or 0 where that is not known.  */

static inline uint64_t
arch_pc (const ucontext_t *context)
{
#if defined __x86_64__
  return (uint64_t) context->uc_mcontext.gregs[REG_RIP];
#elif defined __i386__
  return (uint32_t) context->uc_mcontext.gregs[REG_EIP];
#elif defined __aarch64__
  return context->uc_mcontext.pc;
#else
  (void) context;
  return 0;
#endif
}

/* Likewise its stack pointer, and its frame pointer, which leads to the
   caller's and to the return address above it if the code has such.  */

static inline uint64_t
arch_stack (const ucontext_t *context)
{
#if defined __x86_64__
  return (uint64_t) context->uc_mcontext.gregs[REG_RSP];
#elif defined __i386__
  return (uint32_t) context->uc_mcontext.gregs[REG_ESP];
#elif defined __aarch64__
  return context->uc_mcontext.sp;
#else
  (void) context;
  return 1;
#endif
}

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

/* Registers that unwind tables speak of, the return address included, by
   their numbers there; 0 where stacks are not walked by our own means.  */

#if defined __x86_64__
# define ARCH_REGISTERS 17
# define ARCH_STACK_REGISTER 7
# define ARCH_RETURN_REGISTER 16
#else
# define ARCH_REGISTERS 0
#endif

#if ARCH_REGISTERS

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

/* Set the base that the kernel keeps for the calling thread and that
   compiled code counts through (plugin/cpu/cpu.h, CGPROF_CPU_SEGMENT).  Return
   whether it could be set.

   It is a distance and may be negative: a program that is loaded where
   libraries are (static-pie, `ld.so PROGRAM', the layout of an unlimited
   stack) lies above its profile.  The kernel takes such a base only by the
   instruction, which kernels before 5.9 and valgrind do not let programs
   use.  Without MAY_CALL, only the instruction will do.  */

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
   write: one instruction where the processor has one, for a bus lock
   would cost more than the rest of an indirect call.  */

static inline void
arch_add_own (uint64_t *counter, uint64_t value)
{
#if defined __x86_64__
  __asm__ volatile ("addq %1, %0" : "+m" (*counter) : "er" (value) : "cc");
#else
  __atomic_fetch_add (counter, value, __ATOMIC_RELAXED);
#endif
}

/* Return the function that the trampoline at ADDRESS leads to: the few
   instructions that GCC writes to the stack so that a nested function has an
   address.  They load the function's address and that of its caller's
   variables and jump.  0: there is none, or its memory cannot be read.  */

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
