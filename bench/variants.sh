# variants.sh - sourced. variant NAME sets CFLAGS and LDFLAGS; a name not listed here
# takes FLAGS (for the compiler) and LDFLAGS from the environment.
# CGPROF is the reporter to ask for the plugin; the build tree's unless it is set.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=${BENCH_DIR:-$here}
cgprof=${CGPROF:-$here/../reporter/cgprof}

hooks() {                                  # the empty and the counting hook library
  [ "$root/hooks/libcount.so" -nt "$here/hooks/hooks.c" ] && return
  mkdir -p "$root/hooks"
  gcc -O2 -fPIC -shared "$here/hooks/hooks.c" -o "$root/hooks/libempty.so"
  gcc -O2 -fPIC -shared -DCOUNT "$here/hooks/hooks.c" -o "$root/hooks/libcount.so"
}

variant() {
  case $1 in
    base)   CFLAGS="-O2" LDFLAGS= ;;
    pg)     CFLAGS="-O2 -pg" LDFLAGS=-pg ;;
    cgprof)         CFLAGS="-O2 $($cgprof --cflags)" LDFLAGS= ;;
    cgprof-plain)   CFLAGS="-O2 $($cgprof --cflags) -fplugin-arg-cgprof-counters=plain" LDFLAGS= ;;
    cgprof-blocks)  CFLAGS="-O2 $($cgprof --cflags) -fplugin-arg-cgprof-count=blocks" LDFLAGS= ;;
    advice-*)       CFLAGS="-O2 $($cgprof --cflags) -fplugin-arg-cgprof-advise=${1#advice-}" LDFLAGS= ;;
    cgprof-atomic)  CFLAGS="-O2 $($cgprof --cflags) -fplugin-arg-cgprof-counters=atomic" LDFLAGS= ;;
    gcov)   CFLAGS="-O2 --coverage" LDFLAGS=--coverage ;;
    gcov-atomic)    CFLAGS="-O2 --coverage -fprofile-update=atomic" LDFLAGS=--coverage ;;
    finstr) hooks
            CFLAGS="-O2 -finstrument-functions"
            LDFLAGS="-L$root/hooks -Wl,-rpath,$root/hooks -lempty" ;;
    *)      CFLAGS=${FLAGS:?unknown variant $1: set FLAGS} LDFLAGS=$LDFLAGS ;;
  esac
}

# ensure NAME VARIANT - builds it unless it was built with these flags (and this plugin)
ensure() (
  variant "$2"
  export CFLAGS LDFLAGS
  stamp="${CC:-gcc} $CFLAGS / $LDFLAGS $(grep -oE 'fplugin=[^ ]+' <<<"$CFLAGS" | cut -d= -f2 |
    sed 'p;s/\.so$/_passes.so/' | xargs -r cksum)"
  file=$root/build/$1/$2.flags
  [ "$(cat "$file" 2>/dev/null)" = "$stamp" ] && return
  echo "building $1 $2" >&2
  "$here/$1.sh" build "$2" && echo "$stamp" >"$file"
)

quantiles() {                              # of numbers, one a line: first quartile, median, third, count
  sort -n | awk '{ t[NR] = $1 }
    function at(q,   x, i) { x = 1 + q * (NR - 1); i = int(x); return t[i] + (x - i) * (t[i < NR ? i + 1 : i] - t[i]) }
    END { printf "%.6f %.6f %.6f %d\n", at(.25), at(.5), at(.75), NR }'
}

programs() {                               # the given ones, or those whose means RESULTS.md has
  [ $# -gt 0 ] || set -- bzip2 glaurung jq leveldb lua sqlite tcl zstd
  echo "$@"
}
