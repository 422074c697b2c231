/* The bytes of gmon.out, before they are written.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_GMON_OUTPUT_H
#define CGPROF_RUNTIME_GMON_OUTPUT_H

#include <stdint.h>

/* All zero is the empty output.  */
struct cgrt_output
{
  unsigned char *data;
  unsigned char *touched;	/* Whether a piece of the data has anything
				   but zeros, for each.  */
  uint64_t length;
  uint64_t capacity;
  int failed;			/* No memory.  */
};

/* Append LENGTH zero bytes and return where they begin in OUTPUT, whose data
   moves when more is put to it; UINT64_MAX if there is no memory.  They cost
   none unless cgrt_output_set writes to them.  */
uint64_t cgrt_output_zeros (struct cgrt_output *output, uint64_t length);

/* Overwrite LENGTH bytes that begin AT.  */
void cgrt_output_set (struct cgrt_output *output, uint64_t at,
		      const void *data, uint64_t length);

/* Append DATA, or a number as gprof reads it.  */
void cgrt_output_put (struct cgrt_output *output, const void *data,
		      uint64_t length);
void cgrt_output_byte (struct cgrt_output *output, unsigned char value);
void cgrt_output_u32 (struct cgrt_output *output, uint32_t value);
void cgrt_output_address (struct cgrt_output *output, uint64_t value);

/* Write OUTPUT to the file NAME.  Returns 0 or an errno.  */
int cgrt_output_write (const struct cgrt_output *output, const char *name);

/* Give back the memory.  */
void cgrt_output_free (struct cgrt_output *output);

#endif /* CGPROF_RUNTIME_GMON_OUTPUT_H */
