/* Area:    plugin, calling conventions
   Purpose: a function whose convention passes arguments in registers of its
	    own choice and saves none (GCC 16: preserve_none) gets them all,
	    called directly and by its address.
   SPDX-License-Identifier: GPL-3.0-or-later  */
/* { dg-options "-fPIC" } */
/* { dg-count "main -> many" 20 } */
/* { dg-count "many -> leaf" 20 } */

#ifdef __has_attribute
# if defined __x86_64__ && __has_attribute (preserve_none)
#  define CONVENTION __attribute__ ((preserve_none))
# endif
#endif
#ifndef CONVENTION
# define CONVENTION
#endif

#define PARAMETERS long a, long b, long c, long d, long e, long f, long g, \
  long h, long i, long j, long k, long l

__attribute__ ((noipa)) long leaf (long x) { return x + 1; }

CONVENTION __attribute__ ((noipa)) long
many (PARAMETERS)
{
  return leaf (a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h
	       + 9 * i + 10 * j + 11 * k + 12 * l);
}

CONVENTION __attribute__ ((noipa)) long
few (PARAMETERS)
{
  return a + b + c + d + e + f + g + h + i + j + 100 * k + l;
}

int
main (void)
{
  long (*volatile call) (PARAMETERS) CONVENTION = many;
  long (*volatile short_call) (PARAMETERS) CONVENTION = few;
  for (int i = 0; i < 10; i++)
    {
      long sum = 1 + 2 * 2 + 3 * 3 + 4 * 4 + 5 * 5 + 6 * 6 + 7 * 7 + 8 * 8
		 + 9 * 9 + 10 * 10 + 11 * (11 + i) + 12 * 12 + 1;
      if (many (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 + i, 12) != sum
	  || call (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11 + i, 12) != sum
	  || (few (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, i, 5)
	      != short_call (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, i, 5))
	  || few (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, i, 5) != 100 * i + 5)
	return 1;
    }
  return 0;
}
