#!/bin/bash
# order.sh [NAME...] - what the orders of functions that cgprof export writes for linkers save (sqlite, tcl and
# python unless named): each program is compiled at -O2 -ffunction-sections, plainly and with cgprof; the plain
# objects are linked by each linker, without an order and in each that the linker takes, from the profile of the
# same work as is measured; its output is checked each time. Of each link:
#   pages          of the program's own code on which an instruction was executed (callgrind), 4 KiB each
#   major, KiB     faults that wait for the file, none of which is in memory before, and how much of it is then;
#                  how much one such fault reads is the kernel's read-ahead, which the first line tells
#   minor          page faults with the file in memory: the kernel maps 16 pages with each
#   I1, LL misses  of the whole process (cachegrind): 32 KiB, 8 ways; 8 MiB, 16 ways, so that each line that is
#                  used misses once
# The faults, of data too, are the fewest of RUNS (5). Programs are put into COLD (where they are linked) for them,
# which must be on a disk. GNU_LD is the GNU ld to use; before 2.43 it has no section ordering file.
. "$(dirname "$0")/common.sh"
. "$here/variants.sh"
top=$root/build/order runs=${RUNS:-5} gnu_ld=${GNU_LD:-ld.bfd}
export CGPROF_RUNTIME= PYTHONHASHSEED=0 LC_ALL=C
unset CGPROF_RUNTIME CGPROF_OPTIONS CGPROF_OUT GMON_OUT_PREFIX VALGRIND PYTHONDONTWRITEBYTECODE PYTHONPATH

choose() {                         # sets what common.sh needs to know of the program $1
  name=$1 src=$root/src/$1 work=$top/$1
  case $1 in
    sqlite) pkg=sqlite3 bin=speedtest1 sum=2737245468
      compile() { ./configure --disable-shared --disable-tcl && make sqlite3.c && make speedtest1; }
      workload() { $VALGRIND "$1" --memdb --size 5 --verify | grep Verification; } ;;
    tcl) pkg=tcl8.6 bin=unix/tclsh sum=3519672674
      compile() { cd unix && ./configure --disable-shared && make -j$jobs tclsh; }
      workload() {                 # a part of its own tests: how many there were, and how many failed
	TCL_LIBRARY=$tree/library $VALGRIND "$1" "$tree/tests/all.tcl" -singleproc 1 -tmpdir "$PWD" -file \
	  "append.test format.test list.test lsearch.test namespace.test oo.test proc.test scan.test string.test" |
	  grep -a '^all.tcl:'
      } ;;
    python) pkg=python3.11 bin=python sum=4038011089   # starts, and imports much of its library
      compile() {
	{ echo '*static*'
	  grep -E '^#(_bisect|_contextvars|_csv|_datetime|_heapq|_json|_opcode|_pickle|_random|_socket|_statistics|_struct|array|binascii|math|select|_md5|_sha1|_sha256|_sha512|_posixsubprocess) ' \
	    Modules/Setup | tr -d '#'; } >Modules/Setup.local
	OPT='-DNDEBUG -fwrapv' ./configure && make -j$jobs python && mkdir home home/lib &&
	  ln -s "$PWD/Lib" "home/lib/python$(sed -n 's/^VERSION=[[:space:]]*//p' Makefile)"
      }
      workload() {
	PYTHONHOME=$tree/home PYTHONPYCACHEPREFIX=$work/cache $VALGRIND "$1" "$here/workload/start.py"
      } ;;
    *) echo "order.sh: no program $1" >&2; return 1 ;;
  esac
}

tools() {                          # a linker that keeps its command line, and what counts faults
  mkdir -p "$top/tools"
  cat >"$top/tools/ld" <<END
#!/bin/bash
# Link, and keep how the program ORDER_BIN was linked, in ORDER_KEEP: the folder, then the arguments.
ld=$(type -P "$(gcc -print-prog-name=ld)") kept=()
case " \$* " in *" -o \$ORDER_BIN "*) ;; *) exec "\$ld" "\$@" ;; esac
for argument; do
  case \$argument in
    /tmp/*.o) cp "\$argument" "\$ORDER_KEEP/\${#kept[@]}.o"; argument=\$ORDER_KEEP/\${#kept[@]}.o ;;
  esac
  kept+=("\$argument")
done
{ pwd; printf '%s\n' "\${kept[@]}"; } >"\$ORDER_KEEP/link"
exec "\$ld" "\$@"
END
  cat >"$top/tools/faults.c" <<'END'
/* faults RUNS PROGRAM [ARG...]: "major KiB minor" (see order.sh), each the fewest of RUNS.  */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Pages of FILE that are in memory.  */
static long
resident (int file, size_t size)
{
  size_t pages = (size + 4095) / 4096;
  unsigned char *in = malloc (pages);
  void *map = mmap (NULL, size, PROT_READ, MAP_SHARED, file, 0);
  long sum = 0;
  if (map == MAP_FAILED || in == NULL || mincore (map, size, in) != 0)
    exit (1);
  for (size_t i = 0; i < pages; i++)
    sum += in[i] & 1;
  munmap (map, size);
  free (in);
  return sum;
}

static struct rusage
run (char **command)
{
  struct rusage used;
  int status;
  if (fork () == 0)
    {
      personality (ADDR_NO_RANDOMIZE);
      execv (command[0], command);
      _exit (127);
    }
  if (wait4 (-1, &status, 0, &used) < 0 || status != 0)
    exit (1);
  return used;
}

int
main (int argc, char **argv)
{
  struct stat about;
  long major = -1, kib = -1, minor = -1;
  int file = argc > 2 ? open (argv[2], O_RDONLY) : -1;
  if (file < 0 || fstat (file, &about) != 0)
    return 1;
  for (int i = atoi (argv[1]); i > 0; i--)
    {
      fsync (file);
      if (posix_fadvise (file, 0, 0, POSIX_FADV_DONTNEED) != 0
	  || resident (file, about.st_size) != 0)
	{
	  fprintf (stderr, "faults: %s stays in memory\n", argv[2]);
	  return 1;
	}
      struct rusage used = run (argv + 2);
      long now = resident (file, about.st_size) * 4;
      if (major < 0 || used.ru_majflt < major)
	major = used.ru_majflt;
      if (kib < 0 || now < kib)
	kib = now;
      used = run (argv + 2);
      if (minor < 0 || used.ru_minflt < minor)
	minor = used.ru_minflt;
    }
  fprintf (stderr, "%ld %ld %ld\n", major, kib, minor);
  return 0;
}
END
  chmod +x "$top/tools/ld"
  gcc -O2 "$top/tools/faults.c" -o "$top/tools/faults"
}

check() {                          # runs the program $1; its output must be as ever
  mkdir -p "$work/run" && cd "$work/run" || return 1
  got=$(workload "$1" 2>"$work/err" | cksum | cut -d' ' -f1)
  [ "$got" = "$sum" ] || { echo "$name $1: checksum $got, expected $sum" >&2; return 1; }
}

make_program() {                   # both builds, and the profile
  for v in base cgprof; do
    [ -e "$work/$v.done" ] && continue
    echo "building $name $v" >&2
    variant $v; unset CXXFLAGS
    export CFLAGS="$CFLAGS -ffunction-sections" LDFLAGS ORDER_BIN=${bin##*/} ORDER_KEEP=$work/kept.$v
    mkdir -p "$ORDER_KEEP"
    (export COMPILER_PATH=$top/tools CGPROF_OPTIONS=out=$work/built:gmon=no; build $v) || return 1
    tree=$work/$v
    (check "$tree/$bin") || return 1
    touch "$work/$v.done"
  done
  tree=$work/cgprof
  rm -f "$work/profile"
  (export CGPROF_OPTIONS=out=$work/profile:gmon=no:clock=none; check "$tree/$bin") || return 1
  for format in lld-order lld-callgraph gold-order ld-order; do
    "$cgprof" export --to=$format -o "$work/$format" "$tree/$bin" "$work/profile" || return 1
  done
  echo ".text : { INCLUDE $work/ld-order }" >"$work/ld-sections"
  tree=$work/base
}

link() {                           # link TO LINKER [OPTION...]: the plain objects once more
  local to=$1 linker=$2; shift 2
  mapfile -t arguments <"$work/kept.base/link"
  (cd "${arguments[0]}" && "$linker" "${arguments[@]:1}" "$@" -o "$to") 2>"$to.log" || { cat "$to.log" >&2; return 1; }
}

script() {                         # GNU ld's own script for these objects, with ld-order in it
  mapfile -t arguments <"$work/kept.base/link"
  (cd "${arguments[0]}" && "$gnu_ld" "${arguments[@]:1}" --verbose -o /dev/null) |
    sed -n '/^=====/,/^=====/p' | grep -v '^=====' |
    sed "/^  \.text  *:/,/{/s|{|{ INCLUDE $work/ld-order|" >"$work/script"
}

report() {                         # report LINKER ORDER [OPTION...]: one row
  local linker=$1 order=$2 program=$work/links/${1##*/}-$2; shift 2
  mkdir -p "$work/links"
  link "$program" "$linker" "$@" || return 1
  cold=${COLD:-$work/links}/$name-${program##*/}
  cp "$program" "$cold.new" && mv "$cold.new" "$cold" || return 1
  (check "$program") || return 1
  faults=$(VALGRIND="$top/tools/faults $runs" workload "$cold" 2>&1 >/dev/null | tail -1)
  rm -f "$cold"
  (VALGRIND="valgrind --tool=callgrind --dump-instr=yes --compress-strings=no --compress-pos=no --callgrind-out-file=$work/callgrind"
   check "$program") || return 1
  pages=$(awk -v "program=$program" '
    /^ob=/ { own = substr($0, 4) == program }
    /^calls=/ { called = 1 }      # what follows it is the call, which was counted where it stands
    /^0x/ { if (own && !called) seen[substr($1, 1, length($1) - 3)]; called = 0 }
    END { for (page in seen) n++; print n }' "$work/callgrind")
  (VALGRIND="valgrind --tool=cachegrind --cache-sim=yes --I1=32768,8,64 --D1=32768,8,64 --LL=8388608,16,64 --cachegrind-out-file=$work/cachegrind"
   check "$program") || return 1
  awk -v "row=| $name | $(${linker} --version | awk 'NR == 1 { print $1 == "GNU" ? $2 : "lld" }') | $order" -v "pages=$pages" \
    -v "faults=$faults" '
    BEGIN { split(faults, f) }
    /^events:/ { for (i = 2; i <= NF; i++) at[$i] = i }
    /^summary:/ { printf "%s | %d | %d | %d | %d | %d | %d |\n", row, pages, f[1], f[2], f[3], $at["I1mr"], $at["ILmr"] }' \
    "$work/cachegrind"
}

tools || exit 1
mkdir -p "${COLD:-$top}"
echo "read-ahead $(cat "/sys/dev/block/$(mountpoint -d "$(df --output=target "${COLD:-$top}" | tail -1)")/bdi/read_ahead_kb" 2>/dev/null ||
  echo "not known,") KiB; $(gcc --version | head -1); $("$gnu_ld" --version | head -1)"
echo "| program | linker | order | pages | major | KiB | minor | I1 misses | LL misses |"
echo "|---|---|---|---|---|---|---|---|---|"
[ $# -gt 0 ] || set -- sqlite tcl python
for each; do
  choose "$each" && make_program || exit 1
  report "$gnu_ld" none && script && report "$gnu_ld" ld-order -T "$work/script" || exit 1
  if "$gnu_ld" --help | grep -e --section-ordering-file >/dev/null; then
    report "$gnu_ld" ld-sections --section-ordering-file="$work/ld-sections" || exit 1
  fi
  if type ld.gold >/dev/null 2>&1; then
    report ld.gold none && report ld.gold gold-order --section-ordering-file="$work/gold-order" || exit 1
  fi
  if type ld.lld >/dev/null 2>&1; then
    report ld.lld none && report ld.lld lld-order --symbol-ordering-file="$work/lld-order" --no-warn-symbol-ordering &&
      report ld.lld lld-callgraph --call-graph-ordering-file="$work/lld-callgraph" --no-warn-symbol-ordering || exit 1
  fi
done
