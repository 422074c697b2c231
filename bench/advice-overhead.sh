#!/bin/bash
# advice-overhead.sh [--times] [NAME...] - what keeping the records of cgprof advise costs: instructions
# (valgrind) and text with all diagnostics, and with each alone, over the same without advice; and of that
# over plain. --times: user times instead, as measure.sh has them (RUNS, CORES), of the whole workloads of
# all programs with all diagnostics and without; on two idle cores a quarter of an hour, builds included.
# Workloads are small, less than 3e9 instructions. DIAGNOSTICS chooses (all and each alone). What leaves the
# text as it is costs nothing and is not run; of those for C++ containers only C++ programs are built.
. "$(dirname "$0")/variants.sh"
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT
export CGPROF_OPTIONS=clock=none:gmon=no

for_containers="vector-growth hash-growth inefficient-hash ordered-to-unordered list-to-vector
  vector-to-list too-large"
known=$(LC_ALL=C gcc $($cgprof --cflags) -fplugin-arg-cgprof-advise=? -xc -c /dev/null -o /dev/null 2>&1 |
  sed -n "s/.*cgprof: diagnostic '\(.*\)'$/\1/p")
small="lua bzip2 leveldb jq sqlite zstd tcl glaurung"     # programs with a small workload

workload() {                               # of NAME built in TREE
  case $1 in
    lua)
      sed 's/fib(36)/fib(29)/; s/tree(19)/tree(15)/; s/queens(9)/queens(7)/; s/400000/20000/
        s/errors(1500000)/errors(100000)/' "$here/workload/mix.lua" >"$scratch/mix.lua"
      $valgrind "$2/src/lua" "$scratch/mix.lua" ;;
    bzip2)
      $valgrind "$2/bzip2" -9c "$root/src/bzip2/manual.ps" >"$scratch/bz2"
      $valgrind "$2/bzip2" -dc "$scratch/bz2" ;;
    leveldb)
      rm -rf "$scratch/db"
      $valgrind "$2/b/db_bench" --db="$scratch/db" --num=30000 --reads=20000 \
        --benchmarks=fillseq,fillrandom,readrandom,readseq,readreverse,seekrandom ;;
    jq)
      $valgrind "$2/jq" -n '[range(40000) | {a: ., b: tostring}] | map(select(.a % 2 == 0)) | group_by(.a % 7) |
        map(map(.b | ltrimstr("1") | length) | add), (tojson | fromjson | length)' ;;
    sqlite) $valgrind "$2/speedtest1" --memdb --size 12 ;;
    zstd)
      cat "$root"/src/zstd/lib/compress/*.c | head -c 1000000 >"$scratch/text"
      $valgrind "$2/programs/zstd" -12 -T2 -B256K -c "$scratch/text" >"$scratch/zst"
      $valgrind "$2/programs/zstd" -d -c "$scratch/zst" ;;
    tcl)
      LD_LIBRARY_PATH=$2/unix TCL_LIBRARY=$2/library $valgrind "$2/unix/tclsh" "$here/workload/mix.tcl" ;;
    glaurung)                              # but for its waiting and its tables, which hide the rest
      coproc engine { $valgrind --toggle-collect='think*' "$2/src/glaurung"; }
      exec 3>&"${engine[1]}" 4<&"${engine[0]}"
      printf 'setoption name %s\n' 'OwnBook value false' 'Threads value 1' >&3
      grep -oE '"[^"]+ [wb] [^"]+"' "$root/src/glaurung/src/benchmark.cpp" | tr -d '"' | head -3 |
        while read -r fen; do
          printf 'position fen %s\ngo depth 8\n' "$fen" >&3
          while read -r line <&4; do case $line in bestmove*) break ;; esac; done
        done
      echo quit >&3
      exec 3>&- 4<&-
      wait ;;
    *) echo "$1: no small workload" >&2; return 1 ;;
  esac
}

instructions() {                           # of NAME's VARIANT, all processes
  rm -f "$scratch"/out.*
  valgrind="valgrind --tool=callgrind --callgrind-out-file=$scratch/out.%p"
  (cd "$scratch" && workload "$1" "$root/build/$1/$2") >"$scratch/log" 2>&1 || { tail -3 "$scratch/log" >&2; return 1; }
  awk '/^summary:|^totals:/ { t[FILENAME] = $2 } END { for (f in t) s += t[f]; printf "%.0f\n", s }' "$scratch"/out.*
}

text() {                                   # of NAME's VARIANT, its size and cksum
  (cd "$root/build/$1/$2" && for image in $("$here/$1.sh" bins); do
     objcopy -O binary -j .text "$image" "$scratch/text" && cat "$scratch/text"
   done) | cksum
}

if [ "$1" = --times ]; then
  shift
  unset CGPROF_OPTIONS
  printf '%-10s %9s %8s %8s %8s  %s\n' program "plain s" none all all/none "spread (%)"
  for name in $(programs "$@"); do
    "$here/measure.sh" "$name" base advice-none advice-all | paste - - -
  done | awk '
    { printf "%-10s %9.3f %8.3f %8.3f %8.3f  %s, %s, %s\n", $1, $3, $8 / $3, $13 / $3, $13 / $8, $4, $9, $14; fflush()
      none += log($8 / $3); all += log($13 / $3) }
    END { if (NR) printf "%-20s %8.3f %8.3f %8.3f\n", "geo. mean", exp(none / NR), exp(all / NR), exp((all - none) / NR) }'
  exit
fi

chosen=${DIAGNOSTICS:-all $known}
printf '%-10s %-22s %15s %7s %7s\n' program advice instructions ratio text
for name in ${*:-$small}; do
  for diagnostic in plain none $chosen; do
    v=advice-$diagnostic
    if [ "$diagnostic" = plain ]; then v=base
    elif grep -qw "$diagnostic" <<<"$for_containers" && ! grep -q CXXFLAGS "$here/$name.sh"; then continue
    fi
    ensure "$name" "$v" || exit 1
    read -r sum size < <(text "$name" "$v" | awk '{ print $1 ":" $2, $2 }')
    case $diagnostic in
      none) none=$sum ;;
      plain) ;;
      *) [ "$sum" = "$none" ] && { echo "$name $diagnostic same $size"; continue; } ;;
    esac
    n=$(instructions "$name" "$v") || exit 1
    echo "$name $diagnostic $n $size"
  done
done | awk '
  $2 == "plain" { plain = $3; plain_text = $4; printf "%-10s %-22s %15.0f\n", $1, $2, $3; next }
  $2 == "none" { none = $3; none_text = $4
    printf "%-10s %-22s %15.0f %7.3f %7.3f of plain\n", $1, $2, $3, $3 / plain, $4 / plain_text; fflush(); next }
  { if ($3 == "same") { ratio = 1; $3 = none } else ratio = $3 / none
    printf "%-10s %-22s %15.0f %7.3f %7.3f\n", $1, $2, $3, ratio, $4 / none_text; fflush()
    if (!($2 in n)) order[++kinds] = $2
    n[$2]++; s[$2] += log(ratio); if (ratio >= worst[$2]) { worst[$2] = ratio; where[$2] = $1 } }
  END { for (i = 1; i <= kinds; i++) { k = order[i]
    printf "geo. mean  %-22s %15s %7.3f worst %.3f (%s)\n", k, "", exp(s[k] / n[k]), worst[k], where[k] } }'
