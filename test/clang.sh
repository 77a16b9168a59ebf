#!/bin/sh
# The long proof of clang: what tests check of kernels, of exported libraries, of the runner and of the command line,
# built by the compiler that CC names, by default clang-16. Ends with how many tests passed.
#
#     [CC=clang-19] sh test/clang.sh
#
# TUNE_CONTRACT_CONFIGS (3) is the number of random configs of each template, awkward shape and number of threads.
set -eu
cd "$(dirname "$0")/.."
export CC="${CC:-clang-16}"
export TUNE_CONTRACT_CONFIGS="${TUNE_CONTRACT_CONFIGS:-3}"
npm test -- test/measure test/templates test/codegen test/backend test/target test/bench test/cli test/tuner \
  test/products test/network
