#!/bin/sh
# Kernel Tuner for `npm run arena`, from PyPI, as a virtual environment in the cache of tune, which is outside of the
# repository. Needs python3 with venv.
#
#     sh bench/kernel-tuner/install.sh [version]
set -eu
version=${1:-1.5.0}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tune
mkdir -p "$cache"
python3 -m venv "$cache/kernel-tuner" || {
  echo "python3 has no venv, which this needs: apt-get install python3-venv" >&2
  exit 3
}
"$cache/kernel-tuner/bin/pip" install --quiet --disable-pip-version-check "kernel-tuner==$version"
echo "Kernel Tuner $version is in $cache/kernel-tuner"
