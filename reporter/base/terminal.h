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

/* The bytes a name may have before it makes a line too long for the terminal
   that shows the output; 0 if there is none or names shall be whole.
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
