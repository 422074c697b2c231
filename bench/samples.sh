#!/bin/bash
# samples.sh - what a sample of a stack DEPTH (30) deep costs: processor time, user and system, of the
# same work (turns of an empty loop, called DEPTH deep) without the clock and at a rate high enough to
# tell, RUNS (15) of each in turn, the least of them, pinned to CORES (1); divided by the samples of
# that run, and what follows for 250 and 1,000 samples a second. Exit status 1 if 250 cost 0.5 % or more.
. "$(dirname "$0")/variants.sh"
runs=${RUNS:-15} cores=${CORES:-1} depth=${DEPTH:-30} rate=${RATE:-10000} work=$root/build/samples
mkdir -p "$work"

cat >"$work/program.c" <<END
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#define NOINLINE __attribute__ ((noipa))
static volatile unsigned long sink;
NOINLINE void loop (unsigned long turns) { while (turns--) sink++; }
NOINLINE void down (int depth, unsigned long turns)
{
  if (depth > 1) down (depth - 1, turns); else loop (turns);
  sink++;
}
int main (int argc, char **argv)
{
  struct rusage usage;
  down (argc > 1 ? atoi (argv[1]) : 1, 500000000);
  getrusage (RUSAGE_SELF, &usage);
  printf ("%ld\n", (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1000000
	  + usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
  return 0;
}
END
variant cgprof
gcc $CFLAGS -O1 "$work/program.c" -o "$work/program" $LDFLAGS || exit 1
cd "$work" || exit 1
least=() count=0
for ((run = 0; run < runs; run++)); do
  for which in 0 1; do
    options=(clock=none "rate=$rate")
    time=$(CGPROF_OPTIONS=gmon=no:${options[which]} taskset -c "$cores" ./program $((depth - 3))) || exit 1
    if [ -z "${least[which]}" ] || [ "$time" -lt "${least[which]}" ]; then
      least[which]=$time
      [ $which = 1 ] && count=$("$cgprof" export --to=json ./program \
        | awk -F'"samples": *' '/"tid":/ { split ($2, n, ","); sum += n[1] } END { print sum + 0 }')
    fi
  done
done
awk -v none="${least[0]}" -v some="${least[1]}" -v count="$count" -v depth="$depth" -v rate="$rate" 'BEGIN {
  if (!count) { print "no samples"; exit 1 }
  each = (some - none) / count
  printf "depth %d: %.3f s without samples, %.3f s with %d at %d Hz: %.2f us each\n", depth, none / 1e6,
    some / 1e6, count, rate, each
  printf "250 Hz: %.3f %%; 1000 Hz: %.3f %%\n", each * 250 / 1e4, each * 1000 / 1e4
  exit each * 250 / 1e4 >= 0.5
}'
