/* Area:    advice, characters through locked streams
   Purpose: the same, but another thread writes to the stream too.  */
/* { dg-options "-pthread" } */
#include <pthread.h>
#include <stdio.h>

static FILE *out;

static void *
other (void *unused)
{
  (void) unused;
  fputs ("other\n", out);
  return NULL;
}
int
main (void)
{
  out = fopen ("/dev/null", "w");
  if (!out)
    return 1;
  pthread_t thread;
  pthread_create (&thread, NULL, other, NULL);
  for (int i = 0; i < 5000000; i++)
    putc ('x', out);
  pthread_join (thread, NULL);
  return fclose (out) != 0;
}
