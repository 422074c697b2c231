#!/bin/bash
# peers.sh [NAME...] - what else Debian has that tells of each call, on real programs: uftrace (code by
# -pg, functions of 1 ms or more kept) and clang's XRay (basic mode, all functions, calls of 5 us or more
# kept). User and system time over the plain build by the same compiler, pinned to CORES (1), of one run
# in turn; LIMIT (300) seconds a run. "failed": the program's output is another one, or it was ended.
. "$(dirname "$0")/variants.sh"
cores=${CORES:-1} limit=${LIMIT:-300}
data=$(mktemp -d) && trap 'rm -rf "$data"' EXIT
printf '%s\n' '#!/bin/sh' "exec uftrace record --no-libcall -t 1ms -d \$(mktemp -d -p $data) \"\$@\"" >"$data/uftrace"
chmod +x "$data/uftrace"
export XRAY_OPTIONS="patch_premain=true:xray_mode=xray-basic:verbosity=0"
xray="-O2 -fxray-instrument -fxray-instruction-threshold=1"

timed() {                                  # NAME VARIANT: user and system time of a run
  local TIMEFORMAT="%3U %3S" t
  t=$({ time timeout -k 5 "$limit" taskset -c "$cores" "$here/$1.sh" run "$2" >/dev/null 2>&1; } 2>&1) &&
    echo "$t" || echo failed
}

row() {                                    # NAME WHAT BASE TIME: two times as ratios
  awk -v name="$1" -v what="$2" -v base="$3" -v time="$4" 'BEGIN {
    split(base, b); n = split(time, t)
    if (n < 2 || base == "failed") printf "%-9s %-8s failed\n", name, what
    else printf "%-9s %-8s user %7.3f, with system %7.3f\n", name, what, t[1] / b[1], (t[1] + t[2]) / (b[1] + b[2]) }'
}

for name in $(programs "$@"); do
  ensure "$name" base && ensure "$name" pg || exit 1
  base=$(timed "$name" base)
  row "$name" uftrace "$base" "$(VALGRIND=$data/uftrace timed "$name" pg)"
  (export CC=clang CXX=clang++
   FLAGS="-O2" ensure "$name" clang && FLAGS=$xray LDFLAGS=-fxray-instrument ensure "$name" xray) ||
    { echo "$name XRay: not compiled"; continue; }
  base=$(timed "$name" clang)
  row "$name" XRay "$base" "$(timed "$name" xray)"
  rm -rf "${data:?}"/tmp.* "$root/build/$name/xray.run"/xray-log.*
done
