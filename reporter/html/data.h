/* Data within an HTML page: parts that are script elements of their own, with
   JSON in columns.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_HTML_DATA_H
#define CGPROF_HTML_DATA_H

#include "base/json.h"

/* Begin the part called PART, a single value that is written to OUT by JSON;
   and end it.  */
void html_begin (struct json *json, FILE *out, const char *part);
void html_end (struct json *json);

/* Begin the part that sums up a page about PROGRAM (may be NULL), and the
   object in it, and write the members that all pages have.  DIFF says that the
   page compares two profiles.  The caller must end the object and the
   part.  */
void html_begin_summary (struct json *json, FILE *out, const char *program,
			 bool diff);

/* Write INDEX, or -1 if it is MODEL_NONE.  */
void html_index (struct json *json, uint32_t index);

/* Write COUNT: as a string if it is above 2^53, where JavaScript's numbers are
   no longer exact.  */
void html_count (struct json *json, uint64_t count);

/* Write TIME, in ticks of which SECOND make a second, in nanoseconds: with the
   digits that "%.9f" prints of the seconds.  */
void html_time (struct json *json, double time, double second);

/* Write the member KEY, an array with a value for each I below COUNT, which
   the statement PRINT writes.  */
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
