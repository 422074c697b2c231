#!/bin/sh
# What a report costs: cgprof and GNU gprof on the same files, user time,
# peak memory, and the ratio.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: bench/report.sh CGPROF [IMAGE]
#
# IMAGE is a large program with symbols (default: node, else the file that
# cgprof itself is).  Profiles are made by bench/make-profile.c: samples and
# 100,000 arcs; one caller of 40,000 callees, alone and in IMAGE; and for
# cgprof alone ten and a hundred times the arcs.  The large cases take minutes in gprof;
# CGPROF_BENCH_QUICK=1 leaves gprof out.

set -e
cgprof=$1
image=${2:-$(command -v node || echo "$cgprof")}
image=$(readlink -f "$image")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

${CC:-gcc} -O2 "$here/make-profile.c" -o "$work/make-profile"
nm "$image" >"$work/symbols" 2>/dev/null
{
  printf '.text\n.globl _start\n_start: ret\n'
  i=0
  while [ $i -le 40000 ]; do
    printf '.p2align 4\n.globl f%d\n.type f%d,@function\nf%d: ret\n' \
      $i $i $i
    i=$((i + 1))
  done
} >"$work/star.s"
${CC:-gcc} -nostdlib -static "$work/star.s" -o "$work/star"
nm "$work/star" >"$work/star.symbols"

# Sets user and memory (kB) to what "$@" took.
measure () {
  /usr/bin/time -f '%U %M' -o "$work/time" "$@" >/dev/null
  read -r user memory <"$work/time"
}

# One line of the table: NAME IMAGE PROFILE WITH-GPROF.
compare () {
  measure "$cgprof" -b -q "$2" "$3"
  ours=$user our_memory=$memory
  user=- memory=-
  if [ "$4" = yes ] && [ -z "$CGPROF_BENCH_QUICK" ]; then
    measure gprof -b -q "$2" "$3"
  fi
  size=$(($(wc -c <"$3") / 1024))
  echo "$1 $size $ours $our_memory $user $memory" | awk '{
    ratio = $5 == "-" ? "-" : sprintf ("%.0f", $5 / ($3 > 0 ? $3 : 0.01))
    printf "%-22s %10d %10.2f %10d %10s %10s %8s\n", $1, $2, $3, $4, $5, $6, ratio
  }'
}

printf '%-22s %10s %10s %10s %10s %10s %8s\n' case 'input kB' 'cgprof s' \
  'kB' 'gprof s' 'kB' 'ratio'
"$work/make-profile" 100000 0 40000 <"$work/star.symbols" >"$work/p"
compare 40000-callees "$work/star" "$work/p" yes
"$work/make-profile" 1000 0 40000 <"$work/symbols" >"$work/p"
compare 40000-of-image "$image" "$work/p" yes
for arcs in 100000 1000000 10000000; do
  "$work/make-profile" 435271 $arcs 0 <"$work/symbols" >"$work/p"
  gprof=no
  [ $arcs = 100000 ] && gprof=yes
  compare "$arcs-arcs" "$image" "$work/p" $gprof
done
