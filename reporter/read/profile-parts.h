/* What the parts of the reader of cgprof.out share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_PROFILE_PARTS_H
#define CGPROF_READ_PROFILE_PARTS_H

#include "base/bytes.h"
#include "read/address-space.h"
#include "read/reader.h"

#include <cgprof/format.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct profile_module
{
  uint64_t bias;
  uint64_t counters_size;
  uint32_t flags;		/* enum cgprof_module_flag.  */
  uint32_t module;		/* In the model.  */
  uint64_t *sums;		/* Counter words over all copies, or NULL.  */
  uint64_t words;		/* Of SUMS.  */
};

/* A struct cgprof_counters of the file.  */
struct profile_copy
{
  uint64_t record;		/* Its offset in the file,  */
  uint64_t offset;		/* and that of its words.  */
  uint64_t words;
  uint32_t module;		/* In struct profile.modules.  */
};

/* A struct cgprof_image of the file.  */
struct profile_image
{
  uint64_t offset;		/* Of its words in the file.  */
  uint64_t words;
};

/* How to read the counts of the record at OF.  */
struct profile_adjust
{
  uint64_t of;
  const struct profile_image *from;	/* NULL: the record itself.  */
  const struct profile_image *minus;	/* NULL: nothing.  */
  bool absent;				/* They are all 0.  */
};

/* An entry of a table of samples.  */
struct profile_entry
{
  uint64_t address;
  uint64_t parent;		/* Its offset in the file, or 0.  */
  uint64_t record;		/* Offset of the table, for messages.  */
  uint64_t count;
  uint64_t weight;
  uint32_t thread;		/* In the model.  */
  uint32_t caller;		/* The parent in struct profile.entries, or
				   MODEL_NONE.  */
  uint32_t context;		/* In the model, if it is a caller.  */
};

/* The entries of a table of samples.  */
struct profile_slots
{
  uint64_t offset;		/* Of the first one in the file.  */
  uint64_t count;
  uint32_t *entries;		/* In struct profile.entries, or
				   MODEL_NONE.  */
};

struct profile
{
  struct reader *reader;
  const char *file;
  uint64_t start;		/* Of the profile in the file.  */
  struct cgprof_header header;
  struct bytes bytes;
  bool swap;			/* Its byte order is not this machine's.  */

  struct profile_module *modules;	/* In the order of loading.  */
  size_t module_count, module_room;
  size_t initial;		/* So many were loaded with the program.  */
  struct map module_ids;
  struct profile_copy *copies;
  size_t copy_count, copy_room;
  struct map copy_ids;
  struct profile_image *images;
  size_t image_count, image_room;
  struct map image_ids;		/* Image by (OF, set).  */
  struct profile_entry *entries;	/* Of samples.  */
  size_t entry_count, entry_room;
  struct profile_slots *slots;	/* Of tables of samples, by offset.  */
  size_t slots_count, slots_room;
  struct map thread_ids;	/* Of the model's threads.  */
  double sampled;		/* Nanoseconds of all samples.  */
  struct address_space space;	/* Leads to struct profile.modules.  */
};

#define FIELD_32(type, member) \
  bytes_32 (p + offsetof (struct type, member), profile->swap)
#define FIELD_64(type, member) \
  bytes_64 (p + offsetof (struct type, member), profile->swap)

/* Say what is wrong with the record at OFFSET, and return false.  */
bool profile_bad (const struct profile *profile, uint64_t offset,
		  const char *what);

/* Say that counts add up to too much, and return false.  */
bool profile_overflow (const struct profile *profile);

/* The function that the global SYMBOL means in the module FROM (of the
   profile): as the dynamic linker looks it up, first in the modules loaded
   with the program, then in FROM itself, then anywhere.  FROM sees its own
   symbols even if it does not show them to others.  */
uint32_t profile_resolve (struct profile *profile, uint32_t from,
			  const char *symbol);

/* Add COUNT levels of IMAGE's rows from FIRST on to MODEL.  */
void profile_add_inlines (struct model *model, const struct image *image,
			  uint32_t first, uint32_t count);

/* Turn the sums of MODULE (of the profile) into entries and calls.  */
bool profile_map_counts (struct profile *profile, uint32_t module);

/* Add the targets that COPY holds in its own words.  */
bool profile_map_slots (struct profile *profile,
			const struct profile_copy *copy);

/* Read the record at OFFSET, of SIZE bytes: a site's further targets.  */
bool profile_read_targets (struct profile *profile, uint64_t offset,
			   uint64_t size);

/* Add the records for advice that COPY holds.  */
bool profile_map_advice (struct profile *profile,
			 const struct profile_copy *copy);

/* How to read the counts of the record at OF.  */
struct profile_adjust profile_get_adjust (const struct profile *profile,
					  uint64_t of);

/* The count at OFFSET of the file.  */
uint64_t profile_get_count (const struct profile *profile,
			    const struct profile_adjust *adjust,
			    uint64_t offset);

/* Check the table of SIZE bytes at OFFSET and set *CAPACITY.  */
bool profile_read_table (const struct profile *profile, uint64_t offset,
			 uint64_t size, uint64_t *capacity);

/* Read the record of a thread, or of samples, which must come after all
   threads, at OFFSET.  */
bool profile_read_thread (struct profile *profile, uint64_t offset);
bool profile_read_samples (struct profile *profile, uint64_t offset,
			   uint64_t size);

/* Turn the entries of all tables of samples into time.  */
bool profile_map_samples (struct profile *profile);

/* Add the process's CPU time that no sample could show, once all samples
   were mapped: [kernel] and [unsampled].  */
void profile_account (struct profile *profile);

#endif /* CGPROF_READ_PROFILE_PARTS_H */
