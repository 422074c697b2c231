/* Frames of a program whose unwind tables nobody else finds without a lock:
   one that is linked statically.

   SPDX-License-Identifier: MIT

   What a static program that is not position-independent starts with
   (crtbeginT.o) registers its tables with libgcc, which then looks them up
   under a lock that the interrupted code may hold.  There is no
   .eh_frame_hdr either, so the tables are found by the program file's
   section headers, which strip leaves.  */

#include "frame.h"

#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <stddef.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/uio.h>

#include "memory.h"
#include "process.h"
#include "sys.h"

/* Only the archive has use for it.  */
#ifndef PIC
#if ARCH_REGISTERS

#define MAX_DEPTH 4		/* States that are remembered.  */
#define MAX_STACK 16		/* Of an expression.  */
#define MAX_SECTIONS 4096
#define PAGE 4096		/* At most the real one.  */

/* How pointers are written (DW_EH_PE_*).  */
enum
{
  FORM_ADDRESS = 0x00, FORM_ULEB = 0x01, FORM_U16 = 0x02, FORM_U32 = 0x03,
  FORM_U64 = 0x04, FORM_SLEB = 0x09, FORM_S16 = 0x0a, FORM_S32 = 0x0b,
  FORM_S64 = 0x0c, FORM_MASK = 0x0f, BASE_MASK = 0x70, BASE_PC = 0x10,
  FORM_INDIRECT = 0x80, FORM_NONE = 0xff
};

/* Bytes that are read one behind the other; AT is END once there are too
   few.  */
struct bytes
{
  const unsigned char *at;
  const unsigned char *end;
};

/* What a CIE says, or a FDE with its CIE.  */
struct entry
{
  uint64_t code_factor;
  int64_t data_factor;
  uint64_t return_register;
  unsigned form;		/* Of addresses.  */
  int is_signal;		/* A signal's frame.  */
  int has_size;			/* Of what is added to the FDE.  */
  struct bytes first;		/* Instructions of the CIE, */
  uint64_t begin, size;		/* code of the FDE, */
  struct bytes then;		/* and its instructions.  */
};

/* A FDE, by the code it is about.  */
struct row
{
  uint64_t begin;
  uint64_t size;
  const unsigned char *entry;
};

static struct row *rows;
static size_t row_count;

enum rule
{
  RULE_SAME, RULE_UNDEFINED, RULE_AT, RULE_IS, RULE_REGISTER,
  RULE_AT_EXPRESSION, RULE_IS_EXPRESSION
};

/* How registers are to be had, each from CFA + value, register value, or the
   expression at value (an address).  */
struct state
{
  int64_t values[ARCH_REGISTERS];
  unsigned char rules[ARCH_REGISTERS];
  unsigned cfa_register;	/* ARCH_REGISTERS: CFA_VALUE is the address
				   of an expression.  */
  int64_t cfa_value;
};

static uint64_t
get (struct bytes *bytes, size_t size)
{
  uint64_t value = 0;
  if ((size_t) (bytes->end - bytes->at) < size)
    {
      bytes->at = bytes->end;
      return 0;
    }
  /* A loop, since memcpy may be the program's.  */
  for (size_t i = size; i-- > 0;)
    value = value << 8 | bytes->at[i];
  bytes->at += size;
  return value;
}

static int64_t
get_signed (struct bytes *bytes, size_t size)
{
  unsigned shift = (unsigned) (64 - 8 * size);
  return (int64_t) (get (bytes, size) << shift) >> shift;
}

static uint64_t
get_uleb (struct bytes *bytes)
{
  uint64_t value = 0;
  for (unsigned shift = 0; bytes->at < bytes->end; shift += 7)
    {
      unsigned char byte = *bytes->at++;
      if (shift < 64)
	value |= (uint64_t) (byte & 0x7f) << shift;
      if (!(byte & 0x80))
	break;
    }
  return value;
}

static int64_t
get_sleb (struct bytes *bytes)
{
  uint64_t value = 0;
  unsigned shift = 0;
  unsigned char byte = 0;
  while (bytes->at < bytes->end)
    {
      byte = *bytes->at++;
      if (shift < 64)
	value |= (uint64_t) (byte & 0x7f) << shift;
      shift += 7;
      if (!(byte & 0x80))
	break;
    }
  if ((byte & 0x40) && shift < 64)
    value |= ~(uint64_t) 0 << shift;
  return (int64_t) value;
}

static struct bytes
get_block (struct bytes *bytes, uint64_t size)
{
  struct bytes block = { bytes->at, bytes->end };
  if (size < (uint64_t) (bytes->end - bytes->at))
    block.end = bytes->at + size;
  bytes->at = block.end;
  return block;
}

/* Read a pointer written as FORM says.  Other bases than the place itself,
   and pointers elsewhere, are not used for code.  */

static uint64_t
get_pointer (struct bytes *bytes, unsigned form)
{
  uint64_t place = (uint64_t) (uintptr_t) bytes->at;
  uint64_t value = 0;
  switch (form & FORM_MASK)
    {
    case FORM_ADDRESS: value = get (bytes, sizeof (void *)); break;
    case FORM_ULEB: value = get_uleb (bytes); break;
    case FORM_U16: value = get (bytes, 2); break;
    case FORM_U32: value = get (bytes, 4); break;
    case FORM_U64: value = get (bytes, 8); break;
    case FORM_SLEB: value = (uint64_t) get_sleb (bytes); break;
    case FORM_S16: value = (uint64_t) get_signed (bytes, 2); break;
    case FORM_S32: value = (uint64_t) get_signed (bytes, 4); break;
    case FORM_S64: value = (uint64_t) get_signed (bytes, 8); break;
    default: bytes->at = bytes->end;
    }
  return (form & BASE_MASK) == BASE_PC ? value + place : value;
}

/* Cut the next CIE or FDE, without its length, out of BYTES.  Returns 0 at
   their end.  */

static int
get_entry (struct bytes *bytes, struct bytes *entry)
{
  uint64_t size = get (bytes, 4);
  if (size == 0xffffffff)
    size = get (bytes, 8);
  *entry = get_block (bytes, size);
  return size != 0 && entry->end - entry->at >= 4;
}

/* Read the CIE at FROM.  Returns 0 if it is of no kind that is known.  */

static int
read_common (struct entry *entry, const unsigned char *from)
{
  struct bytes all = { from, from + 12 };
  struct bytes bytes;
  const unsigned char *augmentation;
  unsigned version;

  all.end = from + 12 + get (&all, 4);
  all.at = from;
  if (!get_entry (&all, &bytes) || get (&bytes, 4) != 0)
    return 0;
  version = (unsigned) get (&bytes, 1);
  if (version != 1 && version != 3)
    return 0;
  augmentation = bytes.at;
  while (get (&bytes, 1) != 0)
    continue;
  entry->code_factor = get_uleb (&bytes);
  entry->data_factor = get_sleb (&bytes);
  entry->return_register = version == 1 ? get (&bytes, 1)
					: get_uleb (&bytes);
  entry->form = FORM_ADDRESS;
  entry->is_signal = 0;
  entry->has_size = augmentation[0] == 'z';
  if (entry->has_size)
    {
      struct bytes added = get_block (&bytes, get_uleb (&bytes));
      for (const unsigned char *each = augmentation + 1; *each; each++)
	if (*each == 'R')
	  entry->form = (unsigned) get (&added, 1);
	else if (*each == 'L')
	  get (&added, 1);
	else if (*each == 'P')
	  get_pointer (&added, (unsigned) get (&added, 1));
	else if (*each == 'S')
	  entry->is_signal = 1;
	else
	  return 0;
    }
  else if (augmentation[0])
    return 0;
  entry->first = bytes;
  return entry->return_register < ARCH_REGISTERS
	 && !(entry->form & FORM_INDIRECT);
}

/* Read the FDE of BYTES and its CIE.  Returns 0 if it is none, or of no kind
   that is known.  */

static int
read_entry (struct entry *entry, struct bytes bytes)
{
  const unsigned char *place = bytes.at;
  uint64_t distance = get (&bytes, 4);

  if (distance == 0 || !read_common (entry, place - distance))
    return 0;
  entry->begin = get_pointer (&bytes, entry->form);
  entry->size = get_pointer (&bytes, entry->form & FORM_MASK);
  if (entry->has_size)
    get_block (&bytes, get_uleb (&bytes));
  entry->then = bytes;
  return entry->begin && entry->size;
}

/* Put a row for each FDE of BYTES behind the others, or, while there are no
   rows, only count them.  */

static void
add_rows (struct bytes bytes)
{
  struct bytes each;
  struct entry entry;

  for (const unsigned char *at = bytes.at; get_entry (&bytes, &each);
       at = bytes.at)
    if (read_entry (&entry, each))
      {
	if (rows)
	  rows[row_count] = (struct row) { entry.begin, entry.size, at };
	row_count++;
      }
}

/* Sort the rows: most are in order, as code and tables were linked.  */

static void
sift (size_t root, size_t count)
{
  for (size_t child; (child = 2 * root + 1) < count; root = child)
    {
      struct row row = rows[root];
      if (child + 1 < count && rows[child].begin < rows[child + 1].begin)
	child++;
      if (rows[child].begin <= row.begin)
	return;
      rows[root] = rows[child];
      rows[child] = row;
    }
}

static void
sort_rows (void)
{
  for (size_t i = row_count / 2; i-- > 0;)
    sift (i, row_count);
  for (size_t i = row_count; i-- > 1;)
    {
      struct row row = rows[0];
      rows[0] = rows[i];
      rows[i] = row;
      sift (0, i);
    }
}

/* Find the tables by program headers: COUNT of them from HEADERS, of what is
   loaded BIAS above its addresses.  */

static int
find_loaded (struct bytes *bytes, const ElfW (Phdr) *headers, size_t count,
	     uint64_t bias)
{
  for (size_t i = 0; i < count; i++)
    if (headers[i].p_type == PT_GNU_EH_FRAME)
      {
	const unsigned char *header = (const unsigned char *) (uintptr_t)
	  (headers[i].p_vaddr + bias);
	struct bytes rest = { header + 4, header + headers[i].p_memsz };
	uint64_t tables;
	if (header[0] != 1 || (header[1] & FORM_INDIRECT))
	  return 0;
	tables = get_pointer (&rest, header[1]);
	/* How long they are is not said; they end themselves.  */
	for (size_t j = 0; j < count; j++)
	  if (headers[j].p_type == PT_LOAD
	      && tables - headers[j].p_vaddr - bias < headers[j].p_memsz)
	    {
	      bytes->at = (const unsigned char *) (uintptr_t) tables;
	      bytes->end = (const unsigned char *) (uintptr_t)
		(headers[j].p_vaddr + bias + headers[j].p_memsz);
	      return 1;
	    }
      }
  return 0;
}

static int
read_at (int fd, void *to, size_t size, uint64_t offset)
{
  return sys (SYS_pread64, fd, (long) to, (long) size, (long) offset, 0, 0)
	 == (long) size;
}

/* Find the program's tables by its file, open as FD; it is loaded where its
   addresses say.  */

static int
find_section (struct bytes *bytes, int fd)
{
  static const char wanted[] = ".eh_frame";
  ElfW (Ehdr) header;
  ElfW (Shdr) names, section;

  if (!read_at (fd, &header, sizeof header, 0)
      || header.e_shentsize != sizeof section || header.e_type != ET_EXEC
      || !read_at (fd, &names, sizeof names, header.e_shoff
		   + (uint64_t) header.e_shstrndx * sizeof names))
    return 0;
  for (unsigned i = 1; i < header.e_shnum && i < MAX_SECTIONS; i++)
    {
      char name[sizeof wanted];
      if (!read_at (fd, &section, sizeof section,
		    header.e_shoff + i * sizeof section)
	  || !(section.sh_flags & SHF_ALLOC)
	  || section.sh_type == SHT_NOBITS
	  || !read_at (fd, name, sizeof name, names.sh_offset
		       + section.sh_name)
	  || memcmp (name, wanted, sizeof name) != 0)
	continue;
      bytes->at = (const unsigned char *) (uintptr_t) section.sh_addr;
      bytes->end = bytes->at + section.sh_size;
      return 1;
    }
  return 0;
}

/* Only a position-independent program has it.  */
extern ElfW (Dyn) _DYNAMIC[] __attribute__ ((weak, visibility ("hidden")));

int
cgrt_frame_start (void)
{
  const ElfW (Ehdr) *kernel
    = (const ElfW (Ehdr) *) getauxval (AT_SYSINFO_EHDR);
  const ElfW (Phdr) *headers = (const ElfW (Phdr) *) getauxval (AT_PHDR);
  struct bytes program = { NULL, NULL };
  struct bytes vdso = { NULL, NULL };
  uint64_t bias = 0;
  size_t count = getauxval (AT_PHNUM);

  for (size_t i = 0; i < count; i++)
    if (headers[i].p_type == PT_DYNAMIC && _DYNAMIC)
      bias = (uint64_t) (uintptr_t) _DYNAMIC - headers[i].p_vaddr;
  if (!find_loaded (&program, headers, count, bias))
    {
      int fd = (int) sys_open ("/proc/self/exe", O_RDONLY | O_CLOEXEC, 0);
      int found = fd >= 0 && find_section (&program, fd);
      if (fd >= 0)
	sys_close (fd);
      if (!found)
	return 0;
    }
  if (kernel)
    find_loaded (&vdso, (const ElfW (Phdr) *) ((const char *) kernel
					       + kernel->e_phoff),
		 kernel->e_phnum, (uint64_t) (uintptr_t) kernel);
  add_rows (program);
  add_rows (vdso);
  if (row_count == 0)
    return 0;
  rows = cgrt_memory_map (row_count * sizeof *rows);
  if (!rows)
    return 0;
  row_count = 0;
  add_rows (program);
  add_rows (vdso);
  sort_rows ();
  return 1;
}

/* Read the word at ADDRESS of the stack.  Returns 0 if there is none.  */

static int
load (struct cgrt_frame *frame, uint64_t address, uint64_t *word)
{
  if (address % sizeof *word != 0)
    return 0;
  if (address / PAGE != frame->page)
    {
      struct iovec to = { word, sizeof *word };
      struct iovec from = { (void *) (uintptr_t) address, sizeof *word };
      if (sys (SYS_process_vm_readv, cgrt_pid, (long) &to, 1, (long) &from,
	       1, 0) != (long) sizeof *word)
	return 0;
      frame->page = address / PAGE;
      return 1;
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
  struct bytes bytes = { start, start + 10 };
  uint64_t stack[MAX_STACK + 1];
  size_t depth = 0;
  uint64_t size = get_uleb (&bytes);

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
      else if (op >= 0x70 && op < 0x70 + ARCH_REGISTERS)	/* breg0...  */
	stack[depth++] = frame->registers[op - 0x70]
			 + (uint64_t) get_sleb (&bytes);
      else
	switch (op)
	  {
	  case 0x08: stack[depth++] = get (&bytes, 1); break;	/* const1u  */
	  case 0x09: stack[depth++] = (uint64_t) get_signed (&bytes, 1);
	    break;
	  case 0x0a: stack[depth++] = get (&bytes, 2); break;
	  case 0x0b: stack[depth++] = (uint64_t) get_signed (&bytes, 2);
	    break;
	  case 0x0c: stack[depth++] = get (&bytes, 4); break;
	  case 0x0d: stack[depth++] = (uint64_t) get_signed (&bytes, 4);
	    break;
	  case 0x0e: case 0x0f: stack[depth++] = get (&bytes, 8); break;
	  case 0x10: stack[depth++] = get_uleb (&bytes); break;
	  case 0x11: stack[depth++] = (uint64_t) get_sleb (&bytes); break;
	  case 0x12: stack[depth++] = top; break;		/* dup  */
	  case 0x06:						/* deref  */
	    if (depth < 1 || !load (frame, top, &stack[depth - 1]))
	      return 0;
	    break;
	  case 0x23:					/* plus_uconst  */
	    if (depth < 1)
	      return 0;
	    stack[depth - 1] += get_uleb (&bytes);
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
  if (number >= ARCH_REGISTERS)
    return;
  state->rules[number] = (unsigned char) rule;
  state->values[number] = value;
}

/* Return the address of the block, with its length, that is next in BYTES,
   and pass it.  */

static int64_t
pass_block (struct bytes *bytes)
{
  int64_t at = (int64_t) (uintptr_t) bytes->at;
  get_block (bytes, get_uleb (bytes));
  return at;
}

/* Change STATE as the instructions BYTES of ENTRY say, up to the address
   LIMIT.  FIRST is what the CIE says, or NULL.  Returns 0 if there is one
   that is not known.  */

static int
execute (struct state *state, const struct state *first,
	 const struct entry *entry, struct bytes bytes, uint64_t limit)
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
	  set_rule (state, low, RULE_AT, (int64_t) get_uleb (&bytes)
					 * entry->data_factor);
	  continue;
	case 0xc0:				/* restore  */
	  if (first && low < ARCH_REGISTERS)
	    set_rule (state, low, first->rules[low], first->values[low]);
	  continue;
	}
      switch (op)
	{
	case 0x00:				/* nop  */
	  break;
	case 0x01:				/* set_loc  */
	  pc = get_pointer (&bytes, entry->form);
	  if (pc > limit)
	    return 1;
	  break;
	case 0x02: case 0x03: case 0x04:	/* advance_loc1, 2, 4  */
	  pc += get (&bytes, (size_t) 1 << (op - 2)) * entry->code_factor;
	  if (pc > limit)
	    return 1;
	  break;
	case 0x05:				/* offset_extended  */
	  number = get_uleb (&bytes);
	  set_rule (state, number, RULE_AT, (int64_t) get_uleb (&bytes)
					    * entry->data_factor);
	  break;
	case 0x06:				/* restore_extended  */
	  number = get_uleb (&bytes);
	  if (first && number < ARCH_REGISTERS)
	    set_rule (state, number, first->rules[number],
		      first->values[number]);
	  break;
	case 0x07:				/* undefined  */
	  set_rule (state, get_uleb (&bytes), RULE_UNDEFINED, 0);
	  break;
	case 0x08:				/* same_value  */
	  set_rule (state, get_uleb (&bytes), RULE_SAME, 0);
	  break;
	case 0x09:				/* register  */
	  number = get_uleb (&bytes);
	  set_rule (state, number, RULE_REGISTER,
		    (int64_t) get_uleb (&bytes));
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
	  state->cfa_register = (unsigned) get_uleb (&bytes);
	  state->cfa_value = op == 0x0c ? (int64_t) get_uleb (&bytes)
	    : get_sleb (&bytes) * entry->data_factor;
	  break;
	case 0x0d:				/* def_cfa_register  */
	  state->cfa_register = (unsigned) get_uleb (&bytes);
	  break;
	case 0x0e:				/* def_cfa_offset  */
	  state->cfa_value = (int64_t) get_uleb (&bytes);
	  break;
	case 0x13:				/* def_cfa_offset_sf  */
	  state->cfa_value = get_sleb (&bytes) * entry->data_factor;
	  break;
	case 0x0f:				/* def_cfa_expression  */
	  state->cfa_register = ARCH_REGISTERS;
	  state->cfa_value = pass_block (&bytes);
	  break;
	case 0x10: case 0x16:		/* expression, val_expression  */
	  number = get_uleb (&bytes);
	  set_rule (state, number, op == 0x10 ? RULE_AT_EXPRESSION
					      : RULE_IS_EXPRESSION,
		    pass_block (&bytes));
	  break;
	case 0x11: case 0x15:		/* offset_extended_sf, val_offset_sf */
	  number = get_uleb (&bytes);
	  set_rule (state, number, op == 0x11 ? RULE_AT : RULE_IS,
		    get_sleb (&bytes) * entry->data_factor);
	  break;
	case 0x14:				/* val_offset  */
	  number = get_uleb (&bytes);
	  set_rule (state, number, RULE_IS, (int64_t) get_uleb (&bytes)
					    * entry->data_factor);
	  break;
	case 0x2e:				/* GNU_args_size  */
	  get_uleb (&bytes);
	  break;
	default:
	  return 0;
	}
    }
  return 1;
}

/* Return the row of the code at PC, or NULL.  */

static const struct row *
find_row (uint64_t pc)
{
  size_t low = 0;
  size_t high = row_count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (rows[middle].begin <= pc)
	low = middle + 1;
      else
	high = middle;
    }
  return low > 0 && pc - rows[low - 1].begin < rows[low - 1].size
    ? &rows[low - 1] : NULL;
}

void
cgrt_frame_begin (struct cgrt_frame *frame, const ucontext_t *context)
{
  arch_get_registers (frame->registers, context);
  frame->pc = frame->registers[ARCH_RETURN_REGISTER];
  frame->interrupted = 1;
  frame->page = 0;
}

/* Set *VALUE to what register NUMBER of FRAME's caller holds.  Returns 0 if
   that is not known.  */

static int
restore (struct cgrt_frame *frame, const struct state *state,
	 unsigned number, uint64_t cfa, uint64_t *value)
{
  int64_t by = state->values[number];
  switch ((enum rule) state->rules[number])
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

int
cgrt_frame_step (struct cgrt_frame *frame)
{
  uint64_t pc = frame->pc - !frame->interrupted;
  const struct row *row = find_row (pc);
  struct bytes bytes, each;
  struct entry entry;
  struct state first = { .cfa_register = ARCH_STACK_REGISTER };
  struct state state;
  uint64_t registers[ARCH_REGISTERS];
  uint64_t cfa;

  if (!row)
    return 0;
  bytes.at = row->entry;
  bytes.end = bytes.at + 12;
  bytes.end = bytes.at + 12 + get (&bytes, 4);
  bytes.at = row->entry;
  if (!get_entry (&bytes, &each) || !read_entry (&entry, each)
      || !execute (&first, NULL, &entry, entry.first, UINT64_MAX))
    return 0;
  state = first;
  if (!execute (&state, &first, &entry, entry.then, pc))
    return 0;
  if (state.rules[entry.return_register] == RULE_UNDEFINED)
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
  for (unsigned i = 0; i < ARCH_REGISTERS; i++)
    if (!restore (frame, &state, i, cfa, &registers[i]))
      return 0;
  frame->pc = registers[entry.return_register];
  /* No way back here: each frame but one that a signal put on another stack
     lies further out.  */
  if (registers[ARCH_STACK_REGISTER]
      <= frame->registers[ARCH_STACK_REGISTER] && !entry.is_signal)
    return 0;
  for (unsigned i = 0; i < ARCH_REGISTERS; i++)
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
#endif /* !PIC */
