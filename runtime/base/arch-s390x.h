/* s390x, for arch.h.

   SPDX-License-Identifier: MIT  */

static inline uint64_t
arch_pc (const ucontext_t *context)
{
  return context->uc_mcontext.psw.addr;
}

static inline uint64_t
arch_stack (const ucontext_t *context)
{
  return context->uc_mcontext.gregs[15];
}

static inline uint64_t
arch_decode_trampoline (const unsigned char *code, uint64_t address)
{
  /* basr %r1, 0; lmg %r0, %r1, 14(%r1); br %r1 */
  static const unsigned char instructions[]
    = { 0x0d, 0x10, 0xeb, 0x01, 0x10, 0x0e, 0x00, 0x04, 0x07, 0xf1 };
  uint64_t function;

  (void) address;
  if (memcmp (code, instructions, sizeof instructions))
    return 0;
  memcpy (&function, code + 24, sizeof function);
  return function;
}
