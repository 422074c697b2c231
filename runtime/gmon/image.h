/* The program's own file: its site tables and function symbols.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_GMON_IMAGE_H
#define CGPROF_RUNTIME_GMON_IMAGE_H

#include <stdint.h>

#include <cgprof/abi.h>

struct cgrt_image
{
  const unsigned char *data;
  uint64_t size;
  const unsigned char *sites;	/* The rows, or NULL.  */
  uint64_t sites_size;
  const char *strings;		/* Ends in NUL if STRINGS_SIZE is not 0.  */
  uint64_t strings_size;
};

/* No function's rows take fewer bytes of the sites.  */
#define CGRT_IMAGE_FUNCTION_MIN 25

/* One function's rows.  */
struct cgrt_image_function
{
  uint64_t address;
  uint64_t counters;		/* Address of the first word.  */
  uint32_t flags;		/* enum cgprof_function_flag.  */
  uint32_t alias_count, callee_count, string_count;
  const unsigned char *aliases;	/* Tables, unaligned.  */
  const unsigned char *callees;
  const unsigned char *strings;

  /* Of the sites that are still to be read.  */
  const unsigned char *from, *end;
  uint32_t left;		/* How many.  */
  uint32_t next;		/* Word of the next.  */
};

struct cgrt_image_site
{
  uint64_t callee_address;	/* SCOPE is CGPROF_SCOPE_ADDRESS.  */
  uint32_t callee;		/* String.  */
  uint32_t word;
  enum cgprof_site_kind kind;
  enum cgprof_scope scope;
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

/* Return alias INDEX, counted from 0.  */
uint64_t cgrt_image_alias (const struct cgrt_image_function *function,
			   uint32_t index);

/* Read FUNCTION's next site.  Returns 0 at the end or where it makes no
   sense.  */
int cgrt_image_site (struct cgrt_image_function *function,
		     struct cgrt_image_site *site);

/* Return string INDEX of FUNCTION, "" if there is none such.  */
const char *cgrt_image_string (const struct cgrt_image *image,
			       const struct cgrt_image_function *function,
			       uint32_t index);

/* Call VISIT for each function symbol the file defines and that other
   files can refer to, best table first.  */
void cgrt_image_symbols (const struct cgrt_image *image,
			 void (*visit) (const char *name, uint64_t address,
					void *data),
			 void *data);

#endif /* CGPROF_RUNTIME_GMON_IMAGE_H */
