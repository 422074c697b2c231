/* Make a gmon.out, version 1, from a description on standard input.

   SPDX-License-Identifier: GPL-3.0-or-later

   Lines: "hist LOW HIGH RATE" begins a histogram with a bin for each two
   bytes, "hits ADDRESS N" puts N samples in one of its bins, "arc FROM TO
   N" is one arc record.  Addresses are hexadecimal.  This is a producer
   of its own, which shares no code with what it tests.  */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint16_t *bins;
static uint64_t low, high;
static unsigned rate;

static void
put (const void *bytes, size_t size)
{
  if (fwrite (bytes, size, 1, stdout) != 1)
    exit (1);
}

static void
put_histogram (void)
{
  if (!bins)
    return;
  uint32_t count = (high - low) / 2;
  char dimension[16] = "seconds";
  dimension[15] = 's';
  put ("\0", 1);
  put (&low, 8);
  put (&high, 8);
  put (&count, 4);
  put (&rate, 4);
  put (dimension, 16);
  put (bins, 2 * (size_t) count);
  free (bins);
  bins = NULL;
}

int
main (void)
{
  char line[256];
  uint32_t version = 1;
  put ("gmon", 4);
  put (&version, 4);
  put ("\0\0\0\0\0\0\0\0\0\0\0", 12);
  while (fgets (line, sizeof line, stdin))
    {
      uint64_t from, to;
      unsigned count;
      if (sscanf (line, "hist %" SCNx64 " %" SCNx64 " %u", &from, &to,
		  &count) == 3)
	{
	  put_histogram ();
	  low = from;
	  high = to;
	  rate = count;
	  bins = calloc ((high - low) / 2, sizeof *bins);
	}
      else if (sscanf (line, "hits %" SCNx64 " %u", &from, &count) == 2
	       && bins && from >= low && from < high)
	bins[(from - low) / 2] += count;
      else if (sscanf (line, "arc %" SCNx64 " %" SCNx64 " %u", &from, &to,
		       &count) == 3)
	{
	  put_histogram ();
	  put ("\1", 1);
	  put (&from, 8);
	  put (&to, 8);
	  put (&count, 4);
	}
      else
	{
	  fprintf (stderr, "make-gmon: not understood: %s", line);
	  return 1;
	}
    }
  put_histogram ();
  return fflush (stdout) != 0;
}
