/* Amounts that functions have, with those of callees.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "shares/call-shares.h"
#include "shares/known-totals.h"
#include "analyse/propagate.h"

#include <stdlib.h>
#include <string.h>

double
call_shares_part (const struct results *results, const struct result_arc *arc)
{
  const struct result_function *callee = &results->functions[arc->callee];
  uint32_t cycle = callee->cycle;
  if (arc->count == 0 || arc->caller == arc->callee
      || (cycle != MODEL_NONE
	  && cycle == results->functions[arc->caller].cycle))
    return 0;
  return (double) arc->count
    / (double) (cycle != MODEL_NONE ? results->cycles[cycle].calls
				    : callee->calls - callee->self_calls);
}

/* What is less than this part of a function's amount is what rounding
   left.  */
#define CALL_SHARES_LEAST 1e-9

/* Give what counted callers do not have of ALL, the amount of function or
   cycle number I: that of a cycle to its members by their calls from uncounted
   code, to the first one if there were none.  */

static void
call_shares_add_outside (struct call_shares *shares,
			 const struct results *results, size_t i,
			 bool is_cycle, double all, double passed)
{
  double rest = all - passed;
  if (!(rest > all * CALL_SHARES_LEAST))
    return;
  if (!is_cycle)
    {
      shares->outside[i] = rest;
      return;
    }
  const struct result_cycle *cycle = &results->cycles[i];
  const uint32_t *members = &results->members[cycle->first];
  uint64_t calls = 0;
  for (uint32_t j = 0; j < cycle->size; j++)
    calls += results->functions[members[j]].spontaneous;
  if (calls == 0)
    shares->outside[members[0]] = rest;
  for (uint32_t j = 0; calls > 0 && j < cycle->size; j++)
    shares->outside[members[j]]
      = rest * (double) results->functions[members[j]].spontaneous
	/ (double) calls;
}

void
call_shares_make (struct call_shares *shares, const struct results *results,
		  const double *own)
{
  size_t count = results->model->function_count;
  /* Callees come first.  */
  uint32_t *order = propagate_order (results);
  double *cycles = mem_alloc (results->cycle_count + 1, sizeof *cycles);
  /* What callers got, of functions and then of cycles.  */
  double *passed = mem_alloc (count + results->cycle_count, sizeof *passed);
  shares->total = mem_alloc (count, sizeof *shares->total);
  shares->outside = mem_alloc (count, sizeof *shares->outside);
  for (size_t i = 0; i < count; i++)
    {
      uint32_t cycle = results->functions[i].cycle;
      shares->total[i] = own[i];
      if (cycle != MODEL_NONE)
	cycles[cycle] += own[i];
    }
  for (size_t i = 0; i < count; i++)
    for (uint32_t j = results->out_first[order[i]];
	 j < results->out_first[order[i] + 1]; j++)
      {
	const struct result_arc *arc = &results->arcs[results->out[j]];
	uint32_t from = results->functions[arc->caller].cycle;
	uint32_t to = results->functions[arc->callee].cycle;
	double all = to != MODEL_NONE ? cycles[to]
				      : shares->total[arc->callee];
	double part = all * call_shares_part (results, arc);
	shares->total[arc->caller] += part;
	passed[to != MODEL_NONE ? count + to : arc->callee] += part;
	if (from != MODEL_NONE)
	  cycles[from] += part;
      }
  for (size_t i = 0; i < count; i++)
    if (results->functions[i].cycle != MODEL_NONE)
      shares->total[i] = cycles[results->functions[i].cycle];
    else
      call_shares_add_outside (shares, results, i, false, shares->total[i],
			       passed[i]);
  for (size_t i = 0; i < results->cycle_count; i++)
    call_shares_add_outside (shares, results, i, true, cycles[i],
			     passed[count + i]);
  free (passed);
  free (cycles);
  free (order);
  shares->known = known_totals_find (results);
}

bool
call_shares_make_instructions (struct call_shares *shares,
			       const struct results *results)
{
  const struct model *model = results->model;
  double *own = mem_alloc (model->function_count, sizeof *own);
  bool counted = false;
  for (size_t i = 0; i < model->function_count; i++)
    {
      own[i] = (double) model->functions[i].instructions;
      counted
	|= (model->functions[i].flags & MODEL_FUNCTION_INSTRUCTIONS) != 0;
    }
  *shares = (struct call_shares) { 0 };
  if (counted)
    call_shares_make (shares, results, own);
  free (own);
  return counted;
}

void
call_shares_free (struct call_shares *shares)
{
  free (shares->total);
  free (shares->outside);
  free (shares->known);
  memset (shares, 0, sizeof *shares);
}
