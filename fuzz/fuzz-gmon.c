/* Fuzz the reader of gmon.out.  The first byte of the input chooses pointer
   size, byte order, format and leniency.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/gmon.h"
#include "input.h"

static uint64_t fuzz_sum;

static bool
fuzz_arc (void *closure, uint64_t from, uint64_t self, uint64_t count)
{
  (void) closure;
  fuzz_sum += from ^ self ^ count;
  return true;
}

static bool
fuzz_block (void *closure, uint64_t address, uint64_t count)
{
  (void) closure;
  fuzz_sum += address ^ count;
  return true;
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  if (size == 0)
    return 0;
  struct gmon gmon = {
    .format = data[0] >> 3 & 3, .lenient = data[0] >> 5 & 1,
    .sink = { NULL, fuzz_arc, fuzz_block }
  };
  struct image image = {
    .pointer_size = data[0] & 1 ? 4 : 8, .swap = data[0] >> 1 & 1,
    .extend = data[0] >> 2 & 1
  };
  gmon_start (&gmon, &image);
  const char *path = input_file (data + 1, size - 1);

  /* Twice: what the file says must go with itself.  */
  if (gmon_read (&gmon, path))
    gmon_read (&gmon, path);
  for (size_t i = 0; i < gmon.histogram_count; i++)
    for (uint32_t j = 0; gmon.histograms[i].samples
	   && j < gmon.histograms[i].bins; j++)
      fuzz_sum += gmon.histograms[i].samples[j];
  gmon_free (&gmon);
  return 0;
}
