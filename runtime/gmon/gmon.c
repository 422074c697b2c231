/* gmon.out, for GNU gprof.

   SPDX-License-Identifier: MIT

   GNU's format, version 1: a header of 20 bytes, histogram records, arc
   records, all numbers packed and in link-time addresses of the program.
   gprof adds up records of the same range or arc, so what exceeds a bin's
   16 bits or an arc's 32 goes in further records.  */

#include "gmon/gmon.h"

#include <errno.h>
#include <link.h>

#include "count/adjust.h"
#include "file/family.h"
#include "file/file.h"
#include "file/lock.h"
#include "file/name.h"
#include "gmon/arcs.h"
#include "gmon/output.h"
#include "base/memory.h"
#include "base/message.h"
#include "count/modules.h"
#include "base/options.h"
#include "base/process.h"
#include "base/sys.h"
#include "sample/threads.h"

#define VERSION 1
#define TAG_HISTOGRAM 0
#define BIN_BYTES 2		/* Of text for each bin.  */
#define MAX_BIN 0xffffu

/* Bins that are looked at together: a page of weights.  */
#define BLOCK 512

/* The histogram spans all of the program's code, so that gprof -s can add
   several runs; unless its bins took more than this.  */
#define MAX_HISTOGRAM ((uint64_t) 64 << 20)

/* Set *LOW and *HIGH to the bounds of the program's code.  Returns 0 if it
   has none.  */

static int
find_code (const struct cgrt_module *program, uint64_t *low, uint64_t *high)
{
  const struct cgprof_segment *segment
    = (const struct cgprof_segment *) (program->record + 1);
  *low = UINT64_MAX;
  *high = 0;
  for (uint32_t i = 0; i < program->record->segments; i++, segment++)
    if (segment->flags & PF_X)
      {
	if (segment->address < *low)
	  *low = segment->address;
	if (segment->address + segment->size > *high)
	  *high = segment->address + segment->size;
      }
  return *low < *high;
}

/* The histogram in the making.  */
struct histogram
{
  uint64_t bias;
  uint64_t low;			/* Link-time address of the first bin.  */
  uint64_t bins;
  uint64_t *weights;		/* Nanoseconds in each bin; NULL while only
				   the span is asked for.  */
  unsigned char *touched;	/* Whether a block of bins has any: most have
				   not, and looking costs a page each.  */
  uint64_t first, last;		/* Span of the samples inside.  */
};

static void
add_sample (uint64_t address, uint64_t calls, uint64_t weight, void *data)
{
  struct histogram *histogram = data;
  uint64_t bin = (address - histogram->bias - histogram->low) / BIN_BYTES;

  (void) calls;
  if (bin >= histogram->bins)
    return;
  if (histogram->weights)
    {
      histogram->weights[bin] += weight;
      histogram->touched[bin / BLOCK] = 1;
    }
  if (bin < histogram->first)
    histogram->first = bin;
  if (bin > histogram->last)
    histogram->last = bin;
}

static void
add_samples (struct histogram *histogram)
{
  struct cgrt_place *place;
  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    cgrt_adjust_visit (place->record->samples, add_sample, histogram);
}

/* Set *FROM and *TO to the next bins of HISTOGRAM, from *TO on, that may
   have something in them.  Returns 0 if there are none; *TO begins as 0.  */

static int
next_block (const struct histogram *histogram, uint64_t *from, uint64_t *to)
{
  for (*from = *to; *from < histogram->bins; *from += BLOCK)
    if (histogram->touched[*from / BLOCK])
      {
	*to = *from + BLOCK < histogram->bins ? *from + BLOCK
					      : histogram->bins;
	return 1;
      }
  return 0;
}

/* Write one record with at most MAX_BIN of each of HISTOGRAM's weights,
   which are counts now, and take that away from them.  Returns whether
   anything is left.  */

static int
put_histogram (struct cgrt_output *output, const struct histogram *histogram)
{
  static const char dimension[15] = "seconds";
  uint64_t from, to = 0;
  uint64_t bins;		/* Where they begin.  */
  int left = 0;

  cgrt_output_byte (output, TAG_HISTOGRAM);
  cgrt_output_address (output, histogram->low);
  cgrt_output_address (output, histogram->low + histogram->bins * BIN_BYTES);
  cgrt_output_u32 (output, (uint32_t) histogram->bins);
  cgrt_output_u32 (output, cgrt_options.rate);
  cgrt_output_put (output, dimension, sizeof dimension);
  cgrt_output_byte (output, 's');
  bins = cgrt_output_zeros (output, histogram->bins * sizeof (uint16_t));
  while (bins != UINT64_MAX && next_block (histogram, &from, &to))
    for (uint64_t i = from; i < to; i++)
      {
	uint64_t *count = &histogram->weights[i];
	uint16_t part = *count > MAX_BIN ? MAX_BIN : (uint16_t) *count;
	if (part)
	  cgrt_output_set (output, bins + i * sizeof part, &part,
			   sizeof part);
	*count -= part;
	left |= *count != 0;
      }
  return left;
}

/* Write the histogram of PROGRAM's code.  */

static void
put_samples (struct cgrt_output *output, const struct cgrt_module *program)
{
  struct histogram histogram = { 0 };
  uint64_t period = 1000000000u / cgrt_options.rate;
  uint64_t high, size, carry, from, to = 0;

  if (!cgrt_file_header ()->period
      || !find_code (program, &histogram.low, &high))
    return;
  histogram.bias = program->record->bias;
  histogram.low &= ~(uint64_t) (BIN_BYTES - 1);
  histogram.bins = (high - histogram.low + BIN_BYTES - 1) / BIN_BYTES;
  if (histogram.bins * sizeof (uint16_t) > MAX_HISTOGRAM)
    {
      histogram.first = UINT64_MAX;
      add_samples (&histogram);
      if (histogram.first > histogram.last)
	histogram.first = histogram.last = 0;
      histogram.low += histogram.first * BIN_BYTES;
      histogram.bins = histogram.last - histogram.first + 1;
    }
  size = histogram.bins * sizeof *histogram.weights
	 + (histogram.bins + BLOCK - 1) / BLOCK;
  histogram.weights = cgrt_memory_map (size);
  if (!histogram.weights)
    {
      output->failed = 1;
      return;
    }
  histogram.touched = (unsigned char *) (histogram.weights + histogram.bins);
  add_samples (&histogram);
  /* Nanoseconds become samples; what rounding adds or takes is carried on,
     so that the total is right.  CARRY starts at one half.  */
  carry = period / 2;
  while (next_block (&histogram, &from, &to))
    for (uint64_t i = from; i < to; i++)
      if (histogram.weights[i])
	{
	  carry += histogram.weights[i];
	  histogram.weights[i] = carry / period;
	  carry %= period;
	}
  while (put_histogram (output, &histogram))
    continue;
  cgrt_memory_unmap (histogram.weights, size);
}

/* Write the file header; its spare bytes hold the start of the program's
   build-id.  */

static void
put_header (struct cgrt_output *output, const struct cgrt_module *program)
{
  const struct cgprof_module_record *record = program->record;
  const unsigned char *build_id
    = (const unsigned char *) ((const struct cgprof_segment *) (record + 1)
			       + record->segments);
  unsigned char spare[12] = { 0 };

  for (uint32_t i = 0; i < sizeof spare && i < record->build_id_length; i++)
    spare[i] = build_id[i];
  cgrt_output_put (output, "gmon", 4);
  cgrt_output_u32 (output, VERSION);
  cgrt_output_put (output, spare, sizeof spare);
}

/* Whether this process was forked by one that lives, or may live: of a parent
   in another namespace of process numbers nothing is known here.  */

static int
has_parent (void)
{
  long now = sys (SYS_getppid, 0, 0, 0, 0, 0, 0);
  return cgrt_forked_by && (now == cgrt_forked_by || now == 0);
}

/* Whether this process, which was forked, is the last that counts in the
   profile, and the first one has ended without a gmon.out, as in libc's
   daemon.  */

static int
is_heir (void)
{
  uint32_t id = CGRT_FILE_FIRST / CGPROF_ALIGN;
  const struct cgprof_process *first = cgrt_file_record (id);
  int is_last;

  if (!cgrt_file_has (id, sizeof *first)
      || first->record.type != CGPROF_RECORD_PROCESS
      || first == cgrt_family_self || first->end == CGPROF_END_EXIT
      || first->end == CGPROF_END_EXEC)
    return 0;
  cgrt_lock (&cgrt_memory_lock);
  is_last = cgrt_family_is_last ();
  cgrt_unlock (&cgrt_memory_lock);
  return is_last;
}

int
cgrt_gmon_write (int asked)
{
  static CGRT_BUFFER struct cgrt_text name;
  static int32_t asked_in;	/* A process that was asked for one.  */
  struct cgrt_module *program = cgrt_modules_program ();
  struct cgrt_output output = { 0 };
  const char *prefix = cgrt_options.gmon_prefix;
  int error;

  if (asked)
    asked_in = cgrt_pid;
  if (!cgrt_options.gmon || !program || !program->words
      || (asked_in != cgrt_pid && !*prefix && has_parent ()))
    return 0;
  put_header (&output, program);
  put_samples (&output, program);
  error = cgrt_arcs_put (&output, program);
  if (error == ENOMEM)
    output.failed = 1;
  else if (error)
    cgrt_message ("/proc/self/exe", "cannot read the site tables", error);

  name.length = 0;
  cgrt_text_add (&name, *prefix ? prefix : "gmon.out");
  if (*prefix || cgrt_name_beside || (cgrt_forked_by && !is_heir ()))
    {
      cgrt_text_add (&name, ".");
      cgrt_text_add_number (&name, (unsigned) cgrt_pid);
    }
  error = output.failed ? ENOMEM : cgrt_output_write (&output, name.bytes);
  cgrt_output_free (&output);
  if (error)
    cgrt_message (name.bytes, "cannot write", error);
  return error ? -1 : 0;
}

void
cgrt_gmon_fork (void)
{
  static int forks;
  struct cgrt_module *program = cgrt_modules_program ();

  if (cgrt_options.gmon && *cgrt_options.gmon_prefix && program
      && program->words && forks++)
    cgrt_arcs_keep ();
}
