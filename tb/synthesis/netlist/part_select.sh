#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# part_select.sh: a wrong map of part-selects in synthesis (scripts/area/part_select.v) does not pass the equivalence
# proofs, which read them by their meaning (part_select.v here).
#
# A copy of the repository's sources has the fault: the multiplexers of offset bit 3 are off by one, or choose the wrong
# way round. The fence file (entries of 12 bits) must be proved equal as it is, and must differ with each fault.
# Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../../.." || exit 3
. tb/expect.sh
work=$(mktemp -d) || exit 3; trap 'rm -rf "$work"' EXIT
tools=$(realpath "${BUILD:-build}/tools")
cp -r rtl scripts tb Makefile "$work" && cd "$work" || exit 3
BUILD=$work/build; TOP=fence_file; export BUILD TOP
map=scripts/area/part_select.v; cp $map "$work/right"

proof() { # exit code, what, word of the answer
    rm -rf "$BUILD" && mkdir "$BUILD" && ln -s "$tools" "$BUILD/tools"
    exits "$1" "$2" "$work/answer" tb/synthesis/netlist/equivalence.sh tiny generic fence_file
    grep -q "$3" "$work/answer"; check $? "$2: no '$3' in: $(cat "$work/answer")"
}
fault() { # sed script
    sed "$1" "$work/right" > $map
    ! cmp -s "$work/right" $map; check $? "the fault '$1' changes nothing"
    proof 1 "$1" "fence_file: different"
}
proof 0 "as it is" "^equal fence_file"
fault 's/B\[step\] ? g\[step+1\].window\[(1 << step) +: Width\]/B[step] ? g[step+1].window[(1 << step) - (step == 3 ? 1 : 0) +: Width]/'
fault 's/= B\[step\] ?/= (B[step] ^ (step == 3)) ?/'
finish
