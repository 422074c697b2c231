/* Lists of symbols as nm writes them.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "elf/nm.h"
#include "base/diag.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool
nm_read (const char *file,
	 void (*add) (void *closure, uint64_t address, bool global,
		      const char *name),
	 void *closure)
{
  FILE *in = fopen (file, "r");
  if (!in)
    return diag_error (file, "cannot open: %s", strerror (errno));
  char *line = NULL;
  size_t room = 0;
  size_t found = 0;
  while (getline (&line, &room, in) > 0)
    {
      char *save;
      const char *address = strtok_r (line, " \t\r\n", &save);
      const char *type = address ? strtok_r (NULL, " \t\r\n", &save) : NULL;
      const char *name = type ? strtok_r (NULL, " \t\r\n", &save) : NULL;
      if (!name || (strcmp (type, "T") != 0 && strcmp (type, "t") != 0))
	continue;
      char *end;
      uint64_t value = strtoull (address, &end, 16);
      if (*end)
	continue;
      add (closure, value, *type == 'T', name);
      found++;
    }
  bool good = !ferror (in)
    || diag_error (file, "cannot read: %s", strerror (errno));
  free (line);
  fclose (in);
  if (!good)
    return false;
  return found > 0
    || diag_error (file, "has no symbols: expected lines like "
		   "\"00001139 T main\"");
}
