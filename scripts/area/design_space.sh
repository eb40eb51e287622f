#!/bin/sh
# design_space.sh: what the next bit would cost and buy: state, area and longest path of the block that holds it, and sites found, for other sizes.
#
# usage: design_space.sh        prints a Markdown table
# A size is a constant of scripts/params/scord.params, changed in a copy of rtl/ (build/area/space); generated headers follow. Blocks are
# those of one SM (lock table, 32 warps; fence file, 32 entries and four lanes), state is the default machine's 15 SMs. Sites found are those
# of docs/accuracy.md (make eval-accuracy), group "programs"; "-" where a size cannot be built or was not evaluated.
# Environment: BUILD (default build). Exit codes: 0 printed, 1 a step failed, 3 a tool is missing.
set -u
cd "$(dirname "$0")/../.." || exit 3
build=${BUILD:-build}; work=$build/area/space
generator=$build/tools/generate_parameters
mkdir -p "$work" "$build/tools"
[ -x "$generator" ] || ${CC:-cc} -std=c11 -O1 -o "$generator" scripts/generate_parameters.c || exit 3

recall() { # configuration of docs/accuracy.md, which of the figures "a / b / c" of its row
    awk -F' *[|] *' -v configuration="$1" -v position="$2" '$2 != "" { programs = $2 == "programs" }
        programs && $3 == configuration { split($7, part, " / "); value = part[position]; sub(/ %/, "", value); print value " %"; found = 1; exit }
        END { if (!found) print "-" }' docs/accuracy.md
}

row() { # name, constant, value, bits of state in the default machine, sites found, top, parameters
    name=$1; constant=$2; value=$3; bits=$4; found=$5; top=$6; shift 6
    copy=$work/$constant-$value
    rm -rf "$copy"; mkdir -p "$copy/cmodel" "$copy/docs" "$copy/cosim/wave"; cp -r rtl "$copy/rtl"
    sed "s/^constant $constant [0-9]*/constant $constant $value/" scripts/params/scord.params > "$copy/params"
    "$generator" "$copy/params" "$copy" > "$copy/log" 2>&1 ||
        { echo "| $name | $value | - | - | - | - | $found | cannot be: $(head -n 1 "$copy/log" | sed 's/^[^ ]* //') |"; return; }
    figures=$(RTL=$copy/rtl scripts/area/area.sh measure "space/$constant-$value/$top" "$top" "$@") || exit 1
    echo "$figures" | awk -v name="$name" -v value="$value" -v bits="$bits" -v found="$found" \
        '{ printf "| %s | %s | %d | %.3f | %.2f | %.1f | %s | |\n", name, value, bits / 8, $5 / 1e6, $6, $7, found }'
}

echo '| size | value | bytes of state, 15 SMs | mm² of the block, one SM | ns | FO4 | sites found | |'
echo '|---|---:|---:|---:|---:|---:|---:|---|'
set -- "$(recall 'uncached, lock table of 1 / 2 / 8' 2)" "$(recall uncached 1)" "$(recall 'uncached, lock table of 1 / 2 / 8' 3)"
for entries in 2 4 8; do
    row 'lock table entries a warp' lock_table_entries $entries $((15 * 32 * 9 * entries)) "$1" lock_table WarpsPerSm=32 || exit; shift
done
fences='uncached, fence IDs of 4 or 8 bits, BarrierID of 4 or 12'
set -- "$(recall "$fences" 1)" "$(recall uncached 1)" "$(recall "$fences" 1)"
for width in 4 6 8; do
    row 'bits of a fence counter' fence_id_width $width $((15 * 32 * 2 * width)) "$1" fence_file NumSms=1 WarpsPerSm=32 Lanes=4 || exit; shift
done
echo "| bloom bits of a lockset | 8 | - | - | - | - | - | another hash: not built, not evaluated |"
echo "| | 16 | in metadata | - | - | - | $(recall uncached 1) | as built (D21) |"
echo "| | 32 | - | - | - | - | - | cannot be: an entry of 64 bits has no room |"
for ratio in 1 4 16; do
    configuration=1:$ratio; [ $ratio -ne 1 ] || configuration=uncached
    echo "| words that share an entry | $ratio | 0 | 0 | - | - | $(recall $configuration 1) | a run-time register; metadata take $(awk "BEGIN { print 200 / $ratio }") % of the tracked memory |"
done
