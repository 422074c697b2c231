/* pprof's profile.proto, compressed.

   Values are samples and CPU time, of whole stacks, and calls, of stacks of
   two: the callee and the place of the call; where bytes are summed up,
   allocations and what they amount to, too, of the place alone.  pprof shows
   one kind of value at a time and leaves out samples without any of it, so the
   kinds of stacks do not meet.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "base/proto.h"
#include "export/export.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of the fields of profile.proto's messages.  */
enum
{
  PPROF_SAMPLE_TYPE = 1,
  PPROF_SAMPLE = 2,
  PPROF_MAPPING = 3,
  PPROF_LOCATION = 4,
  PPROF_FUNCTION = 5,
  PPROF_STRING_TABLE = 6,
  PPROF_PERIOD_TYPE = 11,
  PPROF_PERIOD = 12,
  PPROF_COMMENT = 13,
  PPROF_DEFAULT_SAMPLE_TYPE = 14,

  PPROF_VALUE_TYPE_TYPE = 1,
  PPROF_VALUE_TYPE_UNIT = 2,

  PPROF_SAMPLE_LOCATION = 1,
  PPROF_SAMPLE_VALUE = 2,
  PPROF_SAMPLE_LABEL = 3,

  PPROF_LABEL_KEY = 1,
  PPROF_LABEL_STR = 2,

  PPROF_MAPPING_ID = 1,
  PPROF_MAPPING_START = 2,
  PPROF_MAPPING_LIMIT = 3,
  PPROF_MAPPING_FILENAME = 5,
  PPROF_MAPPING_BUILD_ID = 6,
  PPROF_MAPPING_HAS_FUNCTIONS = 7,
  PPROF_MAPPING_HAS_FILENAMES = 8,
  PPROF_MAPPING_HAS_LINES = 9,
  PPROF_MAPPING_HAS_INLINES = 10,

  PPROF_LOCATION_ID = 1,
  PPROF_LOCATION_MAPPING = 2,
  PPROF_LOCATION_ADDRESS = 3,
  PPROF_LOCATION_LINE = 4,

  PPROF_LINE_FUNCTION = 1,
  PPROF_LINE_LINE = 2,

  PPROF_FUNCTION_ID = 1,
  PPROF_FUNCTION_NAME = 2,
  PPROF_FUNCTION_SYSTEM_NAME = 3,
  PPROF_FUNCTION_FILENAME = 4,
  PPROF_FUNCTION_START_LINE = 5
};

/* Labels of samples.  */
enum
{
  PPROF_THREAD,
  PPROF_PROCESS,
  PPROF_HOST,
  PPROF_RANK,
  PPROF_LABELS
};

struct pprof
{
  const struct export *export;
  struct proto profile;
  struct proto message;		/* That is being added.  */
  struct proto part;		/* Of MESSAGE.  */
  struct proto packed;
  struct dict strings;
  uint32_t string_count;
  struct map locations;		/* By (location it continues, frame) and by
				   (function, line).  */
  uint32_t *frames;		/* Location of each frame that continues none;
				   0: none yet.  */
  uint32_t location_count;
  uint32_t *nodes;		/* Location of each node of the tree.  */
  uint32_t *entries;		/* Location of each function's first line;
				   0: none yet.  */
  struct pprof_labels
  {
    uint64_t values[PPROF_LABELS];	/* Strings, or 0.  */
  } *labels;			/* Of each thread's samples, */
  struct pprof_labels common;	/* and what all processes share.  */
  uint64_t keys[PPROF_LABELS];	/* Strings.  */
  struct arena arena;
};

/* What tells locations of calls in LOCATIONS from those of frames.  */
#define PPROF_CALL ((uint64_t) 1 << 63)

static uint64_t
pprof_string (struct pprof *pprof, const char *text)
{
  if (!text || !*text)
    return 0;
  uint32_t *place = dict_place (&pprof->strings, text);
  if (*place == MAP_NONE)
    {
      *place = pprof->string_count++;
      proto_bytes (&pprof->profile, PPROF_STRING_TABLE, text, strlen (text));
    }
  return *place;
}

/* Add MESSAGE to the profile as FIELD.  */

static void
pprof_add (struct pprof *pprof, unsigned field)
{
  proto_bytes (&pprof->profile, field, pprof->message.data,
	       pprof->message.size);
  proto_clear (&pprof->message);
}

static void
pprof_value_type (struct pprof *pprof, unsigned field, const char *type,
		  const char *unit)
{
  proto_number (&pprof->message, PPROF_VALUE_TYPE_TYPE,
		pprof_string (pprof, type));
  proto_number (&pprof->message, PPROF_VALUE_TYPE_UNIT,
		pprof_string (pprof, unit));
  pprof_add (pprof, field);
}

/* pprof takes the first mapping for the program.  */

static void
pprof_mappings (struct pprof *pprof)
{
  const struct model *model = pprof->export->model;
  uint64_t *limits = mem_alloc (model->module_count, sizeof *limits);
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *function = &model->functions[i];
      if (function->module != MODEL_NONE
	  && !(function->flags & MODEL_FUNCTION_UNKNOWN)
	  && function->address >= limits[function->module])
	limits[function->module] = function->address + 1;
    }
  for (int pass = 0; pass < 2; pass++)
    for (size_t i = 0; i < model->module_count; i++)
      {
	const struct model_module *module = &model->modules[i];
	struct proto *message = &pprof->message;
	if (module->main != (pass == 0))
	  continue;
	proto_number (message, PPROF_MAPPING_ID, i + 1);
	proto_number (message, PPROF_MAPPING_LIMIT, limits[i]);
	proto_number (message, PPROF_MAPPING_FILENAME,
		      pprof_string (pprof, module->path));
	proto_number (message, PPROF_MAPPING_BUILD_ID,
		      pprof_string (pprof, module->build_id));
	/* Else pprof would look for names itself.  */
	for (unsigned j = PPROF_MAPPING_HAS_FUNCTIONS;
	     j <= PPROF_MAPPING_HAS_INLINES; j++)
	  proto_number (message, j, 1);
	pprof_add (pprof, PPROF_MAPPING);
      }
  free (limits);
}

static void
pprof_functions (struct pprof *pprof)
{
  const struct model *model = pprof->export->model;
  for (size_t i = 0; i < model->function_count; i++)
    {
      const struct model_function *function = &model->functions[i];
      struct proto *message = &pprof->message;
      proto_number (message, PPROF_FUNCTION_ID, i + 1);
      proto_number (message, PPROF_FUNCTION_NAME,
		    pprof_string (pprof, function->name));
      proto_number (message, PPROF_FUNCTION_SYSTEM_NAME,
		    pprof_string (pprof, function->symbol));
      proto_number (message, PPROF_FUNCTION_FILENAME,
		    pprof_string (pprof, function->file));
      proto_number (message, PPROF_FUNCTION_START_LINE, function->line);
      pprof_add (pprof, PPROF_FUNCTION);
    }
}

/* LINE, or 0 if it is not of FUNCTION's FILE: pprof knows one file for a
   function.  */

static uint32_t
pprof_line (const struct model_function *function, const char *file,
	    uint32_t line)
{
  if (!file || !function->file)
    return function->file ? 0 : line;
  const char *a = strrchr (file, '/');
  const char *b = strrchr (function->file, '/');
  return strcmp (a ? a : file, b ? b : function->file) == 0
    || strcmp (a ? a + 1 : file, b ? b + 1 : function->file) == 0
    ? line : 0;
}

static void
pprof_add_line (struct pprof *pprof, uint32_t function, const char *file,
		uint32_t line)
{
  proto_clear (&pprof->part);
  proto_number (&pprof->part, PPROF_LINE_FUNCTION, function + 1);
  proto_number (&pprof->part, PPROF_LINE_LINE,
		pprof_line (&pprof->export->model->functions[function], file,
			    line));
  proto_bytes (&pprof->message, PPROF_LOCATION_LINE, pprof->part.data,
	       pprof->part.size);
}

/* Begin the location with number ID in FUNCTION's code.  */

static void
pprof_begin_location (struct pprof *pprof, uint32_t id, uint32_t function)
{
  const struct model_function *each
    = &pprof->export->model->functions[function];
  proto_number (&pprof->message, PPROF_LOCATION_ID, id);
  if (each->module == MODEL_NONE)
    return;
  proto_number (&pprof->message, PPROF_LOCATION_MAPPING, each->module + 1);
  if (!(each->flags & MODEL_FUNCTION_UNKNOWN))
    proto_number (&pprof->message, PPROF_LOCATION_ADDRESS, each->address);
}

/* Set the locations of the tree's nodes.  An inlined function and all that
   it was inlined into are one location.  */

static void
pprof_locations (struct pprof *pprof)
{
  const struct call_tree *tree = &pprof->export->tree;
  pprof->nodes = mem_alloc (tree->node_count, sizeof *pprof->nodes);
  pprof->frames = mem_alloc (tree->frame_count, sizeof *pprof->frames);
  for (size_t i = 0; i < tree->node_count; i++)
    {
      uint32_t node = i;
      uint32_t frame = tree->nodes[i].frame;
      bool inlined = (tree->frames[frame].flags & MODEL_FRAME_INLINED)
	&& tree->nodes[i].parent != CALL_TREE_NONE;
      uint32_t *place = &pprof->frames[frame];
      if (inlined)
	{
	  place = map_place (&pprof->locations,
			     pprof->nodes[tree->nodes[i].parent], frame);
	  if (*place == MAP_NONE)
	    *place = 0;
	}
      if (*place != 0)
	{
	  pprof->nodes[i] = *place;
	  continue;
	}
      pprof->nodes[i] = *place = ++pprof->location_count;
      while ((tree->frames[tree->nodes[node].frame].flags
	      & MODEL_FRAME_INLINED)
	     && tree->nodes[node].parent != CALL_TREE_NONE)
	node = tree->nodes[node].parent;
      pprof_begin_location (pprof, *place,
			    tree->frames[tree->nodes[node].frame].function);
      for (uint32_t each = i;; each = tree->nodes[each].parent)
	{
	  const struct call_tree_frame *line
	    = &tree->frames[tree->nodes[each].frame];
	  pprof_add_line (pprof, line->function, line->file, line->line);
	  if (each == node)
	    break;
	}
      pprof_add (pprof, PPROF_LOCATION);
    }
}

/* The location of LINE of FUNCTION.  */

static uint32_t
pprof_place (struct pprof *pprof, uint32_t function, const char *file,
	     uint32_t line)
{
  line = pprof_line (&pprof->export->model->functions[function], file, line);
  uint32_t *place = map_place (&pprof->locations, PPROF_CALL | function,
			       line);
  if (*place == MAP_NONE)
    {
      *place = ++pprof->location_count;
      pprof_begin_location (pprof, *place, function);
      pprof_add_line (pprof, function, file, line);
      pprof_add (pprof, PPROF_LOCATION);
    }
  return *place;
}

/* Label the sample that MESSAGE has, with the strings KEY and VALUE.  */

static void
pprof_label (struct pprof *pprof, uint64_t key, uint64_t value)
{
  if (value == 0)
    return;
  proto_clear (&pprof->part);
  proto_number (&pprof->part, PPROF_LABEL_KEY, key);
  proto_number (&pprof->part, PPROF_LABEL_STR, value);
  proto_bytes (&pprof->message, PPROF_SAMPLE_LABEL, pprof->part.data,
	       pprof->part.size);
}

/* The values of a sample.  */
enum
{
  PPROF_SAMPLES,
  PPROF_CPU,			/* In ns.  */
  PPROF_CALLS,
  PPROF_ALLOC_OBJECTS,		/* Only where bytes are summed up.  */
  PPROF_ALLOC_SPACE,
  PPROF_VALUES
};

/* Add a sample with VALUES and the locations that MESSAGE has, and LABELS.  */

static void
pprof_add_sample (struct pprof *pprof, const uint64_t values[PPROF_VALUES],
		  const struct pprof_labels *labels)
{
  struct proto *packed = &pprof->packed;
  int count = pprof->export->bytes.known ? PPROF_VALUES : PPROF_ALLOC_OBJECTS;
  proto_clear (packed);
  for (int i = 0; i < count; i++)
    proto_element (packed, values[i]);
  proto_bytes (&pprof->message, PPROF_SAMPLE_VALUE, packed->data,
	       packed->size);
  for (int i = 0; i < PPROF_LABELS; i++)
    pprof_label (pprof, pprof->keys[i], labels->values[i]);
  pprof_add (pprof, PPROF_SAMPLE);
}

/* The stack of the sample before, as it is written: its locations, the
   innermost first, so that what two stacks share from the root on lies at the
   end of both.  */
struct pprof_stack
{
  struct pprof_step
  {
    uint32_t node;
    size_t outside;		/* Bytes of the steps around it.  */
  } *steps;			/* The root first.  */
  size_t depth;
  unsigned char *bytes;		/* Of ROOM, those at the end.  */
  size_t room;
};

/* Make STACK, with room for all of TREE.  */

static void
pprof_start_stack (struct pprof_stack *stack, const struct call_tree *tree)
{
  size_t depth = 0;
  for (size_t i = 0; i < tree->node_count; i++)
    if (tree->nodes[i].depth >= depth)
      depth = tree->nodes[i].depth + 1;
  *stack = (struct pprof_stack) {
    .steps = mem_alloc (depth, sizeof *stack->steps),
    .room = depth * PROTO_VARINT_MAX
  };
  stack->bytes = mem_alloc (stack->room, 1);
}

/* Make STACK that of NODE, and return how many bytes it has.  */

static size_t
pprof_set_stack (const struct pprof *pprof, struct pprof_stack *stack,
		 uint32_t node)
{
  const struct call_tree *tree = &pprof->export->tree;
  size_t depth = tree->nodes[node].depth + 1;
  size_t same = depth;
  for (uint32_t each = node; each != CALL_TREE_NONE;
       each = tree->nodes[each].parent, same--)
    {
      if (same <= stack->depth && stack->steps[same - 1].node == each)
	break;
      stack->steps[same - 1].node = each;
    }

  /* Whether the last step that is the same is written depends on the next
     one: the innermost of a location's nodes is its whole.  */
  size_t size = same > 0 ? stack->steps[same - 1].outside : 0;
  for (size_t i = same > 0 ? same - 1 : 0; i < depth; i++)
    {
      uint32_t each = stack->steps[i].node;
      stack->steps[i].outside = size;
      if (i + 1 < depth
	  && (tree->frames[tree->nodes[stack->steps[i + 1].node].frame].flags
	      & MODEL_FRAME_INLINED))
	continue;
      unsigned char number[PROTO_VARINT_MAX];
      size_t length = proto_varint (number, pprof->nodes[each]);
      size += length;
      memcpy (stack->bytes + stack->room - size, number, length);
    }
  stack->depth = depth;
  return size;
}

/* NUMBER as a string.  Strings stay where they are while they are looked
   up.  */

static uint64_t
pprof_number (struct pprof *pprof, uint64_t number)
{
  return pprof_string (pprof,
		       arena_format (&pprof->arena, "%" PRIu64, number));
}

/* Make the labels of what is known of all processes together only: those that
   are the same for each.  */

static void
pprof_make_common (struct pprof *pprof)
{
  const struct model *model = pprof->export->model;
  if (model->process_count == 0)
    return;
  const struct model_process *first = &model->processes[0];
  uint64_t *values = pprof->common.values;
  bool host = first->host, rank = first->rank != MODEL_NONE;
  for (size_t i = 1; i < model->process_count; i++)
    {
      const struct model_process *each = &model->processes[i];
      host = host && each->host && strcmp (each->host, first->host) == 0;
      rank = rank && each->rank == first->rank;
    }
  if (model->process_count == 1 && first->pid > 0)
    values[PPROF_PROCESS] = pprof_number (pprof, first->pid);
  if (host)
    values[PPROF_HOST] = pprof_string (pprof, first->host);
  if (rank)
    values[PPROF_RANK] = pprof_number (pprof, first->rank);
}

/* Make the labels of each thread's samples: those of its process, which tell
   them from others in an engine that gathers many, and the thread, if there
   are several.  */

static void
pprof_make_labels (struct pprof *pprof)
{
  static const char *const keys[] = {
    [PPROF_THREAD] = "thread", [PPROF_PROCESS] = "process",
    [PPROF_HOST] = "host", [PPROF_RANK] = "rank"
  };
  const struct export *export = pprof->export;
  size_t count = export->tree.thread_count;
  pprof->labels = mem_alloc (count, sizeof *pprof->labels);
  for (int i = 0; i < PPROF_LABELS; i++)
    pprof->keys[i] = pprof_string (pprof, keys[i]);
  pprof_make_common (pprof);
  for (size_t i = 0; i < count; i++)
    {
      uint64_t *values = pprof->labels[i].values;
      /* In a sum a thread is all processes'.  */
      const struct model_process *process = export_process (export, i);
      if (process && export_process_number (export, i) == 0)
	process = NULL;
      if (count > 1)
	{
	  char *text = arena_take (&pprof->arena, EXPORT_THREAD_NAME);
	  values[PPROF_THREAD]
	    = pprof_string (pprof, export_thread_name (export, i, text));
	}
      if (!process)
	for (int j = PPROF_PROCESS; j < PPROF_LABELS; j++)
	  values[j] = pprof->common.values[j];
      if (!process)
	continue;
      values[PPROF_PROCESS]
	= pprof_number (pprof, export_process_number (export, i));
      values[PPROF_HOST] = pprof_string (pprof, process->host);
      if (process->rank != MODEL_NONE)
	values[PPROF_RANK] = pprof_number (pprof, process->rank);
    }
}

static void
pprof_time (struct pprof *pprof)
{
  const struct export *export = pprof->export;
  const struct call_tree *tree = &export->tree;
  struct pprof_stack stack;
  pprof_make_labels (pprof);
  pprof_start_stack (&stack, tree);
  for (size_t i = 0; i < tree->sample_count; i++)
    {
      const struct call_tree_sample *sample = &tree->samples[i];
      size_t size = pprof_set_stack (pprof, &stack, sample->node);
      proto_bytes (&pprof->message, PPROF_SAMPLE_LOCATION,
		   stack.bytes + stack.room - size, size);
      const uint64_t values[PPROF_VALUES] = {
	[PPROF_SAMPLES] = sample->count,
	[PPROF_CPU] = (uint64_t) (sample->ns + 0.5)
      };
      pprof_add_sample (pprof, values, &pprof->labels[sample->thread]);
    }
  free (stack.steps);
  free (stack.bytes);
}

/* COUNT calls of CALLEE from LINE of CALLER, by all processes.  */

static void
pprof_add_calls (struct pprof *pprof, uint32_t caller, uint32_t callee,
		 const char *file, uint32_t line, uint64_t count)
{
  const struct model_function *to = &pprof->export->model->functions[callee];
  if (count == 0)
    return;
  if (pprof->entries[callee] == 0)
    pprof->entries[callee] = pprof_place (pprof, callee, to->file, to->line);
  uint32_t from = caller == MODEL_NONE
    ? 0 : pprof_place (pprof, caller, file, line);
  proto_clear (&pprof->packed);
  proto_element (&pprof->packed, pprof->entries[callee]);
  if (from)
    proto_element (&pprof->packed, from);
  proto_bytes (&pprof->message, PPROF_SAMPLE_LOCATION, pprof->packed.data,
	       pprof->packed.size);
  const uint64_t values[PPROF_VALUES] = { [PPROF_CALLS] = count };
  pprof_add_sample (pprof, values, &pprof->common);
}

static void
pprof_calls (struct pprof *pprof)
{
  const struct model *model = pprof->export->model;
  const struct results *results = pprof->export->results;
  pprof->entries = mem_alloc (model->function_count, sizeof *pprof->entries);
  for (size_t i = 0; i < model->function_count; i++)
    pprof_add_calls (pprof, MODEL_NONE, i, NULL, 0,
		     results->functions[i].spontaneous);
  const struct call_places *calls = &pprof->export->calls;
  for (size_t i = 0; i < calls->count; i++)
    {
      const struct call_place *place = &calls->places[i];
      pprof_add_calls (pprof, place->caller, place->callee, place->file,
		       place->line, place->count);
    }
}

/* What is allocated where.  */

static void
pprof_allocations (struct pprof *pprof)
{
  const struct byte_sums *sums = &pprof->export->bytes;
  for (size_t i = 0; i < sums->site_count; i++)
    {
      const struct model_site *site
	= &pprof->export->model->sites[sums->sites[i]];
      if (model_bytes_of (pprof->export->model, site)
	  != MODEL_BYTES_ALLOCATED)
	continue;
      uint32_t place = pprof_place (pprof, site->caller, site->file,
				    site->line);
      const uint64_t values[PPROF_VALUES] = {
	[PPROF_ALLOC_OBJECTS] = site->count, [PPROF_ALLOC_SPACE] = site->bytes
      };
      proto_number (&pprof->message, PPROF_SAMPLE_LOCATION, place);
      pprof_add_sample (pprof, values, &pprof->common);
    }
}

static void
pprof_print (const struct export *export, FILE *out)
{
  struct pprof pprof = { .export = export, .string_count = 1 };
  proto_bytes (&pprof.profile, PPROF_STRING_TABLE, "", 0);
  pprof_value_type (&pprof, PPROF_SAMPLE_TYPE, "samples", "count");
  pprof_value_type (&pprof, PPROF_SAMPLE_TYPE, "cpu", "nanoseconds");
  pprof_value_type (&pprof, PPROF_SAMPLE_TYPE, "calls", "count");
  if (export->bytes.known)
    {
      pprof_value_type (&pprof, PPROF_SAMPLE_TYPE, "alloc_objects", "count");
      pprof_value_type (&pprof, PPROF_SAMPLE_TYPE, "alloc_space", "bytes");
    }
  pprof_value_type (&pprof, PPROF_PERIOD_TYPE, "cpu", "nanoseconds");
  proto_number (&pprof.profile, PPROF_PERIOD,
		(uint64_t) export->model->sample_ns);
  proto_number (&pprof.profile, PPROF_COMMENT,
		pprof_string (&pprof, "cgprof " VERSION));
  proto_number (&pprof.profile, PPROF_DEFAULT_SAMPLE_TYPE,
		pprof_string (&pprof, export->results->total > 0
			      ? "cpu" : "calls"));
  pprof_mappings (&pprof);
  pprof_functions (&pprof);
  pprof_locations (&pprof);
  pprof_time (&pprof);
  pprof_calls (&pprof);
  pprof_allocations (&pprof);
  fwrite (pprof.profile.data, 1, pprof.profile.size, out);
  proto_free (&pprof.profile);
  proto_free (&pprof.message);
  proto_free (&pprof.part);
  proto_free (&pprof.packed);
  dict_free (&pprof.strings);
  map_free (&pprof.locations);
  free (pprof.nodes);
  free (pprof.frames);
  free (pprof.entries);
  free (pprof.labels);
  arena_free (&pprof.arena);
}

const struct exporter export_pprof = {
  .name = "pprof",
  .about = "for pprof: samples, cpu and calls",
  .needs = EXPORT_LINE_TREE | EXPORT_CALLS | EXPORT_BYTES,
  .binary = true,
  .compressed = true,
  .print = pprof_print
};
