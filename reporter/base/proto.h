/* Writer of protocol buffers' messages: numbers, strings and messages within
   messages, which is all that pprof's profile.proto needs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_PROTO_H
#define CGPROF_BASE_PROTO_H

#include <stddef.h>
#include <stdint.h>

/* A message that is being written.  A zeroed struct is an empty one.  */
struct proto
{
  unsigned char *data;
  size_t size, room;
};

/* Append number VALUE as FIELD.  Nothing is appended for 0, which an absent
   field means.  */
void proto_number (struct proto *proto, unsigned field, uint64_t value);

/* Append the LENGTH bytes of a string or of another message as FIELD.  */
void proto_bytes (struct proto *proto, unsigned field, const void *bytes,
		  size_t length);

/* Bytes that the largest number takes.  */
#define PROTO_VARINT_MAX 10

/* Store VALUE, as an element of a packed field, at BYTES, which has room for
   PROTO_VARINT_MAX, and return the number of bytes it takes.  */
size_t proto_varint (unsigned char *bytes, uint64_t value);

/* Append VALUE as an element of a packed field.  */
void proto_element (struct proto *packed, uint64_t value);

/* Make PROTO empty again, keeping its memory for the next message.  */
void proto_clear (struct proto *proto);

void proto_free (struct proto *proto);

#endif /* CGPROF_BASE_PROTO_H */
