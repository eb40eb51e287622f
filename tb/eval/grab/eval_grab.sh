#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# eval_grab.sh: the evaluation of GRAB (Horga, Chattopadhyay, Eles, Peng: Tables 4 and 5, Figure 12) from runs to
# docs/results/eval-grab.md.
#
# usage: eval_grab.sh [--groups "NAME..."] [--experiments FILE] [--document FILE] FOLDER
# See tb/eval/common/evaluate.sh for files, environment and exit codes.
set -u
name=grab; here=tb/eval/grab

. tb/eval/common/evaluate.sh
evaluate "$@"
