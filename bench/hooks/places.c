/* The least that a forked child's counts cost where they outlive it: a runtime
   that gives each process a place in one shared file, and does nothing else.  With
   PLACES_RECORDS in the environment it also writes what a profile tells of each
   process, as few calls as that takes: when it began and ended, by whom it was
   begun, its time; and of its thread.  See forks.sh.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE
#include <asm/prctl.h>
#include <cgprof/abi.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PLACES 8		/* Used in turn: one process at a time lives.  */
#define PAGE 4096ul

static struct cgprof_module *program;
static int64_t *word;		/* Of its only thread.  */
static char *file;		/* A page with the number of children, and the
				   places.  */
static uint64_t size;		/* Of a place.  */
static int has_records;

/* What is told of a process, and of its thread, each in a page of its own.  */
struct record
{
  struct timespec begin, end;
  struct rusage usage;
  pid_t pid, parent;
};

static struct record *
record_of (uint64_t place)
{
  return (struct record *) (void *) (file + PAGE + PLACES * size
				     + place * 2 * PAGE);
}

static uint64_t own;		/* This process's place.  */

static void
begin_record (void)
{
  struct record *record = record_of (own);
  clock_gettime (CLOCK_REALTIME, &record->begin);
  record->pid = getpid ();
  record->parent = getppid ();
  *(pid_t *) (void *) ((char *) record + PAGE) = gettid ();
}

static void __attribute__ ((destructor))
end_record (void)
{
  if (!has_records)
    return;
  getrusage (RUSAGE_SELF, &record_of (own)->usage);
  clock_gettime (CLOCK_REALTIME, &record_of (own)->end);
}

static void
count_in (uint64_t place)
{
  char *counters = file + PAGE + place * size;
  *word = (int64_t) (counters - (char *) program->counters);
  if (program->segment == CGPROF_SEGMENT_USED)
    syscall (SYS_arch_prctl, ARCH_SET_GS, *word);
}

static int64_t
enter (struct cgprof_module *module, int64_t *words)
{
  (void) module;
  word = words;
  count_in (0);
  return *word;
}

static void
target (struct cgprof_module *module, uint64_t *slot, uint64_t address)
{
  (void) module;
  slot[CGPROF_SLOT_TARGET] = address;
  slot[CGPROF_SLOT_COUNT]++;
}

static void
notice (struct cgprof_module *module, uint32_t what, const void *set)
{
  (void) module;
  (void) what;
  (void) set;
}

/* The first place is the parent's.  */

static void
forked (void)
{
  uint64_t children = __atomic_add_fetch ((uint64_t *) (void *) file, 1,
					  __ATOMIC_RELAXED);
  own = 1 + children % (PLACES - 1);
  if (word)
    count_in (own);
  if (has_records)
    begin_record ();
}

void
__cgprof_attach (struct cgprof_module *module)
{
  uint64_t bytes = (uint64_t) ((char *) module->counters_end
			       - (char *) module->counters);
  int fd = open ("places.out", O_RDWR | O_CREAT | O_TRUNC, 0666);
  uint64_t length;

  program = module;
  has_records = getenv ("PLACES_RECORDS") != NULL;
  size = (bytes + 2 * PAGE - 1) & ~(PAGE - 1);
  length = PAGE + PLACES * (size + 2 * PAGE);
  if (fd < 0 || ftruncate (fd, (off_t) length) != 0
      || (file = mmap (NULL, length, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0))
	 == MAP_FAILED)
    {
      perror ("places.out");
      exit (1);
    }
  close (fd);
  pthread_atfork (NULL, NULL, forked);
  module->enter = enter;
  module->target = target;
  module->quick = NULL;
  module->notice = notice;
  module->handle = 1;
  module->unset = 0;
}
