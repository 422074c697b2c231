#!/bin/bash
# PostgreSQL answering pgbench's queries by key, which is always the plain build's, from 8 connections.
# Transactions a second go to a file "rate"; see servers.sh.  Root's server runs as nobody, as it must.
# train runs its regression tests; VALGRIND may be a command that times the server.
. "$(dirname "$0")/common.sh"
pkg=postgresql-15 sum=3766026562
bins="src/backend/postgres"

compile() {
  ./configure --prefix="$PWD/installed" --without-readline --without-icu --without-zlib
  make -j$jobs -s
  make -s install
}

as_user() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=nobody --regid=nogroup --clear-groups "$@"; else "$@"; fi; }

plain=$work/base/installed/bin

begin() {                           # COMMAND...: starts the server by that
  rm -rf data; mkdir data
  [ "$(id -u)" != 0 ] || chown nobody:nogroup data .
  as_user "$plain/initdb" --no-locale -E UTF8 -D "$PWD/data" >&2
  as_user "$@" "$tree/installed/bin/postgres" -D "$PWD/data" -k "$PWD" -c listen_addresses= -c fsync=off >&2 &
  until "$plain/pg_isready" -q -h "$PWD"; do kill -0 $! || return; sleep 0.1; done
}

finish() {
  as_user "$plain/pg_ctl" -D "$PWD/data" -m fast -s stop
  wait
}

workload() {
  begin taskset -c 1
  as_user "$plain/pgbench" -h "$PWD" -i -s 5 -q postgres >&2
  as_user taskset -c 0 "$plain/pgbench" -h "$PWD" -S -n -c 8 -t 12500 postgres >out
  finish
  sed -n 's/^tps = \([0-9.]*\).*/\1/p' out >rate
  sed -n 's/^number of transactions actually processed: //p' out
}

training() {
  local tests=$work/base/src/test/regress
  make -s -C "$tests" all >&2
  rm -rf results; cp -r "$tests" results
  [ "$(id -u)" != 0 ] || chown -R nobody:nogroup results
  begin $VALGRIND
  as_user "$tests/pg_regress" --inputdir="$tests" --outputdir="$PWD/results" --bindir="$plain" \
    --dlpath="$tests" --host="$PWD" --user="$(as_user id -un)" --max-concurrent-tests=20 \
    --schedule="$tests/parallel_schedule" | grep -A1 '^=*$' >&2
  finish
}

main "$@"
