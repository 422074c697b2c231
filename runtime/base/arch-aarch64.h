/* AArch64, for arch.h.

   SPDX-License-Identifier: MIT  */

#include <signal.h>
#include <stddef.h>

static inline uint64_t
arch_pc (const ucontext_t *context)
{
  return context->uc_mcontext.pc;
}

static inline uint64_t
arch_stack (const ucontext_t *context)
{
  return context->uc_mcontext.sp;
}

#define ARCH_FRAMES 1

static inline uint64_t
arch_frame (const ucontext_t *context)
{
  return context->uc_mcontext.regs[29];
}

/* x0 to x30, sp and pc stand in the kernel's order in contexts, which is that
   of the tables, too.  From x16 on a caller's value may be known: compilers
   save x19 to x30, and x18 where it is a second stack's pointer.

   Kernels since 5.8 have no unwind tables of the code that handlers return to,
   nor has qemu: `mov x8, #139; svc #0', on a frame that begins with a
   siginfo_t.  Older ones have a table, by which the handler's caller would be
   the interrupted function's.  */

#define ARCH_REGISTERS 33
#define ARCH_FIRST_SAVED 16
#define ARCH_STACK_REGISTER 31
#define ARCH_PC_REGISTER 32
#define ARCH_LINK 1
#define ARCH_SIGRETURN 0xd4000001d2801168
#define ARCH_SIGRETURN_REGISTERS \
  (sizeof (siginfo_t) + offsetof (ucontext_t, uc_mcontext.regs))
/* How return addresses are signed, and whether stacks are tagged.  */
#define ARCH_AUGMENTATIONS "BG"
/* DW_CFA_AARCH64_negate_ra_state: from here on the return address is signed,
   or no longer is.  Signatures are taken off by an instruction that leaves
   addresses without one alone.  */
#define ARCH_EMPTY_INSTRUCTION 0x2d

static inline void
arch_get_registers (uint64_t *to, const ucontext_t *context)
{
  const mcontext_t *from = &context->uc_mcontext;
  for (unsigned i = 0; i < ARCH_STACK_REGISTER; i++)
    to[i] = from->regs[i];
  to[ARCH_STACK_REGISTER] = from->sp;
  to[ARCH_PC_REGISTER] = from->pc;
}

/* The instruction is xpaclri, which older processors take for a nop.  */

#define ARCH_STRIPS 1

static inline uint64_t
arch_strip (uint64_t word)
{
  __asm__ ("mov\tx30, %0\n\thint\t#7\n\tmov\t%0, x30"
	   : "+r" (word) : : "x30");
  return word;
}

static inline uint64_t
arch_decode_trampoline (const unsigned char *code, uint64_t address)
{
  uint64_t function, distance;
  uint32_t load, rest[2];

  (void) address;
  if (!memcmp (code, "\x5f\x24\x03\xd5", 4))	/* bti c */
    code += 4;
  memcpy (&load, code, 4);
  memcpy (rest, code + 4, 8);
  /* ldr x17, function; ldr x18, variables; br x17 */
  distance = (load & 0xffffe0) >> 3;
  if ((load & 0xff00001f) != 0x58000011 || distance > 24
      || (rest[0] & 0xff00001f) != 0x58000012 || rest[1] != 0xd61f0220)
    return 0;
  memcpy (&function, code + distance, 8);
  return function;
}
