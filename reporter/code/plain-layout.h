/* Where the assembler would have put a function's code without what the plugin
   added to it, and how it would have padded it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CODE_PLAIN_LAYOUT_H
#define CGPROF_CODE_PLAIN_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum plain_layout_kind
{
  PLAIN_LAYOUT_CODE,		/* Instructions whose size is known.  */
  PLAIN_LAYOUT_JUMP,		/* One that is as short as its target
				   allows.  */
  PLAIN_LAYOUT_ALIGNMENT
};

#define PLAIN_LAYOUT_NOWHERE SIZE_MAX

/* Something that the assembler places, with what is behind it.  */
struct plain_layout_item
{
  uint8_t kind;			/* enum plain_layout_kind.  */
  uint32_t size;		/* CODE, JUMP: bytes (of the shortest
				   form).  ALIGNMENT: those skipped, which
				   plain_layout_place sets.  */
  uint32_t growth;		/* JUMP: how much longer the other form
				   is.  */
  size_t target;		/* JUMP: index of the item that it leads
				   to, which PLAIN_LAYOUT_NOWHERE is not.  */
  uint32_t log;			/* ALIGNMENT: the power of two, */
  uint32_t most;		/* and the most bytes that are skipped for it;
				   0: any number.  */
  uint64_t place;		/* Set by plain_layout_place: bytes in front
				   of it.  */
};

/* Place the COUNT ITEMS, the first of which is at a multiple of all powers of
   two that matter.  */
void plain_layout_place (struct plain_layout_item *items, size_t count);

/* Return how many bytes are skipped at PLACE to align what is there to 1 <<
   LOG, if that takes at most MOST of them (0: any number).  */
uint32_t plain_layout_skip (uint64_t place, uint32_t log, uint32_t most);

/* Return of how many instructions padding of SIZE bytes is made.  */
uint32_t plain_layout_padding (uint32_t size);

#endif /* CGPROF_CODE_PLAIN_LAYOUT_H */
