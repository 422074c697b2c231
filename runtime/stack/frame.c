/* Walking the frames of an interrupted thread by the unwind tables of its
   code.

   SPDX-License-Identifier: MIT  */

#include "stack/frame.h"

#include "stack/frame-entry.h"
#include "base/sys.h"

#if ARCH_REGISTERS

#define MAX_DEPTH 4		/* States that are remembered.  */
#define MAX_STACK 16		/* Of an expression.  */
#define PAGE 4096		/* At most the real one.  */
#define BREG_COUNT 32		/* DW_OP_breg0 and so on.  */

/* Registers with rules: those from ARCH_FIRST_SAVED on.  */
#define RULES (ARCH_REGISTERS - ARCH_FIRST_SAVED)

enum rule
{
  RULE_SAME, RULE_UNDEFINED, RULE_AT, RULE_IS, RULE_REGISTER,
  RULE_AT_EXPRESSION, RULE_IS_EXPRESSION
};

/* How registers are to be had, each from CFA + value, register value, or the
   expression at value (an address); the first is ARCH_FIRST_SAVED.  */
struct state
{
  int64_t values[RULES];
  unsigned char rules[RULES];
  unsigned cfa_register;	/* ARCH_REGISTERS: CFA_VALUE is the address
				   of an expression.  */
  int64_t cfa_value;
};

/* Read the word at ADDRESS of the stack.  Returns 0 if there is none.  */

static int
load (struct cgrt_frame *frame, uint64_t address, uint64_t *word)
{
  if (address % sizeof *word != 0)
    return 0;
  if (address / PAGE != frame->page)
    {
      if (!sys_can_read (address))
	return 0;
      frame->page = address / PAGE;
    }
  *word = *(const uint64_t *) (uintptr_t) address;
  return 1;
}

/* Compute the expression at AT, a block with its length, with INITIAL on the
   stack if that is not NULL.  Returns 0 if it has what is not known.  */

static int
compute (struct cgrt_frame *frame, int64_t at, const uint64_t *initial,
	 uint64_t *result)
{
  const unsigned char *start = (const unsigned char *) (uintptr_t) at;
  struct cgrt_bytes bytes = { start, start + 10 };
  uint64_t stack[MAX_STACK + 1];
  size_t depth = 0;
  uint64_t size = cgrt_get_uleb (&bytes);

  bytes.end = bytes.at + size;
  if (initial)
    stack[depth++] = *initial;
  while (bytes.at < bytes.end)
    {
      unsigned op = *bytes.at++;
      uint64_t top = depth > 0 ? stack[depth - 1] : 0;
      if (depth >= MAX_STACK)
	return 0;
      if (op >= 0x30 && op <= 0x4f)		/* DW_OP_lit0...  */
	stack[depth++] = op - 0x30;
      else if (op >= 0x70 && op < 0x70 + BREG_COUNT
	       && op < 0x70 + ARCH_REGISTERS)		/* breg0...  */
	stack[depth++] = frame->registers[op - 0x70]
			 + (uint64_t) cgrt_get_sleb (&bytes);
      else
	switch (op)
	  {
	  case 0x08: stack[depth++] = cgrt_get (&bytes, 1); /* const1u  */
	    break;
	  case 0x09: stack[depth++] = (uint64_t) cgrt_get_signed (&bytes, 1);
	    break;
	  case 0x0a: stack[depth++] = cgrt_get (&bytes, 2); break;
	  case 0x0b: stack[depth++] = (uint64_t) cgrt_get_signed (&bytes, 2);
	    break;
	  case 0x0c: stack[depth++] = cgrt_get (&bytes, 4); break;
	  case 0x0d: stack[depth++] = (uint64_t) cgrt_get_signed (&bytes, 4);
	    break;
	  case 0x0e: case 0x0f: stack[depth++] = cgrt_get (&bytes, 8); break;
	  case 0x10: stack[depth++] = cgrt_get_uleb (&bytes); break;
	  case 0x11: stack[depth++] = (uint64_t) cgrt_get_sleb (&bytes); break;
	  case 0x12: stack[depth++] = top; break;		/* dup  */
	  case 0x06:						/* deref  */
	    if (depth < 1 || !load (frame, top, &stack[depth - 1]))
	      return 0;
	    break;
	  case 0x23:					/* plus_uconst  */
	    if (depth < 1)
	      return 0;
	    stack[depth - 1] += cgrt_get_uleb (&bytes);
	    break;
	  default:
	    if (depth < 2)
	      return 0;
	    depth--;
	    switch (op)
	      {
	      case 0x1a: stack[depth - 1] &= top; break;
	      case 0x1c: stack[depth - 1] -= top; break;
	      case 0x1e: stack[depth - 1] *= top; break;
	      case 0x21: stack[depth - 1] |= top; break;
	      case 0x22: stack[depth - 1] += top; break;
	      case 0x24: stack[depth - 1] = top < 64
		  ? stack[depth - 1] << top : 0; break;
	      case 0x25: stack[depth - 1] = top < 64
		  ? stack[depth - 1] >> top : 0; break;
	      case 0x2a: stack[depth - 1] = (int64_t) stack[depth - 1]
		  >= (int64_t) top; break;
	      case 0x2b: stack[depth - 1] = (int64_t) stack[depth - 1]
		  > (int64_t) top; break;
	      case 0x2c: stack[depth - 1] = (int64_t) stack[depth - 1]
		  <= (int64_t) top; break;
	      case 0x2d: stack[depth - 1] = (int64_t) stack[depth - 1]
		  < (int64_t) top; break;
	      default: return 0;
	      }
	  }
    }
  if (depth == 0)
    return 0;
  *result = stack[depth - 1];
  return 1;
}

static void
set_rule (struct state *state, uint64_t number, enum rule rule, int64_t value)
{
  number -= ARCH_FIRST_SAVED;
  if (number >= RULES)
    return;
  state->rules[number] = (unsigned char) rule;
  state->values[number] = value;
}

/* Make register NUMBER's rule in STATE again what FIRST has, if anything.  */

static void
restore_rule (struct state *state, const struct state *first, uint64_t number)
{
  number -= ARCH_FIRST_SAVED;
  if (!first || number >= RULES)
    return;
  state->rules[number] = first->rules[number];
  state->values[number] = first->values[number];
}

/* Return the address of the block, with its length, that is next in BYTES,
   and pass it.  */

static int64_t
pass_block (struct cgrt_bytes *bytes)
{
  int64_t at = (int64_t) (uintptr_t) bytes->at;
  cgrt_get_block (bytes, cgrt_get_uleb (bytes));
  return at;
}

/* Change STATE as the instructions BYTES of ENTRY say, up to the address
   LIMIT.  FIRST is what the CIE says, or NULL.  Returns 0 if there is one
   that is not known.  */

static int
execute (struct state *state, const struct state *first,
	 const struct cgrt_entry *entry, struct cgrt_bytes bytes,
	 uint64_t limit)
{
  struct state kept[MAX_DEPTH];
  unsigned depth = 0;
  uint64_t pc = entry->begin;

  while (bytes.at < bytes.end)
    {
      unsigned op = *bytes.at++;
      unsigned low = op & 0x3f;
      uint64_t number;
      switch (op & 0xc0)
	{
	case 0x40:				/* DW_CFA_advance_loc  */
	  pc += low * entry->code_factor;
	  if (pc > limit)
	    return 1;
	  continue;
	case 0x80:				/* offset  */
	  set_rule (state, low, RULE_AT, (int64_t) cgrt_get_uleb (&bytes)
					 * entry->data_factor);
	  continue;
	case 0xc0:				/* restore  */
	  restore_rule (state, first, low);
	  continue;
	}
      switch (op)
	{
	case 0x00:				/* nop  */
#if ARCH_EMPTY_INSTRUCTION
	case ARCH_EMPTY_INSTRUCTION:
#endif
	  break;
	case 0x01:				/* set_loc  */
	  pc = cgrt_get_pointer (&bytes, entry->form);
	  if (pc > limit)
	    return 1;
	  break;
	case 0x02: case 0x03: case 0x04:	/* advance_loc1, 2, 4  */
	  pc += cgrt_get (&bytes, (size_t) 1 << (op - 2)) * entry->code_factor;
	  if (pc > limit)
	    return 1;
	  break;
	case 0x05:				/* offset_extended  */
	  number = cgrt_get_uleb (&bytes);
	  set_rule (state, number, RULE_AT, (int64_t) cgrt_get_uleb (&bytes)
					    * entry->data_factor);
	  break;
	case 0x06:				/* restore_extended  */
	  restore_rule (state, first, cgrt_get_uleb (&bytes));
	  break;
	case 0x07:				/* undefined  */
	  set_rule (state, cgrt_get_uleb (&bytes), RULE_UNDEFINED, 0);
	  break;
	case 0x08:				/* same_value  */
	  set_rule (state, cgrt_get_uleb (&bytes), RULE_SAME, 0);
	  break;
	case 0x09:				/* register  */
	  number = cgrt_get_uleb (&bytes);
	  set_rule (state, number, RULE_REGISTER,
		    (int64_t) cgrt_get_uleb (&bytes));
	  break;
	case 0x0a:				/* remember_state  */
	  if (depth == MAX_DEPTH)
	    return 0;
	  kept[depth++] = *state;
	  break;
	case 0x0b:				/* restore_state  */
	  if (depth == 0)
	    return 0;
	  *state = kept[--depth];
	  break;
	case 0x0c: case 0x12:			/* def_cfa, def_cfa_sf  */
	  state->cfa_register = (unsigned) cgrt_get_uleb (&bytes);
	  state->cfa_value = op == 0x0c ? (int64_t) cgrt_get_uleb (&bytes)
	    : cgrt_get_sleb (&bytes) * entry->data_factor;
	  break;
	case 0x0d:				/* def_cfa_register  */
	  state->cfa_register = (unsigned) cgrt_get_uleb (&bytes);
	  break;
	case 0x0e:				/* def_cfa_offset  */
	  state->cfa_value = (int64_t) cgrt_get_uleb (&bytes);
	  break;
	case 0x13:				/* def_cfa_offset_sf  */
	  state->cfa_value = cgrt_get_sleb (&bytes) * entry->data_factor;
	  break;
	case 0x0f:				/* def_cfa_expression  */
	  state->cfa_register = ARCH_REGISTERS;
	  state->cfa_value = pass_block (&bytes);
	  break;
	case 0x10: case 0x16:		/* expression, val_expression  */
	  number = cgrt_get_uleb (&bytes);
	  set_rule (state, number, op == 0x10 ? RULE_AT_EXPRESSION
					      : RULE_IS_EXPRESSION,
		    pass_block (&bytes));
	  break;
	case 0x11: case 0x15:		/* offset_extended_sf, val_offset_sf */
	  number = cgrt_get_uleb (&bytes);
	  set_rule (state, number, op == 0x11 ? RULE_AT : RULE_IS,
		    cgrt_get_sleb (&bytes) * entry->data_factor);
	  break;
	case 0x14:				/* val_offset  */
	  number = cgrt_get_uleb (&bytes);
	  set_rule (state, number, RULE_IS, (int64_t) cgrt_get_uleb (&bytes)
					    * entry->data_factor);
	  break;
	case 0x2e:				/* GNU_args_size  */
	  cgrt_get_uleb (&bytes);
	  break;
	default:
	  return 0;
	}
    }
  return 1;
}

int
cgrt_frame_start (void)
{
  return cgrt_entry_start ();
}

void
cgrt_frame_begin (struct cgrt_frame *frame, const ucontext_t *context)
{
  arch_get_registers (frame->registers, context);
  frame->pc = frame->registers[ARCH_PC_REGISTER];
  frame->interrupted = 1;
  frame->page = UINT64_MAX;	/* None.  */
}

/* Set *VALUE to what register NUMBER, which has a rule, of FRAME's caller
   holds.  Returns 0 if that is not known.  */

static int
restore (struct cgrt_frame *frame, const struct state *state,
	 unsigned number, uint64_t cfa, uint64_t *value)
{
  int64_t by = state->values[number - ARCH_FIRST_SAVED];
  switch ((enum rule) state->rules[number - ARCH_FIRST_SAVED])
    {
    case RULE_AT:
      return load (frame, cfa + (uint64_t) by, value);
    case RULE_IS:
      *value = cfa + (uint64_t) by;
      return 1;
    case RULE_REGISTER:
      *value = frame->registers[by < ARCH_REGISTERS ? by : 0];
      return by < ARCH_REGISTERS;
    case RULE_AT_EXPRESSION:
      return compute (frame, by, &cfa, value)
	     && load (frame, *value, value);
    case RULE_IS_EXPRESSION:
      return compute (frame, by, &cfa, value);
    case RULE_SAME:
    case RULE_UNDEFINED:
      break;
    }
  /* The stack pointer is what the frame was called with.  */
  *value = number == ARCH_STACK_REGISTER ? cfa : frame->registers[number];
  return 1;
}

/* If FRAME is of the code that a signal's handler returns to, without a table,
   set it to the frame that the signal interrupted and return 1, else 0.  */

static int
step_signal (struct cgrt_frame *frame)
{
  uint64_t code[2], registers[ARCH_REGISTERS];
  uint64_t at = frame->registers[ARCH_STACK_REGISTER]
		+ ARCH_SIGRETURN_REGISTERS;
  uint64_t offset = frame->pc % sizeof *code;

  if (!ARCH_SIGRETURN || !load (frame, frame->pc - offset, &code[0]))
    return 0;
  if (offset)
    {
      if (!load (frame, frame->pc - offset + sizeof *code, &code[1]))
	return 0;
      code[0] = code[0] >> 8 * offset | code[1] << (64 - 8 * offset);
    }
  if (code[0] != ARCH_SIGRETURN)
    return 0;
  for (unsigned i = 0; i < ARCH_REGISTERS; i++)
    if (!load (frame, at + i * sizeof *registers, &registers[i]))
      return 0;
  for (unsigned i = 0; i < ARCH_REGISTERS; i++)
    frame->registers[i] = registers[i];
  frame->pc = frame->registers[ARCH_PC_REGISTER];
  frame->interrupted = 1;
  return 1;
}

/* Whether a frame whose stack pointer is STACK can be that of FRAME's
   caller.  */

static int
is_further_out (const struct cgrt_frame *frame, uint64_t stack)
{
  uint64_t mine = frame->registers[ARCH_STACK_REGISTER];
  return stack > mine || (ARCH_LINK && frame->interrupted && stack == mine);
}

int
cgrt_frame_step (struct cgrt_frame *frame)
{
  uint64_t pc = frame->pc - !frame->interrupted;
  struct cgrt_entry entry;
  struct state first = { .cfa_register = ARCH_STACK_REGISTER };
  struct state state;
  uint64_t registers[ARCH_REGISTERS];
  uint64_t cfa;
  int found = cgrt_entry_find (&entry, pc);

  if (ARCH_SIGRETURN && (!found || entry.is_signal) && step_signal (frame))
    return 1;
  if (!found || !execute (&first, NULL, &entry, entry.first, UINT64_MAX))
    return 0;
  state = first;
  if (!execute (&state, &first, &entry, entry.then, pc))
    return 0;
  if (state.rules[entry.return_register - ARCH_FIRST_SAVED] == RULE_UNDEFINED)
    return -1;
  if (state.cfa_register == ARCH_REGISTERS)
    {
      if (!compute (frame, state.cfa_value, NULL, &cfa))
	return 0;
    }
  else if (state.cfa_register > ARCH_REGISTERS)
    return 0;
  else
    cfa = frame->registers[state.cfa_register] + (uint64_t) state.cfa_value;
  for (unsigned i = ARCH_FIRST_SAVED; i < ARCH_REGISTERS; i++)
    if (!restore (frame, &state, i, cfa, &registers[i]))
      return 0;
  frame->pc = arch_strip (registers[entry.return_register]);
  /* No way back here: each frame but one that a signal put on another stack
     lies further out.  */
  if (!is_further_out (frame, registers[ARCH_STACK_REGISTER])
      && !entry.is_signal)
    return 0;
  for (unsigned i = ARCH_FIRST_SAVED; i < ARCH_REGISTERS; i++)
    frame->registers[i] = registers[i];
  frame->interrupted = entry.is_signal;
  return frame->pc ? 1 : -1;
}

#else /* !ARCH_REGISTERS */

int
cgrt_frame_start (void)
{
  return 0;
}

void
cgrt_frame_begin (struct cgrt_frame *frame, const ucontext_t *context)
{
  frame->pc = arch_pc (context);
}

int
cgrt_frame_step (struct cgrt_frame *frame)
{
  (void) frame;
  return 0;
}

#endif /* !ARCH_REGISTERS */
