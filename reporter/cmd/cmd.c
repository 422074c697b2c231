/* What the subcommands share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/cmd.h"
#include "base/diag.h"
#include "base/gzip.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* All of them, in the order of --help.  The completions take theirs from
   there.  */
static const struct
{
  const char *name;
  int (*run) (int argc, char **argv);
  const char *help;
} commands[] = {
  { "run", cmd_run, "run a program, then report" },
  { "top", cmd_top, "watch a program while it runs" },
  { "ctl", cmd_ctl, "start, stop, mark a program while it runs" },
  { "report", cmd_report, "flat profile, call graph and more (default)" },
  { "annotate", cmd_annotate, "source with calls and times" },
  { "check", cmd_check, "hold the program to a budget of calls" },
  { "diff", cmd_diff, "what changed from one profile to another" },
  { "query", cmd_query, "a short question, answered in JSON" },
  { "html", cmd_html, "one page for a browser: table, flame graph, source" },
  { "advise", cmd_advise, "what to change, and what it would save" },
  { "calibrate", cmd_calibrate, "measure what operations cost here" },
  { "export", cmd_export, "the profile in another program's format" },
  { "merge", cmd_merge, "several profiles in one file" },
  { "dump", cmd_dump, "every byte of a cgprof.out, explained" },
  { "plugin", cmd_plugin, "which compilers have the plugin; build it" },
};

/* The subcommand that was found last, or NULL.  */
static const char *cmd_found;

#define COMMANDS (sizeof commands / sizeof *commands)

int (*cmd_find (const char *name)) (int argc, char **argv)
{
  for (size_t i = 0; i < COMMANDS; i++)
    if (strcmp (name, commands[i].name) == 0)
      {
	cmd_found = commands[i].name;
	return commands[i].run;
      }
  return NULL;
}

void
cmd_list (void)
{
  for (size_t i = 0; i < COMMANDS; i++)
    printf ("  %-10s %s\n", commands[i].name, commands[i].help);
}

/* Words longer than this are no subcommands.  */
#define CMD_WORD_MAX 15

/* In how many letters A and B differ: one left out, one too much, one for
   another, two neighbours swapped.  Both are at most CMD_WORD_MAX long.  */

static unsigned
cmd_distance (const char *a, const char *b)
{
  unsigned rows[CMD_WORD_MAX + 1][CMD_WORD_MAX + 1];
  size_t m = strlen (a);
  size_t n = strlen (b);
  for (size_t i = 0; i <= m; i++)
    for (size_t j = 0; j <= n; j++)
      {
	unsigned least = i > j ? i : j;
	if (i > 0 && j > 0)
	  {
	    least = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
	    if (rows[i - 1][j] + 1 < least)
	      least = rows[i - 1][j] + 1;
	    if (rows[i][j - 1] + 1 < least)
	      least = rows[i][j - 1] + 1;
	  }
	if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]
	    && rows[i - 2][j - 2] + 1 < least)
	  least = rows[i - 2][j - 2] + 1;
	rows[i][j] = least;
      }
  return rows[m][n];
}

bool
cmd_suggest (const char *word)
{
  size_t length = strlen (word);
  if (length == 0 || length > CMD_WORD_MAX || word[0] == '-'
      || word[0] == '@' || strchr (word, '/') || access (word, F_OK) == 0)
    return false;
  size_t best = COMMANDS;
  unsigned least = length > 4 ? 3 : 2;
  for (size_t i = 0; i < COMMANDS; i++)
    {
      unsigned distance = cmd_distance (word, commands[i].name);
      if (distance < least)
	{
	  least = distance;
	  best = i;
	}
    }
  if (best == COMMANDS)
    return false;
  diag_error (NULL, "'%s' is neither a subcommand nor a file; did you mean "
	      "'%s'?", word, commands[best].name);
  return true;
}

int
cmd_finish (int status)
{
  int error = diag_flush ();
  if (error || ferror (stdout))
    {
      diag_error ("standard output", "cannot write: %s",
		  error ? strerror (error) : "error");
      return 1;
    }
  return status;
}

static bool
cmd_is_compressed (const char *output)
{
  static const char ending[] = ".gz";
  size_t length = output ? strlen (output) : 0;
  return length >= sizeof ending
    && strcmp (output + length - (sizeof ending - 1), ending) == 0;
}

bool
cmd_open_output (struct cmd_output *output, const char *file,
		 enum cmd_compress compress)
{
  *output = (struct cmd_output) { .out = stdout, .to = stdout };
  if (file)
    {
      /* Who may not write to it may yet be able to replace it.  */
      if (access (file, F_OK) == 0 && access (file, W_OK) != 0)
	return diag_error (file, "cannot write: %s", strerror (errno));
      if (!replace_begin (&output->replace, file))
	return false;
      output->out = output->to = output->replace.out;
    }
  if (compress == CMD_COMPRESS_ALWAYS
      || (compress == CMD_COMPRESS_BY_NAME && cmd_is_compressed (file)))
    output->out = gzip_open (output->to);
  return true;
}

int
cmd_close_output (struct cmd_output *output, bool good)
{
  if (output->out != output->to)
    fclose (output->out);
  return output->to == stdout ? cmd_finish (good ? 0 : 1)
			      : !replace_end (&output->replace, good);
}

int
cmd_misuse (const char *format, ...)
{
  char message[1024];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (message, sizeof message, format, arguments);
  va_end (arguments);
  diag_error (NULL, "%s; try 'cgprof %s%s--help'", message,
	      cmd_found ? cmd_found : "", cmd_found ? " " : "");
  return 2;
}
