/* The cache of what operations cost.

   What was measured holds for a model of processor and a release of libc,
   so the file is named for both.  It is text, a name and a number a line;
   one that lacks a name is as none.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/calibrate/calibrate.h"

#include "base/diag.h"
#include "base/mem.h"
#include "base/replace.h"

#include <gnu/libc-version.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>

const char *const calibrate_names[COSTS] = {
  [COST_CALL] = "call", [COST_INDIRECT] = "indirect-call",
  [COST_GUARD] = "guarded-call", [COST_JUMP] = "jump",
  [COST_ALLOCATE] = "malloc-free",
  [COST_ALLOCATE_LARGE] = "malloc-free-4k", [COST_REALLOC] = "realloc",
  [COST_COPY_BYTE] = "copy-byte", [COST_COPY_FAR_BYTE] = "copy-byte-4m",
  [COST_SHIFT_BYTE] = "shift-byte",
  [COST_CLEAR_BYTE] = "clear-byte",
  [COST_STRLEN] = "strlen", [COST_STRLEN_BYTE] = "strlen-byte",
  [COST_STRCMP] = "strcmp", [COST_GETENV] = "getenv",
  [COST_NUMBER] = "atoi", [COST_PUTC] = "putc",
  [COST_PUTC_UNLOCKED] = "putc-unlocked", [COST_READ] = "read",
  [COST_SORT] = "sort-comparison", [COST_PAGE] = "page",
  [COST_VECTOR_STEP] = "vector-step", [COST_LIST_STEP] = "list-step",
  [COST_CHASE] = "list-step-1k", [COST_CHASE + 1] = "list-step-16k",
  [COST_CHASE + 2] = "list-step-256k",
  [COST_TREE] = "tree-find-8", [COST_TREE + 1] = "tree-find-64",
  [COST_TREE + 2] = "tree-find-1k", [COST_TREE + 3] = "tree-find-16k",
  [COST_TREE + 4] = "tree-find-256k",
  [COST_HASH] = "hash-find-8", [COST_HASH + 1] = "hash-find-64",
  [COST_HASH + 2] = "hash-find-1k", [COST_HASH + 3] = "hash-find-16k",
  [COST_HASH + 4] = "hash-find-256k", [COST_HASH_HOP] = "hash-hop",
  [COST_REHASH] = "rehash-1k", [COST_REHASH_FAR] = "rehash-256k",
  [COST_SPREAD] = "code-pages-512", [COST_SPREAD + 1] = "code-pages-1k",
  [COST_SPREAD + 2] = "code-pages-2k", [COST_SPREAD + 3] = "code-pages-4k"
};

/* The processor's model, as far as the system tells it.  */

static void
cache_processor (char *name, size_t size)
{
  FILE *in = fopen ("/proc/cpuinfo", "r");
  char line[256];
  name[0] = '\0';
  while (in && !name[0] && fgets (line, sizeof line, in))
    {
      char *colon = strstr (line, ": ");
      if (colon && (strncmp (line, "model name", 10) == 0
		    || strncmp (line, "CPU part", 8) == 0))
	snprintf (name, size, "%s", colon + 2);
    }
  if (in)
    fclose (in);
  struct utsname system;
  if (!name[0] && uname (&system) == 0)
    snprintf (name, size, "%s", system.machine);
}

/* The name of the cache, to be freed; NULL if the user has no place for
   it.  Its directories are made.  */

static char *
cache_file (void)
{
  const char *cache = getenv ("XDG_CACHE_HOME");
  const char *home = getenv ("HOME");
  bool given = cache && cache[0] == '/';
  if (!given && (!home || home[0] != '/'))
    return NULL;

  char processor[128];
  cache_processor (processor, sizeof processor);
  const char *libc = gnu_get_libc_version ();
  const char *top = given ? cache : home;
  size_t size = strlen (top) + strlen (processor) + strlen (libc) + 64;
  char *file = mem_alloc (size, 1);
  size_t length = snprintf (file, size, "%s%s", top,
			    given ? "" : "/.cache");
  mkdir (file, 0777);
  length += snprintf (file + length, size - length, "/cgprof");
  mkdir (file, 0777);
  length += snprintf (file + length, size - length, "/costs-");
  for (const char *c = processor; *c && *c != '\n'; c++)
    {
      bool plain = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z')
	|| (*c >= 'A' && *c <= 'Z');
      if (plain || file[length - 1] != '-')
	file[length++] = plain ? *c : '-';
    }
  snprintf (file + length, size - length, "%sglibc-%s",
	    file[length - 1] == '-' ? "" : "-", libc);
  return file;
}

static bool
cache_read (struct costs *costs, const char *file)
{
  FILE *in = fopen (file, "r");
  if (!in)
    return false;
  bool known[COSTS] = { false };
  size_t count = 0;
  char name[32];
  double ns;
  while (fscanf (in, "%31s %lf", name, &ns) == 2)
    for (size_t i = 0; i < COSTS; i++)
      if (strcmp (name, calibrate_names[i]) == 0 && isfinite (ns) && ns >= 0)
	{
	  count += !known[i];
	  known[i] = true;
	  costs->ns[i] = ns;
	}
  fclose (in);
  return count == COSTS;
}

/* A cache that cannot be written is no reason to fail.  It appears whole:
   another cgprof may be reading it.  */

static bool
cache_write (const struct costs *costs, const char *file)
{
  struct replace replace;
  int error = replace_open (&replace, file);
  if (!error)
    {
      for (size_t i = 0; i < COSTS; i++)
	fprintf (replace.out, "%s %.6f\n", calibrate_names[i], costs->ns[i]);
      error = replace_close (&replace, true);
    }
  if (error)
    diag_warning (file, "cannot write: %s", strerror (error));
  return !error;
}

bool
calibrate_read_cache (struct costs *costs)
{
  char *file = cache_file ();
  bool good = file && cache_read (costs, file);
  free (file);
  return good;
}

char *
calibrate_write_cache (const struct costs *costs)
{
  char *file = cache_file ();
  if (file && cache_write (costs, file))
    return file;
  free (file);
  return NULL;
}
