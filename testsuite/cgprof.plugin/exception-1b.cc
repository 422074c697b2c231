/* The half of exception-1.cc that is compiled without the plugin.
   SPDX-License-Identifier: GPL-3.0-or-later  */

struct keeper
{
  int *count;
  ~keeper () { ++*count; }
};

static int kept;

int
through_plain (int (*f) (int), int x)
{
  keeper k = { &kept };
  return f (x) + 1;
}
