#!/bin/sh
# What the archive of bench/gpu/pack.ts is for, at its top: sh run.sh [minutes [options of bench:gpu]]. Measures on the
# GPU of this machine and leaves a table, the figures as JSON and the log of all trials in $OUT, or else in the folder
# results beside this file. Exit codes: 0 measured, 1 the work failed, 2 wrong usage, 3 something is missing.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
export PATH="$here/bin:$PATH"

missing() {
  printf 'run.sh: %s\n' "$*" >&2
  exit 3
}

# The libraries that node came with are for machines that have none or older ones: newer ones of the machine's own, its
# compilers and its Python need.
if ! node --version >/dev/null 2>&1; then
  export LD_LIBRARY_PATH="$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
  said=$(node --version 2>&1) ||
    missing "the node of this archive does not run here ($said): pack it on a machine with an older C library."
fi
said=$(xgboost --version 2>&1) ||
  missing "the xgboost of this archive does not run here ($said): pack it on a machine with an older C library."

minutes=${1:-25}
[ $# -eq 0 ] || shift
exec node "$here/dist/bench/gpu/main.js" --minutes "$minutes" --out "${OUT:-$here/results}" "$@"
