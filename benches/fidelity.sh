#!/usr/bin/env bash
# Launch fidelity: 1,000 launches of `true`, in alternating blocks of 100 with `hyperfine -N`. Prints both medians and their ratio,
# and the ratio of user plus system time. Needs hyperfine and a quiet machine.
# usage: benches/fidelity.sh [LAUNCHES]
set -euo pipefail
cd "$(dirname "$0")/.."
mvn -q -B -pl linux -am test-compile
jdk=${ASSIZE_JAVA_HOME:-${JAVA_HOME:-}}
for home in "$jdk" /usr/lib/jvm/*; do
  if [ -r "$home/release" ] && [ "$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release")" -ge 25 ]; then
    exec "$home/bin/java" --enable-native-access=ALL-UNNAMED -cp linux/target/classes:linux/target/test-classes \
      dev.assize.linux.LaunchBenchmark "${1:-1000}"
  fi
done
echo "fidelity: no JDK 25 found; set JAVA_HOME" >&2
exit 4
