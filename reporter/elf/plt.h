/* The stubs through which an image calls other modules, by name.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_PLT_H
#define CGPROF_ELF_PLT_H

#include <libelf.h>
#include <stdint.h>

/* Call FOUND for each stub of ELF with its link-time ADDRESS, its SIZE in
   bytes and the NAME of the function that it calls (valid while ELF is open).
   The stubs of x86-64, i386, AArch64 and s390x are known; of other machines
   none is found.  */
void plt_scan (Elf *elf,
	       void (*found) (void *closure, uint64_t address,
			      uint64_t size, const char *name),
	       void *closure);

/* Call FOUND for each dynamic relocation of ELF that names a symbol, with that
   NAME (valid while ELF is open): its definition is chosen when the program
   is loaded, not when the image was linked.  */
void plt_scan_dynamic (Elf *elf, void (*found) (void *closure,
						const char *name),
		       void *closure);

#endif /* CGPROF_ELF_PLT_H */
