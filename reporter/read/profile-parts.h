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

/* A place in which processes counted (struct cgprof_process).  */
struct profile_place
{
  uint32_t process;		/* The first one of it in the model; MODEL_NONE
				   if that does not have it.  */
  uint64_t pid;			/* Of the last one.  */
  uint32_t adjust;		/* Which images take part.  */
  uint32_t sampler;		/* enum cgprof_sampler.  */
  uint64_t user_ns;		/* Processor time of all that counted in
				   it.  */
  uint64_t system_ns;
  uint64_t ns;			/* In a sum: all time in it; else 0.  */
  double system;		/* Nanoseconds of its samples of system
				   time, */
  double system_scale;		/* each of which stands for so much more than
				   it says.  */
  uint64_t reset;		/* When it was last reset; 0: never.  */
  uint64_t began;		/* When the last process in it did, as of
				   struct cgprof_module_record.loaded.  */
  struct address_space space;	/* What its own processes have loaded, unless
				   it is the first place, as indices of
				   struct profile.modules.  */
  bool wanted;			/* The model is to have it, */
  bool others;			/* though not all processes are asked for.  */
  bool may_run;			/* One in it has not told of its end, or was
				   killed: it may have written on while the
				   file was read, or stopped midway.  */
};

/* Run-time addresses that were of MODULE, an index of struct
   profile.modules.  */
struct profile_range
{
  uint64_t start, end;
  uint32_t module;
  bool first;			/* It was loaded in the first place.  */
};

/* A process.  */
struct profile_process
{
  struct model_process about;
  uint32_t place;		/* In struct profile.places.  */
  uint32_t command;		/* As in struct cgprof_process, */
  uint64_t calls, ns;		/* likewise, in a sum.  */
};

/* A command line, and where it was given.  */
struct profile_command
{
  const char *host;		/* As of struct model_process, like the
				   others.  */
  const char *arguments;
  size_t size;
  const char *text;		/* To be shown; NULL: there are none.  */
};

/* A struct cgprof_module of the file.  */
struct profile_module
{
  uint64_t bias;		/* Run-time minus link-time addresses.  */
  uint64_t counters_size;	/* Bytes of its counter section.  */
  uint32_t flags;		/* enum cgprof_module_flag.  */
  uint64_t loaded, unloaded;	/* As in its record.  */
  uint32_t module;		/* In the model, or in what else is made of
				   the profile.  */
  struct word_sums sums;	/* Of its counters, over all copies.  */
};

/* What else its record has; all points into that.  */
struct profile_module_parts
{
  uint64_t counters;		/* Link-time address of its counter
				   section.  */
  const unsigned char *segments;	/* Each a struct cgprof_segment.  */
  uint32_t segment_count;
  const unsigned char *build_id;
  uint32_t build_id_length;
  const char *path;		/* No NUL behind it.  */
  uint32_t path_length;
};

/* A struct cgprof_counters of the file.  */
struct profile_copy
{
  uint64_t record;		/* Its offset in the file,  */
  uint64_t offset;		/* and that of its words.  */
  uint64_t words;		/* How many these are.  */
  uint32_t module;		/* In struct profile.modules.  */
  uint32_t place;		/* In struct profile.places.  */
};

/* A struct cgprof_image of the file.  */
struct profile_image
{
  uint64_t offset;		/* Of its words in the file.  */
  uint64_t words;		/* How many these are.  */
};

/* How to read the counts of a record whose counting was stopped or set back
   to 0 while the program ran: an image of the record tells what they were
   then.  */
struct profile_adjust
{
  uint64_t record;		/* Its offset in the file.  */
  const struct profile_image *from;	/* Holds the counts; NULL: the record
					   itself does.  */
  const struct profile_image *minus;	/* Is subtracted; or NULL.  */
  bool absent;			/* All counts are 0.  */
};

/* An entry of a table of samples.  */
struct profile_entry
{
  uint64_t address;
  uint64_t parent;		/* Offset of the parent in the file, or 0.  */
  uint64_t record;		/* Offset of the table, for messages.  */
  uint64_t count;		/* Samples, */
  uint64_t weight;		/* and what they stand for (format.h).  */
  uint32_t thread;		/* In the model.  */
  uint32_t place;		/* In struct profile.places.  */
  uint32_t caller;		/* The parent in struct profile.entries, or
				   MODEL_NONE.  */
  uint32_t context;		/* In the model, if it is a caller.  */
  uint32_t sample;		/* In the model, or MODEL_NONE.  */
  bool timed;			/* Some of its samples have times: */
  uint64_t logged;		/* for how much these stand, */
  uint64_t chosen;		/* and how much of it was chosen.  */
};

/* Whether samples end in ENTRY: it is not only a caller.  What they stand for
   may be nothing, where the kernel has seen no system time.  */

static inline bool
profile_has_samples (const struct profile_entry *entry)
{
  return entry->count > 0 || entry->weight > 0;
}

/* When a sample was taken (struct cgprof_time).  Times are in nanoseconds of
   CLOCK_MONOTONIC.  */
struct profile_time
{
  uint64_t at;
  uint64_t context;		/* Offset of its entry in the file.  */
  uint64_t weight;
  bool waited;			/* All of it was one wait.  */
  uint32_t thread;		/* In the model.  */
  uint32_t place;		/* In struct profile.places.  */
  uint32_t entry;		/* In struct profile.entries; set by
				   profile_choose_times.  */
};

/* A struct cgprof_mark of the file.  */
struct profile_mark
{
  uint64_t time;
  uint64_t pid;
  uint32_t place;		/* In struct profile.places.  */
  uint32_t kind;		/* enum cgprof_mark_kind.  */
  bool stopped;			/* Nothing counts from then on.  */
  const char *name;
};

/* The entries of a table of samples.  */
struct profile_slots
{
  uint64_t offset;		/* Of the first one in the file.  */
  uint64_t count;
  uint32_t *entries;		/* In struct profile.entries, or
				   MODEL_NONE.  */
};

/* A profile whose records are read.  The functions below that are called
   parse, and those that say so, need no reader and no model.  */
struct profile
{
  struct reader *reader;	/* Or NULL.  */
  const char *file;
  uint64_t start;		/* Of the profile in the file.  */
  struct cgprof_header header;
  struct bytes bytes;
  bool swap;			/* Its byte order is not this machine's.  */

  struct profile_module *modules;	/* In the order of loading.  */
  size_t module_count, module_room;
  size_t initial;		/* The first ones, which were loaded with the
				   program.  */
  struct map module_ids;
  struct profile_copy *copies;
  size_t copy_count, copy_room;
  struct map copy_ids;
  struct profile_image *images;
  size_t image_count, image_room;
  struct map image_ids;		/* Image by (offset of its record, set).  */
  struct profile_entry *entries;	/* Of samples.  */
  size_t entry_count, entry_room;
  struct profile_slots *slots;	/* Of tables of samples, by offset.  */
  size_t slots_count, slots_room;
  struct profile_time *times;	/* Of each thread in their order.  */
  size_t time_count, time_room;
  struct profile_mark *marks;
  size_t mark_count, mark_room;
  size_t named_count;		/* Those with names come first.  */
  struct map thread_ids;	/* Thread in the model by its id, */
  struct map thread_places;	/* and in PLACES.  */
  struct profile_place *places;
  size_t place_count, place_room;
  struct map place_ids;		/* Place by its id, and that of each PROCESS
				   record in it.  */
  struct profile_process *processes;
  size_t process_count, process_room;
  struct profile_command *commands;
  size_t command_count, command_room;
  struct map command_ids;
  const char *program;		/* As of struct model_process.  */
  struct profile_range *ranges;	/* Where modules lay, overlaps and all.  */
  size_t range_count, range_room;
  struct address_space space;	/* What all places have loaded, the first one
				   first; leads to indices of MODULES.  */
};

/* In place of a thread's number: nobody was in its place.  */
#define PROFILE_NOBODY (MODEL_NONE - 1)

#define FIELD_32(type, member) \
  bytes_32 (p + offsetof (struct type, member), profile->swap)
#define FIELD_64(type, member) \
  bytes_64 (p + offsetof (struct type, member), profile->swap)

/* Give a message that WHAT is wrong with the record at OFFSET of the file;
   return false.  */
bool profile_bad (const struct profile *profile, uint64_t offset,
		  const char *what);

/* Give a message that counts add up to more than MODEL_COUNT_MAX; return
   false.  */
bool profile_overflow (const struct profile *profile);

/* Set *SIZE and *TYPE to those of the record at OFFSET of the file, which is
   long enough for its type.  This and all that follow and return bool return
   false, with a message, if the file is damaged.  No reader is needed.  */
bool profile_read_record (const struct profile *profile, uint64_t offset,
			  uint64_t *size, uint32_t *type);

/* Add the module whose record is SIZE bytes at OFFSET of the file to PROFILE,
   with its number and its segments, and set *PARTS.  */
bool profile_parse_module (struct profile *profile, uint64_t offset,
			   uint64_t size, struct profile_module_parts *parts);

/* Likewise an image, which must be known before its record's counts are
   read, */
bool profile_read_image (struct profile *profile, uint64_t offset,
			 uint64_t size);

/* and a copy of counters, whose module is known.  */
bool profile_parse_counters (struct profile *profile, uint64_t offset,
			     uint64_t size);

/* Free all that PROFILE has.  No reader is needed.  */
void profile_close (struct profile *profile);

/* Return the COUNT BYTES in hexadecimal, in ARENA.  */
char *profile_hex (struct arena *arena, const unsigned char *bytes,
		   uint32_t count);

/* Read all PROCESS records and find out which places are wanted: without a
   reader all are.  This and all functions below that return bool return false,
   with a message, if the file is damaged or counts add up to too much.  */
bool profile_read_places (struct profile *profile);

/* Add the command line whose record is SIZE bytes at OFFSET of the file.  */
bool profile_read_command (struct profile *profile, uint64_t offset,
			   uint64_t size);

/* Whether any place is wanted.  */
bool profile_has_places (const struct profile *profile);

/* Add the processes of wanted places to the model.  */
void profile_map_places (struct profile *profile);

/* Set what a sum tells of each process that its counts cannot tell.  Must be
   called when all counts and samples are in the model.  */
void profile_finish_places (struct profile *profile);

/* Set *PLACE to the place with the number ID, of which the record at OFFSET
   is.  */
bool profile_find_place (const struct profile *profile, uint64_t offset,
			 uint32_t id, uint32_t *place);

/* Note that SIZE bytes from ADDRESS on were of MODULE, an index of
   PROFILE->modules, in the place with the number ID and in its children.  */
void profile_add_range (struct profile *profile, uint32_t id, uint64_t address,
			uint64_t size, uint32_t module);

/* Sort all of them, before any is looked up.  Like the one above and the one
   below, this needs no reader.  */
void profile_sort_ranges (struct profile *profile);

/* Return what lay at *ADDRESS in PLACE, or ADDRESS_SPACE_NONE; the address
   becomes the link-time one.  */
uint32_t profile_find_module (const struct profile *profile, uint32_t place,
			      uint64_t *address);

/* Return the model's function that the global SYMBOL means in module FROM of
   the profile.  As the dynamic linker does, look it up in the modules loaded
   with the program, then in FROM itself, then in all others; FROM sees its own
   symbols even if it does not export them.  */
uint32_t profile_resolve (struct profile *profile, uint32_t from,
			  const char *symbol);

/* Add the entries and calls that the sums of MODULE, an index of
   PROFILE->modules, tell to the model.  */
bool profile_map_counts (struct profile *profile, uint32_t module);

/* Add the calls that COPY counts at direct sites to those of its process.  */
bool profile_count_calls (struct profile *profile,
			  const struct profile_copy *copy);

/* Add the calls of targets that stand in the slots of COPY to the model.  */
bool profile_map_slots (struct profile *profile,
			const struct profile_copy *copy);

/* Add the calls of a site's further targets to the model; their record is SIZE
   bytes at OFFSET of the file.  */
bool profile_read_targets (struct profile *profile, uint64_t offset,
			   uint64_t size);

/* Add the records for advice that COPY holds to the model.  */
bool profile_map_advice (struct profile *profile,
			 const struct profile_copy *copy);

/* Return how to read the counts of the record at offset RECORD of the file,
   which belongs to PLACE.  This, and the two that follow, need no reader.  */
struct profile_adjust profile_get_adjust (const struct profile *profile,
					  uint64_t record, uint32_t place);

/* What profile_get_count does where images take part.  */
uint64_t profile_adjust_count (const struct profile *profile,
			       const struct profile_adjust *adjust,
			       uint64_t offset);

/* Return the count whose word is at OFFSET of the file, in the record of
   ADJUST.  */
static inline uint64_t
profile_get_count (const struct profile *profile,
		   const struct profile_adjust *adjust, uint64_t offset)
{
  return adjust->from || adjust->minus || adjust->absent
    ? profile_adjust_count (profile, adjust, offset)
    : bytes_64 (profile->bytes.data + offset, profile->swap);
}

/* Check the record of a table, SIZE bytes at OFFSET of the file, and set
   *CAPACITY to the number of entries that it has room for.  */
bool profile_read_table (const struct profile *profile, uint64_t offset,
			 uint64_t size, uint64_t *capacity);

/* Add what the record at OFFSET of the file tells: a thread to the model, or
   samples, SIZE bytes with their record, to the entries of PROFILE.  All
   threads must be read before any samples.  Those need no reader, if who reads
   them has entered the threads in PROFILE->thread_ids.  */
bool profile_read_thread (struct profile *profile, uint64_t offset);
bool profile_read_samples (struct profile *profile, uint64_t offset,
			   uint64_t size);

/* Set the callers of all entries, the SYSTEM_SCALE of all places, and *STACKS
   to whether any entry has a caller.  No reader is needed.  */
bool profile_link_samples (struct profile *profile, bool *stacks);

/* What the thread was doing in the samples of ENTRY.  */
static inline enum model_state
profile_state_of (const struct profile_entry *entry)
{
  return entry->address == CGPROF_ADDRESS_KERNEL ? MODEL_STATE_SYSTEM
	 : entry->address == CGPROF_ADDRESS_WAITING ? MODEL_STATE_WAITING
	 : MODEL_STATE_RUNNING;
}

/* The entry of samples at OFFSET of the file, or MODEL_NONE.  All tables must
   have been read.  No reader is needed.  */
uint32_t profile_find_entry (const struct profile *profile, uint64_t offset);

/* Add a mark or a part of a log, SIZE bytes at OFFSET of the file.  All
   threads must be read before any part of a log.  */
bool profile_read_mark (struct profile *profile, uint64_t offset,
			uint64_t size);
bool profile_read_times (struct profile *profile, uint64_t offset,
			 uint64_t size);

/* Keep the times that the reader is to know, and if those are not all, let the
   entries of samples have no more than they tell.  Must be called after
   profile_link_samples.  */
void profile_choose_times (struct profile *profile);

/* Let the time of each sample that was chosen be the part of it that held the
   whole up: while N threads run, 1/N.  Waits are none.  */
void profile_weigh_times (struct profile *profile);

/* Add the times and marks to the model.  Must be called after
   profile_map_samples.  */
void profile_map_times (struct profile *profile);

/* Add the entries of all tables of samples to the model as contexts and
   time.  */
bool profile_map_samples (struct profile *profile);

/* Whether the processor time of what counted in PLACE can be compared with the
   time of its samples.  What was stopped or reset took time, too, but none
   that is shown.  */
bool profile_compares_time (const struct profile *profile,
			    const struct profile_place *place);

/* Add the processes' CPU time that no sample stands for to the model, as the
   self time of functions called [kernel] and [unsampled].  Must be called
   after profile_map_samples.  */
void profile_account (struct profile *profile);

#endif /* CGPROF_READ_PROFILE_PARTS_H */
