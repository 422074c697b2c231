/* Source lines from debug information.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "elf/lines.h"
#include "elf/debuginfo.h"

#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct lines
{
  Dwfl *dwfl;
  Dwfl_Module *module;
  GElf_Addr bias;
  char *path;			/* Of the last answer, if it was made.  */
};

struct lines *
lines_open (const struct image *image)
{
  struct lines *lines = mem_alloc (1, sizeof *lines);
  lines->dwfl = dwfl_begin (debuginfo_callbacks ());
  if (lines->dwfl)
    {
      lines->module = dwfl_report_offline (lines->dwfl, "", image->path, -1);
      dwfl_report_end (lines->dwfl, NULL, NULL);
    }
  if (lines->module && dwfl_module_getelf (lines->module, &lines->bias))
    return lines;
  lines_close (lines);
  return NULL;
}

/* The file of LINE, with the directory of compilation where that is
   needed, and *NUMBER; or NULL.  Valid until the next call.  */

static const char *
lines_file (struct lines *lines, Dwfl_Line *line, uint32_t *number)
{
  int found = 0;
  const char *file = dwfl_lineinfo (line, NULL, &found, NULL, NULL, NULL);
  *number = found > 0 ? found : 0;
  if (!file || file[0] == '/')
    return file;
  const char *directory = dwfl_line_comp_dir (line);
  if (!directory || directory[0] != '/')
    return file;
  size_t size = strlen (directory) + strlen (file) + 2;
  free (lines->path);
  lines->path = mem_alloc (size, 1);
  snprintf (lines->path, size, "%s/%s", directory, file);
  return lines->path;
}

const char *
lines_look (struct lines *lines, uint64_t address, uint32_t *line)
{
  Dwfl_Line *found = dwfl_module_getsrc (lines->module,
					 address + lines->bias);
  *line = 0;
  return found ? lines_file (lines, found, line) : NULL;
}

void
lines_look_place (struct lines *lines, uint64_t address,
		  struct lines_place *place)
{
  int column = 0;
  unsigned discriminator = 0;
  Dwarf_Addr bias;
  Dwfl_Line *found = dwfl_module_getsrc (lines->module,
					 address + lines->bias);
  *place = (struct lines_place) { 0 };
  if (!found)
    return;
  dwfl_lineinfo (found, NULL, NULL, &column, NULL, NULL);
  dwarf_linediscriminator (dwfl_dwarf_line (found, &bias), &discriminator);
  place->column = column > 0 ? column : 0;
  place->discriminator = discriminator;
  place->file = lines_file (lines, found, &place->line);
}

struct Dwfl_Module *
lines_module (const struct lines *lines, uint64_t *bias)
{
  *bias = lines->bias;
  return lines->module;
}

void
lines_each (struct lines *lines,
	    void (*found) (void *closure, const char *file, uint32_t line,
			   uint64_t address),
	    void *closure)
{
  Dwarf_Die *unit = NULL;
  Dwarf_Addr bias;
  while ((unit = dwfl_module_nextcu (lines->module, unit, &bias)))
    {
      size_t count;
      if (dwfl_getsrclines (unit, &count) != 0)
	continue;
      for (size_t i = 0; i < count; i++)
	{
	  Dwfl_Line *line = dwfl_onesrcline (unit, i);
	  Dwarf_Addr address;
	  uint32_t number;
	  const char *file = line ? lines_file (lines, line, &number) : NULL;
	  if (file && number > 0
	      && dwfl_lineinfo (line, &address, NULL, NULL, NULL, NULL))
	    found (closure, file, number, address - lines->bias);
	}
    }
}

void
lines_close (struct lines *lines)
{
  if (!lines)
    return;
  if (lines->dwfl)
    dwfl_end (lines->dwfl);
  free (lines->path);
  free (lines);
}
