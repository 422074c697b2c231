/* Containers of the program, each with all records about it.

   Records of one variable or member are of one container.  What is known by
   a reference or a pointer may be any container of its type, so its uses
   speak against changing each of them; likewise for a container that is
   handed on, whose elements may go to any other.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/container.h"

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
  const struct model_advice *x = *(const struct model_advice *const *) a;
  const struct model_advice *y = *(const struct model_advice *const *) b;
  int order = compare_text (x->detail, y->detail);
  if (order == 0)
    order = compare_text (x->object, y->object);
  if (order == 0)
    order = compare_text (x->file, y->file);
  if (order == 0 && x->line != y->line)
    order = x->line < y->line ? -1 : 1;
  if (order == 0 && x->column != y->column)
    order = x->column < y->column ? -1 : 1;
  return order ? order : x < y ? -1 : x > y;
}

void
advice_containers_get (struct advice_containers *containers,
		       struct advice *advice)
{
  const struct model *model = advice->model;
  memset (containers, 0, sizeof *containers);
  containers->records = mem_alloc (model->advice_count + 1,
				   sizeof *containers->records);
  containers->copies = mem_alloc (model->advice_count + 1,
				  sizeof *containers->copies);
  size_t count = 0;
  for (size_t i = 0; i < model->advice_count; i++)
    if (model->advice[i].kind > CGPROF_ADVICE_VECTOR)
      {
	struct model_advice *copy = &containers->copies[count];
	*copy = model->advice[i];
	copy->detail = advice_short_name (&advice->arena, copy->detail);
	containers->records[count++] = copy;
      }
  qsort (containers->records, count, sizeof *containers->records,
	 compare_records);

  containers->containers = mem_alloc (count + 1,
				      sizeof *containers->containers);
  for (size_t i = 0; i < count; i++)
    {
      const struct model_advice *record = containers->records[i];
      struct advice_container *last
	= containers->containers + containers->count - 1;
      if (i == 0 || compare_text (last->type, record->detail) != 0
	  || compare_text (last->name, record->object) != 0)
	{
	  last = &containers->containers[containers->count++];
	  last->type = record->detail;
	  last->name = record->object;
	  last->records = &containers->records[i];
	}
      last->count++;
      last->alias = last->alias || (record->flags & CGPROF_ADVICE_ALIAS);
    }
}

void
advice_containers_free (struct advice_containers *containers)
{
  free (containers->containers);
  free (containers->records);
  free (containers->copies);
}

const struct model_advice *
advice_container_sum (const struct advice_container *container,
		      unsigned kind, unsigned sums, const char *name,
		      uint64_t *values)
{
  const struct model_advice *most = NULL;
  uint64_t most_calls = 0;
  memset (values, 0, MODEL_ADVICE_VALUES * sizeof *values);
  for (size_t i = 0; i < container->count; i++)
    {
      const struct model_advice *record = container->records[i];
      if (record->kind != kind
	  || (name && compare_text (record->symbol, name) != 0))
	continue;
      /* A tree's calls are counted by size.  */
      uint64_t calls = 0;
      for (size_t j = 0; j < MODEL_ADVICE_VALUES; j++)
	{
	  if (j == 0 || kind == CGPROF_ADVICE_TREE)
	    calls += record->values[j];
	  if (j < sums)
	    values[j] += record->values[j];
	  else if (values[j] < record->values[j])
	    values[j] = record->values[j];
	}
      if (calls > most_calls)
	{
	  most = record;
	  most_calls = calls;
	}
    }
  return most;
}

static bool
listed (const char *name, const char *const *names)
{
  for (; *names; names++)
    if (strcmp (*names, name) == 0)
      return true;
  return false;
}

/* The arguments of the template TYPE, between its outermost brackets; *LENGTH
   becomes their length.  */

static const char *
template_arguments (const char *type, size_t *length)
{
  const char *begin = type ? strchr (type, '<') : NULL;
  const char *end = type ? strrchr (type, '>') : NULL;
  if (!begin || !end || end < begin)
    return NULL;
  *length = end - begin - 1;
  return begin + 1;
}

/* Whether an iterator of the class ITERATOR may be of a container of TYPE:
   they have the elements' type in common.  Iterators of trees name the pair
   of a map, so each of the map's arguments is looked for.  */

static bool
iterates (const char *iterator, const char *type)
{
  static const char *const families[][3] = {
    { "_Rb_tree_", "map<", "set<" }, { "_List_", "list<", "list<" },
    { "__normal_iterator<", "vector<", "vector<" }
  };
  bool family = false;
  for (size_t i = 0; i < sizeof families / sizeof *families; i++)
    {
      const char *open = strchr (type, '<');
      size_t before = open ? open - type + 1 : 0;
      for (int j = 1; j < 3; j++)
	{
	  size_t length = strlen (families[i][j]);
	  family = family
	    || (strstr (iterator, families[i][0]) && before >= length
		&& memcmp (open + 1 - length, families[i][j], length) == 0);
	}
    }
  size_t length;
  const char *at = template_arguments (type, &length);
  if (!family || !at)
    return false;
  for (const char *end = at + length; at < end;)
    {
      size_t part = 0;
      int depth = 0;
      for (; at + part < end && (depth > 0 || at[part] != ','); part++)
	depth += at[part] == '<' ? 1 : at[part] == '>' ? -1 : 0;
      if (!memmem (iterator, strlen (iterator), at, part))
	return false;
      at += part;
      at += at < end;
      at += at < end && *at == ' ';
    }
  return true;
}

/* Whether USE may be of CONTAINER.  */

static bool
may_be_of (const struct model_advice *use,
	   const struct advice_container *container)
{
  if (!use->detail || !container->type)
    return false;
  if (strcmp (use->detail, container->type) != 0)
    return iterates (use->detail, container->type);
  return container->alias || (use->flags & CGPROF_ADVICE_ALIAS)
    || compare_text (use->object, container->name) == 0;
}

/* The first use of CONTAINER whose name's being in NAMES is IN.  */

static const struct model_advice *
find_use (const struct advice_containers *containers,
	  const struct advice_container *container,
	  const char *const *names, bool in)
{
  for (size_t i = 0; i < containers->count; i++)
    {
      const struct advice_container *other = &containers->containers[i];
      for (size_t j = 0; j < other->count; j++)
	{
	  const struct model_advice *use = other->records[j];
	  if (use->kind == CGPROF_ADVICE_USE && use->symbol
	      && listed (use->symbol, names) == in
	      && may_be_of (use, container))
	    return use;
	}
    }
  return NULL;
}

const struct model_advice *
advice_container_use (const struct advice_containers *containers,
		      const struct advice_container *container,
		      const char *const *skipped)
{
  return find_use (containers, container, skipped, false);
}

const struct model_advice *
advice_container_find_use (const struct advice_containers *containers,
			   const struct advice_container *container,
			   const char *const *names)
{
  return find_use (containers, container, names, true);
}

void
advice_container_place (struct advice *advice, struct advice_item *item,
			const struct advice_container *container,
			const struct model_advice *record)
{
  struct advice_where where
    = advice_place (advice->model, record->file, record->line, record->column,
		    record->inlines, record->inlined);
  item->kind = ADVICE_CHANGE;
  item->certainty = ADVICE_LIKELY;
  item->function = record->function;
  item->function_name = record->within_name;
  item->file = where.file;
  item->line = where.line;
  item->column = where.column;
  item->subject
    = container->name
      ? arena_format (&advice->arena, "%s %s", container->type,
		      container->name)
      : arena_format (&advice->arena, "a %s", container->type);
}

void
advice_container_refuse (struct advice *advice, struct advice_item *item,
			 const struct model_advice *use, const char *needs)
{
  if (item->gain_ns < advice->least_ns)
    return;
  item->kind = ADVICE_REFUSED;
  item->stopper = arena_format (&advice->arena, "%s, at %s:%" PRIu32
				":%" PRIu32 ", %s", use->symbol,
				use->file ? use->file : "?", use->line,
				use->column, needs);
}
