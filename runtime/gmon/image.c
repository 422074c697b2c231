/* The program's own file: its site tables and function symbols.

   SPDX-License-Identifier: MIT  */

#include "gmon/image.h"

#include <elf.h>
#include <link.h>
#include <string.h>
#include <sys/stat.h>

#include "base/sys.h"

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

/* Read the number at *FROM and advance *FROM over it.  Returns 0 if it does
   not end before END.  */

static int
read_number (const unsigned char **from, const unsigned char *end,
	     uint32_t *number)
{
  *number = 0;
  for (unsigned shift = 0; shift < 32 && *from < end; shift += 7)
    {
      unsigned char byte = *(*from)++;
      *number |= (uint32_t) (byte & 0x7f) << shift;
      if (byte < 0x80)
	return 1;
    }
  return 0;
}

/* Likewise COUNT numbers of no interest.  */

static int
skip_numbers (const unsigned char **from, const unsigned char *end,
	      uint64_t count)
{
  uint32_t number;
  for (; count > 0; count--)
    if (!read_number (from, end, &number))
      return 0;
  return 1;
}

/* Take the table of COUNT items of SIZE bytes at *FROM, NULL if it does not
   end before END.  */

static const unsigned char *
take_table (const unsigned char **from, const unsigned char *end,
	    uint32_t count, uint32_t size)
{
  const unsigned char *table = *from;
  if (count > (uint64_t) (end - table) / size)
    return NULL;
  *from += (uint64_t) count * size;
  return table;
}

/* Read the function's rows between its FROM and END.  */

static int
read_function (struct cgrt_image_function *function)
{
  const unsigned char **from = &function->from;
  const unsigned char *end = function->end;
  const unsigned char *addresses = take_table (from, end, 2, 8);

  if (!addresses)
    return 0;
  memcpy (&function->address, addresses, 8);
  memcpy (&function->counters, addresses + 8, 8);
  if (!read_number (from, end, &function->flags)
      || !skip_numbers (from, end, 2)
      || !read_number (from, end, &function->alias_count)
      || !read_number (from, end, &function->callee_count)
      || !read_number (from, end, &function->string_count)
      || !read_number (from, end, &function->left))
    return 0;
  function->next = (function->flags & CGPROF_FUNCTION_ENTRY) != 0;
  function->aliases = take_table (from, end, function->alias_count, 8);
  if (!function->aliases)
    return 0;
  function->callees = take_table (from, end, function->callee_count, 8);
  if (!function->callees)
    return 0;
  function->strings = take_table (from, end, function->string_count, 4);
  return function->strings != NULL;
}

int
cgrt_image_function (const struct cgrt_image *image, uint64_t *at,
		     struct cgrt_image_function *function)
{
  const unsigned char *end = image->sites + image->sites_size;

  for (; *at < image->sites_size; ++*at)
    {
      uint32_t size;

      /* Zero bytes between two objects' rows.  */
      if (image->sites[*at] == 0)
	continue;
      function->from = image->sites + *at + 1;
      if (image->sites[*at] != CGPROF_ABI_VERSION
	  || !read_number (&function->from, end, &size)
	  || size > (uint64_t) (end - function->from))
	return 0;
      function->end = function->from + size;
      *at = (uint64_t) (function->end - image->sites);
      return read_function (function);
    }
  return 0;
}

uint64_t
cgrt_image_alias (const struct cgrt_image_function *function, uint32_t index)
{
  uint64_t alias;
  memcpy (&alias, function->aliases + (uint64_t) index * 8, sizeof alias);
  return alias;
}

/* Read what HEAD says of SITE.  */

static int
read_head (struct cgrt_image_function *function, unsigned head,
	   struct cgrt_image_site *site)
{
  const unsigned char **from = &function->from;
  uint32_t address;

  switch (head & CGPROF_HEAD_KIND)
    {
    case CGPROF_HEAD_GLOBAL:
    case CGPROF_HEAD_MODULE:
    case CGPROF_HEAD_LOCAL_MODULE:
      return read_number (from, function->end, &site->callee);
    case CGPROF_HEAD_ADDRESS:
    case CGPROF_HEAD_LOCAL_ADDRESS:
      site->scope = CGPROF_SCOPE_ADDRESS;
      if (!read_number (from, function->end, &site->callee)
	  || !read_number (from, function->end, &address)
	  || address > function->callee_count)
	return 0;
      if (address)
	memcpy (&site->callee_address,
		function->callees + (uint64_t) (address - 1) * 8, 8);
      return 1;
    case CGPROF_HEAD_INDIRECT:
      site->kind = CGPROF_SITE_INDIRECT;
      return 1;
    case CGPROF_HEAD_VIRTUAL:
      site->kind = CGPROF_SITE_VIRTUAL;
      return 1;
    default:
      return 0;
    }
}

int
cgrt_image_site (struct cgrt_image_function *function,
		 struct cgrt_image_site *site)
{
  const unsigned char **from = &function->from;
  uint32_t inlined;
  unsigned head;

  if (function->left == 0 || *from >= function->end)
    return 0;
  function->left--;
  head = *(*from)++;
  if (head == CGPROF_HEAD_BYTES)
    {
      if (!skip_numbers (from, function->end, 2) || *from >= function->end)
	return 0;
      head = *(*from)++;
    }
  memset (site, 0, sizeof *site);
  site->word = function->next;
  if (!read_head (function, head, site)
      || ((head & CGPROF_HEAD_WORD)
	  && !read_number (from, function->end, &site->word))
      || !skip_numbers (from, function->end,
			(head & CGPROF_HEAD_FILE ? 1 : 0) + 2))
    return 0;
  function->next = site->word + (site->kind == CGPROF_SITE_DIRECT
				 ? 1 : CGPROF_SLOT_WORDS);
  return !(head & CGPROF_HEAD_INLINED)
	 || (read_number (from, function->end, &inlined)
	     && skip_numbers (from, function->end,
			      1 + (uint64_t) inlined * 4));
}

const char *
cgrt_image_string (const struct cgrt_image *image,
		   const struct cgrt_image_function *function,
		   uint32_t index)
{
  uint32_t offset;
  if (index == 0 || index > function->string_count)
    return "";
  memcpy (&offset, function->strings + (uint64_t) (index - 1) * 4,
	  sizeof offset);
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
