/* RISC-V, for arch.h.

   SPDX-License-Identifier: MIT  */

static inline uint64_t
arch_pc (const ucontext_t *context)
{
  return context->uc_mcontext.__gregs[REG_PC];
}

static inline uint64_t
arch_stack (const ucontext_t *context)
{
  return context->uc_mcontext.__gregs[REG_SP];
}

static inline uint64_t
arch_decode_trampoline (const unsigned char *code, uint64_t address)
{
  /* auipc t2, 0; ld t0, 24(t2); ld t2, 16(t2); jr t0 */
  static const uint32_t instructions[] = { 0x00000397, 0x0183b283, 0x0103b383,
					   0x00028067 };
  uint64_t function;

  (void) address;
  if (memcmp (code, instructions, sizeof instructions))
    return 0;
  memcpy (&function, code + 24, sizeof function);
  return function;
}
