/* Make a gmon.out from a description on standard input.

   SPDX-License-Identifier: GPL-3.0-or-later

   make-gmon [32] [big] [bsd | 4.4bsd] [bins=BITS]

   Lines: "hist LOW HIGH RATE" begins a histogram with a bin for each two
   bytes, "hits ADDRESS N" puts N samples in one of its bins, "arc FROM TO
   N" is one arc record, "block ADDRESS N" one block.  Addresses are
   hexadecimal.  The file is GNU's version 1 for 64-bit little-endian
   programs, unless the arguments say otherwise.  BITS, 8 to 64, is the size
   of FreeBSD's bins in 4.4BSD's format.  This is a producer of its
   own, which shares no code with what it tests.  */

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint16_t *bins;
static uint64_t low, high;
static unsigned rate;
static unsigned pointer = 8;
static bool big, bsd, bsd44;
static unsigned bits;

static void
put_bytes (const void *bytes, size_t size)
{
  if (fwrite (bytes, size, 1, stdout) != 1)
    exit (1);
}

static void
put (uint64_t value, unsigned size)
{
  for (unsigned i = 0; i < size; i++)
    putchar (value >> (8 * (big ? size - 1 - i : i)) & 0xff);
}

static void
put_histogram (void)
{
  if (!bins)
    return;
  uint32_t count = (high - low) / 2;
  if (bsd)
    {
      put (low, pointer);
      put (high, pointer);
      put ((bits ? bits / 8 : 2) * count + 2 * pointer
	   + (bsd44 ? 24 : 4), 4);
      if (bsd44)
	{
	  put (0x51879, 4);
	  put (rate, 4);
	  put (bits, 4);
	  put (0, 8);
	}
    }
  else
    {
      put (0, 1);
      put (low, pointer);
      put (high, pointer);
      put (count, 4);
      put (rate, 4);
      put_bytes ("seconds\0\0\0\0\0\0\0\0s", 16);
    }
  for (uint32_t i = 0; i < count; i++)
    put (bins[i], bits ? bits / 8 : 2);
  free (bins);
  bins = NULL;
}

int
main (int argc, char **argv)
{
  for (int i = 1; i < argc; i++)
    if (strcmp (argv[i], "32") == 0)
      pointer = 4;
    else if (strcmp (argv[i], "big") == 0)
      big = true;
    else if (strcmp (argv[i], "bsd") == 0)
      bsd = true;
    else if (strcmp (argv[i], "4.4bsd") == 0)
      bsd = bsd44 = true;
    else if (strncmp (argv[i], "bins=", 5) == 0)
      bits = atoi (argv[i] + 5);
    else
      return 2;
  if (!bsd)
    {
      put_bytes ("gmon", 4);
      put (1, 4);
      put_bytes ("\0\0\0\0\0\0\0\0\0\0\0", 12);
    }
  char line[256];
  while (fgets (line, sizeof line, stdin))
    {
      uint64_t from, to, count;
      if (sscanf (line, "hist %" SCNx64 " %" SCNx64 " %" SCNu64, &from, &to,
		  &count) == 3)
	{
	  put_histogram ();
	  low = from;
	  high = to;
	  rate = count;
	  bins = calloc ((high - low) / 2, sizeof *bins);
	}
      else if (sscanf (line, "hits %" SCNx64 " %" SCNu64, &from, &count) == 2
	       && bins && from >= low && from < high)
	bins[(from - low) / 2] += count;
      else if (sscanf (line, "arc %" SCNx64 " %" SCNx64 " %" SCNu64, &from,
		       &to, &count) == 3)
	{
	  put_histogram ();
	  if (!bsd)
	    put (1, 1);
	  put (from, pointer);
	  put (to, pointer);
	  put (count, bsd ? pointer : 4);
	}
      else if (sscanf (line, "block %" SCNx64 " %" SCNu64, &from, &count)
	       == 2)
	{
	  put_histogram ();
	  put (2, 1);
	  put (1, 4);
	  put (from, pointer);
	  put (count, pointer);
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
