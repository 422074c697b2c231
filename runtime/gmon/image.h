/* The program's own file: its site tables and function symbols.

   SPDX-License-Identifier: MIT  */

#ifndef CGPROF_RUNTIME_GMON_IMAGE_H
#define CGPROF_RUNTIME_GMON_IMAGE_H

#include <stdint.h>

#include <cgprof/abi.h>

/* The program's file, mapped.  Addresses in it are link-time addresses.  */
struct cgrt_image
{
  const unsigned char *data;	/* The whole file.  */
  uint64_t size;
  const unsigned char *sites;	/* The section of site tables, or NULL.  */
  uint64_t sites_size;
  const char *strings;		/* Ends in NUL if STRINGS_SIZE is not 0.  */
  uint64_t strings_size;
};

/* A function's rows take at least so many bytes of the site tables.  */
#define CGRT_IMAGE_FUNCTION_MIN 25

/* One function's rows (cgprof/abi.h).  */
struct cgrt_image_function
{
  uint64_t address;
  uint64_t counters;		/* Address of its first counter word.  */
  uint32_t flags;		/* enum cgprof_function_flag.  */
  uint32_t alias_count, callee_count, string_count;
  const unsigned char *aliases;	/* These three tables are not aligned.  */
  const unsigned char *callees;
  const unsigned char *strings;

  /* The sites that cgrt_image_site has still to read.  */
  const unsigned char *from, *end;
  uint32_t left;		/* Number of these sites.  */
  uint32_t next;		/* Word of the next one, unless its row has
				   another.  */
};

/* One call site.  */
struct cgrt_image_site
{
  uint64_t callee_address;	/* If SCOPE is CGPROF_SCOPE_ADDRESS.  */
  uint32_t callee;		/* Name, for cgrt_image_string.  */
  uint32_t word;		/* Index of its first counter word.  */
  enum cgprof_site_kind kind;
  enum cgprof_scope scope;
};

/* Map the program's file and find its site tables; nothing in the file is
   trusted.  Return 0 or an errno: ENOEXEC if it is not a sound ELF file of
   this process's class and byte order.  Not in a signal handler.  */
int cgrt_image_open (struct cgrt_image *image);
void cgrt_image_close (struct cgrt_image *image);

/* Set FUNCTION to the rows at offset *AT of the site tables, set *AT to the
   offset behind them, and return 1.  Return 0 at the end of the tables or
   where they are not valid.  */
int cgrt_image_function (const struct cgrt_image *image, uint64_t *at,
			 struct cgrt_image_function *function);

/* Return the address of the alias or thunk INDEX, from 0 to ALIAS_COUNT - 1,
   that leads to FUNCTION.  */
uint64_t cgrt_image_alias (const struct cgrt_image_function *function,
			   uint32_t index);

/* Set SITE to FUNCTION's next call site and return 1.  Return 0 behind the
   last one or where its row is not valid.  */
int cgrt_image_site (struct cgrt_image_function *function,
		     struct cgrt_image_site *site);

/* Return string INDEX of FUNCTION, counted from 1; "" if there is no such
   string.  */
const char *cgrt_image_string (const struct cgrt_image *image,
			       const struct cgrt_image_function *function,
			       uint32_t index);

/* Call VISIT with DATA for each function symbol that the file defines and that
   other files can refer to: first those of .symtab, then those of .dynsym.  */
void cgrt_image_symbols (const struct cgrt_image *image,
			 void (*visit) (const char *name, uint64_t address,
					void *data),
			 void *data);

#endif /* CGPROF_RUNTIME_GMON_IMAGE_H */
