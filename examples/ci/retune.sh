#!/bin/sh
# The steps of the action as a script, for any other CI: retunes, and leaves summary, verdicts and new logs.
#
#     sh retune.sh [MANIFEST]         the manifest, by default retune.yaml
#
# TUNE    how to start tune, words with spaces between them; by default the checkout that this script lies in, or tune
# OUT     the folder for retune.json, retune.xml and retune.md, by default retune-results
# CACHE   a folder that the CI keeps from job to job, by default none; logs of each machine have a folder of their own
# TRIALS, MINUTES    of each search, whatever the manifest says
#
# Exits as tune retune does: 0 done, 1 a gate is not met, 2 wrong usage, 3 something is missing, 130 interrupted.
set -eu

say() { printf 'retune: %s\n' "$*" >&2; }

manifest=${1:-retune.yaml}
out=${OUT:-retune-results}
if [ ! -f "$manifest" ]; then
  say "there is no manifest $manifest: name the YAML file of the job."
  exit 2
fi

here=$(cd "$(dirname "$0")" && pwd)
own=
if [ -z "${TUNE:-}" ] && [ -f "$here/../../bin/setup" ]; then
  sh "$here/../../bin/setup"
  own=$here/../../bin/tune
fi

# Becomes tune, so that it is called in subshells alone, and what ends the subshell ends tune. Words of TUNE are split
# at spaces; the checkout's own path may have some in it.
become_tune() {
  if [ -n "$own" ]; then exec node "$own" "$@"; fi
  # shellcheck disable=SC2086
  exec ${TUNE:-tune} "$@"
}

# The folder that the manifest names on a line of its own, logs beside it where it names none.
folder_of_logs() {
  named=$(sed -n "s/^logs:[[:space:]]*['\"]\{0,1\}\([^'\"#]*[^'\"# ]\).*/\1/p" "$manifest" | head -n 1)
  case ${named:=logs} in
    /*) printf '%s\n' "$named" ;;
    *) printf '%s/%s\n' "$(dirname "$manifest")" "$named" ;;
  esac
}

fingerprint() {
  become_tune doctor --json | tr -d '\n' | sed -n 's/.*"name": *"fingerprint"[^}]*"text": *"\([^"]*\)".*/\1/p'
}

# A log as the cache and the checkout have it: the longer one where one is the beginning of the other. Else what the
# checkout says has the last word, and lines that it lacks come before.
merge() {
  refuse_link "$2"
  if [ ! -e "$2" ]; then
    cp "$1" "$2"
  elif begins_with "$1" "$2"; then
    cp "$1" "$2"
  elif ! begins_with "$2" "$1"; then
    { grep -Fxv -f "$2" "$1" || [ $? -eq 1 ]; cat "$2"; } >"$2.new"
    mv "$2.new" "$2"
  fi
}
# Nothing is restored through a link, which anybody's commit may have put there.
refuse_link() {
  if [ -L "$1" ]; then
    say "$1 is a link, through which no log goes: put a file in its place."
    exit 2
  fi
}
begins_with() { head -c "$(wc -c <"$2")" "$1" | cmp -s - "$2"; }

restore() {
  for link in "$logs" "$logs/unfinished"; do refuse_link "$link"; done
  for log in "$cache"/*.jsonl; do
    if [ -f "$log" ]; then merge "$log" "$logs/$(basename "$log")"; fi
  done
  if [ -d "$cache/unfinished" ] && [ ! -e "$logs/unfinished" ]; then cp -R "$cache/unfinished" "$logs/unfinished"; fi
}

save() {
  rm -rf "$cache"
  mkdir -p "$cache"
  for log in "$logs"/*.jsonl; do
    if [ -f "$log" ]; then cp "$log" "$cache"; fi
  done
  if [ -d "$logs/unfinished" ]; then cp -R "$logs/unfinished" "$cache"; fi
}

logs=$(folder_of_logs)
mkdir -p "$out" "$logs"
if [ -n "${CACHE:-}" ]; then
  machine=$(fingerprint)
  if [ -z "$machine" ]; then
    say 'tune does not show the fingerprint of this machine: run it with doctor.'
    exit 3
  fi
  cache=$CACHE/$machine
  say "the cache of $machine is $cache"
  restore
fi

set -- --json --junit "$out/retune.xml" --markdown "$out/retune.md"
if [ -n "${TRIALS:-}" ]; then set -- "$@" --trials "$TRIALS"; fi
if [ -n "${MINUTES:-}" ]; then set -- "$@" --minutes "$MINUTES"; fi
# When the CI ends this job it signals this shell, which passes the signal on and waits for tune to end.
code=0
become_tune retune "$@" -- "$manifest" >"$out/retune.json" &
tune=$!
trap 'kill -TERM $tune 2>/dev/null || true' INT TERM HUP
while :; do
  wait $tune && code=0 || code=$?
  kill -0 $tune 2>/dev/null || break
done
trap - INT TERM HUP

if [ -n "${CACHE:-}" ]; then save; fi
if [ -f "$out/retune.md" ] && [ "$code" -le 1 ]; then cat "$out/retune.md"; fi
if grep -q '"changed": *true' "$out/retune.json"; then
  say "something changed: commit $logs, or keep it as an artefact of this job."
else
  say 'nothing changed.'
fi
exit "$code"
