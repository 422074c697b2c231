#!/bin/sh
# What many processes cost: a program that forks so many children, plain and as
# a whole run; then the file of all merged with itself, reported, and merged
# from as many profiles of the size given.
# SPDX-License-Identifier: GPL-3.0-or-later
#
# usage: bench/processes.sh CGPROF [NUMBER...]
#
# NUMBERs of processes are 10 100 1000 10000 by default.  FUNCTIONS (3000, half
# a megabyte of counters, records and contexts) is the size of a profile that is
# merged.

set -e
cgprof=$(readlink -f "$1")
test $# -gt 0 && shift
test $# -gt 0 || set -- 10 100 1000 10000
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d "${TMPDIR:-.}/processes.XXXXXX")
work=$(cd "$work" && pwd)
trap 'rm -rf "$work"' EXIT
functions=${FUNCTIONS-3000}

cat >"$work/forks.c" <<'END'
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
__attribute__ ((noipa)) int work (int x) { return x * 3; }
int
main (int argc, char **argv)
{
  int count = argc > 1 ? atoi (argv[1]) : 1;
  for (int i = 1; i < count; i++)
    {
      if (fork () == 0)
	exit (work (i) == 1);
      wait (NULL);
    }
  return 0;
}
END
cd "$work"
${CC:-gcc} -O2 forks.c -o plain
${CC:-gcc} -O2 -fplugin="$("$cgprof" --print-plugin)" forks.c -o forks
${CC:-gcc} -O2 -I"$here/../include" "$here/../testsuite/lib/make-large.c" \
  -o make-large
./make-large $functions $((functions * 10)) $((functions * 3)) 1 .
size=$(wc -c <cgprof.out)

# What "$@" takes: user and elapsed seconds, peak memory in kB.
measure () {
  /usr/bin/time -f '%U %e %M' -o time "$@" >/dev/null
  cat time
}

printf '%9s %18s %24s %12s %24s %24s %24s %12s\n' processes 'plain: user s, s' \
  'whole run: user s, s, kB' bytes 'report: user s, s, kB' \
  "merge of $size bytes each" 'their sum: user s, s, kB' bytes
for number; do
  set -- $(measure ./plain $number)
  plain="$1 $2"
  run=$(measure "$cgprof" run -b -o whole.out -- ./forks $number)
  bytes=$(wc -c <whole.out)
  report=$(measure "$cgprof" -b whole.out)
  mkdir parts
  i=0
  while test $i -lt $number; do
    i=$((i + 1))
    cp --reflink=auto cgprof.out parts/$i
  done
  ls parts | sed 's|^|parts/|' >list
  merge=$(measure "$cgprof" merge -o merged.out --files-from=list)
  sum=$(measure "$cgprof" merge --sum -o sum.out --files-from=list)
  printf '%9s %18s %24s %12s %24s %24s %24s %12s\n' $number "$plain" "$run" \
    $bytes "$report" "$merge" "$sum" "$(wc -c <sum.out)"
  rm -rf parts merged.out sum.out
done
