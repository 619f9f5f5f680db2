#!/usr/bin/env bash
# Sampler cost: a process of 1,000 threads is observed at 10 Hz; prints the CPU time of the sampling threads, by their own CPU
# clocks, as a share of one CPU.
# usage: benches/sampler-cost.sh [SECONDS [THREADS [HZ]]]
set -euo pipefail
cd "$(dirname "$0")/.."
[ -n "${SAMPLER_COST_BUILT:-}" ] || mvn -q -B -pl observe -am test-compile
for home in "${ASSIZE_JAVA_HOME:-${JAVA_HOME:-}}" /usr/lib/jvm/*; do
  if [ -r "$home/release" ] && [ "$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")" -ge 25 ]; then
    path=linux/target/classes:stats/target/classes:experiment/target/classes:evidence/target/classes
    exec "$home/bin/java" -XX:+UseSerialGC --enable-native-access=ALL-UNNAMED \
      -cp "$path:observe/target/classes:observe/target/test-classes" \
      dev.assize.observe.SamplerCost "${1:-20}" "${2:-1000}" "${3:-10}"
  fi
done
echo "sampler-cost: no JDK 25 found; set JAVA_HOME" >&2
exit 4
