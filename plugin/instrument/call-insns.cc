/* Counting at call instructions, in RTL.

   Where nothing is needed for it that has a value at a call
   (counters_late), direct calls are counted here, and in two steps.
   Right after expand each call instruction is given its counter: a use of
   the counter's number among the registers that the call uses, which GCC
   copies with the instruction and compares when it looks for equal ones.
   (Calls that something else counts are given theirs as well, for they may go
   to a local entry: count/local-entries.h.)
   When nothing but the output is left to be done, the addition is put before
   the instruction, and the counting of entries before the first one.  So all
   passes between see the code as it is without the plugin, but for this:
   calls of two sites are not made one.

   Where all code is counted (counters_blocks) even that would be too much:
   then call instructions are looked for when all other passes are over, and
   each that is there becomes a site.

   Elsewhere GIMPLE counts the program's calls, and here are those of the
   expander's: it decides alone which builtins become calls (memcpy may be a
   call, a loop or nothing; a structure copy or a 128-bit division may be a
   call).  They are counted right before register allocation, when every one
   that is left will be executed.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "sites/sites.h"
#include "count/counter-trees.h"
#include "count/counter-insns.h"
#include "count/local-entries.h"
#include "base/options.h"
#include "blocks/additions.h"
#include "blocks/blocks.h"
#include "blocks/returning.h"
#include "instrument/instrument.h"
#include "instrument/call-insns.h"
#include "instrument/notices.h"

/* The sites of the current function whose instruction is not yet found, by
   callee and location: GIMPLE's statements of one location and callee become
   instructions in their order.  */
typedef pair_hash<nofree_ptr_hash<tree_node>,
		  int_hash<location_t, UNKNOWN_LOCATION>> site_key;
typedef hash_map<site_key, struct site *> waiting_sites;

static void
collect_waiting (waiting_sites *waiting)
{
  for (unsigned i = current_sites->sites.length (); i-- > 0;)
    {
      struct site *site = current_sites->sites[i];
      if (!site->decl)
	continue;
      struct site **first
	= &waiting->get_or_insert ({ site->decl,
				     LOCATION_LOCUS (site->location) });
      site->next = *first;
      *first = site;
    }
}

/* The address that INSN, a call of the function in memory AT, calls, as far as
   it is known.  By -fno-plt it is a load of a symbol's address, or a register
   that has it: then the declaration tells what it is or, of the expander's
   helpers, the instruction that sets it, in the same block, or on PowerPC the
   call itself, for the linker.  But one that a statement has in a register is
   an indirect call, which statements count.  */

static rtx
called_address (rtx_insn *insn, rtx at)
{
  rtx address = XEXP (at, 0);
  tree expression = MEM_EXPR (at);
  if (GET_CODE (address) == UNSPEC && XVECLEN (address, 0) == 2
      && GET_CODE (XVECEXP (address, 0, 1)) == SYMBOL_REF)
    return XVECEXP (address, 0, 1);
  if (REG_P (address) && expression)
    return TREE_CODE (expression) == FUNCTION_DECL
	   ? XEXP (DECL_RTL (expression), 0) : address;
  if (REG_P (address))
    for (rtx_insn *before = PREV_INSN (insn);
	 before && !NOTE_INSN_BASIC_BLOCK_P (before);
	 before = PREV_INSN (before))
      if (reg_set_p (address, before))
	{
	  rtx set = single_set (before);
	  if (set && rtx_equal_p (SET_DEST (set), address))
	    address = SET_SRC (set);
	  break;
	}
  return targetm.delegitimize_address (address);
}

/* What INSN, a call, calls: set *DECL or *NAME.  False for an indirect
   call.  */

static bool
called_symbol (rtx_insn *insn, tree *decl, const char **name)
{
  rtx symbol = NULL_RTX;
  rtx note = find_reg_note (insn, REG_CALL_DECL, NULL_RTX);
  if (note)
    symbol = XEXP (note, 0);
  /* That has no symbol if the call was an indirect one when it was expanded.
     Statements have counted it as such then.  */
  if (!symbol && (!note || counters_blocks ()))
    {
      rtx call = get_call_rtx_from (insn);
      if (call && MEM_P (XEXP (call, 0)))
	symbol = called_address (insn, XEXP (call, 0));
    }
  if (!symbol || GET_CODE (symbol) != SYMBOL_REF)
    return false;
  *decl = SYMBOL_REF_DECL (symbol);
  if (*decl && TREE_CODE (*decl) != FUNCTION_DECL)
    *decl = NULL_TREE;
  *name = targetm.strip_name_encoding (XSTR (symbol, 0));
  return true;
}

/* Whether calls of DECL (NULL: none) in the current function are made by the
   expander: they are no calls in GIMPLE, as those of its own helpers
   (__divti3), or may be none any more behind it, as those of builtins.  */

static bool
library_decl_p (tree decl)
{
  return !decl || fndecl_built_in_p (decl)
	 || !current_sites->called.contains (decl);
}

/* The site of INSN, a call: one of WAITING, or a new one if INSN is to be
   counted and GIMPLE has no site for it; without WAITING a new one that has no
   word yet.  NULL if there is nothing to count here.  */

static struct site *
find_site (rtx_insn *insn, waiting_sites *waiting)
{
  location_t location = INSN_LOCATION (insn);
  tree decl;
  const char *name;
  if (!called_symbol (insn, &decl, &name)
      /* Part of the addressing of thread-local variables.  */
      || !strcmp (name, "__tls_get_addr")
      /* Our own: slow paths and notices.  */
      || !strncmp (name, "__cgprof_", strlen ("__cgprof_")))
    return NULL;
  bool library = library_decl_p (decl);
  if (!library)
    {
      if (!counters_late ())
	return NULL;
      struct site **first
	= waiting ? waiting->get ({ decl, LOCATION_LOCUS (location) }) : NULL;
      if (first && *first)
	{
	  struct site *site = *first;
	  *first = site->next;
	  return site;
	}
    }
  if (!instrument_callee_p (decl) || sites_excluded (location))
    return NULL;
  struct site *site
    = sites_add (CGPROF_SITE_DIRECT, location, waiting != NULL);
  if (library)
    site->flags |= CGPROF_SITE_LIBRARY;
  if (SIBLING_CALL_P (insn))
    site->flags |= CGPROF_SITE_TAIL;
  sites_set_callee (site, decl, name);
  return site;
}

/* Make INSN, an indirect call, a site of the current function.  */

static void
add_indirect_site (rtx_insn *insn)
{
  location_t location = INSN_LOCATION (insn);
  if (sites_excluded (location))
    return;
  bool is_virtual = location != UNKNOWN_LOCATION
		    && current_sites->virtual_calls.contains (location);
  struct site *site = sites_add (is_virtual ? CGPROF_SITE_VIRTUAL
				 : CGPROF_SITE_INDIRECT, location,
				 CGPROF_SLOT_WORDS);
  if (SIBLING_CALL_P (insn))
    site->flags |= CGPROF_SITE_TAIL;
  additions_count_indirect (insn, site->word);
}

/* Choose the registers that entries need.  */

static void
prepare_entry (void)
{
  if (current_sites->entry && counters_late_entry ())
    counter_insns_choose_registers ();
}

/* Count all code of the current function, and its calls.  */

static void
handle_blocks (void)
{
  prepare_entry ();
  blocks_split ();
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      tree decl = NULL_TREE;
      const char *name;
      if (!calling_insn_p (insn))
	continue;
      if (!called_symbol (insn, &decl, &name))
	add_indirect_site (insn);
      else if (struct site *site = find_site (insn, NULL))
	site->word = blocks_word (insn);
      const call_notice *notice
	= decl ? notices_find (decl, INSN_LOCATION (insn)) : NULL;
      if (notice && notice->before >= 0)
	additions_tell (insn, false, notice->before, notice->set);
      if (notice && notice->after >= 0 && !SIBLING_CALL_P (insn))
	additions_tell (insn, true, notice->after, -1);
    }
  blocks_choose ();
}

/* A tail call that GIMPLE marked and the expander made an ordinary one
   leaves a frame: only the sites whose call is a jump stay marked.  */

static void
confirm_tail_calls (void)
{
  hash_set<int_hash<unsigned, UNKNOWN_LOCATION, UINT_MAX> > jumps;
  bool unplaced = false;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (CALL_P (insn) && SIBLING_CALL_P (insn))
      {
	location_t location = INSN_LOCATION (insn);
	if (location == UNKNOWN_LOCATION)
	  unplaced = true;
	else
	  jumps.add (location);
      }
  unsigned i;
  struct site *site;
  FOR_EACH_VEC_ELT (current_sites->sites, i, site)
    if (site->flags & CGPROF_SITE_TAIL)
      if (site->location == UNKNOWN_LOCATION ? !unplaced
	  : !jumps.contains (site->location))
	site->flags &= ~CGPROF_SITE_TAIL;
}

/* Give INSN, a call of SITE, the number of the site's counter; its complement,
   a negative number, if other instructions count it (COUNTED).  */

static void
give_word (rtx_insn *insn, const struct site *site, bool counted)
{
  rtx number = GEN_INT (site->word);
  if (counted)
    number = GEN_INT (~(HOST_WIDE_INT) site->word);
  CALL_INSN_FUNCTION_USAGE (insn)
    = gen_rtx_EXPR_LIST (VOIDmode, gen_rtx_USE (VOIDmode, number),
			 CALL_INSN_FUNCTION_USAGE (insn));
}

/* Where INSN, a call, has the number that it was given, NULL if it has
   none.  */

static rtx *
find_word (rtx_insn *insn)
{
  for (rtx *link = &CALL_INSN_FUNCTION_USAGE (insn); *link;
       link = &XEXP (*link, 1))
    if (GET_CODE (XEXP (*link, 0)) == USE
	&& CONST_INT_P (XEXP (XEXP (*link, 0), 0)))
      return link;
  return NULL;
}

/* Set *WORD and *COUNTED to what INSN, a call, was given, if it was.  */

static bool
has_word (rtx_insn *insn, unsigned *word, bool *counted)
{
  rtx *link = find_word (insn);
  if (!link)
    return false;
  HOST_WIDE_INT number = INTVAL (XEXP (XEXP (*link, 0), 0));
  *counted = number < 0;
  *word = *counted ? ~number : number;
  return true;
}

/* Take away what INSN, a call, was given.  */

static void
forget_word (rtx_insn *insn)
{
  rtx *link = find_word (insn);
  *link = XEXP (*link, 1);
}

/* Find the calls to count, and count them or, if that is to be late, give
   them their counters.  */

static void
handle_calls (void)
{
  confirm_tail_calls ();
  waiting_sites waiting;
  if (counters_late ())
    collect_waiting (&waiting);
  auto_sbitmap changed (last_basic_block_for_fn (cfun));
  bitmap_clear (changed);
  rtx_insn *next;
  for (rtx_insn *insn = get_insns (); insn; insn = next)
    {
      next = NEXT_INSN (insn);
      struct site *site = CALL_P (insn) ? find_site (insn, &waiting) : NULL;
      if (!site)
	continue;
      bool counted = site->counted || sites_share_entry (site);
      if (!counted
	  && (!counters_late () || site->in_register
	      || !counter_insns_reserve (insn)))
	{
	  bitmap_set_bit (changed, BLOCK_FOR_INSN (insn)->index);
	  counter_insns_increment (insn, site->word, site->in_register);
	  counted = true;
	}
      if (counters_late ())
	give_word (insn, site, counted);
    }
  /* An atomic addition may be a loop.  */
  if (counters_atomic () && !bitmap_empty_p (changed))
    find_many_sub_basic_blocks (changed);
}

/* Set in LOCAL the words all of whose calls can go to a local entry, and note
   that the calls of their sites do.  */

static void
choose_local_calls (sbitmap local)
{
  unsigned word;
  bool counted;
  auto_sbitmap others (current_sites->words);
  bitmap_clear (local);
  bitmap_clear (others);
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (CALL_P (insn) && has_word (insn, &word, &counted))
      {
	sbitmap words = others;
	if (local_entries_called_p (insn))
	  words = local;
	bitmap_set_bit (words, word);
      }
  bitmap_and_compl (local, local, others);
  for (struct site *site : current_sites->sites)
    if (site->callee && bitmap_bit_p (local, site->word))
      sites_set_local (site);
}

/* Count the calls that have been given counters, and entries.  */

static void
count_late (void)
{
  unsigned word;
  bool counted;
  if (current_sites->entry && counters_late_entry ())
    counter_insns_enter (local_entries_offer ());
  auto_sbitmap local (current_sites->words);
  choose_local_calls (local);
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (CALL_P (insn) && has_word (insn, &word, &counted))
      {
	forget_word (insn);
	if (!counted)
	  counter_insns_increment_late (insn, word);
	if (bitmap_bit_p (local, word))
	  local_entries_call (insn);
      }
}

static const pass_data call_insns_pass_data =
{
  RTL_PASS, "cgprof_call_insns", OPTGROUP_NONE, TV_NONE, 0, 0, 0, 0, 0
};

/* When a pass is run.  */
enum counting_kind
{
  COUNT_STATEMENTS,		/* Statements count calls.  */
  COUNT_LATE,			/* counters_late, but not counters_blocks,  */
  COUNT_BLOCKS,			/* counters_blocks,  */
  COUNT_ANY_LATE		/* or either.  */
};

class call_insns_pass : public rtl_opt_pass
{
public:
  call_insns_pass (enum counting_kind kind, void (*handle) (void))
    : rtl_opt_pass (call_insns_pass_data, g), m_kind (kind),
      m_handle (handle) {}

  bool gate (function *) final override
  {
    if (!current_sites)
      return false;
    enum counting_kind kind = counters_blocks () ? COUNT_BLOCKS
			      : counters_late () ? COUNT_LATE
			      : COUNT_STATEMENTS;
    return kind == m_kind
	   || (m_kind == COUNT_ANY_LATE && kind != COUNT_STATEMENTS);
  }

  unsigned int execute (function *) final override
  {
    m_handle ();
    return 0;
  }

private:
  enum counting_kind m_kind;
  void (*m_handle) (void);
};

void
call_insns_register (const char *name)
{
  struct register_pass_info passes[] = {
    { new call_insns_pass (COUNT_LATE, handle_calls), "expand", 1,
      PASS_POS_INSERT_AFTER },
    { new call_insns_pass (COUNT_LATE, prepare_entry), "*free_cfg", 1,
      PASS_POS_INSERT_BEFORE },
    { new call_insns_pass (COUNT_BLOCKS, handle_blocks), "*free_cfg", 1,
      PASS_POS_INSERT_BEFORE },
    { new call_insns_pass (COUNT_BLOCKS, additions_note_places), "*free_cfg",
      1, PASS_POS_INSERT_AFTER },
    { new call_insns_pass (COUNT_BLOCKS, additions_insert), "shorten", 1,
      PASS_POS_INSERT_BEFORE },
    { new call_insns_pass (COUNT_ANY_LATE, count_late), "barriers", 1,
      PASS_POS_INSERT_BEFORE },
    { new call_insns_pass (COUNT_STATEMENTS, handle_calls), "ira", 1,
      PASS_POS_INSERT_BEFORE },
  };
  for (register_pass_info &pass : passes)
    register_callback (name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
}
