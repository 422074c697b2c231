#!/bin/bash
# cmark renders the specification of CommonMark 900 times over: a parser of many small public helpers.
# needs: cmake
. "$(dirname "$0")/common.sh"
pkg=cmark sum=618476193
bins=build/src/cmark

compile() {
  cmake -B build -DCMAKE_BUILD_TYPE= -DCMARK_SHARED=OFF -DCMARK_TESTS=OFF -DCMAKE_C_COMPILER="$CC" \
    -DCMAKE_C_FLAGS="$CFLAGS" -DCMAKE_EXE_LINKER_FLAGS="$LDFLAGS" &&
  make -C build -j$jobs cmark_exe
}

input() { for ((i = 0; i < 900; i++)); do cat "$src/test/spec.txt"; done >spec.txt; }

workload() { $VALGRIND "$tree/build/src/cmark" "$input/spec.txt"; }

main "$@"
