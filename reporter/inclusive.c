/* Time with callees, measured by sampled stacks.

   What is seen on a stack twice is told by stamps: the number of the sample
   that was counted for it last.  So a sample costs its depth, no more.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "inclusive.h"

#include <stdlib.h>
#include <string.h>

/* Time by which something is on the stack, and in how far its callee is the
   innermost function there.  */
struct inclusive_sum
{
  uint64_t stamp;
  double time;
  double self;
  uint64_t count;		/* Of samples; */
  uint64_t self_count;
};

/* The ends of a context and of its caller.  */
struct inclusive_link
{
  uint32_t arc;			/* Of the model, or MODEL_NONE.  */
  uint32_t in;			/* Of its cycle_arcs, or MODEL_NONE: into the
				   callee's cycle, */
  uint32_t out;			/* out of the caller's.  */
};

struct inclusive
{
  struct model *model;
  struct inclusive_link *links;	/* Of each context to its parent.  */
  struct map arc_map;		/* Arc by (caller, callee).  */
  struct map in_map;		/* cycle_arcs by (function, cycle).  */
  struct map out_map;
  struct inclusive_sum *functions;
  struct inclusive_sum *spontaneous;	/* Of each function, and then of
					   each cycle.  */
  struct inclusive_sum *cycles;
  struct inclusive_sum *arcs;
  struct inclusive_sum *cycle_arcs;
  struct inclusive_sum *sites;
  struct inclusive_sum *modules;
  uint64_t stamp;		/* Of the sample that is being added, */
  uint64_t count;		/* and what it stands for.  */
};

/* The function whose code called CONTEXT's: where functions were inlined,
   the one they were inlined into.  MODEL_NONE if it is not known.  */

static uint32_t
inclusive_caller (const struct model *model, uint32_t context)
{
  while (context != MODEL_NONE
	 && (model->contexts[context].flags & MODEL_FRAME_INLINED))
    context = model->contexts[context].parent;
  return context == MODEL_NONE ? MODEL_NONE
			       : model->contexts[context].function;
}

static struct inclusive_link
inclusive_find (const struct inclusive *inclusive, uint32_t caller,
		uint32_t callee)
{
  const struct model *model = inclusive->model;
  struct inclusive_link link = { MODEL_NONE, MODEL_NONE, MODEL_NONE };
  if (caller == MODEL_NONE)
    return link;
  link.arc = map_find (&inclusive->arc_map, caller, callee);
  uint32_t outer = model->functions[caller].cycle;
  uint32_t inner = model->functions[callee].cycle;
  if (inner != MODEL_NONE && inner != outer)
    link.in = map_find (&inclusive->in_map, caller, inner);
  if (outer != MODEL_NONE && inner != outer)
    link.out = map_find (&inclusive->out_map, callee, outer);
  return link;
}

static void
inclusive_start (struct inclusive *inclusive, struct model *model)
{
  size_t functions = model->function_count;
  size_t cycles = model->cycle_count;
  *inclusive = (struct inclusive) { .model = model };
  map_reserve (&inclusive->arc_map, model->arc_count);
  for (size_t i = 0; i < model->arc_count; i++)
    if (model->arcs[i].count > 0)
      *map_place (&inclusive->arc_map, model->arcs[i].caller,
		  model->arcs[i].callee) = i;
  for (size_t i = 0; i < cycles; i++)
    {
      const struct model_cycle *cycle = &model->cycles[i];
      for (uint32_t j = 0; j < cycle->caller_count; j++)
	*map_place (&inclusive->in_map,
		    model->cycle_arcs[cycle->callers + j].caller, i)
	  = cycle->callers + j;
      for (uint32_t j = 0; j < cycle->callee_count; j++)
	*map_place (&inclusive->out_map,
		    model->cycle_arcs[cycle->callees + j].callee, i)
	  = cycle->callees + j;
    }
  inclusive->links = mem_alloc (model->context_count,
				sizeof *inclusive->links);
  for (size_t i = 0; i < model->context_count; i++)
    {
      const struct model_context *context = &model->contexts[i];
      inclusive->links[i]
	= inclusive_find (inclusive, inclusive_caller (model,
						       context->parent),
			  context->function);
    }
  inclusive->functions = mem_alloc (functions, sizeof (struct inclusive_sum));
  inclusive->spontaneous = mem_alloc (functions + cycles,
				      sizeof (struct inclusive_sum));
  inclusive->cycles = mem_alloc (cycles, sizeof (struct inclusive_sum));
  inclusive->arcs = mem_alloc (model->arc_count,
			       sizeof (struct inclusive_sum));
  inclusive->cycle_arcs = mem_alloc (model->cycle_arc_count,
				     sizeof (struct inclusive_sum));
  inclusive->sites = mem_alloc (model->site_count,
				sizeof (struct inclusive_sum));
  inclusive->modules = mem_alloc (model->module_count,
				  sizeof (struct inclusive_sum));
}

static void
inclusive_free (struct inclusive *inclusive)
{
  free (inclusive->links);
  map_free (&inclusive->arc_map);
  map_free (&inclusive->in_map);
  map_free (&inclusive->out_map);
  free (inclusive->functions);
  free (inclusive->spontaneous);
  free (inclusive->cycles);
  free (inclusive->arcs);
  free (inclusive->cycle_arcs);
  free (inclusive->sites);
  free (inclusive->modules);
}

/* Add TIME to SUM unless this sample has done so.  LEAF: the callee is the
   innermost function.  */

static void
inclusive_add (const struct inclusive *inclusive, struct inclusive_sum *sum,
	       double time, bool leaf)
{
  if (leaf)
    {
      sum->self += time;
      sum->self_count += inclusive->count;
    }
  if (sum->stamp == inclusive->stamp)
    return;
  sum->stamp = inclusive->stamp;
  sum->time += time;
  sum->count += inclusive->count;
}

/* Add TIME to what is on the stack by FUNCTION having been called from CALLER
   over LINK.  */

static void
inclusive_add_frame (struct inclusive *inclusive, uint32_t caller,
		     uint32_t function, const struct inclusive_link *link,
		     double time, bool leaf)
{
  const struct model *model = inclusive->model;
  uint32_t cycle = model->functions[function].cycle;
  inclusive_add (inclusive, &inclusive->functions[function], time, leaf);
  if (link->arc != MODEL_NONE)
    inclusive_add (inclusive, &inclusive->arcs[link->arc], time, leaf);
  else
    inclusive_add (inclusive, &inclusive->spontaneous[function], time, leaf);
  if (cycle != MODEL_NONE)
    {
      inclusive_add (inclusive, &inclusive->cycles[cycle], time, leaf);
      if (link->in != MODEL_NONE)
	inclusive_add (inclusive, &inclusive->cycle_arcs[link->in], time,
		       leaf);
      else if (caller == MODEL_NONE
	       || model->functions[caller].cycle != cycle)
	inclusive_add (inclusive,
		       &inclusive->spontaneous[model->function_count + cycle],
		       time, leaf);
    }
  if (link->out != MODEL_NONE)
    inclusive_add (inclusive, &inclusive->cycle_arcs[link->out], time, leaf);
}

/* Add TIME to FUNCTION's module.  LEAF as above.  */

static void
inclusive_add_module (struct inclusive *inclusive, uint32_t function,
		      double time, bool leaf)
{
  uint32_t module = inclusive->model->functions[function].module;
  if (module != MODEL_NONE)
    inclusive_add (inclusive, &inclusive->modules[module], time, leaf);
}

/* Likewise of FUNCTION that was inlined: no arc leads to it.  */

static void
inclusive_add_inlined (struct inclusive *inclusive, uint32_t function,
		       double time, bool leaf)
{
  uint32_t cycle = inclusive->model->functions[function].cycle;
  inclusive_add (inclusive, &inclusive->functions[function], time, leaf);
  if (cycle != MODEL_NONE)
    inclusive_add (inclusive, &inclusive->cycles[cycle], time, leaf);
}

static void
inclusive_add_sample (struct inclusive *inclusive,
		      const struct model_sample *sample)
{
  const struct model *model = inclusive->model;
  const struct model_context *contexts = model->contexts;
  uint32_t context = sample->context;
  inclusive->stamp++;
  inclusive->count = sample->count;
  inclusive_add_module (inclusive, sample->function, sample->ns, true);
  if (sample->flags & MODEL_FRAME_INLINED)
    inclusive_add_inlined (inclusive, sample->function, sample->ns, true);
  else
    {
      uint32_t caller = inclusive_caller (model, context);
      struct inclusive_link link
	= inclusive_find (inclusive, caller, sample->function);
      inclusive_add_frame (inclusive, caller, sample->function, &link,
			   sample->ns, true);
    }
  for (; context != MODEL_NONE; context = contexts[context].parent)
    {
      const struct model_context *each = &contexts[context];
      inclusive_add_module (inclusive, each->function, sample->ns, false);
      if (each->site != MODEL_NONE)
	inclusive_add (inclusive, &inclusive->sites[each->site], sample->ns,
		       false);
      if (each->flags & MODEL_FRAME_INLINED)
	{
	  inclusive_add_inlined (inclusive, each->function, sample->ns,
				 false);
	  continue;
	}
      inclusive_add_frame (inclusive,
			   inclusive_caller (model, each->parent),
			   each->function, &inclusive->links[context],
			   sample->ns, false);
    }
}

static double
inclusive_rest (double all, double part)
{
  return all > part ? all - part : 0;
}

static void
inclusive_set_arcs (struct model_arc *arcs, size_t count,
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
inclusive_set_self (struct model *model)
{
  for (size_t i = 0; i < model->module_count; i++)
    model->modules[i].self = model->modules[i].inclusive = 0;
  for (size_t i = 0; i < model->function_count; i++)
    if (model->functions[i].module != MODEL_NONE)
      {
	struct model_module *module
	  = &model->modules[model->functions[i].module];
	module->self += model->functions[i].self;
	module->inclusive = module->self;
      }
  for (size_t i = 0; i < model->thread_count; i++)
    {
      struct model_thread *thread = &model->threads[i];
      thread->time = thread->ns;
      model->walked += thread->samples;
      model->truncated += thread->truncated;
      model->lost += thread->lost;
      model->folded += thread->folded;
    }
}

/* Put the sums of all samples into the model.  */

static void
inclusive_set (const struct inclusive *inclusive)
{
  struct model *model = inclusive->model;
  for (size_t i = 0; i < model->function_count; i++)
    {
      model->functions[i].self_samples = inclusive->functions[i].self_count;
      model->functions[i].samples = inclusive->functions[i].count;
      /* Time without a stack is nobody's child.  */
      model->functions[i].child
	= inclusive_rest (inclusive->functions[i].time,
			  inclusive->functions[i].self);
      model->functions[i].graph_self = model->functions[i].self;
      if (model->functions[i].module == MODEL_NONE
	  && strcmp (model->functions[i].symbol, MODEL_FOLDED) == 0)
	model->folded_time = inclusive->functions[i].time;
    }
  for (size_t i = 0; i < model->cycle_count; i++)
    model->cycles[i].child = inclusive_rest (inclusive->cycles[i].time,
					     inclusive->cycles[i].self);
  for (size_t i = 0; i < model->site_count; i++)
    model->sites[i].inclusive = inclusive->sites[i].time;
  for (size_t i = 0; i < model->module_count; i++)
    model->modules[i].inclusive = inclusive->modules[i].time;
}

/* Put the sums of the samples that the call graph shows into it.  The
   functions' own times are there.  */

static void
inclusive_set_graph (const struct inclusive *inclusive)
{
  struct model *model = inclusive->model;
  const struct inclusive_sum *spontaneous = inclusive->spontaneous;
  model->graph_total = 0;
  for (size_t i = 0; i < model->cycle_count; i++)
    model->cycles[i].graph_self = 0;
  for (size_t i = 0; i < model->function_count; i++)
    {
      struct model_function *function = &model->functions[i];
      function->graph_child = inclusive_rest (inclusive->functions[i].time,
					      inclusive->functions[i].self);
      function->spontaneous_self = spontaneous[i].self;
      function->spontaneous_child
	= inclusive_rest (spontaneous[i].time, spontaneous[i].self);
      model->graph_total += function->graph_self;
      if (function->cycle != MODEL_NONE)
	model->cycles[function->cycle].graph_self += function->graph_self;
    }
  spontaneous += model->function_count;
  for (size_t i = 0; i < model->cycle_count; i++)
    {
      struct model_cycle *cycle = &model->cycles[i];
      cycle->graph_child = inclusive_rest (inclusive->cycles[i].time,
					   inclusive->cycles[i].self);
      cycle->spontaneous_self = spontaneous[i].self;
      cycle->spontaneous_child
	= inclusive_rest (spontaneous[i].time, spontaneous[i].self);
    }
  inclusive_set_arcs (model->arcs, model->arc_count, inclusive->arcs);
  inclusive_set_arcs (model->cycle_arcs, model->cycle_arc_count,
		      inclusive->cycle_arcs);
}

/* Whether the user wants time in the innermost function of SAMPLE, whose
   callers are its context's.  */

static bool
inclusive_wants (const struct model *model, const struct select *select,
		 const struct model_sample *sample)
{
  uint32_t function = sample->function;
  for (uint32_t context = sample->context;;
       context = model->contexts[context].parent)
    {
      if (select_has (select, function, SYMSPEC_TIME_IN))
	return true;
      if (select_has (select, function, SYMSPEC_TIME_OUT))
	return false;
      if (context == MODEL_NONE)
	return !select_uses (select, SYMSPEC_TIME_IN);
      function = model->contexts[context].function;
    }
}

/* Sum up again what SELECT wants.  ALL are the sums of all samples; time
   without a stack has but its own function to decide.  */

static void
inclusive_choose (const struct inclusive *all, const struct select *select)
{
  struct model *model = all->model;
  struct inclusive chosen;
  inclusive_start (&chosen, model);
  for (size_t i = 0; i < model->sample_count; i++)
    if (inclusive_wants (model, select, &model->samples[i]))
      inclusive_add_sample (&chosen, &model->samples[i]);
  for (uint32_t i = 0; i < model->function_count; i++)
    {
      struct model_function *function = &model->functions[i];
      const struct model_sample alone = {
	.function = i, .context = MODEL_NONE
      };
      function->graph_self = chosen.functions[i].self;
      if (model->has_stackless && inclusive_wants (model, select, &alone))
	function->graph_self += inclusive_rest (function->self,
						all->functions[i].self);
    }
  inclusive_set_graph (&chosen);
  inclusive_free (&chosen);
}

void
inclusive_time (struct model *model, const struct select *select,
		enum inclusive_choice choice)
{
  inclusive_set_self (model);
  if (!model->has_stacks || choice == INCLUSIVE_COUNTS
      || (choice == INCLUSIVE_AUTO && model->has_stackless))
    return;
  struct inclusive inclusive;
  inclusive_start (&inclusive, model);
  for (size_t i = 0; i < model->sample_count; i++)
    inclusive_add_sample (&inclusive, &model->samples[i]);
  inclusive_set (&inclusive);
  if (select_uses (select, SYMSPEC_TIME_IN)
      || select_uses (select, SYMSPEC_TIME_OUT))
    inclusive_choose (&inclusive, select);
  else
    inclusive_set_graph (&inclusive);
  inclusive_free (&inclusive);
  model->measured = true;
}

bool
inclusive_parse (enum inclusive_choice *choice, const char *text)
{
  if (strcmp (text, "measured") == 0)
    *choice = INCLUSIVE_MEASURED;
  else if (strcmp (text, "counts") == 0)
    *choice = INCLUSIVE_COUNTS;
  else
    return false;
  return true;
}
