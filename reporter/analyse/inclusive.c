/* Time with callees, measured by sampled stacks.

   All stacks are gone through at once (context-walk.h), and a context's
   samples are those of all that it called.  What is on the stack twice is told
   by the number of contexts that have it open: only the outermost one adds.
   So a context costs the same however many samples have it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "analyse/inclusive.h"
#include "analyse/context-walk.h"

#include <stdlib.h>
#include <string.h>

/* Time by which something is on the stack, and in how far its callee is the
   innermost function there.  */
struct inclusive_sum
{
  double time;
  double self;
  uint64_t count;		/* Of samples; */
  uint64_t self_count;
  uint32_t open;		/* Contexts on the stack that have it.  */
};

/* The sums that a function on a stack is part of, by their numbers in
   inclusive.sums, or MODEL_NONE: its own; the arc, or calls from nobody
   known; its cycle; what led into that; what led out of its caller's; the
   call site; the module.  */
enum
{
  INCLUSIVE_FUNCTION,
  INCLUSIVE_ARC,
  INCLUSIVE_CYCLE,
  INCLUSIVE_IN,
  INCLUSIVE_OUT,
  INCLUSIVE_SITE,
  INCLUSIVE_MODULE,
  INCLUSIVE_SUMS
};

struct inclusive_frame
{
  uint32_t sums[INCLUSIVE_SUMS];
};

/* Time and samples below a context.  */
struct inclusive_weight
{
  double time;
  uint64_t count;
};

struct inclusive
{
  const struct model *model;
  struct results *results;
  struct map arc_map;		/* Arc by (caller, callee).  */
  struct map in_map;		/* cycle_arcs by (function, cycle).  */
  struct map out_map;
  uint32_t *callers;		/* The function whose code each context is.  */
  struct inclusive_frame *frames;	/* Of each context.  */
  struct inclusive_weight *weights;
  struct inclusive_frame *leaves;	/* Of each sample's own function.  */
  const struct context_walk *walk;
  const bool *wanted;		/* By sample; NULL: all are.  */

  /* All sums, and where those of each kind are.  */
  struct inclusive_sum *sums;
  struct inclusive_sum *functions;
  struct inclusive_sum *spontaneous;	/* Of each function, and then of
					   each cycle.  */
  struct inclusive_sum *cycles;
  struct inclusive_sum *arcs;
  struct inclusive_sum *cycle_arcs;
  struct inclusive_sum *sites;
  struct inclusive_sum *modules;
};

/* The number of SUM.  */

static uint32_t
inclusive_number (const struct inclusive *inclusive,
		  const struct inclusive_sum *sum)
{
  return sum - inclusive->sums;
}

/* Set FRAME for FUNCTION, called from CALLER's code (MODEL_NONE: from
   nobody's).  */

static void
inclusive_set_frame (const struct inclusive *inclusive, uint32_t caller,
		     uint32_t function, struct inclusive_frame *frame)
{
  const struct model *model = inclusive->model;
  struct results *results = inclusive->results;
  uint32_t *sums = frame->sums;
  uint32_t inner = results->functions[function].cycle;
  uint32_t outer = caller == MODEL_NONE ? MODEL_NONE
					: results->functions[caller].cycle;
  uint32_t arc = caller == MODEL_NONE
    ? MODEL_NONE : map_find (&inclusive->arc_map, caller, function);
  sums[INCLUSIVE_ARC] = arc != MODEL_NONE
    ? inclusive_number (inclusive, &inclusive->arcs[arc])
    : inclusive_number (inclusive, &inclusive->spontaneous[function]);
  if (inner == outer)
    return;
  if (inner != MODEL_NONE)
    {
      uint32_t in = caller == MODEL_NONE
	? MODEL_NONE : map_find (&inclusive->in_map, caller, inner);
      sums[INCLUSIVE_IN] = in != MODEL_NONE
	? inclusive_number (inclusive, &inclusive->cycle_arcs[in])
	: inclusive_number (inclusive,
			    &inclusive->spontaneous[model->function_count
						    + inner]);
    }
  uint32_t out = outer == MODEL_NONE
    ? MODEL_NONE : map_find (&inclusive->out_map, function, outer);
  if (out != MODEL_NONE)
    sums[INCLUSIVE_OUT]
      = inclusive_number (inclusive, &inclusive->cycle_arcs[out]);
}

/* Set FRAME for FUNCTION, with FLAGS, below the context PARENT, where it makes
   the call SITE.  No arc leads to what was inlined.  */

static void
inclusive_set_context (const struct inclusive *inclusive, uint32_t parent,
		       uint32_t function, uint32_t flags, uint32_t site,
		       struct inclusive_frame *frame)
{
  const struct model_function *each = &inclusive->model->functions[function];
  const struct result_function *each_result
    = &inclusive->results->functions[function];
  for (int i = 0; i < INCLUSIVE_SUMS; i++)
    frame->sums[i] = MODEL_NONE;
  frame->sums[INCLUSIVE_FUNCTION]
    = inclusive_number (inclusive, &inclusive->functions[function]);
  if (each_result->cycle != MODEL_NONE)
    frame->sums[INCLUSIVE_CYCLE]
      = inclusive_number (inclusive, &inclusive->cycles[each_result->cycle]);
  if (each->module != MODEL_NONE)
    frame->sums[INCLUSIVE_MODULE]
      = inclusive_number (inclusive, &inclusive->modules[each->module]);
  if (site != MODEL_NONE)
    frame->sums[INCLUSIVE_SITE]
      = inclusive_number (inclusive, &inclusive->sites[site]);
  if (!(flags & MODEL_FRAME_INLINED))
    inclusive_set_frame (inclusive, parent == MODEL_NONE
			 ? MODEL_NONE : inclusive->callers[parent],
			 function, frame);
}

/* How far ahead arcs are looked up: what memory takes for it goes on
   meanwhile.  */
#define INCLUSIVE_AHEAD 12

/* Begin to look for the arc to FUNCTION from below the context PARENT.  */

static void
inclusive_prefetch (const struct inclusive *inclusive, uint32_t parent,
		    uint32_t function)
{
  if (parent != MODEL_NONE)
    map_prefetch (&inclusive->arc_map, inclusive->callers[parent], function);
}

/* Set the frames of all contexts and samples.  */

static void
inclusive_set_frames (struct inclusive *inclusive)
{
  const struct model *model = inclusive->model;
  const struct model_context *contexts = model->contexts;
  const struct model_sample *samples = model->samples;
  size_t context_count = model->context_count;
  size_t sample_count = model->sample_count;

  /* Where functions were inlined, the one they were inlined into called.  */
  inclusive->callers = mem_alloc (context_count, sizeof (uint32_t));
  for (size_t i = 0; i < context_count; i++)
    inclusive->callers[i] = !(contexts[i].flags & MODEL_FRAME_INLINED)
      ? contexts[i].function
      : contexts[i].parent == MODEL_NONE ? MODEL_NONE
      : inclusive->callers[contexts[i].parent];
  inclusive->frames = mem_alloc (context_count, sizeof *inclusive->frames);
  for (size_t i = 0; i < context_count; i++)
    {
      size_t ahead = i + INCLUSIVE_AHEAD;
      if (ahead < context_count)
	inclusive_prefetch (inclusive, contexts[ahead].parent,
			    contexts[ahead].function);
      inclusive_set_context (inclusive, contexts[i].parent,
			     contexts[i].function, contexts[i].flags,
			     contexts[i].site, &inclusive->frames[i]);
    }
  inclusive->leaves = mem_alloc (sample_count, sizeof *inclusive->leaves);
  for (size_t i = 0; i < sample_count; i++)
    {
      size_t ahead = i + INCLUSIVE_AHEAD;
      if (ahead < sample_count)
	inclusive_prefetch (inclusive, samples[ahead].context,
			    samples[ahead].function);
      inclusive_set_context (inclusive, samples[i].context,
			     samples[i].function, samples[i].flags,
			     MODEL_NONE, &inclusive->leaves[i]);
    }
}

/* Make the sums, all 0.  */

static void
inclusive_make_sums (struct inclusive *inclusive)
{
  const struct model *model = inclusive->model;
  struct results *results = inclusive->results;
  const struct
  {
    struct inclusive_sum **first;
    size_t count;
  } kinds[] = {
    { &inclusive->functions, model->function_count },
    { &inclusive->spontaneous, model->function_count + results->cycle_count },
    { &inclusive->cycles, results->cycle_count },
    { &inclusive->arcs, results->arc_count },
    { &inclusive->cycle_arcs, results->cycle_arc_count },
    { &inclusive->sites, model->site_count },
    { &inclusive->modules, model->module_count }
  };
  size_t count = 0;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    count += kinds[i].count;
  struct inclusive_sum *sums = mem_alloc (count, sizeof *sums);
  inclusive->sums = sums;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    {
      *kinds[i].first = sums;
      sums += kinds[i].count;
    }
}

static void
inclusive_start (struct inclusive *inclusive, struct results *results,
		 const struct context_walk *walk)
{
  const struct model *model = results->model;
  *inclusive
      = (struct inclusive){ .model = model, .results = results, .walk = walk };
  map_reserve (&inclusive->arc_map, results->arc_count);
  for (size_t i = 0; i < results->arc_count; i++)
    {
      size_t ahead = i + INCLUSIVE_AHEAD;
      if (ahead < results->arc_count)
	map_prefetch (&inclusive->arc_map, results->arcs[ahead].caller,
		      results->arcs[ahead].callee);
      /* Of calls of the kernel there are no counts.  */
      if (results->arcs[i].count > 0
	  || model_state_of (model, results->arcs[i].callee)
	     != MODEL_STATE_RUNNING)
	*map_place (&inclusive->arc_map, results->arcs[i].caller,
		    results->arcs[i].callee) = i;
    }
  for (size_t i = 0; i < results->cycle_count; i++)
    {
      const struct result_cycle *cycle = &results->cycles[i];
      for (uint32_t j = 0; j < cycle->caller_count; j++)
	*map_place (&inclusive->in_map,
		    results->cycle_arcs[cycle->callers + j].caller, i)
	  = cycle->callers + j;
      for (uint32_t j = 0; j < cycle->callee_count; j++)
	*map_place (&inclusive->out_map,
		    results->cycle_arcs[cycle->callees + j].callee, i)
	  = cycle->callees + j;
    }
  inclusive_make_sums (inclusive);
  inclusive_set_frames (inclusive);
  inclusive->weights = mem_alloc (model->context_count,
				  sizeof *inclusive->weights);
}

static void
inclusive_free (struct inclusive *inclusive)
{
  map_free (&inclusive->arc_map);
  map_free (&inclusive->in_map);
  map_free (&inclusive->out_map);
  free (inclusive->callers);
  free (inclusive->frames);
  free (inclusive->weights);
  free (inclusive->leaves);
  free (inclusive->sums);
}

/* Add up all sums again, of the samples that are WANTED.  */

static void
inclusive_clear (struct inclusive *inclusive, const bool *wanted)
{
  const struct model *model = inclusive->model;
  const struct inclusive_sum *end = inclusive->modules + model->module_count;
  memset (inclusive->sums, 0, (end - inclusive->sums) * sizeof *end);
  memset (inclusive->weights, 0,
	  model->context_count * sizeof *inclusive->weights);
  inclusive->wanted = wanted;
}

/* Add the samples below CONTEXT, or without one (MODEL_NONE), whose callers
   are open.  */

static void
inclusive_add_samples (const struct inclusive *inclusive, uint32_t context)
{
  const struct context_walk *walk = inclusive->walk;

  /* MODEL_NONE + 1 is 0.  */
  const uint32_t *first = &walk->sample_first[context + 1];
  for (uint32_t i = first[0]; i < first[1]; i++)
    {
      uint32_t number = walk->samples[i];
      const struct model_sample *sample = &inclusive->model->samples[number];
      if (inclusive->wanted && !inclusive->wanted[number])
	continue;
      for (int j = 0; j < INCLUSIVE_SUMS; j++)
	{
	  uint32_t index = inclusive->leaves[number].sums[j];
	  if (index == MODEL_NONE)
	    continue;
	  struct inclusive_sum *sum = &inclusive->sums[index];
	  sum->self += sample->ns;
	  sum->self_count += sample->count;
	  if (sum->open > 0)
	    continue;
	  sum->time += sample->ns;
	  sum->count += sample->count;
	}
    }
}

static bool
inclusive_enter (void *closure, uint32_t context)
{
  const struct inclusive *inclusive = closure;
  const struct inclusive_weight *weight = &inclusive->weights[context];
  if (weight->count == 0 && weight->time <= 0)
    return false;
  for (int i = 0; i < INCLUSIVE_SUMS; i++)
    {
      uint32_t index = inclusive->frames[context].sums[i];
      if (index == MODEL_NONE)
	continue;
      struct inclusive_sum *sum = &inclusive->sums[index];
      if (sum->open++ > 0)
	continue;
      sum->time += weight->time;
      sum->count += weight->count;
    }
  inclusive_add_samples (inclusive, context);
  return true;
}

static void
inclusive_leave (void *closure, uint32_t context)
{
  const struct inclusive *inclusive = closure;
  for (int i = 0; i < INCLUSIVE_SUMS; i++)
    {
      uint32_t index = inclusive->frames[context].sums[i];
      if (index != MODEL_NONE)
	inclusive->sums[index].open--;
    }
}

/* Add all samples, or those that are wanted, to the sums.  */

static void
inclusive_add (struct inclusive *inclusive)
{
  const struct model *model = inclusive->model;
  struct inclusive_weight *weights = inclusive->weights;
  for (size_t i = 0; i < model->sample_count; i++)
    {
      const struct model_sample *sample = &model->samples[i];
      if (sample->context == MODEL_NONE
	  || (inclusive->wanted && !inclusive->wanted[i]))
	continue;
      weights[sample->context].time += sample->ns;
      weights[sample->context].count += sample->count;
    }

  /* Parents come first.  */
  for (size_t i = model->context_count; i-- > 0;)
    if (model->contexts[i].parent != MODEL_NONE)
      {
	struct inclusive_weight *to = &weights[model->contexts[i].parent];
	to->time += weights[i].time;
	to->count += weights[i].count;
      }
  const struct context_walk_visit visit = {
    inclusive_enter, inclusive_leave, inclusive
  };
  inclusive_add_samples (inclusive, MODEL_NONE);
  context_walk_all (inclusive->walk, &visit);
}

static double
inclusive_rest (double all, double part)
{
  return all > part ? all - part : 0;
}

static void
inclusive_set_arcs (struct result_arc *arcs, size_t count,
		    const struct inclusive_sum *sums)
{
  for (size_t i = 0; i < count; i++)
    {
      arcs[i].self = sums[i].self;
      arcs[i].child = inclusive_rest (sums[i].time, sums[i].self);
    }
}

/* What needs no stacks.  */

static void
inclusive_set_self (struct results *results)
{
  const struct model *model = results->model;
  for (size_t i = 0; i < model->module_count; i++)
    results->modules[i].self = results->modules[i].inclusive = 0;
  for (size_t i = 0; i < model->function_count; i++)
    if (model->functions[i].module != MODEL_NONE)
      {
	struct result_module *module
	  = &results->modules[model->functions[i].module];
	module->self += results->functions[i].self;
	module->inclusive = module->self;
      }
  for (size_t i = 0; i < model->thread_count; i++)
    {
      const struct model_thread *thread = &model->threads[i];
      results->threads[i] = thread->ns;
      results->walked += thread->samples;
      results->truncated += thread->truncated;
      results->lost += thread->lost;
      results->folded += thread->folded;
    }
}

/* Put the sums of all samples into the model.  */

static void
inclusive_set (const struct inclusive *inclusive)
{
  const struct model *model = inclusive->model;
  struct results *results = inclusive->results;
  for (size_t i = 0; i < model->function_count; i++)
    {
      results->functions[i].self_samples = inclusive->functions[i].self_count;
      results->functions[i].samples = inclusive->functions[i].count;
      /* Time without a stack is nobody's child.  */
      results->functions[i].child
	= inclusive_rest (inclusive->functions[i].time,
			  inclusive->functions[i].self);
      results->functions[i].graph_self = results->functions[i].self;
      if (model->functions[i].module == MODEL_NONE
	  && strcmp (model->functions[i].symbol, MODEL_FOLDED) == 0)
	results->folded_time = inclusive->functions[i].time;
    }
  for (size_t i = 0; i < results->cycle_count; i++)
    results->cycles[i].child = inclusive_rest (inclusive->cycles[i].time,
					     inclusive->cycles[i].self);
  for (size_t i = 0; i < model->site_count; i++)
    results->sites[i] = inclusive->sites[i].time;
  for (size_t i = 0; i < model->module_count; i++)
    results->modules[i].inclusive = inclusive->modules[i].time;
}

/* Put the sums of the samples that the call graph shows into it.  The
   functions' own times are there.  */

static void
inclusive_set_graph (const struct inclusive *inclusive)
{
  const struct model *model = inclusive->model;
  struct results *results = inclusive->results;
  const struct inclusive_sum *spontaneous = inclusive->spontaneous;
  results->graph_total = 0;
  for (size_t i = 0; i < results->cycle_count; i++)
    results->cycles[i].graph_self = 0;
  for (size_t i = 0; i < model->function_count; i++)
    {
      struct result_function *function = &results->functions[i];
      function->graph_child = inclusive_rest (inclusive->functions[i].time,
					      inclusive->functions[i].self);
      function->spontaneous_self = spontaneous[i].self;
      function->spontaneous_child
	= inclusive_rest (spontaneous[i].time, spontaneous[i].self);
      results->graph_total += function->graph_self;
      if (function->cycle != MODEL_NONE)
	results->cycles[function->cycle].graph_self += function->graph_self;
    }
  spontaneous += model->function_count;
  for (size_t i = 0; i < results->cycle_count; i++)
    {
      struct result_cycle *cycle = &results->cycles[i];
      cycle->graph_child = inclusive_rest (inclusive->cycles[i].time,
					   inclusive->cycles[i].self);
      cycle->spontaneous_self = spontaneous[i].self;
      cycle->spontaneous_child
	= inclusive_rest (spontaneous[i].time, spontaneous[i].self);
    }
  inclusive_set_arcs (results->arcs, results->arc_count, inclusive->arcs);
  inclusive_set_arcs (results->cycle_arcs, results->cycle_arc_count,
		      inclusive->cycle_arcs);
}

/* Whether the user wants time in the innermost function of SAMPLE, whose
   callers are its context's.  */

static bool
inclusive_wants (const struct model *model, const struct filter *filter,
		 const struct model_sample *sample)
{
  uint32_t function = sample->function;
  for (uint32_t context = sample->context;;
       context = model->contexts[context].parent)
    {
      if (filter_has (filter, function, FILTER_TIME_IN))
	return true;
      if (filter_has (filter, function, FILTER_TIME_OUT))
	return false;
      if (context == MODEL_NONE)
	return !filter_uses (filter, FILTER_TIME_IN);
      function = model->contexts[context].function;
    }
}

/* Sum up again the time that FILTER wants; for time without a stack its own
   function alone decides.  */

static void
inclusive_choose (struct inclusive *inclusive, const struct filter *filter)
{
  const struct model *model = inclusive->model;
  struct results *results = inclusive->results;
  double *rest = mem_alloc (model->function_count, sizeof *rest);
  for (size_t i = 0; i < model->function_count; i++)
    rest[i] = inclusive_rest (results->functions[i].self,
			      inclusive->functions[i].self);
  bool *wanted = mem_alloc (model->sample_count, sizeof *wanted);
  for (size_t i = 0; i < model->sample_count; i++)
    wanted[i] = inclusive_wants (model, filter, &model->samples[i]);
  inclusive_clear (inclusive, wanted);
  inclusive_add (inclusive);
  for (uint32_t i = 0; i < model->function_count; i++)
    {
      struct result_function *function = &results->functions[i];
      const struct model_sample alone = {
	.function = i, .context = MODEL_NONE
      };
      function->graph_self = inclusive->functions[i].self;
      if (model->has_stackless && inclusive_wants (model, filter, &alone))
	function->graph_self += rest[i];
    }
  inclusive_set_graph (inclusive);
  free (wanted);
  free (rest);
}

/* Set what was spent in STATE: its samples alone make it up.  */

static void
inclusive_set_state (struct inclusive *inclusive, enum model_state state)
{
  const struct model *model = inclusive->model;
  bool any = false;
  bool *wanted = mem_alloc (model->sample_count, sizeof *wanted);
  for (size_t i = 0; i < model->sample_count; i++)
    {
      wanted[i] = model_state_of (model, model->samples[i].function) == state;
      any = any || wanted[i];
    }
  if (any)
    {
      inclusive_clear (inclusive, wanted);
      inclusive_add (inclusive);
      for (size_t i = 0; i < model->function_count; i++)
	inclusive->results->functions[i].states[state]
	  = (struct result_state) { inclusive->functions[i].time,
				    inclusive->functions[i].count };
    }
  free (wanted);
}

/* Note which functions were on a stack by being inlined.  */

static void
inclusive_mark_inlined (struct results *results)
{
  const struct model *model = results->model;
  for (size_t i = 0; i < model->sample_count; i++)
    if (model->samples[i].flags & MODEL_FRAME_INLINED)
      results->functions[model->samples[i].function].inlined = true;
  for (size_t i = 0; i < model->context_count; i++)
    if (model->contexts[i].flags & MODEL_FRAME_INLINED)
      results->functions[model->contexts[i].function].inlined = true;
}

void
inclusive_time (struct results *results, const struct filter *filter,
		enum inclusive_choice choice)
{
  const struct model *model = results->model;
  inclusive_set_self (results);
  if (!model->has_stacks || choice == INCLUSIVE_COUNTS
      || (choice == INCLUSIVE_AUTO && model->has_stackless))
    return;
  struct context_walk walk;
  struct inclusive inclusive;
  context_walk_make (&walk, model);
  inclusive_start (&inclusive, results, &walk);
  inclusive_add (&inclusive);
  inclusive_set (&inclusive);
  if (filter_uses (filter, FILTER_TIME_IN)
      || filter_uses (filter, FILTER_TIME_OUT))
    inclusive_choose (&inclusive, filter);
  else
    inclusive_set_graph (&inclusive);
  for (int i = MODEL_STATE_RUNNING + 1; i < MODEL_STATES; i++)
    inclusive_set_state (&inclusive, i);
  inclusive_free (&inclusive);
  context_walk_free (&walk);
  inclusive_mark_inlined (results);
  results->measured = true;
}
