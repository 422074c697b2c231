/* Call instructions.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_CALL_DECODE_H
#define CGPROF_ELF_CALL_DECODE_H

#include "elf/image.h"

#include <libelf.h>

/* The code of a section.  */
struct code_bytes
{
  uint64_t address;
  const unsigned char *bytes;
  size_t size;
  bool swap;
};

struct code_machine
{
  unsigned machine;
  unsigned step;		/* Between possible calls.  */
  unsigned length;		/* From a call to where it returns.  */

  /* Whether there is a direct call at an offset of code, at least STEP
     bytes before its end; *TARGET is what it leads to.  */
  bool (*look) (const struct code_bytes *, size_t, uint64_t *target);
};

/* IMAGE's machine, or NULL if its calls are not known.  */
const struct code_machine *code_find_machine (const struct image *image);

/* Set CODE to the code of the section after *SECTION (at first NULL) of
   IMAGE that has some, and *SECTION to that.  False behind the last.  */
bool code_next (const struct image *image, Elf_Scn **section,
		struct code_bytes *code);

/* Whether the instruction before AFTER in IMAGE is a direct call; then
   *TARGET is what it leads to.  */
bool code_called (const struct image *image, uint64_t after,
		  uint64_t *target);

#endif /* CGPROF_ELF_CALL_DECODE_H */
