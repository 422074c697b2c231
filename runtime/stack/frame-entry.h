/* Finding and reading the entries (FDEs) of the unwind tables in .eh_frame.

   SPDX-License-Identifier: MIT

   Only where ARCH_REGISTERS (base/arch.h) is not 0.  After cgrt_entry_start,
   no function takes a lock or allocates: they may be called in a signal
   handler.  */

#ifndef CGPROF_RUNTIME_STACK_FRAME_ENTRY_H
#define CGPROF_RUNTIME_STACK_FRAME_ENTRY_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that are read from AT to END.  A read that needs more bytes than there
   are leaves AT at END; its result is meaningless.  */
struct cgrt_bytes
{
  const unsigned char *at;
  const unsigned char *end;
};

/* The contents of an FDE and of the CIE that it refers to, in DWARF's
   terms.  */
struct cgrt_entry
{
  /* The CIE's.  */
  uint64_t code_factor;		/* Code alignment factor.  */
  int64_t data_factor;		/* Data alignment factor.  */
  uint64_t return_register;
  unsigned form;		/* Encoding of addresses, DW_EH_PE_*.  */
  int is_signal;		/* The frame is a signal handler's caller.  */
  int has_size;			/* An FDE tells the size of its augmentation
				   data.  */
  struct cgrt_bytes first;	/* Initial instructions.  */

  /* The FDE's.  */
  uint64_t begin, size;		/* Code that it describes: run-time address
				   and bytes.  */
  struct cgrt_bytes then;	/* Instructions.  */
};

/* Read the next number: of SIZE bytes, unsigned or signed, or of variable
   length (ULEB128, SLEB128).  */
uint64_t cgrt_get (struct cgrt_bytes *bytes, size_t size);
int64_t cgrt_get_signed (struct cgrt_bytes *bytes, size_t size);
uint64_t cgrt_get_uleb (struct cgrt_bytes *bytes);
int64_t cgrt_get_sleb (struct cgrt_bytes *bytes);

/* Return the next SIZE bytes, or all that are left if there are fewer, and
   read on behind them.  */
struct cgrt_bytes cgrt_get_block (struct cgrt_bytes *bytes, uint64_t size);

/* Read a pointer in the encoding FORM (DW_EH_PE_*).  */
uint64_t cgrt_get_pointer (struct cgrt_bytes *bytes, unsigned form);

/* Find the unwind tables of the process and return whether there are any.
   Called once, not in a signal handler.  */
int cgrt_entry_start (void);

/* Set ENTRY to the FDE for the code at the run-time address PC, and its CIE.
   Return 1, or 0 if there is none or if it is of a kind that is not
   supported.  */
int cgrt_entry_find (struct cgrt_entry *entry, uint64_t pc);

#endif /* CGPROF_RUNTIME_STACK_FRAME_ENTRY_H */
