#!/bin/bash
# order.sh [NAME...] - what the order of functions is worth (tcc zstd sqlite). Each program is built
# with -O2 -ffunction-sections, trained, and linked by each linker as that does it by itself and in the
# order that cgprof export writes for it. Prints for a start that does next to nothing and for some work:
# pages (4096 bytes) and lines (64 bytes) of the program's text that were executed (callgrind), page
# faults (getrusage) with the file out of the page cache before, and misses of the first cache of
# instructions and of the last one by instructions (cachegrind; 32 KiB 8-way, and 8 MiB).
# needs: valgrind python3 lld
. "$(dirname "$0")/variants.sh"
scratch=$(mktemp -d); trap 'rm -rf "$scratch"' EXIT

# What NAME is asked to do: to start, to work.
arguments() {
  local tree=$root/build/$1/$2 input=$root/build/$1/input
  case $1-$3 in
    tcc-start) echo "-v" ;;
    tcc-work) echo "-B$tree -I$tree/include -c $tree/tcc.c -o tcc.o" ;;
    zstd-start) echo "-V" ;;
    zstd-work) echo "-9 -T1 -c $input/one" ;;
    sqlite-start) echo "--memdb --size 1 --testset trigger" ;;
    sqlite-work) echo "--memdb --size 5" ;;
  esac
}

image() { echo "$root/build/$1/$2/$("$here/$1.sh" bins | cut -d' ' -f1)"; }

build() {                          # NAME VARIANT FLAGS LDFLAGS
  echo "building $1 $2" >&2
  CFLAGS="-O2 -ffunction-sections $3" LDFLAGS=$4 "$here/$1.sh" build "$2" || exit 1
}

# GNU ld's own script for programs, with the order in the file $1 at the front of .text.
script() {
  ${CC:-gcc} -fuse-ld=bfd -Wl,--verbose 2>/dev/null | awk -v order="$1" '
    /^====/ { inside = !inside; next }
    inside && /^  \.text  / { text = 1 }
    inside { if (text && sub(/{/, "{ INCLUDE " order "\n")) text = 0; print }'
}

linked() {                         # NAME ORDER: the linker's flags
  local order=$root/build/$1/order.$2
  case $2 in
    *-none) ;;
    *) "$cgprof" export --to="$2" -o "$order" "$(image "$1" ordered)" "$root/build/$1"/order.profiles/* || exit 1 ;;
  esac
  case $2 in
    bfd-none) echo -fuse-ld=bfd ;;
    ld-order) script "$order" >"$order.script"; echo "-fuse-ld=bfd -Wl,-T,$order.script" ;;
    gold-none) echo -fuse-ld=gold ;;
    gold-order) echo "-fuse-ld=gold -Wl,--section-ordering-file=$order" ;;
    lld-none) echo -fuse-ld=lld ;;
    lld-order) echo "-fuse-ld=lld -Wl,--symbol-ordering-file=$order -Wl,--no-warn-symbol-ordering" ;;
    lld-callgraph) echo "-fuse-ld=lld -Wl,--call-graph-ordering-file=$order" ;;
  esac
}

# Executed pages and lines, page faults, and misses of NAME's VARIANT that does WHAT.
measured() {
  local program; program=$(image "$1" "$2")
  local -a command=("$program" $(arguments "$1" "$2" "$3"))
  cd "$scratch" || exit 1
  valgrind --tool=callgrind --dump-instr=yes --compress-pos=no --compress-strings=no \
    --callgrind-out-file=calls "${command[@]}" >/dev/null 2>&1
  sync; dd of="$program" oflag=nocache conv=notrunc,fdatasync count=0 status=none
  python3 - "${command[@]}" <<'END'
import os, sys
ours, pages, lines, calls = False, set(), set(), False
for line in open("calls"):
    if line.startswith("ob="):
        ours = line[3:-1] == sys.argv[1]
    elif line.startswith("0x") and ours and not calls:
        at = int(line.split()[0], 16)
        pages.add(at // 4096)
        lines.add(at // 64)
    calls = line.startswith("calls=")
null = [(os.POSIX_SPAWN_OPEN, fd, "/dev/null", os.O_RDWR, 0) for fd in (1, 2)]
child = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ, file_actions=null)
use = os.wait4(child, 0)[2]
print(len(pages), len(lines), use.ru_minflt + use.ru_majflt, end=" ")
END
  valgrind --tool=cachegrind --cache-sim=yes --I1=32768,8,64 --LL=8388608,16,64 \
    --cachegrind-out-file=/dev/null "${command[@]}" 2>&1 >/dev/null |
    awk '{ gsub(/,/, "") } /I1  misses/ { i = $NF } /LLi misses/ { l = $NF } END { print i, l }'
}

printf '%-7s %-6s %-14s %6s %6s %7s %10s %8s\n' program what order pages lines faults 'I1 misses' 'LL'
for name in $([ $# -gt 0 ] && echo "$@" || echo tcc zstd sqlite); do
  rm -rf "$root/build/$name/order.profiles"; mkdir -p "$root/build/$name/order.profiles"
  build "$name" ordered "$("$cgprof" --cflags)" ""
  CGPROF_OPTIONS=out=$root/build/$name/order.profiles/%p:gmon=no "$here/$name.sh" train ordered || exit 1
  for order in bfd-none ld-order gold-none gold-order lld-none lld-order lld-callgraph; do
    build "$name" "$order" "" "$(linked "$name" $order)" 2>/dev/null || { echo "$name $order: not built" >&2; continue; }
    for what in start work; do
      read -r pages lines faults first last < <(measured "$name" "$order" $what)
      printf '%-7s %-6s %-14s %6d %6d %7d %10d %8d\n' "$name" $what $order "$pages" "$lines" "$faults" "$first" "$last"
    done
  done
done
