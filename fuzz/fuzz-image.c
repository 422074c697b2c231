/* Fuzz the reader of images: ELF, symbols, the plugin's tables.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "compat/symbols.h"
#include "elf/image.h"
#include "input.h"

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *path = input_file (data, size);
  struct image image;
  struct image_choice choice = { .no_static = size & 1 };
  if (image_open (&image, path, &choice))
    {
      uint64_t address = 0;
      for (int i = 0; i < 100 && address != UINT64_MAX; i++)
	{
	  uint32_t found = image_find (&image, address);
	  if (found != IMAGE_NONE
	      && (image.functions[found].address > address
		  || image.functions[found].end <= address
		  || image.functions[found].owner >= image.function_count))
	    __builtin_trap ();
	  address = image_next (&image, address);
	}
      struct arena arena = { 0 };
      struct compat_symbols symbols;
      compat_symbols_read (&symbols, &image, &choice, &arena);
      compat_symbols_free (&symbols);
      arena_free (&arena);
    }
  image_close (&image);
  return 0;
}
