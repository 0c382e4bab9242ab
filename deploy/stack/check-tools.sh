#!/bin/sh
# Prints one line for each tool that is missing or too old, and exits 1 if there is one.
# As root it installs the programs in its arguments (redis-server, chromium) with apt-get.
set -u
missing=0

complain() {
  echo "$1" >&2
  missing=1
}

# require <what> <major version found, or empty> <lowest> <how to get it>
require() {
  if [ -z "$2" ]; then
    complain "$1 is missing: $4"
  elif [ "$2" -lt "$3" ]; then
    complain "$1 is too old (found $2): $4"
  fi
}

first_number() { sed -n '1s/[^0-9]*\([0-9][0-9]*\).*/\1/p'; }

[ "$(uname -s)" = Linux ] ||
  complain "Linux is missing: the commands read processes from /proc. Use the devcontainer or a virtual machine"
require "Node.js" "$(node --version 2>/dev/null | first_number)" 20 \
  "install Node.js 20 or newer (https://nodejs.org)"
require "JDK" "$(javac -version 2>&1 | grep '^javac' | first_number)" 17 \
  "install a JDK 17 or newer, e.g. apt-get install openjdk-17-jdk-headless"
require "Maven" "$(mvn --version 2>/dev/null | grep 'Apache Maven' | sed 's/^[^A]*//' | first_number)" 3 \
  "install Maven 3, e.g. apt-get install maven"
require "Go" "$(go version 2>/dev/null | sed 's/.*go1\.//' | first_number)" 21 \
  "install Go 1.21 or newer (https://go.dev/dl)"
for tool in npm flock; do
  command -v "$tool" >/dev/null 2>&1 || complain "$tool is missing: install npm and util-linux"
done

# install <package...>; prevents Debian from starting a service
install() {
  policy=/usr/sbin/policy-rc.d
  made=no
  if [ ! -e "$policy" ]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy" && made=yes
  fi
  log=$(mktemp)
  echo "installing $* with apt-get" >&2
  { apt-get update -q && DEBIAN_FRONTEND=noninteractive \
    apt-get install -q -y --no-install-recommends "$@"; } >"$log" 2>&1 </dev/null
  result=$?
  [ "$made" = yes ] && rm -f "$policy"
  [ "$result" -eq 0 ] || tail -n 5 "$log" >&2
  rm -f "$log"
  return "$result"
}

for program in "$@"; do
  command -v "$program" >/dev/null 2>&1 && continue
  packages=$program
  [ "$program" = chromium ] && packages="chromium fonts-dejavu-core"
  if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
    # shellcheck disable=SC2086
    install $packages || complain "$program is missing and apt-get could not install it"
  else
    complain "$program is missing: install it, e.g. sudo apt-get install $packages"
  fi
done

exit "$missing"
