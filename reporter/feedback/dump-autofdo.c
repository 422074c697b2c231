/* What an AutoFDO profile tells, as text.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "feedback/autofdo.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "base/mem.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Instances within instances are followed so far.  */
#define AUTOFDO_DEPTH 1000

struct autofdo_reader
{
  const char *file;
  FILE *out;
  struct bytes bytes;
  size_t at;			/* In BYTES, of what is read next.  */
  bool bad;			/* That was told.  */
  enum autofdo_version version;
  const char **names;
  size_t name_count, name_room;
};

/* Say that READER's file is bad: it has WHAT.  */

static void
autofdo_bad (struct autofdo_reader *reader, const char *what)
{
  if (!reader->bad)
    diag_error (reader->file, "%s at byte %zu", what, reader->at);
  reader->bad = true;
}

static uint32_t
autofdo_get_32 (struct autofdo_reader *reader)
{
  if (reader->bytes.size - reader->at < 4)
    {
      autofdo_bad (reader, "the AutoFDO profile ends");
      return 0;
    }
  const unsigned char *p = reader->bytes.data + reader->at;
  reader->at += 4;
  return p[0] | p[1] << 8 | p[2] << 16 | (uint32_t) p[3] << 24;
}

static uint64_t
autofdo_get_64 (struct autofdo_reader *reader)
{
  uint64_t low = autofdo_get_32 (reader);
  return low | (uint64_t) autofdo_get_32 (reader) << 32;
}

static const char *
autofdo_get_text (struct autofdo_reader *reader)
{
  uint64_t size = autofdo_get_32 (reader);
  if (reader->version == AUTOFDO_WORDS)
    size *= 4;
  const char *text = (const char *) reader->bytes.data + reader->at;
  if (size == 0 || size > reader->bytes.size - reader->at
      || text[size - 1] != '\0')
    {
      autofdo_bad (reader, "a name of the AutoFDO profile does not end");
      return "";
    }
  reader->at += size;
  return text;
}

static const char *
autofdo_get_name (struct autofdo_reader *reader, uint64_t number)
{
  if (number < reader->name_count)
    return reader->names[number];
  autofdo_bad (reader, "a name's number is too great");
  return "";
}

/* Go to the part TAG, and over its length if it HAS_LENGTH.  */

static bool
autofdo_get_tag (struct autofdo_reader *reader, uint32_t tag, bool has_length)
{
  if (autofdo_get_32 (reader) != tag)
    {
      autofdo_bad (reader, "not the expected part of an AutoFDO profile");
      return false;
    }
  if (has_length)
    autofdo_get_32 (reader);
  return true;
}

static void
autofdo_get_summary (struct autofdo_reader *reader)
{
  static const char *const what[] = {
    "sum of counts", "greatest count", "greatest number of calls", "counts",
    "functions"
  };
  if (!autofdo_get_tag (reader, AUTOFDO_SUMMARY, false))
    return;
  for (size_t i = 0; i < sizeof what / sizeof *what; i++)
    fprintf (reader->out, "%s: %" PRIu64 "\n", what[i],
	     autofdo_get_64 (reader));
  uint64_t count = autofdo_get_64 (reader);
  for (uint64_t i = 0; i < count && !reader->bad; i++)
    {
      uint32_t cutoff = autofdo_get_32 (reader);
      uint64_t least = autofdo_get_64 (reader);
      fprintf (reader->out, "%.4f %%: %" PRIu64 " counts from %" PRIu64
	       " on\n", cutoff / 1e4, autofdo_get_64 (reader), least);
    }
}

static void
autofdo_get_names (struct autofdo_reader *reader)
{
  if (!autofdo_get_tag (reader, AUTOFDO_NAMES, true))
    return;
  if (reader->version >= AUTOFDO_FILES)
    for (uint32_t left = autofdo_get_32 (reader); left > 0 && !reader->bad;
	 left--)
      autofdo_get_text (reader);
  for (uint32_t left = autofdo_get_32 (reader); left > 0 && !reader->bad;
       left--)
    {
      reader->names = mem_grow (reader->names, &reader->name_room,
				reader->name_count + 1,
				sizeof *reader->names);
      reader->names[reader->name_count++] = autofdo_get_text (reader);
      if (reader->version >= AUTOFDO_FILES)
	autofdo_get_32 (reader);
    }
}

/* Print the place at OFFSET of the function that DEPTH others are around.  */

static void
autofdo_print_place (const struct autofdo_reader *reader, unsigned depth,
		     uint32_t offset)
{
  fprintf (reader->out, "%*s%" PRId32, 2 * (int) depth, "",
	   (int32_t) offset >> 16);
  if (offset & 0xffff)
    fprintf (reader->out, ".%" PRIu32, offset & 0xffff);
}

/* Print an instance whose name is next, behind which BEHIND stands, inlined
   DEPTH times.  */

static void
autofdo_get_instance (struct autofdo_reader *reader, unsigned depth,
		      const char *behind)
{
  fprintf (reader->out, "%s%s\n",
	   autofdo_get_name (reader, autofdo_get_32 (reader)), behind);
  uint32_t positions = autofdo_get_32 (reader);
  uint32_t children = autofdo_get_32 (reader);
  if (depth > AUTOFDO_DEPTH)
    autofdo_bad (reader, "inlined calls are nested too deeply");
  for (; positions > 0 && !reader->bad; positions--)
    {
      autofdo_print_place (reader, depth + 1, autofdo_get_32 (reader));
      uint32_t targets = autofdo_get_32 (reader);
      fprintf (reader->out, ": %" PRIu64, autofdo_get_64 (reader));
      for (; targets > 0 && !reader->bad; targets--)
	{
	  autofdo_get_32 (reader);
	  const char *name = autofdo_get_name (reader,
					       autofdo_get_64 (reader));
	  fprintf (reader->out, " %s:%" PRIu64, name, autofdo_get_64 (reader));
	}
      putc ('\n', reader->out);
    }
  for (; children > 0 && !reader->bad; children--)
    {
      autofdo_print_place (reader, depth + 1, autofdo_get_32 (reader));
      fputs (": ", reader->out);
      autofdo_get_instance (reader, depth + 1, "");
    }
}

static void
autofdo_get_functions (struct autofdo_reader *reader)
{
  if (!autofdo_get_tag (reader, AUTOFDO_FUNCTIONS, true))
    return;
  for (uint32_t left = autofdo_get_32 (reader); left > 0 && !reader->bad;
       left--)
    {
      char calls[64];
      snprintf (calls, sizeof calls, ": %" PRIu64 " calls",
		autofdo_get_64 (reader));
      if (reader->version >= AUTOFDO_FILES)
	autofdo_get_64 (reader);
      autofdo_get_instance (reader, 0, calls);
    }
}

bool
autofdo_detect (const char *file)
{
  unsigned char start[4];
  FILE *in = fopen (file, "rb");
  size_t count = in ? fread (start, 1, sizeof start, in) : 0;
  if (in)
    fclose (in);
  return count == sizeof start && memcmp (start, "adcg", sizeof start) == 0;
}

bool
autofdo_dump (const char *file, FILE *out)
{
  struct autofdo_reader reader = { .file = file, .out = out };
  if (!bytes_read (&reader.bytes, file, UINT64_MAX))
    return false;
  autofdo_get_32 (&reader);
  uint32_t version = autofdo_get_32 (&reader);
  autofdo_get_32 (&reader);
  if (version < AUTOFDO_WORDS || version > AUTOFDO_FILES)
    autofdo_bad (&reader, "an AutoFDO profile of an unknown version");
  else
    fprintf (out, "AutoFDO profile, version %" PRIu32 "\n", version);
  reader.version = version;
  if (version >= AUTOFDO_FILES && !reader.bad)
    autofdo_get_summary (&reader);
  if (!reader.bad)
    autofdo_get_names (&reader);
  if (!reader.bad)
    autofdo_get_functions (&reader);
  if (!reader.bad)
    autofdo_get_tag (&reader, AUTOFDO_MODULES, true);
  bytes_free (&reader.bytes);
  free (reader.names);
  return !reader.bad;
}
