/* cgprof merge: several profiles in one file.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/bytes.h"
#include "base/mem.h"
#include "cmd/cmd.h"
#include "cmd/options.h"
#include "load/analysis.h"
#include "read/profile-header.h"
#include "write/gmon-sum.h"
#include "write/merge.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Make *NAMES, to be freed, the COUNT PROFILES and behind them the names in
   TEXT, one a line or, if there is one, before each NUL.  They lie in TEXT,
   which is changed.  Returns their number.  */

static size_t
merge_collect_names (const char ***names, const char *const *profiles,
		     size_t count, struct bytes *text)
{
  size_t room = text->size;
  text->data = mem_grow (text->data, &room, text->size + 1, 1);
  text->data[text->size] = '\0';
  int end = memchr (text->data, '\0', text->size) ? '\0' : '\n';
  room = 0;
  *names = mem_grow (NULL, &room, count + 1, sizeof **names);
  if (count > 0)
    memcpy (*names, profiles, count * sizeof **names);
  for (size_t at = 0; at < text->size;)
    {
      char *name = (char *) text->data + at;
      char *next = memchr (name, end, text->size - at);
      if (next)
	*next = '\0';
      at = next ? (size_t) (next + 1 - (char *) text->data) : text->size;
      if (!*name)
	continue;
      *names = mem_grow (*names, &room, count + 1, sizeof **names);
      (*names)[count++] = name;
    }
  return count;
}

/* Merge the COUNT PROFILES, whatever they are, to OUTPUT, by CHOICE.  */

static bool
merge_files (const char *const *profiles, size_t count,
	     const struct merge_choice *choice, const char *output)
{
  bool gmon;
  return profile_header_detect (profiles, count, &gmon)
    && (gmon ? gmon_sum_files (choice->image_count > 0 ? choice->images[0]
						       : "a.out",
			       profiles, count, false, GMON_AUTO, output)
	: merge_profiles (profiles, count, choice, output));
}

/* The files of programs.  */
struct merge_images
{
  const char **images;
  size_t count, room;
  struct arena arena;		/* Of those that --builds names.  */
  bool wanted;			/* --builds was given.  */
};

static void
merge_add_image (struct merge_images *images, const char *image)
{
  images->images = mem_grow (images->images, &images->room, images->count + 1,
			     sizeof *images->images);
  images->images[images->count++] = image;
}

/* Take the files TEXT, with colons between them, or NULL.  */

static int
merge_set_builds (struct options *options, const struct options_row *row,
		  const char *text)
{
  (void) options;
  struct merge_images *images = row->object;
  images->wanted = true;
  char *rest = text ? arena_copy (&images->arena, text, strlen (text)) : NULL;
  for (char *name; (name = strsep (&rest, ":"));)
    if (*name)
      merge_add_image (images, name);
  return OPTIONS_GO_ON;
}

int
cmd_merge (int argc, char **argv)
{
  struct merge_choice choice = { .builds = MERGE_ONE_BUILD };
  const char *output = NULL;
  const char *list = NULL;
  const char *image = NULL;
  struct merge_images builds = { NULL };
  const struct options_row rows[] = {
    { .name = "output", .letter = 'o', .shown = "FILE", .text = &output,
      .help = "where to; may be one of the profiles" },
    { .name = "files-from", .shown = "FILE", .text = &list,
      .help = "also the profiles that FILE (- is standard input) names,\n"
	      "one a line, or with a NUL behind each" },
    { .name = "sum", .set = &choice.sum,
      .help = "make one profile of those of a program, in which\n"
	      "only their processes are told apart, not what\n"
	      "these did" },
    { .name = "resume", .set = &choice.resume,
      .help = "with --sum: go on from FILE.part, which a merge that\n"
	      "was interrupted has left" },
    { .name = "jobs", .letter = 'j', .shown = "N", .number = &choice.workers,
      .what = "number of threads",
      .help = "with --sum: N threads at once (one a processor)" },
    { .name = "builds", .optional = true, .shown = "IMAGES",
      .act = merge_set_builds, .object = &builds,
      .help = "with --sum: put profiles of older builds on the\n"
	      "functions and call sites of the newest; IMAGES (colons\n"
	      "between) are old builds' programs" },
    { .name = "image", .shown = "FILE", .text = &image,
      .help = "the same as IMAGE" }
  };
  struct options options = {
    .usage
    = "Usage: cgprof merge --output=FILE [OPTION...] [IMAGE] PROFILE...\n"
      "\n"
      "Put several cgprof.out into one, or add up several gmon.out, which\n"
      "needs the program: IMAGE (default a.out); --sum does, too, which it\n"
      "finds where it was.\n"
      "\n",
    .profiles = SIZE_MAX,
    OPTIONS_ROWS (rows)
  };
  int status = options_parse (&options, argc, argv);
  if (status != OPTIONS_GO_ON)
    return status;
  struct analysis_request request = { .image = NULL };
  options_take_files (&options, &request);
  if (!image)
    image = request.image;
  if (image)
    merge_add_image (&builds, image);
  choice.images = builds.images;
  choice.image_count = builds.count;
  if (builds.wanted)
    choice.builds = MERGE_NEWEST_BUILD;
  if (builds.wanted && !choice.sum)
    return cmd_misuse ("merge: --builds is for --sum");
  if (choice.resume && !choice.sum)
    return cmd_misuse ("merge: --resume is for --sum");
  if (choice.workers && !choice.sum)
    return cmd_misuse ("merge: --jobs is for --sum");
  if (!output)
    return cmd_misuse ("merge: --output=FILE is missing");
  struct bytes text = { NULL };
  if (list && !bytes_read (&text, list, UINT64_MAX))
    return 1;
  const char **names;
  size_t count = merge_collect_names (&names, request.profiles,
				      request.profile_count, &text);
  status = count == 0
    ? cmd_misuse ("merge: no profile is given")
    : !merge_files (names, count, &choice, output);
  free (names);
  free (builds.images);
  arena_free (&builds.arena);
  bytes_free (&text);
  return status;
}
