/* A thread that forks has the place of one that counted in a library, too, and
   whose memory is somebody else's by then.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define STACK (1 << 20)

int library (int);

__attribute__ ((noipa)) int
own (int x)
{
  return x + 1;
}

static void *
call_library (void *argument)
{
  library (own (0));
  return argument;
}

/* Fork, and exit in the child with what it has called.  */

static void *
fork_child (void *argument)
{
  pid_t child = fork ();
  if (child == 0)
    _exit (own (6));
  waitpid (child, argument, 0);
  return argument;
}

static void
run (void *(*function) (void *), void *argument, void *stack)
{
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init (&attributes);
  if (stack)
    pthread_attr_setstack (&attributes, stack, STACK);
  pthread_create (&thread, &attributes, function, argument);
  pthread_join (thread, NULL);
  pthread_attr_destroy (&attributes);
}

int
main (void)
{
  int status = 0;
  char *stack = mmap (NULL, STACK, PROT_READ | PROT_WRITE,
		      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  run (call_library, NULL, stack);
  mprotect (stack, STACK, PROT_NONE);
  run (fork_child, &status, NULL);
  printf ("former: %d\n", WIFEXITED (status) ? WEXITSTATUS (status) : -1);
  return 0;
}
