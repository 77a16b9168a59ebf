#!/bin/sh
# A server of S3 for the suites of farms (Moto, of PyPI): an environment of Python in ~/.cache/tune, which is outside
# of the repository. Needs python3 with venv; 320 MB.
#
#     sh test/s3.sh
set -eu
cache=$HOME/.cache/tune
python3 -c 'import venv, ensurepip' 2>/dev/null || {
  echo "python3 cannot make environments, which this needs: apt-get install python3-venv" >&2
  exit 3
}
mkdir -p "$cache"
python3 -m venv "$cache/s3-server"
"$cache/s3-server/bin/python" -m pip install --quiet --disable-pip-version-check 'moto[server,s3]>=5.2'
"$cache/s3-server/bin/python" -c 'import moto; print("Moto", moto.__version__, "is ready")'
