/* ARM, for arch.h.

   SPDX-License-Identifier: MIT  */

static inline uint64_t
arch_pc (const ucontext_t *context)
{
  return context->uc_mcontext.arm_pc;
}

static inline uint64_t
arch_stack (const ucontext_t *context)
{
  return context->uc_mcontext.arm_sp;
}

static inline uint64_t
arch_decode_trampoline (const unsigned char *code, uint64_t address)
{
  /* ldr ip, variables; ldr pc, function; as Thumb and as ARM */
  static const uint32_t instructions[2][2]
    = { { 0xc004f8df, 0xf004f8df }, { 0xe59fc000, 0xe59ff000 } };
  uint32_t function;

  (void) address;
  if (memcmp (code, instructions[0], sizeof instructions[0])
      && memcmp (code, instructions[1], sizeof instructions[1]))
    return 0;
  memcpy (&function, code + 12, sizeof function);
  return function;
}
