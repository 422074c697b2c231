/* Programs that limit themselves while they are profiled.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NOIPA __attribute__ ((noipa))
#define ROUNDS 100
#define THREADS 3
#define MANY 100

typedef int function (int);

#define TARGET(N) NOIPA int target##N (int x) { return x + N; }
TARGET (0) TARGET (1) TARGET (2) TARGET (3) TARGET (4) TARGET (5) TARGET (6)
TARGET (7) TARGET (8) TARGET (9) TARGET (10) TARGET (11)
static function *const targets[] = {
  target0, target1, target2, target3, target4, target5, target6, target7,
  target8, target9, target10, target11
};
#define TARGETS (int) (sizeof targets / sizeof targets[0])

/* Call each target as many times as its number, ROUNDS times.  */

NOIPA int
call (int x)
{
  for (int round = 0; round < ROUNDS; round++)
    for (int i = 0; i < TARGETS; i++)
      for (int j = 0; j < i; j++)
	x = targets[i] (x);
  return x;
}

static void *
work (void *argument)
{
  call (0);
  return argument;
}

/* Long enough for a sample, by the processor's clock alone.  */

NOIPA void
burn (void)
{
  for (volatile long i = 0; i < 20000000; i++)
    continue;
}

/* Whether threads that begin once system calls are limited count by themselves.
   Programs for x86-64 count through gs, which takes a call to set where there is
   no FSGSBASE.  */

static int
count_apart (void)
{
#if defined __x86_64__ && (!defined __PIC__ || defined __PIE__)
  return (getauxval (AT_HWCAP2) & 2) != 0;
#else
  return 1;
#endif
}

/* Let threads work, AT_ONCE or one after the other.  */

static void
run_threads (int at_once)
{
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    if (pthread_create (&threads[i], NULL, work, NULL) != 0
	|| (!at_once && pthread_join (threads[i], NULL) != 0))
      _exit (11);
  for (int i = 0; at_once && i < THREADS; i++)
    pthread_join (threads[i], NULL);
}

/* Let MANY threads live at once, with a record each.  */

static pthread_barrier_t all_alive;

static void *
live (void *argument)
{
  call (0);
  pthread_barrier_wait (&all_alive);
  return argument;
}

static void
run_crowd (void)
{
  pthread_t threads[MANY];
  pthread_barrier_init (&all_alive, NULL, MANY);
  for (int i = 0; i < MANY; i++)
    if (pthread_create (&threads[i], NULL, live, NULL) != 0)
      _exit (11);
  for (int i = 0; i < MANY; i++)
    pthread_join (threads[i], NULL);
}

/* Start a shell that cuts the profile when somebody writes to *GO.  */

static pid_t
start_cutter (int *go)
{
  static char command[] = "read x; chmod u+w cgprof.out; : > cgprof.out";
  char *arguments[] = { (char[]) { "sh" }, (char[]) { "-c" }, command, NULL };
  int ends[2];
  posix_spawn_file_actions_t actions;
  pid_t child;
  if (pipe (ends) != 0
      || posix_spawn_file_actions_init (&actions) != 0
      || posix_spawn_file_actions_adddup2 (&actions, ends[0], 0) != 0
      || posix_spawnp (&child, "sh", &actions, NULL, arguments, environ) != 0)
    _exit (12);
  *go = ends[1];
  return child;
}

/* What is left to the program; everything else kills it.  */

static const int allowed[] = {
  SYS_write, SYS_exit, SYS_exit_group, SYS_rt_sigreturn, SYS_futex, SYS_mmap,
  SYS_munmap, SYS_mprotect, SYS_madvise, SYS_brk, SYS_clone, SYS_clone3,
  SYS_rt_sigprocmask, SYS_rt_sigaction, SYS_set_robust_list, SYS_rseq,
  SYS_wait4,
#ifdef SYS_newfstatat
  SYS_newfstatat,
#endif
};
#define ALLOWED (sizeof allowed / sizeof allowed[0])

static struct sock_fprog *
make_filter (void)
{
  static struct sock_filter filter[ALLOWED + 3];
  static struct sock_fprog program = { ALLOWED + 3, filter };
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
    _exit (77);
  return &program;
}

/* limits-load.c, which the plugin does not see.  */
extern int seccomp_load (void *);

int
main (int argc, char **argv)
{
  const char *how = argc > 1 ? argv[1] : "";

  call (0);
  /* What stdio asks for at first.  */
  puts ("begin");
  fflush (stdout);
  if (strcmp (how, "prctl") == 0)
    {
      if (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, make_filter ()) != 0)
	return 77;
      run_threads (count_apart ());
    }
  else if (strcmp (how, "full") == 0)
    {
      run_crowd ();
      if (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, make_filter ()) != 0)
	return 77;
    }
  else if (strcmp (how, "syscall") == 0)
    {
      if (syscall (SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, make_filter ())
	  != 0)
	return 77;
    }
  else if (strcmp (how, "load") == 0)
    {
      if (seccomp_load (make_filter ()) != 0)
	return 77;
    }
  else if (strcmp (how, "fork") == 0)
    {
      pid_t child;
      int status = -1;
      if (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, make_filter ()) != 0)
	return 77;
      child = fork ();
      if (child == 0)
	{
	  call (0);
	  run_threads (count_apart ());
	  return 0;
	}
      waitpid (child, &status, 0);
      printf ("child %d\n", status);
    }
  else if (strcmp (how, "strict") == 0)
    {
      if (prctl (PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
	return 77;
      call (0);
      burn ();
      syscall (SYS_exit, 3);
    }
  else if (strcmp (how, "cut") == 0)
    {
      int go;
      pid_t child = start_cutter (&go);
      if (prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, make_filter ()) != 0
	  || write (go, "\n", 1) != 1 || wait4 (child, NULL, 0, NULL) != child)
	return 77;
    }
  else if (strcmp (how, "size") == 0)
    {
      /* A limit on files, too, of which standard error may be one.  */
      struct rlimit limit = { 0, 0 };
      if (setrlimit (RLIMIT_FSIZE, &limit) != 0
	  || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, make_filter ()) != 0)
	return 77;
      call (0);
      _exit (6);
    }
  else if (strcmp (how, "none") == 0)
    {
      /* Nothing is limited by any of these.  */
      syscall (0, -1, NULL, 0);
      syscall (SYS_getpid);
      prctl (PR_SET_DUMPABLE, 1, 0, 0, 0);
    }
  else if (strcmp (how, "space") == 0)
    {
      struct rlimit limit = { 100 << 20, 100 << 20 };
      if (setrlimit (RLIMIT_AS, &limit) != 0)
	return 77;
      for (int i = 0; i < 4; i++)
	run_threads (1);
      void *block = malloc (30 << 20);
      puts (block ? "room" : "no room");
      free (block);
    }
  call (0);
  burn ();
  puts ("end");
  fflush (stdout);
  if (strcmp (how, "syscall") == 0)
    _exit (4);
  return 5;
}
