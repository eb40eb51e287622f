#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# references.sh: what comments, messages and documents refer to exists (references.c); and each kind of reference that
# leads nowhere is found when it is planted in a small tree.
# usage: references.sh             from the root of the checkout; BUILD names the build directory (build)
set -u
. tb/expect.sh
references=$(realpath "${BUILD:-build}")/tb/docs/references
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT

"$references" > "$work/out"
[ $? -lt 2 ]; check $? "the checkout can be read"
grep -v '^[0-9]* passed' "$work/out"
add "$(cat "$work/out")"
[ "$passed" -gt 1000 ]; check $? "references looked at: $passed"
equal "anchors that stand twice" "" "$(grep -oHE '<a id="[^"]*"' docs/*.md | sort | uniq -d)"

# A sound tree. Its references go over lines, over pieces of a string, and from script and document.
mkdir -p "$work/sound/docs" "$work/sound/cmodel"
cat > "$work/sound/docs/page.md" << 'END'
# Page

## Rules: all of them
*Locks* are words.

## 6. Races

`cmodel/a.c`, `a.c`, `cmodel/*.c`, `cmodel/X.c`.
END
cat > "$work/sound/cmodel/a.c" << 'END'
/* a.c: docs/page.md, "Rules"
 * and "Locks"; "Races" is docs/page.md section 6.
 * "Rules" of page.md. */
int size = b.md;
const char *c = "see docs/page.md, "
                "\"Locks\"";
END
printf '#!/bin/sh\n# c.sh: docs/page.md,\n# "Rules"\ncat "$1/gone.md" NAME.md\n' > "$work/sound/cmodel/c.sh"
exits 0 "a sound tree" "$work/out" "$references" "$work/sound"
equal "references of the sound tree" '14 passed, 0 failed' "$(cat "$work/out")"

planted() { # FILE LINE MESSAGE TEXT: the text at the end of FILE leads nowhere, in that line
    cp -r "$work/sound" "$work/tree"
    printf "$4\n" >> "$work/tree/$1"
    exits 1 "planted: $4" "$work/out" "$references" "$work/tree"
    label="planted: $4"
    has "$work/out" "$1:$2: $3"
    [ "$(wc -l < "$work/out")" -eq 2 ]; check $? "$label: one finding: $(cat "$work/out")"
    rm -r "$work/tree"
}
planted cmodel/a.c 7 'no document docs/gone.md' '/* docs/gone.md */'
planted cmodel/a.c 7 'no document gone.md' '// gone.md'
planted cmodel/a.c 7 'docs/page.md has no heading "Rule"' '/* docs/page.md, "Rule" */'
planted cmodel/a.c 8 'docs/page.md has no heading "Gone"' '/* docs/page.md, "Rules" and\n * "Gone" */'
planted cmodel/a.c 8 'docs/page.md has no heading "Gone"' 'char *d = "docs/page.md "\n "(\\"Gone\\")";'
planted cmodel/a.c 7 'docs/page.md has no heading "Gone"' '// "Gone" of docs/page.md'
planted cmodel/a.c 7 'docs/page.md has no section 7' '// docs/page.md section 7'
planted cmodel/c.sh 5 'docs/page.md has no heading "Gone"' '# docs/page.md, "Gone"'
planted docs/page.md 9 'no cmodel/gone.c' '`cmodel/gone.c`'
planted docs/page.md 9 'no cmodel/g*.c' '`cmodel/g*.c`'
planted docs/page.md 9 'no file is called gone.c' '`gone.c`'
planted docs/page.md 9 'no document gone.md' 'See gone.md.'
finish
