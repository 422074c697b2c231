/* What the readers of profiles share: the images of a model's modules, and
   the way from an address to a function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READER_H
#define CGPROF_READER_H

#include "image.h"
#include "model.h"

/* The image of the model's module of the same index.  */
struct reader_module
{
  struct image image;
  bool open;			/* IMAGE holds something.  */
  uint32_t *functions;		/* Model function by image function, or
				   MODEL_NONE.  */
};

/* A range of addresses that a histogram of gmon.out covers.  */
struct reader_range
{
  uint64_t low;
  uint64_t high;
};

/* The model refers to strings of the images: free the reader after it.  */
struct reader
{
  struct model *model;
  const char *program;		/* Image given by the user.  */
  struct reader_module *modules;
  size_t module_count, module_room;
  struct dict known;		/* Modules by "PATH\nBUILD_ID".  */
  struct map sites;		/* Model site by (module << 32 | row,
				   callee).  */

  struct reader_range *ranges;	/* Each once.  */
  size_t range_count, range_room;
  struct map range_map;
  double range_scale;		/* Bytes a bin, of all of them; 0: none.  */
};

/* The module with file PATH, opened when it is new.  BUILD_ID, if not NULL,
   is the one it must have, else it is left closed with a warning naming
   PROFILE; so it is if it cannot be opened.  */
uint32_t reader_get_module (struct reader *reader, const char *profile,
			    const char *path, const char *build_id);

/* The module of READER->program; MODEL_NONE, with a message, if it cannot
   be opened.  */
uint32_t reader_get_program (struct reader *reader);

/* The module named NAME that has no file, for instance the vDSO.  */
uint32_t reader_get_fileless (struct reader *reader, const char *name);

/* MODULE's image, or NULL if it was not opened.  */
const struct image *reader_image (const struct reader *reader,
				  uint32_t module);

/* The model's function for FUNCTION of MODULE's image, or rather for its
   owner.  */
uint32_t reader_get_function (struct reader *reader, uint32_t module,
			      uint32_t function);

/* Make all functions of MODULE's image known to the model.  */
void reader_add_functions (struct reader *reader, uint32_t module);

void reader_free (struct reader *reader);

#endif /* CGPROF_READER_H */
