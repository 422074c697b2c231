/* 64-bit PowerPC, ELFv2, for arch.h.

   SPDX-License-Identifier: MIT  */

static inline uint64_t
arch_pc (const ucontext_t *context)
{
  return context->uc_mcontext.gp_regs[32];
}

static inline uint64_t
arch_stack (const ucontext_t *context)
{
  return context->uc_mcontext.gp_regs[1];
}

static inline uint64_t
arch_decode_trampoline (const unsigned char *code, uint64_t address)
{
  /* ld r11, 24(r12); ld r12, 16(r12); mtctr r12; bctr */
  static const uint32_t instructions[] = { 0xe96c0018, 0xe98c0010, 0x7d8903a6,
					   0x4e800420 };
  uint64_t function;

  (void) address;
  if (memcmp (code, instructions, sizeof instructions))
    return 0;
  memcpy (&function, code + 16, sizeof function);
  return function;
}
