#!/bin/bash
# Redis answering redis-benchmark, which is always the plain build's: a hundred thousand SETs and GETs each
# from 50 connections.  Requests a second go to a file "rate"; see servers.sh.
. "$(dirname "$0")/common.sh"
pkg=redis sum=690561961
bins="src/redis-server"

compile() { make -j$jobs MALLOC=libc OPTIMIZATION="$CFLAGS" DEBUG= redis-server redis-benchmark redis-cli; }

workload() {
  local plain=$work/base/src socket=$PWD/socket
  rm -f "$socket"
  taskset -c 1 "$tree/src/redis-server" --port 0 --unixsocket "$socket" --save '' >&2 &
  until [ -S "$socket" ]; do kill -0 $! || return; sleep 0.1; done
  taskset -c 0 "$plain/redis-benchmark" -s "$socket" -n 100000 -r 100000 -t set,get --csv |
    awk -F'"' '$4 ~ /^[0-9.]+$/ { seconds += 1 / $4; n++ } END { print n / seconds }' >rate
  "$plain/redis-cli" -s "$socket" info commandstats | grep -o 'cmdstat_[gs]et:calls=[0-9]*' | sort
  "$plain/redis-cli" -s "$socket" shutdown nosave >&2
  wait
}

main "$@"
