/* The grammar of short questions.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "query/query.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char query_grammar[] = "'callers of F', 'callees of F', "
  "'hottest [N] [under F]' (N at most 1000) or 'why is F slow'";

/* If *TEXT begins with WORDS, whole ones, go on behind them and the blanks
   that follow.  Blanks are alike.  */

static bool
query_take (const char **text, const char *words)
{
  const char *at = *text;
  for (; *words; words++)
    if (*words != ' ')
      {
	if (*at++ != *words)
	  return false;
      }
    else if (!isspace ((unsigned char) *at))
      return false;
    else
      while (isspace ((unsigned char) *at))
	at++;
  if (*at && !isspace ((unsigned char) *at))
    return false;
  while (isspace ((unsigned char) *at))
    at++;
  *text = at;
  return true;
}

/* If *TEXT begins with a number of rows, set *ROWS to it and go on behind
   it.  */

static bool
query_take_rows (const char **text, size_t *rows)
{
  if (!isdigit ((unsigned char) **text))
    return true;
  char *end;
  unsigned long number = strtoul (*text, &end, 10);
  if (number == 0 || number > QUERY_ROWS_MAX
      || (*end && !isspace ((unsigned char) *end)))
    return false;
  *rows = number;
  *text = end;
  return query_take (text, "");
}

/* Whether TEXT, from its beginning to the word TAIL at its end, is the name of
   a function, which QUERY gets.  */

static bool
query_take_name (struct query *query, const char *text, const char *tail)
{
  size_t length = strlen (text);
  size_t tail_length = strlen (tail);
  while (length > 0 && isspace ((unsigned char) text[length - 1]))
    length--;
  if (length < tail_length
      || memcmp (text + length - tail_length, tail, tail_length) != 0)
    return false;
  length -= tail_length;
  if (tail_length > 0
      && (length == 0 || !isspace ((unsigned char) text[length - 1])))
    return false;
  while (length > 0 && isspace ((unsigned char) text[length - 1]))
    length--;
  if (length == 0)
    return false;
  query->name = mem_alloc (length + 1, 1);
  memcpy (query->name, text, length);
  return true;
}

bool
query_parse (struct query *query, const char *text)
{
  *query = (struct query) { .text = text };
  while (isspace ((unsigned char) *text))
    text++;
  if (query_take (&text, "callers of"))
    query->verb = QUERY_CALLERS;
  else if (query_take (&text, "callees of"))
    query->verb = QUERY_CALLEES;
  else if (query_take (&text, "why is"))
    {
      query->verb = QUERY_WHY;
      return query_take_name (query, text, "slow");
    }
  else if (query_take (&text, "hottest"))
    {
      query->verb = QUERY_HOTTEST;
      if (!query_take_rows (&text, &query->rows))
	return false;
      if (!query_take (&text, "under"))
	return *text == 0;
    }
  else
    return false;
  return query_take_name (query, text, "");
}

void
query_free (struct query *query)
{
  free (query->name);
}
