/* The plugin's options, as given by -fplugin-arg-cgprof-KEY[=VALUE].

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_OPTIONS_H
#define CGPROF_OPTIONS_H

enum counters_mode
{
  COUNTERS_THREAD,		/* Each thread has a copy: exact.  */
  COUNTERS_PLAIN,		/* One copy, plain additions: exact in programs
				   of one thread.  */
  COUNTERS_ATOMIC,		/* One copy, atomic additions.  */
  COUNTERS_DEFAULT		/* The option was not given.  */
};

struct plugin_options
{
  enum counters_mode counters;
  bool segment;			/* A program's code finds the thread's copy by
				   a segment register, where there is one.  */
  bool blocks;			/* Count all code, not only calls.  */
  bool external;		/* Count calls of library functions.  */
  bool verbose;
};

/* Set once by plugin_init.  */
extern struct plugin_options plugin_options;

#endif /* CGPROF_OPTIONS_H */
