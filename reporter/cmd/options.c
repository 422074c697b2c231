/* The options of a subcommand, parsed and explained by its table.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/options.h"
#include "base/terminal.h"
#include "cmd/cmd.h"
#include "load/analysis.h"
#include "read/source-search.h"

#include <cgprof/format.h>
#include <ctype.h>
#include <elf.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Where the help of options begins in a line.  */
#define OPTIONS_COLUMN 23

static const char *const options_colors[] = {
  [TERMINAL_AUTO] = "auto", [TERMINAL_ALWAYS] = "always",
  [TERMINAL_NEVER] = "never"
};

static const char *const options_propagations[] = {
  [INCLUSIVE_MEASURED] = "measured", [INCLUSIVE_COUNTS] = "counts"
};

const struct options_words options_color_words
  = OPTIONS_WORDS (options_colors);
const struct options_words options_propagate_words
  = OPTIONS_WORDS (options_propagations);

static int options_print_help (struct options *options,
			       const struct options_row *row,
			       const char *text);

/* What stands behind the rows of every table.  */
static const struct options_row options_help_row = {
  .name = "help", .letter = 'h', .help = "print this and exit",
  .act = options_print_help
};

/* Return the row I, or NULL behind the last.  */

static const struct options_row *
options_get_row (const struct options *options, size_t i)
{
  return i < options->row_count ? &options->rows[i]
	 : i == options->row_count ? &options_help_row : NULL;
}

/* Return the word I of WORDS, or NULL.  */

static const char *
options_get_word (const struct options_words *words, size_t i)
{
  const void *element = (const char *) words->table + i * words->size;
  const char *word;
  if (words->pointed)
    memcpy (&element, element, sizeof element);
  memcpy (&word, element, sizeof word);
  return word;
}

static bool
options_has_argument (const struct options_row *row)
{
  return row->shown || row->words.count > 0;
}

/* ---- Help.  */

/* Print the argument of ROW, and return how many columns that takes.  */

static int
options_print_argument (const struct options_row *row)
{
  int width = printf ("%s%s", row->optional ? "[" : "", row->name ? "=" : "");
  if (row->shown)
    width += printf ("%s", row->shown);
  const char *separator = "";
  for (size_t i = 0; !row->shown && i < row->words.count; i++)
    {
      const char *word = options_get_word (&row->words, i);
      if (!word)
	continue;
      width += printf ("%s%s", separator, word);
      separator = "|";
    }
  return width + printf ("%s", row->optional ? "]" : "");
}

/* Print ROW, what is said of it beginning at COLUMN.  */

static void
options_print_row (const struct options_row *row, int column)
{
  int width = row->letter
    ? printf ("  -%c%s ", row->letter, row->name ? "," : " ")
    : printf ("      ");
  if (row->name)
    width += printf ("--%s", row->name);
  if (options_has_argument (row))
    width += options_print_argument (row);
  const char *line = row->help;
  if (!line || width >= column)
    {
      putchar ('\n');
      width = 0;
    }
  while (line)
    {
      const char *end = strchrnul (line, '\n');
      printf ("%*s%.*s\n", column - width, "", (int) (end - line), line);
      line = *end ? end + 1 : NULL;
      width = 0;
    }
}

static int
options_print_help (struct options *options, const struct options_row *row,
		    const char *text)
{
  (void) text;
  fputs (options->usage, stdout);
  if (options->print_before)
    options->print_before ();
  for (size_t i = 0; (row = options_get_row (options, i)); i++)
    options_print_row (row, options->column ? options->column
			    : OPTIONS_COLUMN);
  if (options->print_after)
    options->print_after ();
  return cmd_finish (0);
}

/* ---- What options do.  */

/* Say that TEXT is none of ROW's words.  */

static int
options_refuse_word (const struct options_row *row, const char *text)
{
  char expected[512];
  size_t length = 0;
  const char *last = NULL;
  expected[0] = 0;
  for (size_t i = 0; i < row->words.count; i++)
    {
      const char *word = options_get_word (&row->words, i);
      if (word && last && length < sizeof expected)
	length += snprintf (expected + length, sizeof expected - length,
			    "%s%s", length ? ", " : "", last);
      last = word ? word : last;
    }
  return cmd_misuse ("'%s' is no %s, expected %s%s%s", text, row->what,
		     expected, length ? " or " : "", last);
}

/* The functions that follow set what ROW points to.  They return
   OPTIONS_GO_ON or the exit status.  */

static int
options_set_choice (const struct options_row *row, const char *text)
{
  if (!text)
    {
      *row->choice = row->value;
      return OPTIONS_GO_ON;
    }
  for (size_t i = 0; i < row->words.count; i++)
    {
      const char *word = options_get_word (&row->words, i);
      if (word && strcmp (word, text) == 0)
	{
	  *row->choice = i;
	  return OPTIONS_GO_ON;
	}
    }
  return options_refuse_word (row, text);
}

static int
options_set_number (const struct options_row *row, const char *text)
{
  if (!text)
    {
      *row->number = row->value;
      return OPTIONS_GO_ON;
    }
  char *end = NULL;
  errno = 0;
  unsigned long long value = isdigit ((unsigned char) *text)
    ? strtoull (text, &end, 10) : 0;
  if (!end || *end || errno != 0 || value < row->least || value > SIZE_MAX)
    return cmd_misuse ("'%s' is no %s, expected %zu or more", text, row->what,
		       row->least);
  *row->number = value;
  return OPTIONS_GO_ON;
}

static int
options_set_percent (const struct options_row *row, const char *text)
{
  char *end;
  double value = strtod (text, &end);
  if (end == text || *end || !(value >= 0 && value <= 100))
    return cmd_misuse ("'%s' is no %s, expected 0 to 100", text, row->what);
  *row->percent = value;
  return OPTIONS_GO_ON;
}

/* Do what ROW says with its argument TEXT.  */

static int
options_apply (struct options *options, const struct options_row *row,
	       const char *text)
{
  int status = OPTIONS_GO_ON;
  if (row->set)
    *row->set = true;
  if (row->clear)
    *row->clear = false;
  if (row->bits)
    *row->bits |= row->value;
  if (row->text)
    *row->text = text;
  if (row->choice)
    status = options_set_choice (row, text);
  if (status == OPTIONS_GO_ON && row->number)
    status = options_set_number (row, text);
  if (status == OPTIONS_GO_ON && row->percent)
    status = options_set_percent (row, text);
  if (status == OPTIONS_GO_ON && row->act)
    status = row->act (options, row, text);
  return status;
}

int
options_add_source_dirs (struct options *options,
			 const struct options_row *row, const char *text)
{
  (void) options;
  source_search_add_path (row->object, text);
  return OPTIONS_GO_ON;
}

/* ---- The command line.  */

char *
options_take_word (struct options *options)
{
  return options->next < options->word_count
	 ? options->words[options->next++] : NULL;
}

/* Return the row whose long name is the LENGTH characters at NAME, or else the
   only one whose name begins with them; NULL if there is none, *AMBIGUOUS
   telling whether that is because there are several.  */

static const struct options_row *
options_find_name (const struct options *options, const char *name,
		   size_t length, bool *ambiguous)
{
  const struct options_row *found = NULL;
  const struct options_row *row;
  *ambiguous = false;
  for (size_t i = 0; (row = options_get_row (options, i)); i++)
    if (row->name && strncmp (row->name, name, length) == 0)
      {
	if (!row->name[length])
	  return row;
	*ambiguous |= found != NULL;
	found = row;
      }
  return *ambiguous ? NULL : found;
}

/* Parse WORD, which begins with two dashes.  */

static int
options_parse_name (struct options *options, const char *word)
{
  const char *name = word + 2;
  size_t length = strcspn (name, "=");
  const char *text = name[length] ? name + length + 1 : NULL;
  bool ambiguous;
  const struct options_row *row
    = options_find_name (options, name, length, &ambiguous);
  if (!row)
    return ambiguous ? cmd_misuse ("option '%s' is ambiguous", word)
		     : cmd_misuse ("unrecognized option '%s'", word);
  if (text && !options_has_argument (row))
    return cmd_misuse ("option '--%s' doesn't allow an argument", row->name);
  if (!text && options_has_argument (row) && !row->optional
      && !(text = options_take_word (options)))
    return cmd_misuse ("option '--%s' requires an argument", row->name);
  return options_apply (options, row, text);
}

/* Parse LETTERS, what follows a single dash.  */

static int
options_parse_letters (struct options *options, const char *letters)
{
  int status = OPTIONS_GO_ON;
  while (status == OPTIONS_GO_ON && *letters)
    {
      char letter = *letters++;
      const struct options_row *row;
      size_t i = 0;
      while ((row = options_get_row (options, i)) && row->letter != letter)
	i++;
      if (!row)
	return cmd_misuse ("invalid option -- '%c'", letter);
      const char *text = NULL;
      if (options_has_argument (row))
	{
	  if (*letters)
	    text = letters;
	  else if (!row->optional && !(text = options_take_word (options)))
	    return cmd_misuse ("option requires an argument -- '%c'", letter);
	  letters = "";
	}
      status = options_apply (options, row, text);
    }
  return status;
}

int
options_parse (struct options *options, int argc, char **argv)
{
  /* As POSIX has it for all programs.  */
  bool in_order = options->in_order || getenv ("POSIXLY_CORRECT");
  options->words = argv;
  options->word_count = argc;
  options->next = argc > 0;
  options->operands = argv + options->next;
  options->operand_count = 0;

  /* Operands move to the front, where words were parsed already.  */
  char *word;
  bool ended = false;
  while ((word = options_take_word (options)))
    if (ended || word[0] != '-' || !word[1])
      {
	options->operands[options->operand_count++] = word;
	ended |= in_order;
      }
    else if (strcmp (word, "--") == 0)
      ended = true;
    else
      {
	int status = word[1] == '-'
	  ? options_parse_name (options, word)
	  : options_parse_letters (options, word + 1);
	if (status != OPTIONS_GO_ON)
	  return status;
      }
  options->operands[options->operand_count] = NULL;
  return OPTIONS_GO_ON;
}

int
options_set_processes (struct options *options, const struct options_row *row,
		       const char *text)
{
  (void) options;
  size_t digits = 0;
  for (const char *p = text; *p; p++)
    {
      if (*p == ',' ? digits == 0 : !isdigit ((unsigned char) *p))
	return cmd_misuse ("'%s' is no list of process numbers", text);
      digits = *p == ',' ? 0 : digits + 1;
    }
  if (digits == 0)
    return cmd_misuse ("'%s' is no list of process numbers", text);
  *(const char **) row->object = text;
  return OPTIONS_GO_ON;
}

/* Return whether FILE begins with MAGIC, a string of no more than 8 bytes.
   What is no regular file is left alone, as it may be possible to read it only
   once.  */

static bool
options_begins (const char *file, const char *magic)
{
  struct stat status;
  char head[8];
  size_t length = strlen (magic);
  if (stat (file, &status) != 0 || !S_ISREG (status.st_mode))
    return false;
  FILE *in = fopen (file, "r");
  if (!in)
    return false;
  bool begins = fread (head, 1, length, in) == length
    && memcmp (head, magic, length) == 0;
  fclose (in);
  return begins;
}

/* Whether the first operand is a profile though an image may stand there: none
   does, unless they were exchanged, which is told when it is read.  */

static bool
options_is_profile (const struct options *options)
{
  const char *first = options->operands[0];
  return (strcmp (first, "-") == 0 || options_begins (first, CGPROF_MAGIC))
    && !(options->operand_count > 1
	 && options_begins (options->operands[1], ELFMAG));
}

void
options_take_files (const struct options *options,
		    struct analysis_request *request)
{
  const char *first = options->operands[0];
  size_t images = options->operand_count > 0
    && (options->profiles == 0
	? !options_is_profile (options)
	: options->operand_count > options->profiles
	  || options_begins (first, ELFMAG));
  if (!images && options->operand_count > 0 && options->profiles == 0)
    request->recorded = true;
  if (images)
    request->image = options->operands[0];
  request->profiles = (const char *const *) options->operands + images;
  request->profile_count = options->operand_count - images;
}
