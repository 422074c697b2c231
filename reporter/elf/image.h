/* An ELF file: its functions by address and by name, and the tables the
   plugin left in it.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_IMAGE_H
#define CGPROF_ELF_IMAGE_H

#include "base/map.h"
#include "base/mem.h"
#include "elf/block-tables.h"
#include "elf/site-tables.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The index of no function and of no row.  Equal to MAP_NONE.  */
#define IMAGE_NONE UINT32_MAX

enum image_function_flag
{
  IMAGE_FUNCTION_LOCAL = 1,
  IMAGE_FUNCTION_PLT = 2,	/* A stub; SYMBOL is what it leads to.  */
  IMAGE_FUNCTION_LABEL = 4,	/* Its symbol is not of a function's type.  */
  IMAGE_FUNCTION_OWN = 8,	/* Its name is one of the runtime's or of
				   those that the plugin adds.  */
  IMAGE_FUNCTION_NAMESAKE = 16	/* Another function with a row has its name,
				   too.  */
};

/* Which symbols make functions.  */
struct image_choice
{
  bool no_static;		/* A local function is part of the global one
				   before it.  */
  bool no_labels;		/* Local symbols must be of a function's
				   type.  */
  const char *symbols;		/* Path of a file as nm writes it, whose
				   symbols replace the image's own; NULL: the
				   image's own.  */
};

/* A range of code with a name: link-time addresses from ADDRESS up to END.  */
struct image_function
{
  uint64_t address;
  uint64_t end;
  const char *symbol;		/* Without a version.  */
  const char *file;		/* Source file of a local symbol in .symtab,
				   else NULL.  */
  uint32_t row;			/* In ROWS.functions, or IMAGE_NONE.  */
  uint32_t owner;		/* The function this is a part of (.cold) or
				   leads to (thunk, alias); else itself.  */
  uint32_t flags;		/* enum image_function_flag.  */
};

/* An ELF file.  Its strings are valid until it is closed.  */
struct image
{
  const char *path;
  const char *build_id;		/* Hexadecimal; NULL if it has none.  */
  const char *soname;		/* NULL if it has none.  */
  const char **needed;		/* DT_NEEDED: names of libraries.  */
  size_t needed_count, needed_room;
  bool swap;			/* Byte order is not this machine's.  */
  bool extend;			/* Addresses of 4 bytes are signed.  */
  uint64_t code_mask;		/* The bits of a function's address that tell
				   where it is: on ARM not the last one, which
				   tells that its code is Thumb.  */
  unsigned pointer_size;	/* 4 or 8.  */
  uint64_t counters;		/* Address and bytes of the counter */
  uint64_t counters_size;	/* section; 0 if there is none.  */

  struct image_function *functions;	/* Sorted; they do not overlap.  */
  size_t function_count, function_room;
  struct site_tables rows;
  struct block_tables blocks;	/* In no order.  */

  /* An index into FUNCTIONS for image_find: SLOTS[I] of them begin below
     SLOT_START + (I << SLOT_SHIFT).  */
  uint32_t *slots;
  size_t slot_count;
  uint64_t slot_start;
  unsigned slot_shift;

  struct arena arena;

  /* Indices in FUNCTIONS by symbol (dict_find): of global functions, of local
     ones (if there are .cold parts, also by "SYMBOL\nFILE"), and of those
     that other modules can call.  In an image without ROWS the first two
     have only the functions that .cold parts belong to.  */
  struct dict global_names;
  struct dict local_names;
  struct dict exported_names;

  /* Likewise "SYMBOL@VERSION", and "SYMBOL@" where there is no version; empty
     if the image has no versions.  */
  struct dict versioned_names;

  /* By symbol that the image takes from other modules: the index in VERSIONS
     of the version it asks for.  */
  struct dict needed_names;
  const char **versions;
  size_t version_count, version_room;

  /* The symbols that dynamic relocations name, whose definition the loader
     chooses; a reference to any other symbol was bound to the image's own
     definition when it was linked.  */
  struct dict dynamic_names;

  struct elf_file *elf;		/* Open file and its data (private).  */
};

/* Open the ELF file PATH into IMAGE, which must be closed in any case; CHOICE
   may be NULL.  Return false, with a message, if it is no ELF file or its
   tables are damaged.  An image without symbols is no error.  */
bool image_open (struct image *image, const char *path,
		 const struct image_choice *choice);

/* Do the same, but read only the file's header and its build-id: IMAGE has no
   functions, names or rows.  */
bool image_identify (struct image *image, const char *path);

/* Return libelf's descriptor of IMAGE, which keeps it.  */
struct Elf;
struct Elf *image_elf (const struct image *image);

/* Return the index of the function of IMAGE that holds link-time ADDRESS, or
   IMAGE_NONE.  */
uint32_t image_find (const struct image *image, uint64_t address);

/* Return the index of the function that SITE of IMAGE, a direct one, calls, if
   the image tells by itself: IMAGE_NONE if that is up to the loader, or no
   function has that name or address.  Of functions of one name, calls of a
   local entry mean the one that lies next to the caller.  */
uint32_t image_find_callee (const struct image *image,
			    const struct site_tables_site *site);

/* Return the link-time address at which the first function behind ADDRESS
   begins; UINT64_MAX if there is none.  */
uint64_t image_next (const struct image *image, uint64_t address);

void image_close (struct image *image);

#endif /* CGPROF_ELF_IMAGE_H */
