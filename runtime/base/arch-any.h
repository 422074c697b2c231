/* A processor of which nothing is known, for arch.h.

   SPDX-License-Identifier: MIT  */

static inline uint64_t
arch_pc (const ucontext_t *context)
{
  (void) context;
  return 0;
}

static inline uint64_t
arch_stack (const ucontext_t *context)
{
  (void) context;
  return 1;
}

static inline uint64_t
arch_decode_trampoline (const unsigned char *code, uint64_t address)
{
  (void) code;
  (void) address;
  return 0;
}
