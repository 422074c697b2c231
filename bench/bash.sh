#!/bin/bash
# bash 5.2: 3,000 subshells, one after the other; see forks.sh.
. "$(dirname "$0")/common.sh"
pkg=bash sum=2318279118
bins=bash

compile() {
  ./configure -q CFLAGS="$CFLAGS" LDFLAGS="$LDFLAGS"
  make -s -j$jobs
}

workload() { $VALGRIND "$tree/bash" -c 'for ((i = 0; i < 3000; i++)); do (:); done; echo $i'; }

main "$@"
