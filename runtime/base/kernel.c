/* Which version of the kernel runs, and what it lets programs do.

   SPDX-License-Identifier: MIT  */

#include "base/kernel.h"

#include <sys/auxv.h>
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
  static unsigned release, version;
  struct utsname name;
  const char *text = name.release;

  /* Asked once: each fork wants to know.  */
  if (!release && sys (SYS_uname, (long) &name, 0, 0, 0, 0, 0) == 0)
    {
      release = read_number (&text);
      version = read_number (&text);
    }
  return release > first || (release == first && version >= second);
}

int
cgrt_kernel_allows (unsigned long capability)
{
  static unsigned long capabilities;
  static int known;

  if (!__atomic_load_n (&known, __ATOMIC_ACQUIRE))
    {
      capabilities = getauxval (AT_HWCAP2);
      __atomic_store_n (&known, 1, __ATOMIC_RELEASE);
    }
  return (capabilities & capability) != 0;
}
