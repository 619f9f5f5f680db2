#!/usr/bin/env bash
# False alarms and detection on real commands, with the other core kept busy: A/A experiments of 20 blocks, then the same with a
# slowdown of about 2 % and 5 % put into the second arm. Prints the rate of p <= 0.05 with its binomial interval.
# usage: benches/calibration.sh [EXPERIMENTS]
set -euo pipefail
cd "$(dirname "$0")/.."
count=${1:-200}
loop=${CALIBRATION_LOOP:-150000}
work() { printf 'awk "BEGIN { for (i = 0; i < %d; i++) s += i; print 1 }"' "$1"; }

taskset -c 1 sh -c 'while :; do :; done' &
busy=$!
trap 'kill "$busy"' EXIT

echo "command: $(work "$loop"); CPU 1 is kept busy, the lab and the command run on CPU 0"
for percent in 0 2 5; do
  echo "slowdown of the loop: $percent %"
  against=()
  if [ "$percent" -gt 0 ]; then
    against=(--against "$(work $((loop + loop * percent / 100)))")
  fi
  taskset -c 0 ./assize selftest --experiments "$count" --blocks 20 --command "$(work "$loop")" "${against[@]}" 2>/dev/null | tail -n 1
done
