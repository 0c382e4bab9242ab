#!/bin/bash
# Accepts mongod's command line as the official image does. devmongo listens on the loopback address only, so a forwarder
# accepts connections for it once it is ready.
set -eu
case "${1:-}" in
  mongod) shift ;;
  -*) ;;
  *) exec "$@" ;;
esac
port=27017
while [ "$#" -gt 0 ]; do
  if [ "$1" = --port ]; then port=$2; fi
  shift
done
inner=$((port + 1))
java -Xmx256m -XX:+UseG1GC -XX:MaxGCPauseMillis=15 -XX:TieredStopAtLevel=1 -XX:+ExitOnOutOfMemoryError \
  -jar /opt/devmongo.jar --port "$inner" --file /data/db/devmongo.mv &
server=$!
trap 'kill -TERM "$server"; wait "$server"; exit 0' TERM INT
until (: <"/dev/tcp/127.0.0.1/$inner") 2>/dev/null; do
  kill -0 "$server" || exit 1
  sleep 0.1
done
node /opt/forward.mjs "$port" "$inner" &
wait "$server"
