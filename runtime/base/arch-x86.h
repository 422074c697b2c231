/* x86, 64 and 32 bits, for arch.h.

   SPDX-License-Identifier: MIT  */

#ifdef __x86_64__
# include <asm/hwcap2.h>
# include <asm/prctl.h>

# define ARCH_PC REG_RIP
# define ARCH_STACK REG_RSP
# define ARCH_FRAME REG_RBP
typedef uint64_t arch_word;
#else
# define ARCH_PC REG_EIP
# define ARCH_STACK REG_ESP
# define ARCH_FRAME REG_EBP
typedef uint32_t arch_word;
#endif

static inline uint64_t
arch_pc (const ucontext_t *context)
{
  return (arch_word) context->uc_mcontext.gregs[ARCH_PC];
}

static inline uint64_t
arch_stack (const ucontext_t *context)
{
  return (arch_word) context->uc_mcontext.gregs[ARCH_STACK];
}

#define ARCH_FRAMES 1
#define ARCH_ADDS 1

static inline uint64_t
arch_frame (const ucontext_t *context)
{
  return (arch_word) context->uc_mcontext.gregs[ARCH_FRAME];
}

#if defined __x86_64__ && !defined __ILP32__

# define ARCH_MAKES_CALLS 1

static inline long
arch_call (long number, long a, long b, long c, long d, long e, long f)
{
  register long r10 __asm__ ("r10") = d;
  register long r8 __asm__ ("r8") = e;
  register long r9 __asm__ ("r9") = f;
  long result;

  __asm__ volatile ("syscall"
		    : "=a" (result)
		    : "0" (number), "D" (a), "S" (b), "d" (c), "r" (r10),
		      "r" (r8), "r" (r9)
		    : "rcx", "r11", "memory");
  return result;
}

#endif

#ifdef __x86_64__

# define ARCH_REGISTERS 17
# define ARCH_FIRST_SAVED 0
# define ARCH_STACK_REGISTER 7
# define ARCH_PC_REGISTER 16
# define ARCH_LINK 0
# define ARCH_SIGRETURN 0
# define ARCH_SIGRETURN_REGISTERS 0
# define ARCH_AUGMENTATIONS ""
# define ARCH_EMPTY_INSTRUCTION 0	/* Nop.  */

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

# define ARCH_CALLS 1

# define ARCH_CALL_SIZE 2

/* Whether a system call ends at END, as far as the interrupted code tells: the
   instruction leaves its own end in rcx.  A jump by way of that may have led
   there, too.  */

static inline int
arch_ends_call (const ucontext_t *context, uint64_t end)
{
  const unsigned char *code = (const unsigned char *) end - ARCH_CALL_SIZE;

  return (uint64_t) context->uc_mcontext.gregs[REG_RCX] == end
	 && sys_can_read ((uint64_t) code)
	 && code[0] == 0x0f && code[1] == 0x05;
}

static inline int
arch_is_behind_call (const ucontext_t *context)
{
  return arch_ends_call (context, arch_pc (context));
}

static inline uint64_t
arch_call_again (const ucontext_t *context)
{
  uint64_t end = arch_pc (context) + ARCH_CALL_SIZE;

  return arch_ends_call (context, end) ? end : 0;
}

# define ARCH_SEGMENT 1

/* Kernels before 5.9, some virtual machines and valgrind do not let programs
   use the instructions.  */

static inline int
arch_segment_is_quick (void)
{
  return cgrt_kernel_allows (HWCAP2_FSGSBASE);
}

static inline int
arch_set_segment (int64_t base)
{
  if (arch_segment_is_quick ())
    {
      __asm__ volatile ("wrgsbase %0" : : "r" (base));
      return 1;
    }
  return sys (SYS_arch_prctl, ARCH_SET_GS, (long) base, 0, 0, 0, 0) == 0;
}

static inline int64_t
arch_get_segment (void)
{
  int64_t base = 0;
  if (arch_segment_is_quick ())
    __asm__ volatile ("rdgsbase %0" : "=r" (base));
  else if (sys (SYS_arch_prctl, ARCH_GET_GS, (long) &base, 0, 0, 0, 0) < 0)
    base = 0;
  return base;
}

static inline void
arch_add_own (uint64_t *counter, uint64_t value)
{
  __asm__ volatile ("addq %1, %0" : "+m" (*counter) : "er" (value) : "cc");
}

#else

/* A handler that adds in between leaves the carry as it is.  */

static inline void
arch_add_own (uint64_t *counter, uint64_t value)
{
  typedef uint32_t __attribute__ ((may_alias)) half;
  half *halves = (half *) counter;
  __asm__ volatile ("addl %2, %0\n\tadcl %3, %1"
		    : "+m" (halves[0]), "+m" (halves[1])
		    : "ir" ((uint32_t) value), "ir" ((uint32_t) (value >> 32))
		    : "cc");
}

#endif

static inline uint64_t
arch_decode_trampoline (const unsigned char *code, uint64_t address)
{
  uint64_t function = 0;
#ifdef __x86_64__
  (void) address;
  if (!memcmp (code, "\xf3\x0f\x1e\xfa", 4))		/* endbr64 */
    code += 4;
  if (!memcmp (code, "\x41\xbb", 2))			/* mov $..., %r11d */
    {
      memcpy (&function, code + 2, 4);
      code += 6;
    }
  else if (!memcmp (code, "\x49\xbb", 2))		/* movabs $..., %r11 */
    {
      memcpy (&function, code + 2, 8);
      code += 10;
    }
  /* movabs $..., %r10; rex.WB jmp *%r11 */
  return memcmp (code, "\x49\xba", 2) || memcmp (code + 10, "\x49\xff\xe3", 3)
	 ? 0 : function;
#else
  uint32_t distance;
  const unsigned char *at = code;
  if (!memcmp (at, "\xf3\x0f\x1e\xfb", 4))		/* endbr32 */
    at += 4;
  /* mov $..., %ecx (or, with arguments there, %eax); jmp function */
  if ((at[0] == 0xb9 || at[0] == 0xb8) && at[5] == 0xe9)
    {
      memcpy (&distance, at + 6, 4);
      function = (uint32_t) (address + (uint64_t) (at + 10 - code) + distance);
    }
  return function;
#endif
}
