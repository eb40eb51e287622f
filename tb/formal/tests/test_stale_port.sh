#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_stale_port.sh: a proof whose file no longer has the widths of its module fails, whatever the solver says.
#
# usage: test_stale_port.sh      Last line: "N passed, N failed"
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/../../../tb/expect.sh"
cp -r rtl "$work/rtl"
module=common/word_selector.v
sed -i '/ rest_o$/s/SEGMENT_WORDS-1:0/SEGMENT_WORDS:0/' "$work/rtl/$module"
if cmp -s "rtl/$module" "$work/rtl/$module"; then fail "word_selector: no rest_o to widen"; fi
if RTL="$work/rtl" SCORD_CACHE=none PROOF_ONLY=1 tb/formal/prove.sh word_selector > "$work/log" 2>&1; then
    fail "word_selector is proved although its port is wider than the proof's wire"
elif grep -q "Resizing cell port" "$work/log"; then
    pass "a port of another width is named"
else
    fail "the failure does not name the port"; cat "$work/log"
fi
finish
