/* The counters of each module: its own section, and a copy for each thread.

   SPDX-License-Identifier: MIT  */

#include "count/counters.h"

#include <sys/sysinfo.h>

#include "base/arch.h"
#include "file/family.h"
#include "file/file.h"
#include "file/lock.h"
#include "sample/mask.h"
#include "base/memory.h"
#include "base/message.h"
#include "sample/segment.h"
#include "sample/threads.h"

/* Make a COUNTERS record for MODULE and THREAD, NULL for the module's own
   section.  */

static struct cgprof_counters *
make_record (const struct cgrt_module *module, struct cgprof_thread *thread)
{
  uint32_t *newest
    = thread ? &thread->copies : &cgrt_family_place->sections;
  struct cgprof_counters *counters
    = cgrt_file_allocate (sizeof *counters
			  + module->words * sizeof (uint64_t));
  if (!counters)
    return NULL;
  counters->record.id = cgrt_file_id (counters);
  counters->module = module->record->record.id;
  counters->thread = thread ? thread->record.id : 0;
  counters->words = module->words;
  counters->process = cgrt_family_place->record.id;
  counters->older = *newest;
  cgrt_file_publish (counters, CGPROF_RECORD_COUNTERS);
  __atomic_store_n (newest, counters->record.id, __ATOMIC_RELEASE);
  return counters;
}

/* Return the copy of MODULE that an ended process has left in the place of
   THREAD, or NULL.  */

static struct cgprof_counters *
find_left (const struct cgrt_module *module,
	   const struct cgprof_thread *thread)
{
  uint32_t id = thread->copies;

  while (id && cgrt_file_has (id, sizeof (struct cgprof_counters)))
    {
      struct cgprof_counters *counters = cgrt_file_record (id);
      if (counters->module == module->record->record.id
	  && counters->words == module->words
	  && cgrt_file_has (id, counters->record.size))
	return counters;
      id = counters->older;
    }
  return NULL;
}

/* Return MODULE's copy in PLACE, making it if need be, or NULL.  WORD is the
   thread's for that module.  */

static struct cgprof_counters *
get_copy (const struct cgrt_module *module, struct cgrt_place *place,
	  int64_t *word)
{
  struct cgprof_counters *counters;
  struct cgrt_copy *copy = cgrt_vector_make (&place->copies, module->index,
					     sizeof *copy);
  if (!copy)
    return NULL;
  copy->word = word;
  if (copy->offset)
    return cgrt_file_at (copy->offset);
  counters = cgrt_family_is_shared () ? find_left (module, place->record)
				      : NULL;
  if (!counters)
    counters = make_record (module, place->record);
  if (counters)
    __atomic_store_n (&copy->offset, cgrt_file_offset (counters),
		      __ATOMIC_RELEASE);
  return counters;
}

/* Whether a thread has been refused its base.  */
static int refused;

int64_t
cgrt_counters_enter (struct cgprof_module *hooks, int64_t *word)
{
  struct cgrt_module *module
    = (struct cgrt_module *) (uintptr_t) hooks->handle;
  int64_t distance;
  int is_new = !cgrt_threads_mine ();

  if (!cgrt_lock_counting (&cgrt_memory_lock))
    return *word;
  /* A handler may have been here since the prologue looked.  */
  distance = *word;
  if (distance == 0 && hooks->unset == 0)
    {
      struct cgrt_place *place = cgrt_threads_enter ();
      struct cgprof_counters *counters
	= place ? get_copy (module, place, word) : NULL;
      if (counters)
	{
	  distance = (int64_t) ((uintptr_t) counters->data
				- (uintptr_t) hooks->counters);
	  *word = distance;
	}
      else
	{
	  cgrt_message (NULL, "no memory for counters: threads may lose"
			" counts from now on", 0);
	  __atomic_store_n (&hooks->unset, -1, __ATOMIC_RELAXED);
	}
    }
  cgrt_segment_check ();
  /* A new thread has its maker's.  */
  if (hooks->segment == CGPROF_SEGMENT_USED
      && !arch_set_segment (distance) && !refused)
    {
      refused = 1;
      cgrt_message (NULL, "the kernel refused a negative base of gs: expected"
		    " Linux 5.9 or -fplugin-arg-cgprof-segment=no; threads"
		    " may lose counts", 0);
    }
  cgrt_unlock (&cgrt_memory_lock);
  /* It may block all signals from its beginning.  */
  if (is_new)
    cgrt_mask_open ();
  return distance;
}

struct cgprof_counters *
cgrt_counters_shared (struct cgrt_module *module)
{
  if (!module->shared)
    module->shared = make_record (module, NULL);
  return module->shared;
}

#define PAGES 64		/* Asked about at a time.  */

/* Who tells which pages of a section may hold anything but zeros.  Threads
   count in their copies, so most were never touched; nor are they by looking,
   which in a forked child would cost more than all else.  */
enum teller
{
  ASK_NOBODY,			/* Any page may be touched.  */
  ASK_MEMORY,			/* mincore, of pages in memory.  It takes a
				   tenth of the time that the map does.  */
  ASK_MAP			/* The kernel's page map, also of pages in swap
				   space.  */
};

/* A walk over those pages of a module's section.  */
struct walk
{
  uint64_t *section, *end;
  uintptr_t page_size;
  enum teller teller;
  uintptr_t from, to;		/* What TOUCHED tells of: whole pages.  */
  uintptr_t at;			/* The next one.  */
  uint8_t touched[PAGES];
};

static void
walk_begin (struct walk *walk, const struct cgrt_module *module,
	    enum teller teller)
{
  walk->section = module->section;
  walk->end = module->section + module->words;
  walk->page_size = cgrt_memory_page ();
  walk->from = walk->to = walk->at
    = (uintptr_t) walk->section & ~(walk->page_size - 1);
  walk->teller = teller;
  if (cgrt_limited
      || (uintptr_t) walk->end - walk->at <= 2 * walk->page_size)
    walk->teller = ASK_NOBODY;
}

/* Set TOUCHED of WALK for COUNT pages from FROM on.  Returns whether they are
   known.  */

static int
look_at_memory (struct walk *walk)
{
  return sys (SYS_mincore, (long) walk->from, (long) (walk->to - walk->from),
	      (long) walk->touched, 0, 0, 0) == 0;
}

static int
look_at_map (struct walk *walk, uintptr_t count)
{
  const uint64_t present_or_swapped = (uint64_t) 3 << 62;
  uint64_t map[PAGES];
  int fd = (int) sys_open ("/proc/self/pagemap", O_RDONLY | O_CLOEXEC, 0);
  long got;

  if (fd < 0)
    return 0;
  got = sys_read_at (fd, walk->from / walk->page_size * sizeof map[0], map,
		     count * sizeof map[0]);
  sys_close (fd);
  if (got != (long) (count * sizeof map[0]))
    return 0;
  for (uintptr_t i = 0; i < count; i++)
    walk->touched[i] = (map[i] & present_or_swapped) != 0;
  return 1;
}

/* Ask about the next pages.  */

static void
walk_look (struct walk *walk)
{
  uintptr_t count = ((uintptr_t) walk->end - walk->at + walk->page_size - 1)
		    / walk->page_size;

  if (count > PAGES)
    count = PAGES;
  walk->from = walk->at;
  walk->to = walk->at + count * walk->page_size;
  if ((walk->teller == ASK_MEMORY && !look_at_memory (walk))
      || (walk->teller == ASK_MAP && !look_at_map (walk, count)))
    walk->teller = ASK_NOBODY;
  for (uintptr_t i = 0; i < count; i++)
    walk->touched[i] = walk->teller == ASK_NOBODY || (walk->touched[i] & 1);
}

/* Set [*WORD, *STOP) to the section's words in the next page that may hold
   anything.  Returns 0 if that was the last, and the walk is over.  */

static int
walk_next (struct walk *walk, uint64_t **word, uint64_t **stop)
{
  while (walk->at < (uintptr_t) walk->end)
    {
      uintptr_t page = walk->at;
      if (page == walk->to)
	walk_look (walk);
      walk->at += walk->page_size;
      if (!walk->touched[(page - walk->from) / walk->page_size])
	continue;
      *word = page < (uintptr_t) walk->section ? walk->section
					       : (uint64_t *) page;
      *stop = walk->at > (uintptr_t) walk->end ? walk->end
					       : (uint64_t *) walk->at;
      return 1;
    }
  return 0;
}

/* Whether no page of any process is in swap space.  */

static int
is_swap_empty (void)
{
  struct sysinfo now;
  return sys (SYS_sysinfo, (long) &now, 0, 0, 0, 0, 0) == 0
	 && now.freeswap == now.totalswap;
}

/* What is done with the words [WORD, STOP) of MODULE's section.  It may be
   done again.  */
typedef void (*words_visitor) (struct cgrt_module *module, uint64_t *word,
			       uint64_t *stop);

/* Do VISIT with all words of MODULE that may hold anything, as TELLER has it.
   Returns whether that was asked.  */

static int
visit_module (struct cgrt_module *module, words_visitor visit,
	      enum teller teller)
{
  struct walk walk;
  uint64_t *word, *stop;

  walk_begin (&walk, module, teller);
  while (walk_next (&walk, &word, &stop))
    visit (module, word, stop);
  return walk.teller == teller;
}

/* Do VISIT with all words of MODULE, or of all modules if that is NULL, that
   may hold anything.  The kernel is asked about swap space once, when all are
   done: if that is empty, none of their pages was there.  */

static void
visit_words (struct cgrt_module *module, words_visitor visit)
{
  struct cgrt_module *each;
  enum teller teller = ASK_MEMORY;
  int asked;

  do
    {
      asked = 0;
      for (uint32_t i = 0;
	   (each = module ? module : cgrt_modules_at (i)) != NULL; i++)
	{
	  if (each->section)
	    asked |= visit_module (each, visit, teller);
	  if (module)
	    break;
	}
    }
  while (asked && teller++ == ASK_MEMORY && !is_swap_empty ());
}

/* Copy the words to the module's record.  */

static void
copy_words (struct cgrt_module *module, uint64_t *word, uint64_t *stop)
{
  for (; word < stop; word++)
    {
      uint64_t count = __atomic_load_n (word, __ATOMIC_RELAXED);
      if (!count && !module->synced)
	continue;
      /* The record may be there for its targets alone, or be the parent's: a
	 forked child would touch all of its pages.  */
      if (!module->synced && cgrt_counters_shared (module))
	module->synced = 1;
      if (module->synced)
	module->shared->data[word - module->section] = count;
    }
}

void
cgrt_counters_sync (struct cgrt_module *module)
{
  visit_words (module, copy_words);
}

void
cgrt_counters_sync_all (void)
{
  visit_words (NULL, copy_words);
}

struct cgprof_counters *
cgrt_counters_copy (struct cgrt_module *module, uint32_t index)
{
  struct cgrt_place *place;
  struct cgrt_copy *copy;

  if (index == 0)
    return module->synced ? module->shared : NULL;
  place = cgrt_threads_at (index - 1);
  if (!place)
    return NULL;
  copy = cgrt_vector_at (&place->copies, module->index, sizeof *copy);
  return copy && copy->offset ? cgrt_file_at (copy->offset) : NULL;
}

uint32_t
cgrt_counters_limit (void)
{
  return cgrt_threads_count () + 1;
}

/* Make the words zero.  What is not written to stays the parent's page.  */

static void
clear_words (struct cgrt_module *module, uint64_t *word, uint64_t *stop)
{
  (void) module;
  for (; word < stop; word++)
    if (*word)
      *word = 0;
}

void
cgrt_counters_fork (struct cgrt_module *module)
{
  uintptr_t page = cgrt_memory_page ();
  uint64_t *word = module->section, *end = word + module->words;
  uint64_t *whole, *rest;

  if (module->synced)
    module->synced = 0;
  if (!word)
    return;
  /* Whole pages are given back, as they were in the program's file: zero.  */
  whole = (uint64_t *) (((uintptr_t) word + page - 1) & ~(page - 1));
  rest = (uint64_t *) ((uintptr_t) end & ~(page - 1));
  if (whole < rest
      && sys (SYS_madvise, (long) whole,
	      (long) ((char *) rest - (char *) whole), MADV_DONTNEED,
	      0, 0, 0) == 0)
    {
      clear_words (module, word, whole);
      clear_words (module, rest, end);
      return;
    }
  visit_words (module, clear_words);
}

/* Give the calling thread's PLACE the copy of MODULE that it counts in from
   now on, if it has counted there in the parent.  A word of 0 would have it
   count in the section, of which the profile of a killed process knows
   nothing.  */

static void
join (struct cgrt_module *module, struct cgrt_place *place)
{
  struct cgrt_copy *copy
    = cgrt_vector_at (&place->copies, module->index, sizeof *copy);
  struct cgprof_counters *counters;

  if (!copy || !copy->word || !module->section)
    return;
  counters = get_copy (module, place, copy->word);
  *copy->word = counters ? (int64_t) ((uintptr_t) counters->data
				      - (uintptr_t) module->section) : 0;
  if (module->hooks->segment == CGPROF_SEGMENT_USED)
    arch_set_segment (*copy->word);
}

void
cgrt_counters_join (void)
{
  struct cgrt_place *place = cgrt_threads_mine ();
  struct cgrt_module *module;

  for (uint32_t i = 0; (module = cgrt_modules_at (i)) != NULL; i++)
    {
      cgrt_counters_fork (module);
      /* What is not written to stays the parent's page.  */
      if (module->shared)
	module->shared = NULL;
      if (place)
	join (module, place);
    }
}

void
cgrt_counters_detach (struct cgrt_module *module)
{
  struct cgrt_place *place;

  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    {
      struct cgrt_copy *copy
	= cgrt_vector_at (&place->copies, module->index, sizeof *copy);
      if (copy)
	copy->word = NULL;
    }
}
