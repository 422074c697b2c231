#!/bin/bash
# disks.sh [DIRECTORY...] - what a profile costs on each file system: start plus exit of an empty
# program in microseconds more than plain (minimum of RUNS, 300); one count in nanoseconds, of
# 100,000,000; the first count in a page after the page was written to the disk, in
# microseconds, of 1,000 pages; and kilobytes on the disk. Without arguments file systems of
# 300 MB are made in BENCH_DIR and mounted in a name space of their own, which takes root.
. "$(dirname "$0")/variants.sh"
runs=${RUNS:-300} cores=${CORES:-1} work=$root/build/disks
mkdir -p "$work"
if [ $# -eq 0 ] && [ -z "$DISKS_INSIDE" ]; then
  DISKS_INSIDE=1 exec unshare -m "$0"
fi
if [ $# -eq 0 ]; then
  mount --make-rprivate /
  cd "$work" || exit 1
  for kind in ext4 xfs btrfs; do
    mkdir -p $kind && rm -f $kind.image && truncate -s 300M $kind.image &&
      mkfs.$kind -q $kind.image 2>/dev/null >&2 && mount -o loop $kind.image $kind && set -- "$@" "$work/$kind"
  done
  mkdir -p tmpfs overlay lower && mount -t tmpfs none tmpfs && mkdir tmpfs/upper tmpfs/work &&
    mount -t overlay -o lowerdir=lower,upperdir=tmpfs/upper,workdir=tmpfs/work none overlay &&
    set -- "$@" "$work/tmpfs" "$work/overlay"
fi
gcc -O2 "$here/startup.c" -o "$work/startup" && gcc -O2 "$here/disks.c" -o "$work/pages" || exit 1
echo 'int main (void) { return 0; }' >"$work/empty.c"
cat >"$work/count.c" <<\END
#include <stdio.h>
#include <time.h>
__attribute__ ((noipa)) void leaf (void) { }
int main (void)
{
  struct timespec from, to;
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &from);
  for (int i = 0; i < 100000000; i++) leaf ();
  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &to);
  printf ("%.3f\n", ((to.tv_sec - from.tv_sec) * 1e9 + to.tv_nsec - from.tv_nsec) / 1e8);
}
END
for v in base cgprof; do
  variant $v
  for each in empty count; do
    gcc $CFLAGS -O1 "$work/$each.c" -o "$work/$each.$v" $LDFLAGS || exit 1
  done
done
plain=$(for i in 1 2 3 4 5; do taskset -c "$cores" "$work/count.base"; done | sort -n | sed -n 3p)
printf '%-12s %14s %10s %12s %8s\n' "file system" "start+exit us" "count ns" "first us" "kB"
for directory; do
  cd "$directory" || exit 1
  start=$(taskset -c "$cores" "$work/startup" "$runs" "$directory $work/empty.base" \
    "$directory $work/empty.cgprof CGPROF_OPTIONS=gmon=no" | awk 'NR == 2 { print $(NF - 2) }')
  count=$(for i in 1 2 3 4 5; do
    CGPROF_OPTIONS=gmon=no:clock=none taskset -c "$cores" "$work/count.cgprof"; done | sort -n | sed -n 3p)
  first=$(taskset -c "$cores" "$work/pages" pages)
  printf '%-12s %14s %10s %12s %8s\n' "$(stat -f -c %T .)" "$start" \
    "$(echo "$count - $plain" | bc)" "$first" "$(du -k cgprof.out | cut -f1)"
  rm -f cgprof.out pages
done
