/* What code did whose blocks are counted: instructions, branches, loops,
   inlined calls.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "read/counted-blocks.h"
#include "base/diag.h"
#include "code/instructions.h"
#include "code/jumps.h"
#include "code/loops.h"
#include "code/piece-counts.h"
#include "elf/inlines.h"

#include <cgprof/abi.h>
#include <stdlib.h>

/* A module whose code is read.  */
struct counted_blocks
{
  struct reader *reader;
  uint32_t module;		/* In the model.  */
  const struct word_sums *sums;	/* Of its counters.  */
  const struct image *image;
  struct instruction_reader *instructions;
  struct lines *lines;		/* If lines are wanted and known.  */
  struct inlines *inlines;	/* If origins are, too.  */
  struct instruction_list list;	/* Of a function, */
  uint64_t *counts;		/* and how often its pieces were run.  */
  size_t count_room;
  struct flow_graph graph;	/* Of it, */
  struct loops loops;		/* and its loops.  */
  struct model_code origin;	/* Of the instruction that was looked at
				   last.  */
  struct dict known;		/* Index in NAMES by name.  */
  const char **names;		/* Those of files and functions, in the model's
				   arena.  */
  size_t name_count, name_room;
};

/* NAME, which LINES or INLINES will forget, as the model keeps it.  */

static const char *
counted_keep_name (struct counted_blocks *blocks, const char *name)
{
  if (!name)
    return NULL;
  uint32_t found = dict_find (&blocks->known, name);
  if (found == MAP_NONE)
    {
      struct model *model = blocks->reader->model;
      found = blocks->name_count;
      blocks->names = mem_grow (blocks->names, &blocks->name_room,
				blocks->name_count + 1, sizeof *blocks->names);
      blocks->names[blocks->name_count++] = arena_string (&model->arena, name);
      *dict_place (&blocks->known, blocks->names[found]) = found;
    }
  return blocks->names[found];
}

/* Set BLOCKS' origin to the COUNT inlined calls LEVELS.  */

static void
counted_note_inlines (struct counted_blocks *blocks,
		      const struct inlines_level *levels, size_t count)
{
  struct model *model = blocks->reader->model;
  struct model_code *origin = &blocks->origin;
  bool same = count == origin->inlined;
  size_t first = model->inline_count;
  for (size_t i = 0; i < count; i++)
    {
      struct model_inline level = {
	.symbol = counted_keep_name (blocks, levels[i].symbol),
	.file = counted_keep_name (blocks, levels[i].file),
	.line = levels[i].line, .discriminator = levels[i].discriminator,
	.decl_line = levels[i].decl_line
      };
      const struct model_inline *known
	= same ? &model->inlines[origin->inlines + i] : NULL;
      same = same && known->symbol == level.symbol && known->file == level.file
	&& known->line == level.line
	&& known->discriminator == level.discriminator;
      model_add_inline (model, &level);
    }
  if (same)
    model->inline_count = first;
  else
    {
      origin->inlines = first;
      origin->inlined = count;
    }
}

/* Set BLOCKS' origin to that of the instruction at ADDRESS.  */

static void
counted_find_origin (struct counted_blocks *blocks, uint64_t address)
{
  struct lines_place place = { 0 };
  if (blocks->lines)
    lines_look_place (blocks->lines, address, &place);
  blocks->origin.file = counted_keep_name (blocks, place.file);
  blocks->origin.line = place.line;
  if (!blocks->inlines)
    return;
  const struct inlines_level *levels;
  size_t count = inlines_look (blocks->inlines, address, &levels);
  blocks->origin.discriminator = place.discriminator;
  blocks->origin.column = place.column;
  counted_note_inlines (blocks, levels, count);
}

static bool
counted_is_same_origin (const struct model_code *a, const struct model_code *b)
{
  return a->file == b->file && a->line == b->line
    && a->discriminator == b->discriminator && a->column == b->column
    && a->inlines == b->inlines && a->inlined == b->inlined;
}

/* Add COUNT to *SUM, SIZE times.  */

static bool
counted_add_product (uint64_t *sum, uint64_t count, uint64_t size)
{
  return count == 0 || (size <= MODEL_COUNT_MAX / count
			&& model_add_count (sum, count * size));
}

/* Add COUNT executions of SIZE instructions of FUNCTION, of the model, and
   MORE instructions to those of the line of the one at ADDRESS, which BLOCKS'
   origin is of.  */

static bool
counted_add_code (struct counted_blocks *blocks, uint32_t function,
		  uint64_t address, uint64_t size, uint64_t count,
		  uint64_t more)
{
  struct model *model = blocks->reader->model;
  size_t before = model->code_count;
  struct model_code *code = model_get_code (model, function, address);
  if (model->code_count > before)
    {
      const struct model_code *origin = &blocks->origin;
      code->file = origin->file;
      code->line = origin->line;
      code->discriminator = origin->discriminator;
      code->column = origin->column;
      code->inlines = origin->inlines;
      code->inlined = origin->inlined;
    }
  return model_add_count (&code->executions, count)
    && model_add_count (&code->instructions, more)
    && counted_add_product (&code->instructions, count, size);
}

/* Add the padding that is run behind PIECE, which was run COUNT times, to
   FUNCTION of the model: to the code that begins at BEFORE unless the linked
   code has padding there, which may have a line of its own.  */

static bool
counted_add_padding (struct counted_blocks *blocks, uint32_t function,
		     const struct instruction_piece *piece, uint64_t count,
		     uint64_t before)
{
  if (piece->padding == 0)
    return true;
  if (piece->padding_address != 0)
    {
      counted_find_origin (blocks, piece->padding_address);
      return counted_add_code (blocks, function, piece->padding_address,
			       piece->padding, count, 0);
    }
  uint64_t instructions = 0;
  return counted_add_product (&instructions, count, piece->padding)
    && counted_add_code (blocks, function, before, 0, 0, instructions);
}

/* Add what PIECE, which was run COUNT times, did, line by line, to FUNCTION of
   the model.  */

static bool
counted_add_piece (struct counted_blocks *blocks, uint32_t function,
		   const struct instruction_piece *piece, uint64_t count)
{
  const struct instruction *all = blocks->list.all + piece->first;
  if (piece->count == 0)
    {
      if (piece->first == 0)
	return true;
      counted_find_origin (blocks, all[-1].address);
      return counted_add_padding (blocks, function, piece, count,
				  all[-1].address);
    }
  counted_find_origin (blocks, all[0].address);
  uint64_t begin = all[0].address;
  if (!blocks->lines)
    return counted_add_code (blocks, function, all->address,
			     (uint64_t) piece->count + piece->stubs
			     + piece->padding, count, 0);
  for (uint32_t first = 0, end; first < piece->count; first = end)
    {
      struct model_code origin = blocks->origin, next = origin;
      uint64_t size = 0;
      for (end = first; end < piece->count; end++)
	{
	  if (end > first)
	    {
	      counted_find_origin (blocks, all[end].address);
	      next = blocks->origin;
	      if (!counted_is_same_origin (&origin, &next))
		break;
	    }
	  size += 1 + all[end].stub;
	}
      blocks->origin = origin;
      begin = all[first].address;
      if (!counted_add_code (blocks, function, begin, size, count, 0))
	return false;
      blocks->origin = next;
    }
  return counted_add_padding (blocks, function, piece, count, begin);
}

/* Whether BRANCH of FUNCTION, of the model, leads back to where a loop
   begins.  */

static bool
counted_closes_loop (const struct counted_blocks *blocks, uint32_t function,
		     const struct instruction *branch)
{
  const struct instruction_list *list = &blocks->list;
  uint32_t piece = branch->target <= branch->address
    ? jumps_find_piece (list, branch->target) : UINT32_MAX;
  if (piece == UINT32_MAX || list->pieces[piece].first >= list->count)
    return false;
  const struct model_code *code
    = model_find_code (blocks->reader->model, function,
		       list->all[list->pieces[piece].first].address);
  return code && code->loop;
}

/* The code of FUNCTION, of the model, that ends in the branch AT of PIECE: the
   one with the last address that is not behind it; NULL if there is none.  */

static struct model_code *
counted_find_branch (const struct counted_blocks *blocks, uint32_t function,
		     uint32_t piece, const struct instruction *at)
{
  const struct instruction_list *list = &blocks->list;
  const struct instruction *first = &list->all[list->pieces[piece].first];
  struct model_code *code = NULL;
  for (const struct instruction *begin = at; begin >= first && !code; begin--)
    code = model_find_code (blocks->reader->model, function, begin->address);
  return code;
}

/* Add which way the branch at the end of PIECE went to the code of FUNCTION
   that it is in.  Loops are added before.  */

static bool
counted_add_branch (struct counted_blocks *blocks, uint32_t function,
		    uint32_t piece)
{
  const struct instruction_list *list = &blocks->list;
  const struct instruction *at = jumps_branch (list, piece);
  struct model_code *code
    = at ? counted_find_branch (blocks, function, piece, at) : NULL;
  if (!code)
    return true;
  code->closes = counted_closes_loop (blocks, function, at);
  code->branch = true;
  return model_add_count (&code->taken, jumps_taken (list, blocks->counts,
						     piece));
}

/* Tell the branch that ends a round of LOOP, which BEGIN begins in FUNCTION,
   how often the source has its test done, if the loop's body is written behind
   that.  */

static bool
counted_add_tests (struct counted_blocks *blocks, uint32_t function,
		   const struct loop *loop, const struct model_code *begin)
{
  const struct instruction *at
    = loop->left_known ? jumps_branch (&blocks->list, loop->last) : NULL;
  struct model_code *code
    = at ? counted_find_branch (blocks, function, loop->last, at) : NULL;
  if (!code || begin->line < code->line
      || (begin->line == code->line && begin->column <= code->column))
    return true;
  return model_add_count (&code->tests, loop->rounds)
    && model_add_count (&code->tests, loop->left);
}

/* Add the loops of the image's function with number INDEX to the code of
   FUNCTION, of the model, that begins them.  */

static bool
counted_add_loops (struct counted_blocks *blocks, uint32_t index,
		   uint32_t function)
{
  const struct instruction_list *list = &blocks->list;
  struct model *model = blocks->reader->model;
  flow_graph_make (&blocks->graph, blocks->image,
		   &blocks->image->blocks.functions[index], list,
		   blocks->counts);
  loops_find (&blocks->graph, &blocks->loops);
  uint32_t before = UINT32_MAX;
  for (size_t i = 0; i < blocks->loops.count; i++)
    {
      const struct loop *loop = &blocks->loops.all[i];
      uint32_t first = list->pieces[loop->header].first;
      /* A piece without code begins where the next one does.  */
      if (first >= list->count || first == before)
	continue;
      before = first;
      struct model_code *code = model_find_code (model, function,
						 list->all[first].address);
      if (!code)
	continue;
      code->loop = true;
      code->entered_unknown |= !loop->known;
      if (!model_add_count (&code->entered, loop->entered)
	  || !model_add_count (&code->rounds, loop->rounds)
	  || !counted_add_tests (blocks, function, loop, code))
	return false;
    }
  return true;
}

/* Note where the direct jump or call FROM leads, in TO.  */

static void
counted_add_target (const struct counted_blocks *blocks,
		    const struct instruction *from,
		    struct model_instruction *to)
{
  const struct image *image = blocks->image;
  uint32_t function = from->target ? image_find (image, from->target)
    : IMAGE_NONE;
  to->target = from->target;
  if (function == IMAGE_NONE)
    return;
  to->symbol = arena_string (&blocks->reader->model->arena,
			     image->functions[function].symbol);
  to->offset = from->target - image->functions[function].address;
}

/* Add the instructions of FUNCTION.  */

static bool
counted_add_instructions (struct counted_blocks *blocks, uint32_t function)
{
  const struct instruction_list *list = &blocks->list;
  struct model *model = blocks->reader->model;
  for (size_t i = 0; i < list->count; i++)
    {
      const struct instruction *from = &list->all[i];
      struct model_instruction *to
	= model_get_instruction (model, function, from->address);
      if (!to->text)
	{
	  const char *text
	    = instruction_reader_text (blocks->instructions, from);
	  counted_find_origin (blocks, from->address);
	  to->text = arena_string (&model->arena, text);
	  to->file = blocks->origin.file;
	  to->line = blocks->origin.line;
	  counted_add_target (blocks, from, to);
	}
      if (!model_add_count (&to->executions, blocks->counts[from->piece]))
	return false;
    }
  return true;
}

/* Add how often the instructions that repeat themselves of the image's
   function with number INDEX were repeated, by its counter WORDS, to FUNCTION
   of the model.  */

static bool
counted_add_repetitions (struct counted_blocks *blocks, uint32_t index,
			 uint32_t function, const uint64_t *words,
			 uint64_t word_count)
{
  const struct block_tables *tables = &blocks->image->blocks;
  const struct block_tables_function *row = &tables->functions[index];
  struct model *model = blocks->reader->model;
  for (uint32_t i = 0; i < row->part_count; i++)
    {
      const struct block_tables_part *part = &tables->parts[row->parts + i];
      for (uint32_t j = 0; j < part->repetition_count; j++)
	{
	  const struct block_tables_repetition *repetition
	    = &tables->repetitions[part->repetitions + j];
	  if (repetition->word >= word_count)
	    continue;
	  uint64_t count = words[repetition->word];
	  uint64_t address = part->address + repetition->offset;
	  if (blocks->reader->code)
	    counted_find_origin (blocks, address);
	  if (!model_add_count (&model->functions[function].instructions,
				count)
	      || (blocks->reader->code
		  && !counted_add_code (blocks, function, address, 0, 0,
					count))
	      || (blocks->reader->assembly
		  && !model_add_count (&model_get_instruction
				       (model, function, address)->executions,
				       count)))
	    return false;
	}
    }
  return true;
}

/* Add the calls that were inlined in the function of ROW, which is FUNCTION of
   the model, by the counts of its pieces.  */

static bool
counted_add_inlined_calls (struct counted_blocks *blocks,
			   const struct site_tables_function *row,
			   uint32_t function)
{
  const struct site_tables *rows = &blocks->image->rows;
  struct reader *reader = blocks->reader;
  struct model *model = reader->model;
  for (uint32_t i = 0; i < row->inlined_call_count; i++)
    {
      uint32_t number = row->inlined_calls + i;
      const struct site_tables_inlined_call *call
	= &rows->inlined_calls[number];
      uint32_t *place = map_place (&reader->inlined_calls,
				   blocks->module, number);
      if (*place == MAP_NONE)
	{
	  struct model_inlined_call added = {
	    .function = function, .known = call->piece_count > 0,
	    .inlines = model->inline_count, .inlined = call->inlined
	  };
	  reader_add_inlines (blocks->reader, blocks->image, call->inlines,
			       call->inlined);
	  *place = model_add_inlined_call (model, &added);
	}
      for (uint32_t j = 0; j < call->piece_count; j++)
	{
	  uint32_t piece = rows->pieces[call->pieces + j];
	  if (piece < blocks->list.piece_count
	      && !model_add_count (&model->inlined_calls[*place].count,
				   blocks->counts[piece]))
	    return false;
	}
    }
  return true;
}

/* Add what the image's function with number INDEX, whose rows ROW begins, did
   to FUNCTION of the model.  */

static bool
counted_add_function (struct counted_blocks *blocks, uint32_t index,
		      const struct site_tables_function *row,
		      uint32_t function)
{
  const struct block_tables *tables = &blocks->image->blocks;
  const struct word_sums *sums = blocks->sums;
  struct reader *reader = blocks->reader;
  struct model_function *result = &reader->model->functions[function];
  bool is_there = row->word < sums->count;
  const uint64_t *words = is_there ? sums->all + row->word : NULL;
  uint64_t word_count = is_there ? sums->count - row->word : 0;
  if (!instruction_reader_read (blocks->instructions, index, &blocks->list))
    {
      diag_warning (blocks->image->path, "the code of %s is not what its "
		    "tables say; its instructions are not told",
		    result->symbol);
      return true;
    }
  struct inlines_level declared;
  if (blocks->inlines
      && inlines_look_function (blocks->inlines,
				tables->functions[index].address, &declared))
    {
      result->decl_file = counted_keep_name (blocks, declared.decl_file);
      result->decl_line = declared.decl_line;
    }
  const struct instruction_list *list = &blocks->list;
  blocks->counts = mem_grow (blocks->counts, &blocks->count_room,
			     list->piece_count, sizeof *blocks->counts);
  piece_counts_solve (tables, &tables->functions[index], words, word_count,
		      row->flags & CGPROF_FUNCTION_ENTRY, blocks->counts);
  result->flags |= MODEL_FUNCTION_INSTRUCTIONS;
  for (size_t i = 0; i < list->piece_count; i++)
    {
      const struct instruction_piece *piece = &list->pieces[i];
      uint64_t size = (uint64_t) piece->count + piece->padding + piece->stubs;
      uint64_t count = blocks->counts[i];
      if (!counted_add_product (&result->instructions, count, size)
	  || (reader->code
	      && !counted_add_piece (blocks, function, piece, count)))
	return false;
    }
  if (reader->code && !counted_add_loops (blocks, index, function))
    return false;
  for (size_t i = 0; reader->code && i < list->piece_count; i++)
    if (!counted_add_branch (blocks, function, i))
      return false;
  if (reader->assembly && !counted_add_instructions (blocks, function))
    return false;
  if (!counted_add_inlined_calls (blocks, row, function))
    return false;
  return counted_add_repetitions (blocks, index, function, words, word_count);
}

/* Add what the code of MODULE, of the model, did.  */

static bool
counted_map_module (struct reader *reader, uint32_t module)
{
  struct counted_blocks blocks = {
    .reader = reader, .module = module,
    .sums = &reader->modules[module].sums,
    .image = reader_image (reader, module)
  };
  if (!(blocks.instructions = instruction_reader_open (blocks.image)))
    return true;
  if (reader->code)
    blocks.lines = lines_open (blocks.image);
  if (reader->origins && blocks.lines)
    blocks.inlines = inlines_open (blocks.lines);
  bool good = true;
  for (size_t i = 0; i < blocks.image->blocks.function_count && good; i++)
    {
      uint64_t address = blocks.image->blocks.functions[i].address;
      uint32_t found = image_find (blocks.image, address);
      if (found == IMAGE_NONE
	  || blocks.image->functions[found].address != address
	  || blocks.image->functions[found].row == IMAGE_NONE)
	continue;
      const struct site_tables_function *row
	= &blocks.image->rows.functions[blocks.image->functions[found].row];
      good = counted_add_function
	(&blocks, i, row, reader_get_function (reader, module, found));
    }
  loops_free (&blocks.loops);
  flow_graph_free (&blocks.graph);
  instruction_list_free (&blocks.list);
  instruction_reader_close (blocks.instructions);
  inlines_close (blocks.inlines);
  lines_close (blocks.lines);
  dict_free (&blocks.known);
  free (blocks.names);
  free (blocks.counts);
  return good || diag_error (blocks.image->path,
			     "counts add up to more than 2^63 - 1");
}

void
counted_blocks_add (struct reader *reader, uint32_t module,
		    const struct word_sums *sums)
{
  const struct image *image = reader_image (reader, module);
  if (reader->without_instructions || !image
      || image->blocks.function_count == 0)
    return;
  struct reader_module *each = &reader->modules[module];
  each->unmapped = true;
  word_sums_grow (&each->sums, sums->count);
  for (size_t i = 0; i < sums->count; i++)
    word_sums_add (&each->sums, i, sums->all[i]);
}

bool
counted_blocks_map (struct reader *reader)
{
  for (size_t i = 0; i < reader->module_count; i++)
    {
      struct reader_module *module = &reader->modules[i];
      if (!module->unmapped)
	continue;
      if (!counted_map_module (reader, i))
	return false;
      module->unmapped = false;
      free (module->sums.all);
      module->sums = (struct word_sums) { NULL };
    }
  return true;
}
