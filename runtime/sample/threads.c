/* Places: the runtime's data for each thread.

   SPDX-License-Identifier: MIT  */

#include "sample/threads.h"

#include <fcntl.h>
#include <linux/stat.h>

#include "file/family.h"
#include "file/file.h"
#include "base/memory.h"
#include "base/process.h"
#include "base/sys.h"
#include "sample/scout.h"

/* How many places a new thread asks about before it makes one.  While
   LIVE threads live, there are never more than LIVE * 9 / 8 places or so,
   and a start costs a few microseconds at most.  */
#define PROBES 8

/* A place whose threads cannot be asked about: it was taken by a vfork
   child, which shares the words of the thread that waits for it, or since
   system calls are limited.  */
#define OWNER_UNKNOWN (-1)

/* An entry of /proc/self/task, the kernel's own struct linux_dirent64, and the
   bytes of them that one call gets.  */
struct task
{
  uint64_t inode;
  int64_t next;
  uint16_t length;
  uint8_t type;
  char name[];
};
#define TASKS 512

/* The first place and its copy for the first module are beside the words that
   each fork copies anyway (base/memory.h).  */
static struct cgrt_copy first_copy;
static struct cgrt_place first_place
  = { .copies = { .chunks = { &first_copy } } };
static struct cgrt_vector places	/* struct cgrt_place.  */
  = { .chunks = { &first_place } };
static uint32_t count;
static uint32_t cursor;			/* Where to look for a free one.  */

/* The thread's place.  A thread is known by its thread-local memory, not
   by its id: that is where the words live that lead to its copies, and a
   new thread starts with all of it zero.  */
static CGRT_THREAD_LOCAL struct cgrt_place *mine;

struct cgrt_place *
cgrt_threads_mine (void)
{
  return mine;
}

uint32_t
cgrt_threads_count (void)
{
  return __atomic_load_n (&count, __ATOMIC_ACQUIRE);
}

struct cgrt_place *
cgrt_threads_at (uint32_t index)
{
  if (index >= cgrt_threads_count ())
    return NULL;
  return cgrt_vector_at (&places, index, sizeof (struct cgrt_place));
}

/* Whether no thread counts in PLACE any more.  THREAD asks.  */

static int
is_free (const struct cgrt_place *place, int32_t thread)
{
  if (place->owner == 0)
    return 1;
  if (place->owner == OWNER_UNKNOWN)
    return 0;
  /* Its id has come to the asking thread again, which is a new one.  */
  if (place->owner == thread)
    return 1;
  return sys (SYS_tgkill, cgrt_pid, place->owner, 0, 0, 0, 0) == -ESRCH;
}

int
cgrt_threads_are_all (void)
{
  /* Of a folder's links one is its own, and one its parent's to it.  */
  enum { OWN_LINKS = 2 };
  const struct cgrt_place *place;
  struct statx tasks;
  uint32_t live = 0;

  if (sys (SYS_statx, AT_FDCWD, (long) "/proc/self/task", 0, STATX_NLINK,
	   (long) &tasks, 0) != 0
      || tasks.stx_nlink > cgrt_threads_count () + OWN_LINKS)
    return 0;
  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    live += place->owner > 0
	    && sys (SYS_tgkill, cgrt_pid, place->owner, 0, 0, 0, 0) == 0;
  return live + OWN_LINKS == tasks.stx_nlink;
}

uint64_t
cgrt_threads_time (void)
{
  const struct cgrt_place *place;
  uint64_t sum = 0;

  /* 0 is the time of none.  */
  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    if (place->owner > 0)
      sum += sys_clock (cgrt_threads_clock (place->owner));
  return sum;
}

/* The thread that TASK is, 0 if it is another entry of the folder.  */

static int32_t
task_thread (const struct task *task)
{
  int32_t thread = 0;

  for (const char *c = task->name; *c >= '0' && *c <= '9'; c++)
    thread = thread * 10 + (*c - '0');
  return thread;
}

static int
is_known (int32_t thread)
{
  const struct cgrt_place *place;

  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    if (place->owner == thread)
      return 1;
  return 0;
}

uint32_t
cgrt_threads_unknown (int32_t *threads, uint64_t least, uint32_t first,
		      uint32_t most)
{
  _Alignas (struct task) char tasks[TASKS];
  int fd = (int) sys_open ("/proc/self/task",
			   O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
  uint32_t found = 0;
  long length;

  if (fd < 0)
    return 0;
  while (found < most
	 && (length = sys (SYS_getdents64, fd, (long) tasks, TASKS, 0, 0,
			   0)) > 0)
    for (long at = 0; at < length && found < most;)
      {
	const struct task *task = (const void *) (tasks + at);
	int32_t thread = task_thread (task);
	at += task->length;
	if (!thread || is_known (thread)
	    || sys_clock (cgrt_threads_clock (thread)) < least)
	  continue;
	if (first)
	  first--;
	else
	  threads[found++] = thread;
      }
  sys_close (fd);
  return found;
}

static struct cgrt_place *
find_free (int32_t thread)
{
  uint32_t probes = count < PROBES ? count : PROBES;
  while (probes--)
    {
      struct cgrt_place *place;
      if (cursor >= count)
	cursor = 0;
      place = cgrt_threads_at (cursor++);
      if (is_free (place, thread))
	return place;
    }
  return NULL;
}

/* Forget where PLACE's thread kept its words: they went with it.  */

static void
forget_words (struct cgrt_place *place)
{
  struct cgrt_copy *copy;

  for (uint32_t i = 0;
       (copy = cgrt_vector_at (&place->copies, i, sizeof *copy)) != NULL; i++)
    copy->word = NULL;
}

/* Make PLACE one of RECORD: without a thread, but perhaps with contexts.
   Words are kept in the calling thread's own place.  */

static void
reset_place (struct cgrt_place *place, struct cgprof_thread *record)
{
  struct cgrt_copy *copy;

  place->record = record;
  place->owner = 0;
  place->contexts = 0;
  for (uint64_t at = record->samples; at;)
    {
      const struct cgprof_table *table = cgrt_file_at (at);
      place->contexts += table->used - table->dead;
      at = table->next;
    }
  cgrt_sampling_forget (place);
  place->sampler.last = 0;
  for (uint32_t i = 0;
       (copy = cgrt_vector_at (&place->copies, i, sizeof *copy)) != NULL; i++)
    copy->offset = 0;
  if (place != mine)
    forget_words (place);
}

static struct cgrt_place *
make_place (void)
{
  struct cgprof_process *process = cgrt_family_place;
  struct cgrt_place *place
    = cgrt_vector_make (&places, count, sizeof *place);
  struct cgprof_thread *record
    = place ? cgrt_file_allocate (sizeof *record) : NULL;

  if (!record)
    return NULL;
  record->record.id = cgrt_file_id (record);
  record->process = process->record.id;
  record->older = process->threads;
  cgrt_file_publish (record, CGPROF_RECORD_THREAD);
  __atomic_store_n (&process->threads, record->record.id, __ATOMIC_RELEASE);
  reset_place (place, record);
  place->index = count;
  __atomic_store_n (&count, count + 1, __ATOMIC_RELEASE);
  return place;
}

struct cgrt_place *
cgrt_threads_enter (void)
{
  int32_t thread;
  int32_t ours;
  struct cgrt_place *place = mine;

  if (place)
    return place;
  /* Without system calls nobody is known.  */
  thread = cgrt_limited ? 0 : (int32_t) sys_gettid ();
  ours = !cgrt_limited && sys_getpid () == cgrt_pid;
  place = cgrt_limited ? NULL : find_free (thread);
  if (!place)
    place = make_place ();
  if (!place)
    return NULL;
  place->owner = ours ? thread : OWNER_UNKNOWN;
  place->record->tid = (uint64_t) thread;
  place->record->threads++;
  forget_words (place);
  place->sampler.wait.opened = 0;
  place->sampler.wait.closed = 0;
  cgrt_switches_begin (&place->sampler.switches);
  mine = place;
  if (ours)
    {
      cgrt_sampling_arm (place, 0);
      cgrt_scout_look ();
    }
  return place;
}

void
cgrt_threads_fork (void)
{
  struct cgrt_place *place;

  cgrt_scout_forget ();
  for (uint32_t i = 0; (place = cgrt_threads_at (i)) != NULL; i++)
    {
      place->owner = 0;
      place->contexts = 0;
      cgrt_sampling_forget (place);
    }
  if (mine)
    {
      mine->owner = (int32_t) sys_gettid ();
      mine->record->tid = (uint64_t) mine->owner;
      mine->record->threads = 1;
      cgrt_sampling_arm_child (mine);
    }
  cgrt_sampling_fork ();
}

/* Move the calling thread's place, which has one, to the beginning.  */

static void
move_mine (void)
{
  struct cgrt_place *first = cgrt_threads_at (0);
  struct cgrt_place own;

  if (mine == first)
    return;
  own = *mine;
  *mine = *first;
  *first = own;
  mine = first;
}

void
cgrt_threads_join (void)
{
  uint32_t id = cgrt_family_place->threads;

  cgrt_scout_forget ();
  if (mine)
    move_mine ();
  for (count = 0; id && cgrt_file_has (id, sizeof (struct cgprof_thread));)
    {
      struct cgprof_thread *record = cgrt_file_record (id);
      struct cgrt_place *place
	= cgrt_vector_make (&places, count, sizeof *place);
      if (!place)
	break;
      reset_place (place, record);
      place->index = count++;
      id = record->older;
    }
  if (mine && !count && !make_place ())
    mine = NULL;
  if (mine)
    {
      mine->owner = (int32_t) sys_gettid ();
      mine->record->tid = (uint64_t) mine->owner;
      mine->record->threads++;
      cgrt_sampling_arm_child (mine);
    }
  cgrt_sampling_fork ();
}
