/* Fills an alternate stack with a pattern, lets samples come, and tells how much
   of it was used.

   alternate own|handler BYTES: code runs on the thread's own stack, or in a
   handler on the alternate stack, which is BYTES long.  Prints "room" if all
   that was written lies in it and some of it was left, or what else there was;
   and how many bytes below the kernel's frame were used, and below two such
   frames, rounded up to 512.

   alternate nested BYTES: prints whether a second signal of the runtime's may
   come while it handles one, before and after there is a stack of BYTES.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE 1
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define PATTERN 0xa5
#define BELOW 65536		/* What an overflow would write to.  */

static unsigned char *stack;
static size_t size;

__attribute__ ((noipa)) int
leaf (int x)
{
  return x * 3 + 1;
}

__attribute__ ((noipa)) int
deep (int depth)
{
  volatile int sum = 0;
  if (depth)
    return deep (depth - 1) + leaf (depth);
  for (int i = 0; i < 2000; i++)
    sum += leaf (i);
  return sum;
}

/* Of the C library's code, which unwind tables describe in another way.  */

static int
compare (const void *a, const void *b)
{
  deep (1);
  return *(const int *) a - *(const int *) b;
}

/* USED without FRAMES, rounded up.  */

static size_t
below (size_t used, size_t frames)
{
  return used <= frames ? 0 : (used - frames + 511) / 512 * 512;
}

/* Run for 0.1 s of processor time, DEPTH deep, and if WAITS wait now and
   then.  */

static void
burn (int depth, int waits)
{
  clock_t end = clock () + CLOCKS_PER_SEC / 10;
  for (int i = 0; clock () < end; i++)
    {
      deep (depth);
      if (waits && i % 100 == 0)
	poll (NULL, 0, 2);
    }
}

/* It needs little of the stack itself.  */

static void
handle (int number)
{
  (void) number;
  burn (1, 1);
}

/* Tell where a fault was: one that the kernel raises as a signal's frame does
   not fit ends the program without a word.  */

#ifdef __x86_64__
# define REGISTER(context, name) \
   ((unsigned long long) (context)->uc_mcontext.gregs[REG_##name])
#else
# define REGISTER(context, name) ((void) (context), 0ull)
#endif

static void
tell_fault (int number, siginfo_t *info, void *context)
{
  ucontext_t *at = context;
  char text[200];
  int length
    = snprintf (text, sizeof text,
		"fault %d of kind %d at %p, code %llx, stack %llx of %p\n",
		number, info->si_code, info->si_addr,
		REGISTER (at, RIP), REGISTER (at, RSP), (void *) stack);
  if (write (1, text, length) == length)
    _exit (99);
  _exit (98);
}

static int
may_nest (void)
{
  struct sigaction action;
  sigaction (SIGURG, NULL, &action);
  return (action.sa_flags & SA_NODEFER) != 0;
}

int
main (int argc, char **argv)
{
  int values[40];
  size_t used = 0, frame = getauxval (51);
  if (argc != 3)
    return 2;
  size = strtoul (argv[2], NULL, 10);
  unsigned char *memory = mmap (NULL, BELOW + size, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  stack = memory + BELOW;
  memset (memory, PATTERN, BELOW + size);
  stack_t alternate = { .ss_sp = stack, .ss_size = size };
  struct sigaction action = { .sa_handler = handle, .sa_flags = SA_ONSTACK };
  if (!strcmp (argv[1], "nested"))
    {
      int before = may_nest ();
      sigaltstack (&alternate, NULL);
      printf ("%d %d\n", before, may_nest ());
      return 0;
    }
  struct sigaction faulty = { .sa_sigaction = tell_fault,
			      .sa_flags = SA_SIGINFO };
  sigaction (SIGSEGV, &faulty, NULL);
  if (sigaltstack (&alternate, NULL) || sigaction (SIGUSR1, &action, NULL))
    return 3;
  /* The first sample shows that the stack is there.  It comes with the tick,
     which a program that waits may not meet on a busy machine.  */
  burn (3, 0);
  if (!strcmp (argv[1], "handler"))
    raise (SIGUSR1);
  else
    {
      burn (300, 1);
      for (int i = 0; i < 200; i++)
	{
	  for (int j = 0; j < 40; j++)
	    values[j] = rand ();
	  qsort (values, 40, sizeof *values, compare);
	}
    }
  for (size_t i = 0; i < BELOW; i++)
    if (memory[i] != PATTERN)
      {
	printf ("overflow %zu\n", BELOW - i);
	return 1;
      }
  while (used < size && stack[used] == PATTERN)
    used++;
  used = size - used;
  printf ("%s, below the frame %zu, below two %zu\n",
	  used == size ? "full" : "room", below (used, frame),
	  below (used, 2 * frame));
  return 0;
}
