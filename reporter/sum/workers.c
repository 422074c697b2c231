/* Many profiles, added up by several threads at once.

   Each thread takes the next profile that is left and adds it to sums of its
   own; when none is left, these are added up.  What comes out does not depend
   on who took what (sum.h).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "sum/workers.h"
#include "base/diag.h"

#include <malloc.h>
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

/* What all have.  */
struct sum_work
{
  struct sum_images *images;
  struct sum_part *parts;
  size_t count;
  size_t next;			/* The next one to be taken.  */
  bool failed;			/* Then no more are taken.  */
};

struct sum_worker
{
  pthread_t thread;
  struct sum_work *work;
  struct sum_set set;
};

static void *
sum_worker_run (void *closure)
{
  struct sum_worker *worker = closure;
  struct sum_work *work = worker->work;
  while (!__atomic_load_n (&work->failed, __ATOMIC_RELAXED))
    {
      size_t next = __atomic_fetch_add (&work->next, 1, __ATOMIC_RELAXED);
      if (next >= work->count)
	break;
      struct sum_part *part = &work->parts[next];
      part->result = sum_set_add (&worker->set, work->images, part->file,
				  part->start);
      if (part->result == SUM_FAILED)
	__atomic_store_n (&work->failed, true, __ATOMIC_RELAXED);
    }
  return NULL;
}

unsigned
sum_count_workers (void)
{
  cpu_set_t set;
  int count = sched_getaffinity (0, sizeof set, &set) == 0 ? CPU_COUNT (&set)
							     : 1;
  return count > 0 ? count : 1;
}

bool
sum_add_parts (struct sum_set *set, struct sum_images *images,
	       struct sum_part *parts, size_t count, unsigned workers)
{
  struct sum_work work = { .images = images, .parts = parts, .count = count };
  /* The next profile takes the memory of the last one: given back to the
     system in between, each page of it would be cleared anew.  */
#ifdef M_MMAP_THRESHOLD
  mallopt (M_MMAP_THRESHOLD, 32 << 20);
  mallopt (M_TRIM_THRESHOLD, 256 << 20);
#endif
  if (workers > count)
    workers = count > 0 ? count : 1;
  /* This thread is one of them, and adds to SET itself.  */
  struct sum_worker first = { .work = &work, .set = *set };
  struct sum_worker *others = mem_alloc (workers, sizeof *others);
  unsigned started = 0;
  for (; started + 1 < workers; started++)
    {
      others[started].work = &work;
      /* With fewer it takes longer.  */
      if (pthread_create (&others[started].thread, NULL, sum_worker_run,
			  &others[started]) != 0)
	break;
    }
  sum_worker_run (&first);
  *set = first.set;
  for (unsigned i = 0; i < started; i++)
    {
      pthread_join (others[i].thread, NULL);
      if (work.failed)
	sum_set_free (&others[i].set);
      else if (!sum_set_join (set, &others[i].set))
	work.failed = true;
    }
  free (others);
  return !work.failed;
}
