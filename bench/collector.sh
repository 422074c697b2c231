#!/bin/bash
# collector.sh [RUNS] - pauses of a garbage collector that stops the world by signals (Boehm's, libgc-dev):
# how long two threads that call functions and allocate stand still, 200 collections at 1,000 a second.
# Medians of RUNS (15) interleaved runs of the median and the 90th percentile of a run, in microseconds:
# plain, and over plain with cgprof by the clock of the processor, the wall's and none. Who may use the
# real-time scheduler (root) gets two processors however busy the machine is; otherwise it must be idle.
# 20 s.
set -e
here=$(cd "$(dirname "$0")" && pwd)
root=${BENCH_DIR:-$here}
runs=${1:-15}
dir=$root/collector
mkdir -p "$dir"; cd "$dir"
cat >collector.c <<'EOF'
#define GC_THREADS 1
#include <gc.h>
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define COLLECTIONS 200

static volatile int stop;
static double pauses[COLLECTIONS + 1000];
static int count;

static double
now (clockid_t clock)
{
  struct timespec time;
  clock_gettime (clock, &time);
  return time.tv_sec * 1e6 + time.tv_nsec * 1e-3;
}

static void
see (GC_EventType event)
{
  static double start;
  if (event == GC_EVENT_PRE_STOP_WORLD)
    start = now (CLOCK_MONOTONIC);
  else if (event == GC_EVENT_POST_START_WORLD
	   && count < (int) (sizeof pauses / sizeof *pauses))
    pauses[count++] = now (CLOCK_MONOTONIC) - start;
}

struct cell { struct cell *next; };

__attribute__ ((noipa)) struct cell *
make (struct cell *next)
{
  struct cell *cell = GC_MALLOC (sizeof *cell);
  cell->next = next;
  return cell;
}

__attribute__ ((noipa)) unsigned
leaf (unsigned x)
{
  return x * 3 + 1;
}

static void *
work (void *unused)
{
  struct cell *list = NULL;
  unsigned sum = 0;
  for (int i = 0; !stop; i++)
    {
      sum = leaf (sum);
      if (i % 1000 == 0)
	list = make (i % 100000 ? list : NULL);
    }
  return sum == 1 ? list : unused;
}

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

int
main (void)
{
  pthread_t threads[2];
  const struct timespec wait = { 0, 1000000 };
  GC_INIT ();
  GC_set_on_collection_event (see);
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, work, NULL);
  /* It must not wait for a busy thread of the same priority.  */
  if (sched_getscheduler (0) == SCHED_FIFO)
    {
      struct sched_param param = { 2 };
      pthread_setschedparam (pthread_self (), SCHED_FIFO, &param);
    }
  for (int i = 0; i < COLLECTIONS; i++)
    {
      nanosleep (&wait, NULL);
      GC_gcollect ();
    }
  stop = 1;
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  qsort (pauses, count, sizeof *pauses, compare);
  printf ("%.1f %.1f\n", pauses[count / 2], pauses[count * 9 / 10]);
  return 0;
}
EOF
${CC:-gcc} -O2 collector.c -o plain -pthread -lgc
${CC:-gcc} -O2 -fplugin="${PLUGIN:-$here/../plugin/.libs/cgprof.so}" collector.c -o profiled -pthread -lgc
fast="chrt -f 1"; $fast true 2>/dev/null || fast=
rm -f plain.txt cpu.txt wall.txt none.txt
for ((i = 0; i < runs; i++)); do
  $fast ./plain >>plain.txt
  CGPROF_OPTIONS=clock=cpu $fast ./profiled >>cpu.txt
  CGPROF_OPTIONS=clock=wall $fast ./profiled >>wall.txt
  CGPROF_OPTIONS=clock=none $fast ./profiled >>none.txt
done
median () { sort -n | awk '{ v[NR] = $1 } END { print v[int ((NR + 1) / 2)] }'; }
for column in 1 2; do
  name=median; [ $column = 2 ] && name="90th percentile"
  plain=$(cut -d' ' -f$column plain.txt | median)
  echo "$name: plain $plain us" \
    "$(for k in cpu wall none; do cut -d' ' -f$column $k.txt | median | awk -v k=$k -v p="$plain" '{ printf ", %s %.3f", k, $1 / p }'; done)"
done
