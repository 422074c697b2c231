/* The runtime's options, read from the environment.

   SPDX-License-Identifier: MIT  */

#include "base/memory.h"
#include "base/options.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include <cgprof/format.h>
#include "base/message.h"

#define VARIABLE "CGPROF_OPTIONS"
#define MAX_RATE 100000
#define FASTEST_RATE 20000	/* Faster ones are taken for it: a program
				   would do nothing but handle signals.  */
#define MIN_CONTEXTS 1000
#define MAX_CONTEXTS 100000000
#define MIN_TIMES 16
#define MAX_SECONDS 1000000000u
#define MAX_TIMES 2000000

CGRT_BUFFER struct cgrt_options cgrt_options;

/* One key: SET takes its value, returns whether that is a good one.  */
struct key
{
  const char *name;
  int (*set) (const char *value);
  const char *help;
};

static int
set_out (const char *value)
{
  size_t length = strlen (value);
  if (!length || length >= sizeof cgrt_options.out)
    return 0;
  memcpy (cgrt_options.out, value, length + 1);
  return 1;
}

/* Return the number VALUE, from 1 to MOST, or 0.  strtoul may be a name that
   only the libc has whose headers this was compiled with.  */

static unsigned long
get_number (const char *value, unsigned long most)
{
  unsigned long number = 0;
  const char *digit;

  for (digit = value; *digit >= '0' && *digit <= '9'; digit++)
    {
      number = number * 10 + (unsigned long) (*digit - '0');
      if (number > most)
	return 0;
    }
  return *digit ? 0 : number;
}

static int
set_rate (const char *value)
{
  unsigned long rate = get_number (value, MAX_RATE);
  if (!rate)
    return 0;
  cgrt_options.rate = rate < FASTEST_RATE ? (uint32_t) rate : FASTEST_RATE;
  cgrt_options.eases = 0;
  return 1;
}

static int
set_contexts (const char *value)
{
  unsigned long contexts = get_number (value, MAX_CONTEXTS);
  if (contexts >= MIN_CONTEXTS)
    cgrt_options.contexts = contexts;
  return contexts >= MIN_CONTEXTS;
}

static int
set_clock (const char *value)
{
  if (strcmp (value, "cpu") == 0)
    cgrt_options.clock = CGPROF_CLOCK_CPU;
  else if (strcmp (value, "wall") == 0)
    cgrt_options.clock = CGPROF_CLOCK_WALL;
  else if (strcmp (value, "none") == 0)
    cgrt_options.clock = CGPROF_CLOCK_NONE;
  else
    return 0;
  return 1;
}

static int
set_times (const char *value)
{
  unsigned long times = get_number (value, MAX_TIMES);
  int is_none = strcmp (value, "no") == 0 || strcmp (value, "0") == 0;
  if (is_none || times >= MIN_TIMES)
    cgrt_options.times = times;
  return is_none || times >= MIN_TIMES;
}

/* Set *FLAG to what VALUE, yes or no, says.  */

static int
set_flag (int *flag, const char *value)
{
  if (strcmp (value, "yes") == 0 || strcmp (value, "1") == 0)
    *flag = 1;
  else if (strcmp (value, "no") == 0 || strcmp (value, "0") == 0)
    *flag = 0;
  else
    return 0;
  return 1;
}

static int
set_stacks (const char *value)
{
  if (strcmp (value, "fp") == 0)
    {
      cgrt_options.stacks = CGRT_STACKS_POINTERS;
      return 1;
    }
  return set_flag (&cgrt_options.stacks, value);
}

static int
set_children (const char *value)
{
  static const char *const names[] = {
    [CGRT_CHILDREN_SUM] = "sum", [CGRT_CHILDREN_APART] = "apart",
    [CGRT_CHILDREN_FILES] = "files"
  };

  for (int i = 0; i < (int) (sizeof names / sizeof *names); i++)
    if (strcmp (value, names[i]) == 0)
      {
	cgrt_options.children = i;
	return 1;
      }
  return 0;
}

static int
set_gmon (const char *value)
{
  return set_flag (&cgrt_options.gmon, value);
}

static const struct
{
  const char *name;
  int number;
} signals[] = {
  { "ALRM", SIGALRM }, { "CONT", SIGCONT }, { "HUP", SIGHUP },
  { "INT", SIGINT }, { "IO", SIGIO }, { "PROF", SIGPROF },
  { "QUIT", SIGQUIT }, { "TERM", SIGTERM }, { "TSTP", SIGTSTP },
  { "USR1", SIGUSR1 }, { "USR2", SIGUSR2 }, { "VTALRM", SIGVTALRM },
  { "WINCH", SIGWINCH },
};

/* Set *SIGNAL to the one whose name or number is VALUE.  */

static int
set_signal (int *signal, const char *value)
{
  int number = 0;

  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
    if (strcmp (value, signals[i].name) == 0
	|| (strncmp (value, "SIG", 3) == 0
	    && strcmp (value + 3, signals[i].name) == 0))
      {
	*signal = signals[i].number;
	return 1;
      }
  for (; *value >= '0' && *value <= '9' && number < NSIG; value++)
    number = number * 10 + (*value - '0');
  if (*value || !number || number > SIGRTMAX || number == SIGKILL
      || number == SIGSTOP)
    return 0;
  *signal = number;
  return 1;
}

static int
set_dump (const char *value)
{
  return set_signal (&cgrt_options.dump, value);
}

static int
set_mark (const char *value)
{
  return set_signal (&cgrt_options.mark, value);
}

static int
set_start_signal (const char *value)
{
  return set_signal (&cgrt_options.signal, value);
}

/* Set *MOMENT to what VALUE says: "signal", or a number of seconds, perhaps
   with a fraction and a unit.  */

static int
set_moment (struct cgrt_moment *moment, const char *value)
{
  const uint64_t second = 1000000000;
  uint64_t whole = 0, part = 0, unit = second;
  const char *at = value;

  if (strcmp (value, "signal") == 0)
    {
      moment->by_signal = 1;
      return 1;
    }
  for (; *at >= '0' && *at <= '9' && whole < MAX_SECONDS; at++)
    whole = whole * 10 + (uint64_t) (*at - '0');
  if (at == value)
    return 0;
  if (*at == '.')
    for (at++; *at >= '0' && *at <= '9'; at++)
      {
	unit /= 10;
	part += (uint64_t) (*at - '0') * unit;
      }
  unit = strcmp (at, "ms") == 0 ? second / 1000
	 : !*at || strcmp (at, "s") == 0 ? second : 0;
  moment->time = whole * unit + part / (second / (unit ? unit : 1));
  return unit != 0;
}

static int
set_start (const char *value)
{
  return set_moment (&cgrt_options.start, value);
}

static int
set_stop (const char *value)
{
  /* To stop at once is to count nothing.  */
  return set_moment (&cgrt_options.stop, value)
	 && (cgrt_options.stop.time || cgrt_options.stop.by_signal);
}

static int help_wanted;

static int
set_help (const char *value)
{
  return set_flag (&help_wanted, value);
}

static const struct key keys[] = {
  { "out", set_out,
    "out=PATTERN: the profile's file; %p pid, %h host, %r rank, %m"
    " program, %t time, %% percent (cgprof.out)" },
  { "rate", set_rate, "rate=HZ: samples a second, 1 to 100000 (1000)" },
  { "clock", set_clock,
    "clock=cpu|wall|none: the time that is sampled (cpu)" },
  { "stacks", set_stacks,
    "stacks=yes|fp|no: whether samples have stacks; fp: by frame pointers"
    " (yes)" },
  { "contexts", set_contexts,
    "contexts=N: contexts kept for a thread, 1000 to 100000000 (500000)" },
  { "times", set_times,
    "times=N: samples of a thread whose times are kept, 16 to 2000000; no:"
    " none (500000)" },
  { "children", set_children,
    "children=sum|apart|files: where forked children count: added up, each by"
    " itself, each in a file of its own (sum)" },
  { "gmon", set_gmon, "gmon=yes|no: whether gmon.out is written (yes)" },
  { "dump", set_dump,
    "dump=SIGNAL: a signal, USR1 for instance, that has gmon.out written"
    " (none)" },
  { "mark", set_mark, "mark=SIGNAL: a signal that makes a mark (none)" },
  { "start", set_start,
    "start=TIME|signal: counting begins so many seconds after the program, or"
    " at a signal (at once)" },
  { "stop", set_stop,
    "stop=TIME|signal: counting ends then, or at a signal (never)" },
  { "signal", set_start_signal,
    "signal=SIGNAL: the one that starts, or stops what runs, for start=signal"
    " and stop=signal (USR2)" },
  { "help", set_help, "help=1: print this" },
};

#define KEYS (sizeof keys / sizeof *keys)

static void
complain (const char *what, const char *word)
{
  struct cgrt_text text;
  text.length = 0;
  cgrt_text_add (&text, what);
  cgrt_text_add (&text, " '");
  cgrt_text_add (&text, word);
  cgrt_text_add (&text, "', ignored (help=1 lists all)");
  cgrt_message (VARIABLE, text.bytes, 0);
}

/* Take one "KEY=VALUE".  */

static void
take (char *word)
{
  char *equals = strchr (word, '=');
  size_t length = equals ? (size_t) (equals - word) : strlen (word);

  for (size_t i = 0; i < KEYS; i++)
    if (strlen (keys[i].name) == length
	&& memcmp (keys[i].name, word, length) == 0)
      {
	if (!equals || !keys[i].set (equals + 1))
	  complain ("bad value in", word);
	return;
      }
  complain ("unknown option", word);
}

const char *
cgrt_options_environment (const char *name)
{
  const char *value = getauxval (AT_SECURE) ? NULL : getenv (name);
  return value && *value ? value : NULL;
}

/* The rank of this process in its MPI job plus 1, as what started the job has
   put it in the environment; 0 if it is of none.  */

static uint32_t
find_rank (void)
{
  /* Of Open MPI, of MPICH and its kin, of what speaks PMIx, of Slurm.  */
  static const char *const names[] = {
    "OMPI_COMM_WORLD_RANK", "PMI_RANK", "PMIX_RANK", "SLURM_PROCID"
  };

  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    {
      const char *value = cgrt_options_environment (names[i]);
      unsigned long rank;
      if (!value)
	continue;
      rank = get_number (value, UINT32_MAX - 1);
      if (rank > 0 || strcmp (value, "0") == 0)
	return (uint32_t) rank + 1;
    }
  return 0;
}

void
cgrt_options_read (void)
{
  static CGRT_BUFFER char words[2 * sizeof cgrt_options.out];
  const char *value;

  memcpy (cgrt_options.out, "cgprof.out", sizeof "cgprof.out");
  cgrt_options.rate = 1000;
  cgrt_options.eases = 1;
  cgrt_options.clock = CGPROF_CLOCK_CPU;
  cgrt_options.stacks = CGRT_STACKS_YES;
  cgrt_options.contexts = 500000;
  cgrt_options.times = 500000;
  cgrt_options.gmon = 1;
  cgrt_options.signal = SIGUSR2;
  cgrt_options.rank = find_rank ();

  value = cgrt_options_environment ("CGPROF_OUT");
  if (value && !set_out (value))
    cgrt_message ("CGPROF_OUT", "name too long, ignored", 0);

  value = cgrt_options_environment ("GMON_OUT_PREFIX");
  if (value && strlen (value) < sizeof cgrt_options.gmon_prefix)
    memcpy (cgrt_options.gmon_prefix, value, strlen (value) + 1);
  else if (value)
    cgrt_message ("GMON_OUT_PREFIX", "name too long, ignored", 0);

  value = cgrt_options_environment (VARIABLE);
  if (!value)
    return;
  if (strlen (value) >= sizeof words)
    {
      cgrt_message (VARIABLE, "too long, ignored", 0);
      return;
    }
  memcpy (words, value, strlen (value) + 1);
  for (char *word = words; word;)
    {
      char *colon = strchr (word, ':');
      if (colon)
	*colon++ = '\0';
      if (*word)
	take (word);
      word = colon;
    }
  if (help_wanted)
    for (size_t i = 0; i < KEYS; i++)
      cgrt_message (VARIABLE, keys[i].help, 0);
}
