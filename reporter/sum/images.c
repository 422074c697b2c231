/* The files of modules, for all that add profiles up at once.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "sum/images.h"
#include "base/diag.h"

#include <cgprof/abi.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Make COUNT words of IMAGE from number WORD on WHAT.  */

static void
sum_image_mark (struct sum_image *image, uint64_t word, uint64_t count,
		enum sum_word what)
{
  for (; count > 0 && word < image->word_count; count--)
    image->words[word++] = what;
}

/* Find which words of IMAGE count pieces of code.  Some are those of calls,
   which have the say.  */

static void
sum_image_find_pieces (struct sum_image *image)
{
  const struct block_tables *blocks = &image->image.blocks;
  for (size_t i = 0; i < blocks->function_count; i++)
    {
      const struct block_tables_function *function = &blocks->functions[i];
      uint32_t found = image_find (&image->image, function->address);
      uint32_t row = found == IMAGE_NONE ? IMAGE_NONE
					 : image->image.functions[found].row;
      if (row == IMAGE_NONE)
	continue;
      uint64_t first = image->image.rows.functions[row].word;
      for (uint32_t j = 0; j < function->part_count; j++)
	{
	  const struct block_tables_part *part
	    = &blocks->parts[function->parts + j];
	  for (uint32_t k = 0; k < part->piece_count; k++)
	    if (blocks->pieces[part->pieces + k].flags & CGPROF_PIECE_COUNTED)
	      sum_image_mark (image,
			      first + blocks->pieces[part->pieces + k].word, 1,
			      SUM_WORD_AMOUNT);
	  for (uint32_t k = 0; k < part->repetition_count; k++)
	    sum_image_mark (image, first
			    + blocks->repetitions[part->repetitions + k].word,
			    1, SUM_WORD_AMOUNT);
	}
    }
}

/* Find what the words of IMAGE's counters mean.  What an indirect site has is
   looked up by its row.  */

static void
sum_image_find_words (struct sum_image *image)
{
  const struct site_tables *rows = &image->image.rows;
  image->word_count = image->image.counters_size / 8;
  image->words = mem_alloc (image->word_count, sizeof *image->words);
  image->sites = mem_alloc (image->word_count, sizeof *image->sites);
  sum_image_find_pieces (image);
  for (size_t i = 0; i < rows->function_count; i++)
    if (rows->functions[i].flags & CGPROF_FUNCTION_ENTRY)
      sum_image_mark (image, rows->functions[i].word, 1, SUM_WORD_COUNT);
  for (size_t i = 0; i < rows->site_count; i++)
    {
      const struct site_tables_site *row = &rows->sites[i];
      if (row->bytes_kind && !row->bytes_constant)
	sum_image_mark (image, row->bytes, 1, SUM_WORD_AMOUNT);
      if (row->kind != CGPROF_SITE_DIRECT || row->word >= image->word_count)
	continue;
      image->words[row->word] = SUM_WORD_COUNT;
      image->sites[row->word]++;
    }
  for (size_t i = 0; i < rows->advice_count; i++)
    {
      const struct site_tables_advice *row = &rows->advice[i];
      sum_image_mark (image, row->word, row->sums, SUM_WORD_AMOUNT);
      sum_image_mark (image, row->word + row->sums, row->maxima,
		      SUM_WORD_MAXIMUM);
    }
}

/* Open PATH, which must be the file of IDENTITY, as IMAGE, whose strings are
   ARENA's.  */

static void
sum_image_open (struct sum_image *image, struct arena *arena,
		const char *path, const struct sum_identity *identity)
{
  image->path = arena_string (arena, path);
  image->trouble = NULL;
  const char *id = identity->build_id;
  if (path[0] != '/' && !identity->main)
    image->trouble = "has no file";
  else if (access (path, R_OK) != 0)
    image->trouble = arena_string (arena, strerror (errno));
  else if (!image_open (&image->image, path, NULL))
    image->trouble = "cannot be read";
  else if (id || image->image.build_id
	   ? !id || !image->image.build_id
	     || strcmp (id, image->image.build_id) != 0
	   : identity->counters != image->image.counters
	     || identity->counters_size != image->image.counters_size)
    image->trouble = "has changed since";
  if (!image->trouble)
    sum_image_find_words (image);
  else
    image_close (&image->image);
}

const struct sum_image *
sum_images_get (struct sum_images *images, const struct sum_identity *identity)
{
  char *key;
  if (asprintf (&key, "%s\n%s\n%" PRIx64 " %" PRIx64 " %d", identity->path,
		identity->build_id ? identity->build_id : "",
		identity->counters, identity->counters_size,
		identity->main) < 0)
    mem_failed ();
  pthread_mutex_lock (&images->lock);
  uint32_t found = dict_find (&images->known, key);
  if (found == MAP_NONE)
    {
      found = images->count;
      images->all = mem_grow (images->all, &images->room, found + 1,
			      sizeof *images->all);
      struct sum_image *image = mem_alloc (1, sizeof *image);
      images->all[images->count++] = image;
      *dict_place (&images->known, arena_string (&images->arena, key)) = found;
      for (size_t i = 0; identity->main && i < images->program_count
	   && (!image->path || image->trouble); i++)
	sum_image_open (image, &images->arena, images->programs[i], identity);
      if (!image->path || image->trouble)
	sum_image_open (image, &images->arena, identity->path, identity);
    }
  const struct sum_image *image = images->all[found];
  pthread_mutex_unlock (&images->lock);
  free (key);
  return image;
}

void
sum_images_complain (struct sum_images *images, const struct sum_image *image,
		     const char *file)
{
  pthread_mutex_lock (&images->lock);
  struct sum_image *mine = (struct sum_image *) image;
  if (!mine->told)
    diag_warning (file, "%s: %s; profiles that counted in it are kept apart",
		  image->path, image->trouble);
  mine->told = true;
  pthread_mutex_unlock (&images->lock);
}

void
sum_images_free (struct sum_images *images)
{
  for (size_t i = 0; i < images->count; i++)
    {
      if (!images->all[i]->trouble)
	image_close (&images->all[i]->image);
      free (images->all[i]->words);
      free (images->all[i]->sites);
      free (images->all[i]);
    }
  free (images->all);
  dict_free (&images->known);
  arena_free (&images->arena);
  pthread_mutex_destroy (&images->lock);
}
