/* Messages of protocol buffers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/proto.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

/* How what follows a field's number is stored.  */
enum proto_wire
{
  PROTO_VARINT = 0,
  PROTO_LENGTH = 2
};

size_t
proto_varint (unsigned char *bytes, uint64_t value)
{
  unsigned char *p = bytes;
  for (; value >= 0x80; value >>= 7)
    *p++ = value | 0x80;
  *p++ = value;
  return p - bytes;
}

void
proto_element (struct proto *packed, uint64_t value)
{
  if (packed->room - packed->size < PROTO_VARINT_MAX)
    packed->data = mem_grow (packed->data, &packed->room,
			     packed->size + PROTO_VARINT_MAX, 1);
  packed->size += proto_varint (packed->data + packed->size, value);
}

void
proto_number (struct proto *proto, unsigned field, uint64_t value)
{
  if (value == 0)
    return;
  proto_element (proto, field << 3 | PROTO_VARINT);
  proto_element (proto, value);
}

void
proto_bytes (struct proto *proto, unsigned field, const void *bytes,
	     size_t length)
{
  proto_element (proto, field << 3 | PROTO_LENGTH);
  proto_element (proto, length);
  proto->data = mem_grow (proto->data, &proto->room, proto->size + length,
			  1);
  if (length > 0)
    memcpy (proto->data + proto->size, bytes, length);
  proto->size += length;
}

void
proto_clear (struct proto *proto)
{
  proto->size = 0;
}

void
proto_free (struct proto *proto)
{
  free (proto->data);
  memset (proto, 0, sizeof *proto);
}
