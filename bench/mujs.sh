#!/bin/bash
# MuJS, an interpreter of JavaScript compiled in one unit: a stack machine of short functions, most
# of them public.
. "$(dirname "$0")/common.sh"
pkg=mujs sum=2349166684
bins=build/release/mujs

compile() { make -j$jobs build/release/mujs CC="$CC" CFLAGS="-std=c99 $CFLAGS" LDFLAGS="$LDFLAGS" HAVE_READLINE=no; }

workload() { $VALGRIND "$tree/build/release/mujs" "$here/workload/mix.js"; }

main "$@"
