#!/bin/bash
# PostgreSQL answering pgbench's queries by key, which is always the plain build's, from 8 connections.
# Transactions a second go to a file "rate"; see servers.sh.  Root's server runs as nobody, as it must.
. "$(dirname "$0")/common.sh"
pkg=postgresql-15 sum=3766026562
bins="src/backend/postgres"

compile() {
  ./configure --prefix="$PWD/installed" --without-readline --without-icu --without-zlib
  make -j$jobs -s
  make -s install
}

as_user() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; else "$@"; fi; }

workload() {
  local plain=$work/base/installed/bin bin=$tree/installed/bin data=$PWD/data
  rm -rf data; mkdir data
  [ "$(id -u)" != 0 ] || chown nobody:nogroup data .
  as_user "$plain/initdb" -D "$data" >&2
  as_user taskset -c 1 "$bin/postgres" -D "$data" -k "$PWD" -c listen_addresses= -c fsync=off >&2 &
  until "$plain/pg_isready" -q -h "$PWD"; do kill -0 $! || return; sleep 0.1; done
  as_user "$plain/pgbench" -h "$PWD" -i -s 5 -q postgres >&2
  as_user taskset -c 0 "$plain/pgbench" -h "$PWD" -S -n -c 8 -t 12500 postgres >out
  as_user "$plain/pg_ctl" -D "$data" -m fast -s stop
  wait
  sed -n 's/^tps = \([0-9.]*\).*/\1/p' out >rate
  sed -n 's/^number of transactions actually processed: //p' out
}

main "$@"
