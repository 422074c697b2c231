/* The least that a forked child's counts cost where they outlive it: a runtime
   that gives each process a place in one shared file, and does nothing else.  See
   forks.sh.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE
#include <asm/prctl.h>
#include <cgprof/abi.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define PLACES 8		/* Used in turn: one process at a time lives.  */
#define PAGE 4096ul

static struct cgprof_module *program;
static int64_t *word;		/* Of its only thread.  */
static char *file;		/* A page with the number of children, and the
				   places.  */
static uint64_t size;		/* Of a place.  */

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
  if (word)
    count_in (1 + children % (PLACES - 1));
}

void
__cgprof_attach (struct cgprof_module *module)
{
  uint64_t bytes = (uint64_t) ((char *) module->counters_end
			       - (char *) module->counters);
  int fd = open ("places.out", O_RDWR | O_CREAT | O_TRUNC, 0666);

  program = module;
  size = (bytes + 2 * PAGE - 1) & ~(PAGE - 1);
  if (fd < 0 || ftruncate (fd, (off_t) (PAGE + PLACES * size)) != 0
      || (file = mmap (NULL, PAGE + PLACES * size, PROT_READ | PROT_WRITE,
		       MAP_SHARED, fd, 0)) == MAP_FAILED)
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

void
__cgprof_detach (struct cgprof_module *module)
{
  (void) module;
}
