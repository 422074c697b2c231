/* Area:    advice, small reads and writes
   Purpose: a file is read byte by byte.  */
#include <fcntl.h>
#include <unistd.h>

int
main (void)
{
  int fd = open ("/dev/zero", O_RDONLY);
  int sum = 0;
  for (int i = 0; i < 100000; i++)
    {
      char c;
      if (read (fd, &c, 1) == 1) /* HERE */
	sum += c == 0;
    }
  return sum != 100000;
}
