/* The stubs through which an image calls other modules, by name.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_PLT_H
#define CGPROF_ELF_PLT_H

#include <libelf.h>
#include <stdint.h>

/* Tell FOUND each stub of ELF: its address, its size and the name of what
   it calls (valid while ELF is open).  Knows x86-64 and AArch64; of other
   machines it tells nothing.  */
void plt_scan (Elf *elf,
	       void (*found) (void *closure, uint64_t address,
			      uint64_t size, const char *name),
	       void *closure);

/* Tell FOUND the name in each dynamic relocation of ELF that has one (valid
   while ELF is open): what the image refers to is then chosen when the
   program is loaded, and not when the image was linked.  */
void plt_scan_dynamic (Elf *elf, void (*found) (void *closure,
						const char *name),
		       void *closure);

#endif /* CGPROF_ELF_PLT_H */
