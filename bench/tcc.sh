#!/bin/bash
# tcc: a small C compiler in one unit, compiling Lua; short functions, a recursive descent parser.
# needs: Lua's sources, which lua.sh fetches
. "$(dirname "$0")/common.sh"
pkg=tcc sum=1570238785
bins=tcc

compile() { ./configure --debug --cc="$CC" --extra-cflags="$CFLAGS" --extra-ldflags="$LDFLAGS" && make tcc; }

input() { BENCH_SOURCE= "$here/lua.sh" fetch && cp "$root"/src/lua/src/*.[ch] . && rm luac.c; }

# compile_all TIMES FILE... - all files to one object, in one process.
compile_all() {
  local n=$1 i; shift
  for ((i = 0; i < n; i++)); do
    $VALGRIND "$tree/tcc" -B"$tree" -I"$tree/include" -DLUA_USE_POSIX -r "$@" -o all.o || return
  done
}

workload() { compile_all 40 "$input"/*.c && cat all.o; }

training() { compile_all 40 "$tree"/tcc.c; }

main "$@"
