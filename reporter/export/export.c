/* What the formats of other programs share.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "export/export.h"

#include <inttypes.h>
#include <string.h>

static const struct model_thread *
view_thread (const struct view *view, size_t thread)
{
  return thread < view->model->thread_count
    ? &view->model->threads[thread] : NULL;
}

const char *
view_thread_name (const struct view *view, size_t thread,
		  char text[VIEW_THREAD_NAME])
{
  const struct model_thread *each = view_thread (view, thread);
  if (each && each->label)
    return each->label;
  if (each && each->threads > 1)
    snprintf (text, VIEW_THREAD_NAME, "%" PRIu64 " threads",
	      each->threads);
  else if (each)
    snprintf (text, VIEW_THREAD_NAME, "thread %" PRIu64, each->tid);
  else
    snprintf (text, VIEW_THREAD_NAME, "%s", view->model->thread_count > 0
	      ? "not sampled" : "all threads");
  return text;
}

uint64_t
view_thread_number (const struct view *view, size_t thread)
{
  const struct model_thread *each = view_thread (view, thread);
  return each ? each->tid : 0;
}

uint64_t
view_process_number (const struct view *view, size_t thread)
{
  const struct model_thread *each = view_thread (view, thread);
  if (!each && thread > 0)
    each = view_thread (view, 0);
  return each ? each->pid : 0;
}

const char *
view_program_name (const struct view *view)
{
  const char *program = view->model->program ? view->model->program : "";
  const char *slash = strrchr (program, '/');
  return slash && slash[1] ? slash + 1 : program;
}
