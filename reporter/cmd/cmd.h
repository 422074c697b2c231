/* The subcommands.

   Each parses its own arguments (ARGV[0] is its name), does its work and
   returns the exit status: 0 done, 1 could not, 2 usage.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_CMD_H
#define CGPROF_CMD_CMD_H

#include "base/replace.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

int cmd_report (int argc, char **argv);
int cmd_annotate (int argc, char **argv);
int cmd_check (int argc, char **argv);
int cmd_diff (int argc, char **argv);
int cmd_export (int argc, char **argv);
int cmd_merge (int argc, char **argv);
int cmd_dump (int argc, char **argv);
int cmd_html (int argc, char **argv);
int cmd_query (int argc, char **argv);
int cmd_plugin (int argc, char **argv);
int cmd_top (int argc, char **argv);
int cmd_ctl (int argc, char **argv);
int cmd_run (int argc, char **argv);
int cmd_advise (int argc, char **argv);
int cmd_calibrate (int argc, char **argv);

/* Return the function of the subcommand NAME, or NULL if there is none.  */
int (*cmd_find (const char *name)) (int argc, char **argv);

/* Whether WORD, which is no subcommand, is no file either, and looks like a
   subcommand mistyped; then say so.  */
bool cmd_suggest (const char *word);

/* Print every subcommand and what it does.  */
void cmd_list (void);

/* Flush standard output.  Return STATUS, or 1 after a message if what was
   printed could not be written.  */
int cmd_finish (int status);

/* Which output is compressed as gzip does.  */
enum cmd_compress
{
  CMD_COMPRESS_NOT,
  CMD_COMPRESS_BY_NAME,		/* A file whose name ends in ".gz".  */
  CMD_COMPRESS_ALWAYS
};

/* What a subcommand prints to a file.  */
struct cmd_output
{
  FILE *out;			/* What to print to.  */
  FILE *to;			/* Where that goes, compressed or not.  */
  struct replace replace;	/* Of a file.  */
};

/* Begin to print to FILE, which stays what it is until all was printed; NULL
   is standard output.  Return false after a message if it cannot be written;
   then nothing is to be closed.  */
bool cmd_open_output (struct cmd_output *output, const char *file,
		      enum cmd_compress compress);

/* End OUTPUT; FILE is new if that was GOOD.  0, or 1 if it was not or, after a
   message, what was printed could not be written.  */
int cmd_close_output (struct cmd_output *output, bool good);

/* Say what is wrong with the command line, and how to get help for the
   subcommand that cmd_find found last; returns 2.  */
int cmd_misuse (const char *format, ...)
  __attribute__ ((__format__ (__printf__, 1, 2)));

#endif /* CGPROF_CMD_CMD_H */
