/* A function in two versions, each with code of its own, and one whose
   versioned name belongs to an alias.  With -DOLD there is only the first
   version.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#define NOIPA __attribute__ ((noipa))
#define SYMVER(name) __attribute__ ((symver (name)))

#ifdef OLD

NOIPA int
api (int x)
{
  return x + 1;
}

#else

/* At the lower address, where the search by name meets it first.  */

NOIPA SYMVER ("api@V1") int
api_old (int x)
{
  return x + 1;
}

NOIPA SYMVER ("api@@V2") int
api_new (int x)
{
  return x + 2;
}

NOIPA int
other_body (int x)
{
  return x * 2 + api_new (x);
}

extern int other_alias (int)
  __attribute__ ((alias ("other_body"))) SYMVER ("other@@V2");

#endif
