#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_subset_doc.sh: every mnemonic of the decoder's table stands in docs/ptx-subset.md, and the other way round.
set -u
. tb/expect.sh
table=$(sed -n 's/^    {"\([a-z0-9.]*\)", PTX_.*/\1/p' sim/ptx/decode.c | sort -u)
[ "$(echo "$table" | wc -l)" -gt 60 ] || {
    echo "the table of sim/ptx/decode.c is not found"
    echo "0 passed, 1 failed"
    exit 1
}
documented=$(sed -n '/^## Instructions/,/^## Directives/p' docs/ptx-subset.md | grep '^|' |
    grep -o '`[a-z][a-z0-9.]*`' | tr -d '`' | sort -u)
for name in $table; do
    if echo "$documented" | grep -qx "$name"; then pass
    else fail "docs/ptx-subset.md lacks $name"; fi
done
for name in $documented; do
    [ "$name" = barrier ] && continue # another spelling of bar
    if echo "$table" | grep -qx "$name"; then pass
    else fail "docs/ptx-subset.md has $name, the decoder has not"; fi
done
finish
