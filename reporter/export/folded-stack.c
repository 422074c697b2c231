/* The text of a folded stack.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "export/folded-stack.h"
#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

size_t
folded_put (struct folded *folded, size_t depth, const char *name,
	    bool inlined)
{
  size_t length = strlen (name);
  folded->ends = mem_grow (folded->ends, &folded->ends_room, depth + 1,
			   sizeof *folded->ends);
  size_t begin = depth > 0 ? folded->ends[depth - 1] : 0;
  folded->text = mem_grow (folded->text, &folded->room,
			   begin + length + sizeof ";_[i]", 1);
  char *text = folded->text + begin;
  if (begin > 0)
    *text++ = ';';
  memcpy (text, name, length);
  for (size_t i = 0; i < length; i++)
    if (text[i] == ';' || text[i] == '\n' || text[i] == '\r')
      text[i] = ':';
  text += length;
  if (inlined)
    {
      memcpy (text, "_[i]", 4);
      text += 4;
    }
  return folded->ends[depth] = text - folded->text;
}

void
folded_free (struct folded *folded)
{
  free (folded->text);
  free (folded->ends);
}
