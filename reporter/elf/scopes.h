/* The inlined calls in the code of one function, from debug information.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_SCOPES_H
#define CGPROF_ELF_SCOPES_H

#include <elfutils/libdw.h>
#include <stddef.h>
#include <stdint.h>

#define SCOPES_NONE UINT32_MAX

/* An inlined call.  */
struct scopes_call
{
  Dwarf_Die die;
  uint32_t parent;		/* The call in whose code it is; SCOPES_NONE:
				   it is in the function's own.  */
};

/* The inlined calls of a function, each behind its parent.  */
struct scopes
{
  struct scopes_call *calls;
  size_t count, room;
  struct scopes_piece *pieces;	/* Of code.  */
  size_t piece_count, piece_room;
};

/* Set SCOPES to the calls that were inlined in FUNCTION.  The caller must free
   it by scopes_free; its entries are those of FUNCTION's debug
   information.  */
void scopes_read (struct scopes *scopes, Dwarf_Die *function);

/* Return the number of the innermost call that the code at ADDRESS, in the
   debug information's terms, is part of; SCOPES_NONE if there is none.  */
uint32_t scopes_find (const struct scopes *scopes, Dwarf_Addr address);

void scopes_free (struct scopes *scopes);

#endif /* CGPROF_ELF_SCOPES_H */
