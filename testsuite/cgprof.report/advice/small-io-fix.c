/* Area:    advice, small reads and writes
   Purpose: the program of small-io-bad.c, as advised.  */
#include <fcntl.h>
#include <unistd.h>

int
main (void)
{
  int fd = open ("/dev/zero", O_RDONLY);
  int sum = 0;
  int left = 0;
  static char buffer[4096];
  for (int i = 0; i < 100000; i++)
    {
      if (left == 0)
	left = read (fd, buffer, sizeof buffer);
      sum += buffer[--left] == 0;
    }
  return sum != 100000;
}
