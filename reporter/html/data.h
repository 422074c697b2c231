/* Data within an HTML page: parts that are script elements of their own, with
   JSON in columns.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_HTML_DATA_H
#define CGPROF_HTML_DATA_H

#include "base/json.h"

/* Begin the part called PART, one value that JSON writes to OUT; and end
   it.  */
void html_begin (struct json *json, FILE *out, const char *part);
void html_end (struct json *json);

/* Begin the part that sums up a page about PROGRAM, which may be NULL, and its
   object, with what all pages say; DIFF: of two profiles.  It is to be ended
   as an object and a part.  */
void html_begin_summary (struct json *json, FILE *out, const char *program,
			 bool diff);

/* An index; MODEL_NONE becomes -1.  */
void html_index (struct json *json, uint32_t index);

/* COUNT; above 2^53, where JavaScript's numbers end, a string.  */
void html_count (struct json *json, uint64_t count);

/* TIME, in ticks of which SECOND are one, in nanoseconds: the digits that
   "%.9f" prints of the seconds.  */
void html_time (struct json *json, double time, double second);

/* Print the column KEY, an array: PRINT, a statement, prints the value of
   each I below COUNT.  */
#define HTML_COLUMN(JSON, KEY, COUNT, PRINT)			\
  do								\
    {								\
      json_key ((JSON), KEY);					\
      json_begin_array ((JSON), JSON_COMPACT);			\
      for (size_t i = 0; i < (COUNT); i++)			\
	PRINT;							\
      json_end_array (JSON);					\
    }								\
  while (0)

#endif /* CGPROF_HTML_DATA_H */
