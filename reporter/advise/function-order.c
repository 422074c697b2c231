/* Advice: functions that run in turn and lie far from each other.

   A processor finds few hundred pages of code at once.  Of what a profile
   has, only counts tell which functions run in turn: where a function calls
   another several times each time it is called itself, what is below that
   other one runs again each time.  That is one loop; the pages of what it
   runs are counted as the program is and as function-order.c has it.  A call
   that is made less often than its caller is called counts with that
   probability.

   Several functions that one function calls equally often may be in one loop
   or each in one of its own; they are taken for the latter.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"
#include "analyse/function-order.h"

#include <inttypes.h>
#include <stdlib.h>

/* Functions start at such addresses.  */
#define ALIGNMENT 16

/* As much of the cost measured, with functions that do nothing, is not
   hidden by what functions do: in 23 of 32 programs with 512 to 4096 functions
   that do more, between a third of this and three times as much.  */
#define VISIBLE 0.5

/* What runs less often each time is not looked at.  */
#define LEAST_WEIGHT 0.01

/* So many calls of a function by another are looked at.  */
#define MOST_WORK 50000000

struct walk
{
  struct advice *advice;
  const struct model *model;
  const struct results *results;
  uint32_t *first[2];		/* By function: its first page, now and as
				   it would be, */
  uint32_t *last[2];		/* and its last one.  */
  bool *placed;			/* By function: it has these.  */
  double *absent;		/* By page: the probability that a loop does
				   without it.  */
  double *weight;		/* By function: that the loop runs it.  */
  uint32_t *reached;		/* Functions with a weight, */
  size_t reached_count;
  uint32_t *stack;		/* and those to go on from.  */
  bool *stacked;
  size_t work;
};

/* What a call of a function costs more if the functions called in turn are on
   PAGES pages.  */

static double
spread_cost (const struct costs *costs, double pages)
{
  double least = COST_SPREAD_LEAST;
  const double *ns = &costs->ns[COST_SPREAD];
  if (pages <= least / 2)
    return 0;
  if (pages <= least)
    return VISIBLE * ns[0] * (pages - least / 2) / (least / 2);
  for (int i = 1; i < COST_SPREADS; i++, least *= 2)
    if (pages <= 2 * least)
      return VISIBLE * (ns[i - 1] + (ns[i] - ns[i - 1])
			* (pages - least) / least);
  return VISIBLE * ns[COST_SPREADS - 1];
}

static int
spread_compare (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a;
  uint64_t y = *(const uint64_t *) b;
  return x < y ? -1 : x > y;
}

/* Number the pages of ORDER's functions: now, those that have any, and as
   they would be.  Returns the greater number of pages.  */

static size_t
number_pages (struct walk *walk, const struct function_order *order)
{
  const struct model *model = walk->model;
  size_t room = 1;
  for (size_t i = 0; i < order->count; i++)
    room += model->functions[order->functions[i]].size / COST_SPREAD_PAGE + 2;
  uint64_t *pages = mem_alloc (room, sizeof *pages);
  size_t count = 0;
  uint64_t end = 0;
  for (size_t i = 0; i < order->count; i++)
    {
      uint32_t index = order->functions[i];
      const struct model_function *function = &model->functions[index];
      uint64_t size = function->size ? function->size : 1;
      walk->placed[index] = true;
      walk->first[1][index] = end / COST_SPREAD_PAGE;
      walk->last[1][index] = (end + size - 1) / COST_SPREAD_PAGE;
      end += (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
      uint64_t last = (function->address + size - 1) / COST_SPREAD_PAGE;
      for (uint64_t page = function->address / COST_SPREAD_PAGE;
	   page <= last; page++)
	pages[count++] = page;
    }
  qsort (pages, count, sizeof *pages, spread_compare);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (i == 0 || pages[i] != pages[i - 1])
      pages[kept++] = pages[i];
  for (size_t i = 0; i < order->count; i++)
    {
      uint32_t index = order->functions[i];
      const struct model_function *function = &model->functions[index];
      uint64_t size = function->size ? function->size : 1;
      uint64_t page = function->address / COST_SPREAD_PAGE;
      const uint64_t *found = bsearch (&page, pages, kept, sizeof *pages,
				       spread_compare);
      walk->first[0][index] = found - pages;
      walk->last[0][index] = found - pages
	+ ((function->address + size - 1) / COST_SPREAD_PAGE - page);
    }
  free (pages);
  return kept > end / COST_SPREAD_PAGE + 1 ? kept : end / COST_SPREAD_PAGE + 1;
}

/* How often FUNCTION is called.  */

static double
function_calls (const struct results *results, uint32_t function)
{
  uint64_t calls = results->functions[function].calls;
  return calls ? calls : 1;
}

/* Find what runs each time FUNCTION is called, with its weights.  */

static void
find_reached (struct walk *walk, uint32_t function)
{
  const struct results *results = walk->results;
  size_t depth = 0;
  walk->reached_count = 0;
  walk->weight[function] = 1;
  walk->reached[walk->reached_count++] = function;
  walk->stack[depth++] = function;
  walk->stacked[function] = true;
  while (depth > 0)
    {
      uint32_t caller = walk->stack[--depth];
      walk->stacked[caller] = false;
      double calls = function_calls (results, caller);
      for (uint32_t i = results->out_first[caller];
	   i < results->out_first[caller + 1]; i++)
	{
	  const struct result_arc *arc = &results->arcs[results->out[i]];
	  double share = arc->count / calls;
	  double weight = walk->weight[caller] * (share < 1 ? share : 1);
	  double *known = &walk->weight[arc->callee];
	  walk->work++;
	  /* Each may be found again by a better way; by one that is hardly
	     better it is not followed.  */
	  if (weight < LEAST_WEIGHT || weight <= *known * 1.1)
	    continue;
	  if (*known == 0)
	    walk->reached[walk->reached_count++] = arc->callee;
	  *known = weight;
	  if (!walk->stacked[arc->callee])
	    {
	      walk->stacked[arc->callee] = true;
	      walk->stack[depth++] = arc->callee;
	    }
	}
    }
}

/* On how many pages what was reached lies.  */

static double
count_pages (struct walk *walk, int layout)
{
  double pages = 0;
  for (int pass = 0; pass < 3; pass++)
    for (size_t i = 0; i < walk->reached_count; i++)
      {
	uint32_t function = walk->reached[i];
	if (!walk->placed[function])
	  continue;
	for (uint32_t page = walk->first[layout][function];
	     page <= walk->last[layout][function]; page++)
	  if (pass == 0)
	    walk->absent[page] = 1;
	  else if (pass == 1)
	    walk->absent[page] *= 1 - walk->weight[function];
	  else
	    {
	      pages += 1 - walk->absent[page];
	      walk->absent[page] = 1;
	    }
      }
  return pages;
}

/* The loop that costs most.  */
struct loop
{
  const struct result_arc *arc;
  double gain;
  double now, then;		/* Pages.  */
  size_t functions;
};

/* Look at ARC, whose callee is called AGAIN times after the first.  Returns
   what the order saves.  */

static double
look_at_loop (struct walk *walk, const struct result_arc *arc, double again,
	      struct loop *most)
{
  const struct costs *costs = walk->advice->costs;
  find_reached (walk, arc->callee);
  double gain = 0;
  /* So many pages are always found at once.  */
  if (walk->reached_count > COST_SPREAD_LEAST / 2)
    {
      double now = count_pages (walk, 0);
      double then = count_pages (walk, 1);
      gain = again * (now * spread_cost (costs, now)
		      - then * spread_cost (costs, then));
      if (gain > most->gain)
	*most = (struct loop) {
	  arc, gain, now, then, walk->reached_count
	};
    }
  for (size_t i = 0; i < walk->reached_count; i++)
    walk->weight[walk->reached[i]] = 0;
  return gain > 0 ? gain : 0;
}

static void
add_item (struct advice *advice, const struct loop *most, double gain)
{
  const struct model *model = advice->model;
  const struct model_site *place = NULL;
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      if (site->caller == most->arc->caller
	  && site->callee == most->arc->callee
	  && (!place || site->count > place->count))
	place = site;
    }
  struct advice_where where = { 0 };
  if (place)
    where = advice_site_place (model, place);
  struct advice_item item = {
    .kind = ADVICE_CHANGE, .certainty = ADVICE_POSSIBLE,
    .diagnostic = "function-order", .gain_ns = gain,
    .function = most->arc->caller, .file = where.file, .line = where.line,
    .column = where.column,
    .subject
      = arena_format (&advice->arena, "what each call of %s runs is spread "
		      "over the program", advice_short_name (&advice->arena,
		      model->functions[most->arc->callee].name)),
    .facts
      = arena_format (&advice->arena, "%" PRIu64 " calls, each of which runs "
		      "functions on %.0f pages of code; in the order that "
		      "cgprof exports they are on %.0f", most->arc->count,
		      most->now, most->then),
    .change = "compile with -ffunction-sections, and give the linker the "
      "order that `cgprof export --to=lld-order' (gold-order, ld-order) "
      "writes"
  };
  advice_add (advice, &item);
}

void
advice_function_order (struct advice *advice)
{
  const struct model *model = advice->model;
  const struct results *results = advice->results;
  size_t count = model->function_count;
  struct function_order order;
  function_order_make (&order, results);
  /* Nor is there anything to win if all that was called is so little.  */
  if (order.called <= COST_SPREAD_LEAST / 2)
    {
      function_order_free (&order);
      return;
    }
  struct walk walk = { .advice = advice, .model = model, .results = results };
  for (int i = 0; i < 2; i++)
    {
      walk.first[i] = mem_alloc (count, sizeof *walk.first[i]);
      walk.last[i] = mem_alloc (count, sizeof *walk.last[i]);
    }
  walk.placed = mem_alloc (count, sizeof *walk.placed);
  size_t pages = number_pages (&walk, &order);
  walk.absent = mem_alloc (pages, sizeof *walk.absent);
  walk.weight = mem_alloc (count, sizeof *walk.weight);
  walk.reached = mem_alloc (count, sizeof *walk.reached);
  walk.stack = mem_alloc (count, sizeof *walk.stack);
  walk.stacked = mem_alloc (count, sizeof *walk.stacked);

  /* The most that a call in one of the loops can cost.  */
  double dearest = pages * spread_cost (advice->costs, pages);
  struct loop most = { 0 };
  double gain = 0;
  for (size_t i = 0; i < results->arc_count && walk.work < MOST_WORK; i++)
    {
      const struct result_arc *arc = &results->arcs[i];
      double again = arc->count - function_calls (results, arc->caller);
      if (again * dearest >= advice->least_ns * ADVICE_TRIFLE_SHARE)
	gain += look_at_loop (&walk, arc, again, &most);
    }
  if (most.arc)
    add_item (advice, &most, gain);

  for (int i = 0; i < 2; i++)
    {
      free (walk.first[i]);
      free (walk.last[i]);
    }
  free (walk.placed);
  free (walk.absent);
  free (walk.weight);
  free (walk.reached);
  free (walk.stack);
  free (walk.stacked);
  function_order_free (&order);
}
