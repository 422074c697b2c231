/* Compare what two programs print from random profiles.

   SPDX-License-Identifier: GPL-3.0-or-later

   random-gmon GPROF CGPROF IMAGE FIRST COUNT <NM-OUTPUT

   For each seed from FIRST on, COUNT of them, write one or more gmon.out
   files (named gmon.0 and so on in the current directory) over the symbols
   that standard input lists, and run "GPROF OPTIONS IMAGE FILES" and
   "CGPROF --gprof-compatible OPTIONS IMAGE FILES" for several OPTIONS.  The
   two standard outputs must be equal byte for byte.  A difference is one
   line with the seed, the options and the files; the last line tells how
   many comparisons there were.  Exit status 1: there were differences.

   Whoever has a seed gets the same profiles again.  */

#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define SYMBOLS_MAX 200000
#define WORDS_MAX 32

static struct
{
  uint64_t address;
  char *name;
} symbols[SYMBOLS_MAX];
static size_t symbol_count;

/* xorshift64*.  */

static uint64_t state;

static uint64_t
draw (uint64_t below)
{
  state ^= state >> 12;
  state ^= state << 25;
  state ^= state >> 27;
  return (state * UINT64_C (0x2545f4914f6cdd1d) >> 20) % below;
}

static bool
chance (unsigned percent)
{
  return draw (100) < percent;
}

static void
read_symbols (void)
{
  char line[4096], type, name[4096];
  uint64_t address;
  while (fgets (line, sizeof line, stdin) && symbol_count < SYMBOLS_MAX)
    if (sscanf (line, "%" SCNx64 " %c %4095s", &address, &type, name) == 3
	&& strchr ("TtWw", type))
      {
	symbols[symbol_count].address = address;
	symbols[symbol_count++].name = strdup (name);
      }
  if (symbol_count < 10)
    {
      fprintf (stderr, "random-gmon: no symbols\n");
      exit (2);
    }
}

static void
put (FILE *out, const void *bytes, size_t size)
{
  fwrite (bytes, size, 1, out);
}

/* A histogram from LOW to HIGH.  */

static void
put_histogram (FILE *out, uint64_t low, uint64_t high, uint32_t bins,
	       uint32_t rate)
{
  static const unsigned most[] = { 2, 10, 1000, 65535 };
  char dimension[16] = "seconds";
  dimension[15] = 's';
  put (out, "\0", 1);
  put (out, &low, 8);
  put (out, &high, 8);
  put (out, &bins, 4);
  put (out, &rate, 4);
  put (out, dimension, 16);
  unsigned percent = draw (4) == 0 ? 50 : draw (6);
  unsigned limit = most[draw (4)];
  for (uint32_t i = 0; i < bins; i++)
    {
      uint16_t samples = chance (percent) ? draw (limit + 1) : 0;
      put (out, &samples, 2);
    }
}

static uint64_t
draw_address (size_t hot)
{
  size_t i = chance (80) ? draw (hot) * 7919 % symbol_count
			 : draw (symbol_count);
  return symbols[i].address + (chance (50) ? draw (40) : 0);
}

static void
put_arc (FILE *out, uint64_t from, uint64_t self)
{
  uint32_t count = chance (3) ? UINT32_MAX
    : chance (3) ? 0 : chance (50) ? draw (5) + 1 : draw (1000000);
  put (out, "\1", 1);
  put (out, &from, 8);
  put (out, &self, 8);
  put (out, &count, 4);
}

/* What all files of one seed have in common.  */
struct plan
{
  uint64_t low, middle, high;
  uint32_t bins;
  uint32_t rate;
  bool time, arcs;
  size_t hot;			/* Symbols that take part.  */
};

static void
write_file (const char *name, const struct plan *plan)
{
  FILE *out = fopen (name, "w");
  uint32_t version = 1;
  put (out, "gmon", 4);
  put (out, &version, 4);
  put (out, "\0\0\0\0\0\0\0\0\0\0\0", 12);
  for (int times = plan->time ? 1 + chance (20) : 0; times > 0; times--)
    if (plan->middle)
      {
	put_histogram (out, plan->low, plan->middle,
		       (plan->middle - plan->low) / 4, plan->rate);
	put_histogram (out, plan->middle, plan->high,
		       (plan->high - plan->middle) / 4, plan->rate);
      }
    else
      put_histogram (out, plan->low, plan->high, plan->bins, plan->rate);
  size_t arcs = plan->arcs ? 1 + draw (chance (20) ? 600 : 60) : 0;
  for (size_t i = 0; i < arcs; i++)
    {
      uint64_t self = symbols[draw (plan->hot) * 7919
			      % symbol_count].address;
      uint64_t from = chance (10) ? self : draw_address (plan->hot);
      put_arc (out, from, self);
      while (chance (10))
	put_arc (out, from, self);
    }
  fclose (out);
}

/* Run WORDS; its standard output, of *SIZE bytes.  */

static char *
run (char **words, size_t *size)
{
  int ends[2];
  if (pipe (ends) != 0)
    exit (2);
  pid_t child = fork ();
  if (child == 0)
    {
      dup2 (ends[1], 1);
      close (ends[0]);
      close (ends[1]);
      if (!freopen ("/dev/null", "w", stderr))
	_exit (2);
      execvp (words[0], words);
      _exit (127);
    }
  close (ends[1]);
  size_t room = 65536;
  char *text = malloc (room);
  *size = 0;
  for (ssize_t got; (got = read (ends[0], text + *size, room - *size)) != 0;)
    {
      if (got < 0 && errno != EINTR)
	break;
      if (got > 0)
	*size += got;
      if (*size == room)
	text = realloc (text, room *= 2);
    }
  close (ends[0]);
  int status;
  waitpid (child, &status, 0);
  if (WIFEXITED (status) && WEXITSTATUS (status) == 127)
    {
      fprintf (stderr, "random-gmon: cannot run %s\n", words[0]);
      exit (2);
    }
  return text;
}

/* Fill WORDS with the options of set NUMBER; how many there are.  "@" is a
   function and "%" an arc.  */

static size_t
choose_options (unsigned number, char **words, char room[][256])
{
  static const char *const fixed[] = {
    "", "-b", "-b -z", "-T", "-b -T", "-b -T -z", "-C", "-C -z", "-A",
    "-A -z", "-b -p -q -C -A"
  };
  static const char *const random[] = {
    "-b -E @", "-b -e @ -e @", "-b -f @", "-b -F @ -q", "-b -n @",
    "-b -N @ -N @", "-b -p@", "-b -P@", "-b -q@", "-b -Q@ -T", "-b -k %",
    "-b -q%", "-b -Q% -Q%", "-b -L", "-b --inline-file-names",
    "-b --no-demangle", "-b -w 60", "-b -w 132 -q", "-b -a", "-b -D",
    "-b -A -x", "-A -t 3", "-A -m 100 -b", "-C@", "-Z@", "-A@", "-J@",
    "-b -z -q", "-i", "-b -i -p", "-b -p -C", "-q", "-p", "-b -T -q",
    "-T -p", "-B -b", "-b -f @ -E @ -n @", "-b -k %  -k % -e @"
  };
  const char *set = number < sizeof fixed / sizeof *fixed
    ? fixed[number] : random[draw (sizeof random / sizeof *random)];
  size_t count = 0;
  while (*set)
    {
      set += strspn (set, " ");
      size_t length = strcspn (set, " ");
      char *to = room[count];
      size_t used = 0;
      for (size_t i = 0; i < length; i++)
	{
	  const char *a = symbols[draw (symbol_count)].name;
	  const char *b = symbols[draw (symbol_count)].name;
	  if (set[i] == '@')
	    used += snprintf (to + used, 120, "%.100s", a);
	  else if (set[i] == '%')
	    used += snprintf (to + used, 240, "%.100s/%.100s", a, b);
	  else
	    to[used++] = set[i];
	}
      to[used] = 0;
      words[count++] = to;
      set += length;
    }
  return count;
}

int
main (int argc, char **argv)
{
  if (argc != 6)
    return 2;
  read_symbols ();
  uint64_t first = strtoull (argv[4], NULL, 10);
  uint64_t count = strtoull (argv[5], NULL, 10);
  uint64_t low = UINT64_MAX, high = 0;
  for (size_t i = 0; i < symbol_count; i++)
    {
      if (symbols[i].address < low)
	low = symbols[i].address;
      if (symbols[i].address > high)
	high = symbols[i].address;
    }
  size_t compared = 0, different = 0;
  for (uint64_t seed = first; seed < first + count; seed++)
    {
      state = (seed + 1) * UINT64_C (0x9e3779b97f4a7c15);
      struct plan plan = {
	.low = low & -16, .high = high & -16, .time = !chance (8),
	.arcs = !chance (8), .hot = 3 + draw (chance (50) ? 12 : 60)
      };
      static const uint32_t rates[] = { 100, 1000, 1, 999 };
      plan.rate = rates[draw (4)];
      uint64_t bytes = plan.high - plan.low;
      plan.bins = bytes / (2u << draw (3));
      if (chance (40))
	plan.bins = bytes / 4 + draw (5);
      else if (chance (20))
	{
	  plan.bins = bytes / 4;
	  plan.middle = plan.low + (bytes / 2 & -16);
	}

      /* The histogram ends before the last symbol: how far that one
	 reaches gprof reads behind its table of symbols.  */

      /* Without samples a rate of 0 divides nothing but 0.  With them and
	 arcs gprof reads behind its table of units.  */
      bool no_rate = chance (3);
      if (no_rate)
	{
	  plan.rate = 0;
	  plan.arcs = plan.arcs && !plan.time;
	}
      size_t files = chance (20) ? 2 + draw (2) : 1;
      char names[4][32];
      for (size_t i = 0; i < files; i++)
	{
	  snprintf (names[i], sizeof names[i], "gmon.%zu", i);
	  write_file (names[i], &plan);
	}

      for (int set = 0; set < 5; set++)
	{
	  char room[WORDS_MAX][256];
	  char *words[WORDS_MAX] = { argv[2], "--gprof-compatible" };
	  unsigned number = set < 3 ? (seed * 3 + set) % 11 : 99;
	  size_t used = 2 + choose_options (number, words + 2, room);
	  words[used++] = argv[3];
	  for (size_t i = 0; i < files; i++)
	    words[used++] = names[i];
	  words[used] = NULL;
	  size_t ours_size, theirs_size;
	  char *ours = run (words, &ours_size);
	  words[1] = argv[1];
	  char *theirs = run (words + 1, &theirs_size);
	  compared++;
	  if (ours_size != theirs_size
	      || memcmp (ours, theirs, ours_size) != 0)
	    {
	      different++;
	      printf ("different: seed %" PRIu64 ":", seed);
	      for (size_t i = 2; i < used; i++)
		printf (" '%s'", words[i]);
	      printf ("\n");
	    }
	  free (ours);
	  free (theirs);
	}
    }
  printf ("seeds %" PRIu64 " to %" PRIu64 ": %zu comparisons, %zu "
	  "different\n", first, first + count - 1, compared, different);
  return different != 0;
}
