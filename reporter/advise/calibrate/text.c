/* Measuring what it costs that code is spread over memory.

   So many pages with a function each are called in turn, and then as many
   functions that lie side by side.  What the difference is made of (the
   processor's table of pages for instructions, its caches, its predictor of
   jumps) does not matter.

   The functions are a return instruction each, written into memory here:
   where that is not known, or memory must not become code, the costs are 0
   and nothing is advised.

   SPDX-License-Identifier: GPL-3.0-or-later  */

#include <config.h>

#include "advise/calibrate/costs.h"

#include "base/mem.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#if defined __x86_64__
static const unsigned char text_return[] = { 0xc3 };
#elif defined __aarch64__ && defined __AARCH64EL__
static const unsigned char text_return[] = { 0xc0, 0x03, 0x5f, 0xd6 };
#else
static const unsigned char text_return[] = { 0 };
#endif

#define LINE 64
#define LINES (COST_SPREAD_PAGE / LINE)
#define PAGES_MOST (COST_SPREAD_LEAST << (COST_SPREADS - 1))

typedef void text_function (void);

static text_function **text_functions;
static size_t text_count;

static void
run_functions (size_t times)
{
  while (times-- > 0)
    for (size_t i = 0; i < text_count; i++)
      text_functions[i] ();
}

/* What a call costs if TEXT has a function every STEP bytes; they are called
   in no order.  */

static double
text_call (unsigned char *text, size_t step)
{
  uint32_t random = 1;
  for (size_t i = 0; i < text_count; i++)
    {
      random = random * 1664525 + 1013904223;
      size_t at = i * step;
      if (step > LINE)
	at += (random >> 8) % LINES * LINE;
      memcpy (text + at, text_return, sizeof text_return);
      void *function = text + at;
      memcpy (&text_functions[i], &function, sizeof function);
    }
  for (size_t i = text_count - 1; i > 0; i--)
    {
      random = random * 1664525 + 1013904223;
      size_t other = (random >> 8) % (i + 1);
      text_function *function = text_functions[i];
      text_functions[i] = text_functions[other];
      text_functions[other] = function;
    }
  size_t size = text_count * step;
  __builtin___clear_cache ((char *) text, (char *) text + size);
  if (mprotect (text, size, PROT_READ | PROT_EXEC) != 0)
    return 0;
  double ns = costs_time (run_functions) / text_count;
  return mprotect (text, size, PROT_READ | PROT_WRITE) == 0 ? ns : 0;
}

void
costs_measure_text (struct costs *costs)
{
  for (int i = 0; i < COST_SPREADS; i++)
    costs->ns[COST_SPREAD + i] = 0;
  if (text_return[0] == 0)
    return;
  size_t size = (size_t) PAGES_MOST * COST_SPREAD_PAGE;
  unsigned char *text = mmap (NULL, size, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (text == MAP_FAILED)
    return;
#ifdef MADV_NOHUGEPAGE
  madvise (text, size, MADV_NOHUGEPAGE);
#endif
  text_functions = mem_alloc (PAGES_MOST, sizeof *text_functions);
  for (int i = 0; i < COST_SPREADS; i++)
    {
      text_count = (size_t) COST_SPREAD_LEAST << i;
      double apart = text_call (text, COST_SPREAD_PAGE);
      double together = text_call (text, LINE);
      costs->ns[COST_SPREAD + i] = apart > together ? apart - together : 0;
    }
  free (text_functions);
  munmap (text, size);
}
