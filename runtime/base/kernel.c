/* Which version of the kernel runs.

   SPDX-License-Identifier: MIT  */

#include "base/kernel.h"

#include <sys/utsname.h>

#include "base/sys.h"

/* Read the number at *TEXT, and pass it and one byte more.  */

static unsigned
read_number (const char **text)
{
  unsigned number = 0;
  while (**text >= '0' && **text <= '9' && number < 1000)
    number = 10 * number + (unsigned) (*(*text)++ - '0');
  if (**text)
    (*text)++;
  return number;
}

int
cgrt_kernel_is_from (unsigned first, unsigned second)
{
  struct utsname name;
  const char *release = name.release;
  unsigned number;

  if (sys (SYS_uname, (long) &name, 0, 0, 0, 0, 0) != 0)
    return 0;
  number = read_number (&release);
  return number > first
	 || (number == first && read_number (&release) >= second);
}
