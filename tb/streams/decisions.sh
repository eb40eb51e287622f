#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# decisions.sh: every numbered decision of docs/semantics.md is cited beside code and beside a test, and every row of
# Tables III and IV has its stream. A decision that is never cited is either not kept or not documented.
#
# usage: decisions.sh [ROOT]   ROOT: a checkout (default: this one). Last line: "N passed, N failed".
set -u
root=${1:-.}
. tb/expect.sh
cites() { # decision directories…: does any hand-written file there cite it?
    decision=$1; shift
    # D1, not D12; D01 in file names of streams
    (cd "$root" && grep -rlE "(^|[^A-Za-z0-9])$decision([^0-9]|\$)" --include='*.[ch]' --include='*.cpp' \
        --include='*.v' --include='*.sevt' \
        --include='*.cu' --include='*.sh' "$@" 2>/dev/null | grep -v -e scord_params -e decisions.sh | head -n 1)
}
decisions=$(grep -oE '\*\*D[0-9]+\*\*' "$root/docs/semantics.md" | tr -d '*' | sort -u -V)
for decision in $decisions; do
    [ -n "$(cites "$decision" rtl cmodel sim cosim)" ]; check $? "$decision is cited by no code"
    [ -n "$(cites "$decision" tb)" ]; check $? "$decision is cited by no test"
done
for row in 'III(a)' 'III(b)' 'III(c)' 'IV(a)' 'IV(b)' 'IV(c)' 'IV(d)' 'IV(e)' 'IV(f)'; do
    grep -qF "Table $row" "$root"/tb/streams/*.sevt; check $? "Table $row has no stream"
    grep -qF "$row" "$root/rtl/detector/detection_logic.v"
    check $? "Table $row is not named in rtl/detector/detection_logic.v"
    grep -qF "$row" "$root/cmodel/detector/detection_logic.c"
    check $? "Table $row is not named in cmodel/detector/detection_logic.c"
done
# the check can fail: a decision that does not exist is cited nowhere
[ -z "$(cites D9999 rtl cmodel sim cosim tb)" ]; check $? "self-test"
finish
