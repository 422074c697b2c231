/* Lists of symbols as nm writes them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_NM_H
#define CGPROF_ELF_NM_H

#include <stdbool.h>
#include <stdint.h>

/* Call ADD for every code symbol (type T or t) in FILE, a list of lines
   "ADDRESS TYPE NAME".  Return false, with a message, if FILE cannot be read
   or has no such symbol.  */
bool nm_read (const char *file,
	      void (*add) (void *closure, uint64_t address, bool global,
			   const char *name),
	      void *closure);

#endif /* CGPROF_ELF_NM_H */
