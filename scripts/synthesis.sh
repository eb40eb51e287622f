#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# synthesis.sh: one module of the RTL, with parameters, to a gate-level netlist. The one synthesis script: area, timing,
# netlist lockstep and equivalence proofs all start from here (docs/area.md).
#
# usage: synthesis.sh [-f | -s] [-g] [-c CONFIG] TOP DIRECTORY [KEY=VALUE…]
#   -f   flat: one module; default: the hierarchy stays, and each module is mapped once however often it is instantiated
#   -s   state only: no gates, but words.il, the coarse netlist (RTLIL) whose registers and memories still have their
#        names and widths
#   -g   generic gates of Yosys (two-input gates, MUX, plain flip-flops); default: the osu018 standard cells of Debian
#   -c   parameters of a named configuration (scripts/params), those that TOP has; KEY=VALUE overrides them
# Writes DIRECTORY/netlist.v (-s: words.il), modules by their RTL names, a number behind where one name has several
# parameter sets. Modules are kept mapped in $BUILD/area/cells, by a sum of their source, the headers, the sources of
# what they instantiate (its ports) and the scripts, and are not mapped again while none of these changes.
# Environment: BUILD (default build), RTL (another copy of rtl/), DELAY (target of abc in ps; default 1, as fast as it
# gets). Synthesis is without assertions (SYNTHESIS is defined). Recorded figures are Yosys 0.23's, Debian's; another
# version warns.
# Exit codes: 0 written, 1 synthesis failed (the message names the log), 2 bad usage, 3 a tool or the library is
# missing.
set -u
repository=$(cd "$(dirname "$0")/.." && pwd) || exit 3
rtl=${RTL:-$repository/rtl}; delay=${DELAY:-1}; build=${BUILD:-$repository/build}
library=/usr/share/qflow/tech/osu018/osu018_stdcells.lib
awk_scripts=$repository/scripts/area
usage() { echo "usage: synthesis.sh [-f | -s] [-g] [-c CONFIG] TOP DIRECTORY [KEY=VALUE...]${1:+: $1}" >&2; exit 2; }
fail() { echo "synthesis.sh: $2" >&2; exit "$1"; }

form=hierarchy; cells=osu018; config=
while getopts fsgc: option; do
    case $option in f) form=flat;; s) form=state;; g) cells=generic;; c) config=$OPTARG;; *) usage;; esac
done
shift $((OPTIND - 1))
[ $# -ge 2 ] || usage
top=$1; directory=$2; shift 2
source=$(find "$rtl" -name "$top.v" | head -n 1)
[ -n "$source" ] || usage "no module $top below $rtl"
command -v yosys > /dev/null || fail 3 "yosys is missing, run 'make test-setup'"
[ $cells = generic ] || [ $form = state ] || [ -r $library ] ||
    fail 3 "$library is missing, run 'apt-get install qflow-tech-osu018'"
case $(yosys -V) in "Yosys 0.23 "*) ;; *) \
    echo "synthesis.sh: warning: recorded figures are of Yosys 0.23, this is $(yosys -V)" >&2;; esac
mkdir -p "$directory" || fail 3 "cannot make $directory"

# ---- parameters: of a configuration those that the module has --------------------------------------------------------
has() { grep -q "parameter int $1 " "$source"; }
parameters=
if [ -n "$config" ]; then
    line=$(sed -n "s/^CONFIG_${config}_YOSYS = //p" "$rtl/common/scord_configs.mk")
    [ -n "$line" ] || usage "no configuration $config"
    # shellcheck disable=SC2046
    set -- $(echo "$line" | sed 's/-chparam \([A-Za-z0-9]*\) \([0-9]*\)/\1=\2/g' | tr ' ' '\n' |
        while IFS='=' read -r key value; do
        case " $* " in *" $key="*) ;; *) if has "$key"; then echo "$key=$value"; fi;; esac; done) "$@"
fi
for pair; do
    case $pair in *=*) has "${pair%%=*}" ||
        usage "$top has no parameter ${pair%%=*}";; *) usage "$pair is not KEY=VALUE";; esac
    parameters="$parameters -set ${pair%%=*} ${pair#*=}"
done

# ---- Yosys -----------------------------------------------------------------------------------------------------------
elaborate="read_verilog -sv -DSYNTHESIS -I$rtl/common $rtl/common/*.v $rtl/sm/*.v $rtl/detector/*.v $rtl/scord_top.v
${parameters:+chparam$parameters $top
}hierarchy -check -top $top"
# abc sizes and buffers for a driver and a load like this at the edge of each module.
printf 'set_driving_cell INVX4\nset_load 0.05 [all_outputs]\n' > "$directory/constraints"
# Without dc2, which saves a fifth of the gates and makes ripples of adders and counters: twice the delay.
abc="+strash;ifraig;scorr;dch,-f;map,-B,0.9;topo;buffer,-c,-N,16;upsize,{D};dnsize,{D};stime,-p"
map_all="dfflibmap -liberty $library"
map_selected="abc -liberty $library -constr $directory/constraints -D $delay -script $abc
setundef -zero"
if [ $cells = generic ]; then map_all=; map_selected="abc -fast"; fi
map="$map_all
$map_selected"
logic="techmap -map $awk_scripts/part_select.v
opt -fast
synth -nordff -run fine:check"

run() { # script text
    printf '%s\n' "$1" > "$directory/script.ys"
    yosys -q -l "$directory/log" "$directory/script.ys" > "$directory/messages" 2>&1 ||
        fail 1 "$top: $(grep -m 1 ERROR "$directory/messages" || tail -n 1 "$directory/messages"), see $directory/log"
}

finish() { # raw netlist, result: plain module names
    awk -f "$awk_scripts/module_names.awk" "$1" "$1" > "$2.part" || fail 1 "cannot name the modules of $1"
    rm -f "$1"; mv "$2.part" "$2"
}

case $form in
state)
    run "$elaborate
synth -nordff -run begin:fine
write_ilang $directory/words.raw"
    finish "$directory/words.raw" "$directory/words.il"; exit 0;;
flat)
    run "$elaborate
synth -nordff -flatten -run begin:fine
check -assert
$logic
$map
opt_clean -purge
write_verilog -noattr $directory/netlist.raw"
    finish "$directory/netlist.raw" "$directory/netlist.v"; exit 0;;
esac

# ---- hierarchy: what is not yet mapped -------------------------------------------------------------------------------
common=$({ cat "$rtl"/common/*.vh "$0" "$awk_scripts/part_select.v"; echo "$cells $delay"; yosys -V; } | sha256sum)
kept=$build/area/cells; mkdir -p "$kept" || fail 3 "cannot make $kept"
file_of() { # module in Yosys → its file in $kept; the top has its plain name whatever its parameters are
    file=$1; [ "$1" != "$top" ] || file="$1$parameters"
    own=$(find "$rtl" -name "$(printf '%s\n' "$1" | sed 's/^\$paramod\(\$[0-9a-f]*\)\{0,1\}\\//; s/\\.*//').v")
    sum=$({ echo "$common"; cat "$own"
        for part in $(sed -n 's/^ *\([a-z_0-9]*\) \(#(\|u_.*\)$/\1/p' "$own"); do
            find "$rtl" -name "$part.v" -exec cat {} +
        done
        } | sha256sum | cut -c1-16)
    # A name with the parameters of a large top is longer than a file name may be.
    [ ${#file} -le 160 ] || file=$(printf '%s\n' "$file" | cut -c1-40)-$(printf '%s\n' "$file" | sha256sum | cut -c1-16)
    printf '%s\n' "$file-$sum" | tr -c 'A-Za-z0-9_\n-' '_'
}
run "$elaborate
tee -q -o $directory/modules ls"
sed -n 's/^  \([^ ].*\)$/\1/p' "$directory/modules" > "$directory/modules.part" &&
    mv "$directory/modules.part" "$directory/modules"
ready=; missing=
while IFS= read -r module; do
    file=$kept/$(file_of "$module").v
    if [ -e "$file" ]; then ready="$ready
blackbox $module"; else missing="$missing
select $module
$map_selected
opt_clean -purge
write_verilog -noattr -selected $directory/mapped.v
exec -- mv $directory/mapped.v $file
select -clear"; fi
done < "$directory/modules"
# Each module is written as soon as it is mapped: a run that is ended goes on from there.
[ -z "$missing" ] || run "$elaborate$ready
synth -nordff -run begin:fine
check -assert
$logic
$map_all$missing"
while IFS= read -r module; do
    cat "$kept/$(file_of "$module").v" || fail 1 "$module is not in the netlist, see $directory/log"
done \
    < "$directory/modules" > "$directory/netlist.raw"
finish "$directory/netlist.raw" "$directory/netlist.v"
