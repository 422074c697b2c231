/* Make a large program and its profile, for tests and measurements of scale.

   SPDX-License-Identifier: GPL-3.0-or-later

   make-large FUNCTIONS ARCS CONTEXTS THREADS DIRECTORY

   Writes DIRECTORY/large, an ELF program that no machine runs, with the
   plugin's rows and symbols but no code, and DIRECTORY/cgprof.out, its
   profile.  The same arguments give the same files, but for DIRECTORY's
   name.

   Functions call later ones, most of them near, some earlier ones, which
   makes small cycles; one site in 50 is indirect, one in 8 inlined.  Half of
   the names are of C++.  Entries are counted so that no call is spontaneous.
   The contexts are walks along the arcs from main, about 25 deep, with
   samples in two of three.  */

#include <cgprof/abi.h>
#include <cgprof/format.h>
#include <elf.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT 0x400000u		/* Address of the first function.  */
#define FUNCTION_BYTES 128u
#define SITES_MAX 24u		/* Of a function.  */
#define PERIOD 1000000u		/* Of the samples, ns.  */

struct function
{
  uint32_t first;		/* Of its sites.  */
  uint32_t sites;
  uint32_t word;		/* Its first counter word.  */
  uint32_t words;
  uint64_t entries;
  uint32_t name;
  uint32_t file;
};

struct site
{
  uint32_t callee;
  uint32_t word;		/* In the section.  */
  bool indirect;
  uint64_t count;
};

/* Bytes that grow.  */
struct buffer
{
  unsigned char *data;
  size_t size, room;
};

static struct function *functions;
static uint32_t function_count;
static struct site *sites;
static uint32_t site_count;
static uint32_t word_count;

static uint64_t state = 88172645463325252;

static uint64_t
draw (uint64_t below)
{
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (state >> 11) % below;
}

static void *
need (void *memory)
{
  if (!memory)
    {
      perror ("make-large");
      exit (1);
    }
  return memory;
}

static size_t
put (struct buffer *buffer, const void *bytes, size_t size)
{
  size_t at = buffer->size;
  if (buffer->size + size > buffer->room)
    {
      buffer->room = 2 * (buffer->size + size);
      buffer->data = need (realloc (buffer->data, buffer->room));
    }
  if (bytes)
    memcpy (buffer->data + at, bytes, size);
  else
    memset (buffer->data + at, 0, size);
  buffer->size += size;
  return at;
}

static size_t
put_text (struct buffer *buffer, const char *text)
{
  return put (buffer, text, strlen (text) + 1);
}

static void
align (struct buffer *buffer, size_t to)
{
  put (buffer, NULL, (to - buffer->size % to) % to);
}

/* ---- The program.  */

static uint64_t
address_of (uint32_t function)
{
  return TEXT + (uint64_t) function * FUNCTION_BYTES;
}

/* What FUNCTION calls by its INDEXth site of COUNT.  */

static uint32_t
draw_callee (uint32_t function, uint32_t index)
{
  uint32_t left = function_count - 1 - function;
  if (left == 0 || (function > 20 && draw (500) == 0))
    return function - draw (function > 20 ? 20 : function + 1);
  /* One that is certain to be called: no function is unreachable.  */
  if (index == 0)
    return function + 1;
  uint32_t near = draw (50) == 0 ? left : left < 2000 ? left : 2000;
  return function + 1 + draw (near);
}

static void
make_calls (uint32_t arcs)
{
  functions = need (calloc (function_count, sizeof *functions));
  sites = need (calloc (arcs, sizeof *sites));
  for (uint32_t f = 0; f < function_count; f++)
    {
      struct function *function = &functions[f];
      /* What is left for each, from none to twice as many.  */
      uint32_t mean = (arcs - site_count) / (function_count - f);
      function->sites = f + 1 == function_count ? mean
	: mean == 0 ? 0 : 1 + draw (2 * mean);
      if (function->sites > SITES_MAX)
	function->sites = SITES_MAX;
      if (function->sites > arcs - site_count)
	function->sites = arcs - site_count;
      if (f + 1 == function_count)
	function->sites = 0;
      function->first = site_count;
      function->word = word_count++;
      for (uint32_t i = 0; i < function->sites; i++)
	{
	  struct site *site = &sites[site_count];
	  bool again;
	  do
	    {
	      site->callee = draw_callee (f, i);
	      again = false;
	      for (uint32_t j = function->first; j < site_count; j++)
		again = again || sites[j].callee == site->callee;
	    }
	  while (again && function_count > 2 * SITES_MAX
		 && f + 2 * SITES_MAX < function_count);
	  site->indirect = draw (50) == 0;
	  site->word = word_count;
	  word_count += site->indirect ? CGPROF_SLOT_WORDS : 1;
	  site->count = 1 + draw (1u << draw (24));
	  functions[site->callee].entries += site->count;
	  site_count++;
	}
      function->words = word_count - function->word;
    }
}

static void
make_names (struct buffer *strings)
{
  put_text (strings, "");
  uint32_t file = 0;
  for (uint32_t f = 0; f < function_count; f++)
    {
      char name[128];
      if (f % 100 == 0)
	{
	  snprintf (name, sizeof name, "src/part%u/file%u.cc", f / 5000,
		    f / 100);
	  file = put_text (strings, name);
	}
      if (f == 0)
	strcpy (name, "main");
      else if (f % 2)
	snprintf (name, sizeof name, "part%u_function_%u", f / 5000, f);
      else
	snprintf (name, sizeof name,
		  "_ZN7Space%02u10Class%05u12method%06uE"
		  "PKcmRKSt6vectorIiSaIiEE", f / 5000 % 100, f / 20 % 100000,
		  f % 1000000);
      functions[f].name = put_text (strings, name);
      functions[f].file = file;
    }
}

static void
put_number (struct buffer *buffer, uint32_t number)
{
  unsigned char byte;
  do
    {
      byte = (number & 0x7f) | (number > 0x7f ? 0x80 : 0);
      put (buffer, &byte, 1);
    }
  while (number >>= 7);
}

static void
put_distance (struct buffer *buffer, int64_t distance)
{
  put_number (buffer, distance < 0 ? ~(uint32_t) distance << 1 | 1
	      : (uint32_t) distance << 1);
}

/* The number of STRING in TABLE.  */

static uint32_t
string_number (struct buffer *table, uint32_t string)
{
  uint32_t *strings = (uint32_t *) table->data;
  uint32_t count = table->size / sizeof string;
  for (uint32_t i = 0; i < count; i++)
    if (strings[i] == string)
      return i + 1;
  put (table, &string, sizeof string);
  return count + 1;
}

/* Put the sites of function number F, at LINE, into BYTES and their strings
   into TABLE.  */

static void
put_sites (struct buffer *bytes, struct buffer *table, uint32_t f,
	   uint32_t line)
{
  const struct function *function = &functions[f];
  uint32_t last_line = line;
  for (uint32_t i = 0; i < function->sites; i++)
    {
      const struct site *site = &sites[function->first + i];
      bool inlined = draw (8) == 0;
      uint32_t inner = inlined ? draw (function_count) : f;
      bool other = functions[inner].file != function->file;
      uint32_t site_line = 11 + inner % 100 * 50 + i * 2;
      unsigned char head
	= (!site->indirect ? CGPROF_HEAD_GLOBAL
	   : draw (2) ? CGPROF_HEAD_VIRTUAL : CGPROF_HEAD_INDIRECT)
	  | (draw (20) == 0 ? CGPROF_SITE_TAIL * CGPROF_HEAD_FLAGS : 0)
	  | (other ? CGPROF_HEAD_FILE : 0)
	  | (inlined ? CGPROF_HEAD_INLINED : 0);
      put (bytes, &head, 1);
      if (!site->indirect)
	put_number (bytes, string_number (table,
					  functions[site->callee].name));
      if (other)
	put_number (bytes, string_number (table, functions[inner].file));
      put_distance (bytes, (int64_t) site_line - last_line);
      put_number (bytes, 3 + i);
      last_line = site_line;
      if (inlined)
	{
	  put_number (bytes, 1);
	  put_number (bytes, 0);
	  put_number (bytes, string_number (table, functions[inner].name));
	  put_number (bytes, CGPROF_STRING_FILE);
	  put_distance (bytes, 1 + i * 2);
	  put_number (bytes, 7);
	}
    }
}

static void
make_rows (struct buffer *rows, uint64_t counters)
{
  struct buffer head = { 0 }, table = { 0 }, bytes = { 0 };
  for (uint32_t f = 0; f < function_count; f++)
    {
      const struct function *function = &functions[f];
      uint32_t line = 10 + f % 100 * 50;
      uint64_t addresses[] = { address_of (f), counters + 8 * function->word };
      uint32_t strings[CGPROF_STRINGS] = { function->name, 0, function->file };
      unsigned char version = CGPROF_ABI_VERSION;

      head.size = table.size = bytes.size = 0;
      put (&table, strings, sizeof strings);
      put_sites (&bytes, &table, f, line);
      put_number (&head, CGPROF_FUNCTION_ENTRY | CGPROF_FUNCTION_GLOBAL);
      put_number (&head, function->words);
      put_number (&head, line);
      put_number (&head, 0);
      put_number (&head, 0);
      put_number (&head, table.size / sizeof *strings);
      put_number (&head, function->sites);

      put (rows, &version, 1);
      put_number (rows, sizeof addresses + head.size + table.size
		  + bytes.size);
      put (rows, addresses, sizeof addresses);
      put (rows, head.data, head.size);
      put (rows, table.data, table.size);
      put (rows, bytes.data, bytes.size);
    }
  free (head.data);
  free (table.data);
  free (bytes.data);
}

static void
make_symbols (struct buffer *symbols)
{
  put (symbols, NULL, sizeof (Elf64_Sym));
  for (uint32_t f = 0; f < function_count; f++)
    {
      Elf64_Sym symbol = {
	.st_name = functions[f].name,
	.st_info = ELF64_ST_INFO (STB_GLOBAL, STT_FUNC), .st_shndx = 1,
	.st_value = address_of (f), .st_size = FUNCTION_BYTES
      };
      put (symbols, &symbol, sizeof symbol);
    }
}

static const unsigned char build_id[20] = "a large program.....";

/* Add to FILE the bytes of a section and to HEADERS its header.  */

static void
put_section (struct buffer *file, struct buffer *headers,
	     const struct buffer *bytes, Elf64_Shdr header)
{
  align (file, 8);
  header.sh_offset = file->size;
  header.sh_addralign = header.sh_type == SHT_NOTE ? 4 : 8;
  if (bytes)
    {
      header.sh_size = bytes->size;
      put (file, bytes->data, bytes->size);
    }
  put (headers, &header, sizeof header);
}

static void
make_program (struct buffer *file, uint64_t counters)
{
  /* In the order of the sections, of which this is the last.  */
  static const char names[]
    = "\0.text\0" CGPROF_SECTION_COUNTERS "\0.note.gnu.build-id\0"
      CGPROF_SECTION_SITES "\0" CGPROF_SECTION_STRINGS "\0.symtab\0.shstrtab";
  struct buffer strings = { 0 }, rows = { 0 }, symbols = { 0 }, note = { 0 };
  struct buffer headers = { 0 }, section_names = { 0 };
  uint32_t name[8] = { 0 };
  for (uint32_t i = 1, at = 1; i < 8; i++, at += strlen (names + at) + 1)
    name[i] = at;
  make_names (&strings);
  make_rows (&rows, counters);
  make_symbols (&symbols);
  Elf64_Nhdr build = { 4, sizeof build_id, NT_GNU_BUILD_ID };
  put (&note, &build, sizeof build);
  put (&note, "GNU", 4);
  put (&note, build_id, sizeof build_id);
  put (&section_names, names, sizeof names);

  Elf64_Ehdr ehdr = {
    .e_ident = { 0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB, EV_CURRENT },
    .e_type = ET_EXEC, .e_machine = EM_X86_64, .e_version = EV_CURRENT,
    .e_entry = TEXT, .e_ehsize = sizeof ehdr,
    .e_shentsize = sizeof (Elf64_Shdr), .e_shnum = 8, .e_shstrndx = 7
  };
  put (file, &ehdr, sizeof ehdr);
  put (&headers, NULL, sizeof (Elf64_Shdr));
  put_section (file, &headers, NULL, (Elf64_Shdr) {
      .sh_name = name[1], .sh_type = SHT_NOBITS,
      .sh_flags = SHF_ALLOC | SHF_EXECINSTR, .sh_addr = TEXT,
      .sh_size = (uint64_t) function_count * FUNCTION_BYTES });
  put_section (file, &headers, NULL, (Elf64_Shdr) {
      .sh_name = name[2], .sh_type = SHT_NOBITS,
      .sh_flags = SHF_ALLOC | SHF_WRITE, .sh_addr = counters,
      .sh_size = 8 * (uint64_t) word_count });
  put_section (file, &headers, &note, (Elf64_Shdr) {
      .sh_name = name[3], .sh_type = SHT_NOTE });
  put_section (file, &headers, &rows, (Elf64_Shdr) {
      .sh_name = name[4], .sh_type = SHT_PROGBITS });
  put_section (file, &headers, &strings, (Elf64_Shdr) {
      .sh_name = name[5], .sh_type = SHT_PROGBITS });
  put_section (file, &headers, &symbols, (Elf64_Shdr) {
      .sh_name = name[6], .sh_type = SHT_SYMTAB, .sh_link = 5,
      .sh_info = 1, .sh_entsize = sizeof (Elf64_Sym) });
  put_section (file, &headers, &section_names, (Elf64_Shdr) {
      .sh_name = name[7], .sh_type = SHT_STRTAB });
  align (file, 8);
  uint64_t at = put (file, headers.data, headers.size);
  memcpy (file->data + offsetof (Elf64_Ehdr, e_shoff), &at, sizeof at);
}

/* ---- The profile.  */

/* Set the size of the record at START, which ends here.  */

static void
end_record (struct buffer *file, size_t start)
{
  align (file, CGPROF_ALIGN);
  uint64_t size = file->size - start;
  memcpy (file->data + start + offsetof (struct cgprof_record, size), &size,
	  sizeof size);
}

static void
make_module (struct buffer *file, const char *path, uint64_t counters)
{
  struct cgprof_module_record module = {
    .record = { CGPROF_RECORD_MODULE, 1, 0 }, .counters = counters,
    .counters_size = 8 * (uint64_t) word_count, .loaded = 1,
    .flags = CGPROF_MODULE_MAIN | CGPROF_MODULE_INSTRUMENTED, .segments = 1,
    .build_id_length = sizeof build_id, .path_length = strlen (path),
    .process = 1
  };
  struct cgprof_segment segment = {
    TEXT, (uint64_t) function_count * FUNCTION_BYTES, PF_R | PF_X, 0
  };
  size_t start = put (file, &module, sizeof module);
  put (file, &segment, sizeof segment);
  put (file, build_id, sizeof build_id);
  put (file, path, strlen (path));
  end_record (file, start);
}

static void
make_counters (struct buffer *file)
{
  struct cgprof_counters counters = {
    .record = { CGPROF_RECORD_COUNTERS, 1, 0 }, .module = 1,
    .words = word_count, .process = 1
  };
  uint64_t *words = need (calloc (word_count, sizeof *words));
  functions[0].entries++;
  for (uint32_t f = 0; f < function_count; f++)
    words[functions[f].word] = functions[f].entries;
  for (uint32_t i = 0; i < site_count; i++)
    if (sites[i].indirect)
      {
	words[sites[i].word + CGPROF_SLOT_TARGET]
	  = address_of (sites[i].callee);
	words[sites[i].word + CGPROF_SLOT_COUNT] = sites[i].count;
      }
    else
      words[sites[i].word] = sites[i].count;
  size_t start = put (file, &counters, sizeof counters);
  put (file, words, 8 * (size_t) word_count);
  end_record (file, start);
  free (words);
}

/* A context of the thread that is being made.  */
struct context
{
  uint64_t entry;		/* Its offset in the file.  */
  uint32_t callee;		/* Where the call in it leads.  */
  uint32_t depth;
};

/* Add COUNT contexts of THREAD.  */

static void
make_samples (struct buffer *file, uint32_t thread, uint32_t count)
{
  uint64_t capacity = 64;
  while (capacity < 2 * (uint64_t) count)
    capacity *= 2;
  struct cgprof_thread about = {
    .record = { CGPROF_RECORD_THREAD, thread, 0 }, .process = 1,
    .tid = 1000 + thread,
    .threads = 1, .signals = count
  };
  size_t start = put (file, &about, sizeof about);
  end_record (file, start);
  struct cgprof_table table = {
    .record = { CGPROF_RECORD_SAMPLES, 0, 0 }, .owner = thread,
    .used = count, .capacity = capacity
  };
  start = put (file, &table, sizeof table);
  size_t first = put (file, NULL, capacity * sizeof *table.entries);
  end_record (file, start);

  struct context *callers = need (calloc (count, sizeof *callers));
  uint32_t caller_count = 0;
  for (uint32_t made = 0, tries = 0; made < count; tries++)
    {
      if (tries > 100 * count)
	{
	  fprintf (stderr, "make-large: too few arcs for %" PRIu32
		   " contexts\n", count);
	  exit (1);
	}
      struct context parent = { 0 };
      if (caller_count > 0)
	{
	  parent = callers[draw (caller_count)];
	  const struct context *other = &callers[draw (caller_count)];
	  if (other->depth > parent.depth)
	    parent = *other;
	}
      const struct function *function = &functions[parent.callee];
      bool calls = function->sites > 0 && (made == 0 || draw (3) > 0);
      uint32_t site = function->sites > 0 ? draw (function->sites) : 0;
      uint64_t address = address_of (parent.callee)
	+ (calls ? 5 + 4 * site : 2 + draw (FUNCTION_BYTES - 2));
      uint64_t slot = (address * 0x9e3779b97f4a7c15
		       ^ parent.entry * 0xc2b2ae3d27d4eb4f) >> 20;
      struct cgprof_table_entry *entries
	= (struct cgprof_table_entry *) (file->data + first);
      slot %= capacity;
      while (entries[slot].address
	     && (entries[slot].address != address
		 || entries[slot].parent != parent.entry))
	slot = (slot + 1) % capacity;
      if (entries[slot].address)
	continue;
      entries[slot].address = address;
      entries[slot].parent = parent.entry;
      entries[slot].count = !calls || draw (2) ? 1 + draw (4) : 0;
      entries[slot].weight = entries[slot].count * PERIOD;
      made++;
      if (calls)
	callers[caller_count++] = (struct context) {
	  first + slot * sizeof *entries,
	  sites[function->first + site].callee, parent.depth + 1
	};
    }
  free (callers);
}

static void
make_profile (struct buffer *file, const char *path, uint64_t counters,
	      uint32_t contexts, uint32_t threads)
{
  struct cgprof_header header = {
    .magic = CGPROF_MAGIC, .version = CGPROF_FORMAT_VERSION,
    .byte_order = CGPROF_BYTE_ORDER, .header_size = 128, .word_size = 8,
    .pid = 1000, .start_time = 1700000000000000000,
    .clock = CGPROF_CLOCK_CPU, .places = 1, .period = PERIOD
  };
  put (file, &header, sizeof header);
  align (file, 128);
  struct cgprof_process process = {
    .record = { CGPROF_RECORD_PROCESS, 1, 0 },
    .pid = 1000, .ppid = 1, .start_time = 1700000000000000000,
    .end_time = 1700000100000000000, .end = CGPROF_END_EXIT,
    .status = CGPROF_STATUS_UNKNOWN, .place = 1, .processes = 1, .last = 1,
    .sampler = CGPROF_SAMPLER_PERF
  };
  end_record (file, put (file, &process, sizeof process));
  struct cgprof_command command = {
    .record = { CGPROF_RECORD_COMMAND, 0, 0 }, .process = 1, .length = 6
  };
  size_t start = put (file, &command, sizeof command);
  put (file, "large", 6);
  end_record (file, start);
  make_module (file, path, counters);
  make_counters (file);
  for (uint32_t i = 0; i < threads; i++)
    make_samples (file, i + 1, contexts / threads
		  + (i < contexts % threads));
  uint64_t used = file->size;
  memcpy (file->data + offsetof (struct cgprof_header, used), &used,
	  sizeof used);
}

static void
save (const char *directory, const char *name, const struct buffer *bytes)
{
  char path[PATH_MAX];
  snprintf (path, sizeof path, "%s/%s", directory, name);
  FILE *out = need (fopen (path, "wb"));
  if (fwrite (bytes->data, bytes->size, 1, out) != 1 || fclose (out) != 0)
    need (NULL);
}

int
main (int argc, char **argv)
{
  if (argc != 6)
    return 2;
  function_count = strtoul (argv[1], NULL, 10);
  uint32_t arcs = strtoul (argv[2], NULL, 10);
  uint32_t contexts = strtoul (argv[3], NULL, 10);
  uint32_t threads = strtoul (argv[4], NULL, 10);
  if (function_count < 2 || threads == 0
      || arcs > (uint64_t) SITES_MAX / 2 * function_count)
    return 2;
  char directory[PATH_MAX], path[2 * PATH_MAX];
  need (realpath (argv[5], directory));
  snprintf (path, sizeof path, "%s/large", directory);
  make_calls (arcs);
  uint64_t counters = TEXT
    + (((uint64_t) function_count * FUNCTION_BYTES + 4095) & -4096);
  struct buffer program = { 0 }, profile = { 0 };
  make_program (&program, counters);
  make_profile (&profile, path, counters, contexts, threads);
  save (directory, "large", &program);
  save (directory, "cgprof.out", &profile);
  return 0;
}
