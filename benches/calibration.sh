#!/usr/bin/env bash
# False alarms and detection on a real command, with the other core kept busy: A/A experiments of 20 blocks, then the same with a
# slowdown of 2 % and 5 % of the whole command put into the second arm. The command is a loop in awk; its start and end take as long
# as about 180,000 rounds of the loop, and are part of what is slowed down. The change that was measured is printed beside the rate.
# Prints the rate of p <= 0.05 with its binomial interval; experiments whose p-value was withheld are counted beside it.
# usage: benches/calibration.sh [EXPERIMENTS]     needs 2 CPUs
set -euo pipefail
cd "$(dirname "$0")/.."
count=${1:-200}
loop=${CALIBRATION_LOOP:-800000}
start=180000
work() { printf 'awk "BEGIN { for (i = 0; i < %d; i++) s += i; print 1 }"' "$1"; }

taskset -c 1 sh -c 'while :; do :; done' &
busy=$!
trap 'kill "$busy"' EXIT

echo "command: $(work "$loop"); CPU 1 is kept busy, the lab and the command run on CPU 0"
for percent in 0 2 5; do
  echo "slowdown put in: $percent %"
  against=()
  if [ "$percent" -gt 0 ]; then
    against=(--against "$(work $((loop + (loop + start) * percent / 100)))")
  fi
  taskset -c 0 ./assize selftest --experiments "$count" --blocks 20 --command "$(work "$loop")" "${against[@]}" |
    grep -E '^(A/|no p-value)'
done
