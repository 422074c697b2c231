#!/bin/bash
# feedback.sh [NAME...] - what compiling by counts saves. Each program that has training() is built
# plainly (-O2), by -fprofile-use, by AutoFDO (cgprof export --to=autofdo) and by the plugin's use=
# (--to=use); each was trained by training(), and workload() is measured. Prints, for each, the user
# time over that of the plain build (median of the ratios of RUNS interleaved runs, 15, on one core),
# the distance between their quartiles in %, and what cgprof advise estimates of the training run.
# TRAINED and MEASURED are source trees in place of Debian's: two states of a project's history show
# what counts are worth when the source has gone on since.
. "$(dirname "$0")/variants.sh"
variants=${VARIANTS:-pgo autofdo use}
runs=${RUNS:-15} cores=${CORES:-1}
gcc=$(${CC:-gcc} -dumpversion); gcc=${gcc%%.*}

build() {                          # NAME VARIANT CFLAGS [LDFLAGS]
  echo "building $1 $2" >&2
  CFLAGS=$3 LDFLAGS=$4 "$here/$1.sh" build "$2" || exit 1
}

# The counts of NAME's training run: profiles in counted.profiles, .gcda files in pgo.add.
trained() {
  local name=$1 work=$root/build/$1 tree
  rm -rf "$work/pgo.add" "$work/counted.profiles"; mkdir -p "$work/pgo.add" "$work/counted.profiles"
  export BENCH_SOURCE=$TRAINED
  build "$name" counted "-O2 -g $($cgprof --cflags) -fplugin-arg-cgprof-count=blocks"
  CGPROF_OPTIONS=out=$work/counted.profiles/%p:gmon=no "$here/$name.sh" train counted || exit 1
  if [[ " $variants " = *" pgo "* ]]; then
    build "$name" pgo "-O2 -fprofile-generate -fprofile-update=prefer-atomic" -fprofile-generate
    find "$work/pgo" -name '*.gcda' -delete      # of what the build itself ran
    "$here/$name.sh" train pgo || exit 1
    tree=$work/pgo
    (cd "$tree" && find . -name "*.gcda" -exec cp --parents -t "$work/pgo.add" {} +) || exit 1
  fi
  export BENCH_SOURCE=$MEASURED
}

# Build NAME's VARIANT by these.
optimized() {
  local work=$root/build/$1 image
  image=$work/counted/$("$here/$1.sh" bins | cut -d' ' -f1)
  case $2 in
    base) build "$1" base -O2 ;;
    pgo) build "$1" pgo "-O2 -fprofile-use -fprofile-partial-training -Wno-missing-profile -Wno-error=coverage-mismatch" ;;
    autofdo)
      "$cgprof" export --to=autofdo --gcc="$gcc" -o "$work/autofdo.counts" "$image" "$work"/counted.profiles/* || exit 1
      build "$1" autofdo "-O2 -fauto-profile=$work/autofdo.counts" ;;
    use)
      "$cgprof" export --to=use -o "$work/use.counts" "$image" "$work"/counted.profiles/* || exit 1
      build "$1" use "-O2 $($cgprof --cflags) -fplugin-arg-cgprof-use=$work/use.counts" ;;
  esac
}

# The estimate of VARIANT's gain, in % of the run.
estimated() {
  "$cgprof" advise --json "$root/build/$1/counted/$("$here/$1.sh" bins | cut -d' ' -f1)" "$root/build/$1"/counted.profiles/* |
    tr -d '\n' | sed 's/.*"run_ms": \([0-9.]*\).*"diagnostic": "'"$2"'"[^}]*"gain_ms": \([0-9.]*\).*/\1 \2/' |
    awk 'NF == 2 { printf "%.1f", 100 * $2 / $1; found = 1 } END { if (!found) printf "-" }'
}

user() { TIMEFORMAT=%3U; { time taskset -c "$cores" "$here/$1.sh" run "$2" 2>&3 >&2; } 2>&1; }

exec 3>&2
printf '%-10s %-8s %7s %7s %9s\n' program variant ratio spread estimated
for name in $(programs "$@"); do
  grep -q '^training()' "$here/$name.sh" || continue
  trained "$name"
  for v in base $variants; do optimized "$name" "$v"; done
  for ((i = 0; i < runs; i++)); do
    for v in base $variants; do echo "$v $(user "$name" "$v")"; done
  done | awk -v name="$name" '
    $1 == "base" { base = $2; next }
    { n[$1]++; r[$1, n[$1]] = $2 / base }
    function at(v, q,   x, i) { x = 1 + q * (n[v] - 1); i = int(x); return s[i] + (x - i) * (s[i < n[v] ? i + 1 : i] - s[i]) }
    END { for (v in n) {
      for (i = 1; i <= n[v]; i++) { x = r[v, i]; for (j = i - 1; j > 0 && s[j] > x; j--) s[j + 1] = s[j]; s[j + 1] = x }
      print name, v, at(v, .5), 100 * (at(v, .75) - at(v, .25)) / at(v, .5) } }' |
  while read -r _ v ratio spread; do
    printf '%-10s %-8s %7.3f %7.1f %9s\n' "$name" "$v" "$ratio" "$spread" "$(estimated "$name" "$v")"
  done
done
