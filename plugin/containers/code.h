/* Building the statements that keep the records of containers, before the SSA
   form is made.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CONTAINER_CODE_H
#define CGPROF_CONTAINER_CODE_H

/* Return the offset in bytes of the member NAME of TYPE, or of a class that is
   a member or base of TYPE, and set *TYPE_OUT to its type; -1 if there is no
   such member.  */
HOST_WIDE_INT container_member (tree type, const char *name, tree *type_out);

/* Statements about CALL that keep the record WORDS (counter_trees_block).
   They are inserted before the call until follow is called, and then where the
   call returns.  Each function that returns a tree returns a value that the
   statements it inserts compute, a 64-bit number unless it says something
   else.  */

class container_code
{
public:
  container_code (gcall *call, tree words);
  ~container_code ();

  void follow ();

  /* Insert what follows, until otherwise is called, so that it is executed
     only if A COMPARISON B holds, which should be rare.  */
  void only_if (enum tree_code comparison, tree a, tree b);
  void otherwise ();

  /* The call's argument NUMBER, from 0: a pointer, or the pointer that is the
     member of a class.  */
  tree argument (unsigned number);

  /* The word at OFFSET bytes in the program's object at ADDRESS.  */
  tree load (tree address, HOST_WIDE_INT offset);

  tree constant (unsigned HOST_WIDE_INT value);
  tree op (enum tree_code code, tree a, tree b);
  tree plus (tree a, tree b) { return op (PLUS_EXPR, a, b); }
  tree minus (tree a, tree b) { return op (MINUS_EXPR, a, b); }
  tree shift_right (tree a, unsigned bits);

  /* 1 if A COMPARISON B holds, else 0.  */
  tree test (enum tree_code comparison, tree a, tree b);
  tree complement (tree a);

  /* The number of zero bits above the highest one of VALUE, which is not
     0.  */
  tree leading_zeros (tree value);

  /* What NAME, a function of the module's text, returns for ADDRESS and
     NUMBER.  */
  tree ask (const char *name, tree address, tree number);

  /* Read word WORD of the record; set it to VALUE, add VALUE to it, or set it
     to VALUE if that is larger.  */
  tree get (unsigned word);
  void set (unsigned word, tree value);
  void add (unsigned word, tree value);
  void maximum (unsigned word, tree value);

  /* Add 1 to the record's word whose index is the computed value INDEX.  */
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
