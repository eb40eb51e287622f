#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# plant_idle.sh: puts faults into what skip_idle generated, each a change that is not reported; SCORD_PLANTED selects
# one (planted_idle.h):
#   1  of an input pin     3  of what an SM gives     5  of an array, where it is written
#   2  of a register       4  of an SM's input
# usage: plant_idle.sh DIRECTORY     the generated C++ of one machine, changed in place. Exit code 1: a fault found no
#                                    place, which is named.
set -eu
cd "$1"
files=$(find . -name '*___024root__DepSet_*.cpp' ! -name '*Slow*')
plant() { # NUMBER SED-SCRIPT: the script writes scord_planted != NUMBER somewhere
    sed -i "$2" $files
    grep -q "scord_planted != $1" $files || { echo "plant_idle.sh: no place for fault $1" >&2; exit 1; }
}
plant 1 's/if (scord_differs(vlSelf->scord_kept_m_axi_rvalid_i,/if (scord_planted != 1 \&\& scord_differs(vlSelf->scord_kept_m_axi_rvalid_i,/'
plant 2 's/if (scord_differs(\(scord_before_[0-9]*, vlSelf->[A-Za-z_0-9]*u_decision_queue__DOT__level_q)\)/if (scord_planted != 2 \&\& scord_differs(\1/'
plant 3 's/if (scord_differs(unit.scord_given_/if (scord_planted != 3 \&\& scord_differs(unit.scord_given_/'
plant 4 's/\.scord_changed_inputs = true;/.scord_changed_inputs |= scord_planted != 4;/g'
plant 5 '/scord_differs\|VL_STOP/!s/^\( *\)\(scord_stale\[[0-9]*\] |= .*;\)\( }\)*$/\1if (scord_planted != 5) { \2 }\3/'
