/* The explanations of the report.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "text/view.h"

const struct view_texts view_own_texts = {
  .flat = "\n\
% time              share of the profiled time that was spent in the\n\
                    function's own code.\n\
cumulative seconds  time of this function and of all listed above it.\n\
self seconds        time in the function's own code.  The list is sorted\n\
                    by it, then by calls, then by name.\n\
with sub seconds    time in it and in what it called, where that was\n\
                    measured by sampled stacks.\n\
calls               how often the function was called, by itself included;\n\
                    blank if that is not known.\n\
self per call       own time of one call, on average.\n\
total per call      likewise with the functions it called.\n\
name                the function.  Where several have one name, the file,\n\
                    the module or the address tells them apart.\n\
",

  .graph = "\n\
There is an entry for each function, between two lines of dashes.  Its own\n\
line begins with the entry's number; the lines above are the functions\n\
that called it, the lines below those it called.  Entries are sorted by\n\
the time of the function with all it called.\n\
\n\
On the entry's own line:\n\
 % time    share of the profiled time spent in the function and in what it\n\
           called.\n\
 self      seconds in the function's own code.\n\
 children  seconds in the functions it called.\n\
 called    how often others called it, and after a '+' how often it called\n\
           itself.  Calls from within its cycle are not among them.\n\
\n\
On a caller's line:\n\
 self, children  the part of the two times above that this caller's calls\n\
                 account for.\n\
 called          calls by this caller / all calls by others.\n\
On a callee's line the same is told of the callee.  Calls are exact.  Time\n\
of callees is measured by sampled stacks if a line above says so; else it is\n\
shared among callers by their numbers of calls, which is an estimate.\n\
\n\
<spontaneous> stands for callers that are not counted: code compiled\n\
without cgprof, the kernel, the start of the program.\n\
\n\
Functions that call one another in a circle are a cycle.  It has an entry\n\
\"as a whole\": below it are the members, with the calls they got from\n\
within the cycle.  After its '+' stand the calls inside the cycle.  The\n\
part \"Cycles\" shows it again, with the callers from outside above it and\n\
below the members what these called outside.  Between members no time is\n\
shared out, so these columns are blank.\n\
\n",

  .bsd_graph = "\n\
call graph profile:\n\
\n\
There is an entry for each function, between two lines of dashes.  Its own\n\
line, the one with an index at its start, tells the share of the time of\n\
the function with its descendents, the time in its own code, that in its\n\
descendents, and how often others, and after a '+' itself, called it.\n\
Above stand its parents, those who called it, below its children, those\n\
it called; there \"called/total\" are the calls by this parent, or to this\n\
child, and all calls.  Time is shared among parents by their numbers of\n\
calls.  <spontaneous> stands for parents that are not counted.  Functions\n\
that call one another in a circle are a cycle, which has an entry of its\n\
own.\n\
\n"
};
