/* Messages of protocol buffers: numbers, strings and messages in messages,
   which is all that profile.proto needs.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_PROTO_H
#define CGPROF_BASE_PROTO_H

#include <stddef.h>
#include <stdint.h>

/* A message in the making.  To be zeroed first.  */
struct proto
{
  unsigned char *data;
  size_t size, room;
};

/* FIELD is VALUE.  0, which is what an absent field means, is left out.  */
void proto_number (struct proto *proto, unsigned field, uint64_t value);

/* One more FIELD of LENGTH bytes: a string or another message.  */
void proto_bytes (struct proto *proto, unsigned field, const void *bytes,
		  size_t length);

#define PROTO_VARINT_MAX 10	/* Bytes of the largest number.  */

/* Write VALUE, as an element of a packed field, to BYTES, and return how many
   it takes.  */
size_t proto_varint (unsigned char *bytes, uint64_t value);

/* One more element of a packed field.  */
void proto_element (struct proto *packed, uint64_t value);

/* Empty PROTO for the next message.  */
void proto_clear (struct proto *proto);

void proto_free (struct proto *proto);

#endif /* CGPROF_BASE_PROTO_H */
