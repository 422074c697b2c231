/* What a module holds once whose code is all counted (the plugin's option
   count=blocks): the slow path of its indirect calls, and what tells the
   runtime of calls that concern it.

   Made to text as module.c is, in a COMDAT group of its own.

   SPDX-License-Identifier: MIT  */

#include "cgprof/abi.h"
#define CGPROF_CALL_TEXT 1
#include CGPROF_MODULE_HEADER
