#!/bin/sh
# oneDNN 3.x for `tune bench`, from PyPI, as the newest wheels that run on OpenMP: lib/ and include/ in a folder of the
# cache of tune, which is outside of the repository and taken in front of Debian's. Needs python3 with pip.
#
#     sh bench/onednn/install.sh [version]
set -eu
version=${1:-2023.2.0}
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tune
python3 -m pip --version >/dev/null 2>&1 || {
  echo "python3 has no pip, which this needs: apt-get install python3-pip" >&2
  exit 3
}
mkdir -p "$cache"
new=$(mktemp -d "$cache/onednn-XXXXXX")
trap 'rm -rf "$new"' EXIT
python3 -m pip download --quiet --disable-pip-version-check --no-deps --dest "$new" \
  "onednn-cpu-gomp==$version" "onednn-devel-cpu-gomp==$version"
for wheel in "$new"/*.whl; do python3 -m zipfile -e "$wheel" "$new"; done
mkdir "$new/ready"
cp -R "$new"/*.data/data/* "$new/ready"
rm -rf "$cache/onednn"
mv "$new/ready" "$cache/onednn"
echo "oneDNN of onednn-cpu-gomp $version is in $cache/onednn"
