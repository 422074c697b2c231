#!/bin/bash
# startup.sh [PROGRAM...] - start plus exit, in microseconds, of an empty program, of one with 100,000
# call sites (2,000 functions with 50 calls each, none of them made), and of one with 300,000 of them in
# 200 libraries: plain, with cgprof (as it is; without
# gmon.out, which is written at exit; without the clock), with -pg. Each figure with what it is more
# than plain, minimum and median of RUNS (200) runs in turn, pinned to CORES (1).
. "$(dirname "$0")/variants.sh"
runs=${RUNS:-200} cores=${CORES:-1} work=$root/build/startup
mkdir -p "$work"
gcc -O2 "$here/startup.c" -o "$work/startup" || exit 1

# functions NUMBER PREFIX: that many, each with 50 calls of others.
functions() {
  awk -v number="$1" -v prefix="$2" 'BEGIN {
    print "volatile static int zero;"
    for (f = 0; f < number; f++) printf "void %sf%d (void);\n", prefix, f
    for (f = 0; f < number; f++) {
      printf "__attribute__ ((noipa)) void %sf%d (void)\n{\n", prefix, f
      for (c = 0; c < 50; c++) printf "  if (zero == %d) %sf%d ();\n", c + 1, prefix, (f * 7 + c * 31 + 1) % number
      print "}"
    }
  }'
}

mkdir -p "$work/libraries"
echo 'int main (void) { return 0; }' | tee "$work/libraries/program.c" >"$work/empty.c"
{ functions 2000; echo 'int main (void) { if (zero) f0 (); return 0; }'; } >"$work/sites.c"
for ((i = 0; i < 200; i++)); do functions 30 "l${i}_" >"$work/libraries/$i.c"; done

# build PROGRAM: in the folder the shell is in, with CFLAGS and LDFLAGS.
build() {
  if [ "$1" != libraries ]; then gcc $CFLAGS -O1 "$work/$1.c" -o program $LDFLAGS; return; fi
  seq 0 199 | xargs -P "${JOBS:-2}" -I{} gcc $CFLAGS -O1 -fPIC -shared "$work/libraries/{}.c" -o lib{}.so $LDFLAGS || return
  gcc $CFLAGS -O1 "$work/libraries/program.c" -o program -L. -Wl,--no-as-needed,-rpath,"$PWD" \
    $(seq -f -l%g 0 199) $LDFLAGS
}

for program in ${@:-empty sites libraries}; do
  commands=()
  for v in base cgprof pg; do
    variant $v
    dir=$work/$program/$v
    mkdir -p "$dir"
    (cd "$dir" && build $program) || exit 1
    commands+=("$dir $dir/program")
    [ $v = cgprof ] && commands+=("$dir $dir/program CGPROF_OPTIONS=gmon=no"
      "$dir $dir/program CGPROF_OPTIONS=clock=none" "$dir $dir/program CGPROF_OPTIONS=gmon=no:clock=none")
  done
  printf '%-36s %8s %8s %8s %8s\n' "$program, us" minimum more median more
  env -u CGPROF_OPTIONS taskset -c "$cores" "$work/startup" "$runs" "${commands[@]}" || exit 1
done
