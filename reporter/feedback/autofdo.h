/* AutoFDO's profiles, which GCC reads with -fauto-profile=FILE:
   gcc/auto-profile.cc of its sources does, and says what they are made of.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_FEEDBACK_AUTOFDO_H
#define CGPROF_FEEDBACK_AUTOFDO_H

#include "feedback/source-positions.h"

#include <stdbool.h>
#include <stdio.h>

/* Numbers have 32 bits, little-endian here, or two times that, the lower half
   first.  */
#define AUTOFDO_MAGIC UINT32_C (0x67636461)	/* "gcda".  */

/* What a part of the file begins with.  */
enum autofdo_tag
{
  AUTOFDO_SUMMARY = (int) 0xa8000000,
  AUTOFDO_NAMES = (int) 0xaa000000,
  AUTOFDO_FUNCTIONS = (int) 0xac000000,
  AUTOFDO_MODULES = (int) 0xae000000
};

/* What is noted of a call: its targets.  */
#define AUTOFDO_TARGETS 7

/* The oldest and newest GCC whose files are known.  */
#define AUTOFDO_FIRST_GCC 11
#define AUTOFDO_LAST_GCC 16

/* The forms that releases of GCC read.  */
enum autofdo_version
{
  AUTOFDO_WORDS = 1,		/* Lengths of names are in words.  */
  AUTOFDO_BYTES = 2,		/* They are in bytes.  */
  AUTOFDO_FILES = 3		/* There is a summary; names have files.  */
};

/* What GCC number GCC takes for a place: older ones do not tell blocks of one
   line apart.  */
enum source_place autofdo_place (unsigned gcc);

/* Print POSITIONS, made of such places, to OUT for GCC number GCC.  */
void autofdo_print (const struct source_positions *positions, unsigned gcc,
		    FILE *out);

/* Whether FILE, as far as it can be read, begins as such a profile does.  */
bool autofdo_detect (const char *file);

/* Print what FILE tells to OUT, a line for each number of a position, indented
   below its function.  Return false, with a message, if it cannot be read.  */
bool autofdo_dump (const char *file, FILE *out);

#endif /* CGPROF_FEEDBACK_AUTOFDO_H */
