/* The program's own file: its site tables and function symbols.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_IMAGE_H
#define CGPROF_RUNTIME_IMAGE_H

#include <stdint.h>

#include "cgprof/abi.h"

struct cgrt_image
{
  const unsigned char *data;
  uint64_t size;
  const unsigned char *sites;	/* The rows, or NULL.  */
  uint64_t sites_size;
  const char *strings;		/* Ends in NUL if STRINGS_SIZE is not 0.  */
  uint64_t strings_size;
};

/* One function's rows.  */
struct cgrt_image_function
{
  struct cgprof_function_row row;
  const unsigned char *aliases;	/* ROW.aliases u64, unaligned.  */
  const unsigned char *sites;	/* First site row.  */
  const unsigned char *end;	/* Of this function's rows.  */
};

/* Map the program's file and find the tables; nothing in it is trusted.
   Returns 0, or an errno: ENOEXEC for a file that is not a sound ELF file
   of this process's kind.  Normal context.  */
int cgrt_image_open (struct cgrt_image *image);
void cgrt_image_close (struct cgrt_image *image);

/* Read the function whose rows are at offset *AT of the sites and advance
   *AT.  Returns 0 at the end or where the rows make no sense.  */
int cgrt_image_function (const struct cgrt_image *image, uint64_t *at,
			 struct cgrt_image_function *function);

/* Read the site row at *FROM and advance *FROM over it and its inline
   rows.  Returns 0 if it does not fit in FUNCTION.  */
int cgrt_image_site (const struct cgrt_image_function *function,
		     const unsigned char **from,
		     struct cgprof_site_row *site);

/* Return string OFFSET, "" if there is none such.  */
const char *cgrt_image_string (const struct cgrt_image *image,
			       uint32_t offset);

/* Call VISIT for each function symbol the file defines and that other
   files can refer to, best table first.  */
void cgrt_image_symbols (const struct cgrt_image *image,
			 void (*visit) (const char *name, uint64_t address,
					void *data),
			 void *data);

#endif /* CGPROF_RUNTIME_IMAGE_H */
