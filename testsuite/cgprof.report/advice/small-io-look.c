/* Area:    advice, small reads and writes
   Purpose: as many bytes come through a pipe, one by one.  */
#include <fcntl.h>
#include <unistd.h>

int
main (void)
{
  int fds[2];
  int sum = 0;
  if (pipe (fds) != 0)
    return 1;
  for (int i = 0; i < 100000; i++)
    {
      char c = 0;
      if (write (fds[1], &c, 1) == 1 && read (fds[0], &c, 1) == 1)
	sum += c == 0;
    }
  return sum != 100000;
}
