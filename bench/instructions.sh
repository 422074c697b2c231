#!/bin/bash
# instructions.sh [NAME...] - instructions executed (valgrind, repeatable to the digit) of each variant
# over those of the plain build, and the geometric mean. Sampling is off. VARIANTS chooses (cgprof).
. "$(dirname "$0")/variants.sh"
variants=${VARIANTS:-cgprof cgprof-plain}
count=$(mktemp -d); trap 'rm -rf "$count"' EXIT
export CGPROF_OPTIONS=clock=none:gmon=no

instructions() {                   # of all processes that NAME's workload starts in VARIANT
  rm -f "$count"/*
  VALGRIND="valgrind --tool=callgrind --callgrind-out-file=$count/%p" "$here/$1.sh" run "$2" || return 1
  awk '/^summary:|^totals:/ { t[FILENAME] = $2 } END { for (f in t) s += t[f]; printf "%.0f\n", s }' "$count"/*
}

printf '%-10s %-13s %15s %7s\n' program variant instructions ratio
for name in $(programs "$@"); do
  for v in base $variants; do
    ensure "$name" "$v" || exit 1
    echo "$name $v $(instructions "$name" "$v")"
  done
done | awk '
  $2 == "base" { plain = $3 }
  { printf "%-10s %-13s %15.0f %7.3f\n", $1, $2, $3, $3 / plain; fflush()
    if ($2 != "base") { n[$2]++; s[$2] += log($3 / plain) } }
  END { for (v in n) printf "geo. mean  %-13s %23.3f  (%d programs)\n", v, exp(s[v] / n[v]), n[v] }'
