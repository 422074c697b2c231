#!/bin/bash
# times.sh - size of the profile of an hour of THREADS (8) busy threads at 1 kHz, which know up to 1,365
# stacks each, and of its HTML report: 3,600,000 samples a thread, taken at RATE (20000) a second of
# processor time, so that it takes a twentieth of the time. SCALE (1) divides both the samples and the
# entries that a log may have (500,000), so that logs are full and thinned as often. Exit status 1 if the
# profile, with SCALE times what its logs take, has 100 MB or more.
. "$(dirname "$0")/variants.sh"
threads=${THREADS:-8} rate=${RATE:-20000} scale=${SCALE:-1} work=$root/build/times
mkdir -p "$work"
variant cgprof
gcc $CFLAGS -pthread "$here/times.c" -o "$work/times" $LDFLAGS || exit 1
cd "$work" || exit 1
seconds=$(awk -v samples=$((3600000 / scale)) -v rate="$rate" 'BEGIN { print samples / rate }')
run() {                                    # entries of a log, or no; prints the profile's size
  rm -f cgprof.out
  CGPROF_OPTIONS=gmon=no:rate=$rate:times=$1 ./times "$threads" "$seconds" || exit 1
  stat -c %s cgprof.out
}
without=$(run no) || exit 1
with=$(run $((500000 / scale))) || exit 1
samples=$("$cgprof" export --to=json ./times | sed -n 's/.*"samples": *\([0-9]*\), *"lost".*/\1/p' |
  awk '{ sum += $1 } END { printf "%.0f", sum / NR }')
kept=$("$cgprof" dump | awk -F'\t' '/times\.used\t/ { sum += $2 } END { print sum }')
"$cgprof" html -o times.html ./times || exit 1
whole=$((without + (with - without) * scale))
printf '%d threads, %s samples each, times of %s in all kept\n' "$threads" "$samples" "$kept"
printf '%-44s %12d\n' "profile without times, bytes" "$without" "with times" "$with" \
  "with logs $scale times as long" "$whole" "HTML report" "$(stat -c %s times.html)"
[ "$whole" -lt 100000000 ]
