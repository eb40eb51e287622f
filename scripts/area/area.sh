#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# area.sh: what the hardware costs: state audit, standard cells, static timing (docs/area.md).
#
# usage: area.sh audit CONFIG                        every register bit attributed to a structure of
#                                                    scripts/area/state.table
#        area.sh measure NAME TOP [-c CONFIG | KEY=VALUE]… synthesis and timing of one machine or module: its row, as in
#        scripts/area/baseline
#        area.sh check FILE [NAME…]                  rows of FILE against scripts/area/baseline
#        area.sh rows NAME                           of a measured NAME: instances and registers
#                                                    (scripts/area/netlist.awk)
# A row: gates NAME CELLS FLIP_FLOPS AREA_UM2 NS FO4. NS is the clock that the longest path between registers allows (of
# a module without registers, the longest path through it), at 0.18 µm, typical; FO4 the same in inverter delays of that
# library. A row may leave its baseline by the tolerances in the head of that file, in either direction; `make
# area-record` records on purpose.
# Environment: BUILD (default build; of an installed scord in the folder it is called in), RTL (another copy of rtl/).
# Results stay in $BUILD/area/NAME.
# Exit codes: 0 all right, 1 a budget or a baseline does not hold, or a step failed; 2 bad usage; 3 a tool is missing,
# or the results cannot be written.
set -u
called_in=$PWD; cd "$(dirname "$0")/../.." || exit 3
[ -f Makefile ] || { BUILD=${BUILD:-$called_in/build}; export BUILD; }    # an installation, which is not writable
scripts=scripts/area; build=${BUILD:-build}; rtl=${RTL:-rtl}
library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
usage() { sed -n '3,7s/^# //p' "$scripts/area.sh" >&2; exit 2; }
keys_of() {
    sed -n "s/^CONFIG_$1_YOSYS = //p" "$rtl/common/scord_configs.mk" |
        sed 's/-chparam \([A-Za-z0-9]*\) \([0-9]*\)/\1=\2/g'
}

# On a terminal a line says what runs, for how long, and what the log of Yosys names last.
watched() { # TEXT LOG COMMAND…
    text=$1; log=$2; shift 2
    [ -t 2 ] || { "$@"; return; }
    (   began=$(date +%s)
        while sleep 1 && kill -0 $$ 2> /dev/null; do
            printf '\r\033[K%s: %d s%.70s' "$text" $(($(date +%s) - began)) "$(tail -c 20000 "$log" 2> /dev/null |
                sed -n "s/^[0-9.]* *Executing \([A-Z_0-9]*\) .*/, \1/p
                        s/^Extracting gate netlist of module .[\\\\]\([a-z_0-9]*\).*/, gates of \1/p" | tail -n 1)" >&2
        done) &
    ticker=$!
    "$@"; code=$?
    kill $ticker 2> /dev/null; wait $ticker 2> /dev/null
    printf '\r\033[K' >&2
    return $code
}

audit() { # configuration
    keys=$(keys_of "$1")
    [ -n "$keys" ] || { echo "area.sh: no configuration $1" >&2; exit 2; }
    work=$build/area/$1_state
    watched "1 of 1, registers of $1 by Yosys" "$work/log" \
        env RTL="$rtl" scripts/synthesis.sh -s -c "$1" scord_top "$work" || exit
    awk -v top=scord_top -f $scripts/words.awk "$work/words.il" > "$work/rows" || exit 1
    awk -v config="$1" -v keys="$keys" -v rows="$work/row" -f $scripts/audit.awk $scripts/state.table "$work/rows"
}

measure() { # name, top, arguments of synthesis.sh
    name=$1; top=$2; shift 2
    work=$build/area/$name; options=
    while [ $# -gt 0 ]; do case $1 in -c) options="$options -c $2"; shift 2;; -*) options="$options $1";
    shift;; *) break;; esac; done
    # shellcheck disable=SC2086
    watched "1 of 2, gates of $name by Yosys" "$work/log" \
        env RTL="$rtl" scripts/synthesis.sh $options "$top" "$work" "$@" || exit
    awk -v top="$top" -v library=$library -f $scripts/netlist.awk "$work/netlist.v" > "$work/rows" || exit 1
    # shellcheck disable=SC2046
    watched "2 of 2, paths of $name by OpenSTA" "$work/none" env ONLY_TOP=1 $scripts/timing.sh "$work/netlist.v" \
        "$top" "$work/timing" $(blocks "$work/rows") > "$work/paths" || exit
    [ -s "$work/paths" ] || ONLY_MODULE=$top $scripts/timing.sh "$work/netlist.v" "$top" "$work/timing" \
        > "$work/paths" || exit
    awk -F'\t' -v name="$name" '
        FNR == NR { if ($1 == "instance" && $2 == ".") { cells = $7; flops = $8; area = $9 } next }
        $1 == "block" && $2 == "." || $1 == "module" { ns = $3; fo4 = $4 }
        END { if (cells == 0 || ns == 0) exit 1;
            printf "gates %s %d %d %.0f %.3f %.1f\n", name, cells, flops, area, ns, fo4 }' "$work/rows" "$work/paths" \
            > "$work/row" ||
        { echo "area.sh: no figures of $name in $work" >&2; exit 1; }
    cat "$work/row"
}

# Instances with registers of their own, as OpenSTA names them; of the SMs the first.
blocks() { awk -F'\t' '$1 == "instance" && $2 != "." && $5 > 0 && $2 !~ /^g_sm\[[1-9]/ { print $2 }' "$1"; }

rows() { # name
    [ -r "$build/area/$1/rows" ] ||
        { echo "area.sh: nothing of $1 in $build/area; 'scord area measure $1 TOP' measures it" >&2; exit 2; }
    cat "$build/area/$1/rows"
}

[ $# -ge 2 ] || usage
command=$1; shift
result=$(mktemp) || exit 3
trap 'rm -f "$result"' EXIT
(   case $command in
    audit) [ $# -eq 1 ] || usage; audit "$1";;
    measure) [ $# -ge 2 ] || usage; measure "$@";;
    check) file=$1; shift; awk -v wanted="$*" -f $scripts/baseline.awk $scripts/baseline "$file";;
    rows) rows "$1";;
    *) usage;;
    esac
) > "$result"
code=$?
cat "$result" || exit 3 # a full disk is none of the results
exit $code
