/* Doing something for each program that profiles are of.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "cmd/programs.h"
#include "base/diag.h"
#include "read/profile-program.h"

#include <unistd.h>

/* Set LIST to the profiles that REQUEST is of, if they alone name their
   programs.  */

static bool
programs_list (struct analysis_request *request, struct profile_list *list)
{
  static const char *const usual[] = { "cgprof.out" };
  bool single = false;
  if (request->profile_count == 0 && !request->image && !request->compatible
      && access (usual[0], R_OK) == 0)
    {
      if (!profile_is_single (usual[0], &single)
	  || (!single && !profile_list_add (list, usual[0])))
	return false;
      /* Else it is a.out's, if there is that.  */
      if (list->program_count > 1)
	{
	  request->profiles = usual;
	  request->profile_count = 1;
	  request->recorded = true;
	}
      return true;
    }
  if (request->recorded && request->profile_count == 1
      && !profile_is_single (request->profiles[0], &single))
    return false;
  for (size_t i = 0; request->recorded && !single
       && i < request->profile_count; i++)
    if (!profile_list_add (list, request->profiles[i]))
      return false;
  return true;
}

bool
programs_each (struct analysis_request *request,
	       bool (*make) (void *closure, const char *title), void *closure)
{
  struct profile_list list = { NULL };
  bool good = programs_list (request, &list);
  if (good && list.program_count < 2)
    good = make (closure, NULL);
  else if (good)
    {
      size_t chosen = 0;
      good = false;
      for (size_t i = 0; i < list.program_count; i++)
	if (profile_list_has (&list, i, request->processes))
	  {
	    request->image = list.programs[i].path;
	    request->build = list.programs[i].build;
	    good |= make (closure, request->image);
	    chosen++;
	  }
      if (chosen == 0)
	diag_error (request->profiles[0], "has no process %s",
		    request->processes);
    }
  profile_list_free (&list);
  return good;
}
