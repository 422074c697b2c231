/* The half of threads-13.c that is compiled without the plugin.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <unistd.h>

void *
plain_worker (void *handled)
{
  /* At least one signal comes.  */
  int before = __atomic_load_n ((int *) handled, __ATOMIC_RELAXED);
  for (int i = 0; i < 100; i++)
    {
      if (__atomic_load_n ((int *) handled, __ATOMIC_RELAXED) != before)
	break;
      usleep (1000);
    }
  return NULL;
}
