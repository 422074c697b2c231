/* An ELF file: its functions by address and by name, and the tables the
   plugin left in it.

   Names come from four places: the plugin's rows, .symtab (the file's own
   or that of its separate debug file), .dynsym, and the stubs of the PLT.
   All are collected as candidates, sorted by address, and made ranges.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/diag.h"
#include "base/sort.h"
#include "elf/image-parts.h"

#include <cgprof/abi.h>
#include <cgprof/format.h>
#include <elfutils/libdwelf.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

static void
image_add_rows (struct image_builder *builder)
{
  const struct site_tables *rows = &builder->image->rows;
  for (size_t i = 0; i < rows->function_count; i++)
    {
      const struct site_tables_function *row = &rows->functions[i];
      struct image_candidate *candidate
	= image_add_candidate (builder, row->address, 0, row->name,
			       IMAGE_FROM_ROW);
      candidate->row = i;
      candidate->function = true;
      candidate->global = (row->flags & CGPROF_FUNCTION_GLOBAL) != 0;
      for (uint32_t j = 0; j < row->alias_count; j++)
	{
	  candidate
	    = image_add_candidate (builder, rows->aliases[row->aliases + j],
				   0, row->name, IMAGE_FROM_ALIAS);
	  candidate->row = i;
	  candidate->function = true;
	}
    }
}

static size_t
image_underscores (const char *symbol)
{
  return strspn (symbol, "_");
}

/* By address; of one address the best name first.  */

static int
image_compare_candidates (const void *a, const void *b)
{
  const struct image_candidate *x = a;
  const struct image_candidate *y = b;
  if (x->address != y->address)
    return x->address < y->address ? -1 : 1;
  if (x->source != y->source)
    return x->source > y->source ? -1 : 1;
  if (x->global != y->global)
    return x->global ? -1 : 1;
  if (x->function != y->function)
    return x->function ? -1 : 1;
  size_t u = image_underscores (x->symbol);
  size_t v = image_underscores (y->symbol);
  if (u != v)
    return u < v ? -1 : 1;
  return strcmp (x->symbol, y->symbol);
}

/* Make ranges of the sorted candidates.  */

static void
image_make_functions (struct image_builder *builder)
{
  struct image *image = builder->image;
  struct image_function *last = NULL;
  uint64_t sized_end = 0;	/* Of what has a known size so far.  */
  bool last_sized = false;
  for (size_t i = 0; i < builder->count;)
    {
      const struct image_candidate *best = &builder->candidates[i];
      uint64_t size = 0;
      const char *file = NULL;
      bool function = false;
      size_t next = i;
      for (; next < builder->count
	     && builder->candidates[next].address == best->address; next++)
	{
	  const struct image_candidate *each = &builder->candidates[next];
	  if (each->size > size)
	    size = each->size;
	  if (!file && each->file && !each->global)
	    file = each->file;
	  function = function || each->function;
	}
      i = next;

      /* A label in the middle of a function is part of it.  */
      if (!function && size == 0 && best->address < sized_end)
	continue;

      if (last && (!last_sized || last->end > best->address))
	last->end = last->end < best->address ? last->end : best->address;
      uint64_t limit = image_section_end (builder, best->address);
      image->functions = mem_grow (image->functions, &image->function_room,
				   image->function_count + 1,
				   sizeof *image->functions);
      last = &image->functions[image->function_count];
      last->address = best->address;
      last->end = size > 0 && best->address + size > best->address
	? best->address + size : limit;
      if (limit > 0 && last->end > limit)
	last->end = limit;
      if (last->end <= last->address)
	last->end = last->address + 1;
      last_sized = size > 0;
      if (last_sized && last->end > sized_end)
	sized_end = last->end;
      last->symbol = best->symbol;
      last->file = file;
      last->row = best->row;
      last->owner = image->function_count;
      last->flags = (best->global ? 0 : IMAGE_FUNCTION_LOCAL)
	| (best->source == IMAGE_FROM_PLT ? IMAGE_FUNCTION_PLT : 0)
	| (function ? 0 : IMAGE_FUNCTION_LABEL)
	| (strncmp (best->symbol, "cgrt_", 5) == 0
	   || strncmp (best->symbol, "__cgprof_", 9) == 0
	   ? IMAGE_FUNCTION_OWN : 0);
      image->function_count++;
    }
}

/* The function that begins at ADDRESS, or IMAGE_NONE.  */

static uint32_t
image_find_start (const struct image *image, uint64_t address)
{
  uint32_t found = image_find (image, address);
  return found != IMAGE_NONE && image->functions[found].address == address
    ? found : IMAGE_NONE;
}

/* Enter SYMBOL as FUNCTION's into NAMES; return the function that has it.  */

static uint32_t
image_enter_name (struct dict *names, const char *symbol, uint32_t function)
{
  uint32_t *place = dict_place (names, symbol);
  if (*place == MAP_NONE)
    *place = function;
  return *place;
}

/* The names in whose functions parts belong that were moved away.  */

static void
image_find_parted (const struct image_builder *builder, struct dict *parted)
{
  struct arena *arena = &builder->image->arena;
  for (size_t i = 0; i < builder->count; i++)
    {
      const char *symbol = builder->candidates[i].symbol;
      const char *suffix = strstr (symbol, ".cold");
      if (suffix)
	*dict_place (parted, arena_copy (arena, symbol, suffix - symbol))
	  = 0;
    }
}

/* Enter every candidate's name, or, where there are no rows, only those that
   somebody may ask for: what other modules see, and what has a part
   elsewhere.  Where one name has several addresses, the instrumented one is
   meant, and that of an old version (foo@V) last.  So rows come first.  */

static void
image_make_names (struct image_builder *builder)
{
  struct image *image = builder->image;
  bool all = image->rows.function_count > 0;
  struct dict parted = { 0 };
  if (builder->cold)
    image_find_parted (builder, &parted);
  for (int pass = 0; pass < 3; pass++)
    for (size_t i = 0; i < builder->count; i++)
      {
	const struct image_candidate *each = &builder->candidates[i];
	if ((each->source == IMAGE_FROM_ROW ? 0 : each->hidden ? 2 : 1) != pass
	    || each->source == IMAGE_FROM_PLT
	    || each->source == IMAGE_FROM_ALIAS)
	  continue;
	bool local = all || dict_find (&parted, each->symbol) != MAP_NONE;
	if (!local && !each->exported)
	  continue;
	uint32_t function = image_find_start (image, each->address);
	if (function == IMAGE_NONE)
	  continue;
	if (local)
	  {
	    uint32_t first
	      = image_enter_name (each->global ? &image->global_names
				  : &image->local_names, each->symbol,
				  function);
	    if (pass == 0 && first != function)
	      image->functions[first].flags |= IMAGE_FUNCTION_NAMESAKE;
	  }
	if (each->exported)
	  image_enter_name (&image->exported_names, each->symbol, function);
	if (each->exported && builder->versions.indices)
	  image_enter_name (&image->versioned_names,
			    arena_format (&image->arena, "%s@%s",
					  each->symbol,
					  each->version ? each->version : ""),
			    function);
	if (local && each->file && builder->cold)
	  image_enter_name (&image->local_names,
			    arena_format (&image->arena, "%s\n%s",
					  each->symbol, each->file),
			    function);
      }
  dict_free (&parted);
}

/* The function that COLD, named NAME.cold, is a part of, or IMAGE_NONE.  */

static uint32_t
image_find_hot (struct image *image, const struct image_function *cold)
{
  const char *suffix = strstr (cold->symbol, ".cold");
  if (!suffix || suffix == cold->symbol || (suffix[5] && suffix[5] != '.'))
    return IMAGE_NONE;
  int length = suffix - cold->symbol;
  uint32_t found = IMAGE_NONE;
  if (cold->file)
    found = dict_find (&image->local_names,
		       arena_format (&image->arena, "%.*s\n%s", length,
				     cold->symbol, cold->file));
  const char *name = arena_copy (&image->arena, cold->symbol, length);
  if (found == IMAGE_NONE)
    found = dict_find (&image->global_names, name);
  if (found == IMAGE_NONE)
    found = dict_find (&image->local_names, name);
  return found;
}

/* Set the owners: a thunk leads to its function, and the part of a
   function that GCC moved away (NAME.cold) belongs to it.  */

static void
image_make_owners (struct image *image)
{
  for (uint32_t i = 0; i < image->function_count; i++)
    {
      struct image_function *function = &image->functions[i];
      uint32_t owner
	= function->row != IMAGE_NONE
	  ? image_find_start
	      (image, image->rows.functions[function->row].address)
	  : (function->flags & IMAGE_FUNCTION_PLT) ? IMAGE_NONE
						   : image_find_hot (image,
								     function);
      if (owner != IMAGE_NONE)
	function->owner = owner;
    }
}

/* Make every local function a part of the global one before it.  */

static void
image_hide_static (struct image *image)
{
  uint32_t global = IMAGE_NONE;
  for (uint32_t i = 0; i < image->function_count; i++)
    {
      struct image_function *function = &image->functions[i];
      if ((function->flags & (IMAGE_FUNCTION_LOCAL | IMAGE_FUNCTION_PLT))
	  != IMAGE_FUNCTION_LOCAL)
	global = i;
      else if (global != IMAGE_NONE)
	function->owner = global;
    }
}

/* Make the slots, about one for each function.  */

static void
image_make_slots (struct image *image)
{
  size_t count = image->function_count;
  if (count == 0)
    return;
  image->slot_start = image->functions[0].address;
  uint64_t range = image->functions[count - 1].address - image->slot_start;
  while (range >> image->slot_shift > count)
    image->slot_shift++;
  image->slot_count = (range >> image->slot_shift) + 1;
  image->slots = mem_alloc (image->slot_count + 1, sizeof *image->slots);
  for (size_t i = 0; i < count; i++)
    image->slots[((image->functions[i].address - image->slot_start)
		  >> image->slot_shift) + 1]++;
  for (size_t i = 0; i < image->slot_count; i++)
    image->slots[i + 1] += image->slots[i];
}

/* Say what PATH, open as FD, is that is no ELF file.  False.  */

static bool
image_refuse (const char *path, int fd)
{
  static const char gmon[] = { 'g', 'm', 'o', 'n' };
  char head[8] = { 0 };
  ssize_t got = pread (fd, head, sizeof head, 0);
  if (got < 0)
    return diag_error (path, "cannot read: %s", strerror (errno));
  if (memcmp (head, CGPROF_MAGIC, sizeof head) == 0
      || memcmp (head, gmon, sizeof gmon) == 0)
    return diag_error (path, "is a profile, expected the program before it");
  if (memcmp (head, "#!", 2) == 0)
    return diag_error (path, "is a script, expected an ELF file (libtool has "
		       "it in .libs)");
  return diag_error (path, "not an ELF file");
}

/* Open PATH.  Images stay open, and a program may have more of them than files
   a process may have open at first (1,024): then have as many as it may ask
   for.  */

static int
image_open_file (const char *path)
{
  struct rlimit limit;
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd >= 0 || errno != EMFILE || getrlimit (RLIMIT_NOFILE, &limit) != 0
      || limit.rlim_cur == limit.rlim_max)
    return fd;
  limit.rlim_cur = limit.rlim_max;
  setrlimit (RLIMIT_NOFILE, &limit);
  return open (path, O_RDONLY | O_CLOEXEC);
}

/* Whether the section headers that HEADER tells of are in the file FD.  */

static bool
image_check_size (const char *path, int fd, const GElf_Ehdr *header)
{
  struct stat status;
  uint64_t size = (uint64_t) header->e_shnum * header->e_shentsize;
  if (header->e_shoff == 0 || fstat (fd, &status) != 0
      || !S_ISREG (status.st_mode)
      || (header->e_shoff <= (uint64_t) status.st_size
	  && size <= status.st_size - header->e_shoff))
    return true;
  return diag_error (path, "truncated: section headers are at %" PRIu64
		     ", file has %" PRIu64 " bytes", header->e_shoff,
		     (uint64_t) status.st_size);
}

bool
image_identify (struct image *image, const char *path)
{
  memset (image, 0, sizeof *image);
  image->path = arena_string (&image->arena, path);
  image->elf = arena_take (&image->arena, sizeof *image->elf);
  elf_version (EV_CURRENT);
  image->elf->fd = image_open_file (path);
  if (image->elf->fd < 0)
    return diag_error (path, "cannot open: %s", strerror (errno));
  Elf *elf = elf_begin (image->elf->fd, ELF_C_READ, NULL);
  image->elf->elf = elf;
  GElf_Ehdr header;
  if (!elf || elf_kind (elf) != ELF_K_ELF || !gelf_getehdr (elf, &header))
    return image_refuse (path, image->elf->fd);
  if (!image_check_size (path, image->elf->fd, &header))
    return false;
  if (header.e_type != ET_EXEC && header.e_type != ET_DYN)
    return diag_error (path, "not a program or shared library");
  image->extend = header.e_machine == EM_MIPS;
  image->code_mask = header.e_machine == EM_ARM ? ~UINT64_C (1) : UINT64_MAX;
  image->pointer_size = header.e_ident[EI_CLASS] == ELFCLASS64 ? 8 : 4;
  image->swap = header.e_ident[EI_DATA]
    != (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB
						  : ELFDATA2MSB);

  const void *id;
  ssize_t id_size = dwelf_elf_gnu_build_id (elf, &id);
  if (id_size > 0)
    {
      char *text = arena_take (&image->arena, 2 * id_size + 1);
      for (ssize_t i = 0; i < id_size; i++)
	{
	  unsigned byte = ((const unsigned char *) id)[i];
	  text[2 * i] = "0123456789abcdef"[byte >> 4];
	  text[2 * i + 1] = "0123456789abcdef"[byte & 15];
	}
      image->build_id = text;
    }
  return true;
}

bool
image_open (struct image *image, const char *path,
	    const struct image_choice *choice)
{
  if (!image_identify (image, path))
    return false;
  struct image_builder builder = { .image = image };
  if (choice)
    builder.choice = *choice;
  bool good = image_read_sections (&builder);
  if (good)
    {
      image_add_rows (&builder);
      if (builder.count > 1)
	qsort (builder.candidates, builder.count,
	       sizeof *builder.candidates, image_compare_candidates);
      image_make_functions (&builder);
      image_make_slots (image);
      image_make_names (&builder);
      image_make_owners (image);
      if (builder.choice.no_static)
	image_hide_static (image);
    }
  free (builder.candidates);
  free (builder.sections);
  symbol_versions_free (&builder.versions);
  return good;
}

/* How many functions begin at or before ADDRESS.  */

static size_t
image_count_before (const struct image *image, uint64_t address)
{
  if (image->function_count == 0 || address < image->slot_start)
    return 0;
  uint64_t slot = (address - image->slot_start) >> image->slot_shift;
  if (slot >= image->slot_count)
    return image->function_count;
  size_t first = image->slots[slot];
  return first
	 + sort_count_up_to (image->functions + first,
			     image->slots[slot + 1] - first,
			     sizeof *image->functions,
			     offsetof (struct image_function, address),
			     address);
}

uint32_t
image_find (const struct image *image, uint64_t address)
{
  size_t before = image_count_before (image, address);
  return before > 0 && address < image->functions[before - 1].end
    ? before - 1 : IMAGE_NONE;
}

/* Of the functions of IMAGE with rows that have NAME, the one that lies next
   to ADDRESS: objects lie in one piece, as a rule.  */

static uint32_t
image_find_next_to (const struct image *image, const char *name,
		    uint64_t address)
{
  uint64_t least = UINT64_MAX;
  uint32_t found = IMAGE_NONE;
  for (size_t i = 0; i < image->rows.function_count; i++)
    {
      const struct site_tables_function *row = &image->rows.functions[i];
      uint64_t distance = row->address > address ? row->address - address
						 : address - row->address;
      if (distance < least && strcmp (row->name, name) == 0)
	{
	  least = distance;
	  found = image_find (image, row->address);
	}
    }
  return found;
}

uint32_t
image_find_callee (const struct image *image,
		   const struct site_tables_site *site)
{
  if (site->scope == CGPROF_SCOPE_ADDRESS)
    return image_find (image, site->callee_address);
  if (site->scope != CGPROF_SCOPE_MODULE)
    return IMAGE_NONE;
  uint32_t found = dict_find (&image->global_names, site->callee);
  if (found == MAP_NONE)
    found = dict_find (&image->local_names, site->callee);
  if (found == MAP_NONE)
    return IMAGE_NONE;
  /* What was public may have been made local since (objcopy).  */
  return site->local
    && (image->functions[found].flags & IMAGE_FUNCTION_NAMESAKE)
    ? image_find_next_to (image, site->callee,
			  image->rows.functions[site->function].address)
    : found;
}

uint64_t
image_next (const struct image *image, uint64_t address)
{
  size_t before = image_count_before (image, address);
  return before < image->function_count
    ? image->functions[before].address : UINT64_MAX;
}

Elf *
image_elf (const struct image *image)
{
  return image->elf->elf;
}

void
image_close (struct image *image)
{
  if (image->elf)
    {
      if (image->elf->dwfl)
	dwfl_end (image->elf->dwfl);
      if (image->elf->elf)
	elf_end (image->elf->elf);
      if (image->elf->fd >= 0)
	close (image->elf->fd);
    }
  free (image->needed);
  free (image->functions);
  free (image->slots);
  site_tables_free (&image->rows);
  block_tables_free (&image->blocks);
  dict_free (&image->global_names);
  dict_free (&image->local_names);
  dict_free (&image->exported_names);
  dict_free (&image->versioned_names);
  dict_free (&image->needed_names);
  free (image->versions);
  dict_free (&image->dynamic_names);
  arena_free (&image->arena);
  memset (image, 0, sizeof *image);
}
