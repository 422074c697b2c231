/* The options of a subcommand: one table says what is parsed, what each
   option sets, and what --help prints.

   A subcommand makes its table in a function, where a row can point to what
   its option sets:

     struct options options = {
       .usage = "Usage: cgprof dump [OPTION...] [PROFILE...]\n",
       OPTIONS_ROWS (rows)
     };
     int status = options_parse (&options, argc, argv);
     if (status != OPTIONS_GO_ON)
       return status;

   --help is in no table, since every subcommand has it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_CMD_OPTIONS_H
#define CGPROF_CMD_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

/* What a function returns after which the subcommand goes on; otherwise it
   returns the exit status with which the subcommand ends.  */
#define OPTIONS_GO_ON (-1)

/* The words of which an argument must be one: a table of COUNT elements of
   SIZE bytes, each of which begins with a pointer to its word.  An element
   whose pointer is NULL has no word.  POINTED: the elements are pointers to
   what begins so.  */
struct options_words
{
  const void *table;
  size_t count;
  size_t size;
  bool pointed;
};

#define OPTIONS_WORDS(words) \
  { (words), sizeof (words) / sizeof *(words), sizeof *(words), false }

struct options;

/* An option, and what it does: all for which there is a pointer, in this
   order.  */
struct options_row
{
  const char *name;		/* Without its dashes; NULL: a letter only.  */
  char letter;			/* 0: none.  */
  bool optional;		/* It may stand without its argument.  */
  const char *shown;		/* The argument in --help; NULL: WORDS, and
				   without them the option has none.  */
  struct options_words words;
  const char *help;		/* One or more lines; NULL: none.  */

  bool *set;			/* Becomes true, */
  bool *clear;			/* becomes false.  */
  unsigned *bits;		/* Gets VALUE's bits, too.  */
  const char **text;		/* Becomes the argument, or NULL.  */
  unsigned *choice;		/* Becomes the argument's index in WORDS, VALUE
				   if there is no argument.  */
  size_t *number;		/* Becomes the argument, a decimal number of at
				   least LEAST, VALUE if there is none.  */
  double *percent;		/* Becomes the argument, 0 to 100.  */

  /* Called with the argument or NULL.  Returns OPTIONS_GO_ON or the exit
     status.  */
  int (*act) (struct options *options, const struct options_row *row,
	      const char *text);
  void *object;			/* For ACT.  */

  unsigned value;
  size_t least;
  const char *what;		/* What CHOICE, NUMBER or PERCENT is, in
				   "'x' is no WHAT".  */
};

struct options
{
  const char *usage;		/* The beginning of --help, all lines.  */
  void (*print_before) (void);	/* More of it before the options; or NULL.  */
  void (*print_after) (void);	/* And after them; or NULL.  */
  int column;			/* Where help of options begins; 0: at the
				   usual place.  */
  bool in_order;		/* The first operand ends the options.  */
  size_t profiles;		/* Of the operands [IMAGE] PROFILE..., how many
				   PROFILEs must be given; SIZE_MAX: any
				   number; 0: they are [IMAGE
				   [PROFILE...]].  */
  const struct options_row *rows;
  size_t row_count;

  /* Set by options_parse: what is no option, with a NULL at its end.  */
  char **operands;
  size_t operand_count;

  /* The command line while it is parsed.  */
  char **words;
  size_t word_count;
  size_t next;			/* The index of the next word.  */
};

#define OPTIONS_ROWS(table) \
  .rows = (table), .row_count = sizeof (table) / sizeof *(table)

/* Parse ARGV, in whose place the operands are put.  Options may be shortened,
   joined and mixed with operands as with getopt_long.  Returns OPTIONS_GO_ON;
   or the exit status, after --help, after a message, or from a row's act.  */
int options_parse (struct options *options, int argc, char **argv);

/* Take the word that follows the option being acted on, whatever it is; NULL:
   there is none.  For an act.  */
char *options_take_word (struct options *options);

/* Make TEXT, numbers of processes with commas between them, what ROW's object,
   a const char *, points to.  */
int options_set_processes (struct options *options,
			   const struct options_row *row, const char *text);

struct analysis_request;

/* Make the operands, IMAGE and PROFILEs, REQUEST's image and profiles.  The
   first is the image; if OPTIONS->profiles must be given and there are no more
   operands than these, only if it is an ELF file, otherwise unless it is a
   cgprof.out, which names its program, or standard input (-).  */
void options_take_files (const struct options *options,
			 struct analysis_request *request);

/* ---- Rows that several subcommands have.  */

extern const struct options_words options_color_words;
extern const struct options_words options_propagate_words;

/* Add the directories TEXT to ROW's object, a struct source_search.  */
int options_add_source_dirs (struct options *options,
			     const struct options_row *row, const char *text);

/* Of TERMINAL, a struct terminal.  */
#define OPTIONS_TERMINAL(terminal) \
  { .name = "color", .optional = true, .words = options_color_words, \
    .choice = &(terminal).color, .value = TERMINAL_ALWAYS, \
    .what = "choice of colours", .help = "colours (auto: on a terminal)" }, \
  { .name = "no-pager", .set = &(terminal).no_pager, \
    .help = "print straight to the terminal" }, \
  { .name = "full-names", .set = &(terminal).full_names, \
    .help = "also on a terminal, whole names of C++" }

/* Of REQUEST, a struct analysis_request.  */
#define OPTIONS_NO_DEMANGLE(request) \
  { .name = "no-demangle", .clear = &(request).demangle, \
    .help = "names as the assembler has them" }
#define OPTIONS_NO_INLINES(request) \
  { .name = "no-inlines", .choice = &(request).frames, \
    .value = FRAMES_PLACES, \
    .help = "inlined functions' time is their callers'" }
#define OPTIONS_PROCESS(request) \
  { .name = "process", .shown = "PID[,PID...]", \
    .act = options_set_processes, .object = &(request).processes, \
    .help = "only what these processes did" }
#define OPTIONS_RANGE(request) \
  { .name = "from", .shown = "TIME", .text = &(request).from, \
    .help = "only samples from then on: seconds since the start, or the\n" \
	    "name of a mark; calls are those of the whole run" }, \
  { .name = "until", .shown = "TIME", .text = &(request).to, \
    .help = "only samples before then" }
#define OPTIONS_RANGE_TO(request) \
  { .name = "to", .shown = "TIME", .text = &(request).to, \
    .help = "the same" }
#define OPTIONS_STATE(request) \
  { .name = "state", .words = OPTIONS_WORDS (model_state_names), \
    .choice = &(request).state, .what = "state of threads", \
    .help = "only samples of threads in that state" }, \
  { .name = "latency", .set = &(request).latency, \
    .help = "a sample counts 1/N while N threads run: what holds up" }
#define OPTIONS_PROPAGATE(request) \
  { .name = "propagate", .words = options_propagate_words, \
    .choice = &(request).propagate, .what = "way to propagate time", \
    .help = "callees' time: by stacks (default) or by calls" }

/* Of OUTPUT, a const char *; NULL: standard output.  */
#define OPTIONS_OUTPUT(output) \
  { .name = "output", .letter = 'o', .shown = "FILE", .text = &(output), \
    .help = "write to FILE, not to standard output" }

/* Of SEARCH, a struct source_search; the second name is GNU gprof's.  */
#define OPTIONS_SOURCE_DIR(search) \
  { .name = "source-dir", .letter = 'I', .shown = "DIRS", \
    .act = options_add_source_dirs, .object = &(search), \
    .help = "where source is, if not where it was compiled;\n" \
	    "colons separate DIRS; may be given again" }, \
  { .name = "directory-path", .shown = "DIRS", \
    .act = options_add_source_dirs, .object = &(search), \
    .help = "the same" }

#endif /* CGPROF_CMD_OPTIONS_H */
