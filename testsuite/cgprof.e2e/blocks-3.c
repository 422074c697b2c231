/* Code in which counting finds no register free.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <string.h>

struct table
{
  long number;
  int (*operations[2]) ();	/* Of any arguments: a call tells their kinds in
				   one more register.  */
};

struct record
{
  char text[400];
  int numbers[60];
};

static long chosen;
static struct record shared;

__attribute__ ((noinline)) static int
add (long a, long b, long c, long d, long e, long f)
{
  return a + b + c + d + e + f;
}

__attribute__ ((noinline)) static int
subtract (long a, long b, long c, long d, long e, long f)
{
  return a - b - c - d - e - f;
}

/* Where the function that is called is found takes the last registers.  */

__attribute__ ((noinline)) int
call_one (long a, long b, long c, long d, long e, struct table *table)
{
  return table->operations[chosen] (a, b, c, d, e, 7L) + 1;
}

__attribute__ ((noinline)) int
call_one_of_stack (long a, long b, long c, long d, long e, long f)
{
  int (*volatile operations[2]) () = { (int (*) ()) add, (int (*) ()) subtract };
  return operations[chosen] (a, b, c, d, e, f) + 1;
}

__attribute__ ((noinline)) int
jump_to_one (long a, long b, long c, long d, long e, struct table *table)
{
  return table->operations[chosen] (a, b, c, d, e, 7L);
}

/* This leaves most registers alone, and so its caller keeps values there.  An
   instruction that repeats itself stands between a comparison and its use.  */

__attribute__ ((noinline)) static int
repeat (int n, const struct record *from)
{
  struct record record;
  int larger = n > 3;
  memset (&record, n > 3, sizeof record);
  __asm__ volatile ("" : : "r" (&record) : "memory");
  return larger ? record.text[n] + 5 : from->numbers[n];
}

__attribute__ ((noinline)) static int
compare (int n)
{
  if (n < 5)
    return shared.numbers[n];
  if (n == 5)
    return 17;
  return shared.numbers[n] ? 3 : n > 7 ? 4 : 9;
}

/* An assembler statement that is one such instruction, too.  */

__attribute__ ((noinline)) static int
repeat_by_hand (char *to, const char *from, unsigned long n)
{
  int longer = n > 3;
  __asm__ volatile ("rep movsb"
		    : "+D" (to), "+S" (from), "+c" (n) : : "memory");
  return longer ? to[-1] : 3;
}

struct node
{
  const struct node *left, *right;
  int value;
};

/* What this calls again changes no more registers than it does.  */

__attribute__ ((noinline)) static int
walk (const struct node *node)
{
  if (!node)
    return 0;
  return walk (node->left) * 3 + walk (node->right) + node->value;
}

__attribute__ ((noinline)) static long
hold (long a, long b, long c, long d, long e, long f)
{
  long p = a * 3, q = b * 5, r = c * 7, s = d * 9, t = e * 11, u = f * 13;
  long sum = repeat (a % 10, &shared) + compare (a % 10);
  return sum + (p ^ q ^ r ^ s ^ t ^ u ^ a ^ b ^ c ^ d ^ e ^ f);
}

__attribute__ ((noinline)) static long
hold_and_walk (long a, long b, long c, long d, const struct node *node)
{
  long p = a * 3, q = b * 5, r = c * 7, s = d * 9;
  long sum = walk (node);
  return sum + (p ^ q ^ r ^ s ^ a ^ b ^ c ^ d);
}

int
main (void)
{
  const struct node leaves[] = { { NULL, NULL, 3 }, { NULL, NULL, 5 } };
  const struct node root = { &leaves[0], &leaves[1], 7 };
  struct table table = { 1, { (int (*) ()) add, (int (*) ()) subtract } };
  long sum = 0;
  for (int i = 0; i < 30; i++)
    {
      chosen = i % 2;
      shared.numbers[i] = i;
      char bytes[30] = "what is copied";
      sum += repeat_by_hand (bytes + i / 2, bytes, i % 15);
      sum += call_one (i, 2, 3, 4, 5, &table);
      sum += call_one_of_stack (i, 3, 4, 5, 6, 7);
      sum += jump_to_one (i, 4, 5, 6, 7, &table);
      sum += hold (i, i + 1, i + 2, i + 3, i + 4, i + 5);
      sum += hold_and_walk (i, i + 1, i + 2, i + 3, &root);
    }
  printf ("%ld\n", sum);
  return 0;
}
