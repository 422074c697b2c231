/* Area:    plugin and runtime, threads
   Purpose: threads made by clone with thread-local memory of their own,
	    four at once, again and again, behind the thread library's back.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-only "-O0" "-O2" "-O2 -flto -ffat-lto-objects" } */
/* { dg-link-options "-ldl" } */
/* { dg-count "worker -> leaf" @worker } */
/* { dg-count "worker -> t0" @target } */
/* { dg-count "worker -> t1" @target } */
/* { dg-count-spontaneous "worker" @threads } */

#define _GNU_SOURCE 1
#include <dlfcn.h>
#include <linux/futex.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ROUNDS 25
#define NUMBER 4

static char stacks[NUMBER][65536] __attribute__ ((aligned (16)));
static int alive[NUMBER];

__attribute__ ((noipa)) int leaf (int x) { return x + 1; }
__attribute__ ((noipa)) int t0 (int x) { return x + 1; }
__attribute__ ((noipa)) int t1 (int x) { return x + 2; }

static int (*volatile targets[]) (int) = { t0, t1 };

static int
worker (void *argument)
{
  int x = 0;
  for (int i = 0; i < 10000; i++)
    {
      x ^= leaf (i);
      x += targets[i % 2] (x);
    }
  return argument && x == 1;
}

int
main (void)
{
  int made = 0;
#ifdef __x86_64__
  /* The C library's own way to make a thread's memory.  */
  void *(*allocate) (void *), (*release) (void *, _Bool);
  *(void **) &allocate = dlsym (RTLD_DEFAULT, "_dl_allocate_tls");
  *(void **) &release = dlsym (RTLD_DEFAULT, "_dl_deallocate_tls");
  char *own;
  __asm__ ("movq %%fs:0, %0" : "=r" (own));
  for (int round = 0; allocate && release && round < ROUNDS; round++)
    {
      char *pointers[NUMBER];
      for (int i = 0; i < NUMBER; i++)
	{
	  /* The thread's descriptor follows its thread pointer.  */
	  char *pointer = allocate (NULL);
	  pointers[i] = pointer;
	  memcpy (pointer, &pointer, sizeof pointer);
	  memcpy (pointer + 16, &pointer, sizeof pointer);
	  /* Guards of the stack and of pointers.  */
	  memcpy (pointer + 40, own + 40, 16);
	  alive[i] = 1;
	  if (clone (worker, stacks[i] + sizeof stacks[i],
		     CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND
		     | CLONE_THREAD | CLONE_SYSVSEM | CLONE_SETTLS
		     | CLONE_CHILD_CLEARTID, NULL, NULL, pointer,
		     &alive[i]) < 0)
	    return 1;
	  made++;
	}
      for (int i = 0; i < NUMBER; i++)
	{
	  while (__atomic_load_n (&alive[i], __ATOMIC_ACQUIRE))
	    syscall (SYS_futex, &alive[i], FUTEX_WAIT, 1, NULL, NULL, 0);
	  release (pointers[i], 1);
	}
    }
#endif
  printf ("threads %d\n", made);
  printf ("worker %d\n", made * 10000);
  printf ("target %d\n", made * 5000);
  return 0;
}
