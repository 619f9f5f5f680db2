#!/usr/bin/env bash
# How much the load generator costs beside wrk: requests a second for each second of the generator's
# processor time, on /json of the same server, in turns. Server and generator have a processor each.
# Usage: generator.sh [ROUNDS] [SECONDS] [CONNECTIONS]
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
rounds=${1:-7}
seconds=${2:-8}
connections=${3:-64}
server_cpu=${SERVER_CPU:-1}
generator_cpu=${GENERATOR_CPU:-0}
engine=${ENGINE:-epoll}

for command in wrk taskset awk; do
  command -v "$command" >/dev/null || { echo "generator.sh: no $command on PATH; wrk and util-linux are Debian packages" >&2; exit 4; }
done
work=$(mktemp -d)
"$here/assize-http" --version >/dev/null
taskset -c "$server_cpu" "$here/assize-http" serve --engine "$engine" --port 0 >"$work/server" 2>&1 &
server=$!
trap 'kill "$server" 2>/dev/null; wait "$server" 2>/dev/null; rm -rf "$work"' EXIT
for _ in $(seq 100); do
  port=$(sed -n 's/^assize-http ready port=\([0-9]*\).*/\1/p' "$work/server")
  [ -n "$port" ] && break
  sleep 0.1
done
[ -n "${port:-}" ] || { cat "$work/server" >&2; exit 1; }

# Prints requests and processor seconds of one run of wrk, start and end included: they are small in C.
with_wrk() {
  TIMEFORMAT='cpu %U %S'
  { time taskset -c "$generator_cpu" wrk -t1 -c"$connections" -d"$1"s "http://127.0.0.1:$port/json" >"$work/wrk"; } 2>"$work/time"
  awk '/requests in/ { r = $1 } /^cpu/ { c = $2 + $3 } END { print r, c }' "$work/wrk" "$work/time"
}

# The same of the load generator, both within its measured window.
with_load() {
  taskset -c "$generator_cpu" "$here/assize-http" load --scenario get-json --port "$port" \
    --connections "$connections" --warm-up 4s --duration "$1"s --allow-bottleneck >"$work/load"
  awk '$1 == "requests" { r = $2 } $1 == "generator_cpu_ns" { c = $2 / 1e9 } END { print r, c }' "$work/load"
}

with_load 3 >/dev/null # the server's own warm-up
: >"$work/ratios"
for round in $(seq "$rounds"); do
  if [ $((round % 2)) = 1 ]; then
    wrk=$(with_wrk "$seconds")
    load=$(with_load "$seconds")
  else
    load=$(with_load "$seconds")
    wrk=$(with_wrk "$seconds")
  fi
  echo "$wrk $load" | awk -v round="$round" -v seconds="$seconds" -v ratios="$work/ratios" '{
    printf "round %d wrk %.0f/s %.0f/cpu-s load %.0f/s %.0f/cpu-s ratio %.3f\n",
      round, $1 / seconds, $1 / $2, $3 / seconds, $3 / $4, ($3 / $4) / ($1 / $2)
    print ($3 / $4) / ($1 / $2) >>ratios }'
done
sort -n "$work/ratios" | awk '{ v[NR] = $1 } END {
  m = NR % 2 ? v[(NR + 1) / 2] : (v[NR / 2] + v[NR / 2 + 1]) / 2
  printf "median_ratio %.3f\nlowest_ratio %.3f\nhighest_ratio %.3f\n", m, v[1], v[NR] }'
