/* Measuring what containers cost.

   Trees, lists and hash tables as libstdc++ has them, of elements that lie
   anywhere in memory as those of a program do after a while; what is looked
   up is in no order.  Only what tells one kind of container from another is
   imitated: the way to an element.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/calibrate/measure.h"

#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define OPAQUE(x) MEASURE_OPAQUE (x)

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
struct containers
{
  struct node *nodes;		/* SIZE_MOST of them, */
  uint32_t *order;		/* of which the first SIZE are used, in this
				   order.  */
  uint32_t size;
  struct node *root;
  struct node **buckets;	/* Each the element before its first.  */
  uint32_t bucket_count;	/* No constant: dividing by it takes as long
				   as it does in a program.  */
  struct node head;
  uint32_t random_state;	/* Goes on from round to round, as does the
				   place in a list: what was just looked at
				   is in the cache.  */
  struct node *place;
  uint64_t sink;
  uint32_t first_count;		/* The buckets that a table begins with that
				   is filled, */
  uint64_t moved;		/* and how many elements moved then.  */
};

static uint32_t
next_random (struct containers *all)
{
  all->random_state = all->random_state * 1664525 + 1013904223;
  return all->random_state >> 4;
}

/* A number below SIZE.  */

static uint64_t
random_key (struct containers *all)
{
  return (uint64_t) next_random (all) * all->size >> 28;
}

/* Put the elements 0 to SIZE - 1 in a random order.  */

static void
shuffle (struct containers *all)
{
  for (uint32_t i = 0; i < all->size; i++)
    {
      uint32_t j = next_random (all) % (i + 1);
      all->order[i] = all->order[j];
      all->order[j] = i;
    }
}

/* A balanced tree of the keys FIRST to END - 1.  */

static struct node *
make_tree (struct containers *all, uint32_t first, uint32_t end)
{
  if (first == end)
    return NULL;
  uint32_t middle = first + (end - first) / 2;
  struct node *node = &all->nodes[all->order[middle]];
  node->key = middle;
  node->left = make_tree (all, first, middle);
  node->right = make_tree (all, middle + 1, end);
  return node;
}

static void
run_tree (void *closure, size_t times)
{
  struct containers *all = closure;
  for (; times > 0; times--)
    {
      uint64_t key = random_key (all);
      /* As std::map does: down to the end, then a last comparison.  */
      struct node *best = NULL;
      for (struct node *node = all->root; node;)
	if (node->key >= key)
	  {
	    best = node;
	    node = node->left;
	  }
	else
	  node = node->right;
      OPAQUE (best);
      all->sink += best->key;
    }
}

/* Hash the elements into BUCKET_COUNT buckets, which are empty: all in one
   list, which begins at HEAD.  */

static void
hash_node (struct containers *all, struct node *node)
{
  struct node **bucket = &all->buckets[node->key % all->bucket_count];
  if (*bucket)
    {
      node->next = (*bucket)->next;
      (*bucket)->next = node;
      return;
    }
  node->next = all->head.next;
  all->head.next = node;
  *bucket = &all->head;
  if (node->next)
    all->buckets[node->next->key % all->bucket_count] = node;
}

static void
make_hash (struct containers *all)
{
  memset (all->buckets, 0, all->bucket_count * sizeof *all->buckets);
  all->head.next = NULL;
  for (uint32_t i = 0; i < all->size; i++)
    {
      all->nodes[all->order[i]].key = i;
      hash_node (all, &all->nodes[all->order[i]]);
    }
}

static void
run_hash (void *closure, size_t times)
{
  struct containers *all = closure;
  for (; times > 0; times--)
    {
      uint64_t key = random_key (all);
      uint64_t bucket = key % all->bucket_count;
      struct node *before = all->buckets[bucket];
      struct node *node = before ? before->next : NULL;
      while (node && node->key != key)
	{
	  node = node->next;
	  if (node && node->key % all->bucket_count != bucket)
	    node = NULL;
	}
      OPAQUE (node);
      all->sink += node != NULL;
    }
}

/* All elements, in a new table.  */

static void
rehash (struct containers *all)
{
  struct node *node = all->head.next;
  memset (all->buckets, 0, all->bucket_count * sizeof *all->buckets);
  all->head.next = NULL;
  while (node)
    {
      struct node *next = node->next;
      hash_node (all, node);
      node = next;
    }
}

/* The elements are put in as they lie in memory, their keys are in no order.
   How the list then goes through memory is what the price depends on.  */

static void
run_fill (void *closure, size_t times)
{
  struct containers *all = closure;
  for (; times > 0; times--)
    {
      all->bucket_count = all->first_count;
      all->moved = 0;
      memset (all->buckets, 0, all->bucket_count * sizeof *all->buckets);
      all->head.next = NULL;
      for (uint32_t i = 0; i < all->size; i++)
	{
	  if (i == all->bucket_count)
	    {
	      all->bucket_count += all->bucket_count + 1;
	      all->moved += i;
	      rehash (all);
	    }
	  all->nodes[i].key = all->order[i];
	  hash_node (all, &all->nodes[i]);
	}
    }
}

/* What an element costs that moves: a table of SIZE that grew, against one
   that had its buckets from the beginning.  */

static double
growth_cost (struct containers *all)
{
  all->first_count = 13;
  double grown = measure_time (run_fill, all);
  uint64_t elements = all->moved;
  all->first_count = all->bucket_count;
  double more = grown - measure_time (run_fill, all);
  return more > 0 ? more / elements : 0;
}

static void
run_hop (void *closure, size_t times)
{
  struct containers *all = closure;
  struct node *node = all->nodes;
  for (; times > 0; times--)
    {
      node = node->next;
      all->sink += node->key % all->bucket_count;
    }
  OPAQUE (node);
}

static void
run_list (void *closure, size_t times)
{
  struct containers *all = closure;
  struct node *node = all->place;
  uint64_t sum = 0;
  for (; times > 0; times--)
    {
      sum += node->key;
      node = node->next;
    }
  all->place = node;
  all->sink += sum;
}

static void
run_vector (void *closure, size_t times)
{
  struct containers *all = closure;
  uint64_t sum = 0;
  while (times > 0)
    {
      uint32_t count = times < all->size ? times : all->size;
      for (uint32_t i = 0; i < count; i++)
	sum += all->order[i];
      times -= count;
      OPAQUE (sum);
    }
  all->sink += sum;
}

/* A ring of the first SIZE elements in their order.  */

static void
make_ring (struct containers *all)
{
  for (uint32_t i = 0; i < all->size; i++)
    {
      uint32_t next = all->order[i + 1 < all->size ? i + 1 : 0];
      all->nodes[all->order[i]].next = &all->nodes[next];
    }
  all->place = &all->nodes[all->order[0]];
}

static void
run_pages (void *closure, size_t times)
{
  (void) closure;
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
measure_containers (struct costs *costs)
{
  struct containers measured = {
    .nodes = mem_alloc (SIZE_MOST, sizeof *measured.nodes),
    .order = mem_alloc (SIZE_MOST, sizeof *measured.order),
    .buckets = mem_alloc (2 * SIZE_MOST, sizeof *measured.buckets),
    .random_state = 1
  };
  struct containers *all = &measured;
  costs->ns[COST_PAGE] = measure_time (run_pages, NULL);

  all->size = sizes[2];
  all->bucket_count = all->size + 3;
  for (uint32_t i = 0; i < all->size; i++)
    all->order[i] = i;
  make_ring (all);
  costs->ns[COST_VECTOR_STEP] = measure_time (run_vector, all);
  costs->ns[COST_LIST_STEP] = measure_time (run_list, all);
  costs->ns[COST_HASH_HOP] = measure_time (run_hop, all);

  for (int i = 0; i < COST_SIZES; i++)
    {
      all->size = sizes[i];
      /* Larger than SIZE by up to a factor of 2, as tables are.  */
      all->bucket_count = all->size + all->size / 2 + 1;
      shuffle (all);
      all->root = make_tree (all, 0, all->size);
      costs->ns[COST_TREE + i] = measure_time (run_tree, all);
      make_hash (all);
      costs->ns[COST_HASH + i] = measure_time (run_hash, all);
      if (i == 2 || i == COST_SIZES - 1)
	costs->ns[i == 2 ? COST_REHASH : COST_REHASH_FAR] = growth_cost (all);
      if (i >= 2)
	{
	  make_ring (all);
	  costs->ns[COST_CHASE + i - 2] = measure_time (run_list, all);
	}
    }
  free (all->nodes);
  free (all->order);
  free (all->buckets);
}
