/* Facts about functions and call sites, gathered while a function is
   compiled and written out with it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SITES_H
#define CGPROF_SITES_H

#include "cgprof/abi.h"

/* A place in a source file; LINE 0 is unknown.  */
struct place
{
  const char *file;
  unsigned line;
  unsigned column;
};

/* One level of inlining, see enum cgprof_site_head.  */
struct inline_frame
{
  const char *function;
  struct place place;
};

struct site
{
  enum cgprof_site_kind kind;
  unsigned flags;		/* enum cgprof_site_flag.  */
  enum cgprof_scope scope;
  const char *callee;		/* Assembler name; NULL if indirect.  */
  unsigned word;
  location_t location;
  tree decl;			/* What a direct call in GIMPLE calls.  */
  bool counted;			/* Statements count it.  */
  bool in_register;		/* The counter's address is to be kept in a
				   register.  */
  struct site *next;		/* See call-insns.cc.  */
  struct place place;
  auto_vec<inline_frame> *inlined;
};

/* A row for advice, see enum cgprof_advice_kind.  */
struct advice_site
{
  enum cgprof_advice_kind kind;
  unsigned flags;		/* enum cgprof_advice_flag.  */
  unsigned word, words, sums, maxima;
  const char *callee;
  char *object;			/* Its own.  */
  const char *detail;
  struct place place;
  auto_vec<inline_frame> *inlined;
};

/* The function that is being compiled.  GCC compiles one after the other,
   from the instrumenting passes to the output of its text, so there is
   one.  */
struct function_sites
{
  tree decl;
  tree counters;		/* Extern array of the counter words; lives
				   as long as the function's body.  */
  unsigned number;		/* Of this function in the unit.  */
  unsigned words;		/* Counter words used.  */
  bool entry;			/* Word 0 counts entries.  */
  bool entry_in_register;	/* By an address in a register.  */
  hash_set<tree> called;	/* Functions, but for builtins, that it calls
				   in GIMPLE.  */
  auto_vec<site *> sites;
  auto_vec<advice_site *> advice;
};

/* What a unit amounts to, for the option verbose.  */
struct unit_totals
{
  unsigned functions, sites, indirect, entries;
};

extern struct unit_totals unit_totals;

/* The function that is being compiled, or NULL if it is not
   instrumented.  */
extern struct function_sites *current_sites;

/* Make DECL current.  */
void sites_begin (tree decl);

/* Add a site of KIND at LOCATION (BLOCK and all) with WORDS counter words
   to the current function; CALLEE is NULL for indirect kinds.  */
struct site *sites_add (enum cgprof_site_kind kind, location_t location,
			unsigned words);

/* Whether the entry's counter of the current function is SITE's too.  */
static inline bool
sites_share_entry (const struct site *site)
{
  return !site->word && current_sites->entry;
}

/* Add a row of KIND for the call at LOCATION to the current function.  */
struct advice_site *sites_add_advice (enum cgprof_advice_kind kind,
				      location_t location);

/* Set the callee of SITE: the function DECL, or if that is NULL the
   library function NAME.  */
void sites_set_callee (struct site *site, tree decl, const char *name);

/* Whether the code at LOCATION was inlined from a function that must not
   be instrumented.  */
bool sites_excluded (location_t location);

/* Whether code that is not instrumented can enter the function DECL: it is
   visible outside the unit, its address is taken, or a caller is excluded
   by the filter.  Only such a function needs an entry counter, and only in
   such a one can a thread begin.  */
bool sites_entered_from_outside (tree decl);

/* Forget the current function.  */
void sites_end (void);

/* The assembler name of DECL without target encoding, valid during the
   compilation.  */
const char *sites_name (tree decl);

/* The place of LOCATION.  */
struct place sites_place (location_t location);

#endif /* CGPROF_SITES_H */
