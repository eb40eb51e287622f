#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# reasons.sh: every entry of tb/mutation/automatic/equivalents names a mutant of the RTL as it is, once. (That none of
# them is found by a test, the whole run of mutation.sh says.)
# usage: reasons.sh [REASONS]     Environment: BUILD. Last line: "N passed, N failed".
set -u
reasons=${1:-tb/mutation/automatic/equivalents}
find rtl -name '*.v' | sort | xargs "${BUILD:-build}/tools/mutate" list | awk -F'\t' '
    FILENAME == "-" {mutant[$7] = 1; next}
    /^rtl\// {if (!($0 in mutant)) {failed++; print "FAIL " FILENAME ":" FNR ": no such mutant of the RTL: " $0}
              else if (seen[$0]++) {failed++; print "FAIL " FILENAME ":" FNR ": twice: " $0} else passed++}
    END {print passed + 0 " passed, " failed + 0 " failed"; exit failed > 0 || !passed}' - "$reasons"
