/* Budgets: what a program may do, and whether it kept to that.

   The grammar is in the manual ("Budgets", doc/check.texi).

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CHECK_BUDGET_H
#define CGPROF_CHECK_BUDGET_H

#include "analyse/results.h"

enum budget_kind
{
  BUDGET_CALLS,			/* Of a function, by a caller, or by a call
				   site, */
  BUDGET_BYTES,			/* and likewise bytes.  */
  BUDGET_INSTRUCTIONS,		/* That a function ran, or a module, or all
				   code.  */
  BUDGET_SELF,			/* A function's share of time, without or */
  BUDGET_TOTAL,			/* with its callees.  */
  BUDGET_NO_ARC,		/* There are no calls of this kind, */
  BUDGET_NO_NEW_ARC,		/* or none but those of the baseline.  */
  BUDGET_ARC			/* There were such calls: in a baseline.  */
};

enum budget_operator
{
  BUDGET_AT_MOST,
  BUDGET_BELOW,
  BUDGET_AT_LEAST,
  BUDGET_ABOVE,
  BUDGET_EXACTLY
};

struct budget_name
{
  const char *text;		/* NULL: none was given.  */
  bool pattern;			/* "*" and "?" are wild.  */
};

/* One line of a budget or baseline.  */
struct budget_rule
{
  enum budget_kind kind;
  uint32_t line;		/* Of its file, from 1.  */
  const char *text;		/* As written, without blanks around.  */
  struct budget_name callee;	/* Or the function.  */
  struct budget_name module;	/* INSTRUCTIONS: the module, if no function is
				   given.  */
  struct budget_name caller;
  uint32_t ordinal;		/* Of the call site, from 1; 0: not given.  */
  const char *file;		/* Of the call site; NULL: not given.  */
  uint32_t file_line;

  /* What is compared: FACTOR / SCALE (times the baseline's) plus ADDED, the
     latter in percentage points for shares.  */
  enum budget_operator operator;
  bool baseline;
  uint64_t factor;
  uint64_t scale;		/* A power of ten.  */
  double added;
};

struct budget
{
  struct arena arena;		/* All strings.  */
  const char *file;
  const char *baseline;		/* Path of the baseline.  */
  struct budget_rule *rules;
  size_t count, room;
  bool needs_baseline;		/* A rule is about it.  */
};

/* Parse FILE into the empty BUDGET, which must be freed.  A baseline is a file
   of facts: calls, shares and arcs.  False, with a message naming line and
   column, if it breaks the grammar.  */
bool budget_read (struct budget *budget, const char *file, bool is_baseline);

void budget_free (struct budget *budget);

enum budget_state
{
  BUDGET_MET,
  BUDGET_BROKEN,
  BUDGET_WARNED			/* Time may be too much, or a rule is about
				   nothing.  */
};

/* What there is to say of a result.  */
enum budget_reason
{
  BUDGET_COMPARED,		/* COUNT or SHARE with its limit.  */
  BUDGET_NO_FUNCTION,		/* No function is called NAME, */
  BUDGET_NO_SITE,		/* or there is no such call site; compared as
				   0.  */
  BUDGET_NO_TIME,		/* No time was measured, */
  BUDGET_NO_BYTES,		/* or no bytes were summed up, */
  BUDGET_NO_INSTRUCTIONS,	/* or no instructions were counted, */
  BUDGET_NO_MODULE,		/* or none in a module called NAME.  */
  BUDGET_FOUND_ARC,		/* There is that arc, */
  BUDGET_FOUND_NEW_ARC,		/* and it is not in the baseline.  */
  BUDGET_FOUND_NONE		/* There is no such arc.  */
};

/* What came of a rule for one function, arc or site.  */
struct budget_result
{
  uint32_t rule;		/* Of the budget.  */
  enum budget_state state;
  enum budget_reason reason;
  const char *subject;		/* What was counted, as a baseline has it:
				   "calls f from g"; or NULL.  */
  const char *name;		/* A name that no function has; else NULL.  */
  uint64_t count;
  uint64_t limit;		/* Rounded as the operator allows.  */
  double share;			/* In percent, */
  double share_error;		/* and how far from it the true one is, at
				   most, in 95 cases of 100.  */
  double share_limit;
  bool has_baseline;		/* The baseline has this.  */
  uint64_t baseline;
  double share_baseline;
};

/* Results in the order of the rules, and subjects within.  */
struct budget_results
{
  struct arena arena;
  struct budget_result *found;
  size_t count, room;
  size_t broken;		/* Rules that are broken, */
  size_t warned;		/* that are not, but deserve a warning, */
  size_t met;			/* and the others.  */
};

/* Set FOUND, which must be freed, to what comes of BUDGET's rules for RESULTS.
   BASELINE may be NULL, which is an empty one.  */
void budget_check (struct budget_results *found, const struct budget *budget,
		   const struct budget *baseline,
		   const struct results *results);

/* Return the facts that BUDGET's rules compare with a baseline, in FOUND, as
   lines of a baseline, sorted, each once; set *COUNT to their number.  The
   array must be freed, the strings are FOUND's.  */
const char **budget_list_facts (struct budget_results *found,
				const struct budget *budget, size_t *count);

void budget_results_free (struct budget_results *found);

#endif /* CGPROF_CHECK_BUDGET_H */
