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

#include "advise/calibrate/measure.h"

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

/* Functions to be called in turn.  */
struct text
{
  text_function **functions;
  size_t count;
};

static void
run_functions (void *closure, size_t times)
{
  const struct text *text = closure;
  while (times-- > 0)
    for (size_t i = 0; i < text->count; i++)
      text->functions[i] ();
}

/* What a call costs if CODE has a function every STEP bytes; they are called
   in no order.  */

static double
text_call (struct text *text, unsigned char *code, size_t step)
{
  uint32_t random = 1;
  for (size_t i = 0; i < text->count; i++)
    {
      random = random * 1664525 + 1013904223;
      size_t at = i * step;
      if (step > LINE)
	at += (random >> 8) % LINES * LINE;
      memcpy (code + at, text_return, sizeof text_return);
      void *function = code + at;
      memcpy (&text->functions[i], &function, sizeof function);
    }
  for (size_t i = text->count - 1; i > 0; i--)
    {
      random = random * 1664525 + 1013904223;
      size_t other = (random >> 8) % (i + 1);
      text_function *function = text->functions[i];
      text->functions[i] = text->functions[other];
      text->functions[other] = function;
    }
  size_t size = text->count * step;
  __builtin___clear_cache ((char *) code, (char *) code + size);
  if (mprotect (code, size, PROT_READ | PROT_EXEC) != 0)
    return 0;
  double ns = measure_time (run_functions, text) / text->count;
  return mprotect (code, size, PROT_READ | PROT_WRITE) == 0 ? ns : 0;
}

void
measure_text (struct costs *costs)
{
  for (int i = 0; i < COST_SPREADS; i++)
    costs->ns[COST_SPREAD + i] = 0;
  if (text_return[0] == 0)
    return;
  size_t size = (size_t) PAGES_MOST * COST_SPREAD_PAGE;
  unsigned char *code = mmap (NULL, size, PROT_READ | PROT_WRITE,
			      MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (code == MAP_FAILED)
    return;
#ifdef MADV_NOHUGEPAGE
  madvise (code, size, MADV_NOHUGEPAGE);
#endif
  struct text text = {
    .functions = mem_alloc (PAGES_MOST, sizeof *text.functions)
  };
  for (int i = 0; i < COST_SPREADS; i++)
    {
      text.count = (size_t) COST_SPREAD_LEAST << i;
      double apart = text_call (&text, code, COST_SPREAD_PAGE);
      double together = text_call (&text, code, LINE);
      costs->ns[COST_SPREAD + i] = apart > together ? apart - together : 0;
    }
  free (text.functions);
  munmap (code, size);
}
