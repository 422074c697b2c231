/* Colours and the pager, where a person is reading.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_BASE_TERMINAL_H
#define CGPROF_BASE_TERMINAL_H

#include <stdbool.h>
#include <stddef.h>

enum terminal_when
{
  TERMINAL_AUTO,		/* If standard output is a terminal.  */
  TERMINAL_ALWAYS,
  TERMINAL_NEVER
};

/* What the options say.  */
struct terminal
{
  enum terminal_when color;
  bool no_pager;
  bool full_names;
};

/* The options for it, to be put into a table of getopt_long, and their
   values.  */
#define TERMINAL_COLOR 0x7001
#define TERMINAL_NO_PAGER 0x7002
#define TERMINAL_FULL_NAMES 0x7003
#define TERMINAL_OPTIONS \
  { "color", optional_argument, NULL, TERMINAL_COLOR }, \
  { "no-pager", no_argument, NULL, TERMINAL_NO_PAGER }, \
  { "full-names", no_argument, NULL, TERMINAL_FULL_NAMES }

/* What --help says of them.  */
#define TERMINAL_HELP \
  "      --color[=auto|always|never]\n" \
  "                       colours (auto: on a terminal)\n" \
  "      --no-pager       print straight to the terminal\n" \
  "      --full-names     also on a terminal, whole names of C++\n"

/* Take OPTION with its argument TEXT, which may be NULL.  False, with a
   message, if that is none; true also if OPTION is another one.  */
bool terminal_option (struct terminal *terminal, int option,
		      const char *text);

/* The bytes a name may have before it makes a line too long for the terminal
   that shows the output; SIZE_MAX if there is none or names shall be whole.
   To be asked for before terminal_start.  */
size_t terminal_name_room (const struct terminal *terminal);

/* Get ready for output that is to be read: if standard output is a terminal,
   let a pager show it, unless TERMINAL forbids.  Returns whether there shall
   be colours.  Once at most; the pager is waited for at exit.  */
bool terminal_start (const struct terminal *terminal);

/* How a text stands out.  */
enum terminal_style
{
  TERMINAL_HEAD,		/* A heading.  */
  TERMINAL_HOT,			/* Takes much of the time, */
  TERMINAL_WARM,		/* or some.  */
  TERMINAL_MORE,		/* Was less before, */
  TERMINAL_LESS,		/* or more.  */
  TERMINAL_DIM			/* Of less interest.  */
};

/* What switches STYLE on, and any style off; "" unless COLOR.  */
const char *terminal_on (bool color, enum terminal_style style);
const char *terminal_off (bool color);

#endif /* CGPROF_BASE_TERMINAL_H */
