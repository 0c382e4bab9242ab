#!/bin/bash
# As in the official image, options alone start redis-server, and other containers may connect.
set -eu
case "${1:-}" in
  -*) set -- redis-server "$@" ;;
esac
if [ "$1" = redis-server ]; then set -- "$@" --protected-mode no; fi
exec "$@"
