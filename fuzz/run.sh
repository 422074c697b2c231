#!/bin/sh
# Fuzz the reporter's readers: fuzz/run.sh BUILD SOURCE SECONDS
# SPDX-License-Identifier: GPL-3.0-or-later
#
# BUILD is the configured and built tree, SOURCE the sources.  Each harness
# is built with clang, AddressSanitizer and UndefinedBehaviorSanitizer and
# runs for SECONDS.  What it finds is left in BUILD/fuzz.dir and makes the
# exit status 1.  A case found is kept in testsuite/cgprof.report/fuzz, where
# fuzz.exp feeds it to cgprof.

build=$1 source=$2 seconds=${3:-60}
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
objects="bytes gmon mem stream map image lines nm place plt profile progress reader
rows sort naming model address sum compat-symbols"
files=
for object in $objects; do files="$files $reporter/$object.c"; done
flags="-g -O1 -fsanitize=fuzzer,address,undefined
-fno-sanitize-recover=undefined -I$build -I$source/include -I$reporter
-I$source/fuzz -D_GNU_SOURCE"

# Seeds: a program that was built with the plugin, and what it left.
seeds=$work/seeds
rm -rf "$seeds"
mkdir -p "$seeds/gmon" "$seeds/image" "$seeds/profile"
(cd "$work" &&
 ${CC:-gcc} -O2 -g $("$build/reporter/cgprof" --cflags) \
   "$source/examples/words.c" -o words &&
 CGPROF_RUNTIME= ./words >/dev/null) || exit 1
cp "$work/words" "$seeds/image"
cp "$work/words" "$work/words.plain" && strip "$work/words.plain" &&
  cp "$work/words.plain" "$seeds/image"
cp "$work/cgprof.out" "$seeds/profile"
for first in '\000' '\002' '\010' '\040'; do
  { printf "$first"; cat "$work/gmon.out"; } \
    >"$seeds/gmon/$(printf "$first" | od -An -to1 | tr -d ' ')"
done
"$build/reporter/cgprof" -s -O bsd "$work/words" "$work/gmon.out" \
  >/dev/null 2>&1 && mv gmon.sum "$work" 2>/dev/null
[ -f "$work/gmon.sum" ] &&
  { printf '\000'; cat "$work/gmon.sum"; } >"$seeds/gmon/bsd"
if [ -d "$source/testsuite/cgprof.report/fuzz" ]; then
  for kind in gmon image profile; do
    cp "$source/testsuite/cgprof.report/fuzz/$kind-"* "$seeds/$kind" \
      2>/dev/null
  done
fi

status=0
CGPROF_FUZZ_IMAGE=$work/words
export CGPROF_FUZZ_IMAGE
for kind in gmon image profile; do
  $clang $flags "$source/fuzz/fuzz-$kind.c" "$source/fuzz/input.c" \
    "$source/fuzz/quiet.c" $files -o "$work/fuzz-$kind" \
    -ldw -lelf -liberty -lm || exit 1
  mkdir -p "$work/corpus-$kind"
  echo "fuzz: $kind for $seconds s"
  (cd "$work" &&
   ./fuzz-$kind -max_total_time="$seconds" -rss_limit_mb=2048 \
     -malloc_limit_mb=1024 -timeout=10 -max_len=100000 \
     -artifact_prefix="$work/found-$kind-" -print_final_stats=1 \
     "corpus-$kind" "$seeds/$kind" >"$work/$kind.log" 2>&1) || status=1
  grep -E 'number_of_executed_units|peak_rss_mb|ERROR|SUMMARY' \
    "$work/$kind.log"
done
exit $status
