/* The files of modules, for all that add profiles up at once: what each
   counter word means, which only the plugin's tables in the file tell.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#ifndef CGPROF_SUM_IMAGES_H
#define CGPROF_SUM_IMAGES_H

#include "base/map.h"
#include "base/mem.h"
#include "elf/image.h"

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum sum_word
{
  SUM_WORD_NONE,		/* Nothing that is kept: nobody's, a word of an
				   indirect site (struct sum_target), or what
				   only the code itself looks at.  */
  SUM_WORD_COUNT,		/* Of calls or entries; adds up.  */
  SUM_WORD_AMOUNT,		/* Of something else; adds up.  */
  SUM_WORD_MAXIMUM		/* The largest counts.  */
};

static inline bool
sum_word_adds_up (uint8_t what)
{
  return what == SUM_WORD_COUNT || what == SUM_WORD_AMOUNT;
}

/* A module, as a profile tells of it.  */
struct sum_identity
{
  const char *path;
  const char *build_id;		/* In hexadecimal; NULL: it has none.  */
  uint64_t counters;		/* Link-time address of its counter section, */
  uint64_t counters_size;	/* and bytes; both 0 if it has none.  */
  bool main;			/* It is the program.  */
};

/* Its file.  */
struct sum_image
{
  const char *path;
  const char *trouble;		/* Why IMAGE cannot be had; NULL: it can.  */
  struct image image;
  uint8_t *words;		/* An enum sum_word for each counter word, */
  uint8_t *sites;		/* and of how many direct calls it is the
				   number.  */
  uint64_t word_count;
  bool told;			/* Of TROUBLE.  */
};

/* All of them.  A struct with SUM_IMAGES_INITIAL is empty.  */
struct sum_images
{
  const char *const *programs;	/* Files to be tried first for programs.  */
  size_t program_count;
  struct sum_image **all;
  size_t count, room;
  struct dict known;		/* Image by all of its identity.  */
  struct arena arena;
  pthread_mutex_t lock;
};

#define SUM_IMAGES_INITIAL { .lock = PTHREAD_MUTEX_INITIALIZER }

/* Return the file of the module IDENTITY, which is valid until IMAGES are
   freed.  May be called by several threads at once.  */
const struct sum_image *sum_images_get (struct sum_images *images,
					const struct sum_identity *identity);

/* Say, once for IMAGE, of IMAGES, that the profile in FILE cannot be added up
   without it.  Likewise.  */
void sum_images_complain (struct sum_images *images,
			  const struct sum_image *image, const char *file);

void sum_images_free (struct sum_images *images);

#endif /* CGPROF_SUM_IMAGES_H */
