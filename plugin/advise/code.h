/* Statements that keep a record up to date.

   They come behind or before a call, at the place where nothing moves or
   copies statements any more (see instrument/instrument.cc), and without a branch,
   unless what is rare takes many: whether something happened is a number,
   0 or 1, that is added.  A record
   lies in the counters of its function, in this thread's copy, and is read
   and written by volatile accesses, which no later pass combines over a
   call.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ADVISE_CODE_H
#define CGPROF_ADVISE_CODE_H

class advise_code
{
public:
  /* Statements go behind the call ABOUT (advise_can_follow), which is no tail
     call from now on, or before the statement ABOUT.  */
  advise_code (gimple *about, bool behind);
  ~advise_code ();

  /* Begin with the record of WORDS words of the current function, or with
     the words at SYMBOL, of the module.  Returns its first word.  */
  unsigned record (unsigned words);
  void module_record (const char *symbol);

  /* Address of word WORD of the record.  */
  tree address (unsigned word);

  /* The address DISTANCE bytes behind ADDRESS, both of records.  */
  tree behind (tree address, tree distance);

  tree load (unsigned word);
  void store (unsigned word, tree value);
  void add (unsigned word, tree value);
  void maximum (unsigned word, tree value);

  /* The word at ADDRESS + 8 * WORD, of a record.  */
  tree load_at (tree address, unsigned word);
  void store_at (tree address, unsigned word, tree value);

  /* The byte, or 64-bit word, at ADDRESS of the program's memory.  */
  tree byte_at (tree address);
  tree word_at (tree address);

  /* VALUE as a 64-bit number; NULL_TREE if it has no such form.  */
  tree number (tree value);
  tree constant (unsigned HOST_WIDE_INT value);

  tree op (enum tree_code code, tree a, tree b);
  tree op (enum tree_code code, tree a);
  /* 1 if A COMPARISON B, else 0.  */
  tree test (enum tree_code comparison, tree a, tree b);
  tree complement (tree a) { return op (BIT_NOT_EXPR, a); }
  tree plus (tree a, tree b) { return op (PLUS_EXPR, a, b); }
  tree minus (tree a, tree b) { return op (MINUS_EXPR, a, b); }
  tree both (tree a, tree b) { return op (BIT_AND_EXPR, a, b); }
  tree equal (tree a, tree b) { return test (EQ_EXPR, a, b); }
  /* A if FLAG is 1, 0 if it is 0.  */
  tree where (tree flag, tree a);

  /* What follows, up to `always', is done only if FLAG is not 0, which should
     be rare.  */
  void only_if (tree flag);
  void always ();

  /* The call's result as a 64-bit number; behind it only.  */
  tree result ();

  /* What NAME, a function of the module's text, returns for ARGUMENT; it is
     called only if FLAG is not 0, which should be rare, else this is
     OTHERWISE.  */
  tree ask_if (tree flag, const char *name, tree argument, tree otherwise);

  location_t location;

private:
  void insert (gimple *statement);
  tree at (tree address, unsigned word);
  basic_block arm_if (tree flag, edge *past, edge *out);

  gimple *about;
  gimple *mark;
  gimple *arm_mark;
  gimple_stmt_iterator gsi;
  tree base;
};

/* Whether statements can be put behind CALL, with its result at hand.  */
bool advise_can_follow (gcall *call);

#endif /* CGPROF_ADVISE_CODE_H */
