#!/bin/bash
# bench.sh [NAME...] - cgprof beside gprof, empty hooks and gcov on real programs.
# For each program and variant: median user time over that of the plain build (interleaved runs
# on one core), the spread of both, added ns for each call that cgprof counted, text size and
# user time of compiling, both as ratios; then the geometric means. VARIANTS chooses; RUNS as in measure.sh.
. "$(dirname "$0")/variants.sh"
variants=${VARIANTS:-cgprof cgprof-plain cgprof-atomic pg finstr gcov}

text() {                           # bytes of text of NAME's VARIANT
  (cd "$("$here/$1.sh" tree "$2")" && size $("$here/$1.sh" bins)) | awk 'NR > 1 { t += $1 } END { print t }'
}

calls() {                          # calls that the variant cgprof counted in its last run
  local image tree
  tree=$("$here/$1.sh" tree cgprof)
  for image in $("$here/$1.sh" bins); do   # a program, no library
    readelf -lW "$tree/$image" | grep -q INTERP && break
  done
  image=$tree/$image
  "$cgprof" export --to=json "$image" "$root/build/$1/cgprof.run/cgprof.out" 2>/dev/null |
    awk '/"sites"/ { sites = 1 } sites && match($0, /"count": *[0-9]+/) {
           split(substr($0, RSTART, RLENGTH), n, /: */); sum += n[2] } END { print sum + 0 }'
}

printf '%-9s %-13s %7s %7s %6s %8s %6s %8s\n' program variant user ratio spread ns/call text compile
for name in $(programs "$@"); do
  lines=$("$here/measure.sh" "$name" base $variants) || exit 1
  counted=$(case " $variants " in *" cgprof "*) calls "$name" ;; *) echo 0 ;; esac)
  base=$(text "$name" base) compiled=$("$here/$name.sh" compiled base)
  while read -r _ variant median spread _; do
    echo "$name $variant $median $spread $(text "$name" "$variant") $("$here/$name.sh" compiled "$variant") $base $compiled $counted"
  done <<<"$lines"
done | awk '
  $2 == "base" { plain = $3; printf "%-9s %-13s %7.3f %7.3f %6.1f\n", $1, $2, $3, 1, $4; next }
  { ns = $9 ? ($3 - plain) * 1e9 / $9 : 0
    printf "%-9s %-13s %7.3f %7.3f %6.1f %8.3f %6.3f %8.3f\n", $1, $2, $3, $3 / plain, $4, ns, $5 / $7, $6 / $8
    fflush()
    if (!($2 in n)) order[++kinds] = $2
    n[$2]++; user[$2] += log($3 / plain); size[$2] += log($5 / $7); compile[$2] += log($6 / $8)
    if ($3 / plain > worst[$2]) worst[$2] = $3 / plain }
  END { for (i = 1; i <= kinds; i++) { v = order[i]
    printf "geo. mean %-13s %7s %7.3f worst %.3f, text %.3f, compile %.3f (%d programs)\n", v, "", exp(user[v] / n[v]), worst[v], exp(size[v] / n[v]), exp(compile[v] / n[v]), n[v] } }'
