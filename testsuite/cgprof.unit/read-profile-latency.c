/* Area:    reporter, read/profile-latency
   Purpose: a sample's time counts 1/N while N threads run: runs that overlap
   between threads and within one, waits, gaps, and samples longer than the
   clock has run.
   Sources: read/profile-latency.c

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "read/profile-parts.h"
#include "check.h"

enum { RUNNING, SYSTEM, WAITING };

static struct profile_entry entries[] = {
  [RUNNING] = { .address = 0x1000, .chosen = 1100 },
  [SYSTEM] = { .address = CGPROF_ADDRESS_KERNEL },
  [WAITING] = { .address = CGPROF_ADDRESS_WAITING, .chosen = 100 }
};

/* Weigh the COUNT TIMES, and return how many are left of them.  */

static size_t
weigh (struct profile_time *times, size_t count)
{
  struct profile profile = {
    .entries = entries, .times = times, .time_count = count
  };
  profile_weigh_times (&profile);
  return profile.time_count;
}

int
main (void)
{
  /* Alone from 0 to 5 and from 15 to 20, two from 5 to 15.  */
  struct profile_time two[] = {
    { .thread = 0, .at = 10, .weight = 10 },
    { .thread = 0, .at = 20, .weight = 10, .entry = SYSTEM },
    { .thread = 1, .at = 15, .weight = 10 }
  };
  CHECK (weigh (two, 3) == 3);
  CHECK (two[0].weight == 8);
  CHECK (two[1].weight == 8);
  CHECK (two[2].weight == 5);

  /* A thread is one, however its samples overlap: by ticks of the kernel, which
     come later.  */
  struct profile_time one[] = {
    { .thread = 3, .at = 100, .weight = 40 },
    { .thread = 3, .at = 110, .weight = 10 },
    { .thread = 3, .at = 112, .weight = 60, .entry = SYSTEM },
    { .thread = 3, .at = 300, .weight = 10 }
  };
  CHECK (weigh (one, 4) == 4);
  CHECK (one[0].weight == 40);
  CHECK (one[1].weight == 10);
  CHECK (one[2].weight == 60);
  CHECK (one[3].weight == 10);

  /* Who waits holds nothing up, nor is there another to share with.  */
  struct profile_time waits[] = {
    { .thread = 0, .at = 1000, .weight = 1000, .waited = true },
    { .thread = 1, .at = 500, .weight = 100, .entry = WAITING },
    { .thread = 2, .at = 500, .weight = 100 }
  };
  CHECK (weigh (waits, 3) == 1);
  CHECK (waits[0].thread == 2);
  CHECK (waits[0].weight == 100);
  CHECK (entries[RUNNING].chosen == 100);
  CHECK (entries[WAITING].chosen == 0);

  /* Ten at once, one of which is said to have run since before 0.  */
  struct profile_time many[10];
  for (uint32_t i = 0; i < 10; i++)
    many[i] = (struct profile_time) {
      .thread = i, .at = 1000, .weight = i == 0 ? 5000 : 1000
    };
  CHECK (weigh (many, 10) == 10);
  for (int i = 0; i < 10; i++)
    CHECK (many[i].weight == 100);

  CHECK (weigh (many, 0) == 0);
  return check_end ();
}
