/* Reading profiles and all analyses of them, in their order.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "load/analysis.h"
#include "analyse/call-totals.h"
#include "analyse/cycles.h"
#include "analyse/line-rows.h"
#include "analyse/precision.h"
#include "analyse/propagate.h"
#include "analyse/report-tables.h"
#include "base/diag.h"
#include "base/path.h"
#include "model/naming.h"
#include "read/counted-blocks.h"
#include "read/gmon.h"
#include "read/places.h"
#include "read/profile-header.h"
#include "read/profile.h"
#include "read/static-calls.h"

#include <cgprof/format.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Note what FILE held.  */

static struct reader_file *
analysis_note (struct analysis *analysis, const char *file)
{
  analysis->files = mem_grow (analysis->files, &analysis->file_room,
			      analysis->file_count + 1,
			      sizeof *analysis->files);
  struct reader_file *noted = &analysis->files[analysis->file_count++];
  *noted = (struct reader_file) { .name = file };
  return noted;
}

static bool
analysis_arc (void *closure, uint64_t from, uint64_t self, uint64_t count)
{
  struct analysis *analysis = closure;
  return analysis->compat.model
    ? compat_arc (&analysis->compat, from, self, count)
    : gmon_model_add_arc (&analysis->gmon_model, from, self, count);
}

static bool
analysis_block (void *closure, uint64_t address, uint64_t count)
{
  struct analysis *analysis = closure;
  return analysis->compat.model
    || gmon_model_add_block (&analysis->gmon_model, address, count);
}

/* Get ready for the first gmon.out, which is FILE.  */

static bool
analysis_start_gmon (struct analysis *analysis,
		     const struct analysis_request *request,
		     const char *file)
{
  static const struct filter_specs none = { 0 };
  struct reader *reader = &analysis->reader;
  if (!reader->program && request->recorded)
    return diag_error (file, "is no cgprof.out, and of what program it would "
		       "be the gmon.out is not said");
  if (!reader->program)
    reader->program = "a.out";
  uint32_t module = reader_get_program (reader);
  const struct image *image = reader_image (reader, module);
  if (!image)
    return false;
  gmon_start (&analysis->gmon, image);
  analysis->gmon.lenient = request->compatible;
  analysis->gmon.format = request->format;
  analysis->gmon.sink = (struct gmon_sink) {
    .closure = analysis, .arc = analysis_arc, .block = analysis_block
  };
  analysis->gmon_model = (struct gmon_model) {
    .reader = reader, .gmon = &analysis->gmon, .module = module
  };
  if (request->compatible)
    return compat_start (&analysis->compat, &analysis->model,
			 &analysis->gmon, image, &request->choice,
			 request->specs ? request->specs : &none);
  return image->function_count > 0
    || diag_error (image->path, "has no symbols");
}

/* Read FILE by the reader for its magic number.  */

static bool
analysis_read (struct analysis *analysis,
	       const struct analysis_request *request, const char *file)
{
  bool gmon;
  if (!profile_header_detect (&file, 1, &gmon))
    return false;
  if (!gmon)
    {
      if (request->compatible)
	return diag_error (file, "is no gmon.out; gprof could not read it");
      analysis_note (analysis, file)->version = CGPROF_FORMAT_VERSION;
      return profile_read (&analysis->reader, file);
    }
  if (request->processes)
    return diag_error (file, "is no cgprof.out, so it cannot be told whether "
		       "it is of process %s", request->processes);
  if (request->shares)
    return diag_error (file, "is no cgprof.out, and does not tell processes "
		       "apart");
  if (analysis->gmon.pointer_size == 0
      && !analysis_start_gmon (analysis, request, file))
    return false;
  if (!gmon_read (&analysis->gmon, file))
    return false;
  struct model *model = analysis->reader.model;
  model_add_process (model, &(struct model_process) {
      .processes = 1, .status = MODEL_NONE, .rank = MODEL_NONE,
      .place = model->process_count,
      .counted = true
    });
  struct reader_file *noted = analysis_note (analysis, file);
  noted->gmon = true;
  noted->version = analysis->gmon.version;
  noted->histograms = analysis->gmon.histogram_records;
  noted->arcs = analysis->gmon.arc_records;
  noted->blocks = analysis->gmon.block_records;
  return true;
}

const char *
analysis_default_profile (bool only_gmon)
{
  if (!only_gmon && access ("cgprof.out", F_OK) == 0)
    return "cgprof.out";
  if (access ("gmon.out", F_OK) == 0)
    return "gmon.out";
  fputs ("cgprof: no profile here: neither cgprof.out nor gmon.out\n"
	 "compile with: gcc -O2 -g $(cgprof --cflags) ..., run the program, "
	 "then: cgprof ./PROGRAM\n"
	 "or in one step: cgprof run -- ./PROGRAM ARGUMENTS\n", stderr);
  return NULL;
}

/* Whether what REQUEST chooses samples by is known in PROFILE or another
   one.  */

static bool
analysis_check_range (const struct analysis *analysis,
		      const struct analysis_request *request,
		      const char *profile)
{
  const struct reader *reader = &analysis->reader;
  if (request->state && !reader->has_states)
    return diag_error (profile, "does not tell what threads were doing");
  if (!request->from && !request->to && !request->latency)
    return true;
  if (!reader->has_times)
    return diag_error (profile, "does not tell when samples were taken");
  if (!reader->found_from)
    return diag_error (profile, "has no mark '%s'", request->from);
  if (!reader->found_range)
    return diag_error (profile, "'%s' is before '%s', expected a range of "
		       "time that ends after it begins", request->to,
		       request->from);
  return reader->found_to
    || diag_error (profile, "has no mark '%s'%s%s%s", request->to,
		   request->from ? " at or after '" : "",
		   request->from ? request->from : "",
		   request->from ? "'" : "");
}

/* Read all profiles of REQUEST.  */

static bool
analysis_read_all (struct analysis *analysis,
		   const struct analysis_request *request)
{
  const char *found = NULL;
  const char *const *profiles = request->profiles;
  size_t count = request->profile_count;
  if (count == 0)
    {
      found = analysis_default_profile (request->compatible);
      if (!found)
	return false;
      profiles = &found;
      count = 1;
    }
  for (size_t i = 0; i < count; i++)
    if (!analysis_read (analysis, request, profiles[i]))
      return false;
  return counted_blocks_map (&analysis->reader)
    && (analysis->model.process_count > 0
	|| diag_error (profiles[0], "has no process %s", request->processes))
    && analysis_check_range (analysis, request, profiles[0]);
}

/* Whether one of SPECS is about a file or a line.  */

static bool
analysis_asks_place (const struct filter_specs *specs)
{
  for (size_t i = 0; specs && i < specs->count; i++)
    if (specs->specs[i].left.file || specs->specs[i].left.line
	|| specs->specs[i].right.file || specs->specs[i].right.line)
      return true;
  return false;
}

/* Set the names that RESULTS shows in the index, and all names with their
   places if those are wanted.  */

static void
analysis_name_places (struct results *results,
		      const struct analysis_request *request)
{
  struct arena *arena = &results->arena;
  for (size_t i = 0; i < results->model->function_count; i++)
    {
      const struct model_function *function = &results->model->functions[i];
      if (!function->file)
	continue;
      const char *file = request->path ? function->file
				       : path_base (function->file);
      const char *plain = function->name;
      if (request->places && function->line > 0)
	results->names[i] = request->line_rows
	  ? arena_format (arena, "%s (%s:%" PRIu32 " @ %" PRIx64 ")", plain,
			  file, function->line, function->address)
	  : arena_format (arena, "%s (%s:%" PRIu32 ")", plain, file,
			  function->line);
      else if ((function->flags & MODEL_FUNCTION_LOCAL)
	       && !strstr (plain, " ("))
	results->index_names[i] = arena_format (arena, "%s (%s)", plain, file);
    }
}

/* Shorten the names that RESULTS shows and that have no ROOM.  */

static void
analysis_shorten_names (struct results *results, size_t room)
{
  size_t count = results->model->function_count;
  const char **shorter = naming_shorten (&results->arena, results->names,
					 count, room);
  for (size_t i = 0; i < count; i++)
    if (shorter[i])
      {
	results->names[i] = shorter[i];
	results->index_names[i] = NULL;
      }
  free (shorter);
}

/* Complete the model that was read.  */

static bool
analysis_finish_model (struct analysis *analysis,
		       const struct analysis_request *request)
{
  struct reader *reader = &analysis->reader;
  struct model *model = &analysis->model;
  model->program = reader->program;
  if (analysis->gmon.pointer_size != 0)
    {
      if (!gmon_model_add_samples (&analysis->gmon_model))
	return false;
      model->has_stackless = true;
    }
  if (request->static_calls)
    static_calls_add (reader);
  if (request->zero || request->all)
    reader_add_functions (reader, reader_get_program (reader));
  if (request->blocks)
    places_find_blocks (reader);
  bool all_lines = request->lines || request->places || request->blocks
    || request->path
    || analysis_asks_place (request->specs);
  frames_find (&analysis->frames, reader, request->frames);
  if (model->function_count != analysis->named)
    {
      places_find_functions (reader, !all_lines);
      naming_assign (model, request->demangle, request->names);
      analysis->named = model->function_count;
    }
  if (request->line_rows)
    places_find_lines (reader);
  return model_merge_arcs (model)
    || diag_error (NULL, "counts add up to more than 2^63 - 1");
}

/* Make the results of MODEL, which is not touched any more.  */

static bool
analysis_make_results (struct analysis *analysis, const struct model *model,
		       const struct analysis_request *request)
{
  static const struct filter_specs none = { 0 };
  const struct filter_specs *specs = request->specs ? request->specs : &none;
  struct results *results = &analysis->results;
  results_start (results, model);
  filter_functions (&analysis->filter, results, specs);
  filter_arcs (results, specs);
  results_index_arcs (results);
  cycles_find (results);
  if (!call_totals_add_up (results))
    return diag_error (NULL, "counts add up to more than 2^63 - 1");
  propagate_time (results, &analysis->filter);
  inclusive_time (results, &analysis->filter, request->propagate);
  if (request->line_rows)
    line_rows_make (results, request->path);
  analysis_name_places (results, request);
  if (!request->unordered)
    report_order_make (&analysis->order, results, request->zero,
		       request->blocks);
  report_tables_sort_flat (&analysis->order, results, request->sort);
  precision_find_errors (results, &analysis->order);
  if (request->name_room > 0)
    analysis_shorten_names (results, request->name_room);
  return true;
}

/* Read the profiles of REQUEST into ANALYSIS and analyse them.  */

static bool
analysis_fill (struct analysis *analysis,
	       const struct analysis_request *request)
{
  if (!analysis_read_all (analysis, request))
    return false;
  if (!request->compatible)
    return analysis_finish_model (analysis, request)
      && analysis_make_results (analysis, &analysis->model, request);
  struct compat_names names = {
    .demangle = request->demangle, .bsd = request->bsd,
    .places = request->places, .path = request->path
  };
  return compat_finish (&analysis->compat, &analysis->results,
			&analysis->order, &names, request->zero);
}

bool
analysis_make (struct analysis *analysis,
	       const struct analysis_request *request)
{
  memset (analysis, 0, sizeof *analysis);
  struct reader *reader = &analysis->reader;
  reader->model = &analysis->model;
  reader->model->wants_shares = request->shares;
  reader->choice = request->choice;
  reader->processes = request->processes;
  reader->from = analysis->model.from = request->from;
  reader->to = analysis->model.to = request->to;
  reader->latency = analysis->model.latency = request->latency;
  if (request->state > 0)
    reader->states = 1u << (request->state - 1);
  analysis->model.state = model_state_names[request->state];
  reader->build = request->build;
  reader->code = request->code;
  reader->origins = request->origins;
  reader->without_instructions = request->without_instructions;
  reader->assembly = request->assembly;
  reader->lines = request->line_rows || request->assembly;
  reader->program = request->image;
  if (!request->image && !request->recorded
      && access ("a.out", F_OK) == 0)
    reader->program = "a.out";
  return analysis_fill (analysis, request);
}

/* Free what was made of the model.  */

static void
analysis_free_results (struct analysis *analysis)
{
  report_order_free (&analysis->order);
  filter_free (&analysis->filter);
  results_free (&analysis->results);
}

bool
analysis_read_again (struct analysis *analysis,
		     const struct analysis_request *request)
{
  analysis_free_results (analysis);
  analysis->file_count = 0;
  model_forget_figures (&analysis->model);
  return analysis_fill (analysis, request);
}

void
analysis_free (struct analysis *analysis)
{
  analysis_free_results (analysis);
  compat_free (&analysis->compat);
  gmon_free (&analysis->gmon);
  frames_free (&analysis->frames);
  model_free (&analysis->model);
  reader_free (&analysis->reader);
  free (analysis->files);
}
