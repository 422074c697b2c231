/* Which programs a process and its descendants execute.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/executed.h"
#include "base/mem.h"

#include <errno.h>
#include <linux/perf_event.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* Pages of a ring, besides its first one; a power of two.  An exec takes some
   50 bytes, and they are read as they come.  */
#define EXECUTED_PAGES 16

/* Who is asked again whether the process has ended, where the kernel has no
   descriptors of processes, ms.  */
#define EXECUTED_PATIENCE 50

/* What the kernel has written for one processor.  */
struct executed_ring
{
  int fd;
  struct perf_event_mmap_page *head;
  const unsigned char *bytes;
  size_t size;			/* Of BYTES, a power of two.  */
};

/* Free WATCH for the reason ERROR, an errno.  */

static bool
executed_give_up (struct executed *watch, int error)
{
  executed_free (watch);
  errno = error;
  return false;
}

bool
executed_start (struct executed *watch, pid_t process)
{
  *watch = (struct executed) { NULL };
  struct perf_event_attr attr = {
    .type = PERF_TYPE_SOFTWARE, .size = sizeof attr,
    .config = PERF_COUNT_SW_DUMMY, .exclude_kernel = 1, .exclude_hv = 1,
    .inherit = 1, .comm = 1, .comm_exec = 1, .watermark = 1,
    .wakeup_watermark = 1
  };
  long cpus = sysconf (_SC_NPROCESSORS_CONF);
  size_t page = sysconf (_SC_PAGESIZE);
  watch->rings = mem_alloc (cpus > 0 ? cpus : 1, sizeof *watch->rings);
  for (long cpu = 0; cpu < cpus; cpu++)
    {
      int fd = syscall (SYS_perf_event_open, &attr, process, (int) cpu, -1,
			PERF_FLAG_FD_CLOEXEC);
      /* A processor may be off.  */
      if (fd < 0 && errno == ENODEV)
	continue;
      if (fd < 0)
	return executed_give_up (watch, errno);
      void *pages = mmap (NULL, (EXECUTED_PAGES + 1) * page,
			  PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
      if (pages == MAP_FAILED)
	{
	  int error = errno;
	  close (fd);
	  return executed_give_up (watch, error);
	}
      watch->rings[watch->ring_count++] = (struct executed_ring) {
	.fd = fd, .head = pages, .size = EXECUTED_PAGES * page,
	.bytes = (unsigned char *) pages + page
      };
    }
  return watch->ring_count > 0;
}

/* Note what the record of SIZE bytes at P, with HEAD, tells.  */

static void
executed_note (struct executed *watch, const struct perf_event_header *head,
	       const unsigned char *p, size_t size)
{
  struct executed_program program = { 0 };
  uint32_t pid;
  if (head->type == PERF_RECORD_LOST)
    watch->lost = true;
  /* Behind its number that of its thread.  */
  if (head->type != PERF_RECORD_COMM
      || !(head->misc & PERF_RECORD_MISC_COMM_EXEC) || size <= 2 * sizeof pid)
    return;
  memcpy (&pid, p, sizeof pid);
  program.pid = pid;
  size -= 2 * sizeof pid;
  memcpy (program.name, p + 2 * sizeof pid,
	  size < EXECUTED_NAME ? size : EXECUTED_NAME - 1);
  watch->programs = mem_grow (watch->programs, &watch->program_room,
			      watch->program_count + 1,
			      sizeof *watch->programs);
  watch->programs[watch->program_count++] = program;
}

/* Note what RING has, and give its room back.  */

static void
executed_drain (struct executed *watch, struct executed_ring *ring)
{
  uint64_t end = __atomic_load_n (&ring->head->data_head, __ATOMIC_ACQUIRE);
  uint64_t at = ring->head->data_tail;
  while (at < end)
    {
      /* A record may go on at the ring's beginning; a name is short.  */
      unsigned char record[256];
      struct perf_event_header head;
      for (size_t i = 0; i < sizeof head; i++)
	record[i] = ring->bytes[(at + i) & (ring->size - 1)];
      memcpy (&head, record, sizeof head);
      if (head.size < sizeof head)
	break;
      size_t size = head.size - sizeof head;
      if (size > sizeof record)
	size = sizeof record;
      for (size_t i = 0; i < size; i++)
	record[i] = ring->bytes[(at + sizeof head + i) & (ring->size - 1)];
      executed_note (watch, &head, record, size);
      at += head.size;
    }
  __atomic_store_n (&ring->head->data_tail, end, __ATOMIC_RELEASE);
}

void
executed_wait (struct executed *watch, pid_t process)
{
  size_t count = watch->ring_count;
  struct pollfd *descriptors = mem_alloc (count + 1, sizeof *descriptors);
#ifdef SYS_pidfd_open
  int fd = syscall (SYS_pidfd_open, process, 0);
#else
  int fd = -1;
#endif
  for (size_t i = 0; i < count; i++)
    descriptors[i] = (struct pollfd) { watch->rings[i].fd, POLLIN, 0 };
  /* If there is none, poll passes over it.  */
  descriptors[count] = (struct pollfd) { fd, POLLIN, 0 };
  bool ended = false;
  while (!ended)
    {
      siginfo_t info = { 0 };
      poll (descriptors, count + 1, fd < 0 ? EXECUTED_PATIENCE : -1);
      ended = waitid (P_PID, process, &info, WEXITED | WNOHANG | WNOWAIT) != 0
	|| info.si_pid == process;
      for (size_t i = 0; i < count; i++)
	{
	  executed_drain (watch, &watch->rings[i]);
	  /* All that it told of have ended.  */
	  if (descriptors[i].revents & (POLLHUP | POLLERR))
	    descriptors[i].fd = -1;
	}
    }
  if (fd >= 0)
    close (fd);
  free (descriptors);
}

void
executed_free (struct executed *watch)
{
  for (size_t i = 0; i < watch->ring_count; i++)
    {
      munmap (watch->rings[i].head,
	      watch->rings[i].size + watch->rings[i].size / EXECUTED_PAGES);
      close (watch->rings[i].fd);
    }
  free (watch->rings);
  free (watch->programs);
  memset (watch, 0, sizeof *watch);
}
