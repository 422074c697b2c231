/* Finding and reading the entries (FDEs) of the unwind tables in .eh_frame.

   SPDX-License-Identifier: MIT

   In a dynamic program the loader knows, without a lock, which module an
   address is in and where that module's .eh_frame_hdr is, a sorted table.

   What a static program that is not position-independent starts with
   (crtbeginT.o) registers its tables with libgcc, which then looks them up
   under a lock that the interrupted code may hold.  There is no
   .eh_frame_hdr either, so the tables are found by the program file's
   section headers, which strip leaves, and sorted here.  */

#include "stack/frame-entry.h"

#include <dlfcn.h>
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <string.h>
#include <sys/auxv.h>

#include "base/arch.h"
#include "base/memory.h"
#include "base/sys.h"

#if ARCH_REGISTERS

#define MAX_SECTIONS 4096

/* How pointers are written (DW_EH_PE_*).  */
enum
{
  FORM_ADDRESS = 0x00, FORM_ULEB = 0x01, FORM_U16 = 0x02, FORM_U32 = 0x03,
  FORM_U64 = 0x04, FORM_SLEB = 0x09, FORM_S16 = 0x0a, FORM_S32 = 0x0b,
  FORM_S64 = 0x0c, FORM_MASK = 0x0f, BASE_MASK = 0x70, BASE_PC = 0x10,
  BASE_HEADER = 0x30, FORM_INDIRECT = 0x80, FORM_NONE = 0xff
};

uint64_t
cgrt_get (struct cgrt_bytes *bytes, size_t size)
{
  uint64_t value = 0;
  if ((size_t) (bytes->end - bytes->at) < size)
    {
      bytes->at = bytes->end;
      return 0;
    }
  /* A loop, since memcpy may be the program's.  */
  for (size_t i = size; i-- > 0;)
    value = value << 8 | bytes->at[i];
  bytes->at += size;
  return value;
}

int64_t
cgrt_get_signed (struct cgrt_bytes *bytes, size_t size)
{
  unsigned shift = (unsigned) (64 - 8 * size);
  return (int64_t) (cgrt_get (bytes, size) << shift) >> shift;
}

uint64_t
cgrt_get_uleb (struct cgrt_bytes *bytes)
{
  uint64_t value = 0;
  for (unsigned shift = 0; bytes->at < bytes->end; shift += 7)
    {
      unsigned char byte = *bytes->at++;
      if (shift < 64)
	value |= (uint64_t) (byte & 0x7f) << shift;
      if (!(byte & 0x80))
	break;
    }
  return value;
}

int64_t
cgrt_get_sleb (struct cgrt_bytes *bytes)
{
  uint64_t value = 0;
  unsigned shift = 0;
  unsigned char byte = 0;
  while (bytes->at < bytes->end)
    {
      byte = *bytes->at++;
      if (shift < 64)
	value |= (uint64_t) (byte & 0x7f) << shift;
      shift += 7;
      if (!(byte & 0x80))
	break;
    }
  if ((byte & 0x40) && shift < 64)
    value |= ~(uint64_t) 0 << shift;
  return (int64_t) value;
}

struct cgrt_bytes
cgrt_get_block (struct cgrt_bytes *bytes, uint64_t size)
{
  struct cgrt_bytes block = { bytes->at, bytes->end };
  if (size < (uint64_t) (bytes->end - bytes->at))
    block.end = bytes->at + size;
  bytes->at = block.end;
  return block;
}

/* Other bases than the place itself, and pointers elsewhere, are not used
   for code.  */

uint64_t
cgrt_get_pointer (struct cgrt_bytes *bytes, unsigned form)
{
  uint64_t place = (uint64_t) (uintptr_t) bytes->at;
  uint64_t value = 0;
  switch (form & FORM_MASK)
    {
    case FORM_ADDRESS: value = cgrt_get (bytes, sizeof (void *)); break;
    case FORM_ULEB: value = cgrt_get_uleb (bytes); break;
    case FORM_U16: value = cgrt_get (bytes, 2); break;
    case FORM_U32: value = cgrt_get (bytes, 4); break;
    case FORM_U64: value = cgrt_get (bytes, 8); break;
    case FORM_SLEB: value = (uint64_t) cgrt_get_sleb (bytes); break;
    case FORM_S16: value = (uint64_t) cgrt_get_signed (bytes, 2); break;
    case FORM_S32: value = (uint64_t) cgrt_get_signed (bytes, 4); break;
    case FORM_S64: value = (uint64_t) cgrt_get_signed (bytes, 8); break;
    default: bytes->at = bytes->end;
    }
  return (form & BASE_MASK) == BASE_PC ? value + place : value;
}

/* Cut the next CIE or FDE, without its length, out of BYTES.  Returns 0 at
   their end.  */

static int
get_entry (struct cgrt_bytes *bytes, struct cgrt_bytes *entry)
{
  uint64_t size = cgrt_get (bytes, 4);
  if (size == 0xffffffff)
    size = cgrt_get (bytes, 8);
  *entry = cgrt_get_block (bytes, size);
  return size != 0 && entry->end - entry->at >= 4;
}

/* Whether LETTER is one of ARCH_AUGMENTATIONS.  */

static int
is_of_processor (unsigned char letter)
{
  for (const char *each = ARCH_AUGMENTATIONS; *each; each++)
    if (letter == (unsigned char) *each)
      return 1;
  return 0;
}

/* Read the CIE at FROM.  Returns 0 if it is of no kind that is known.  */

static int
read_common (struct cgrt_entry *entry, const unsigned char *from)
{
  struct cgrt_bytes all = { from, from + 12 };
  struct cgrt_bytes bytes;
  const unsigned char *augmentation;
  unsigned version;

  all.end = from + 12 + cgrt_get (&all, 4);
  all.at = from;
  if (!get_entry (&all, &bytes) || cgrt_get (&bytes, 4) != 0)
    return 0;
  version = (unsigned) cgrt_get (&bytes, 1);
  if (version != 1 && version != 3)
    return 0;
  augmentation = bytes.at;
  while (cgrt_get (&bytes, 1) != 0)
    continue;
  entry->code_factor = cgrt_get_uleb (&bytes);
  entry->data_factor = cgrt_get_sleb (&bytes);
  entry->return_register = version == 1 ? cgrt_get (&bytes, 1)
					: cgrt_get_uleb (&bytes);
  entry->form = FORM_ADDRESS;
  entry->is_signal = 0;
  entry->has_size = augmentation[0] == 'z';
  if (entry->has_size)
    {
      struct cgrt_bytes added
	= cgrt_get_block (&bytes, cgrt_get_uleb (&bytes));
      for (const unsigned char *each = augmentation + 1; *each; each++)
	if (*each == 'R')
	  entry->form = (unsigned) cgrt_get (&added, 1);
	else if (*each == 'L')
	  cgrt_get (&added, 1);
	else if (*each == 'P')
	  cgrt_get_pointer (&added, (unsigned) cgrt_get (&added, 1));
	else if (*each == 'S')
	  entry->is_signal = 1;
	else if (!is_of_processor (*each))
	  return 0;
    }
  else if (augmentation[0])
    return 0;
  entry->first = bytes;
  return entry->return_register - ARCH_FIRST_SAVED
	 < ARCH_REGISTERS - ARCH_FIRST_SAVED && !(entry->form & FORM_INDIRECT);
}

/* Read the FDE of BYTES and its CIE.  Returns 0 if it is none, or of no kind
   that is known.  */

static int
read_entry (struct cgrt_entry *entry, struct cgrt_bytes bytes)
{
  const unsigned char *place = bytes.at;
  uint64_t distance = cgrt_get (&bytes, 4);

  if (distance == 0 || !read_common (entry, place - distance))
    return 0;
  entry->begin = cgrt_get_pointer (&bytes, entry->form);
  entry->size = cgrt_get_pointer (&bytes, entry->form & FORM_MASK);
  if (entry->has_size)
    cgrt_get_block (&bytes, cgrt_get_uleb (&bytes));
  entry->then = bytes;
  return entry->begin && entry->size;
}

#ifndef PIC

/* A FDE, by the code it is about.  */
struct row
{
  uint64_t begin;
  uint64_t size;
  const unsigned char *entry;
};

static struct row *rows;
static size_t row_count;

/* Put a row for each FDE of BYTES behind the others, or, while there are no
   rows, only count them.  */

static void
add_rows (struct cgrt_bytes bytes)
{
  struct cgrt_bytes each;
  struct cgrt_entry entry;

  for (const unsigned char *at = bytes.at; get_entry (&bytes, &each);
       at = bytes.at)
    if (read_entry (&entry, each))
      {
	if (rows)
	  rows[row_count] = (struct row) { entry.begin, entry.size, at };
	row_count++;
      }
}

/* Sort the rows: most are in order, as code and tables were linked.  */

static void
sift (size_t root, size_t count)
{
  for (size_t child; (child = 2 * root + 1) < count; root = child)
    {
      struct row row = rows[root];
      if (child + 1 < count && rows[child].begin < rows[child + 1].begin)
	child++;
      if (rows[child].begin <= row.begin)
	return;
      rows[root] = rows[child];
      rows[child] = row;
    }
}

static void
sort_rows (void)
{
  for (size_t i = row_count / 2; i-- > 0;)
    sift (i, row_count);
  for (size_t i = row_count; i-- > 1;)
    {
      struct row row = rows[0];
      rows[0] = rows[i];
      rows[i] = row;
      sift (0, i);
    }
}

/* Find the tables by program headers: COUNT of them from HEADERS, of what is
   loaded BIAS above its addresses.  */

static int
find_loaded (struct cgrt_bytes *bytes, const ElfW (Phdr) *headers,
	     size_t count, uint64_t bias)
{
  for (size_t i = 0; i < count; i++)
    if (headers[i].p_type == PT_GNU_EH_FRAME)
      {
	const unsigned char *header = (const unsigned char *) (uintptr_t)
	  (headers[i].p_vaddr + bias);
	struct cgrt_bytes rest = { header + 4, header + headers[i].p_memsz };
	uint64_t tables;
	if (header[0] != 1 || (header[1] & FORM_INDIRECT))
	  return 0;
	tables = cgrt_get_pointer (&rest, header[1]);
	/* How long they are is not said; they end themselves.  */
	for (size_t j = 0; j < count; j++)
	  if (headers[j].p_type == PT_LOAD
	      && tables - headers[j].p_vaddr - bias < headers[j].p_memsz)
	    {
	      bytes->at = (const unsigned char *) (uintptr_t) tables;
	      bytes->end = (const unsigned char *) (uintptr_t)
		(headers[j].p_vaddr + bias + headers[j].p_memsz);
	      return 1;
	    }
      }
  return 0;
}

static int
read_at (int fd, void *to, size_t size, uint64_t offset)
{
  return sys (SYS_pread64, fd, (long) to, (long) size, (long) offset, 0, 0)
	 == (long) size;
}

/* Find the program's tables by its file, open as FD; it is loaded where its
   addresses say.  */

static int
find_section (struct cgrt_bytes *bytes, int fd)
{
  static const char wanted[] = ".eh_frame";
  ElfW (Ehdr) header;
  ElfW (Shdr) names, section;

  if (!read_at (fd, &header, sizeof header, 0)
      || header.e_shentsize != sizeof section || header.e_type != ET_EXEC
      || !read_at (fd, &names, sizeof names, header.e_shoff
		   + (uint64_t) header.e_shstrndx * sizeof names))
    return 0;
  for (unsigned i = 1; i < header.e_shnum && i < MAX_SECTIONS; i++)
    {
      char name[sizeof wanted];
      if (!read_at (fd, &section, sizeof section,
		    header.e_shoff + i * sizeof section)
	  || !(section.sh_flags & SHF_ALLOC)
	  || section.sh_type == SHT_NOBITS
	  || !read_at (fd, name, sizeof name, names.sh_offset
		       + section.sh_name)
	  || memcmp (name, wanted, sizeof name) != 0)
	continue;
      bytes->at = (const unsigned char *) (uintptr_t) section.sh_addr;
      bytes->end = bytes->at + section.sh_size;
      return 1;
    }
  return 0;
}

/* Only a position-independent program has it.  */
extern ElfW (Dyn) _DYNAMIC[] __attribute__ ((weak, visibility ("hidden")));

int
cgrt_entry_start (void)
{
  const ElfW (Ehdr) *kernel
    = (const ElfW (Ehdr) *) getauxval (AT_SYSINFO_EHDR);
  const ElfW (Phdr) *headers = (const ElfW (Phdr) *) getauxval (AT_PHDR);
  struct cgrt_bytes program = { NULL, NULL };
  struct cgrt_bytes vdso = { NULL, NULL };
  uint64_t bias = 0;
  size_t count = getauxval (AT_PHNUM);

  for (size_t i = 0; i < count; i++)
    if (headers[i].p_type == PT_DYNAMIC && _DYNAMIC)
      bias = (uint64_t) (uintptr_t) _DYNAMIC - headers[i].p_vaddr;
  if (!find_loaded (&program, headers, count, bias))
    {
      int fd = (int) sys_open ("/proc/self/exe", O_RDONLY | O_CLOEXEC, 0);
      int found = fd >= 0 && find_section (&program, fd);
      if (fd >= 0)
	sys_close (fd);
      if (!found)
	return 0;
    }
  if (kernel)
    find_loaded (&vdso, (const ElfW (Phdr) *) ((const char *) kernel
					       + kernel->e_phoff),
		 kernel->e_phnum, (uint64_t) (uintptr_t) kernel);
  add_rows (program);
  add_rows (vdso);
  if (row_count == 0)
    return 0;
  rows = cgrt_memory_map (row_count * sizeof *rows);
  if (!rows)
    return 0;
  row_count = 0;
  add_rows (program);
  add_rows (vdso);
  sort_rows ();
  return 1;
}

/* Return the FDE of the code at PC, or NULL.  */

static const unsigned char *
find_entry (uint64_t pc)
{
  size_t low = 0;
  size_t high = row_count;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (rows[middle].begin <= pc)
	low = middle + 1;
      else
	high = middle;
    }
  return low > 0 && pc - rows[low - 1].begin < rows[low - 1].size
    ? rows[low - 1].entry : NULL;
}

#elif defined __GLIBC__ && __GLIBC_PREREQ (2, 35)

static int (*find_object) (void *, struct dl_find_object *);

int
cgrt_entry_start (void)
{
  *(void **) &find_object = dlsym (RTLD_DEFAULT, "_dl_find_object");
  /* The program is not to find our error.  */
  if (!find_object)
    dlerror ();
  return find_object != NULL;
}

/* Likewise.  The linker's table has pairs of 32 bits, sorted: where code
   begins and where its FDE is, both as distances from the header.  */

static const unsigned char *
find_entry (uint64_t pc)
{
  struct dl_find_object object;
  const unsigned char *header;
  const int32_t (*pairs)[2];
  size_t low = 0, high;
  int64_t wanted;

  if (find_object ((void *) (uintptr_t) pc, &object) != 0
      || !object.dlfo_eh_frame)
    return NULL;
  header = object.dlfo_eh_frame;
  if (header[0] != 1 || (header[1] & FORM_MASK) != FORM_S32
      || header[2] != FORM_U32 || header[3] != (BASE_HEADER | FORM_S32))
    return NULL;
  high = *(const uint32_t *) (header + 8);
  pairs = (const int32_t (*)[2]) (header + 12);
  wanted = (int64_t) (pc - (uint64_t) (uintptr_t) header);
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (pairs[middle][0] <= wanted)
	low = middle + 1;
      else
	high = middle;
    }
  return low > 0 ? header + pairs[low - 1][1] : NULL;
}

#else

int
cgrt_entry_start (void)
{
  return 0;
}

static const unsigned char *
find_entry (uint64_t pc)
{
  (void) pc;
  return NULL;
}

#endif

int
cgrt_entry_find (struct cgrt_entry *entry, uint64_t pc)
{
  const unsigned char *found = find_entry (pc);
  struct cgrt_bytes bytes, each;

  if (!found)
    return 0;
  bytes.at = found;
  bytes.end = found + 12;
  bytes.end = found + 12 + cgrt_get (&bytes, 4);
  bytes.at = found;
  return get_entry (&bytes, &each) && read_entry (entry, each)
	 && pc - entry->begin < entry->size;
}

#endif /* ARCH_REGISTERS */
