/* Area:    plugin, indirect calls
   Purpose: functions that libc calls back: sort, search, at exit, signals,
	    pthread_once, a directory walk.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-pthread" } */
/* { dg-link-options "-pthread" } */
/* { dg-count-spontaneous "compare" @compare } */
/* { dg-count-spontaneous "probe" @probe } */
/* { dg-count-spontaneous "first" 1 } */
/* { dg-count-spontaneous "last" 1 } */
/* { dg-count-spontaneous "with_status" 1 } */
/* { dg-count-spontaneous "once" 1 } */
/* { dg-count-spontaneous "handler" 7 } */
/* { dg-count-spontaneous "visit" @visit } */
/* { dg-count "compare -> leaf" @compare } */
/* { dg-count "probe -> leaf" @probe } */
/* { dg-count "handler -> leaf" 7 } */
/* { dg-count "last -> leaf" 3 } */
/* { dg-count "with_status -> leaf" 5 } */
/* { dg-count "main -> qsort" 1 } */
/* { dg-count "main -> bsearch" 100 } */

#define _GNU_SOURCE 1
#include <ftw.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

static int compares, probes, visits;

__attribute__ ((noipa)) int
leaf (int x)
{
  return x;
}

static int
compare (const void *a, const void *b)
{
  compares++;
  return leaf (*(const int *) a - *(const int *) b);
}

static int
probe (const void *a, const void *b)
{
  probes++;
  return leaf (*(const int *) a - *(const int *) b);
}

static void
first (void)
{
}

static void
last (void)
{
  leaf (1);
  leaf (2);
  leaf (3);
}

static void
with_status (int status, void *argument)
{
  (void) argument;
  for (int i = 0; i < 5; i++)
    leaf (status);
}

static void
once (void)
{
}

static void
handler (int signal)
{
  leaf (signal);
}

static int
visit (const char *path, const struct stat *status, int flag,
       struct FTW *walk)
{
  (void) path, (void) status, (void) flag, (void) walk;
  visits++;
  return 0;
}

int
main (void)
{
  static pthread_once_t control = PTHREAD_ONCE_INIT;
  struct sigaction action = { .sa_handler = handler };
  /* Not the inline function of the header.  */
  __typeof (bsearch) *volatile search = bsearch;
  int numbers[500], found = 0;

  for (int i = 0; i < 500; i++)
    numbers[i] = i * 7919 % 500;
  qsort (numbers, 500, sizeof *numbers, compare);
  for (int i = 0; i < 100; i++)
    found += search (&i, numbers, 500, sizeof *numbers, probe) != NULL;
  atexit (last);
  atexit (first);
  on_exit (with_status, NULL);
  sigaction (SIGUSR1, &action, NULL);
  for (int i = 0; i < 7; i++)
    raise (SIGUSR1);
  for (int i = 0; i < 3; i++)
    pthread_once (&control, once);
  nftw (".", visit, 4, FTW_PHYS);
  printf ("compare %d\nprobe %d\nvisit %d\n", compares, probes, visits);
  return found != 100;
}
