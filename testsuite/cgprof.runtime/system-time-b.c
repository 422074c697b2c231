/* Area:    runtime, reporter: where system time is found
   Purpose: system calls of code without the plugin, to which nothing adds.  */

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void real_clock (void);
void real_futex (void);

void
real_clock (void)
{
  struct timespec time;
  syscall (SYS_clock_gettime, CLOCK_MONOTONIC, &time);
}

void
real_futex (void)
{
  static int word;
  syscall (SYS_futex, &word, FUTEX_WAKE, 1, 0, 0, 0);
}
