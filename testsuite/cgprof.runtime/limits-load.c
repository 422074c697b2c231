/* A function of libseccomp's name, without its library: see limits.c.  */

#include <linux/seccomp.h>
#include <sys/prctl.h>

int seccomp_load (void *);

int
seccomp_load (void *filter)
{
  return prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter);
}
