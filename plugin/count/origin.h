/* Where the running thread's counters of the current function are, in GIMPLE.

   An origin is found where the code counts, for a thread may change behind
   each call.  A function that is said to compute or load something does so
   by statements that it inserts before *GSI, with LOCATION.  WORD is the
   number of a 64-bit word of the current function's counters.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ORIGIN_H
#define CGPROF_ORIGIN_H

/* Both are NULL_TREE if the counters are at their own address in the section:
   there is but one copy, or the segment's base is the distance.  */
struct origin
{
  tree distance;		/* From the section to the thread's copy, in
				   bytes.  */
  tree base;			/* Address of word 0 of the copy, if that is
				   at hand; DISTANCE is then not needed.  */
};

/* Begin a new current function: none of its calls uses the origin of its entry
   yet.  */
void origin_begin (void);

/* Make CALLS, calls of the current function, use ORIGIN, which its entry has
   computed.  CALLS is not copied: the caller owns it and keeps it until the
   next origin_begin.  */
void origin_share (const struct origin &origin, hash_set<gimple *> *calls);

/* Return whether CALL uses the origin of the function's entry
   (origin_share).  */
bool origin_shared_p (gimple *call);

/* Return the running thread's origin: that of the function's entry if the
   statement at *GSI is a call that uses it, else one that is loaded for
   it.  */
struct origin origin_find (gimple_stmt_iterator *gsi, location_t location);

/* Compute and return an origin whose base is in a register.  DISTANCE is that
   of the thread's copy, or NULL_TREE if code counts through a segment.
   Processors that forward a store at once to the next load of the same counter
   know it by the text of a simple address, not by one that is relative to the
   instruction or has an index: 0.2 ns instead of 1.7 on a server of 2023.
   What is in the register is hidden from GCC, which would put such an address
   back.  */
struct origin origin_hold (gimple_stmt_iterator *gsi, tree distance,
			   location_t location);

/* Return WORD, from ORIGIN, as a memory operand.  It may be used in one
   statement only.  */
tree origin_operand (unsigned word, const struct origin &origin);

/* Compute and return the address of WORD from ORIGIN.  Where code counts
   through a segment and ORIGIN has no base, it is the address in the
   section.  */
tree origin_address (gimple_stmt_iterator *gsi, unsigned word,
		     const struct origin &origin, location_t location);

/* Add 1, or VALUE of 64 bits, to WORD from ORIGIN, before *GSI.  */
void origin_increment (gimple_stmt_iterator *gsi, unsigned word,
		       const struct origin &origin, location_t location);
void origin_add (gimple_stmt_iterator *gsi, unsigned word, tree value,
		 const struct origin &origin, location_t location);

#endif /* CGPROF_ORIGIN_H */
