#!/bin/bash
# startup.sh - start plus exit, in microseconds, of an empty program and of one with 100,000 call sites
# (2,000 functions with 50 calls each, none of them made): plain, with cgprof (as it is; without
# gmon.out, which is written at exit; without the clock), with -pg. Each figure with what it is more
# than plain, minimum and median of RUNS (200) runs in turn, pinned to CORES (1).
. "$(dirname "$0")/variants.sh"
runs=${RUNS:-200} cores=${CORES:-1} work=$root/build/startup
mkdir -p "$work"
gcc -O2 "$here/startup.c" -o "$work/startup" || exit 1

echo 'int main (void) { return 0; }' >"$work/empty.c"
awk 'BEGIN {
  print "volatile int zero;"
  for (f = 0; f < 2000; f++) printf "void f%d (void);\n", f
  for (f = 0; f < 2000; f++) {
    printf "__attribute__ ((noipa)) void f%d (void)\n{\n", f
    for (c = 0; c < 50; c++) printf "  if (zero == %d) f%d ();\n", c + 1, (f * 7 + c * 31 + 1) % 2000
    print "}"
  }
  print "int main (void) { if (zero) f0 (); return 0; }"
}' >"$work/sites.c"

for program in empty sites; do
  commands=()
  for v in base cgprof pg; do
    variant $v
    dir=$work/$program/$v
    mkdir -p "$dir"
    gcc $CFLAGS -O1 "$work/$program.c" -o "$dir/program" $LDFLAGS || exit 1
    commands+=("$dir $dir/program")
    [ $v = cgprof ] && commands+=("$dir $dir/program CGPROF_OPTIONS=gmon=no"
      "$dir $dir/program CGPROF_OPTIONS=clock=none" "$dir $dir/program CGPROF_OPTIONS=gmon=no:clock=none")
  done
  printf '%-36s %8s %8s %8s %8s\n' "$program, us" minimum more median more
  env -u CGPROF_OPTIONS taskset -c "$cores" "$work/startup" "$runs" "${commands[@]}" || exit 1
done
