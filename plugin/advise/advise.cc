/* Records for advice: which calls get one.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/sites.h"
#include "advise/advise.h"
#include "advise/calls.h"
#include "cgprof/abi.h"

/* The diagnostics, under the reporter's names for them.  Those without a
   function need no more than the counters.  */
static struct
{
  const char *name;
  void (*record) (gcall *call, tree decl);
  bool on;
} advice_kinds[] = {
  { "one-target", NULL, false },
  { "locked-stdio", NULL, false },
  { "function-order", NULL, false },
  { "inline", advise_inline, false },
  { "repeated-call", advise_repeat, false },
  { "append", advise_append, false },
  { "realloc-step", advise_realloc, false },
  { "short-lived", advise_allocate, false },
  { "small-io", advise_io, false },
  { "sort-callback", advise_sort, false },
  { "big-clear", advise_clear, false },
  /* Recorded in another pass, see containers/containers.cc; in the order of
     enum advise_container.  */
  { "vector-growth", NULL, false },
  { "hash-growth", NULL, false },
  { "inefficient-hash", NULL, false },
  { "ordered-to-unordered", NULL, false },
  { "list-to-vector", NULL, false },
  { "vector-to-list", NULL, false },
  { "too-large", NULL, false }
};

/* Whether a diagnostic is on.  */
static bool any;

/* Whether bytes are, which no diagnostic needs: who asks for all that can be
   recorded expects them.  */
static bool bytes;

bool
advise_set (const char *list)
{
  while (*list)
    {
      size_t length = strcspn (list, ",");
      bool on = *list != '-';
      const char *name = list + !on;
      size_t name_length = length - !on;
      bool none = on && name_length == 4 && !strncmp (name, "none", 4);
      bool all = none || (name_length == 3 && !strncmp (name, "all", 3));
      bool found = all;
      any = false;
      for (auto &each : advice_kinds)
	{
	  bool same = strlen (each.name) == name_length
		      && !strncmp (each.name, name, name_length);
	  if (all || same)
	    {
	      found = true;
	      each.on = on && !none;
	    }
	  any |= each.on && each.record;
	}
      if (all || (name_length == 5 && !strncmp (name, "bytes", 5)))
	{
	  found = true;
	  bytes = on && !none;
	}
      if (!found)
	{
	  error ("cgprof: %<%.*s%> in option %<advise%> is no diagnostic; "
		 "expected a name, bytes, all, none or %<-%>name",
		 (int) length, list);
	  for (auto &each : advice_kinds)
	    inform (UNKNOWN_LOCATION, "cgprof: diagnostic %qs", each.name);
	  return false;
	}
      list += length;
      list += *list == ',';
    }
  return true;
}

bool
advise_bytes (void)
{
  return bytes;
}

unsigned
advise_containers (void)
{
  unsigned first = ARRAY_SIZE (advice_kinds) - ADVISE_CONTAINERS;
  unsigned on = 0;
  for (unsigned i = 0; i < ADVISE_CONTAINERS; i++)
    on |= advice_kinds[first + i].on << i;
  return on;
}

void
advise_begin (void)
{
  for (auto &each : advice_kinds)
    if (each.on && each.record == advise_inline)
      advise_inline_begin ();
}

void
advise_function (void)
{
  if (!any)
    return;
  /* Records change the function's blocks.  */
  auto_vec<gcall *> calls;
  auto_vec<gimple *> assignments;
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (gcall *call = dyn_cast <gcall *> (gsi_stmt (gsi)))
	{
	  tree decl = gimple_call_fndecl (call);
	  /* Without a prototype a builtin may have any arguments.  */
	  if (decl && !gimple_call_internal_p (call)
	      && (!fndecl_built_in_p (decl, BUILT_IN_NORMAL)
		  || gimple_call_builtin_p (call, BUILT_IN_NORMAL))
	      && !sites_excluded (gimple_location (call)))
	    calls.safe_push (call);
	}
      else if (is_gimple_assign (gsi_stmt (gsi))
	       && !sites_excluded (gimple_location (gsi_stmt (gsi))))
	assignments.safe_push (gsi_stmt (gsi));
  unsigned i;
  gcall *call;
  gimple *assignment;
  for (auto &each : advice_kinds)
    if (each.on && each.record == advise_clear)
      FOR_EACH_VEC_ELT (assignments, i, assignment)
	advise_clear_object (assignment);
  FOR_EACH_VEC_ELT (calls, i, call)
    for (auto &each : advice_kinds)
      if (each.on && each.record)
	each.record (call, gimple_call_fndecl (call));
}

void
advise_emit_unit (void)
{
  if (!advise_needs_recent)
    return;
  fprintf (asm_out_file, "\t.section\t%s,\"awG\",%%nobits,%s,comdat\n"
	   "\t.weak\t%s\n\t.hidden\t%s\n\t.balign\t8\n%s:\n\t.zero\t%u\n",
	   CGPROF_SECTION_COUNTERS, CGPROF_RECENT_GROUP, CGPROF_RECENT,
	   CGPROF_RECENT, CGPROF_RECENT,
	   CGPROF_RECENT_WORDS * (unsigned) sizeof (uint64_t));
}
