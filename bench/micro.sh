#!/bin/bash
# micro.sh [CASE...] - a call of each kind: bare, with cgprof and with -pg, in tight loops of calls to
# functions of one instruction, where a counter costs most. ns (processor time, least of ROUNDS (7)
# interleaved rounds of CALLS (20 million) calls) and what each adds; then instructions, from valgrind.
. "$(dirname "$0")/variants.sh"
calls=${CALLS:-20000000} rounds=${ROUNDS:-7} work=$root/build/micro
cases=${*:-direct exported library-direct library-exported indirect-1 indirect-2 indirect-16
  indirect-256 virtual-1 virtual-2 virtual-4 virtual-8 threads-2 threads-8}
export CGPROF_OPTIONS=${CGPROF_OPTIONS-gmon=no}

for v in base cgprof pg; do
  variant $v
  mkdir -p "$work/$v"
  (cd "$work/$v" &&
   g++ $CFLAGS -fPIC -shared "$here/micro/library.cc" -o libmicro.so $LDFLAGS &&
   g++ $CFLAGS -c "$here/micro/callee.cc" "$here/micro/micro.cc" &&
   g++ micro.o callee.o -o micro -pthread -L. -lmicro -Wl,-rpath,"$work/$v" $LDFLAGS) || exit 1
done

ns() { (cd "$work/$1" && ./micro "$2" "$calls" 1) 2>/dev/null; }

instructions() {                   # of one call of CASE in VARIANT
  local n total=()
  for n in 100000 200000; do
    total+=($(cd "$work/$1" && CGPROF_OPTIONS=clock=none:gmon=no valgrind --tool=callgrind \
      --callgrind-out-file=/dev/null ./micro "$2" $n 2>&1 | sed -n 's/.*Collected : *//p'))
  done
  local threads=1
  case $2 in threads-*) threads=${2#*-} ;; esac
  awk "BEGIN { printf \"%.1f\", (${total[1]} - ${total[0]}) / 100000 / $threads }"
}

printf '%-17s %8s %8s %8s %8s %8s  %s\n' 'ns a call' bare cgprof added pg added 'instructions: bare, cgprof, pg'
for case in $cases; do
  declare -A best=()
  for ((round = 0; round < rounds; round++)); do
    for v in base cgprof pg; do
      t=$(ns $v $case)
      best[$v]=$(echo "${best[$v]:-$t} $t" | awk '{ print $2 < $1 ? $2 : $1 }')
    done
  done
  printf '%-17s %s  %s %s %s\n' $case "$(echo "${best[base]} ${best[cgprof]} ${best[pg]}" |
    awk '{ printf "%8.2f %8.2f %8.2f %8.2f %8.2f", $1, $2, $2 - $1, $3, $3 - $1 }')" \
    "$(instructions base $case)" "$(instructions cgprof $case)" "$(instructions pg $case)"
done
