/* A program without a word to the optimiser: clones, inlined recursion,
   tail calls and comparators called by libc, for callgrind.exp.
   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <stdio.h>
#include <stdlib.h>

struct node
{
  struct node *left, *right;
  int key;
};

static unsigned state = 1;

static int
next_key (void)
{
  state = state * 1103515245u + 12345u;
  return state >> 16 & 0x7fff;
}

static struct node *
insert (struct node *root, int key)
{
  if (!root)
    {
      root = calloc (1, sizeof *root);
      if (!root)
	abort ();
      root->key = key;
    }
  else if (key < root->key)
    root->left = insert (root->left, key);
  else if (key > root->key)
    root->right = insert (root->right, key);
  return root;
}

static int
depth (const struct node *root)
{
  int left, right;
  if (!root)
    return 0;
  left = depth (root->left);
  right = depth (root->right);
  return 1 + (left > right ? left : right);
}

static void
fill (int *keys, const struct node *root, int *used)
{
  if (!root)
    return;
  fill (keys, root->left, used);
  keys[(*used)++] = root->key * 31 % 1009;
  fill (keys, root->right, used);
}

static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

static int
ackermann (int m, int n)
{
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann (m - 1, 1);
  return ackermann (m - 1, ackermann (m, n - 1));
}

int
main (void)
{
  struct node *root = NULL;
  static int keys[3000];
  int used = 0;
  for (int i = 0; i < 3000; i++)
    root = insert (root, next_key ());
  fill (keys, root, &used);
  qsort (keys, used, sizeof *keys, compare);
  printf ("%d %d %d %d\n", depth (root), used, keys[used / 2],
	  ackermann (2, 20));
  return 0;
}
