#!/usr/bin/env bash
# Launch fidelity inside trials: A/A runs of `true` by `assize ab`, alternating with `hyperfine -N true`, and the ratio of the median
# wall times. hyperfine runs twice: back to back, and with a --prepare that writes and syncs 4 KiB before each run. Between its trials the
# lab syncs its journal too; whatever runs in between leaves a launch colder caches. Needs hyperfine, jq and a quiet machine.
# usage: benches/fidelity-trials.sh [ROUNDS [BLOCKS]]     each round: 2 x BLOCKS trials, and as many runs of hyperfine, twice
set -euo pipefail
cd "$(dirname "$0")/.."
rounds=${1:-5} blocks=${2:-100}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

assize_round() {
  ./assize ab true true --no-shell -n "$blocks" --warmup 5 --check 'none=true writes nothing' --runs "$work/runs" >/dev/null 2>"$work/log" || {
    cat "$work/log" >&2
    return 1
  }
  cat "$work"/runs/*/*/journal.jsonl | jq -c 'select(.event.type == "trial-ended" and .event.measured) | .event.wall' >>"$work/ours"
  rm -rf "$work/runs"
}

hyperfine_round() { # name, options of hyperfine
  local name=$1
  shift
  hyperfine -N --warmup 5 --runs $((2 * blocks)) "$@" --export-json "$work/json" true >/dev/null 2>&1
  jq '.results[0].times[] * 1e9 | round' "$work/json" >>"$work/$name"
}
back_to_back() { hyperfine_round back-to-back; }
prepared() { hyperfine_round prepared --prepare "dd if=/dev/zero of=$work/synced bs=4k count=1 conv=fsync"; }

orders=("assize_round back_to_back prepared" "prepared assize_round back_to_back" "back_to_back prepared assize_round")
for ((round = 0; round < rounds; round++)); do
  for step in ${orders[round % 3]}; do
    "$step"
  done
done

quantile() {
  sort -n "$1" | awk -v q="$2" '{ v[NR] = $1 } END { printf "%d", v[int((NR - 1) * q) + 1] }'
}
for side in ours back-to-back prepared; do
  echo "$side: n=$(wc -l <"$work/$side") wall ns: median=$(quantile "$work/$side" 0.5) p5=$(quantile "$work/$side" 0.05) p95=$(quantile "$work/$side" 0.95)"
done
for peer in back-to-back prepared; do
  awk -v a="$(quantile "$work/ours" 0.5)" -v b="$(quantile "$work/$peer" 0.5)" -v p="$peer" \
    'BEGIN { printf "ratio of median wall to hyperfine %s: %.3f\n", p, a / b }'
done
