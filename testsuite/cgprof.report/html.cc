/* Area:    reporter, HTML
   Purpose: a cycle, indirect calls with several targets, two threads, names
   with < and > and a byte that is no UTF-8, and text that would end a
   script: </script><!-- <script> " \ ' and a byte: ÿ.  */

#ifndef ROUNDS
# define ROUNDS 2700
#endif

#include <pthread.h>
#include <stdio.h>

extern "C"
{
  int odd (int n) __asm__ ("odd\377byte");
  volatile unsigned sink;

static int ping (int n);
static int pong (int n);

__attribute__ ((noinline)) static unsigned
burn (unsigned rounds)
{
  unsigned x = rounds;
  for (unsigned i = 0; i < rounds; i++)
    x = x * 1664525 + 1013904223;
  return x;
}

__attribute__ ((noinline)) int
odd (int n)
{
  sink += burn (200000 + n);
  return n;
}

__attribute__ ((noinline)) static int
ping (int n)
{
  sink += burn (3000);
  return n > 0 ? pong (n - 1) + 1 : 0;
}

__attribute__ ((noinline)) static int
pong (int n)
{
  sink += burn (2000);
  return n > 0 ? ping (n - 1) + 1 : 0;
}

}

template<typename T>
struct box
{
  __attribute__ ((noinline)) static T
  twice (T value)
  {
    sink += burn (1000);
    return value + value;
  }
};

/* A name that has no room in a column.  */
template<typename T, typename U>
struct pair_of_boxes
{
  __attribute__ ((noinline)) static T
  open_both (const pair_of_boxes<T, U> &, const pair_of_boxes<U, T> &)
  {
    return sink;
  }
};

extern "C"
{

/* Calls with several targets.  */
typedef int operation (int);
static operation *const volatile operations[] = {
  box<int>::twice, odd, ping
};

__attribute__ ((noinline)) static int
dispatch (unsigned i)
{
  return operations[i % 3] (i % 7);
}

static void *
work (void *rounds)
{
  for (unsigned i = 0; i < *(unsigned *) rounds; i++)
    sink += dispatch (i);
  return NULL;
}

}

int
main ()
{
  unsigned few = 900, many = ROUNDS;
  pthread_t thread;
  pthread_create (&thread, NULL, work, &few);
  work (&many);
  pthread_join (thread, NULL);
  sink += pair_of_boxes<int, long>::open_both (pair_of_boxes<int, long> (),
					       pair_of_boxes<long, int> ());
#ifdef GONE
  sink += box<short>::twice (1);
#else
  sink += box<long>::twice (1);
#endif
  return 0;
}
