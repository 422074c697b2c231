/* Building the statements that keep a record up to date.

   They are inserted behind or before a call, at the point of compilation where
   nothing moves or copies statements any more (instrument/instrument.cc).
   They have no branch, unless many of them are needed only rarely: whether
   something happened is a number, 0 or 1, that is added.  A record lies among
   the counters of its function, in this thread's copy, and is read and written
   by volatile accesses, which no later pass combines over a call.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ADVISE_CODE_H
#define CGPROF_ADVISE_CODE_H

class advise_code
{
public:
  /* Insert statements behind ABOUT, a call for which advise_can_follow is true
     and which is no tail call from then on; or, unless BEHIND, before the
     statement ABOUT.  Each function below that returns a tree returns a value
     that the statements it inserts compute, a 64-bit number unless it says
     something else.  */
  advise_code (gimple *about, bool behind);
  ~advise_code ();

  /* Take a new record of WORDS words among the current function's counters, to
     which the functions below then refer.  Return the index of its first
     word.  */
  unsigned record (unsigned words);

  /* Likewise use the words at SYMBOL, which the module holds once.  */
  void module_record (const char *symbol);

  /* Take a new word among the counters and add VALUE to it as counts are
     added, which no signal handler splits where the machine has an instruction
     for it.  Return the word's index.  */
  unsigned sum_up (tree value);

  /* The address of word WORD of the record.  */
  tree address (unsigned word);

  /* The address DISTANCE bytes behind ADDRESS, both in records.  */
  tree behind (tree address, tree distance);

  /* Read word WORD of the record; set it to VALUE, add VALUE to it, or set it
     to VALUE if that is larger.  */
  tree load (unsigned word);
  void store (unsigned word, tree value);
  void add (unsigned word, tree value);
  void maximum (unsigned word, tree value);

  /* Read or write the word WORD words behind ADDRESS, which is in a
     record.  */
  tree load_at (tree address, unsigned word);
  void store_at (tree address, unsigned word, tree value);

  /* The byte, or the 64-bit word, at ADDRESS in the program's memory.  */
  tree byte_at (tree address);
  tree word_at (tree address);

  /* VALUE as a 64-bit number; NULL_TREE if it cannot be converted.  */
  tree number (tree value);
  tree constant (unsigned HOST_WIDE_INT value);

  /* The result of an operation on 64-bit numbers.  */
  tree op (enum tree_code code, tree a, tree b);
  tree op (enum tree_code code, tree a);

  /* 1 if A COMPARISON B holds, else 0.  */
  tree test (enum tree_code comparison, tree a, tree b);
  tree complement (tree a) { return op (BIT_NOT_EXPR, a); }
  tree plus (tree a, tree b) { return op (PLUS_EXPR, a, b); }
  tree minus (tree a, tree b) { return op (MINUS_EXPR, a, b); }
  tree both (tree a, tree b) { return op (BIT_AND_EXPR, a, b); }
  tree equal (tree a, tree b) { return test (EQ_EXPR, a, b); }

  /* A if FLAG is 1, 0 if FLAG is 0.  */
  tree where (tree flag, tree a);

  /* Insert what follows, up to `always', so that it is executed only if FLAG
     is not 0, which should be rare.  */
  void only_if (tree flag);
  void always ();

  /* The call's result; only behind the call.  */
  tree result ();

  /* If FLAG is not 0, which should be rare, what NAME, a function of the
     module's text, returns for ARGUMENT; else OTHERWISE, and NAME is not
     called.  */
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

/* Whether statements that use its result can be inserted behind CALL.  */
bool advise_can_follow (gcall *call);

#endif /* CGPROF_ADVISE_CODE_H */
