/* Intervals of a running program on a terminal.

   No colours but bold and reverse, so light and dark terminals are alike.
   Curses prints what differs from what is there, so nothing flickers.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "top/screen.h"
#include "base/diag.h"
#include "base/path.h"

#ifdef HAVE_NCURSES

#include <inttypes.h>
#include <langinfo.h>
#include <locale.h>
#include <ncurses.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Lines above the rows, and below.  */
#define SCREEN_HEAD 4
#define SCREEN_FOOT 1

/* Intervals in the sparkline.  */
#define SCREEN_HISTORY 24

#define SCREEN_FILTER 64

struct screen
{
  struct watch *watch;
  struct rates_choice choice;
  char filter[SCREEN_FILTER];
  bool typing;			/* The filter is being typed.  */
  bool frozen;
  bool utf8;
  uint32_t *rows;		/* What is chosen.  */
  size_t count;
  size_t first;			/* The first row shown, */
  size_t at;			/* and the one that the user is at.  */
  double history[SCREEN_HISTORY];	/* Calls a second, the last one
					   last.  */
};

static double
screen_clock (void)
{
  struct timespec now;
  clock_gettime (CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec / 1e9;
}

static size_t
screen_room (void)
{
  int room = LINES - SCREEN_HEAD - SCREEN_FOOT;
  return room > 0 ? room : 1;
}

/* Find the rows anew, and stay within them.  */

static void
screen_choose (struct screen *screen)
{
  free (screen->rows);
  screen->choice.filter = *screen->filter ? screen->filter : NULL;
  screen->count = rates_choose (&screen->watch->rates, &screen->choice,
				&screen->rows);
  if (screen->at >= screen->count)
    screen->at = screen->count > 0 ? screen->count - 1 : 0;
  if (screen->first > screen->at)
    screen->first = screen->at;
  if (screen->first + screen_room () <= screen->at)
    screen->first = screen->at + 1 - screen_room ();
}

/* How many columns are left of the line.  */

static int
screen_left (void)
{
  return COLS - getcurx (stdscr);
}

/* Print what there is room for in the line: curses would go on in the
   next.  */

static void __attribute__ ((format (printf, 1, 2)))
screen_print (const char *format, ...)
{
  char text[1024];
  va_list arguments;
  va_start (arguments, format);
  vsnprintf (text, sizeof text, format, arguments);
  va_end (arguments);
  /* It is the last column after which the cursor would be in the next.  */
  if (screen_left () > 1)
    addnstr (text, screen_left () - 1);
}

/* The last intervals that there is room for.  */

static void
screen_draw_history (const struct screen *screen)
{
  static const char *const blocks[]
    = { " ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
  static const char *const letters[]
    = { " ", ".", ".", ":", ":", "|", "|", "#", "#" };
  double most = 0;
  for (int i = 0; i < SCREEN_HISTORY; i++)
    if (screen->history[i] > most)
      most = screen->history[i];
  int room = screen_left () - 1;
  for (int i = room < SCREEN_HISTORY ? SCREEN_HISTORY - room : 0;
       i < SCREEN_HISTORY; i++)
    {
      int height = most > 0 ? 8 * screen->history[i] / most + 0.5 : 0;
      addstr (screen->utf8 ? blocks[height] : letters[height]);
    }
}

/* What the rows are of.  */

static void
screen_draw_title (const struct screen *screen)
{
  const struct rates *rates = &screen->watch->rates;
  const struct rates_choice *choice = &screen->choice;
  const char *const *names = rates->results->names;
  move (1, 0);
  screen_print ("%s by %s", rates_view_names[choice->view],
		rates_key_names[choice->key]);
  if (choice->caller != MODEL_NONE)
    screen_print (", called by %s", names[choice->caller]);
  if (choice->callee != MODEL_NONE)
    screen_print (", calling %s", names[choice->callee]);
  if (*screen->filter || screen->typing)
    screen_print (", filter: %s%s", screen->filter, screen->typing ? "_" : "");
  if (screen->frozen)
    screen_print (", frozen");
}

static void
screen_draw_rows (const struct screen *screen)
{
  const struct rates *rates = &screen->watch->rates;
  enum rates_view view = screen->choice.view;
  bool threads = view == RATES_THREADS;
  attron (A_BOLD);
  move (SCREEN_HEAD - 1, 0);
  screen_print ("%12s %12s %9s %9s  %s",
		threads ? "samples/s" : "calls/s",
		threads ? "samples" : "calls", "self s", "total s", "name");
  attroff (A_BOLD);
  for (size_t i = 0; i < screen_room () && screen->first + i < screen->count;
       i++)
    {
      uint32_t index = screen->rows[screen->first + i];
      const struct rates_row *row = &rates->tables[view].rows[index];
      char *name = rates_get_name (rates, view, index);
      if (screen->first + i == screen->at)
	attron (A_REVERSE);
      move (SCREEN_HEAD + i, 0);
      screen_print ("%12.0f %12" PRIu64 " %9.3f %9.3f  %s",
		    rates->seconds > 0 ? row->count / rates->seconds : 0,
		    row->count, row->self, row->inclusive, name);
      attroff (A_REVERSE);
      free (name);
    }
}

static void
screen_draw (const struct screen *screen)
{
  const struct watch *watch = screen->watch;
  const struct rates *rates = &watch->rates;
  const char *program = rates->results->model->program;
  erase ();
  attron (A_BOLD);
  move (0, 0);
  screen_print ("%s%s", path_base (program),
		watch->running ? "" : " (ended)");
  attroff (A_BOLD);
  screen_print (", %zu threads: %.0f calls/s, %.3f s in %.3f s ",
		rates->results->model->thread_count,
		rates->seconds > 0 ? rates->calls / rates->seconds : 0,
		rates->self, rates->seconds);
  screen_draw_history (screen);
  screen_draw_title (screen);
  screen_draw_rows (screen);
  attron (A_DIM);
  mvaddnstr (LINES - 1, 0, "q quit  1-4 view  s sort  / filter  space freeze  "
	     "enter callees  c callers  u up", COLS - 1);
  attroff (A_DIM);
  refresh ();
}

/* Show VIEW from its beginning, of what CALLER called and what called CALLEE,
   if they are given.  */

static void
screen_go (struct screen *screen, enum rates_view view, uint32_t caller,
	   uint32_t callee)
{
  screen->choice.view = view;
  screen->choice.caller = caller;
  screen->choice.callee = callee;
  screen->filter[0] = 0;
  screen->at = screen->first = 0;
}

/* Show the callers of the row's function, or its callees.  */

static void
screen_drill (struct screen *screen, bool callers)
{
  if (screen->at >= screen->count || screen->choice.view == RATES_THREADS)
    return;
  uint32_t caller, callee;
  rates_get_ends (&screen->watch->rates, screen->choice.view,
		  screen->rows[screen->at], &caller, &callee);
  /* Going up, an arc leads to its caller's callers.  */
  if (callers && screen->choice.callee != MODEL_NONE)
    callee = caller;
  screen_go (screen, RATES_ARCS, callers ? MODEL_NONE : callee,
	     callers ? callee : MODEL_NONE);
}

static void
screen_move (struct screen *screen, long by)
{
  if (by < 0)
    screen->at -= screen->at < (size_t) -by ? screen->at : (size_t) -by;
  else
    screen->at += by;
}

/* Take KEY of the filter that is typed.  */

static void
screen_type (struct screen *screen, int key)
{
  size_t length = strlen (screen->filter);
  if (key == '\n' || key == KEY_ENTER)
    screen->typing = false;
  else if (key == 27)
    screen->filter[0] = screen->typing = 0;
  else if (key == KEY_BACKSPACE || key == 127 || key == 8)
    screen->filter[length > 0 ? length - 1 : 0] = 0;
  else if (key >= ' ' && key < 256 && length + 1 < SCREEN_FILTER)
    {
      screen->filter[length] = key;
      screen->filter[length + 1] = 0;
    }
}

static void
screen_click (struct screen *screen)
{
  MEVENT event;
  if (getmouse (&event) != OK)
    return;
  if (event.bstate & BUTTON4_PRESSED)
    screen_move (screen, -3);
  else if (event.bstate & BUTTON5_PRESSED)
    screen_move (screen, 3);
  else if (event.y >= SCREEN_HEAD
	   && screen->first + event.y - SCREEN_HEAD < screen->count)
    {
      screen->at = screen->first + event.y - SCREEN_HEAD;
      if (event.bstate & BUTTON1_DOUBLE_CLICKED)
	screen_drill (screen, false);
    }
}

/* Take KEY; returns false if it ends all.  */

static bool
screen_take (struct screen *screen, int key)
{
  if (screen->typing && key != KEY_RESIZE && key != KEY_MOUSE)
    {
      screen_type (screen, key);
      return true;
    }
  switch (key)
    {
    case 'q':
      return false;
    case '1': case '2': case '3': case '4':
      screen_go (screen, key - '1', MODEL_NONE, MODEL_NONE);
      break;
    case 's':
      screen->choice.key = (screen->choice.key + 1) % RATES_KEYS;
      break;
    case '/':
      screen->filter[0] = 0;
      screen->typing = true;
      break;
    case ' ':
      screen->frozen = !screen->frozen;
      break;
    case '\n': case KEY_ENTER: case KEY_RIGHT:
      screen_drill (screen, false);
      break;
    case 'c': case KEY_LEFT:
      screen_drill (screen, true);
      break;
    case 'u': case 27: case KEY_BACKSPACE:
      screen_go (screen, RATES_FUNCTIONS, MODEL_NONE, MODEL_NONE);
      break;
    case KEY_UP: case 'k':
      screen_move (screen, -1);
      break;
    case KEY_DOWN: case 'j':
      screen_move (screen, 1);
      break;
    case KEY_PPAGE:
      screen_move (screen, -(long) screen_room ());
      break;
    case KEY_NPAGE:
      screen_move (screen, screen_room ());
      break;
    case KEY_MOUSE:
      screen_click (screen);
      break;
    }
  return true;
}

/* End an interval.  */

static bool
screen_next (struct screen *screen)
{
  if (!watch_next (screen->watch))
    return false;
  memmove (screen->history, screen->history + 1,
	   sizeof screen->history - sizeof *screen->history);
  const struct rates *rates = &screen->watch->rates;
  screen->history[SCREEN_HISTORY - 1]
    = rates->seconds > 0 ? rates->calls / rates->seconds : 0;
  return true;
}

static bool
screen_loop (struct screen *screen, double seconds, size_t intervals)
{
  double next = screen_clock ();
  for (;;)
    {
      double left = next - screen_clock ();
      if (left <= 0 && !screen->frozen)
	{
	  bool running = screen->watch->running;
	  if (intervals-- == 0)
	    return true;
	  /* What has ended stays as it was.  */
	  if ((running || !screen->watch->rates.results)
	      && !screen_next (screen))
	    return false;
	  next = screen_clock () + seconds;
	  left = seconds;
	}
      screen_choose (screen);
      screen_draw (screen);
      timeout (left > 0 && left < 1 ? (int) (left * 1000) + 1 : 1000);
      int key = getch ();
      if (key != ERR && !screen_take (screen, key))
	return true;
    }
}

bool
screen_show (struct watch *watch, const struct rates_choice *choice,
	     double seconds, size_t intervals)
{
  struct screen screen = { .watch = watch, .choice = *choice };
  if (choice->filter)
    snprintf (screen.filter, sizeof screen.filter, "%s", choice->filter);
  setlocale (LC_CTYPE, "");
  screen.utf8 = strcmp (nl_langinfo (CODESET), "UTF-8") == 0;
  SCREEN *terminal = newterm (NULL, stdout, stdin);
  if (!terminal)
    return diag_error (NULL, "top: this terminal has no screen; try --batch");
  use_default_colors ();
  cbreak ();
  noecho ();
  curs_set (0);
  keypad (stdscr, TRUE);
  set_escdelay (50);
  mousemask (BUTTON1_CLICKED | BUTTON1_PRESSED | BUTTON1_DOUBLE_CLICKED
	     | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
  bool good = screen_loop (&screen, seconds, intervals);
  endwin ();
  delscreen (terminal);
  free (screen.rows);
  return good;
}

#else

bool
screen_show (struct watch *watch, const struct rates_choice *choice,
	     double seconds, size_t intervals)
{
  (void) watch;
  (void) choice;
  (void) seconds;
  (void) intervals;
  return diag_error (NULL, "top: this cgprof was built without ncursesw; try "
		     "--batch");
}

#endif
