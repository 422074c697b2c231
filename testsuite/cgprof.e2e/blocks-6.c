/* What looks like calls and is none, or like none and is one: vzeroupper, over
   which r11 keeps its value, and an indirect call that the compiler finds to be
   a direct one late (-finstrument-functions).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <pthread.h>
#include <stdio.h>

#ifdef __AVX2__
# include <immintrin.h>

/* Enough values that one is in r11.  */

__attribute__ ((noinline)) static long
keep (float *a, float *b, long n, long p, long q, long r)
{
  long s = p * q, t = q * r, u = r * p, v = p + q * 3, w = r - q * 5, z = p ^ r;
  for (long i = 0; i < n; i++)
    a[i] = a[i] * b[i] + 1;
  for (long i = 0; i < n; i++)
    b[i] = b[i] + a[n - 1 - i];
  return s + 3 * t + 5 * u + 7 * v + 11 * w + 13 * z + p + q + r;
}

__attribute__ ((noinline)) static long
name_register (long value)
{
  register long kept __asm__ ("r11") = value;
  __asm__ volatile ("" : "+r" (kept));
  _mm256_zeroupper ();
  __asm__ volatile ("" : "+r" (kept));
  return kept;
}

static void
use_vectors (void)
{
  static float a[100], b[100];

  if (__builtin_cpu_supports ("avx2"))
    printf ("%ld %ld\n", keep (a, b, 96, 3, 4, 5), name_register (42));
}
#else
static void
use_vectors (void)
{
}
#endif

static int cleaned;

static void
clean (void *number)
{
  cleaned += *(int *) number;
}

__attribute__ ((noinline)) static void *
work (void *number)
{
  int added = *(int *) number;

  pthread_cleanup_push (clean, &added);
  added += 3;
  if (added > 5)
    pthread_exit (NULL);
  pthread_cleanup_pop (1);
  return NULL;
}

int
main (void)
{
  for (int i = 0; i < 5; i++)
    {
      pthread_t thread;
      if (pthread_create (&thread, NULL, work, &i) == 0)
	pthread_join (thread, NULL);
    }
  use_vectors ();
  printf ("%d\n", cleaned);
  return 0;
}
