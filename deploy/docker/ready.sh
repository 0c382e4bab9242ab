#!/bin/bash
# The health check of every image: ready.sh <port> <path> succeeds when the program responds 200.
# In bash, because starting Node every few seconds would use more CPU than the idle program.
set -eu
exec 3<>"/dev/tcp/127.0.0.1/$1"
printf 'GET %s HTTP/1.0\r\n\r\n' "$2" >&3
read -r -t 4 _ status _ <&3
[ "$status" = 200 ]
