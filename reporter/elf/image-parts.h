/* What the two halves of opening an image share: image-read.c collects
   symbols, image.c makes functions of them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_ELF_IMAGE_PARTS_H
#define CGPROF_ELF_IMAGE_PARTS_H

#include "elf/image.h"
#include "elf/symbol-versions.h"

#include <elfutils/libdwfl.h>
#include <libelf.h>

/* The open file of an image.  */
struct elf_file
{
  int fd;
  Elf *elf;
  Dwfl *dwfl;			/* Of the separate debug file; or NULL.  */
};

/* Where a candidate comes from: a later one in this list is trusted more.  */
enum image_source
{
  IMAGE_FROM_PLT,
  IMAGE_FROM_SYMBOL,
  IMAGE_FROM_ALIAS,
  IMAGE_FROM_ROW
};

/* A symbol that may become a function.  */
struct image_candidate
{
  uint64_t address;
  uint64_t size;		/* 0: unknown.  */
  const char *symbol;
  const char *version;		/* In .dynsym; NULL if it has none.  */
  const char *file;		/* Source file; NULL if unknown.  */
  uint32_t row;			/* The function's row, if the candidate is
				   IMAGE_FROM_ROW or IMAGE_FROM_ALIAS.  */
  uint8_t source;		/* enum image_source.  */
  bool global;
  bool exported;
  bool hidden;			/* Only references that name its version
				   mean it.  */
  bool function;		/* The symbol's type is that of functions.  */
};

/* A section of code, by link-time addresses.  */
struct image_section
{
  uint64_t address;
  uint64_t end;
};

/* What is needed only while an image is opened.  */
struct image_builder
{
  struct image *image;
  struct image_choice choice;
  struct image_candidate *candidates;
  size_t count;
  size_t room;
  struct image_section *sections;	/* Of code, sorted.  */
  size_t section_count;
  size_t section_room;
  struct symbol_versions versions;
  bool cold;			/* There is a symbol of a .cold part.  */
};

/* Return the end of the section of code that holds ADDRESS; 0 if there is
   none.  */
uint64_t image_section_end (const struct image_builder *builder,
			    uint64_t address);

/* Add a candidate and return it for the caller to complete; the pointer is
   valid until the next one is added.  */
struct image_candidate *image_add_candidate (struct image_builder *builder,
					     uint64_t address, uint64_t size,
					     const char *symbol,
					     enum image_source source);

/* Note BUILDER's sections of code, read the tables of the plugin into its
   image, and add a candidate for each symbol.  Return false, with a message,
   if that fails.  */
bool image_read_sections (struct image_builder *builder);

#endif /* CGPROF_ELF_IMAGE_PARTS_H */
