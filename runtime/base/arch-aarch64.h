/* AArch64, for arch.h.

   SPDX-License-Identifier: MIT  */

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

static inline uint64_t
arch_frame (const ucontext_t *context)
{
  return context->uc_mcontext.regs[29];
}

static inline void
arch_add_own (uint64_t *counter, uint64_t value)
{
  __atomic_fetch_add (counter, value, __ATOMIC_RELAXED);
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
