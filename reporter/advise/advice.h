/* What to change in a program, and what it would save.

   Each diagnostic (advice-NAME.c) looks at the model for one pattern and
   adds what it finds; advice.c decides what is worth saying.  No I/O.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ADVISE_ADVICE_H
#define CGPROF_ADVISE_ADVICE_H

#include "advise/costs.h"
#include "analyse/results.h"

enum advice_kind
{
  ADVICE_CHANGE,		/* A change with an estimated gain.  */
  ADVICE_OBSERVATION,		/* What costs, without a clear fix.  */
  ADVICE_REFUSED		/* Not advised because of STOPPER.  */
};

/* How the gain is known.  */
enum advice_certainty
{
  ADVICE_COUNTED,		/* What is saved was counted.  */
  ADVICE_LIKELY,		/* The change is right if what was seen holds
				   in general; it says what.  */
  ADVICE_POSSIBLE		/* It costs nothing to try; what it saves is
				   an estimate from counts.  */
};

struct advice_item
{
  enum advice_kind kind;
  enum advice_certainty certainty;
  const char *diagnostic;	/* Its name.  */
  double gain_ns;		/* An observation's is what it costs.  */
  uint32_t function;		/* Where it is, or MODEL_NONE, */
  const char *function_name;	/* its short name, */
  const char *file;		/* and the place; NULL or 0 if unknown.  */
  uint32_t line;
  uint32_t column;
  const char *subject;		/* What this is about.  */
  const char *facts;		/* What was counted.  */
  const char *change;		/* What to do.  */
  const char *stopper;		/* ADVICE_REFUSED only.  */
  bool trifle;			/* So little that only the JSON view has
				   it.  */
};

struct advice
{
  const struct model *model;
  const struct results *results;
  const struct costs *costs;
  struct arena arena;		/* All texts.  */
  double run_ns;		/* Sampled time of the run; 0: none.  */
  double least_ns;		/* Less is not worth a word.  */
  struct advice_item *items;	/* Greatest gain first.  */
  size_t count, room;
};

/* Gains below these are not worth a change.  */
#define ADVICE_LEAST_NS 1e6
#define ADVICE_LEAST_SHARE 0.005
/* What gains less than this part of that is a trifle.  */
#define ADVICE_TRIFLE_SHARE 0.01

/* Set ADVICE, which must be freed, to what all diagnostics find in RESULTS.
   COSTS are those of the machine.  */
void advice_make (struct advice *advice, const struct results *results,
		  const struct costs *costs);
void advice_free (struct advice *advice);

/* Add ITEM to ADVICE.  A change that saves too little becomes ADVICE_REFUSED,
   and maybe a trifle; an observation that costs too little is left out.  */
void advice_add (struct advice *advice, const struct advice_item *item);

/* Return whether FUNCTION is small enough to be inlined wherever it is
   called.  */
bool advice_is_small (const struct advice *advice, uint32_t function);

/* Return whether the compiler sees the callee's body where SITE is: both are
   in one unit, as far as that is known.  */
bool advice_sees_body (const struct model *model,
		       const struct model_site *site);

/* Call sites by the place in the source where they are written, each with
   all its copies.  */
struct advice_place
{
  const char *file;
  uint32_t line;
  uint32_t column;
  uint32_t first;		/* Of its COUNT sites in ORDER.  */
  uint32_t count;
  uint64_t calls;
};

struct advice_places
{
  struct advice_place *places;
  size_t count, room;
  uint32_t *order;		/* Sites of the model, by place.  */
};

/* Set PLACES, which must be freed, to the model's call sites: direct ones if
   DIRECT, else indirect ones.  */
void advice_collect (struct advice_places *places, const struct model *model,
		     bool direct);
void advice_places_free (struct advice_places *places);

/* Records of one kind and one place in the source, added up.  */
struct advice_record
{
  const struct model_advice *first;	/* One of them.  */
  uint64_t values[MODEL_ADVICE_VALUES];
  struct advice_item item;	/* KIND, FUNCTION and the place are set.  */
};

/* Call LOOK for the records of KIND (enum cgprof_advice_kind), whose first
   SUMS values are sums, that counted anything in their first value.  */
void advice_each_record (struct advice *advice, unsigned kind, unsigned sums,
			 void (*look) (struct advice *,
				       struct advice_record *));

/* Add RECORD's item; not as advice, though, if only PART of WHOLE cases are
   what it is about and SHARE are needed: WHAT says what they are.  If it is
   less than half of SHARE, nothing is added.  */
void advice_add_share (struct advice *advice, struct advice_record *record,
		       uint64_t part, uint64_t whole, double share,
		       const char *what);

/* Return the name of the object that RECORD is about, in quotes, or OTHERWISE
   if it has none.  */
const char *advice_object (const struct advice_record *record,
			   const char *otherwise);

/* Return the name of a type or function NAME without the default arguments of
   standard templates: in ARENA, or NAME itself.  */
const char *advice_short_name (struct arena *arena, const char *name);

/* Return what copying or reading a byte costs, in ns, in blocks of SIZE
   bytes.  */
double advice_copy_byte (const struct advice *advice, uint64_t size);

/* The place where the call at FILE:LINE:COLUMN, or SITE, was written: not that
   in a header of the system from which it was inlined.  */
struct advice_where
{
  const char *file;
  uint32_t line;
  uint32_t column;
};
struct advice_where advice_place (const struct model *model,
				  const char *file, uint32_t line,
				  uint32_t column, uint32_t inlines,
				  uint32_t inlined);
struct advice_where advice_site_place (const struct model *model,
				       const struct model_site *site);

/* The diagnostics.  */
void advice_one_target (struct advice *advice);
void advice_inline (struct advice *advice);
void advice_stdio (struct advice *advice);
void advice_repeated_call (struct advice *advice);
void advice_append (struct advice *advice);
void advice_realloc_step (struct advice *advice);
void advice_short_lived (struct advice *advice);
void advice_small_io (struct advice *advice);
void advice_sort_callback (struct advice *advice);
void advice_big_clear (struct advice *advice);
void advice_vector_growth (struct advice *advice);
void advice_hash_growth (struct advice *advice);
void advice_inefficient_hash (struct advice *advice);
void advice_ordered (struct advice *advice);
void advice_list_to_vector (struct advice *advice);
void advice_vector_to_list (struct advice *advice);
void advice_too_large (struct advice *advice);
void advice_function_order (struct advice *advice);
void advice_profile_feedback (struct advice *advice);

#endif /* CGPROF_ADVISE_ADVICE_H */
