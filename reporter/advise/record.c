/* Records that the program kept for advice.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/advice.h"

#include <cgprof/abi.h>

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static int
compare_text (const char *a, const char *b)
{
  return strcmp (a ? a : "", b ? b : "");
}

static int
compare_records (const void *a, const void *b)
{
  const struct advice_record *x = a;
  const struct advice_record *y = b;
  int order = compare_text (x->item.file, y->item.file);
  /* A template's copies call the same member of other classes.  */
  if (order == 0 && x->first->kind != CGPROF_ADVICE_VECTOR)
    order = compare_text (x->first->symbol, y->first->symbol);
  if (order == 0)
    order = compare_text (x->first->detail, y->first->detail);
  if (order != 0)
    return order;
  if (x->item.line != y->item.line)
    return x->item.line < y->item.line ? -1 : 1;
  if (x->item.column != y->item.column)
    return x->item.column < y->item.column ? -1 : 1;
  if (x->item.line == 0 && x->item.function != y->item.function)
    return x->item.function < y->item.function ? -1 : 1;
  return 0;
}

void
advice_each_record (struct advice *advice, unsigned kind, unsigned sums,
		    void (*look) (struct advice *, struct advice_record *))
{
  const struct model *model = advice->model;
  struct advice_record *records
    = mem_alloc (model->advice_count + 1, sizeof *records);
  size_t count = 0;
  for (size_t i = 0; i < model->advice_count; i++)
    {
      const struct model_advice *each = &model->advice[i];
      if (each->kind != kind || each->values[0] == 0)
	continue;
      struct advice_where where
	= advice_place (model, each->file, each->line, each->column,
			each->inlines, each->inlined);
      struct advice_record *record = &records[count++];
      record->first = each;
      memcpy (record->values, each->values, sizeof each->values);
      record->item = (struct advice_item) {
	.kind = ADVICE_CHANGE, .function = each->function,
	.function_name = each->within_name,
	.file = where.file, .line = where.line, .column = where.column
      };
    }
  qsort (records, count, sizeof *records, compare_records);
  for (size_t i = 0; i < count;)
    {
      struct advice_record *record = &records[i];
      for (i++; i < count && compare_records (record, &records[i]) == 0; i++)
	for (size_t j = 0; j < MODEL_ADVICE_VALUES; j++)
	  if (j < sums)
	    record->values[j] += records[i].values[j];
	  else if (record->values[j] < records[i].values[j])
	    record->values[j] = records[i].values[j];
      look (advice, record);
    }
  free (records);
}

void
advice_add_share (struct advice *advice, struct advice_record *record,
		  uint64_t part, uint64_t whole, double share,
		  const char *what)
{
  struct advice_item *item = &record->item;
  /* What is seldom so is no case of it, and the gain would be anything.  */
  if (part < share / 2 * whole)
    return;
  if (part < share * whole && item->gain_ns >= advice->least_ns)
    {
      item->kind = ADVICE_REFUSED;
      item->stopper = arena_format (&advice->arena, "only %.0f %% %s, %.0f "
				    "%% are needed", 100.0 * part / whole,
				    what, 100 * share);
    }
  if (part >= share * whole || item->kind == ADVICE_REFUSED)
    advice_add (advice, item);
}

const char *
advice_object (const struct advice_record *record, const char *otherwise)
{
  return record->first->object ? record->first->object : otherwise;
}

double
advice_copy_byte (const struct advice *advice, uint64_t size)
{
  return advice->costs->ns[size < 1 << 20 ? COST_COPY_BYTE
			   : COST_COPY_FAR_BYTE];
}
