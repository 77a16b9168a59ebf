#!/bin/sh
# Runs in the root of a fresh machine (run.sh): the README's commands, as they stand there. Lines that begin with FRESH
# are for the table.
set -eu
cd "$HOME/tune"

fact() { printf 'FRESH %s: %s\n' "$1" "$2"; }

# The README's command that begins with setup and goes on with a word; its comment is left out.
command_with() { sed -n "s|^\(sh bin/setup && $1[^#]*[^# ]\) *#.*|\1|p" README.md | grep .; }

# Runs a command, and keeps what it prints and the seconds that it takes.
run() {
  printf '$ %s\n' "$1"
  started=$(date +%s)
  status=0
  sh -c "$1" >"$HOME/output" 2>&1 || status=$?
  seconds="${seconds:+$seconds + }$(($(date +%s) - started))"
  cat "$HOME/output"
  if [ "$status" -ne 0 ]; then
    fact failed "$(grep -E '^(setup|tune|Tests):' "$HOME/output" | tail -n 1)"
    fact seconds "$seconds"
    exit "$status"
  fi
}

if [ "$NODE" = system ]; then
  apt-get -qq update && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends nodejs npm
fi
fact node "$(node --version), $(npm --version)"

seconds=
run 'sh bin/setup'
fact compiler "$(${CC:-gcc} --version | head -n 1)"
fact trainer "$(bin/tune doctor | sed -n 's/^ok *\(.*xgboost.*\)/\1/p' | tr -s ' ' | head -n 1)"
if [ "$ONLY" != test ]; then
  command=$(command_with bin/tune)
  run "$command"
  fact tune "$(sed -n 's/^speed *\([0-9.]* GFLOPS\).*/\1/p' "$HOME/output")"
fi
if [ "$ONLY" != tune ]; then
  command=$(command_with npm)
  run "$command"
  fact tests "$(sed -n 's/^Tests: *//p' "$HOME/output")"
fi
fact seconds "$seconds"
