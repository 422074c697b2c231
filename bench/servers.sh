#!/bin/bash
# servers.sh [NAME...] - requests a second that servers (redis, postgresql) answer, over plain: with counts
# alone, and with 1,000 samples a second, too. Medians and quartiles of RUNS (7) rounds, interleaved; the
# server on one core, who asks on the other. CLOCK (cpu) is the samples' clock.
. "$(dirname "$0")/variants.sh"
[ $# -gt 0 ] || set -- redis postgresql

rate() {                                   # NAME VARIANT CLOCK: what it answers
  CGPROF_OPTIONS=gmon=no:rate=1000:clock=$3 "$here/$1.sh" run "$2" && cat "$root/build/$1/$2.run/rate"
}

over() {                                   # COLUMN of the rounds over the first
  awk -v column="$1" 'NF { print $column / $1 }' <<<"$rounds" | quantiles |
    awk '{ printf "%.3f (quartiles %.3f, %.3f)", $2, $1, $3 }'
}

for name; do
  ensure "$name" base && ensure "$name" cgprof || exit 1
  rounds=
  for ((i = 0; i < ${RUNS:-7}; i++)); do
    plain=$(rate "$name" base none) && counted=$(rate "$name" cgprof none) &&
      sampled=$(rate "$name" cgprof "${CLOCK:-cpu}") || exit 1
    rounds+="$plain $counted $sampled"$'\n'
  done
  printf '%-11s plain %.0f a second; counted %s, sampled %s; %d rounds\n' "$name" \
    "$(awk 'NF { sum += $1; n++ } END { print sum / n }' <<<"$rounds")" "$(over 2)" "$(over 3)" "$i"
done
