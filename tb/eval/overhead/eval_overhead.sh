#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# eval_overhead.sh: the price of detection (ScoRD section V: Figures 8 to 11) from runs to
# docs/results/eval-overhead.md.
#
# usage: eval_overhead.sh [--groups "NAME..."] [--experiments FILE] [--document FILE] FOLDER
# See tb/eval/common/evaluate.sh for files, environment and exit codes.
set -u
name=overhead; here=tb/eval/overhead

. tb/eval/common/evaluate.sh
evaluate "$@"
