/* What the readers of profiles share: the images of a model's modules, and
   the way from an address to a function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_READER_H
#define CGPROF_READ_READER_H

#include "elf/image.h"
#include "model/model.h"

/* The image of the model's module of the same index.  */
struct reader_module
{
  struct image image;
  bool open;			/* IMAGE holds something.  */
  uint32_t *functions;		/* Model function by image function, or
				   MODEL_NONE.  */
  uint32_t *sites;		/* The first model site of each row, or
				   MODEL_NONE.  */
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
				   callee), where the row's first one has
				   another callee.  */

  struct map advice;		/* Model advice by (module, row).  */

  struct image_choice choice;	/* How images are opened.  */
  bool lines;			/* Note every line that took time.  */
  struct map line_map;		/* Model line by (function, address).  */
};

/* What a profile held.  */
struct reader_file
{
  const char *name;
  bool gmon;			/* Else a cgprof.out.  */
  uint32_t version;
  uint64_t histograms;
  uint64_t arcs;
  uint64_t blocks;
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

/* The place of the number of the model's site for ROW of MODULE's image when
   it calls CALLEE, MODEL_NONE if there is none yet; the caller must then add
   it.  Valid until the next call.  */
uint32_t *reader_get_site (struct reader *reader, uint32_t module,
			   uint32_t row, uint32_t callee);

/* Make all functions of MODULE's image known to the model.  */
void reader_add_functions (struct reader *reader, uint32_t module);

/* Add NS nanoseconds spent at link-time ADDRESS, in FUNCTION of the
   model.  */
void reader_add_time (struct reader *reader, uint32_t function,
		      uint64_t address, double ns);

void reader_free (struct reader *reader);

#endif /* CGPROF_READ_READER_H */
