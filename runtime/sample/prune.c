/* Folding contexts that have few samples, so that a thread never has too many
   contexts.

   SPDX-License-Identifier: MIT

   Entries cannot move, because their callees name their offset; those that
   are given up become CGPROF_ADDRESS_DEAD, which keeps the way to entries
   behind them, and are taken again.  A process that is killed in the middle
   leaves at worst one entry's samples twice.  */

#include "sample/prune.h"

#include "base/arch.h"
#include <cgprof/format.h>
#include "file/file.h"
#include "base/memory.h"
#include "file/table.h"
#include "sample/times.h"

#define MAX_TABLES 16
#define NO_INDEX UINT32_MAX

/* What is known of an entry.  */
struct node
{
  uint64_t weight;		/* Of it and of all below it.  */
  uint32_t children;
  uint32_t parent;		/* NO_INDEX: none.  */
  uint64_t moved;		/* File offset of the entry that has its
				   samples now; 0: it has them.  */
};

struct prune
{
  uint64_t chain;
  struct cgprof_table *tables[MAX_TABLES];
  uint32_t first[MAX_TABLES];	/* Index of each one's first entry.  */
  unsigned count;
  uint32_t total;		/* Entries, free ones included.  */
  uint32_t live;
  struct node *nodes;
  uint32_t *order;		/* The live ones, callees first.  */
  uint64_t light;		/* What is not above this is light.  */
};

/* Return which table the entry INDEX is in.  */

static unsigned
table_of (const struct prune *prune, uint32_t index)
{
  unsigned table = prune->count - 1;
  while (prune->first[table] > index)
    table--;
  return table;
}

static struct cgprof_table_entry *
entry_at (const struct prune *prune, uint32_t index)
{
  unsigned table = table_of (prune, index);
  return &prune->tables[table]->entries[index - prune->first[table]];
}

static int
is_live (const struct cgprof_table_entry *entry)
{
  return entry->address && entry->address != CGPROF_ADDRESS_DEAD;
}

/* Return the index of the entry at file OFFSET.  */

static uint32_t
index_of (const struct prune *prune, uint64_t offset)
{
  if (!offset)
    return NO_INDEX;
  for (unsigned i = 0; i < prune->count; i++)
    {
      uint64_t begin = cgrt_file_offset (prune->tables[i]->entries);
      uint64_t index = (offset - begin) / sizeof (struct cgprof_table_entry);
      if (offset >= begin && index < prune->tables[i]->capacity)
	return prune->first[i] + (uint32_t) index;
    }
  return NO_INDEX;
}

/* Find the tables, and map room for the nodes.  Returns 0 if that is
   refused.  */

static int
find_tables (struct prune *prune)
{
  for (uint64_t at = prune->chain; at && prune->count < MAX_TABLES;)
    {
      struct cgprof_table *table = cgrt_file_at (at);
      prune->tables[prune->count] = table;
      prune->first[prune->count++] = prune->total;
      prune->total += (uint32_t) table->capacity;
      at = table->next;
    }
  prune->nodes = cgrt_memory_map (prune->total * (sizeof *prune->nodes
						  + sizeof *prune->order));
  prune->order = (uint32_t *) (prune->nodes + prune->total);
  return prune->nodes != NULL;
}

/* Weigh all nodes, each once its callees are.  */

static void
weigh (struct prune *prune)
{
  uint32_t done = 0;

  prune->live = 0;
  for (uint32_t i = 0; i < prune->total; i++)
    {
      const struct cgprof_table_entry *entry = entry_at (prune, i);
      if (!is_live (entry))
	continue;
      prune->nodes[i].weight += entry->weight;
      prune->nodes[i].parent = index_of (prune, entry->parent);
      if (prune->nodes[i].parent != NO_INDEX)
	prune->nodes[prune->nodes[i].parent].children++;
    }
  for (uint32_t i = 0; i < prune->total; i++)
    if (is_live (entry_at (prune, i)) && !prune->nodes[i].children)
      prune->order[prune->live++] = i;
  /* CHILDREN is counted down here and afterwards again from 0 up.  */
  for (; done < prune->live; done++)
    {
      uint32_t parent = prune->nodes[prune->order[done]].parent;
      if (parent == NO_INDEX)
	continue;
      prune->nodes[parent].weight += prune->nodes[prune->order[done]].weight;
      if (--prune->nodes[parent].children == 0)
	prune->order[prune->live++] = parent;
    }
  for (uint32_t i = 0; i < prune->live; i++)
    if (prune->nodes[prune->order[i]].parent != NO_INDEX)
      prune->nodes[prune->nodes[prune->order[i]].parent].children++;
}

/* Choose what is light so that no more than WANTED entries are not.  */

static void
choose_light (struct prune *prune, uint64_t wanted)
{
  uint32_t above[64] = { 0 };	/* Entries of 2^I to 2^(I + 1) - 1.  */
  uint64_t heavy = 0;
  unsigned bits = 63;

  for (uint32_t i = 0; i < prune->live; i++)
    {
      uint64_t weight = prune->nodes[prune->order[i]].weight | 1;
      above[63 - __builtin_clzll (weight)]++;
    }
  while (bits > 0 && heavy + above[bits] <= wanted)
    heavy += above[bits--];
  prune->light = (2ull << bits) - 1;
}

static int
is_light (const struct prune *prune, uint32_t index)
{
  uint32_t parent;

  if (index == NO_INDEX)
    return 0;
  parent = prune->nodes[index].parent;
  /* What was folded below a heavy one is where it is to be.  */
  if (entry_at (prune, index)->address == CGPROF_ADDRESS_FOLDED
      && (parent == NO_INDEX || prune->nodes[parent].weight > prune->light))
    return 0;
  return prune->nodes[index].weight <= prune->light;
}

/* Move the samples of INDEX, whose caller is light, below the first of its
   callers that is not.  Returns 0 if there is no room.  */

static int
move (struct prune *prune, uint32_t index)
{
  struct cgprof_table_entry *entry = entry_at (prune, index);
  uint32_t heavy = prune->nodes[index].parent;
  uint64_t to;

  if (!entry->weight && !entry->count)
    return 1;
  while (is_light (prune, heavy))
    heavy = prune->nodes[heavy].parent;
  to = heavy == NO_INDEX ? 0 : cgrt_file_offset (entry_at (prune, heavy));
  if (heavy == NO_INDEX
      || entry_at (prune, heavy)->address != CGPROF_ADDRESS_FOLDED)
    to = cgrt_table_take (&prune->chain, CGPROF_ADDRESS_FOLDED, to);
  if (to)
    to = cgrt_table_take (&prune->chain, entry->address, to);
  if (!to)
    return 0;
  cgrt_table_count (to, entry->count, entry->weight);
  entry->count = entry->weight = 0;
  prune->nodes[index].moved = to;
  return 1;
}

/* Dead entries before a free one keep no way.  */

static void
free_dead (struct cgprof_table *table)
{
  uint64_t mask = table->capacity - 1;

  for (uint64_t i = 2 * table->capacity; i-- > 0;)
    if (table->entries[i & mask].address == CGPROF_ADDRESS_DEAD
	&& !table->entries[(i + 1) & mask].address)
      {
	table->entries[i & mask].address = 0;
	table->used--;
	table->dead--;
      }
}

/* Fold what is light.  Returns how many entries were given up.  */

static uint64_t
fold (struct prune *prune)
{
  uint64_t given_up = 0;

  for (uint32_t i = 0; i < prune->live; i++)
    {
      uint32_t index = prune->order[i];
      uint32_t parent = prune->nodes[index].parent;
      struct cgprof_table_entry *entry = entry_at (prune, index);
      if (!is_light (prune, index) || prune->nodes[index].children)
	continue;
      if (is_light (prune, parent) && !move (prune, index))
	continue;
      if (entry->weight || entry->count)
	continue;
      if (parent != NO_INDEX)
	prune->nodes[parent].children--;
      __atomic_store_n (&entry->address, CGPROF_ADDRESS_DEAD,
			__ATOMIC_RELEASE);
      prune->tables[table_of (prune, index)]->dead++;
      given_up++;
    }
  for (unsigned i = 0; i < prune->count; i++)
    free_dead (prune->tables[i]);
  return given_up;
}

/* Return where the samples are that were in the entry at file offset
   CONTEXT.  */

static uint64_t
find_moved (uint64_t context, void *data)
{
  const struct prune *prune = data;
  uint32_t index = index_of (prune, context);
  uint64_t moved = index == NO_INDEX ? 0 : prune->nodes[index].moved;

  return moved ? moved : context;
}

static uint64_t
count_live (const struct prune *prune)
{
  uint64_t live = 0;
  for (uint32_t i = 0; i < prune->total; i++)
    live += (uint64_t) is_live (entry_at (prune, i));
  return live;
}

uint64_t
cgrt_prune (struct cgprof_thread *record, uint64_t limit)
{
  struct prune prune = { .chain = record->samples };
  uint64_t live = limit;

  if (!prune.chain)
    return 0;
  for (uint64_t wanted = limit / 4; wanted > 0 && live > limit / 2;
       wanted /= 4)
    {
      uint64_t size;
      prune.count = 0;
      prune.total = 0;
      if (!find_tables (&prune))
	return live;
      size = prune.total * (sizeof *prune.nodes + sizeof *prune.order);
      weigh (&prune);
      choose_light (&prune, wanted);
      record->folded += fold (&prune);
      cgrt_times_move (record, find_moved, &prune);
      live = count_live (&prune);
      cgrt_memory_unmap (prune.nodes, size);
    }
  return live;
}
