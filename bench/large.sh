#!/bin/sh
# What each view of a large profile costs: user time, elapsed time, peak
# memory, bytes printed.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: bench/large.sh CGPROF [FUNCTIONS ARCS CONTEXTS THREADS]
#
# The profile is made by testsuite/lib/make-large.c; by default it has 50,000
# functions, 500,000 arcs and 1,000,000 contexts in 8 threads.

set -e
cgprof=$(readlink -f "$1")
test $# -gt 0 && shift
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

${CC:-gcc} -O2 -I"$here/../include" "$here/../testsuite/lib/make-large.c" \
  -o "$work/make-large"
"$work/make-large" "${1:-50000}" "${2:-500000}" "${3:-1000000}" "${4:-8}" \
  "$work"

# One line of the table: the view that "$@" prints.
measure () {
  if (cd "$work" && /usr/bin/time -f '%U %e %M' -o time "$@" >out); then
    read -r user elapsed memory <"$work/time"
    shift
    printf '%-34s %8s %8s %10s %12s\n' "$*" "$user" "$elapsed" "$memory" \
      "$(wc -c <"$work/out")"
  fi
}

printf '%-34s %8s %8s %10s %12s\n' view 'user s' elapsed kB bytes
measure "$cgprof" -b large
measure "$cgprof" -b -p large
measure "$cgprof" -b -q large
measure "$cgprof" --top large
for table in callers callees sites lines processes threads modules; do
  measure "$cgprof" --$table large
done
measure "$cgprof" annotate large
printf 'calls * <= baseline\nno new arc * <- *\n' >"$work/budget"
measure "$cgprof" check --budget=budget --update large
measure "$cgprof" check --budget=budget large
measure "$cgprof" diff --old-image=large --new-image=large cgprof.out cgprof.out
for format in json folded pprof speedscope firefox chrome callgrind dot gmon \
  sqlite; do
  measure "$cgprof" export --to=$format large
done
measure "$cgprof" html large
