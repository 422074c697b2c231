#!/bin/bash
# threads.sh [RUNS] - threads must not slow each other down: processor time per thread of two and
# four threads that make 5,000,000 calls each at once, over that of one thread; medians of RUNS (9)
# interleaved runs. Plain, cgprof, cgprof's other counters, gprof; before that, what each counted of two
# threads' 10,000,000 calls. Who may use the real-time scheduler (root) gets two threads at once on two
# processors however busy the machine is, for 0.1 s at a time; otherwise it must be idle. 10 s.
set -e
here=$(cd "$(dirname "$0")" && pwd)
root=${BENCH_DIR:-$here}
cgprof=${CGPROF:-cgprof}
runs=${1:-9}
dir=$root/threads
mkdir -p "$dir"; cd "$dir"
cat >threads.c <<'EOF'
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

__attribute__ ((noipa)) int
leaf (int x)
{
  return x + 1;
}

static pthread_barrier_t barrier;
static int calls;

static void *
worker (void *data)
{
  struct timespec start, end;
  int x = 0;
  pthread_barrier_wait (&barrier);
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &start);
  for (int i = 0; i < calls; i++)
    x = leaf (x);
  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &end);
  *(double *) data = (end.tv_sec - start.tv_sec) * 1e3
		     + (end.tv_nsec - start.tv_nsec) * 1e-6;
  return x == calls ? data : NULL;
}

int
main (int argc, char **argv)
{
  int number = argc > 1 ? atoi (argv[1]) : 1;
  double each[64], sum = 0;
  pthread_t threads[64];
  calls = argc > 2 ? atoi (argv[2]) : 5000000;
  pthread_barrier_init (&barrier, NULL, number);
  for (int i = 0; i < number; i++)
    pthread_create (&threads[i], NULL, worker, &each[i]);
  for (int i = 0; i < number; i++)
    {
      pthread_join (threads[i], NULL);
      sum += each[i];
    }
  printf ("%.3f\n", sum / number);
  return 0;
}
EOF
load=$("$cgprof" --cflags)
build() {
  local name=$1
  shift
  mkdir -p "$name"
  ${CC:-gcc} -O2 -pthread "$@" threads.c -o "$name/threads"
}
build plain
build cgprof $load
build cgprof-plain $load -fplugin-arg-cgprof-counters=plain
build cgprof-atomic $load -fplugin-arg-cgprof-counters=atomic
build pg -pg
# Threads that wait for each other's processors show no contention.
first=
if chrt -f 1 true 2>/dev/null; then first="chrt -f 1"; fi
variants="plain cgprof cgprof-plain cgprof-atomic pg"

for variant in cgprof cgprof-plain cgprof-atomic pg; do
  (cd "$variant" && rm -f cgprof.out gmon.out && ./threads 2 >/dev/null
   printf '%-14s counted of 10000000: ' "$variant"
   "$cgprof" export --to=json ./threads |
     awk '/"callee": *"leaf"/ { found = 1 } found && match($0, /"count": *[0-9]+/) { print substr($0, RSTART + 8, RLENGTH - 8) + 0; exit }')
done

printf '%-14s %9s %9s %9s %9s %9s\n' variant "1: ms" "2: ms" "4: ms" 2/1 4/1
for run in $(seq "$runs"); do
  for variant in $variants; do
    for threads in 1 2 4; do
      echo "$variant $threads $(cd "$variant" && $first ./threads "$threads")"
    done
  done
done | awk -v variants="$variants" '
  function median(key,   i, j, t) {
    for (i = 2; i <= n[key]; i++)
      for (j = i; j > 1 && time[key, j - 1] > time[key, j]; j--) {
        t = time[key, j]; time[key, j] = time[key, j - 1]; time[key, j - 1] = t
      }
    return time[key, int((n[key] + 1) / 2)]
  }
  { key = $1 " " $2; time[key, ++n[key]] = $3 }
  END {
    number = split(variants, v, " ")
    for (i = 1; i <= number; i++) {
      a = median(v[i] " 1"); b = median(v[i] " 2"); c = median(v[i] " 4")
      printf "%-14s %9.2f %9.2f %9.2f %9.3f %9.3f\n", v[i], a, b, c, b / a, c / a
    }
  }'
