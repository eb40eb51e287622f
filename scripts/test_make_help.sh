#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_make_help.sh: `make help` shows every target with its whole text, below its role.
#
# usage: test_make_help.sh         from the root of the checkout. Last line "N passed, N failed".
set -u
. tb/expect.sh
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT

# The list as lines "ROLE: TARGET: TEXT": what it wraps joined again.
unwrapped() {
    awk '
        /^to / { role = $2; next }
        /^  [^ ]/ { if (line != "") print line;
                      line = role ": " $1 ":"; $1 = ""; sub(/^ /, ""); line = line " " $0; next }
        /^ / { sub(/^ */, ""); line = line " " $0 }
        END { if (line != "") print line }' "$1" | LC_ALL=C sort
}
stated() { sed -n 's/^## //p' "$@" | LC_ALL=C sort; }

mapfile -t makefiles < <(echo Makefile && find cmodel cosim docs rtl scripts sim tb -name '*.mk')
exits 0 "make help" "$work/help" make --no-print-directory help
stated "${makefiles[@]}" > "$work/stated"
unwrapped "$work/help" > "$work/shown"
same "$work/stated" "$work/shown" "make help and the comments above the targets"
[ "$(wc -l < "$work/shown")" -ge 40 ]
check $? "$(wc -l < "$work/shown") targets"
[ "$(LC_ALL=C.UTF-8 awk 'length($0) > 100' "$work/help" | wc -l)" -eq 0 ]
check $? "lines of more than 100 columns"
while IFS=: read -r role target _; do
    target=${target# }
    grep -qE "^([^#=]* )?$target( [^=]*)?:" "${makefiles[@]}"
    check $? "$role: no rule of target $target"
done < "$work/stated"

# It can fail: a line of another form is refused, and a text with ": " stays whole.
printf '## use: a: of two parts: both are shown\na:\n## b: no role\nb:\n' > "$work/Makefile"
exits 1 "a line without role" "$work/out" awk -f scripts/make_help.awk "$work/Makefile"
label="a line without role"
has "$work/out" '## b: no role'
has "$work/out" '  a                     of two parts: both are shown'
finish
