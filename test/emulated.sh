#!/bin/sh
# The long proof of CPUs of another architecture: what tests check of kernels for a CPU, on kernels that its cross
# compiler builds and qemu runs. Ends with how many kernels of the templates were right and how many tests passed.
#
#     sh test/emulated.sh ['llvm -mtriple=aarch64-linux-gnu -mcpu=neoverse-n1']
#
# TUNE_CONTRACT_CONFIGS (3) is the number of random configs of each template, awkward shape and number of threads.
set -eu
cd "$(dirname "$0")/.."
export TUNE_EMULATE="${1:-llvm -mtriple=aarch64-linux-gnu -mcpu=neoverse-n1}"
export TUNE_CONTRACT_CONFIGS="${TUNE_CONTRACT_CONFIGS:-3}"
npm test -- test/backend/cpu test/kernels/templates/contract-conv2d test/kernels/templates/contract-others \
  test/system/measure/faults test/system/measure/kernels
