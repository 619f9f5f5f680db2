#!/usr/bin/env bash
# Beside a server of known latency: the recorded p99 against the truth, which follows from the
# schedule, the delay and the stall that the server says it made. Both sides read CLOCK_MONOTONIC.
# Usage: known-latency.sh [RATE] [DELAY_MS] [SECONDS]
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")" && pwd)
rate=${1:-500}
delay=${2:-200}
seconds=${3:-20}
work=$(mktemp -d)
server=
trap 'if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi; rm -rf "$work"' EXIT
"$here/assize-http" --version >/dev/null

measure() { # measure NAME STALL_AT: "0s" for no stall
  "$here/assize-http" serve --engine epoll --port 0 --delay "${delay}ms" --stall-at "$2" --stall 1s >"$work/server" 2>&1 &
  server=$!
  port=
  for _ in $(seq 100); do
    port=$(sed -n 's/^assize-http ready port=\([0-9]*\).*/\1/p' "$work/server")
    [ -n "$port" ] && break
    sleep 0.1
  done
  [ -n "$port" ] || { cat "$work/server" >&2; exit 1; }
  # Enough connections that none is waited for: what is due in the stall and the delay, half as many again.
  connections=$((rate * (1000 + delay) * 3 / 2000))
  "$here/assize-http" load --scenario get-json --port "$port" --rate "$rate" \
    --connections "$connections" --warm-up 3s --duration "${seconds}s" >"$work/load"
  kill "$server"
  wait "$server" 2>/dev/null || true
  server=
  stall=$(sed -n 's/^stall start_ns=\([0-9]*\) end_ns=\([0-9]*\).*/\1 \2/p' "$work/server")
  # Due at t: answered after the delay; within the stall not before its end. Asked in the stall, the
  # request is read at its end and delayed from then on.
  awk -v rate="$rate" -v delay="$delay" -v stall="${stall:-0 0}" -v name="$1" '
    { value[$1] = $2 }
    END {
      length_ns = value["duration_ns"]; start = value["start_ns"]
      split(stall, s, " ")
      n = int(rate * length_ns / 1e9)
      # Offsets to the start keep the numbers small enough for doubles.
      a = s[1] - start; b = s[2] - start
      wanted = n - int(0.99 * n + 0.9999999) + 1 # rank from the top, nearest rank
      m = 0
      for (k = 0; k < n; k++) {
        t = k * 1e9 / rate; l = delay * 1e6
        if (s[2] > 0 && t >= a && t < b) l = b - t + delay * 1e6
        else if (s[2] > 0 && t < a && t + delay * 1e6 > a) l = b - t
        if (l > delay * 1e6) slow[++m] = l
      }
      # slow falls with t inside the stall, except for the few before it: take the wanted-th largest.
      truth = delay * 1e6
      if (m >= wanted) {
        lo = 0; hi = 2e9
        for (i = 0; i < 60; i++) {
          mid = (lo + hi) / 2; c = 0
          for (k = 1; k <= m; k++) if (slow[k] >= mid) c++
          if (c >= wanted) lo = mid; else hi = mid
        }
        truth = lo
      }
      printf "%s truth_p99_ns %.0f recorded_p99_ns %.0f difference %.2f%% latencies %d of %d stalled %d bottleneck %s\n",
        name, truth, value["p99_ns"], (value["p99_ns"] / truth - 1) * 100, value["latencies"], n, m, value["generator_bottleneck"]
    }' "$work/load"
}

measure steady 0s
measure stalled 8s
