/* Area:    advice, blocks freed at once
   Purpose: as many copies, which are freed at the end.  */
#include <stdlib.h>
#include <string.h>

int
main (void)
{
  enum { COUNT = 1000000 };
  char **copies = malloc (COUNT * sizeof *copies);
  for (unsigned i = 0; i < COUNT; i++)
    copies[i] = strdup ("words");
  for (unsigned i = 0; i < COUNT; i++)
    free (copies[i]);
  free (copies);
  return 0;
}
