/* Finding the number of a system call in the code that made it.

   SPDX-License-Identifier: MIT

   The value that rax had is followed back through the moves before the
   instruction.  In libc three forms of code end in a call:

     mov $NUMBER,%eax; moves of arguments; syscall
     mov SLOT(%rsp),%rax; syscall	(glibc since 2.41, one thread)
     mov %rsi,%rax; moves; syscall	(glibc since 2.41, musl: the function
					that a cancelled thread leaves)

   In the last the arguments are moved over the register in which the number
   came, but the caller had it from a slot of its stack, or keeps it in a
   register that calls preserve.

   Instructions cannot be decoded backwards.  So each place before is tried
   from which moves alone lead to the end, the nearest first.  */

#include "sample/call-number.h"

#include <stdint.h>
#include <string.h>

#include "base/arch.h"
#include "base/sys.h"

#if defined __x86_64__

#define CALL_SIZE 2		/* Of syscall.  */
#define NEAR_CALL_SIZE 5	/* Of call DISPLACEMENT.  */
#define REACH 48		/* Bytes of moves before an end, at most.  */
#define ENTRY_SIZE 16		/* Of what a function does before its
				   moves.  */
#define NUMBERS 1024		/* Linux has fewer calls.  */

/* Registers as instructions name them.  */
enum { RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R11 = 11, REGISTERS = 16 };

#define BIT(REGISTER) (1u << (REGISTER))

/* A call leaves its own values in these.  */
#define LOST_IN_CALL (BIT (RAX) | BIT (RCX) | BIT (R11))

/* An instruction that does nothing but move a value, or change that of one
   register.  */
struct move
{
  enum { CONSTANT, REGISTER, SLOT, STORE, ADDRESS, PUSH, COMPUTED } kind;
  unsigned size;		/* In bytes.  */
  unsigned to;			/* Register written to, unless STORE, PUSH.  */
  unsigned from;		/* Register, or base of a SLOT or STORE.  */
  int32_t value;		/* CONSTANT, or displacement.  */
};

/* What moves before END do to a register: FIRST is the one that sets it, at
   START; after it the registers in SET are written to, and PUSHED bytes are
   pushed.  */
struct trace
{
  struct move first;
  const unsigned char *start;
  unsigned set;
  unsigned pushed;
};

/* Decode the operand in memory or register of the instruction CODE, whose
   modrm byte is at AT, with the registers' fourth bits of REX.  Return the
   instruction's size, 0 if the operand is of another form.  */

static unsigned
decode_operand (const unsigned char *code, unsigned at, unsigned rex,
		unsigned *base, int32_t *displacement, int *is_register)
{
  unsigned mode = code[at] >> 6, size = at + 1;

  *base = (code[at] & 7) | (rex & 1) << 3;
  *displacement = 0;
  *is_register = mode == 3;
  if (mode == 3)
    return size;
  if ((*base & 7) == RSP && code[size++] != 0x24)
    return 0;
  if (mode == 0)
    return (*base & 7) == RBP ? 0 : size;
  if (mode == 1)
    {
      *displacement = (signed char) code[size];
      return size + 1;
    }
  memcpy (displacement, code + size, sizeof *displacement);
  return size + 4;
}

/* Decode the instruction CODE, which adds a constant to its operand or the
   like and whose modrm byte is at AT, into *MOVE.  Return 0 unless that is a
   register.  */

static int
decode_sum (const unsigned char *code, unsigned at, unsigned rex,
	    struct move *move)
{
  enum { COMPARES = 7 };
  int is_register;

  move->kind = COMPUTED;
  move->size = decode_operand (code, at, rex, &move->to, &move->value,
			       &is_register) + 1;
  return is_register && (code[at] >> 3 & 7) != COMPARES;
}

/* Decode the instruction at CODE, of which 16 bytes can be read, into *MOVE.
   Return 0 if it is not a move.  */

static int
decode_move (const unsigned char *code, struct move *move)
{
  unsigned rex = (code[0] & 0xf0) == 0x40 ? code[0] : 0, at = rex != 0;
  unsigned opcode = code[at], reg, operand;
  int is_register;

  memset (move, 0, sizeof *move);
  if ((opcode & 0xf8) == 0x50)
    {
      move->kind = PUSH;
      move->size = at + 1;
      return 1;
    }
  if ((opcode & 0xf8) == 0xb8 && !(rex & 8))
    {
      move->kind = CONSTANT;
      move->to = (opcode & 7) | (rex & 1) << 3;
      memcpy (&move->value, code + at + 1, sizeof move->value);
      move->size = at + 5;
      return 1;
    }
  /* movzx and movsx: as movsxd.  */
  if (opcode == 0x0f && (code[at + 1] & 0xf6) == 0xb6)
    {
      opcode = 0x63;
      at++;
    }
  if (opcode == 0x83)
    return decode_sum (code, at + 1, rex, move);
  if (opcode != 0x31 && opcode != 0x63 && opcode != 0x89 && opcode != 0x8b
      && opcode != 0x8d)
    return 0;
  reg = (code[at + 1] >> 3 & 7) | (rex & 4) << 1;
  move->size = decode_operand (code, at + 1, rex, &operand, &move->value,
			       &is_register);
  if (move->size == 0 || rex & 2)
    return 0;
  move->to = opcode == 0x89 && is_register ? operand : reg;
  move->from = opcode == 0x89 && is_register ? reg : operand;
  if (opcode == 0x31)
    move->kind = CONSTANT;	/* 0: xor of a register with itself.  */
  else if (opcode == 0x63)
    move->kind = COMPUTED;
  else if (opcode == 0x8d)
    move->kind = ADDRESS;
  else
    move->kind = is_register ? REGISTER : opcode == 0x89 ? STORE : SLOT;
  return opcode == 0x31 ? is_register && reg == operand
	 : !(opcode == 0x8d && is_register);
}

static int
writes (const struct move *move, unsigned reg)
{
  return move->kind != STORE && move->kind != PUSH && move->to == reg;
}

/* Whether the byte before the instruction CODE may be its prefix and make it
   name other registers.  Then the reading with the prefix is the next one that
   is tried.  */

static int
may_have_prefix (const unsigned char *code)
{
  return (code[0] & 0xf0) != 0x40 && (code[-1] & 0xf0) == 0x40
	 && (code[-1] & 7) != 0;
}

/* Whether moves alone lead from START to END, the first of which sets REG and
   none of the others.  If so, set *TRACE.  */

static int
leads_to (const unsigned char *start, const unsigned char *end, unsigned reg,
	  struct trace *trace)
{
  const unsigned char *at = start;
  struct move move;

  if (!decode_move (start, &trace->first) || !writes (&trace->first, reg)
      || may_have_prefix (start))
    return 0;
  trace->start = start;
  trace->set = trace->pushed = 0;
  for (at += trace->first.size; at < end; at += move.size)
    {
      if (!decode_move (at, &move) || writes (&move, reg)
	  || writes (&move, RSP))
	return 0;
      /* Perhaps over the slot from which the value came.  */
      if (move.kind == STORE && move.from == trace->first.from
	  && move.value == trace->first.value)
	return 0;
      if (move.kind == PUSH)
	trace->pushed += 8;
      else if (move.kind != STORE)
	trace->set |= BIT (move.to);
    }
  return at == end;
}

/* Find the move before END, and not before BOUND, that sets REG.  */

static int
find_move (const unsigned char *end, const unsigned char *bound, unsigned reg,
	   struct trace *trace)
{
  for (const unsigned char *start = end - 1;
       start >= bound && end - start <= REACH; start--)
    if (leads_to (start, end, reg, trace))
      return 1;
  return 0;
}

/* Whether REACH + 2 bytes before END and 16 after it can be read, as far as
   they are in pages of their own.  */

static int
can_read_around (const unsigned char *end)
{
  return sys_can_read ((uint64_t) end - REACH - 2)
	 && sys_can_read ((uint64_t) end + 8);
}

/* Return the end of the moves in the caller of the function with moves from
   START on, whose return address is at STACK: where the call is.  Return NULL
   if that is not a call of this function.  */

static const unsigned char *
find_call (const uint64_t *stack, const unsigned char *start,
	   const unsigned char **entry)
{
  const unsigned char *back, *call;
  int32_t displacement;

  if (!sys_can_read ((uint64_t) stack))
    return NULL;
  back = (const unsigned char *) *stack;
  call = back - NEAR_CALL_SIZE;
  if (!can_read_around (call) || call[0] != 0xe8)
    return NULL;
  memcpy (&displacement, call + 1, sizeof displacement);
  *entry = back + displacement;
  return *entry <= start && start - *entry <= ENTRY_SIZE ? call : NULL;
}

/* Return the value in memory at ADDRESS, -1 if that cannot be read.  */

static long
read_slot (uint64_t address)
{
  return sys_can_read (address) ? *(const int32_t *) address : -1;
}

/* Return REG's value where a signal with CONTEXT came.  */

static uint64_t
get_register (const ucontext_t *context, unsigned reg)
{
  static const unsigned char places[REGISTERS] = {
    REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RSP, REG_RBP, REG_RSI, REG_RDI,
    REG_R8, REG_R9, REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15
  };
  return (uint64_t) context->uc_mcontext.gregs[places[reg]];
}

/* Return what rax had before the instruction that ends at CONTEXT's place, or
   -1.  */

static long
follow (const ucontext_t *context)
{
  const unsigned char *end = (const unsigned char *) arch_pc (context)
			     - CALL_SIZE;
  const unsigned char *bound = end - REACH, *call, *entry;
  uint64_t stack = get_register (context, RSP);
  unsigned reg = RAX, changed = LOST_IN_CALL;
  struct trace trace;

  while (find_move (end, bound, reg, &trace))
    {
      const struct move *first = &trace.first;
      changed |= trace.set;
      if (first->kind == CONSTANT)
	return first->value;
      if (first->kind == SLOT && first->from == RSP)
	return read_slot (stack + trace.pushed + (int64_t) first->value);
      if (first->kind == SLOT && !(changed & BIT (first->from)))
	return read_slot (get_register (context, first->from)
			  + (int64_t) first->value);
      if (first->kind != REGISTER)
	return -1;
      reg = first->from;
      if (!(changed & BIT (reg)))
	return (long) get_register (context, reg);
      end = trace.start;
      call = find_call ((const uint64_t *) stack, end, &entry);
      if (!call)
	continue;
      if (find_move (end, entry, reg, &trace))
	return -1;
      end = call;
      bound = end - REACH;
      stack += sizeof (uint64_t);
    }
  return -1;
}

long
cgrt_call_number (const ucontext_t *context)
{
  const unsigned char *call
    = (const unsigned char *) arch_pc (context) - CALL_SIZE;
  long number;

  if (!can_read_around (call) || call[0] != 0x0f || call[1] != 0x05)
    return -1;
  number = follow (context);
  return number >= 0 && number < NUMBERS ? number : -1;
}

#else

long
cgrt_call_number (const ucontext_t *context)
{
  (void) context;
  return -1;
}

#endif
