/* The profiles of all processes of a run, in one file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/whole-run.h"
#include "base/alive.h"
#include "base/bytes.h"
#include "base/diag.h"
#include "base/mem.h"
#include "cmd/bearers.h"
#include "read/profile-header.h"
#include "write/merge.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Of each profile in the folder: when it was begun, so that no two have one
   name though processes may have one number, and by which.  */
#define WHOLE_RUN_PATTERN "%t-%p"

/* The folder that OUTPUT is in, absolute; to be freed.  NULL if there is
   none.  */

static char *
whole_run_place (const char *output)
{
  const char *slash = strrchr (output, '/');
  char *folder = slash == output ? strdup ("/")
    : slash ? strndup (output, slash - output) : strdup (".");
  if (!folder)
    mem_failed ();
  char *place = realpath (folder, NULL);
  free (folder);
  return place;
}

bool
whole_run_start (struct whole_run *run, const char *output)
{
  struct stat status;
  *run = (struct whole_run) { .output = output };
  if (!*output)
    return diag_error (NULL, "run: the name of the file to write is empty");
  /* It is read again.  */
  if (stat (output, &status) == 0 && !S_ISREG (status.st_mode))
    return diag_error (output, "cannot write: it is %s, expected a file",
		       S_ISDIR (status.st_mode) ? "a folder"
		       : "a pipe or a device");
  char *place = whole_run_place (output);
  if (!place)
    return diag_error (output, "cannot write: %s", strerror (errno));
  /* The options of the runtime are separated by colons, and its pattern has
     percent signs.  */
  bool good = !strpbrk (place, ":%")
    || diag_error (place, "its name has a colon or a percent sign, expected a "
		   "folder without for profiles");
  if (good)
    {
      if (asprintf (&run->folder, "%s/cgprof-run.XXXXXX", place) < 0)
	mem_failed ();
      good = mkdtemp (run->folder) != NULL;
      if (!good)
	{
	  diag_error (run->folder, "cannot make the folder: %s",
		      strerror (errno));
	  free (run->folder);
	  run->folder = NULL;
	}
    }
  free (place);
  if (!good)
    return false;
  /* What root runs may become another user's.  */
  if (geteuid () == 0)
    chmod (run->folder, 01777);
  if (asprintf (&run->pattern, "%s/%s", run->folder, WHOLE_RUN_PATTERN) < 0)
    mem_failed ();
  return true;
}

/* A profile in the folder.  */
struct whole_run_file
{
  char *path;
  struct cgprof_header header;
  bool live;			/* It is still being counted in.  */
};

/* In the order in which they began.  */

static int
whole_run_compare (const void *x, const void *y)
{
  const struct whole_run_file *a = x, *b = y;
  if (a->header.start_time != b->header.start_time)
    return a->header.start_time < b->header.start_time ? -1 : 1;
  return strcmp (a->path, b->path);
}

/* Take PID away from the COUNT PIDS, of which it may be one.  Return how many
   are left.  */

static size_t
whole_run_drop (uint64_t *pids, size_t count, uint64_t pid)
{
  for (size_t i = 0; i < count; i++)
    if (pids[i] == pid)
      {
	pids[i] = pids[count - 1];
	return count - 1;
      }
  return count;
}

/* Whether PATH is a profile; then set *FILE, and leave of the *OTHER_COUNT
   processes OTHERS those that it is not of.  What is none is told.  */

static bool
whole_run_look (struct whole_run_file *file, char *path, uint64_t *others,
		size_t *other_count)
{
  struct bytes bytes;
  struct stat status;
  bool swap;
  if (stat (path, &status) != 0 || !S_ISREG (status.st_mode)
      || !profile_header_read (&bytes, path, 0, &file->header, &swap))
    return false;
  file->path = path;
  file->live = false;
  struct cgprof_process process;
  for (uint64_t offset = file->header.header_size;
       profile_next_process (&bytes, swap, &offset, &process);)
    {
      /* An exec may have failed, and a handler taken the signal.  */
      if (process.end != CGPROF_END_EXIT && process.end != CGPROF_END_QUICK
	  && alive_process (process.pid, process.start_time, path))
	file->live = true;
      *other_count = whole_run_drop (others, *other_count, process.pid);
    }
  bytes_free (&bytes);
  return true;
}

/* Set *FILES, to be freed with their names, to the profiles in the folder of
   RUN, sorted, and leave of the *OTHER_COUNT processes OTHERS those that none
   is of.  Returns their number.  */

static size_t
whole_run_list (const struct whole_run *run, struct whole_run_file **files,
		uint64_t *others, size_t *other_count)
{
  size_t count = 0, room = 0;
  *files = NULL;
  DIR *folder = opendir (run->folder);
  struct dirent *entry;
  while (folder && (entry = readdir (folder)))
    {
      struct whole_run_file file;
      char *path;
      /* Nor the temporary ones, which are being created.  */
      if (entry->d_name[0] == '.')
	continue;
      if (asprintf (&path, "%s/%s", run->folder, entry->d_name) < 0)
	mem_failed ();
      if (whole_run_look (&file, path, others, other_count))
	{
	  *files = mem_grow (*files, &room, count + 1, sizeof **files);
	  (*files)[count++] = file;
	}
      else
	free (path);
    }
  if (folder)
    closedir (folder);
  if (count > 0)
    qsort (*files, count, sizeof **files, whole_run_compare);
  return count;
}

bool
whole_run_gather (struct whole_run *run, const struct killed *killed)
{
  struct whole_run_file *files;
  /* First: what ends meanwhile has its profile by then.  */
  uint64_t *others;
  size_t other_count = bearers_find (run->folder, &others);
  size_t count = whole_run_list (run, &files, others, &other_count);
  const char **names = mem_alloc (count, sizeof *names);
  size_t live = 0;
  for (size_t i = 0; i < count; i++)
    {
      names[i] = files[i].path;
      killed_note (killed, files[i].path);
      live += files[i].live;
    }
  bool good = count > 0
    ? merge_profiles (names, count,
		      &(struct merge_choice) { .builds = MERGE_ANY_BUILD },
		      run->output)
    : diag_error (run->output, "no profiled program has run; compile with "
		  "$(cgprof --cflags)");
  for (size_t i = 0; i < count; i++)
    {
      if (good && !files[i].live)
	unlink (files[i].path);
      free (files[i].path);
    }
  run->told = good && live > 0;
  if (run->told)
    diag_warning (run->folder, "%zu process%s still run%s and count%s there; "
		  "%s has what %s did so far", live, live == 1 ? "" : "es",
		  live == 1 ? "s" : "", live == 1 ? "s" : "", run->output,
		  live == 1 ? "it" : "they");
  run->awaited = other_count > 0;
  if (run->awaited)
    diag_warning (run->folder, "%zu process%s of the command still run%s; "
		  "profiled programs that %s will leave their profiles there",
		  other_count, other_count == 1 ? "" : "es",
		  other_count == 1 ? "s" : "",
		  other_count == 1 ? "it starts" : "they start");
  free (others);
  free (files);
  free (names);
  return good;
}

void
whole_run_end (struct whole_run *run)
{
  /* What somebody may still count in stays, as does what could not be put
     into the output.  */
  if (run->folder && !run->awaited && rmdir (run->folder) != 0 && !run->told)
    diag_warning (run->folder, "profiles are left there: %s",
		  strerror (errno));
  free (run->folder);
  free (run->pattern);
}
