/* A buffer for the bytes of gmon.out, in which pieces of zeros cost nothing.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_GMON_OUTPUT_H
#define CGPROF_RUNTIME_GMON_OUTPUT_H

#include <stdint.h>

/* A buffer that grows; one that is all zero is empty.  */
struct cgrt_output
{
  unsigned char *data;
  unsigned char *touched;	/* For each piece of DATA (output.c), whether
				   it was written to.  */
  uint64_t length;		/* Bytes that are in use.  */
  uint64_t capacity;		/* Bytes that are mapped.  */
  int failed;			/* Memory was refused: OUTPUT is not complete,
				   and all that is appended is dropped.  */
};

/* Append LENGTH zero bytes to OUTPUT and return the offset of the first, or
   UINT64_MAX if memory is refused.  They take no memory until cgrt_output_set
   writes to them.  DATA may move.  */
uint64_t cgrt_output_zeros (struct cgrt_output *output, uint64_t length);

/* Write LENGTH bytes of DATA over those of OUTPUT from offset AT on.  */
void cgrt_output_set (struct cgrt_output *output, uint64_t at,
		      const void *data, uint64_t length);

/* Append LENGTH bytes of DATA, or VALUE as gprof reads numbers of 8 or 32 bits
   and addresses: in this machine's size and byte order.  */
void cgrt_output_put (struct cgrt_output *output, const void *data,
		      uint64_t length);
void cgrt_output_byte (struct cgrt_output *output, unsigned char value);
void cgrt_output_u32 (struct cgrt_output *output, uint32_t value);
void cgrt_output_address (struct cgrt_output *output, uint64_t value);

/* Write OUTPUT to a file that takes the name NAME when it is complete.  Return
   0 or an errno; then what NAME was is as before.  What may be replaced is as
   for a profile (cgrt_name_check): no link, FIFO, device or directory.  */
int cgrt_output_write (const struct cgrt_output *output, const char *name);

/* Give back OUTPUT's memory.  */
void cgrt_output_free (struct cgrt_output *output);

#endif /* CGPROF_RUNTIME_GMON_OUTPUT_H */
