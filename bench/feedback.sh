#!/bin/bash
# feedback.sh [NAME...] - what compiling by counts saves. Each program that has training() is built
# plainly (-O2), by -fprofile-use, by AutoFDO (cgprof export --to=autofdo) and by the plugin's use=
# (--to=use); each was trained by training(), and workload() is measured. The control is AutoFDO with
# the counts of another program: what its flags do by themselves. Prints, for each, the user time
# over that of the plain build: the median of the ratios of RUNS interleaved runs (15, on one core), the
# distance between their quartiles in %, and the ratio of the least times, which a busy machine moves
# less; and what cgprof advise estimates, in % of the training run. With RUNS=0 all is only built.
# TRAINED and MEASURED are source trees in place of Debian's: two states of a project's history show
# what counts are worth when the source has gone on since.
. "$(dirname "$0")/variants.sh"
variants=${VARIANTS:-pgo control autofdo use}
runs=${RUNS:-15} cores=${CORES:-1}
autofdo="-fno-tracer -fno-unroll-loops -fauto-profile"   # the manual says why
gcc=$(${CC:-gcc} -dumpversion); gcc=${gcc%%.*}

build() {                          # NAME VARIANT CFLAGS [LDFLAGS]
  echo "building $1 $2" >&2
  CFLAGS=$3 LDFLAGS=$4 "$here/$1.sh" build "$2" || exit 1
}

# The counts of NAME's training run: profiles in counted.profiles, .gcda files in pgo.add.
trained() {
  local name=$1 work=$root/build/$1
  rm -rf "$work/pgo.add" "$work/counted.profiles"; mkdir -p "$work/pgo.add" "$work/counted.profiles"
  export BENCH_SOURCE=$TRAINED
  build "$name" counted "-O2 -g $($cgprof --cflags) -fplugin-arg-cgprof-count=blocks"
  CGPROF_OPTIONS=out=$work/counted.profiles/%p:gmon=no "$here/$name.sh" train counted || exit 1
  if [[ " $variants " = *" pgo "* ]]; then
    build "$name" pgo "-O2 -fprofile-generate -fprofile-update=prefer-atomic" -fprofile-generate
    find "$work/pgo" -name '*.gcda' -delete      # of what the build itself ran
    "$here/$name.sh" train pgo || exit 1
    (cd "$work/pgo" && find . -name "*.gcda" -exec cp --parents -t "$work/pgo.add" {} +) || exit 1
  fi
  export BENCH_SOURCE=$MEASURED
}

# Build NAME's VARIANT by these.
optimized() {
  local work=$root/build/$1 image
  image=$work/counted/$("$here/$1.sh" bins | cut -d' ' -f1)
  case $2 in
    base) build "$1" base -O2 ;;
    pgo)
      build "$1" pgo "-O2 -fprofile-use -fprofile-partial-training -Wno-error=coverage-mismatch"
      find "$work/pgo.add" -name '*.gcda' -printf '/%f\n' >"$work/pgo.trained"
      if grep 'data file not found' "$work/pgo.log" | grep -qFf "$work/pgo.trained"; then
	echo "feedback.sh: $1 pgo: an object has another name than the trained one: no counts" >&2; exit 1
      fi ;;
    control)
      mkdir -p "$root/build/control"
      (cd "$root/build/control" && echo 'int main(void) { return 0; }' >control.c &&
       ${CC:-gcc} -O2 -g $($cgprof --cflags) -fplugin-arg-cgprof-count=blocks control.c -o control &&
       CGPROF_OPTIONS=out=control.profile:gmon=no ./control &&
       "$cgprof" export --to=autofdo --gcc="$gcc" -o control.counts control control.profile) || exit 1
      build "$1" control "-O2 $autofdo=$root/build/control/control.counts" ;;
    autofdo)
      "$cgprof" export --to=autofdo --gcc="$gcc" -o "$work/autofdo.counts" "$image" "$work"/counted.profiles/* || exit 1
      build "$1" autofdo "-O2 $autofdo=$work/autofdo.counts" ;;
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

user() {                           # NAME VARIANT: the user time of a run, in s
  TIMEFORMAT=%3U
  { time taskset -c "$cores" "$here/$1.sh" run "$2" 2>&3 >&2; } 2>&1
}

least() {                          # "VARIANT TIME" lines: VARIANT's least time over that of base
  awk -v "v=$1" '
    !($1 in least) || $2 < least[$1] { least[$1] = $2 }
    END { printf "%.3f", least[v] / least["base"] }'
}

exec 3>&2
printf '%-10s %-8s %7s %7s %7s %9s\n' program variant ratio spread least estimated
[ $# -gt 0 ] || set -- $(cd "$here" && grep -l '^training()' *.sh | xargs -n1 basename -s .sh)
for name; do
  trained "$name"
  for v in base $variants; do optimized "$name" "$v"; done
  times=()
  for ((i = 0; i < runs; i++)); do
    for v in base $variants; do
      time=$(user "$name" "$v") || { echo "feedback.sh: $name $v failed" >&2; exit 1; }
      times+=("$v $time")
    done
  done
  [ "$runs" -gt 0 ] || continue
  for v in $variants; do
    printf '%s\n' "${times[@]}" | awk -v "v=$v" '$1 == "base" { base = $2 } $1 == v { print $2 / base }' | quantiles |
      { read -r low ratio high _
	awk -v "row=$(printf '%-10s %-8s' "$name" "$v")" -v "ratio=$ratio" -v "spread=$high $low" \
	  -v "least=$(printf '%s\n' "${times[@]}" | least "$v")" -v "estimated=$(estimated "$name" "$v")" '
	  BEGIN { split(spread, s); printf "%s %7.3f %7.1f %7s %9s\n", row, ratio, 100 * (s[1] - s[2]) / ratio, least, estimated }'; }
  done
done
