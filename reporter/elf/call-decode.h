/* Direct calls in machine code: where they are and what they lead to.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_CALL_DECODE_H
#define CGPROF_ELF_CALL_DECODE_H

#include "elf/image.h"

#include <libelf.h>

/* The code of one section, as the file has it.  */
struct call_decode_bytes
{
  uint64_t address;		/* Link-time, of BYTES[0].  */
  const unsigned char *bytes;	/* Valid while the image is open.  */
  size_t size;
  bool swap;			/* Byte order is not this machine's.  */
};

/* How direct calls are encoded on one kind of processor.  */
struct call_decode_machine
{
  unsigned machine;		/* ELF's e_machine.  */
  unsigned step;		/* Bytes from one place where an instruction
				   may begin to the next.  */
  unsigned length;		/* Bytes from the beginning of a call to where
				   it returns.  */

  /* Return whether the bytes of CODE at OFFSET, which is at least STEP bytes
     before its end, are a direct call; then set *TARGET to the link-time
     address that it leads to.  */
  bool (*look) (const struct call_decode_bytes *code, size_t offset,
		uint64_t *target);
};

/* Return how IMAGE's processor encodes direct calls; NULL if that is not
   known.  */
const struct call_decode_machine *
call_decode_find_machine (const struct image *image);

/* Find the section with code that follows *SECTION in IMAGE (the first one, if
   *SECTION is NULL).  Set *SECTION to it and CODE to its bytes, or return
   false if there is none.  */
bool call_decode_next (const struct image *image, Elf_Scn **section,
		       struct call_decode_bytes *code);

/* Return whether the instruction of IMAGE that ends at link-time address
   AFTER is a direct call; then set *TARGET to the address it leads to.  */
bool call_decode_target (const struct image *image, uint64_t after,
			 uint64_t *target);

#endif /* CGPROF_ELF_CALL_DECODE_H */
