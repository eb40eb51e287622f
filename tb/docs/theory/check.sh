#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# check.sh: docs/theory is what the RTL does: its pictures and tables are, byte for byte, what waves.sh makes today,
# every picture is shown and every page listed, the tests, decisions and files that it names exist; and `scord wave
# --diagram` refuses what it must.
# Environment: BUILD. Last line: "N passed, N failed".
set -u
scord=${BUILD:-build}/scord
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
pages=$(ls docs/theory/*.md)

# ---- pictures and tables are fresh
mkdir "$work/pictures" "$work/pages"
exits 0 "every run and drawing" "$work/out" tb/docs/theory/waves.sh "$work/pictures" "$work/pages"
mkdir "$work/other" "$work/other_pages"
SCORD_POWER_UP=99 exits 0 "the same with registers that power up with other values" "$work/out" \
    tb/docs/theory/waves.sh "$work/other" "$work/other_pages"
for picture in docs/images/theory/*.svg; do
    cmp -s "$picture" "$work/other/${picture##*/}"
    check $? "$picture shows what nobody has written: gate the row with when="
    cmp -s "$picture" "$work/pictures/${picture##*/}"
    check $? "$picture is not what the RTL does now: make docs-waves, look at it and at its page"
done
[ "$(ls docs/images/theory)" = "$(ls "$work/pictures")" ]
check $? "one picture a diagram: $(ls docs/images/theory "$work/pictures" | sort | uniq -u)"
for page in $pages; do
    cmp -s "$page" "$work/pages/${page##*/}"; check $? "$page: a table of registers is stale: make docs-waves"
done

printf '%s $end\n' '$scope module TOP' '$scope module u_fence_file' '$var logic 36 a fence_file_q [35:0]' '$upscope' \
    '$upscope' > "$work/names"
awk -v module=fence_file -f tb/docs/theory/state.awk "$work/names" rtl/detector/fence_file.v |
    grep -q '^| `fence_file_q` | 36 | 1 |'
check $? "a table has the wave's widths"
exits 1 "no table of a module that is not there" "$work/out" awk -v module=lock_table -f tb/docs/theory/state.awk \
    "$work/names" rtl/sm/lock_table.v

for stream in tb/docs/theory/*.sevt; do
    "$scord" events check "$stream" > "$work/out" 2>&1
    check $? "$stream: $(cat "$work/out")"
done

# ---- pages
for picture in docs/images/theory/*.svg; do
    grep -qF "](../images/theory/${picture##*/})" docs/theory/*.md; check $? "$picture is shown by no page"
    ! grep -q 'NaN\|inf"' "$picture" && grep -q '^</svg>$' "$picture"; check $? "$picture is whole"
done
for page in $pages; do
    [ "$page" = docs/theory/README.md ] && continue
    grep -qF "](${page##*/})" docs/theory/README.md; check $? "$page is not in the index"
    grep -q '^<!-- state-\|^None: combinational\|^Its own state' "$page"; check $? "$page says nothing of its state"
done
for module in rtl/*/*.v; do
    name=${module##*/}; grep -q "\b${name%.v}\b" docs/theory/*.md; check $? "$module is on no page"
done
for name in $(grep -oE '>[a-z]+(_[a-z]+)+<' docs/images/units.svg | tr -d '<>'); do # the block diagram is drawn by hand
    compgen -G "rtl/*/$name.v" > "$work/out"; check $? "docs/images/units.svg shows $name, which is no module"
done
cat $(find tb scripts -name "*.tests") |
    sed -n 's/^\([a-z][A-Za-z0-9_-]*\).*|.*/\1/p' | sort -u > "$work/ids"
for id in $(grep -ohE '`(rtl|formal|cosim|scheduler|stream|unit)-[A-Za-z0-9_-]+`' $pages | tr -d '`' | sort -u); do
    grep -qx -- "$id" "$work/ids" || {
        [ "${id%-}" != "$id" ] || compgen -G "tb/unit/model/test_${id#unit-}.c" > /dev/null
    }
    check $? "no test $id"
done
for decision in $(grep -ohE '\bD[0-9]+\b' $pages | sed 's/D0*/D/' | sort -u); do
    grep -q "\*\*$decision\*\*" docs/semantics.md; check $? "no decision $decision"
done

# ---- what the pages say to type gives the pictures
root=$PWD; mkdir "$work/again"; ln -s "$root/cosim" "$root/tb" "$root/docs" "$root/${BUILD:-build}" "$work/again"
for page in $pages; do
    commands=$(sed -n '/^## Draw it again/,$p' "$page" | sed -n '/^```/,/^```/p' | grep '^build/scord' |
        sed 's/ *#.*//')
    [ -n "$commands" ] || continue
    (cd "$work/again" && sh -e -c "$commands") > "$work/out" 2>&1; check $? "$page: $(head -n 3 "$work/out")"
    picture=$(echo "$commands" | sed -n 's/.*diagrams\/\(.*\)\.diagram.*/\1/p')
    drawn=$(echo "$commands" | sed -n 's/.*--svg //p')
    cmp -s "$work/again/$drawn" "docs/images/theory/$picture.svg"; check $? "$page: its commands give another picture"
done

# ---- and so do those of docs/debugging.md
commands=$(grep -e '--diagram' -B 1 docs/debugging.md | sed -n 's/ *# .*//; s/^scord /build\/scord /p')
(cd "$work/again" && sh -e -c "$commands") > "$work/out" 2>&1; check $? "docs/debugging.md: $(head -n 3 "$work/out")"
cmp -s "$work/again/fence.svg" docs/images/theory/fence_file.svg
check $? "docs/debugging.md: its commands give another picture"

# ---- links, of all documents
documents="README.md $(ls docs/*.md docs/results/*.md) $pages"
# shellcheck disable=SC2086
exits 0 "links that lead somewhere" "$work/out" tb/docs/theory/links.sh $documents
mkdir "$work/docs"; printf '# A head\n[good](#a-head) [file](x.md) [bad](#b-head) [gone](y.md#x)\n' > "$work/docs/x.md"
exits 1 "dead links are found" "$work/out" tb/docs/theory/links.sh "$work/docs/x.md"
[ "$(wc -l < "$work/out")" -eq 2 ] && grep -q ': #b-head$' "$work/out" && grep -q ': y.md#x$' "$work/out"
check $? "these and no others: $(cat "$work/out")"

# ---- the comparison can fail, and what a drawing says is what the wave says
"$scord" cosim tb/streams/table4b-missing-device-fence.sevt --config tiny --max-latency 1 --wave "$work/w.fst" \
    --quiet > "$work/out" 2>&1; check $? "a run"
sed 's/^mark.*//; s/kind=access#2/kind=access/' docs/theory/diagrams/fence_file.diagram > "$work/d.diagram"
"$scord" wave "$work/w.fst" --diagram "$work/d.diagram" --svg "$work/a.svg";
check $? "the diagram of the fence file, of a run without the fence"
! cmp -s "$work/a.svg" docs/images/theory/fence_file.svg; check $? "another run, another picture"
grep -q '>missing_device_fence</title>' "$work/a.svg"; check $? "it shows the race"
"$scord" wave "$work/w.fst" --diagram "$work/d.diagram" --svg - | cmp -s - "$work/a.svg";
check $? "the same to standard output"

# ---- refusals: exit code, one line, which names the description's line
refused() { # code text description-line…
    want=$1; text=$2; shift 2
    {
        printf 'row valid "v" sm_event_valid_i part=0/2\nrow kind "k" sm_event_i part=0/2 field=sm_event.kind shown=sm_event_kind when=valid\n'
        printf '%s\n' "$@"
    } > "$work/r.diagram"
    "$scord" wave "$work/w.fst" --diagram "$work/r.diagram" --svg "$work/r.svg" > "$work/out" 2> "$work/err"; got=$?
    [ $got -eq "$want" ] && [ "$(wc -l < "$work/err")" -eq 1 ] && grep -q "$text" "$work/err"
    check $? "exit $got, expected $want, '$text': $(cat "$work/err")"
}
last='window kind=access 0 4'
refused 2 "r.diagram:3: no statement 'rows'" 'rows' "$last"
refused 2 "r.diagram:3: .*of a row: 'part=2/2'" 'row x "x" grant_o part=2/2' "$last"
refused 2 "r.diagram:3: .*of a row: 'field=sm_event.nothing'" 'row x "x" sm_event_i field=sm_event.nothing' "$last"
refused 2 "r.diagram:3: no encoding 'nothing'" 'row x "x" grant_o shown=nothing' "$last"
refused 2 "r.diagram:3: .*of a row: 'when=later'" 'row x "x" grant_o when=later' "$last"
refused 2 "r.diagram:3: a row needs .*'kind'" 'row kind "x" grant_o' "$last"
refused 2 "r.diagram:3: no row 'missing'" 'handshake valid missing' "$last"
refused 2 "r.diagram:3: no row 'missing'" 'window missing=1 0 4'
refused 2 "r.diagram:3: a window has 2 to 48 cycles" 'window kind=access 0 99'
refused 2 'no window' 'group "g"'
refused 2 "r.diagram:3: row 'kind' shows 'access' anew only 1 times .* not 9" 'window kind=access#9 0 4'
refused 2 "r.diagram:4: mark A is in cycle 40, outside" "$last" 'mark A kind=access+40 kind "t"'
# ... and, of a description that states its run, that run
refused 2 "not 9; it is of the wave of: scord cosim a.sevt --config tiny$" 'run a.sevt --config tiny' \
    'window kind=access#9 0 4'
refused 2 "outside the window; it is of the wave of: scord cosim a.sevt$" 'run a.sevt' "$last" \
    'mark A kind=access+40 kind "t"'
refused 2 "hold the field; it is of the wave of: scord cosim a.sevt$" 'run a.sevt' \
    'row x "x" sm_event_i part=0/3 field=sm_event.kind' "$last"
refused 2 "r.diagram:4: no text for mark" "$last" 'mark A kind=access kind'
refused 2 'has no signal .*nowhere' 'row x "x" nowhere' "$last"
refused 2 'r.diagram:3: .* bits: not 3 equal parts' 'row x "x" sm_event_i part=0/3 field=sm_event.kind' "$last"
exits 2 "no such description" "$work/out" "$scord" wave "$work/w.fst" --diagram "$work/none" --svg "$work/r.svg"
exits 2 "without --svg" "$work/out" "$scord" wave "$work/w.fst" --diagram "$work/d.diagram"
exits 2 "no such wave" "$work/out" "$scord" wave "$work/none.fst" --diagram "$work/d.diagram" --svg "$work/r.svg"
exits 3 "no such folder" "$work/out" "$scord" wave "$work/w.fst" --diagram "$work/d.diagram" --svg "$work/no/such.svg"
finish
