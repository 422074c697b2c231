/* disks FILE - make FILE of 1,000 pages, map it, have it written to the disk,
   and print how many microseconds the first store to a page takes then: the
   median of 5 rounds.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#define PAGES 1000
#define ROUNDS 5

static double
now (void)
{
  struct timespec time;
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
  return (double) time.tv_sec * 1e6 + (double) time.tv_nsec / 1e3;
}

static int
compare (const void *left, const void *right)
{
  double a = *(const double *) left, b = *(const double *) right;
  return (a > b) - (a < b);
}

int
main (int argc, char **argv)
{
  size_t page = (size_t) sysconf (_SC_PAGESIZE);
  double times[ROUNDS];
  volatile char *bytes;
  int fd = argc > 1 ? open (argv[1], O_RDWR | O_CREAT | O_TRUNC, 0666) : -1;

  if (fd < 0 || ftruncate (fd, (off_t) (PAGES * page)) != 0)
    return 1;
  bytes = mmap (NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (bytes == MAP_FAILED)
    return 1;
  for (int round = -1; round < ROUNDS; round++)
    {
      double from = now ();
      for (size_t i = 0; i < PAGES; i++)
	bytes[i * page]++;
      if (round >= 0)
	times[round] = (now () - from) / PAGES;
      fsync (fd);
    }
  qsort (times, ROUNDS, sizeof times[0], compare);
  printf ("%.2f\n", times[ROUNDS / 2]);
  return 0;
}
