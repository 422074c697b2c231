/* Data within an HTML page: parts that are script elements of their own, with
   JSON in columns.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_HTML_DATA_H
#define CGPROF_HTML_DATA_H

#include <stdint.h>
#include <stdio.h>

/* What comes before the part called PART, and behind a part.  */
void html_begin (FILE *out, const char *part);
void html_end (FILE *out);

/* An index; MODEL_NONE becomes -1.  */
void html_index (FILE *out, uint32_t index);

/* COUNT; above 2^53, where JavaScript's numbers end, a string.  */
void html_count (FILE *out, uint64_t count);

/* TIME, in ticks of which SECOND are one, in nanoseconds: the digits that
   "%.9f" prints of the seconds.  */
void html_time (FILE *out, double time, double second);

/* Likewise of a time that may be negative.  */
void html_change (FILE *out, double time, double second);

/* What comes before element I of an array.  */
void html_comma (FILE *out, size_t i);

/* KEY with the string TEXT as a member of an object, not the last one.  */
void html_member (FILE *out, const char *key, const char *text);

/* Print the column KEY: the COUNT values that VALUE, an expression of I,
   gives to PRINT, a statement.  */
#define HTML_COLUMN(OUT, KEY, COUNT, PRINT)			\
  do								\
    {								\
      fputs ("\"" KEY "\":[", (OUT));			\
      for (size_t i = 0; i < (COUNT); i++)			\
	{							\
	  html_comma ((OUT), i);				\
	  PRINT;						\
	}							\
      fputs ("]", (OUT));					\
    }								\
  while (0)

/* Likewise, with another column behind it.  */
#define HTML_COLUMN_AND(OUT, KEY, COUNT, PRINT)		\
  do								\
    {								\
      HTML_COLUMN (OUT, KEY, COUNT, PRINT);			\
      fputs (",\n", (OUT));				\
    }								\
  while (0)

#endif /* CGPROF_HTML_DATA_H */
