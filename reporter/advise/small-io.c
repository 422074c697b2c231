/* Advice: system calls that move few bytes each.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <cgprof/abi.h>
#include <inttypes.h>
#include <string.h>

#define SMALL_SHARE 0.9

/* What a buffer would move at once.  */
#define SMALL_BUFFER 4096

/* What is called is a function of stdio; its stream had no buffer, or nothing
   was counted.  */

static bool
small_stream (const char *symbol)
{
  static const char *const functions[] = {
    "fputc", "putc", "_IO_putc", "fgetc", "getc", "_IO_getc", "fwrite",
    "fread", "fputs", "fprintf", "__fprintf_chk"
  };
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
    if (strcmp (functions[i], symbol) == 0)
      return true;
  return false;
}

static void
small_look (struct advice *advice, struct advice_record *record)
{
  const uint64_t *values = record->values;
  struct advice_item *item = &record->item;
  uint64_t count = values[CGPROF_IO_COUNT];
  uint64_t small = values[CGPROF_IO_SMALL];
  double calls = (double) count - (double) values[CGPROF_IO_BYTES]
				  / SMALL_BUFFER;

  item->diagnostic = "small-io";
  item->certainty = ADVICE_COUNTED;
  item->gain_ns = calls > 0 ? calls * advice->costs->ns[COST_READ] : 0;
  item->subject = arena_format (&advice->arena, "%s of a few bytes",
				record->first->symbol);
  item->facts
    = arena_format (&advice->arena, "%" PRIu64 " calls, %.1f bytes on "
		    "average, %.1f %% below 512; %.1f %% of those on a pipe, "
		    "socket or terminal", count,
		    (double) values[CGPROF_IO_BYTES] / count,
		    100.0 * small / count,
		    small ? 100.0 * values[CGPROF_IO_STREAM] / small : 0.0);
  bool stream = small_stream (record->first->symbol);
  bool writes = strstr (record->first->symbol, "write")
    || strcmp (record->first->symbol, "send") == 0
    || (stream && strstr (record->first->symbol, "get") == NULL
	&& strcmp (record->first->symbol, "fread") != 0);
  /* A log may have to be there when the program crashes.  */
  if (writes)
    item->certainty = ADVICE_LIKELY;
  item->change = arena_format (&advice->arena, "%s %d bytes or more at once, "
			       "through a buffer%s", writes ? "write" : "read",
			       SMALL_BUFFER, writes ? ", unless each part has "
			       "to be there at once" : "");
  if (stream)
    {
      item->subject = arena_format (&advice->arena, "%s of a few bytes "
				    "through %s, which has no buffer",
				    record->first->symbol,
				    advice_object (record, "a stream"));
      item->change = arena_format (&advice->arena, "leave the stream the "
				   "buffer it has without setvbuf or setbuf%s",
				   writes ? ", unless each part has to be "
				   "there at once" : "");
    }
  if (values[CGPROF_IO_STREAM] * 2 > small
      && item->gain_ns >= advice->least_ns)
    {
      item->kind = ADVICE_REFUSED;
      item->stopper = "on a pipe, a socket or a terminal each message may be "
		      "due at once";
    }
  advice_add_share (advice, record, small, count, SMALL_SHARE,
		    "of the calls move less than 512 bytes");
}

void
advice_small_io (struct advice *advice)
{
  advice_each_record (advice, CGPROF_ADVICE_IO, CGPROF_IO_SUMS, small_look);
}
