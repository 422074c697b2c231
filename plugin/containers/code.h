/* Statements for the records of containers, before the SSA form is made.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CONTAINER_CODE_H
#define CGPROF_CONTAINER_CODE_H

/* The offset of the member NAME in TYPE or in a member or base of it that is
   a class; -1 if there is none.  *TYPE_OUT becomes its type.  */
HOST_WIDE_INT container_member (tree type, const char *name, tree *type_out);

/* Code about CALL and the record WORDS (counter_trees_block).  It goes
   before the call until follow is called, then to where the call returns
   to.  */

class container_code
{
public:
  container_code (gcall *call, tree words);
  ~container_code ();

  void follow ();

  /* What comes is reached only if A COMPARISON B, which should be rare; until
     otherwise is called.  */
  void only_if (enum tree_code comparison, tree a, tree b);
  void otherwise ();

  /* Argument NUMBER of the call: a pointer, or the pointer in a class.  */
  tree argument (unsigned number);

  /* The word at OFFSET of the object at ADDRESS, of the program's memory.  */
  tree load (tree address, HOST_WIDE_INT offset);

  tree constant (unsigned HOST_WIDE_INT value);
  tree op (enum tree_code code, tree a, tree b);
  tree plus (tree a, tree b) { return op (PLUS_EXPR, a, b); }
  tree minus (tree a, tree b) { return op (MINUS_EXPR, a, b); }
  tree shift_right (tree a, unsigned bits);
  /* 1 if A COMPARISON B, else 0.  */
  tree test (enum tree_code comparison, tree a, tree b);
  tree complement (tree a);
  /* How many of 64 bits, from the highest, are 0; VALUE is not.  */
  tree leading_zeros (tree value);
  /* What NAME, a function of the module's text, returns.  */
  tree ask (const char *name, tree address, tree number);

  /* The record's words.  */
  tree get (unsigned word);
  void set (unsigned word, tree value);
  void add (unsigned word, tree value);
  void maximum (unsigned word, tree value);
  /* Add 1 to the word INDEX (a number) behind word 0.  */
  void count_at (tree index);

private:
  tree compute (tree type, tree value);
  tree compute (tree type, enum tree_code code, tree a, tree b);
  void insert (gimple *statement);
  tree base ();

  gcall *call;
  tree words;
  location_t location;
  tree address;			/* Of the record; NULL: not computed yet.  */
  gimple *mark;			/* Behind the call, or NULL.  */
  gimple *arm_mark;		/* In the arm of only_if, or NULL.  */
  gimple_stmt_iterator gsi;
};

#endif /* CGPROF_CONTAINER_CODE_H */
