#!/bin/bash
# rates.sh [NAME...] - what sampling costs: user time over plain without samples, with 250, 500 and 1,000
# a second, and by default, of RUNS (3) interleaved rounds pinned to one core: the least of each over
# the least, and the median over the median; then the geometric means.
. "$(dirname "$0")/variants.sh"
kinds="plain clock=none rate=250 rate=500 rate=1000 default"
times=$(mktemp -d); trap 'rm -rf "$times"' EXIT
TIMEFORMAT=%3U

once() {                                   # NAME KIND: user seconds
  local variant=cgprof options=$2
  case $2 in plain) variant=base ;; default) options= ;; esac
  { time CGPROF_OPTIONS=$options taskset -c 1 "$here/$1.sh" run $variant >&2; } 2>&1 >/dev/null | tail -1
}

printf '%-9s' program; printf ' %15s' $kinds; echo
for name in $(programs "$@"); do
  ensure "$name" base && ensure "$name" cgprof || exit 1
  for ((i = 0; i < ${RUNS:-3}; i++)); do
    for kind in $kinds; do once "$name" $kind >>"$times/$name.$kind"; done
  done
  for kind in $kinds; do
    echo "$name $(sort -n "$times/$name.$kind" | head -1) $(quantiles <"$times/$name.$kind" | awk '{ print $2 }')"
  done
done | awk '
  $1 != name { if (name) print ""; name = $1; least = $2; median = $3; kind = 0; programs++; printf "%-9s", name }
  { printf "   %.3f (%.3f)", $2 / least, $3 / median
    kind++; least_sum[kind] += log($2 / least); median_sum[kind] += log($3 / median) }
  END { printf "\n%-9s", "mean"
    for (k = 1; k <= kind; k++) printf "   %.3f (%.3f)", exp(least_sum[k] / programs), exp(median_sum[k] / programs)
    print "" }'
