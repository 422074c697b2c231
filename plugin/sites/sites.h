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

/* The bytes of a call, see enum cgprof_site_head.  */
struct site_bytes
{
  enum cgprof_bytes_kind kind;
  const char *callee;		/* Assembler name.  */
  location_t location;
  bool constant;
  unsigned value;		/* The constant size, or the word of the
				   sum.  */
};

struct site
{
  enum cgprof_site_kind kind;
  unsigned flags;		/* enum cgprof_site_flag.  */
  enum cgprof_scope scope;
  const char *callee;		/* Assembler name; NULL if indirect.  */
  unsigned word;		/* Index of its first counter word among those
				   of the function.  */
  location_t location;
  tree decl;			/* The function that a direct call calls, in
				   GIMPLE.  */
  bool counted;			/* Statements in GIMPLE count it already.  */
  bool in_register;		/* The counter's address is to be kept in a
				   register.  */
  bool local;			/* It enters the callee by its local entry.  */
  struct site *next;		/* List of instrument/call-insns.cc.  */
  const struct site_bytes *bytes; /* Or NULL; sites_attach_bytes.  */
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
  char *object;			/* Freed with the row.  */
  const char *detail;
  struct place place;
  auto_vec<inline_frame> *inlined;
};

/* A call in whose place stands the code of what it calls.  Where all code is
   counted it needs no counter.  */
struct inlined_call
{
  tree block;			/* The outermost of that code.  */
  struct site *site;		/* Tells what is called, and where.  */
  auto_vec<unsigned> *pieces;	/* Those that it begins in, by numbers.  */
};

/* What the runtime is told of a call.  */
struct call_notice
{
  tree callee;
  location_t location;
  int before, after;		/* Each an enum cgprof_notice, or -1.  */
  int set;			/* The argument that goes with BEFORE, or
				   -1.  */
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
  const char *entry_registers[2]; /* Names of those that count entries.  */
  rtx_insn *entry_at;		/* What counts them goes before this; NULL:
				   where the function begins.  */
  unsigned listed;		/* Instructions in
				   CGPROF_SECTION_SEGMENT.  */
  hash_set<tree> called;	/* Functions, but for builtins, that it calls
				   in GIMPLE.  */
  hash_set<int_hash<location_t, UNKNOWN_LOCATION, UINT_MAX>> virtual_calls;
				/* Where they are, if they are not sites
				   yet.  */
  auto_vec<call_notice> notices; /* Of calls that are not told of yet.  */
  auto_vec<site *> sites;
  auto_vec<site_bytes> bytes;	/* Of its calls, some of which may be no sites
				   in the end.  */
  auto_vec<advice_site *> advice;
  struct function_pieces *pieces; /* NULL if only calls are counted.  */
  auto_vec<inlined_call> inlined_calls;
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

/* Make the function DECL, without any sites yet, the current one.  */
void sites_begin (tree decl);

/* Add a site of KIND with WORDS counter words to the current function and
   return it.  LOCATION, whose block tells what was inlined there, is the
   call's.  The new site has no callee.  */
struct site *sites_add (enum cgprof_site_kind kind, location_t location,
			unsigned words);

/* Whether SITE of the current function shares the counter of the function's
   entries: the two numbers are always the same.  */
static inline bool
sites_share_entry (const struct site *site)
{
  return !site->word && current_sites->entry;
}

/* Add a row of KIND for the call at LOCATION to the current function and
   return it.  */
struct advice_site *sites_add_advice (enum cgprof_advice_kind kind,
				      location_t location);

/* Add the calls that were inlined in the current function, as far as there is
   debug information, to its inlined_calls, none of them with a piece.  */
void sites_add_inlined_calls (void);

/* Set the callee of SITE to the function DECL or, if that is NULL, to the
   library function with the assembler name NAME.  */
void sites_set_callee (struct site *site, tree decl, const char *name);

/* Note that all calls of SITE, which has a callee of this unit, go to the
   callee's local entry.  */
void sites_set_local (struct site *site);

/* Give each site of the current function, of which all are known, its BYTES,
   if it is sure that they are its.  */
void sites_attach_bytes (void);

/* Whether the code at LOCATION was inlined from a function that must not
   be instrumented.  */
bool sites_excluded (location_t location);

/* Find out sites_entered_from_outside for all functions of the unit.  To be
   called once, before the first one is compiled: GCC forgets the calls of
   those that are.  */
void sites_note_entered (void);

/* Whether code that is not instrumented can enter the function DECL: it is
   visible outside the unit, its address is taken, or a caller is excluded
   by the filter.  Only such a function needs an entry counter, and only in
   such a one can a thread begin.  */
bool sites_entered_from_outside (tree decl);

/* Forget the current function.  */
void sites_end (void);

/* Return the assembler name of DECL without the target's encoding; the string
   stays valid during the compilation.  */
const char *sites_name (tree decl);

/* Return the place in a source file that LOCATION is.  */
struct place sites_place (location_t location);

#endif /* CGPROF_SITES_H */
