/* Advice: a small function that is called often and was not inlined.

   Sites are those that are left after inlining.  What GCC says of them
   (advise=inline) is the reason; without it, where caller and callee are
   defined tells most.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <cgprof/abi.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Calls of one function.  */
struct inline_calls
{
  uint64_t calls;
  uint64_t other_unit;		/* From other source files, */
  uint64_t other_module;	/* from other modules.  */
  uint32_t site;		/* That with most.  */
};

bool
advice_sees_body (const struct model *model, const struct model_site *site)
{
  const struct model_function *caller = &model->functions[site->caller];
  const struct model_function *callee = &model->functions[site->callee];
  return caller->module == callee->module
	 && (callee->flags & MODEL_FUNCTION_LOCAL
	     || (caller->file && callee->file
		 && strcmp (caller->file, callee->file) == 0));
}

/* Why GCC did not inline the call at SITE, or NULL.  */

static const char *
inline_reason (const struct model *model, const struct model_site *site)
{
  for (size_t i = 0; i < model->advice_count; i++)
    {
      const struct model_advice *each = &model->advice[i];
      if (each->kind == CGPROF_ADVICE_INLINE
	  && each->callee == site->callee && each->function == site->caller
	  && each->line == site->line && each->column == site->column)
	return each->detail;
    }
  return NULL;
}

/* Why FUNCTION was not inlined in its callers, and what helps.  */

static const char *
inline_remedy (struct advice *advice, uint32_t function,
	       const struct inline_calls *calls, const char **reason)
{
  const struct model *model = advice->model;
  const struct model_function *callee = &model->functions[function];
  if (calls->other_module * 2 > calls->calls)
    {
      *reason = "most callers are in other modules";
      return arena_format (&advice->arena, "define %s as static inline in a "
			   "header", callee->name);
    }
  if (calls->other_unit * 2 > calls->calls)
    {
      *reason = arena_format (&advice->arena, "it is defined in %s, which "
			      "its callers' units do not see",
			      callee->file ? callee->file : "another unit");
      return arena_format (&advice->arena, "compile and link with -flto, or "
			   "define %s as static inline in a header",
			   callee->name);
    }
  if (!(callee->flags & MODEL_FUNCTION_LOCAL)
      && callee->module != MODEL_NONE && !model->modules[callee->module].main)
    {
      *reason = "it is global in a shared library, so others may replace it";
      return arena_format (&advice->arena, "make %s static or hidden, or "
			   "compile with -fno-semantic-interposition",
			   callee->name);
    }
  *reason = "its callers' unit sees it";
  return arena_format (&advice->arena, "compile with -O2 or more, without "
		       "noinline; or declare %s static inline, with the "
		       "attribute always_inline if need be", callee->name);
}

void
advice_inline (struct advice *advice)
{
  const struct model *model = advice->model;
  const struct results *results = advice->results;
  struct inline_calls *all
    = mem_alloc (model->function_count + 1, sizeof *all);
  for (size_t i = 0; i < model->site_count; i++)
    {
      const struct model_site *site = &model->sites[i];
      if (site->kind != MODEL_SITE_DIRECT || site->caller == site->callee)
	continue;
      const struct model_function *caller = &model->functions[site->caller];
      const struct model_function *callee = &model->functions[site->callee];
      struct inline_calls *calls = &all[site->callee];
      if (calls->calls == 0
	  || site->count > model->sites[calls->site].count)
	calls->site = i;
      calls->calls += site->count;
      if (caller->module != callee->module)
	calls->other_module += site->count;
      else if (!advice_sees_body (model, site))
	calls->other_unit += site->count;
    }

  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *callee = &model->functions[i];
      const struct result_function *callee_result = &results->functions[i];
      if (all[i].calls == 0 || !advice_is_small (advice, i))
	continue;
      const struct model_site *site = &model->sites[all[i].site];
      struct advice_where where = advice_site_place (model, site);
      const char *reason;
      struct advice_item item = {
	.kind = ADVICE_CHANGE, .certainty = ADVICE_LIKELY,
	.diagnostic = "inline",
	.gain_ns = all[i].calls * advice->costs->ns[COST_CALL],
	.function = site->caller, .file = where.file, .line = where.line,
	.column = where.column,
	.subject = arena_format (&advice->arena, "%s is small and not "
				 "inlined", callee->name)
      };
      item.change = inline_remedy (advice, i, &all[i], &reason);
      const char *said = inline_reason (model, site);
      if (said)
	reason = arena_format (&advice->arena, "%s; GCC: %s", reason, said);
      item.facts = arena_format (&advice->arena, "%" PRIu64 " calls of %s "
				 "(%" PRIu64 " bytes), %" PRIu64 " of them "
				 "here; %s", all[i].calls, callee->name,
				 callee->size, site->count, reason);
      if (callee_result->cycle != MODEL_NONE
	  && item.gain_ns >= advice->least_ns)
	{
	  item.kind = ADVICE_REFUSED;
	  item.stopper = "it is recursive";
	}
      advice_add (advice, &item);
    }
  free (all);
}
