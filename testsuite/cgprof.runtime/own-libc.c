/* A program whose memset and others are its own, as the runtime's are then, too.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/auxv.h>

/* In libc, too, under this name.  */
int __sigaction (int, const struct sigaction *, struct sigaction *);

void *
memset (void *to, int byte, size_t size)
{
  for (volatile unsigned char *at = to; size; size--)
    *at++ = (unsigned char) byte;
  return to;
}

void *
memcpy (void *restrict to, const void *restrict from, size_t size)
{
  const volatile unsigned char *next = from;
  for (volatile unsigned char *at = to; size; size--)
    *at++ = *next++;
  return to;
}

int
sigfillset (sigset_t *set)
{
  memset (set, 0xff, sizeof *set);
  return 0;
}

int
sigaction (int signal, const struct sigaction *new, struct sigaction *old)
{
  return __sigaction (signal, new, old);
}

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

static void *
work (void *argument)
{
  for (int i = 0; i < 1000; i++)
    leaf (i);
  return argument;
}

int
main (void)
{
  pthread_t threads[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (threads[i], NULL);
  puts ("own");
  return leaf (0) != 1;
}
