/* The rows of a function's pieces.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include "base/gcc-headers.h"
#include "hash-map.h"
#include "sites/pieces.h"
#include "sites/sites.h"
#include "emit/assembly.h"
#include "emit/pieces.h"

/* Write how far the mark MARK of the current function with NUMBER is behind
   the one FROM with FROM_NUMBER.  */

static void
emit_distance (char from, unsigned from_number, char mark, unsigned number)
{
  unsigned function = current_sites->number;
  fprintf (asm_out_file, "\t.uleb128\t.Lcgprof_%c%u_%u-", mark, function,
	   number);
  if (from == CGPROF_MARK_PIECE && from_number == 0)
    fprintf (asm_out_file, ".Lcgprof_f%u\n", function);
  else
    fprintf (asm_out_file, ".Lcgprof_%c%u_%u\n", from, function, from_number);
}

static void
emit_number (unsigned number)
{
  fprintf (asm_out_file, "\t.uleb128\t%u\n", number);
}

/* Write PART of the current function, its pieces from FIRST to one before
   END.  */

static void
emit_part (unsigned part, unsigned first, unsigned end)
{
  const function_pieces *pieces = current_sites->pieces;
  unsigned function = current_sites->number, mark = first + part;
  assembly_begin_address ();
  if (part == 0)
    fprintf (asm_out_file, ".Lcgprof_f%u", function);
  else
    fprintf (asm_out_file, ".Lcgprof_%c%u_%u", CGPROF_MARK_PIECE, function,
	     mark);
  assembly_end_address ();
  emit_number (end - first);
  for (unsigned i = first; i < end; i++)
    {
      const piece &piece = pieces->pieces[i];
      emit_number (piece.flags);
      emit_distance (CGPROF_MARK_PIECE, i + part, CGPROF_MARK_PIECE,
		     i + part + 1);
      emit_number (piece.in);
      emit_number (piece.out);
      if (piece.flags & CGPROF_PIECE_COUNTED)
	emit_number (piece.word);
      if (piece.flags & CGPROF_PIECE_ALIGNED)
	{
	  emit_number (piece.padding);
	  emit_number (0);
	  for (const align_flags_tuple &level : piece.alignment.levels)
	    {
	      emit_number (level.log);
	      emit_number (level.maxskip);
	    }
	}
    }

  unsigned i, count = 0;
  for (unsigned each : pieces->additions)
    count += each == part;
  emit_number (count);
  for (i = 0; i < pieces->additions.length (); i++)
    if (pieces->additions[i] == part)
      {
	emit_distance (CGPROF_MARK_PIECE, mark, CGPROF_MARK_ADDITION, i);
	emit_distance (CGPROF_MARK_ADDITION, i, CGPROF_MARK_ADDED, i);
      }
  count = 0;
  for (const repetition &each : pieces->repetitions)
    count += each.part == part;
  emit_number (count);
  for (i = 0; i < pieces->repetitions.length (); i++)
    if (pieces->repetitions[i].part == part)
      {
	emit_distance (CGPROF_MARK_PIECE, mark, CGPROF_MARK_REPETITION, i);
	emit_number (pieces->repetitions[i].word);
      }
}

/* The power of two that the current function is aligned to, by what GCC does
   when it begins one.  */

static unsigned
function_alignment (void)
{
  tree decl = current_sites->decl;
  unsigned alignment = floor_log2 (DECL_ALIGN (decl) / BITS_PER_UNIT);
  unsigned wanted = align_functions.levels[0].log;
  return !DECL_USER_ALIGN (decl) && wanted > alignment
	 && optimize_function_for_speed_p (cfun) ? wanted : alignment;
}

/* The number of the first function with pieces in each section of code.  */
static hash_map<section *, unsigned> *first_of_section;

/* Write how far the current function is behind the first one with pieces in
   its section.  */

static void
emit_distance_in_section (void)
{
  unsigned number = current_sites->number;
  if (!first_of_section)
    first_of_section = new hash_map<section *, unsigned> ();
  bool known;
  unsigned &first = first_of_section->get_or_insert
    (function_section (current_sites->decl), &known);
  if (!known)
    first = number;
  fprintf (asm_out_file, "\t.uleb128\t.Lcgprof_f%u-.Lcgprof_f%u\n", number,
	   first);
}

void
pieces_emit (void)
{
  const function_pieces *pieces = current_sites->pieces;
  unsigned number = current_sites->number;
  assembly_push_section (CGPROF_SECTION_BLOCKS, "", "progbits");
  fprintf (asm_out_file, "\t.byte\t%u\n"
	   "\t.uleb128\t.Lcgprof_y%u-.Lcgprof_x%u\n.Lcgprof_x%u:\n",
	   CGPROF_BLOCKS_VERSION, number, number, number);
  assembly_put_label_address (".Lcgprof_f", number, true);
  emit_number (function_alignment ());
  emit_distance_in_section ();
  emit_number (pieces->classes);
  emit_number (pieces->enters);
  emit_number (pieces->leaves);
  unsigned all = pieces->pieces.length ();
  bool split = pieces->hot < all;
  emit_number (1 + split);
  emit_part (0, 0, pieces->hot);
  if (split)
    emit_part (1, pieces->hot, all);
  fprintf (asm_out_file, ".Lcgprof_y%u:\n\t.popsection\n", number);
}
