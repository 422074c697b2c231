/* Make a large gmon.out of an image, for bench/report.

   SPDX-License-Identifier: GPL-3.0-or-later

   make-profile BINS ARCS FANOUT <NM-OUTPUT >GMON-OUT

   BINS bins over the symbols' addresses, one in ten with samples, and ARCS
   arcs between random functions; FANOUT arcs more lead from one function to
   as many others.  The same arguments give the same file.  */

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SYMBOLS_MAX 2000000

static uint64_t addresses[SYMBOLS_MAX];
static size_t count;
static uint64_t state = 88172645463325252;

static uint64_t
draw (uint64_t below)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (state >> 11) % below;
}

static void
put (const void *bytes, size_t size)
{
  if (fwrite (bytes, size, 1, stdout) != 1)
    exit (1);
}

static void
put_arc (uint64_t from, uint64_t self)
{
  uint32_t calls = 1 + draw (1000);
  put ("\1", 1);
  put (&from, 8);
  put (&self, 8);
  put (&calls, 4);
}

int
main (int argc, char **argv)
{
  if (argc != 4)
    return 2;
  uint32_t bins = strtoul (argv[1], NULL, 10);
  uint64_t arcs = strtoull (argv[2], NULL, 10);
  size_t fanout = strtoull (argv[3], NULL, 10);
  char line[65536], type;
  uint64_t low = UINT64_MAX, high = 0, address;
  while (fgets (line, sizeof line, stdin) && count < SYMBOLS_MAX)
    if (sscanf (line, "%" SCNx64 " %c", &address, &type) == 2
	&& (type == 'T' || type == 't'))
      {
	addresses[count++] = address;
	if (address < low)
	  low = address;
	if (address > high)
	  high = address;
      }
  if (count == 0)
    return 1;

  uint32_t version = 1, rate = 1000;
  char dimension[16] = "seconds";
  dimension[15] = 's';
  put ("gmon", 4);
  put (&version, 4);
  put ("\0\0\0\0\0\0\0\0\0\0\0", 12);
  put ("\0", 1);
  put (&low, 8);
  put (&high, 8);
  put (&bins, 4);
  put (&rate, 4);
  put (dimension, 16);
  for (uint32_t i = 0; i < bins; i++)
    {
      uint16_t samples = draw (10) == 0 ? 1 + draw (30) : 0;
      put (&samples, 2);
    }
  for (uint64_t i = 0; i < arcs; i++)
    put_arc (addresses[draw (count)] + 4, addresses[draw (count)]);
  for (size_t i = 0; i < fanout && i < count; i++)
    put_arc (addresses[count / 2] + 4, addresses[i]);
  return fflush (stdout) != 0;
}
