# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# A racy program, and the stream of a run of it: event 57 has lane 4, at 0x700000704
{ echo '#define RACE_BLOCK_SCOPE_HEAD'; cat sim/kernels/graph_coloring.cu; } > prog.cu
scord check prog.cu --as published --events run.sev -- 64 128 2 || [ $? -eq 1 ]
