#!/bin/sh
# Fuzz every reader: fuzz/run.sh BUILD SOURCE SECONDS [HARNESS...]
# SPDX-License-Identifier: GPL-3.0-or-later
#
# BUILD is the configured and built tree, SOURCE the sources.  Each harness
# (default: all) is built with clang, AddressSanitizer and
# UndefinedBehaviorSanitizer and runs for SECONDS, or FUZZ_RUNS times if that
# is set.  What it finds is left in BUILD/fuzz.dir and makes the exit status
# 1.  A case found is kept in testsuite/cgprof.report/fuzz as HARNESS-WHAT,
# which fuzz.exp feeds to cgprof and the plugin.
#
#   gmon     gmon.out, all formats, sizes and orders
#   profile  cgprof.out
#   image    ELF files
#   rows     the plugin's tables in them
#   filter   filter files
#   budget   budgets and baselines of cgprof check

build=$1 source=$2 seconds=${3:-60}
[ $# -gt 3 ] && shift 3 || set -- gmon profile image rows filter budget
clang=
for name in ${CLANG:-clang clang-14 clang-15 clang-16 clang-19}; do
  if command -v "$name" >/dev/null 2>&1; then clang=$name; break; fi
done
if [ -z "$clang" ]; then
  echo "fuzz: no clang here: apt-get install clang" >&2
  exit 1
fi
work=$build/fuzz.dir
mkdir -p "$work" || exit 1
work=$(cd "$work" && pwd)
reporter=$source/reporter
flags="-g -O2 -fsanitize=address,undefined -fno-sanitize-recover=undefined
-I$build -I$source/include -iquote $reporter -I$source/fuzz -I$source/plugin
-D_GNU_SOURCE"

# Seeds: a small program that was built with the plugin, what it left, and
# images of other machines.  Small ones make many executions.
seeds=$work/seeds
rm -rf "$seeds"
mkdir -p "$seeds/gmon" "$seeds/image" "$seeds/profile" "$seeds/rows" \
  "$seeds/filter" "$seeds/budget"
(cd "$work" &&
 ${CC:-gcc} -O2 -g $("$build/reporter/cgprof" --cflags) \
   "$source/fuzz/seed.c" -o whole &&
 CGPROF_RUNTIME= ./whole >/dev/null &&
 strip whole -o seed &&
 objcopy -O binary --only-section=.cgprof.sites \
   --set-section-flags .cgprof.sites=alloc whole sites &&
 objcopy -O binary --only-section=.cgprof.str \
   --set-section-flags .cgprof.str=alloc whole strings &&
 ${CC:-gcc} -O2 "$source/testsuite/lib/make-elf.c" -o make-elf &&
 for kind in "64 little 62" "32 big 20" "64 little 183 dynsym"; do
   ./make-elf $kind >"$seeds/image/elf $kind" || exit 1
 done &&
 "$build/reporter/cgprof" -s -O bsd whole gmon.out >/dev/null) || exit 1
cp "$work/seed" "$seeds/image"
cp "$work/cgprof.out" "$seeds/profile"
for first in 000 002 010 040; do
  { printf "\\$first"; cat "$work/gmon.out"; } >"$seeds/gmon/$first"
done
{ printf '\000'; cat "$work/gmon.sum"; } >"$seeds/gmon/bsd"
size=$(wc -c <"$work/strings")
for first in 000 001; do
  { printf "\\$first\\$(printf %o $((size % 256)))"
    printf "\\$(printf %o $((size / 256)))"
    cat "$work/sites" "$work/strings"; } >"$seeds/rows/$first"
done
cat >"$seeds/filter/all" <<\EOF
# Everything that there is.
SCOREP_REGION_NAMES_BEGIN
  EXCLUDE * # but
  INCLUDE ma?n ns::f<*> [a-z]\[\]
  EXCLUDE MANGLED _ZN2ns* x.part.0
SCOREP_REGION_NAMES_END
SCOREP_FILE_NAMES_BEGIN
  INCLUDE */src/b.cc
  EXCLUDE [!ab].c
SCOREP_FILE_NAMES_END
EOF
{ printf '\001'; cat; } >"$seeds/budget/all" <<\EOF
calls "f(char*)" == 3
baseline there # see
calls f <= 1.02x baseline + 7
calls f* from main site 2 <= 12
calls f at b.c:30 > 5
no new arc * <- ma?n
no arc f <- "main"
total f < baseline + 0.5pp
self f >= 30.5%
EOF
for kind; do
  cp "$source/testsuite/cgprof.report/fuzz/$kind-"* "$seeds/$kind" \
    2>/dev/null
done

# The reporter's files, compiled once for all harnesses: what the readers need.
objects=
readers=$(cd "$reporter" && ls code/*.c elf/*.c model/*.c read/*.c |
  sed 's/\.c$//') || exit 1
for name in analyse/filter analyse/precision analyse/results \
  analyse/site-order base/bytes base/intern base/map base/mem base/path \
  base/progress base/replace base/sort base/stream check/budget \
  check/budget-names check/budget-parse compat/symbols $readers write/gmon-sum; do
  object=$work/$name.o
  mkdir -p "$work/${name%/*}"
  objects="$objects $object"
  $clang $flags -fsanitize=fuzzer-no-link -c "$reporter/$name.c" \
    -o "$object" || exit 1
done
for object in input quiet; do
  $clang $flags -c "$source/fuzz/$object.c" -o "$work/$object.o" || exit 1
done
flags="$flags -fsanitize=fuzzer"

status=0
CGPROF_FUZZ_IMAGE=$work/seed
ASAN_OPTIONS=malloc_context_size=4:quarantine_size_mb=8:$ASAN_OPTIONS
export CGPROF_FUZZ_IMAGE ASAN_OPTIONS
limit=-max_total_time=$seconds
[ -n "$FUZZ_RUNS" ] && limit=-runs=$FUZZ_RUNS
for kind; do
  if [ $kind = filter ]; then
    $clang++ $flags "$source/fuzz/fuzz-filter.cc" "$work/input.o" \
      -liberty -o "$work/fuzz-filter" || exit 1
  else
    $clang $flags "$source/fuzz/fuzz-$kind.c" "$work/input.o" \
      "$work/quiet.o" $objects -o "$work/fuzz-$kind" \
      -ldw -lelf -liberty -lcapstone -lm || exit 1
  fi
  mkdir -p "$work/corpus-$kind"
  echo "fuzz: $kind"
  (cd "$work" &&
   ./fuzz-$kind "$limit" -rss_limit_mb=2048 -malloc_limit_mb=1024 \
     -timeout=10 -max_len=20000 \
     -artifact_prefix="$work/found-$kind-" -print_final_stats=1 \
     "corpus-$kind" "$seeds/$kind" >"$work/$kind.log" 2>&1) || status=1
  grep -E 'number_of_executed_units|peak_rss_mb|ERROR|SUMMARY' \
    "$work/$kind.log"
done
exit $status
