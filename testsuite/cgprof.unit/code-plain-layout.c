/* Area:    reporter, code/plain-layout
   Purpose: code, jumps and alignments lie where the GNU assembler puts them.
   Sources: code/plain-layout.c

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "code/plain-layout.h"
#include "check.h"

#include <stdint.h>
#include <string.h>

#define COUNT 400

static struct plain_layout_item items[COUNT];
static char label[COUNT];	/* An item is a jump's target.  */

static uint32_t seed = 1;

static uint32_t
draw (uint32_t most)
{
  seed = seed * 1664525u + 1013904223u;
  return (seed >> 16) % most;
}

/* Jumps lead to something near, mostly, so that many just reach it.  */

static void
make_items (void)
{
  memset (items, 0, sizeof items);
  memset (label, 0, sizeof label);
  for (size_t i = 0; i < COUNT; i++)
    {
      struct plain_layout_item *item = &items[i];
      uint32_t kind = draw (10);
      if (kind < 6 || i + 1 == COUNT)
	item->size = 1 + draw (9);
      else if (kind < 9)
	{
	  long target = (long) i + draw (80) - 40;
	  item->kind = PLAIN_LAYOUT_JUMP;
	  item->size = 2;
	  item->growth = draw (3) == 0 ? 3 : 4;
	  item->target = target < 0 ? 0 : target >= COUNT ? COUNT - 1 : target;
	  label[item->target] = 1;
	}
      else
	{
	  item->kind = PLAIN_LAYOUT_ALIGNMENT;
	  item->log = 3 + draw (2);
	  item->most = draw (2) == 0 ? 0 : 10;
	}
    }
}

static void
print_items (FILE *to)
{
  fputs ("\t.text\n\t.p2align 4\n", to);
  for (size_t i = 0; i < COUNT; i++)
    {
      const struct plain_layout_item *item = &items[i];
      fprintf (to, ".L%zu:\n", i);
      if (item->kind == PLAIN_LAYOUT_CODE)
	fprintf (to, "\t.skip %u, 0x90\n", item->size);
      else if (item->kind == PLAIN_LAYOUT_JUMP)
	fprintf (to, "\t%s\t.L%zu\n", item->growth == 3 ? "jmp" : "je",
		 item->target);
      else if (item->most)
	fprintf (to, "\t.p2align %u,,%u\n", item->log, item->most);
      else
	fprintf (to, "\t.p2align %u\n", item->log);
    }
  fputs ("\t.data\n", to);
  for (size_t i = 0; i < COUNT; i++)
    fprintf (to, "\t.long .L%zu-.L0\n", i);
}

static void
check_places (const char *file)
{
  uint32_t places[COUNT] = { 0 };
  FILE *from = fopen (file, "rb");
  size_t different = 0;
  if (from)
    {
      CHECK (fread (places, sizeof *places, COUNT, from) == COUNT);
      fclose (from);
    }
  CHECK (from != NULL);
  for (size_t i = 0; i < COUNT; i++)
    if (places[i] != items[i].place && different++ == 0)
      printf ("item %zu is at %u, expected %u\n", i,
	      (unsigned) items[i].place, places[i]);
  CHECK (different == 0);
}

int
main (void)
{
  CHECK (plain_layout_skip (5, 3, 0) == 3);
  CHECK (plain_layout_skip (5, 4, 10) == 0);
  CHECK (plain_layout_skip (6, 4, 10) == 10);
  CHECK (plain_layout_skip (16, 4, 10) == 0);
  CHECK (plain_layout_padding (0) == 0);
  CHECK (plain_layout_padding (11) == 1);
  CHECK (plain_layout_padding (12) == 2);
  CHECK (plain_layout_padding (31) == 3);
  CHECK (plain_layout_padding (87) == 8);
  CHECK (plain_layout_padding (88) == 1);
#ifdef __x86_64__
  for (int i = 0; i < 40; i++)
    {
      make_items ();
      FILE *to = fopen ("layout.s", "w");
      CHECK (to != NULL);
      if (!to)
	break;
      print_items (to);
      fclose (to);
      CHECK (system ("as layout.s -o layout.o && "
		     "objcopy -O binary -j .data layout.o layout.bin") == 0);
      plain_layout_place (items, COUNT);
      check_places ("layout.bin");
    }
#endif
  return check_end ();
}
