/* Make an ELF program of functions, f0 to f9 unless named, 16 bytes each from
   0x1000 on, that no machine runs.

   SPDX-License-Identifier: GPL-3.0-or-later

   make-elf 32|64 little|big MACHINE [dynsym] [names=NAME,...] \
     [OFFSET:BYTES...] >PROGRAM

   MACHINE is the number in e_machine; with "dynsym" the symbols are in
   .dynsym, and there is no .symtab.  BYTES, in hexadecimal, are the code at
   OFFSET of the text; the rest of it is zero.  */

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS_MAX 64
#define TEXT 0x1000

static char *functions[FUNCTIONS_MAX] = {
  "f0", "f1", "f2", "f3", "f4", "f5", "f6", "f7", "f8", "f9"
};
static unsigned function_count = 10;

static unsigned pointer;
static bool big;
static unsigned char file[65536];
static size_t at;

static void
put (uint64_t value, unsigned size)
{
  for (unsigned i = 0; i < size; i++)
    file[at++] = value >> (8 * (big ? size - 1 - i : i)) & 0xff;
}

static void
put_text (const char *text, size_t size)
{
  memcpy (file + at, text, size);
  at += size;
}

static void
put_section (unsigned name, unsigned type, unsigned flags, uint64_t address,
	     size_t offset, size_t size, unsigned link, unsigned each)
{
  put (name, 4);
  put (type, 4);
  put (flags, pointer);
  put (address, pointer);
  put (offset, pointer);
  put (size, pointer);
  put (link, 4);
  put (type == 2 || type == 11, 4);
  put (1, pointer);
  put (each, pointer);
}

/* Let the functions be those of NAMES, separated by commas.  */
static void
take_names (char *names)
{
  function_count = 0;
  for (char *name = strtok (names, ","); name; name = strtok (NULL, ","))
    {
      if (function_count == FUNCTIONS_MAX)
	exit (2);
      functions[function_count++] = name;
    }
}

int
main (int argc, char **argv)
{
  if (argc < 4)
    return 2;
  pointer = atoi (argv[1]) / 8;
  big = strcmp (argv[2], "big") == 0;
  int more = 4;
  bool dynsym = argc > more && strcmp (argv[more], "dynsym") == 0;
  more += dynsym;
  if (argc > more && strncmp (argv[more], "names=", 6) == 0)
    take_names (argv[more++] + 6);
  bool wide = pointer == 8;
  static const char names[]
    = "\0.text\0.symtab\0.strtab\0.shstrtab\0.dynsym";
  size_t string_bytes = 1;
  for (unsigned i = 0; i < function_count; i++)
    string_bytes += strlen (functions[i]) + 1;
  size_t header = wide ? 64 : 52;
  size_t each = wide ? 24 : 16;
  size_t text = header;
  size_t symbols = text + function_count * 16;
  size_t string_table = symbols + (function_count + 1) * each;
  size_t name_table = string_table + string_bytes;
  size_t sections = (name_table + sizeof names + 7) & -8;

  put_text ("\177ELF", 4);
  put (wide ? 2 : 1, 1);
  put (big ? 2 : 1, 1);
  put (1, 1);
  at = 16;
  put (2, 2);
  put (atoi (argv[3]), 2);
  put (1, 4);
  put (TEXT, pointer);
  put (0, pointer);
  put (sections, pointer);
  put (0, 4);
  put (header, 2);
  put (0, 2);
  put (0, 2);
  put (wide ? 64 : 40, 2);
  put (5, 2);
  put (4, 2);

  for (int i = more; i < argc; i++)
    {
      char *bytes;
      at = text + strtoul (argv[i], &bytes, 0);
      for (unsigned byte; sscanf (++bytes, "%2x", &byte) == 1; bytes++)
	put (byte, 1);
    }

  at = symbols + each;
  unsigned name = 1;
  for (unsigned i = 0; i < function_count; i++)
    {
      unsigned info = (1 << 4) | 2;
      put (name, 4);
      name += strlen (functions[i]) + 1;
      if (!wide)
	{
	  put (TEXT + 16 * i, 4);
	  put (16, 4);
	}
      put (info, 1);
      put (0, 1);
      put (1, 2);
      if (wide)
	{
	  put (TEXT + 16 * i, 8);
	  put (16, 8);
	}
    }
  at = string_table + 1;
  for (unsigned i = 0; i < function_count; i++)
    put_text (functions[i], strlen (functions[i]) + 1);
  put_text (names, sizeof names);
  at = sections;
  put_section (0, 0, 0, 0, 0, 0, 0, 0);
  put_section (1, 1, 6, TEXT, text, function_count * 16, 0, 0);
  put_section (dynsym ? 33 : 7, dynsym ? 11 : 2, 0, 0, symbols,
	       (function_count + 1) * each, 3, each);
  put_section (15, 3, 0, 0, string_table, string_bytes, 0, 0);
  put_section (23, 3, 0, 0, name_table, sizeof names, 0, 0);
  return fwrite (file, at, 1, stdout) != 1;
}
