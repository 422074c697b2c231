/* How evenly processes or ranks share the work, as tables.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "text/balance.h"
#include "base/print.h"
#include "text/tables.h"

#include <stdio.h>

/* Groups of a balance that have columns of their own.  */
#define VIEW_GROUPS 16

/* SPREAD, the numbers in columns with so many DECIMALS, and the name of the
   greatest one's group.  */

static void
view_spread (struct view *view, const struct balance *balance,
	     const struct balance_spread *spread, int decimals)
{
  fprintf (view->out, "%12.*f%12.*f%12.*f", decimals, spread->least,
	   decimals > 0 ? decimals : 1, spread->mean, decimals,
	   spread->greatest);
  if (spread->greatest > 0)
    fprintf (view->out, "%7.2f%8s", spread->ratio,
	     balance->groups[spread->at].name);
  else
    fprintf (view->out, "%7s%8s", "-", "-");
}

/* The figures of each group, TIMES or calls.  */

static void
view_groups (struct view *view, const struct balance *balance, bool times)
{
  char title[64];
  snprintf (title, sizeof title, "%s by %s", times ? "Self seconds" : "Calls",
	    balance_by_names[balance->by]);
  view_title (view, title, NULL);
  for (size_t i = 0; i < balance->group_count; i++)
    fprintf (view->out, "%*s", times ? VIEW_TIME : VIEW_COUNT,
	     balance->groups[i].name);
  fputs ("  function\n", view->out);
  for (size_t i = 0; i < balance->function_count && i < view->top; i++)
    {
      const struct balance_function *each = &balance->functions[i];
      for (size_t j = 0; j < balance->group_count; j++)
	if (times)
	  print_fixed (view->out, each->seconds[j], 3, VIEW_TIME);
	else
	  print_count (view->out, each->calls[j], VIEW_COUNT);
      fprintf (view->out, "  %s\n", view->results->names[each->function]);
    }
}

void
view_balance (struct view *view, const struct balance *balance)
{
  char title[64];
  const char *by = balance_by_names[balance->by];
  snprintf (title, sizeof title, "Balance of %zu %s", balance->group_count,
	    balance->by == BALANCE_RANK ? "ranks" : "processes");
  view_title (view, title, NULL);
  fprintf (view->out, "%12s%12s%12s%7s%8s%12s%12s%12s%7s%8s  %s\n",
	   "self least", "mean", "greatest", "ratio", by, "calls least",
	   "mean", "greatest", "ratio", by, "function");
  for (size_t i = 0; i < balance->function_count && i < view->top; i++)
    {
      const struct balance_function *each = &balance->functions[i];
      view_spread (view, balance, &each->time, 3);
      view_spread (view, balance, &each->count, 0);
      fprintf (view->out, "  %s\n", view->results->names[each->function]);
    }
  if (balance->group_count > VIEW_GROUPS)
    return;
  view_groups (view, balance, true);
  view_groups (view, balance, false);
}
