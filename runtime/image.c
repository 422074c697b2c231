/* The program's own file: its site tables and function symbols.

   SPDX-License-Identifier: MIT  */

#include "image.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/stat.h>

#include "sys.h"

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NATIVE_DATA ELFDATA2LSB
#else
#define NATIVE_DATA ELFDATA2MSB
#endif

/* A section's bytes.  */
struct bytes
{
  const unsigned char *data;
  uint64_t size;
};

/* Read section header INDEX.  Returns 0 if it is not in the file.  */

static int
read_header (const struct cgrt_image *image, uint64_t index,
	     ElfW (Shdr) *header)
{
  ElfW (Ehdr) elf;
  uint64_t count;

  memcpy (&elf, image->data, sizeof elf);
  if (elf.e_shoff == 0 || elf.e_shoff >= image->size
      || elf.e_shentsize != sizeof *header)
    return 0;
  count = (image->size - elf.e_shoff) / sizeof *header;
  if (index >= count)
    return 0;
  memcpy (header, image->data + elf.e_shoff + index * sizeof *header,
	  sizeof *header);
  return 1;
}

/* Return the number of section headers.  */

static uint64_t
count_headers (const struct cgrt_image *image)
{
  ElfW (Ehdr) elf;
  ElfW (Shdr) first;

  memcpy (&elf, image->data, sizeof elf);
  if (elf.e_shnum)
    return elf.e_shnum;
  return read_header (image, 0, &first) ? first.sh_size : 0;
}

/* Return HEADER's bytes, none if they are not plainly in the file.  */

static struct bytes
get_bytes (const struct cgrt_image *image, const ElfW (Shdr) *header)
{
  struct bytes bytes = { NULL, 0 };
  if (header->sh_type == SHT_NOBITS || (header->sh_flags & SHF_COMPRESSED)
      || header->sh_offset > image->size
      || header->sh_size > image->size - header->sh_offset)
    return bytes;
  bytes.data = image->data + header->sh_offset;
  bytes.size = header->sh_size;
  return bytes;
}

/* Return section NAME's bytes.  */

static struct bytes
find_section (const struct cgrt_image *image, const char *name)
{
  struct bytes none = { NULL, 0 };
  struct bytes names;
  ElfW (Ehdr) elf;
  ElfW (Shdr) header;
  uint64_t index, length = strlen (name) + 1;

  memcpy (&elf, image->data, sizeof elf);
  index = elf.e_shstrndx;
  if (index == SHN_XINDEX)
    {
      if (!read_header (image, 0, &header))
	return none;
      index = header.sh_link;
    }
  if (!read_header (image, index, &header))
    return none;
  names = get_bytes (image, &header);
  for (uint64_t i = 1; i < count_headers (image); i++)
    {
      if (!read_header (image, i, &header))
	return none;
      if (header.sh_name < names.size
	  && names.size - header.sh_name >= length
	  && memcmp (names.data + header.sh_name, name, length) == 0)
	return get_bytes (image, &header);
    }
  return none;
}

int
cgrt_image_open (struct cgrt_image *image)
{
  ElfW (Ehdr) elf;
  struct stat status;
  struct bytes bytes;
  int error;
  int fd = (int) sys_open ("/proc/self/exe", O_RDONLY | O_CLOEXEC, 0);

  memset (image, 0, sizeof *image);
  if (fd < 0)
    return -fd;
  if (fstat (fd, &status) < 0)
    error = errno;
  else if (status.st_size < (off_t) sizeof elf)
    error = ENOEXEC;
  else
    {
      image->size = (uint64_t) status.st_size;
      image->data = sys_mmap (NULL, image->size, PROT_READ, MAP_PRIVATE, fd,
			      0, &error);
    }
  sys_close (fd);
  if (error)
    return error;

  memcpy (&elf, image->data, sizeof elf);
  if (memcmp (elf.e_ident, ELFMAG, SELFMAG) != 0
      || elf.e_ident[EI_CLASS] != (sizeof (void *) == 8 ? ELFCLASS64
							: ELFCLASS32)
      || elf.e_ident[EI_DATA] != NATIVE_DATA)
    {
      cgrt_image_close (image);
      return ENOEXEC;
    }
  bytes = find_section (image, CGPROF_SECTION_SITES);
  image->sites = bytes.data;
  image->sites_size = bytes.size;
  bytes = find_section (image, CGPROF_SECTION_STRINGS);
  if (bytes.size && bytes.data[bytes.size - 1] == '\0')
    {
      image->strings = (const char *) bytes.data;
      image->strings_size = bytes.size;
    }
  return 0;
}

void
cgrt_image_close (struct cgrt_image *image)
{
  if (image->data)
    sys_munmap ((void *) (uintptr_t) image->data, image->size);
  image->data = NULL;
}

int
cgrt_image_function (const struct cgrt_image *image, uint64_t *at,
		     struct cgrt_image_function *function)
{
  struct cgprof_function_row *row = &function->row;

  for (; *at < image->sites_size; *at += 8)
    {
      uint64_t left = image->sites_size - *at;
      if (left < sizeof *row)
	return 0;
      memcpy (row, image->sites + *at, sizeof *row);
      /* Zero bytes between two objects' rows.  */
      if (row->size == 0)
	continue;
      if (row->size > left || row->size < sizeof *row || row->size % 8
	  || row->abi != CGPROF_ABI_VERSION
	  || row->aliases > (row->size - sizeof *row) / 8)
	return 0;
      function->aliases = image->sites + *at + sizeof *row;
      function->sites = function->aliases + (uint64_t) row->aliases * 8;
      function->end = image->sites + *at + row->size;
      *at += row->size;
      return 1;
    }
  return 0;
}

int
cgrt_image_site (const struct cgrt_image_function *function,
		 const unsigned char **from, struct cgprof_site_row *site)
{
  uint64_t left = (uint64_t) (function->end - *from);
  if (left < sizeof *site)
    return 0;
  memcpy (site, *from, sizeof *site);
  left -= sizeof *site;
  if (site->inlined > left / sizeof (struct cgprof_inline_row))
    return 0;
  *from += sizeof *site
	   + (uint64_t) site->inlined * sizeof (struct cgprof_inline_row);
  return 1;
}

const char *
cgrt_image_string (const struct cgrt_image *image, uint32_t offset)
{
  return offset < image->strings_size ? image->strings + offset : "";
}

/* Visit the symbols of the table HEADER.  */

static void
visit_table (const struct cgrt_image *image, const ElfW (Shdr) *header,
	     void (*visit) (const char *, uint64_t, void *), void *data)
{
  struct bytes symbols = get_bytes (image, header);
  struct bytes names;
  ElfW (Shdr) names_header;

  if (!read_header (image, header->sh_link, &names_header))
    return;
  names = get_bytes (image, &names_header);
  if (!names.size || names.data[names.size - 1])
    return;
  for (uint64_t at = 0; symbols.size - at >= sizeof (ElfW (Sym));
       at += sizeof (ElfW (Sym)))
    {
      ElfW (Sym) symbol;
      unsigned type, bind;
      memcpy (&symbol, symbols.data + at, sizeof symbol);
      type = symbol.st_info & 15;
      bind = symbol.st_info >> 4;
      if (type == STT_FUNC && bind != STB_LOCAL
	  && symbol.st_shndx != SHN_UNDEF && symbol.st_name
	  && symbol.st_name < names.size)
	visit ((const char *) names.data + symbol.st_name, symbol.st_value,
	       data);
    }
}

void
cgrt_image_symbols (const struct cgrt_image *image,
		    void (*visit) (const char *, uint64_t, void *),
		    void *data)
{
  static const uint32_t types[] = { SHT_SYMTAB, SHT_DYNSYM };
  uint64_t count = count_headers (image);

  for (int i = 0; i < 2; i++)
    for (uint64_t j = 1; j < count; j++)
      {
	ElfW (Shdr) header;
	if (!read_header (image, j, &header))
	  break;
	if (header.sh_type == types[i])
	  visit_table (image, &header, visit, data);
      }
}
