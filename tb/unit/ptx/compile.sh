#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# compile.sh: SOURCE.cu OUTPUT.ptx: CUDA C to PTX as `scord check` does it (docs/ptx-subset.md), with device.h.
# Without contraction to fma, so that the host computes the same. Exit code: clang's.
set -eu
exec clang-14 -x cuda --cuda-device-only --cuda-gpu-arch=sm_70 --cuda-path=/nonexistent -nocudainc -nocudalib \
    -O1 -ffp-contract=off -fno-finite-loops -gline-tables-only -std=c++14 -S \
    -mllvm -simplifycfg-sink-common=false -mllvm -simplifycfg-hoist-common=false \
    -Xclang -target-feature -Xclang +ptx60 -I tb/unit/ptx -include tb/unit/ptx/device.h "$1" -o "$2"
