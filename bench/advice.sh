#!/bin/sh
# What cgprof advise says a change saves, beside what it saves: each program
# of testsuite/cgprof.report/advice with a fault, and the same as advised,
# both compiled plainly at -O2 and run in turn; the fastest run of each
# counts.  The last column is estimated / real; without a program's name, all
# of them, and the status says whether all are within a factor of 3.
# Use: advice.sh [NAME...]
# SPDX-License-Identifier: GPL-3.0-or-later

here=$(cd "$(dirname "$0")" && pwd)
CGPROF=${CGPROF-$here/../reporter/cgprof}
CC=${CC-gcc}
CXX=${CXX-g++}
ROUNDS=${ROUNDS-7}
programs=$here/../testsuite/cgprof.report/advice
dir=$(mktemp -d) || exit 1
trap 'rm -rf "$dir"' EXIT INT TERM
unset CGPROF_RUNTIME CGPROF_OPTIONS CGPROF_OUT GMON_OUT_PREFIX

# All source files of the program $1, with the options it asks for.
sources () {
  sed -n 's/.*{ dg-options "\(.*\)" }.*/\1/p' "$1"
  echo "$1"
  for other in $(sed -n 's/.*{ dg-additional-sources "\(.*\)" }.*/\1/p' "$1")
  do echo "$programs/$other"; done
}

cat >"$dir/time.c" <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <sys/resource.h>
#include <unistd.h>
/* time ROUNDS A B: the fastest run of each, in ms of processor time.  */
int
main (int argc, char **argv)
{
  double best[2] = { 1e9, 1e9 };
  for (int i = 0; i < 2 * atoi (argv[1]); i++)
    {
      struct rusage used;
      if (fork () == 0)
	{
	  execl (argv[2 + i % 2], argv[2 + i % 2], (char *) NULL);
	  _exit (127);
	}
      wait4 (-1, NULL, 0, &used);
      double ms = (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3
	+ (used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e3;
      if (ms < best[i % 2])
	best[i % 2] = ms;
    }
  printf ("%.3f %.3f\n", best[0], best[1]);
  return argc < 4;
}
END
$CC -O2 "$dir/time.c" -o "$dir/time" || exit 1
"$CGPROF" calibrate >/dev/null || exit 1

printf '%-22s %9s %9s %10s %9s %7s\n' program 'bad ms' 'fixed ms' \
  'estimated' real ratio
status=0
if test $# -eq 0; then
  set -- $(cd "$programs" && ls ./*-bad.c ./*-bad.cc 2>/dev/null \
	   | sed 's,^\./,,; s/-bad\.cc*$//')
fi
for name; do
  suffix=c
  test -f "$programs/$name-bad.cc" && suffix=cc
  compile=$CC
  test $suffix = cc && compile=$CXX
  bad=$programs/$name-bad.$suffix
  fix=$programs/$name-fix.$suffix
  diagnostic=${name%%+*}
  $compile -O2 $(sources "$bad") -o "$dir/bad" || exit 1
  $compile -O2 $(sources "$fix") -o "$dir/fix" || exit 1
  (cd "$dir" && $compile -O2 $("$CGPROF" --cflags) \
     -fplugin-arg-cgprof-advise=all $(sources "$bad") -o prog \
   && ./prog) || exit 1
  estimated=$(cd "$dir" && "$CGPROF" advise --json ./prog \
    | sed -n "s/.*\"kind\": \"advice\", \"diagnostic\": \"$diagnostic\".*\"gain_ms\": \([0-9.]*\).*/\1/p" \
    | awk '{ sum += $1 } END { print sum + 0 }')
  times=$("$dir/time" "$ROUNDS" "$dir/bad" "$dir/fix")
  echo "$name $times $estimated" | awk '{
    real = $2 - $3; ratio = real > 0 ? $4 / real : 0
    printf "%-22s %9.2f %9.2f %10.2f %9.2f %7.2f\n", $1, $2, $3, $4, real, ratio
    exit ratio < 1 / 3 || ratio > 3 }' || status=1
done
exit $status
