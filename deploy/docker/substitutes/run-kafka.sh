#!/bin/bash
# Configures the broker by KAFKA_* variables, by the official image's rule: `.` for `_`, `_` for `__`,
# `-` for `___`, after the mounted file. Formats the data folder once.
set -eu
properties=/opt/kafka/config/server.properties
: >"$properties"
mounted=/mnt/shared/config/server.properties
if [ -f "$mounted" ]; then cat "$mounted" >"$properties"; fi
for name in $(compgen -e | grep '^KAFKA_'); do
  case "$name" in
    KAFKA_HEAP_OPTS | KAFKA_OPTS | KAFKA_JVM_PERFORMANCE_OPTS | KAFKA_LOG4J_OPTS) continue ;;
  esac
  key=$(echo "${name#KAFKA_}" | tr '[:upper:]' '[:lower:]' \
    | sed -e 's/___/-/g' -e 's/__/\x01/g' -e 's/_/./g' -e 's/\x01/_/g')
  echo "$key=${!name}" >>"$properties"
done
classes=$(printf '%s:' /opt/kafka/libs/*.jar)
cluster=${CLUSTER_ID:-5L6g3nShT-eMCtK--X86sw}
java -cp "$classes" kafka.tools.StorageTool format --cluster-id="$cluster" \
  --config "$properties" --ignore-formatted
# shellcheck disable=SC2086
exec java ${KAFKA_HEAP_OPTS:--Xmx512m} -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
  -Djava.awt.headless=true -Dlog4j.configuration=file:/etc/kafka/log4j.properties \
  -cp "$classes" kafka.Kafka "$properties"
