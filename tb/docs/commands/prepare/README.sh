# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
cp tb/programs/frontend/programs/user/algorithms/last_block.cu your_program.cu
