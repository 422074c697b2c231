/* Whether a profile keeps to a budget.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "check/budget.h"
#include "analyse/precision.h"
#include "analyse/site-order.h"
#include "base/sort.h"
#include "check/budget-names.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define BUDGET_SPONTANEOUS "<spontaneous>"

/* A rule being applied.  */
struct budget_work
{
  struct budget_results *found;
  const struct budget *budget;
  const struct budget *baseline;
  const struct dict *facts;	/* Rule of BASELINE by subject.  */
  const struct model *model;
  const struct results *results;
  const struct budget_rule *rule;
  struct precision precision;
  uint8_t *callees;		/* By function: it is the rule's callee, */
  uint8_t *callers;		/* or its caller.  */
  size_t callee_count;		/* How many are.  */
  size_t caller_count;
  uint64_t *bytes;		/* By function: those of the calls of it.  */
};

/* ---- Comparisons.  */

static bool
budget_holds (enum budget_operator operator, int order)
{
  switch (operator)
    {
    case BUDGET_AT_MOST:
      return order <= 0;
    case BUDGET_BELOW:
      return order < 0;
    case BUDGET_AT_LEAST:
      return order >= 0;
    case BUDGET_ABOVE:
      return order > 0;
    default:
      return order == 0;
    }
}

static struct budget_result *
budget_add (struct budget_work *work, enum budget_reason reason)
{
  struct budget_results *found = work->found;
  found->found = mem_grow (found->found, &found->room,
			       found->count + 1, sizeof *found->found);
  struct budget_result *result = &found->found[found->count++];
  *result = (struct budget_result) {
    .rule = work->rule - work->budget->rules, .reason = reason
  };
  return result;
}

/* The baseline's fact about SUBJECT, or NULL.  */

static const struct budget_rule *
budget_find_fact (const struct budget_work *work, const char *subject)
{
  uint32_t fact = dict_find (work->facts, subject);
  return fact == MAP_NONE ? NULL : &work->baseline->rules[fact];
}

/* Compare COUNT, what SUBJECT has.  */

static struct budget_result *
budget_compare_count (struct budget_work *work, const char *subject,
		      uint64_t count)
{
  const struct budget_rule *rule = work->rule;
  struct budget_result *result = budget_add (work, BUDGET_COMPARED);
  const struct budget_rule *fact
    = rule->baseline ? budget_find_fact (work, subject) : NULL;
  result->subject = subject;
  result->count = count;
  result->has_baseline = fact != NULL;
  result->baseline = fact ? fact->factor : 0;

  /* The product of two numbers below 2^63.  */
  unsigned __int128 limit = rule->factor;
  if (rule->baseline)
    limit *= result->baseline;
  limit += (unsigned __int128) rule->added * rule->scale;
  unsigned __int128 value = (unsigned __int128) count * rule->scale;
  bool up = rule->operator == BUDGET_AT_LEAST
    || rule->operator == BUDGET_BELOW;
  unsigned __int128 shown = (limit + (up ? rule->scale - 1 : 0))
    / rule->scale;
  result->limit = shown > MODEL_COUNT_MAX ? MODEL_COUNT_MAX
					  : (uint64_t) shown;
  if (!budget_holds (rule->operator, value < limit ? -1 : value > limit))
    result->state = BUDGET_BROKEN;
  return result;
}

/* Compare FUNCTION's share of the time.  What sampling may be wrong by is
   forgiven.  */

static void
budget_compare_share (struct budget_work *work, uint32_t function)
{
  const struct budget_rule *rule = work->rule;
  const struct model *model = work->model;
  const struct results *results = work->results;
  const struct model_function *each = &model->functions[function];
  const struct result_function *each_result = &results->functions[function];
  double time = each_result->self
    + (rule->kind == BUDGET_TOTAL ? each_result->child : 0);
  const char *subject
    = budget_subject (&work->found->arena, rule->kind, each->name, NULL, 0,
		      NULL, 0);
  const struct budget_rule *fact
    = rule->baseline ? budget_find_fact (work, subject) : NULL;
  struct budget_result *result = budget_add (work, BUDGET_COMPARED);
  result->subject = subject;
  result->share = 100 * time / results->total;
  result->share_error
    = 100 * precision_error (&work->precision, time / results->second)
      / work->precision.total;
  result->has_baseline = fact != NULL;
  result->share_baseline
    = fact ? (double) fact->factor / (double) fact->scale : 0;
  result->share_limit = (double) rule->factor / (double) rule->scale
    * (rule->baseline ? result->share_baseline : 1) + rule->added;
  double over = result->share - result->share_limit;
  int order = over > result->share_error ? 1
    : over < -result->share_error ? -1 : 0;
  bool holds = order == 0 || budget_holds (rule->operator, order);
  result->state = holds ? BUDGET_MET : BUDGET_WARNED;
}

/* ---- Rules.  */

/* Say that no function is called NAME; if nothing is compared that is a
   warning.  */

static void
budget_no_function (struct budget_work *work, const char *name)
{
  const struct budget_rule *rule = work->rule;
  struct budget_result *result;
  if (budget_is_number (rule->kind))
    result = budget_compare_count
      (work, budget_subject (&work->found->arena, rule->kind,
			     rule->callee.text, rule->caller.text,
			     rule->ordinal, rule->file, rule->file_line), 0);
  else
    result = budget_add (work, BUDGET_NO_FUNCTION);
  if (result->state == BUDGET_MET)
    result->state = BUDGET_WARNED;
  result->reason = BUDGET_NO_FUNCTION;
  result->name = name;
}

static void
budget_check_functions (struct budget_work *work)
{
  const struct model *model = work->model;
  const struct results *results = work->results;
  enum budget_kind kind = work->rule->kind;
  for (size_t i = 0; i < model->function_count; i++)
    if (!work->callees[i]
	|| (kind == BUDGET_INSTRUCTIONS && work->rule->callee.pattern
	    && !(model->functions[i].flags & MODEL_FUNCTION_INSTRUCTIONS)))
      continue;
    else if (budget_is_number (kind))
      budget_compare_count
	(work, budget_subject (&work->found->arena, kind,
			       model->functions[i].name, NULL, 0, NULL, 0),
	 kind == BUDGET_CALLS ? results->functions[i].calls
	 : kind == BUDGET_BYTES ? work->bytes[i]
	 : model->functions[i].instructions);
    else
      budget_compare_share (work, i);
}

/* Compare the instructions of the rule's modules, or of all.  */

static void
budget_check_modules (struct budget_work *work)
{
  const struct model *model = work->model;
  const struct budget_name *name = &work->rule->module;
  struct arena *arena = &work->found->arena;
  uint64_t *sums = mem_alloc (model->module_count + 1, sizeof *sums);
  bool *known = mem_alloc (model->module_count + 1, sizeof *known);
  uint64_t *all = &sums[model->module_count];
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *function = &model->functions[i];
      if (!(function->flags & MODEL_FUNCTION_INSTRUCTIONS))
	continue;
      known[function->module] = true;
      sums[function->module] += function->instructions;
      *all += function->instructions;
    }
  size_t before = work->found->count;
  if (!name->text)
    budget_compare_count (work, budget_subject (arena, BUDGET_INSTRUCTIONS,
						NULL, NULL, 0, NULL, 0), *all);
  for (size_t i = 0; name->text && i < model->module_count; i++)
    {
      const char *module = model->modules[i].name;
      if (known[i] && (name->pattern ? budget_is_like (name->text, module,
						       strlen (module))
				     : strcmp (name->text, module) == 0))
	budget_compare_count (work, budget_module_subject (arena, module),
			      sums[i]);
    }
  if (work->found->count == before)
    {
      struct budget_result *result = budget_add (work, BUDGET_NO_MODULE);
      result->state = BUDGET_BROKEN;
      result->name = name->text;
    }
  free (sums);
  free (known);
}

/* Whether a function's instructions are known.  */

static bool
budget_has_instructions (const struct model *model)
{
  for (size_t i = 0; i < model->function_count; i++)
    if (model->functions[i].flags & MODEL_FUNCTION_INSTRUCTIONS)
      return true;
  return false;
}

/* Whether the bytes of calls of the rule's callees are known, unless there are
   none.  */

static bool
budget_has_bytes (const struct budget_work *work)
{
  const struct model *model = work->model;
  bool called = false;
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      if (!work->callees[site->callee])
	continue;
      if (site->bytes_kind != MODEL_BYTES_NONE)
	return true;
      called = called || site->count > 0;
    }
  return !called;
}

static void
budget_check_spontaneous (struct budget_work *work)
{
  const struct model *model = work->model;
  const struct results *results = work->results;
  for (size_t i = 0; i < model->function_count; i++)
    if (work->callees[i])
      budget_compare_count
	(work, budget_subject (&work->found->arena, BUDGET_CALLS,
			       model->functions[i].name, BUDGET_SPONTANEOUS,
			       0, NULL, 0),
	 results->functions[i].spontaneous);
}

static void
budget_check_arcs (struct budget_work *work)
{
  const struct model *model = work->model;
  const struct results *results = work->results;
  const struct budget_rule *rule = work->rule;
  size_t before = work->found->count;
  for (size_t i = 0; i < results->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[i];
      if (work->callees[arc->callee] && work->callers[arc->caller])
	budget_compare_count
	  (work, budget_subject (&work->found->arena, BUDGET_CALLS,
				 model->functions[arc->callee].name,
				 model->functions[arc->caller].name, 0, NULL,
				 0), arc->count);
    }
  if (work->found->count == before && !rule->callee.pattern
      && !rule->caller.pattern)
    budget_compare_count
      (work, budget_subject (&work->found->arena, BUDGET_CALLS,
			     rule->callee.text, rule->caller.text, 0, NULL,
			     0), 0);
}

static int
budget_compare_sites (const void *closure, uint32_t i, uint32_t j)
{
  const struct model *model = closure;
  const struct model_site *a = &model->sites[i];
  const struct model_site *b = &model->sites[j];
  if (a->caller != b->caller)
    return a->caller < b->caller ? -1 : 1;
  if (a->callee != b->callee)
    return a->callee < b->callee ? -1 : 1;
  int order = site_order_compare (model, a, model, b);
  return order != 0 ? order : i < j ? -1 : i > j;
}

/* By callee alone: whoever calls.  */

static int
budget_compare_callees (const void *closure, uint32_t i, uint32_t j)
{
  const struct model *model = closure;
  uint32_t a = model->sites[i].callee;
  uint32_t b = model->sites[j].callee;
  return a != b ? (a < b ? -1 : 1) : i < j ? -1 : i > j;
}

/* Whether SITE is at the rule's place.  */

static bool
budget_is_at (const struct model_site *site, const struct budget_rule *rule)
{
  if (!site->file || site->line != rule->file_line)
    return false;
  size_t length = strlen (site->file);
  size_t wanted = strlen (rule->file);
  return length >= wanted
    && strcmp (site->file + length - wanted, rule->file) == 0
    && (length == wanted || site->file[length - wanted - 1] == '/');
}

/* Compare what SITES, COUNT of them and sorted, have at the rule's place, or
   as its ordinal, or all of them, for each pair of functions.  A rule that
   names no caller is about a place in the source, which may be inlined into
   several functions: it has one sum for each callee.  */

static void
budget_compare_groups (struct budget_work *work, const uint32_t *sites,
		       size_t count)
{
  const struct model *model = work->model;
  const struct budget_rule *rule = work->rule;
  const struct model_site *last = NULL;
  bool by_caller = rule->caller.text != NULL;
  uint32_t ordinal = 0;
  uint64_t sum = 0;
  bool found = false;
  for (size_t i = 0; i <= count; i++)
    {
      const struct model_site *site
	= i < count ? &model->sites[sites[i]] : NULL;
      bool same = last && site && last->callee == site->callee
	&& (!by_caller || last->caller == site->caller);
      if (last && !same)
	{
	  if (found)
	    budget_compare_count
	      (work, budget_subject (&work->found->arena, rule->kind,
				     model->functions[last->callee].name,
				     by_caller
				     ? model->functions[last->caller].name
				     : NULL, rule->ordinal, rule->file,
				     rule->file_line), sum);
	  ordinal = 0;
	  sum = 0;
	  found = false;
	}
      if (!site)
	break;
      if (!same || site_order_compare (model, last, model, site) != 0)
	ordinal++;
      if (rule->ordinal > 0 ? ordinal == rule->ordinal
			    : !rule->file || budget_is_at (site, rule))
	{
	  sum += rule->kind == BUDGET_CALLS ? site->count : site->bytes;
	  found = true;
	}
      last = site;
    }
}

static void
budget_check_sites (struct budget_work *work)
{
  const struct model *model = work->model;
  const struct budget_rule *rule = work->rule;
  uint32_t *sites = mem_alloc (model->site_count, sizeof *sites);
  size_t count = 0;
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      if (work->callees[site->callee]
	  && (!rule->caller.text || work->callers[site->caller])
	  && (rule->ordinal == 0 || site->kind == MODEL_SITE_DIRECT))
	sites[count++] = i;
    }
  sort_indices (sites, count, rule->caller.text ? budget_compare_sites
						 : budget_compare_callees,
		model);
  size_t before = work->found->count;
  budget_compare_groups (work, sites, count);
  free (sites);
  if (work->found->count > before || rule->callee.pattern
      || rule->caller.pattern)
    return;
  struct budget_result *result = budget_compare_count
    (work, budget_subject (&work->found->arena, rule->kind,
			   rule->callee.text, rule->caller.text,
			   rule->ordinal, rule->file, rule->file_line), 0);
  result->reason = BUDGET_NO_SITE;
  if (result->state == BUDGET_MET)
    result->state = BUDGET_WARNED;
}

/* Find the arcs there must not be.  */

static void
budget_check_no_arcs (struct budget_work *work)
{
  const struct model *model = work->model;
  const struct results *results = work->results;
  size_t before = work->found->count;
  for (size_t i = 0; i < results->arc_count; i++)
    {
      const struct result_arc *arc = &results->arcs[i];
      if (arc->count == 0 || !work->callees[arc->callee]
	  || !work->callers[arc->caller])
	continue;
      const char *subject
	= budget_subject (&work->found->arena, BUDGET_ARC,
			  model->functions[arc->callee].name,
			  model->functions[arc->caller].name, 0, NULL, 0);
      if (work->rule->baseline && budget_find_fact (work, subject))
	continue;
      struct budget_result *result
	= budget_add (work, work->rule->baseline ? BUDGET_FOUND_NEW_ARC
						 : BUDGET_FOUND_ARC);
      result->state = BUDGET_BROKEN;
      result->subject = subject;
      result->count = arc->count;
    }
  if (work->found->count == before)
    budget_add (work, BUDGET_FOUND_NONE);
}

static void
budget_check_rule (struct budget_work *work)
{
  const struct budget_rule *rule = work->rule;
  const struct model *model = work->model;
  const struct results *results = work->results;
  bool spontaneous = rule->caller.text && rule->kind == BUDGET_CALLS
    && strcmp (rule->caller.text, BUDGET_SPONTANEOUS) == 0;
  bool forbids = rule->kind == BUDGET_NO_ARC
    || rule->kind == BUDGET_NO_NEW_ARC;
  work->callee_count = budget_mark (model, &rule->callee, work->callees);
  work->caller_count = budget_mark (model, &rule->caller, work->callers);
  if ((rule->kind == BUDGET_SELF || rule->kind == BUDGET_TOTAL)
      && !(results->total > 0))
    budget_add (work, BUDGET_NO_TIME)->state = BUDGET_WARNED;
  else if (rule->kind == BUDGET_BYTES && !budget_has_bytes (work))
    budget_add (work, BUDGET_NO_BYTES)->state = BUDGET_BROKEN;
  else if (rule->kind == BUDGET_INSTRUCTIONS
	   && !budget_has_instructions (model))
    budget_add (work, BUDGET_NO_INSTRUCTIONS)->state = BUDGET_BROKEN;
  else if (rule->kind == BUDGET_INSTRUCTIONS && !rule->callee.text)
    budget_check_modules (work);
  else if (rule->caller.text && !spontaneous && work->caller_count == 0)
    budget_no_function (work, rule->caller.text);

  /* That a callee was never called, and so is not known, is what those rules
     want.  */
  else if (work->callee_count == 0 && !forbids)
    budget_no_function (work, rule->callee.text);
  else if (forbids)
    budget_check_no_arcs (work);
  else if (rule->ordinal > 0 || rule->file
	   || (rule->caller.text && rule->kind == BUDGET_BYTES))
    budget_check_sites (work);
  else if (spontaneous)
    budget_check_spontaneous (work);
  else if (rule->caller.text)
    budget_check_arcs (work);
  else
    budget_check_functions (work);
}

static int
budget_compare_results (const void *closure, uint32_t i, uint32_t j)
{
  const struct budget_result *found = closure;
  const struct budget_result *a = &found[i];
  const struct budget_result *b = &found[j];
  return a->subject && b->subject ? strcmp (a->subject, b->subject)
				  : a->subject ? 1 : b->subject ? -1 : 0;
}

/* Sort the found from number FIRST on, and count their rule.  */

static void
budget_close_rule (struct budget_results *found, size_t first)
{
  size_t count = found->count - first;
  struct budget_result *unsorted = mem_alloc (count, sizeof *unsorted);
  uint32_t *order = mem_alloc (count, sizeof *order);
  enum budget_state worst = BUDGET_MET;
  for (size_t i = 0; i < count; i++)
    {
      unsorted[i] = found->found[first + i];
      order[i] = i;
      if (unsorted[i].state == BUDGET_BROKEN)
	worst = BUDGET_BROKEN;
      else if (unsorted[i].state == BUDGET_WARNED && worst == BUDGET_MET)
	worst = BUDGET_WARNED;
    }
  sort_indices (order, count, budget_compare_results, unsorted);
  for (size_t i = 0; i < count; i++)
    found->found[first + i] = unsorted[order[i]];
  free (order);
  free (unsorted);
  found->broken += worst == BUDGET_BROKEN;
  found->warned += worst == BUDGET_WARNED;
  found->met += worst == BUDGET_MET;
}

void
budget_check (struct budget_results *found, const struct budget *budget,
	      const struct budget *baseline, const struct results *results)
{
  const struct model *model = results->model;
  struct dict facts = { 0 };
  *found = (struct budget_results) { 0 };
  for (size_t i = 0; baseline && i < baseline->count; i++)
    {
      const struct budget_rule *fact = &baseline->rules[i];
      const char *subject
	= fact->module.text
	  ? budget_module_subject (&found->arena, fact->module.text)
	  : budget_subject (&found->arena, fact->kind, fact->callee.text,
			    fact->caller.text, fact->ordinal, fact->file,
			    fact->file_line);
      *dict_place (&facts, subject) = i;
    }
  struct budget_work work = {
    .found = found, .budget = budget, .baseline = baseline,
    .facts = &facts, .model = model, .results = results,
    .callees = mem_alloc (model->function_count, 1),
    .callers = mem_alloc (model->function_count, 1),
    .bytes = mem_alloc (model->function_count, sizeof *work.bytes)
  };
  for (size_t i = 0; i < model->site_count; i++)
    work.bytes[model->sites[i].callee] += model->sites[i].bytes;
  precision_find (&work.precision, results);
  for (size_t i = 0; i < budget->count; i++)
    {
      size_t first = found->count;
      work.rule = &budget->rules[i];
      budget_check_rule (&work);
      budget_close_rule (found, first);
    }
  free (work.callees);
  free (work.callers);
  free (work.bytes);
  dict_free (&facts);
}

/* ---- Facts.  */

static int
budget_compare_facts (const void *a, const void *b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

const char **
budget_list_facts (struct budget_results *found,
		   const struct budget *budget, size_t *count)
{
  const char **facts = mem_alloc (found->count + 1, sizeof *facts);
  size_t all = 0;
  for (size_t i = 0; i < found->count; i++)
    {
      const struct budget_result *result = &found->found[i];
      const struct budget_rule *rule = &budget->rules[result->rule];
      struct arena *arena = &found->arena;
      if (!rule->baseline || !result->subject || result->name)
	continue;
      if (budget_is_number (rule->kind))
	facts[all++] = arena_format (arena, "%s == %" PRIu64,
				     result->subject, result->count);
      else if (rule->kind == BUDGET_NO_NEW_ARC)
	facts[all++] = result->subject;
      else
	facts[all++] = arena_format (arena, "%s == %.1f%%", result->subject,
				     result->share);
    }
  qsort (facts, all, sizeof *facts, budget_compare_facts);
  *count = 0;
  for (size_t i = 0; i < all; i++)
    if (*count == 0 || strcmp (facts[*count - 1], facts[i]) != 0)
      facts[(*count)++] = facts[i];
  return facts;
}

void
budget_results_free (struct budget_results *found)
{
  free (found->found);
  arena_free (&found->arena);
}
