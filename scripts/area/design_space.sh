#!/bin/sh
# design_space.sh: what the next bit would cost: state, and area and longest path of the block that holds it, for other sizes.
#
# usage: design_space.sh        prints a Markdown table
# A size is a constant of scripts/params/scord.params, changed in a copy of rtl/ (build/area/space); generated headers follow. Blocks are
# those of one SM (lock table, 32 warps; fence file, 32 entries and four lanes), state is the default machine's 15 SMs.
# Environment: BUILD (default build). Exit codes: 0 printed, 1 a step failed, 3 a tool is missing.
set -u
cd "$(dirname "$0")/../.." || exit 3
build=${BUILD:-build}; work=$build/area/space
generator=$build/tools/generate_parameters
mkdir -p "$work" "$build/tools"
[ -x "$generator" ] || ${CC:-cc} -std=c11 -O1 -o "$generator" scripts/generate_parameters.c || exit 3

row() { # name, constant, value, bits of state in the default machine, top, parameters
    name=$1; constant=$2; value=$3; bits=$4; top=$5; shift 5
    copy=$work/$constant-$value
    if ! [ -e "$copy/done" ]; then
        rm -rf "$copy"; mkdir -p "$copy/cmodel" "$copy/docs" "$copy/cosim/wave"; cp -r rtl "$copy/rtl"
        sed "s/^constant $constant [0-9]*/constant $constant $value/" scripts/params/scord.params > "$copy/params"
        "$generator" "$copy/params" "$copy" > "$copy/log" 2>&1 || { echo "| $name | $value | - | cannot be: $(head -n 1 "$copy/log" | sed 's/^[^ ]* //') | | |"; return; }
        touch "$copy/done"
    fi
    figures=$(RTL=$copy/rtl scripts/area/area.sh measure "space/$constant-$value/$top" "$top" "$@") || exit 1
    echo "$figures" | awk -v name="$name" -v value="$value" -v bits="$bits" '{ printf "| %s | %s | %d | %.3f | %.2f | %.1f |\n", name, value, bits / 8, $5 / 1e6, $6, $7 }'
}

echo '| size | value | bytes of state, 15 SMs | mm² of the block, one SM | ns | FO4 |'
echo '|---|---:|---:|---:|---:|---:|'
for entries in 2 4 8; do row 'lock table entries a warp' lock_table_entries $entries $((15 * 32 * 9 * entries)) lock_table WarpsPerSm=32; done
for width in 4 6 8; do row 'bits of a fence counter' fence_id_width $width $((15 * 32 * 2 * width)) fence_file NumSms=1 WarpsPerSm=32 Lanes=4; done
