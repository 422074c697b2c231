/* Measuring what containers cost.

   Trees, lists and hash tables as libstdc++ has them, of elements that lie
   anywhere in memory as those of a program do after a while; what is looked
   up is in no order.  Only what tells one kind of container from another is
   imitated: the way to an element.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/calibrate/costs.h"

#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define OPAQUE(x) COSTS_OPAQUE (x)

/* An element: of a tree, or of a list or chain with NEXT alone.  */
struct node
{
  struct node *next;
  struct node *left, *right;
  uint64_t key;
  uint64_t other[2];		/* As large as most are.  */
};

#define SIZE_MOST (1 << 18)
static const uint32_t sizes[COST_SIZES] = {
  8, 64, 1 << 10, 1 << 14, SIZE_MOST
};

/* What is measured now.  */
static struct node *nodes;	/* SIZE_MOST of them, */
static uint32_t *order;		/* of which the first SIZE are used, in this
				   order.  */
static uint32_t size;
static struct node *root;
static struct node **buckets;	/* Each the element before its first.  */
static uint32_t bucket_count;	/* No constant: dividing by it takes as long as
				   it does in a program.  */
static struct node head;
static uint32_t random_state = 1; /* Goes on from round to round, as does the
				     place in a list: what was just looked at
				     is in the cache.  */
static struct node *place;
static uint64_t sink;

static uint32_t
next_random (void)
{
  random_state = random_state * 1664525 + 1013904223;
  return random_state >> 4;
}

/* A number below SIZE.  */

static uint64_t
random_key (void)
{
  return (uint64_t) next_random () * size >> 28;
}

/* Put the elements 0 to SIZE - 1 in a random order.  */

static void
shuffle (void)
{
  for (uint32_t i = 0; i < size; i++)
    {
      uint32_t j = next_random () % (i + 1);
      order[i] = order[j];
      order[j] = i;
    }
}

/* A balanced tree of the keys FIRST to END - 1.  */

static struct node *
make_tree (uint32_t first, uint32_t end)
{
  if (first == end)
    return NULL;
  uint32_t middle = first + (end - first) / 2;
  struct node *node = &nodes[order[middle]];
  node->key = middle;
  node->left = make_tree (first, middle);
  node->right = make_tree (middle + 1, end);
  return node;
}

static void
run_tree (size_t times)
{
  for (; times > 0; times--)
    {
      uint64_t key = random_key ();
      /* As std::map does: down to the end, then a last comparison.  */
      struct node *best = NULL;
      for (struct node *node = root; node;)
	if (node->key >= key)
	  {
	    best = node;
	    node = node->left;
	  }
	else
	  node = node->right;
      OPAQUE (best);
      sink += best->key;
    }
}

/* Hash the elements into BUCKET_COUNT buckets, which are empty: all in one
   list, which begins at HEAD.  */

static void
hash_node (struct node *node)
{
  struct node **bucket = &buckets[node->key % bucket_count];
  if (*bucket)
    {
      node->next = (*bucket)->next;
      (*bucket)->next = node;
      return;
    }
  node->next = head.next;
  head.next = node;
  *bucket = &head;
  if (node->next)
    buckets[node->next->key % bucket_count] = node;
}

static void
make_hash (void)
{
  memset (buckets, 0, bucket_count * sizeof *buckets);
  head.next = NULL;
  for (uint32_t i = 0; i < size; i++)
    {
      nodes[order[i]].key = i;
      hash_node (&nodes[order[i]]);
    }
}

static void
run_hash (size_t times)
{
  for (; times > 0; times--)
    {
      uint64_t key = random_key ();
      uint64_t bucket = key % bucket_count;
      struct node *before = buckets[bucket];
      struct node *node = before ? before->next : NULL;
      while (node && node->key != key)
	{
	  node = node->next;
	  if (node && node->key % bucket_count != bucket)
	    node = NULL;
	}
      OPAQUE (node);
      sink += node != NULL;
    }
}

/* All elements, in a new table.  */

static void
rehash (void)
{
  struct node *node = head.next;
  memset (buckets, 0, bucket_count * sizeof *buckets);
  head.next = NULL;
  while (node)
    {
      struct node *next = node->next;
      hash_node (node);
      node = next;
    }
}

/* The buckets that a table begins with that is filled, and how many elements
   moved then.  */
static uint32_t first_count;
static uint64_t moved;

/* The elements are put in as they lie in memory, their keys are in no order.
   How the list then goes through memory is what the price depends on.  */

static void
run_fill (size_t times)
{
  for (; times > 0; times--)
    {
      bucket_count = first_count;
      moved = 0;
      memset (buckets, 0, bucket_count * sizeof *buckets);
      head.next = NULL;
      for (uint32_t i = 0; i < size; i++)
	{
	  if (i == bucket_count)
	    {
	      bucket_count += bucket_count + 1;
	      moved += i;
	      rehash ();
	    }
	  nodes[i].key = order[i];
	  hash_node (&nodes[i]);
	}
    }
}

/* What an element costs that moves: a table of SIZE that grew, against one
   that had its buckets from the beginning.  */

static double
growth_cost (void)
{
  first_count = 13;
  double grown = costs_time (run_fill);
  uint64_t elements = moved;
  first_count = bucket_count;
  double more = grown - costs_time (run_fill);
  return more > 0 ? more / elements : 0;
}

static void
run_hop (size_t times)
{
  struct node *node = nodes;
  for (; times > 0; times--)
    {
      node = node->next;
      sink += node->key % bucket_count;
    }
  OPAQUE (node);
}

static void
run_list (size_t times)
{
  struct node *node = place;
  uint64_t sum = 0;
  for (; times > 0; times--)
    {
      sum += node->key;
      node = node->next;
    }
  place = node;
  sink += sum;
}

static void
run_vector (size_t times)
{
  uint64_t sum = 0;
  while (times > 0)
    {
      uint32_t count = times < size ? times : size;
      for (uint32_t i = 0; i < count; i++)
	sum += order[i];
      times -= count;
      OPAQUE (sum);
    }
  sink += sum;
}

/* A ring of the first SIZE elements in their order.  */

static void
make_ring (void)
{
  for (uint32_t i = 0; i < size; i++)
    nodes[order[i]].next = &nodes[order[i + 1 < size ? i + 1 : 0]];
  place = &nodes[order[0]];
}

static void
run_pages (size_t times)
{
  size_t page = sysconf (_SC_PAGESIZE);
  while (times > 0)
    {
      size_t count = times < 256 ? times : 256;
      char *memory = mmap (NULL, count * page, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
      if (memory == MAP_FAILED)
	return;
      for (size_t i = 0; i < count; i++)
	memory[i * page] = 1;
      munmap (memory, count * page);
      times -= count;
    }
}

void
costs_measure_containers (struct costs *costs)
{
  nodes = mem_alloc (SIZE_MOST, sizeof *nodes);
  order = mem_alloc (SIZE_MOST, sizeof *order);
  buckets = mem_alloc (2 * SIZE_MOST, sizeof *buckets);
  costs->ns[COST_PAGE] = costs_time (run_pages);

  size = sizes[2];
  bucket_count = size + 3;
  for (uint32_t i = 0; i < size; i++)
    order[i] = i;
  make_ring ();
  costs->ns[COST_VECTOR_STEP] = costs_time (run_vector);
  costs->ns[COST_LIST_STEP] = costs_time (run_list);
  costs->ns[COST_HASH_HOP] = costs_time (run_hop);

  for (int i = 0; i < COST_SIZES; i++)
    {
      size = sizes[i];
      /* Larger than SIZE by up to a factor of 2, as tables are.  */
      bucket_count = size + size / 2 + 1;
      shuffle ();
      root = make_tree (0, size);
      costs->ns[COST_TREE + i] = costs_time (run_tree);
      make_hash ();
      costs->ns[COST_HASH + i] = costs_time (run_hash);
      if (i == 2 || i == COST_SIZES - 1)
	costs->ns[i == 2 ? COST_REHASH : COST_REHASH_FAR] = growth_cost ();
      if (i >= 2)
	{
	  make_ring ();
	  costs->ns[COST_CHASE + i - 2] = costs_time (run_list);
	}
    }
  free (nodes);
  free (order);
  free (buckets);
}
