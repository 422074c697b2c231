#!/bin/bash
# inclusive.sh - measured inclusive time against callgrind's inclusive
# instructions: shares of the ten heaviest functions of the program, for one
# program with threads (zstd -T2) and one in C++ (LevelDB's db_bench).
#   inclusive.sh [zstd|leveldb]...
# Sources and builds are in BENCH_DIR, as of the other scripts here.
# SPDX-License-Identifier: GPL-3.0-or-later
set -e
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(dirname "$here")
export BENCH_DIR=${BENCH_DIR:-$here} CGPROF_RUNTIME=$top/runtime/.libs/libcgprof.so
export CFLAGS="-O2 -g -fplugin=$top/plugin/.libs/cgprof.so"
export CXXFLAGS=$CFLAGS

compare() {
  name=$1 program=$2; shift 2
  rm -f cgprof.out callgrind.out
  CGPROF_OPTIONS=rate=5000:gmon=no "$program" "$@" >/dev/null 2>&1
  "$top/reporter/cgprof" export --to=json --no-inlines --no-demangle \
    "$program" cgprof.out >cgprof.json
  CGPROF_OPTIONS=clock=none:gmon=no:out=/dev/null valgrind --tool=callgrind \
    --callgrind-out-file=callgrind.out "$program" "$@" >/dev/null 2>&1
  callgrind_annotate --threshold=100 --inclusive=yes callgrind.out \
    >callgrind.txt
  python3 - "$name" <<'P'
import json, re, sys
report = json.load(open('cgprof.json'))
seconds = sum(t['seconds'] for t in report['threads'])
count = sum(t['samples'] for t in report['threads'])
ours = {}
for f in report['functions']:
    if f['instrumented']:
        ours[f['symbol']] = 100 * f['inclusive_seconds'] / seconds
theirs = {}
total = None
for line in open('callgrind.txt'):
    m = re.match(r'\s*([\d,]+) \([^)]*\)\s+(\S.*)', line)
    if not m:
        continue
    cost = int(m[1].replace(',', ''))
    if 'PROGRAM TOTALS' in line:
        total = cost
        continue
    name = re.sub(r" \[[^]]*\]$", '', m[2]).split(':', 1)[-1]
    # A recursive function has a level for each depth that callgrind keeps.
    name = re.sub(r"'\d+$", '', name)
    theirs[name] = max(theirs.get(name, 0), cost)
import subprocess
shown = dict(zip(ours, subprocess.run(['c++filt'], input='\n'.join(ours),
    capture_output=True, text=True).stdout.split('\n')))
rows = []
for symbol, share in ours.items():
    for name in (symbol, shown[symbol]):
        if name in theirs:
            rows.append((share, 100 * theirs[name] / total, shown[symbol]))
            break
rows.sort(reverse=True)
print(f'{sys.argv[1]}: {count} samples\n  cgprof callgrind  function')
worst = 0
for mine, other, name in rows[:10]:
    worst = max(worst, abs(mine - other))
    print(f'  {mine:5.1f}%   {other:5.1f}%   {name[:60]}')
print(f'  largest difference {worst:.1f} points')
P
}

[ $# -gt 0 ] || set -- zstd leveldb
for each; do
  "$here/$each.sh" build inclusive >&2
  tree=$BENCH_DIR/build/$each/inclusive
  mkdir -p "$BENCH_DIR/build/$each/compare"
  cd "$BENCH_DIR/build/$each/compare"
  case $each in
    zstd) head -c 3000000 ../input/text >text
      compare "zstd -12 -T2" "$tree/programs/zstd" -12 -T2 -B512K -c text ;;
    leveldb) rm -rf db
      compare "db_bench" "$tree/b/db_bench" --db=db --threads=2 --num=20000 \
	--reads=15000 --benchmarks=fillseq,fillrandom,readrandom,readseq ;;
  esac
done
