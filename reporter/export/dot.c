/* The call graph for Graphviz: functions and arcs with counts and times,
   cycles as clusters.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "export/export.h"
#include "text/view.h"

#include <inttypes.h>
#include <stdlib.h>

#define DOT_PEN_MAX 6.0		/* Width of an arc that has all the time.  */

/* TEXT as part of a quoted string.  */

static void
dot_text (FILE *out, const char *text)
{
  for (; *text; text++)
    {
      if (*text == '"' || *text == '\\')
	putc ('\\', out);
      putc (*text == '\n' ? ' ' : *text, out);
    }
}

static double
dot_share (const struct export *export, double time)
{
  return view_percent (time, export->results->total);
}

static void
dot_function (const struct export *export, uint32_t index, FILE *out)
{
  const struct model_function *function = &export->model->functions[index];
  const struct result_function *result = &export->results->functions[index];
  double share = dot_share (export, result->self + result->child);
  fprintf (out, "  f%" PRIu32 " [label=\"", index);
  dot_text (out, function->name);
  fprintf (out, "\\n%.2f%% (%.2f%%)\\n%" PRIu64 " call%s\", "
	   "fillcolor=\"0.%02d 0.%02d 1.0\"];\n", share,
	   dot_share (export, result->self), result->calls,
	   result->calls == 1 ? "" : "s",
	   (int) (60 * (1 - (share < 100 ? share : 100) / 100)),
	   (int) (10 + 60 * (share < 100 ? share : 100) / 100));
}

static void
dot_arc (const struct export *export, size_t index, FILE *out)
{
  const struct result_arc *arc = &export->results->arcs[index];
  double time = arc->self + arc->child;
  double share = dot_share (export, time);
  fprintf (out, "  f%" PRIu32 " -> f%" PRIu32 " [label=\"%" PRIu64
	   "\\n%.3f ms\", penwidth=%.2f%s];\n", arc->caller, arc->callee,
	   arc->count, time / export->results->second * 1e3,
	   1 + (DOT_PEN_MAX - 1) * (share < 100 ? share : 100) / 100,
	   export->graph.tails[index] ? ", style=dashed" : "");
}

static void
dot_print (const struct export *export, FILE *out)
{
  const struct model *model = export->model;
  const struct results *results = export->results;
  const struct dot_nodes *graph = &export->graph;
  fputs ("digraph \"", out);
  dot_text (out, export_program_name (export));
  fputs ("\" {\n  node [shape=box, style=filled, fontname=\"sans\"];\n"
	 "  edge [fontname=\"sans\"];\n", out);
  if (graph->left_out > 0)
    fprintf (out, "  label=\"%zu of %zu functions below %g %% "
	     "are not shown\";\n", graph->left_out,
	     graph->left_out + graph->shown, graph->least);
  for (size_t i = 0; i < results->cycle_count; i++)
    {
      const struct result_cycle *cycle = &results->cycles[i];
      bool begun = false;
      for (uint32_t j = 0; j < cycle->size; j++)
	{
	  uint32_t member = results->members[cycle->first + j];
	  if (!graph->functions[member])
	    continue;
	  if (!begun)
	    fprintf (out, "  subgraph cluster_%zu {\n  style=rounded;\n"
		     "  label=\"cycle %zu: %.2f%%\\n%" PRIu64 " calls, %"
		     PRIu64 " inside\";\n", i + 1, i + 1,
		     dot_share (export, cycle->self + cycle->child),
		     cycle->calls, cycle->inner_calls);
	  begun = true;
	  dot_function (export, member, out);
	}
      if (begun)
	fputs ("  }\n", out);
    }
  for (size_t i = 0; i < model->function_count; i++)
    if (graph->functions[i] && results->functions[i].cycle == MODEL_NONE)
      dot_function (export, i, out);
  for (size_t i = 0; i < results->arc_count; i++)
    if (results->arcs[i].count + results->arcs[i].self > 0
	&& graph->functions[results->arcs[i].caller]
	&& graph->functions[results->arcs[i].callee])
      dot_arc (export, i, out);
  fputs ("}\n", out);
}

const struct exporter export_dot = {
  .name = "dot",
  .about = "the call graph, for Graphviz",
  .needs = EXPORT_GRAPH,
  .print = dot_print
};
