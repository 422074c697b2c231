/* A program of threads that limits the system calls of all of them while they
   begin and end, dump the profile and are sampled.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cgprof/cgprof.h>

#define NOIPA __attribute__ ((noipa))
#define THREADS 4
#define ROUNDS 25

/* What a program of threads cannot do without; everything else kills it.  */
static const int allowed[] = {
  SYS_write, SYS_exit, SYS_exit_group, SYS_rt_sigreturn, SYS_futex, SYS_mmap,
  SYS_munmap, SYS_mprotect, SYS_madvise, SYS_brk, SYS_clone, SYS_clone3,
  SYS_rt_sigprocmask, SYS_set_robust_list, SYS_rseq,
#ifdef SYS_newfstatat
  SYS_newfstatat,
#endif
};
#define ALLOWED (sizeof allowed / sizeof allowed[0])

static pthread_barrier_t begin;

NOIPA int
add (int x)
{
  return x + 1;
}

static void *
inner (void *argument)
{
  add (0);
  return argument;
}

static void *
outer (void *argument)
{
  pthread_t thread;

  add (0);
  pthread_barrier_wait (&begin);
  for (int i = 0; i < ROUNDS; i++)
    {
      if (pthread_create (&thread, NULL, inner, NULL) != 0)
	_exit (11);
      /* Its locks may be held, or waited for, when the limit comes.  */
      cgprof_dump ();
      for (int j = 0; j < 10000; j++)
	add (j);
      pthread_join (thread, NULL);
    }
  return argument;
}

int
main (int argc, char **argv)
{
  static struct sock_filter filter[ALLOWED + 3];
  static struct sock_fprog program = { ALLOWED + 3, filter };
  pthread_t threads[THREADS];

  (void) argv;
  filter[0] = (struct sock_filter) BPF_STMT (BPF_LD | BPF_W | BPF_ABS, 0);
  for (unsigned i = 0; i < ALLOWED; i++)
    filter[i + 1] = (struct sock_filter)
      BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, (unsigned) allowed[i],
		(unsigned char) (ALLOWED - i), 0);
  filter[ALLOWED + 1]
    = (struct sock_filter) BPF_STMT (BPF_RET | BPF_K,
				     SECCOMP_RET_KILL_PROCESS);
  filter[ALLOWED + 2]
    = (struct sock_filter) BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return 77;
  pthread_barrier_init (&begin, NULL, THREADS + 1);
  puts ("begin");
  fflush (stdout);
  for (int i = 0; i < THREADS; i++)
    if (pthread_create (&threads[i], NULL, outer, NULL) != 0)
      return 11;
  pthread_barrier_wait (&begin);
  /* Somewhere among what they do.  */
  for (volatile int i = 0; i < (argc > 1 ? atoi (argv[1]) : 0) * 1000; i++)
    continue;
  if (syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER,
	       SECCOMP_FILTER_FLAG_TSYNC, &program) != 0)
    return 77;
  for (int i = 0; i < THREADS; i++)
    pthread_join (threads[i], NULL);
  puts ("end");
  return 5;
}
