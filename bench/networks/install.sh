#!/bin/sh
# ONNX Runtime and OpenVINO for `npm run bench:networks`, from PyPI: an environment of Python in the cache of tune,
# which is outside of the repository. Needs python3 with venv.
#
#     sh bench/networks/install.sh
set -eu
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tune
python3 -c 'import venv, ensurepip' 2>/dev/null || {
  echo "python3 cannot make environments, which this needs: apt-get install python3-venv" >&2
  exit 3
}
mkdir -p "$cache"
python3 -m venv "$cache/runtimes"
"$cache/runtimes/bin/python" -m pip install --quiet --disable-pip-version-check \
  'onnxruntime>=1.32' 'openvino>=2026.4' 'onnx>=1.23' numpy sympy
"$cache/runtimes/bin/python" -c '
import onnx, onnxruntime, openvino
print("ONNX Runtime", onnxruntime.__version__, "and OpenVINO", openvino.__version__.split("-")[0], "are ready")'
