/* What the readers of profiles share: the images of a model's modules, and
   the way from an address to a function.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_READ_READER_H
#define CGPROF_READ_READER_H

#include "elf/image.h"
#include "model/model.h"
#include "read/word-sums.h"

/* What is known of the file of a module; the model's module has the same
   index.  */
struct reader_module
{
  struct image image;
  bool open;			/* IMAGE is open.  */
  uint32_t *functions;		/* Model function by image function, or
				   MODEL_NONE.  */
  uint32_t *sites;		/* The first model site of each row, or
				   MODEL_NONE.  */
  uint32_t *callees;		/* Model function that the direct call of each
				   row leads to in the scope, or MODEL_NONE:
				   not known yet.  */
  bool counted;			/* A profile's counts of it were read: what is
				   0 in the next one is known.  */
  bool unmapped;		/* What its code did is not in the model
				   yet,  */
  struct word_sums sums;	/* and these tell it (counted-blocks.h).  */
};

/* The model refers to strings of the images: free the reader after it.  */
struct reader
{
  struct model *model;
  const char *program;		/* File of the program; NULL: not known.  */
  struct reader_module *modules;
  size_t module_count, module_room;
  struct dict known;		/* Modules by "PATH\nBUILD_ID".  */
  struct map sites;		/* Model site by (module << 32 | row,
				   callee), where the row's first one has
				   another callee.  */
  struct map advice;		/* Model advice by (module, row), */
  struct map inlined_calls;	/* and inlined calls.  */
  uint32_t *scope;		/* Modules that symbols are looked up in
				   (reader_set_scope), */
  size_t scope_count, scope_room;
  size_t initial;		/* the first ones, loaded with the program.  */

  struct image_choice choice;	/* How images are opened.  */
  const char *build;		/* Profiles of PROGRAM are those of this build
				   (struct profile_program) alone; NULL: see
				   profile_read.  */
  const char *processes;	/* Pids, with commas between them: only their
				   profiles are read; NULL: all are.  */
  const char *from;		/* Only samples from this time on and  */
  const char *to;		/* before this one are read: seconds since the
				   profile's start, or the name of a mark, TO
				   the first that is not before FROM; NULL: no
				   such limit.  */
  bool latency;			/* A sample's time counts less if other threads
				   ran then (profile_weigh_times).  */
  unsigned states;		/* Bits by enum model_state: only samples in
				   these are read; 0: all are.  */
  bool has_states;		/* A profile tells states.  */
  bool found_from, found_to;	/* A profile has that time; */
  bool found_range;		/* in one TO is not before FROM; */
  bool has_times;		/* one has times, of which FROM and TO
				   chose.  */
  bool code;			/* Note what all counted code did; else only
				   what functions did.  */
  bool origins;			/* Tell code of different blocks of a line, and
				   of inlined calls, apart.  */
  bool assembly;		/* With CODE: note each instruction, and each
				   address that took time.  */
  bool without_instructions;	/* Leave out what is known of them.  */
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

/* Return the model's module of the file PATH; add it and open its image if it
   is new.  If PATH cannot be opened, or its build-id is not BUILD_ID (NULL:
   any will do), there is a message, and the module has no image.  PROFILE is
   the file that names PATH, for the message.  */
uint32_t reader_get_module (struct reader *reader, const char *profile,
			    const char *path, const char *build_id);

/* Return the module of READER->program; MODEL_NONE, with a message, if it
   cannot be opened.  */
uint32_t reader_get_program (struct reader *reader);

/* Return the module called NAME that has no file, for instance the vDSO; add
   it if it is new.  */
uint32_t reader_get_fileless (struct reader *reader, const char *name);

/* Return the image of MODULE, or NULL if it has none.  */
const struct image *reader_image (const struct reader *reader,
				  uint32_t module);

/* Return the model's function for FUNCTION of MODULE's image; if that is a
   part of another function (image.h: owner), the one for the other.  */
uint32_t reader_get_function (struct reader *reader, uint32_t module,
			      uint32_t function);

/* Return that function, or MODEL_NONE if the model does not have it.  */
uint32_t reader_find_function (const struct reader *reader, uint32_t module,
			       uint32_t function);

/* Set READER's scope: the COUNT MODULES of a process in their order, the first
   INITIAL of which were loaded with its program.  What calls lead to in
   another scope is forgotten.  */
void reader_set_scope (struct reader *reader, const uint32_t *modules,
		       size_t count, size_t initial);

/* Return where READER keeps the index of the model's call site for ROW of
   MODULE's image and CALLEE, a function of the model.  MODEL_NONE there means
   that the caller must add the site and store its index.  The pointer is valid
   until the next call.  */
uint32_t *reader_get_site (struct reader *reader, uint32_t module,
			   uint32_t row, uint32_t callee);

/* Add COUNT inlined calls to the model: those of IMAGE's rows from number
   FIRST on.  */
void reader_add_inlines (struct reader *reader, const struct image *image,
			 uint32_t first, uint32_t count);

/* Add all functions of MODULE's image to the model.  */
void reader_add_functions (struct reader *reader, uint32_t module);

/* Add NS nanoseconds that were spent at link-time ADDRESS to the self time of
   the model's FUNCTION, and to the line there if READER->lines.  */
void reader_add_time (struct reader *reader, uint32_t function,
		      uint64_t address, double ns);

void reader_free (struct reader *reader);

#endif /* CGPROF_READ_READER_H */
