/* Sections and addresses in assembler text, as counters and rows have them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_EMIT_ASSEMBLY_H
#define CGPROF_EMIT_ASSEMBLY_H

/* Begin the section NAME with FLAGS and TYPE, tied to the current
   function, which has the symbol .Lcgprof_fN.  */
void assembly_push_section (const char *name, const char *flags,
			    const char *type);

/* Write 64 bits before and behind the text of an address.  A linker for 32
   bits fills in no more than these.  (One that has the higher ones first is
   not served: emit/texts.cc.)  */
void assembly_begin_address (void);
void assembly_end_address (void);

/* Write the address of NAME, an assembler name.  */
void assembly_put_address (const char *name);

/* Write the address of the label PREFIX NUMBER, or 0 if there is none.  */
void assembly_put_label_address (const char *prefix, unsigned number,
				 bool is_there);

#endif /* CGPROF_EMIT_ASSEMBLY_H */
