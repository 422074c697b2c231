/* The registry of modules: the program and the libraries that are, or were,
   loaded, and the counter sections of those that count.

   SPDX-License-Identifier: MIT  */

#include "count/modules.h"

#include <elf.h>
#include <limits.h>
#include <link.h>
#include <stddef.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "file/family.h"
#include "file/file.h"
#include "file/lock.h"
#include "base/memory.h"
#include "base/sys.h"
#include "count/gone.h"
#include "count/unloaded.h"

/* In bytes.  The reporter's library takes none that is shorter.  */
#define MIN_BUILD_ID 4
#define MAX_BUILD_ID 1024

/* The first one, the program as a rule, is beside the words that each fork
   copies anyway (base/memory.h).  */
static struct cgrt_module first_module;
static struct cgrt_vector modules	/* struct cgrt_module.  */
  = { .chunks = { &first_module } };
static uint32_t count;
static uint32_t scan;			/* Number of the current scan.  */
static uint64_t scan_clock;		/* When it began, CLOCK_MONOTONIC.  */
static struct cgrt_module *program;

/* What a scan learns of one module.  */
struct found
{
  uint64_t bias;
  const ElfW (Phdr) *headers;
  uint32_t header_count;
  uint32_t flags;
  const unsigned char *build_id;
  uint32_t build_id_length;
  const char *name;		/* A path, as the loader has it.  */
  struct cgprof_module *hooks;	/* What its note leads to, or NULL.  */
};

/* How many modules were ever loaded and unloaded when all that were mapped
   had their records, if that is KNOWN.  */
static int known;
static uint64_t loads, unloads;

/* State of one scan.  */
struct progress
{
  uint64_t loads, unloads;
  int same;			/* As at the last scan.  */
  int complete;			/* Every module has a record.  */
  int objects;
  uint32_t next;		/* Index of the module that is likely to be
				   the next one's: the loader's list has them
				   in the order of their discovery, too.  */
  int vdso;			/* It was among them.  */
  uint64_t vdso_address;	/* Of its ELF header, or 0.  */
};

struct cgrt_module *
cgrt_modules_at (uint32_t index)
{
  if (index >= __atomic_load_n (&count, __ATOMIC_ACQUIRE))
    return NULL;
  return cgrt_vector_at (&modules, index, sizeof (struct cgrt_module));
}

struct cgrt_module *
cgrt_modules_program (void)
{
  return program;
}

void
cgrt_modules_program_path (char *path, uint64_t size)
{
  ssize_t length = readlink ("/proc/self/exe", path, size - 1);
  path[length > 0 ? length : 0] = '\0';
}

static struct cgprof_segment *
segments_of (struct cgprof_module_record *record)
{
  return (struct cgprof_segment *) (record + 1);
}

static const char *
build_id_of (struct cgprof_module_record *record)
{
  return (const char *) (segments_of (record) + record->segments);
}

struct cgrt_module *
cgrt_modules_find (const void *pointer)
{
  uint64_t address = (uint64_t) (uintptr_t) pointer;
  struct cgrt_module *module;

  for (uint32_t i = 0; (module = cgrt_modules_at (i)) != NULL; i++)
    {
      struct cgprof_module_record *record = module->record;
      struct cgprof_segment *segment = segments_of (record);
      if (module->unloaded)
	continue;
      for (uint32_t j = 0; j < record->segments; j++, segment++)
	if (address - record->bias - segment->address < segment->size)
	  return module;
    }
  return NULL;
}

/* Whether [START, START + SIZE), link-time addresses, lies in a readable
   segment of FOUND.  */

static int
is_mapped (const struct found *found, uint64_t start, uint64_t size)
{
  for (uint32_t i = 0; i < found->header_count; i++)
    {
      const ElfW (Phdr) *header = &found->headers[i];
      if (header->p_type == PT_LOAD && (header->p_flags & PF_R)
	  && start >= header->p_vaddr
	  && start - header->p_vaddr <= header->p_memsz
	  && size <= header->p_memsz - (start - header->p_vaddr))
	return 1;
    }
  return 0;
}

/* Return the descriptor of the note of OWNER and TYPE among those of HEADER,
   and its length in *LENGTH; NULL if there is none.  */

static const unsigned char *
find_note (const struct found *found, const ElfW (Phdr) *header,
	   const char *owner, uint32_t type, uint32_t *length)
{
  uint64_t align = header->p_align == 8 ? 8 : 4;
  uint64_t left = header->p_memsz;
  const unsigned char *note
    = (const unsigned char *) (uintptr_t) (found->bias + header->p_vaddr);

  if (!is_mapped (found, header->p_vaddr, header->p_memsz))
    return NULL;
  while (left >= sizeof (ElfW (Nhdr)))
    {
      const ElfW (Nhdr) *head = (const ElfW (Nhdr) *) note;
      uint64_t descriptor = (sizeof *head + (uint64_t) head->n_namesz
			     + align - 1) & ~(align - 1);
      uint64_t next = (descriptor + (uint64_t) head->n_descsz + align - 1)
		      & ~(align - 1);
      if (descriptor > left || head->n_descsz > left - descriptor)
	return NULL;
      if (head->n_type == type && head->n_namesz == strlen (owner) + 1
	  && memcmp (head + 1, owner, head->n_namesz) == 0)
	{
	  *length = head->n_descsz;
	  return note + descriptor;
	}
      if (next > left)
	return NULL;
      note += next;
      left -= next;
    }
  return NULL;
}

/* Read the notes of HEADER: the build-id, and where the module's hooks
   are.  */

static void
read_notes (struct found *found, const ElfW (Phdr) *header)
{
  uint32_t length;
  const unsigned char *note
    = find_note (found, header, "GNU", NT_GNU_BUILD_ID, &length);
  struct { uint32_t abi; int32_t distance; } own;
  uint64_t hooks;

  if (note && length >= MIN_BUILD_ID && length <= MAX_BUILD_ID)
    {
      found->build_id = note;
      found->build_id_length = length;
    }
  note = find_note (found, header, CGPROF_NOTE_OWNER, CGPROF_NOTE_TYPE,
		    &length);
  if (!note || length < sizeof own)
    return;
  memcpy (&own, note, sizeof own);
  hooks = (uintptr_t) note + sizeof own.abi + (uint64_t) own.distance;
  if (own.abi == CGPROF_ABI_VERSION
      && is_mapped (found, hooks - found->bias,
		    sizeof (struct cgprof_module)))
    found->hooks = (struct cgprof_module *) (uintptr_t) hooks;
}

/* Whether NAME, absolute or from some directory on, is RECORD's path.  The
   program may have left the directory that a relative one began at.  */

static int
is_path (struct cgprof_module_record *record, const char *name)
{
  const char *path = build_id_of (record) + record->build_id_length;
  size_t length = strlen (name);
  const char *end = path + record->path_length;

  return length <= record->path_length
	 && memcmp (end - length, name, length) == 0
	 && (length == record->path_length
	     || (name[0] != '/' && end[-1 - (ptrdiff_t) length] == '/'));
}

/* Whether FOUND has RECORD's segments: something to know a rebuilt module by
   if it has no build-id.  */

static int
has_segments (struct cgprof_module_record *record, const struct found *found)
{
  const struct cgprof_segment *segment = segments_of (record);
  uint32_t left = record->segments;

  for (uint32_t i = 0; i < found->header_count; i++)
    {
      const ElfW (Phdr) *header = &found->headers[i];
      if (header->p_type != PT_LOAD)
	continue;
      if (!left || segment->address != header->p_vaddr
	  || segment->size != header->p_memsz)
	return 0;
      segment++;
      left--;
    }
  return !left;
}

static int
is_same (struct cgprof_module_record *record, const struct found *found)
{
  return (record->bias == found->bias
	  && has_segments (record, found)
	  && record->build_id_length == found->build_id_length
	  && memcmp (build_id_of (record), found->build_id,
		     found->build_id_length) == 0
	  && is_path (record, found->name));
}

/* Set PATH, of twice PATH_MAX bytes, to the name of FOUND, made absolute if it
   is a file's; return its length.  */

static uint32_t
make_path (char *path, const struct found *found)
{
  const char *name = found->name;
  size_t length = 0;

  if (name[0] && name[0] != '/' && !(found->flags & CGPROF_MODULE_VDSO)
      && getcwd (path, PATH_MAX))
    {
      length = strlen (path);
      path[length++] = '/';
    }
  path[length] = '\0';
  strncat (path, name, PATH_MAX - 1);
  return (uint32_t) strlen (path);
}

/* Make the MODULE record of FOUND.  */

static struct cgprof_module_record *
make_record (const struct found *found)
{
  static CGRT_BUFFER char path[2 * PATH_MAX];
  uint32_t path_length = make_path (path, found);
  struct cgprof_process *place = cgrt_family_place;
  struct cgprof_module_record *record;
  struct cgprof_segment *segment;
  uint32_t segments = 0;
  char *end;

  for (uint32_t i = 0; i < found->header_count; i++)
    segments += found->headers[i].p_type == PT_LOAD;
  record = cgrt_file_allocate (sizeof *record
			       + (uint64_t) segments * sizeof *segment
			       + found->build_id_length + path_length);
  if (!record)
    return NULL;
  record->bias = found->bias;
  record->loaded = scan_clock;
  record->flags = found->flags;
  record->segments = segments;
  record->build_id_length = found->build_id_length;
  record->path_length = path_length;
  segment = segments_of (record);
  for (uint32_t i = 0; i < found->header_count; i++)
    {
      const ElfW (Phdr) *header = &found->headers[i];
      if (header->p_type != PT_LOAD)
	continue;
      segment->address = header->p_vaddr;
      segment->size = header->p_memsz;
      segment->flags = header->p_flags;
      segment++;
    }
  end = (char *) segment;
  memcpy (end, found->build_id, found->build_id_length);
  memcpy (end + found->build_id_length, path, path_length);
  record->record.id = cgrt_file_id (record);
  record->process = place->record.id;
  record->older = place->modules;
  cgrt_file_publish (record, CGPROF_RECORD_MODULE);
  __atomic_store_n (&place->modules, record->record.id, __ATOMIC_RELEASE);
  return record;
}

/* Whether RECORD is of a module of this process.  */

static int
is_ours (const struct cgprof_module_record *record)
{
  const struct cgrt_module *module;

  for (uint32_t i = 0; (module = cgrt_modules_at (i)) != NULL; i++)
    if (module->record == record)
      return 1;
  return 0;
}

/* Return the record of FOUND that an ended process has left in this one's
   place, or NULL.  */

static struct cgprof_module_record *
find_left (const struct found *found)
{
  uint32_t id = cgrt_family_is_shared () ? cgrt_family_place->modules : 0;

  while (id && cgrt_file_has (id, sizeof (struct cgprof_module_record)))
    {
      struct cgprof_module_record *record = cgrt_file_record (id);
      if (cgrt_file_has (id, record->record.size) && !is_ours (record)
	  && is_same (record, found))
	{
	  record->unloaded = 0;
	  return record;
	}
      id = record->older;
    }
  return NULL;
}

/* Whether RECORD's segments overlap FOUND's.  */

static int
lies_over (const struct found *found, struct cgprof_module_record *record)
{
  const struct cgprof_segment *segment = segments_of (record);

  for (uint32_t i = 0; i < record->segments; i++, segment++)
    {
      uint64_t start = record->bias + segment->address;
      for (uint32_t j = 0; j < found->header_count; j++)
	{
	  const ElfW (Phdr) *header = &found->headers[j];
	  uint64_t other = found->bias + header->p_vaddr;
	  if (header->p_type == PT_LOAD && start < other + header->p_memsz
	      && other < start + segment->size)
	    return 1;
	}
    }
  return 0;
}

/* Take the records that it has left for unloaded where FOUND lies now.  */

static void
retire_left (const struct found *found)
{
  uint32_t id = cgrt_family_is_shared () ? cgrt_family_place->modules : 0;

  while (id && cgrt_file_has (id, sizeof (struct cgprof_module_record)))
    {
      struct cgprof_module_record *record = cgrt_file_record (id);
      if (cgrt_file_has (id, record->record.size) && !record->unloaded
	  && !is_ours (record) && !is_same (record, found)
	  && lies_over (found, record))
	{
	  record->unloaded = scan_clock;
	  cgrt_unloaded_name (record);
	}
      id = record->older;
    }
}

/* Whether an ancestor had MODULE and unloaded it.  What is there now this
   process has loaded itself.  */

static int
is_reloaded (const struct cgrt_module *module)
{
  return module->left
	 && module->record->process != cgrt_family_place->record.id;
}

/* Return the module in the registry that is FOUND, beginning to look at index
   FIRST, or NULL.  */

static struct cgrt_module *
find_known (const struct found *found, uint32_t first)
{
  for (uint32_t i = 0; i < count; i++)
    {
      uint32_t index = first + i < count ? first + i : first + i - count;
      struct cgrt_module *module = cgrt_modules_at (index);
      if (!module->unloaded && !is_reloaded (module)
	  && is_same (module->record, found))
	return module;
    }
  return NULL;
}

/* Enter FOUND in the registry, unless it is there.  Returns 0 if there is
   no memory.  */

static int
note_module (struct found *found, struct progress *progress)
{
  struct cgrt_module *module;

  retire_left (found);
  cgrt_lock (&cgrt_memory_lock);
  module = find_known (found, progress->next < count ? progress->next : 0);
  if (!module)
    {
      module = cgrt_vector_make (&modules, count, sizeof *module);
      if (module)
	{
	  module->record = find_left (found);
	  if (!module->record)
	    module->record = make_record (found);
	}
      if (module && module->record)
	{
	  module->index = count;
	  module->found_hooks = found->hooks;
	  /* The constructor of a program that is instrumented begins this;
	     else a library's may, which was loaded late.  */
	  module->is_initial = scan == 1 && count > 0 && program
			       && program->found_hooks;
	  if (found->flags & CGPROF_MODULE_MAIN)
	    program = module;
	  __atomic_store_n (&count, count + 1, __ATOMIC_RELEASE);
	}
      else
	module = NULL;
    }
  if (module)
    {
      module->seen = scan;
      progress->next = module->index + 1;
    }
  cgrt_unlock (&cgrt_memory_lock);
  return module != NULL;
}

/* Called for each mapped module: enter it.  */

static int
visit (struct dl_phdr_info *info, size_t size, void *data)
{
  static CGRT_BUFFER char path[PATH_MAX];
  struct found found = { 0 };
  struct progress *progress = data;

  (void) size;
  found.bias = info->dlpi_addr;
  found.headers = info->dlpi_phdr;
  found.header_count = info->dlpi_phnum;
  found.build_id = (const unsigned char *) "";
  found.name = info->dlpi_name ? info->dlpi_name : "";
  for (uint32_t i = 0; i < found.header_count; i++)
    if (found.headers[i].p_type == PT_NOTE)
      read_notes (&found, &found.headers[i]);

  /* The program comes first; it has no name.  */
  if (progress->objects++ == 0)
    {
      scan_clock = sys_clock (CLOCK_MONOTONIC);
      found.flags = CGPROF_MODULE_MAIN;
      cgrt_modules_program_path (path, sizeof path);
      found.name = path;
    }
  else if (progress->vdso_address
	   && is_mapped (&found, progress->vdso_address - found.bias, 1))
    {
      found.flags = CGPROF_MODULE_VDSO;
      progress->vdso = 1;
      found.name = "[vdso]";
    }
  if (!note_module (&found, progress))
    progress->complete = 0;
  return 0;
}

/* Called likewise by the loader, which says how many modules came and went:
   with none since the last scan, this is the end of it.  */

static int
visit_loaded (struct dl_phdr_info *info, size_t size, void *data)
{
  struct progress *progress = data;

  if (progress->objects == 0
      && size >= offsetof (struct dl_phdr_info, dlpi_subs)
		 + sizeof info->dlpi_subs)
    {
      progress->loads = info->dlpi_adds;
      progress->unloads = info->dlpi_subs;
      progress->complete = 1;
      progress->same = known && loads == info->dlpi_adds
		       && unloads == info->dlpi_subs;
      if (progress->same)
	return 1;
    }
  return visit (info, size, data);
}

/* A static program's list does not have the vDSO.  */

static void
visit_vdso (struct progress *progress)
{
  const ElfW (Ehdr) *header
    = (const ElfW (Ehdr) *) (uintptr_t) progress->vdso_address;
  struct dl_phdr_info info;

  if (memcmp (header->e_ident, ELFMAG, SELFMAG) != 0)
    return;
  memset (&info, 0, sizeof info);
  info.dlpi_phdr = (const ElfW (Phdr) *) ((const char *) header
					  + header->e_phoff);
  info.dlpi_phnum = header->e_phnum;
  for (int i = 0; i < header->e_phnum; i++)
    if (info.dlpi_phdr[i].p_type == PT_LOAD)
      {
	info.dlpi_addr = progress->vdso_address - info.dlpi_phdr[i].p_vaddr;
	visit (&info, sizeof info, progress);
	return;
      }
}

void
cgrt_modules_scan (void)
{
  struct progress progress = { 0 };
  struct cgrt_module *module;
  uint32_t before = count;
  uint64_t gone = 0;

  scan++;
  progress.vdso_address = getauxval (AT_SYSINFO_EHDR);
  dl_iterate_phdr (visit_loaded, &progress);
  if (progress.same)
    return;
  if (progress.vdso_address && !progress.vdso)
    visit_vdso (&progress);
  for (uint32_t i = 0; (module = cgrt_modules_at (i)) != NULL; i++)
    if (module->seen != scan && !module->unloaded)
      {
	module->unloaded = module->left ? module->left : scan_clock;
	if (module->record->process == cgrt_family_place->record.id)
	  module->record->unloaded = module->unloaded;
	module->section = NULL;
	cgrt_gone_name (module, before, scan_clock);
	gone++;
      }
  /* Others came and went, and what they were is not known.  */
  if (known && progress.unloads - unloads > gone)
    for (uint32_t i = before; (module = cgrt_modules_at (i)) != NULL; i++)
      module->is_over_unknown = 1;
  known = progress.complete;
  loads = progress.loads;
  unloads = progress.unloads;
}
