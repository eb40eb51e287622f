#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# design_space.sh: what the next bit would cost and buy: state, area and longest path of the block that holds it, checks
# a cycle, and sites found, for other sizes.
#
# usage: design_space.sh        prints a Markdown table
# A size is a constant of scripts/params/scord.params, changed in a copy of rtl/ (build/area/space); generated headers
# follow. Blocks are those of one SM (lock table with its bloom, 32 warps; fence file, 32 entries and four lanes), state
# is the default machine's 15 SMs. Checks a cycle are the most that docs/results/throughput.md measures on the default
# machine (make throughput): no size here is in a check's path. Sites found are those of docs/results/accuracy.md (make
# eval-accuracy), group "programs"; "-" where a size cannot be built or was not evaluated.
# Environment: BUILD (default build). Exit codes: 0 printed, 1 a step failed, 3 a tool is missing.
set -u
cd "$(dirname "$0")/../.." || exit 3
build=${BUILD:-build}; work=$build/area/space
mkdir -p "$work"

recall() { # configuration of docs/results/accuracy.md, which of the figures "a / b / c" of its row
    awk -F' *[|] *' -v configuration="$1" -v position="$2" '$2 != "" { programs = $2 == "programs" }
        programs && $3 == configuration { split($7, part, " / "); value = part[position]; sub(/ %/, "", value);
            print value " %"; found = 1; exit }
        END { if (!found) print "-" }' docs/results/accuracy.md
}
checks=$(awk -F' *[|] *' '
    /^## / { machine = $2 == "" ? $1 : $0 }
    machine ~ /^## gtx480/ && $2 == "sequential" && $3 == "hits" { print $4; exit }' docs/results/throughput.md)

# name, value, "CONSTANT…" that become VALUE (CONSTANT/2: half of it), bits of state, bits of an entry, sites found,
# remark, top, parameters
row() {
    name=$1; value=$2; constants=$3; bits=$4; entry=$5; found=$6; remark=$7; top=$8; shift 8
    copy=$work/${constants%% *}-$value
    rm -rf "$copy"; mkdir -p "$copy/cmodel" "$copy/docs" "$copy/cosim/wave"; cp -r rtl "$copy/rtl"
    cp scripts/params/scord.params "$copy/params"
    for constant in $constants; do
        case $constant in */2) constant=${constant%/2}; set_to=$((value / 2));; *) set_to=$value;; esac
        sed "s/^CONSTANT($constant, [0-9]*/CONSTANT($constant, $set_to/" "$copy/params" > "$copy/params.new" &&
            mv "$copy/params.new" "$copy/params"
    done
    { ${CC:-cc} -std=c11 -O1 -DPARAMS="\"$PWD/$copy/params\"" -o "$copy/generate" scripts/generate_parameters.c &&
        "$copy/generate" "$copy"; } > "$copy/log" 2>&1 || { cat "$copy/log" >&2; exit 1; }
    figures=$(RTL=$copy/rtl scripts/area/area.sh measure "space/${constants%% *}-$value/$top" "$top" "$@") || exit 1
    echo "$figures" | awk -v name="$name" -v value="$value" -v bits="$bits" -v entry="$entry" -v checks="$checks" \
        -v found="$found" -v remark="$remark" \
        '{ printf "| %s | %s | %d | %s | %.3f | %.2f | %.1f | %s | %s | %s |\n", name, value, bits / 8, entry, $5 / 1e6, $6, $7, checks, found, remark }'
}

echo '| size | value | bytes of state, 15 SMs | bits of a metadata entry | mm² of the block, one SM | ns | FO4 | checks a cycle | sites found | |'
echo '|---|---:|---:|---:|---:|---:|---:|---:|---:|---|'
set -- "$(recall 'uncached, lock table of 1 / 2 / 8' 2)" "$(recall uncached 1)" \
    "$(recall 'uncached, lock table of 1 / 2 / 8' 3)"
for entries in 2 4 8; do
    row 'lock table entries a warp' $entries lock_table_entries $((15 * 32 * 9 * entries)) 0 "$1" '' lock_table \
        WarpsPerSm=32 || exit
    shift
done
fences='uncached, fence IDs of 4 or 8 bits, BarrierID of 4 or 12'
set -- "$(recall "$fences" 1)" "$(recall uncached 1)" "$(recall "$fences" 1)"
for width in 4 6 8; do
    row 'bits of a fence counter' $width fence_id_width $((15 * 32 * 2 * width)) $((2 * width)) "$1" '' fence_file \
        NumSms=1 WarpsPerSm=32 Lanes=4 || exit
    shift
done
set -- "$(recall 'uncached, bloom of 8 / 32' 1)" "$(recall uncached 1)" "$(recall 'uncached, bloom of 8 / 32' 2)"
for width in 8 16 32; do
    remark='lock table block'; [ $width -ne 32 ] || remark='lock table block; an entry of 80 bits does not fit its 64'
    row 'bloom bits of a lockset' $width 'bloom_width bloom_part_width/2' 0 $width "$1" "$remark" lock_table \
        WarpsPerSm=32 || exit
    shift
done
for ratio in 1 4 16; do
    configuration=1:$ratio; [ $ratio -ne 1 ] || configuration=uncached
    echo "| words that share an entry | $ratio | 0 | 0 | - | - | - | $checks | $(recall $configuration \
        1) | a run-time register; metadata take $(awk "BEGIN { print 200 / $ratio }") % of the tracked memory |"
done
