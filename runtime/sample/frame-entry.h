/* Entries of unwind tables: finding and reading them.

   SPDX-License-Identifier: MIT

   Of .eh_frame, and only where ARCH_REGISTERS (arch.h) is not 0.  No lock,
   no allocation once it has begun: any context.  */

#ifndef CGPROF_RUNTIME_SAMPLE_FRAME_ENTRY_H
#define CGPROF_RUNTIME_SAMPLE_FRAME_ENTRY_H

#include <stddef.h>
#include <stdint.h>

/* Bytes that are read one behind the other; AT is END once there are too
   few.  */
struct cgrt_bytes
{
  const unsigned char *at;
  const unsigned char *end;
};

/* What a CIE says, or a FDE with its CIE.  */
struct cgrt_entry
{
  uint64_t code_factor;
  int64_t data_factor;
  uint64_t return_register;
  unsigned form;		/* Of addresses.  */
  int is_signal;		/* A signal's frame.  */
  int has_size;			/* Of what is added to the FDE.  */
  struct cgrt_bytes first;	/* Instructions of the CIE, */
  uint64_t begin, size;		/* code of the FDE, */
  struct cgrt_bytes then;	/* and its instructions.  */
};

/* Read what is next, a number of SIZE bytes or of variable length.  */
uint64_t cgrt_get (struct cgrt_bytes *bytes, size_t size);
int64_t cgrt_get_signed (struct cgrt_bytes *bytes, size_t size);
uint64_t cgrt_get_uleb (struct cgrt_bytes *bytes);
int64_t cgrt_get_sleb (struct cgrt_bytes *bytes);

/* Cut off the next SIZE bytes.  */
struct cgrt_bytes cgrt_get_block (struct cgrt_bytes *bytes, uint64_t size);

/* Read a pointer written as FORM says (DW_EH_PE_*).  */
uint64_t cgrt_get_pointer (struct cgrt_bytes *bytes, unsigned form);

/* Find the tables.  Return whether there are any.  Once; normal context.  */
int cgrt_entry_start (void);

/* Read the FDE of the code at PC and its CIE.  Returns 0 if there is none, or
   of no kind that is known.  */
int cgrt_entry_find (struct cgrt_entry *entry, uint64_t pc);

#endif /* CGPROF_RUNTIME_SAMPLE_FRAME_ENTRY_H */
