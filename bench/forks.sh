#!/bin/bash
# forks.sh - processor time of bash's subshells over plain, user and in all: with no more than a place for
# each in one file; with what a profile tells of each process, too (both hooks/places.c); with counts alone;
# and by default. Medians of RUNS (7) rounds, interleaved. Linux gives a process that ends before the first
# tick all of its time as user time.
. "$(dirname "$0")/variants.sh"
times=$(mktemp -d); trap 'rm -rf "$times"' EXIT

ensure bash base && ensure bash cgprof || exit 1
gcc -O2 -fPIC -shared -I"$here/../include" -Wl,-soname,libcgprof.so.0 "$here/hooks/places.c" -o "$times/places.so" || exit 1

once() {                                   # KIND VARIANT [NAME=VALUE...]: user, and all seconds
  local kind=$1 variant=$2
  shift 2
  env "$@" VALGRIND="/usr/bin/time -o $times/time -f %U:%S" "$here/bash.sh" run "$variant" || exit 1
  awk -F: '{ print $1, $1 + $2 }' "$times/time" >>"$times/$kind"
}

for ((i = 0; i < ${RUNS:-7}; i++)); do
  once plain base
  once places cgprof CGPROF_RUNTIME="$times/places.so"
  once records cgprof CGPROF_RUNTIME="$times/places.so" PLACES_RECORDS=yes
  once counts cgprof CGPROF_OPTIONS=clock=none
  once default cgprof
done
for kind in plain places records counts default; do
  for column in 1 2; do
    awk -v column=$column '{ print $column }' "$times/$kind" | quantiles | awk '{ print $2 }'
  done | paste -s -d ' '
done | awk -v kinds="plain places records counts default" 'BEGIN { split(kinds, name) }
  NR == 1 { user = $1; all = $2 }
  { printf "%-8s user %.3f s (%.2f), all %.3f s (%.2f)\n", name[NR], $1, $1 / user, $2, $2 / all }'
