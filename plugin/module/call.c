/* What a program holds once whose code is all counted (the plugin's option
   count=blocks): the slow path of its indirect calls, and what tells the runtime
   of calls that concern it.

   Made to text as segment.c is, in its COMDAT group.

   SPDX-License-Identifier: MIT  */

#include "cgprof/abi.h"
#define CGPROF_CALL_TEXT 1
#include CGPROF_MODULE_HEADER
