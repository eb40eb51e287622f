#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# prove.sh: proves the properties of formal_X.v and the assertions inside module X.
#
# usage: prove.sh MODULE…            MODULE: the X of tb/formal/formal_X.v
# The head of formal_X.v says what to do:
#   // prove: single step             combinational: for all inputs, by yosys's own SAT solver
#   // prove: SAT induction, cover N by temporal induction (unbounded) with the same solver; cover points are reached in
#   cycle N
#                                     ("long cover N": by `make formal` only)
#   // prove: PDR, cover N            by ABC's property directed reachability (unbounded, finds its own invariant)
#   // prove: bounded K, cover N      from reset, K cycles, nothing beyond
#   // reduce: sed script            on scord_params.vh, in a copy of rtl/: a smaller record, line, …; the RTL itself is
#                                    the same
#   // cut: module…                   these modules keep their ports and nothing else: their outputs are arbitrary, so
#                                    that what is proved of the wires around them holds whatever they do
#   // assertions: own               the module's own assertions are left out (proved elsewhere); only what the
#                                    properties need is kept
#   // netlist: words                cells of whole words go to the solver, not gates
#   // parameters: A=1 B=2; A=2 B=2   parameter sets, each proved; cover points with the first. A set that begins with
#                                     "long" is proved by `make formal` only (LONG=1)
#   // groups: text                   property groups, for the table
# A cover point whose line ends in "// with SET" is reached with that parameter set, not with the first.
# Every wire cover_NAME must be reachable: so no assumption is contradictory,
# and no proof holds only because nothing happens.
# Environment: RTL=directory        another copy of rtl/ (refute.sh)
#              PROOF_ONLY=1         no cover points, first parameter set only, or the one in PROOF_SET (refute.sh);
#                                   MAX_STEPS=N look for a counterexample in N cycles only
#              ROWS=directory       also a row of the summary table for each proof, in ROWS/X
#              SHOW=1               on a failure, the values of all signals
#              TRACES=directory     also a VCD for each cover point, TRACES/X-NAME.vcd, and its line in TRACES/list
#              SCORD_CACHE          where proofs are kept (tb/kept.sh), default BUILD/cache (BUILD: default build)
# Kept are proofs, covers reached and, with MAX_STEPS, counterexamples, each under the files that yosys read
# (formal_X.v, the modules below it, what they include), its parameter set and limits, this script and the versions of
# the tools. A row then has the CPU seconds of the run that found the result. With SHOW or TRACES the run is made anew.
# Exit codes: 0 all proved, 1 not, 2 no such module, 3 a tool is missing.
for tool in yosys yosys-abc; do
    command -v $tool > /dev/null || { echo "prove.sh: $tool is missing, run 'make test-setup'" >&2; exit 3; }
done
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. "$(dirname "$0")/../../tb/expect.sh"
. "$(dirname "$0")/../../tb/kept.sh"
source=${RTL:-rtl}
keep_in proofs
[ -z "$SHOW" ] || kept_place=
tools="$(cat "$0" tb/kept.sh | sha256sum) $(yosys -V)"

head_line() { # key: what follows "// key: " in the module's formal file
    sed -n "s|^// $1: *||p" "$file" | head -n 1
}

number_after() { # word default: the number after a word of the prove line
    found=$(head_line prove | sed -n "s|.*$1 \([0-9]*\).*|\1|p"); echo "${found:-$2}"
}

# Only what the module needs is read. Memories become registers, so that the properties can see their words; assertions
# are checked in the cycle of their values, not one later.
load() { # parameter set
    options=$(echo "$1" | tr ' ' '\n' | sed -n 's|^\([A-Za-z0-9_]*\)=\(.*\)|-chparam \1 \2|p' | tr '\n' ' ')
    gates="techmap; opt -nodffe -nosdff"; [ "$(head_line netlist)" != words ] || gates="opt"
    own=""; [ "$(head_line assertions)" != own ] || own="chformal -assert -remove c:*dut*;"
    # A counterexample is a few cycles deep: to solve it takes less time than to make the netlist small.
    free=""; [ -z "$cut" ] || free="proc; setundef -undriven -anyseq $(printf "*%s* " $cut);"
    small="$free prep -flatten -top $top"
    [ -z "$MAX_STEPS" ] || { small="proc; $free flatten; opt_expr; opt_merge; opt_expr; opt_clean"; gates="opt_clean"; }
    echo "verilog_defaults -add -sv -formal -mem2reg -I$rtl/common; read_verilog $file;
        hierarchy -check -top $top $options -libdir $rtl -libdir $rtl/common -libdir $rtl/sm -libdir $rtl/detector;
        rename -top $top; $small; async2sync; dffunmap; chformal -early; chformal -cover -remove; $own
        stat; $gates"
}

# What is done with the module; work/read then names the files that yosys read. What is of yosys follows from its
# version, a reduced copy from the source and the head of the formal file.
run() { # parameter set, script of yosys
    if [ ! -d "$rtl" ]; then
        cp -r "$source" "$rtl"; sed -i "$reduce" "$rtl/common/scord_params.vh"
        for module_cut in $cut; do
            file_cut=$(find "$rtl" -name "$module_cut.v")
            sed -i "/^);/q" "$file_cut"; echo endmodule >> "$file_cut"
        done
    fi
    rm -f "$work/read.mk" "$work/read"
    yosys -E "$work/read.mk" -p "$(load "$1"); $2" > "$work/log" 2>&1 || return
    # A port or a wire of the module that is wider than in formal_X.v: a proof about something that is no more.
    ! grep -a "^Warning: \(Resizing cell port\|Widening signal\)" "$work/log" > "$work/stale" ||
        { echo "FAIL! $(head -n 1 "$work/stale")" >> "$work/log"; return 1; }
    sed 's/^[^:]*: *//' "$work/read.mk" | tr ' ' '\n' |
        sed "s|^$rtl/|$source/|; /^\$/d; /\/share\/yosys\//d" > "$work/read"
}

report() { # what, status of the proof
    if [ "$2" -eq 0 ]; then
        pass "proved $module, $1"
    else
        fail "$module, $1"
        [ -z "$SHOW" ] || sed -n "/Signal Name/,/^\$/p" "$work/log"
    fi
}

row() { # parameter set, engine, depth, status: of the summary table
    result=proved; [ "$4" -eq 0 ] || result=FAILED
    properties=$(sed -n 's/^ *\$assert  *\([0-9]*\)/\1/p' "$work/log" | tail -n 1)
    printf '%s | %s | %s | %s | %s | %s | %s | %s\n' "$module" "${1:--}" "$properties" "$(head_line groups)" "$2" "$3" \
        "$result" \
        "$(sed -n "s/.*CPU: user \([0-9.]*\)s.*/\1/p" "$work/log" | awk "{s += \$1} END {printf \"%.1f\", s}")"
}
add_row() { # the text of a row on standard input
    if [ -n "$ROWS" ]; then mkdir -p "$ROWS"; cat >> "$ROWS/$module"; else cat > /dev/null; fi
}

# A counterexample: neither an error of the tools nor an induction that does not close.
refuted() {
    grep -q "model found: FAIL!\|model found for base case: FAIL!" "$work/why" &&
        ! grep -q "^Reached maximum" "$work/why"
}

# Without -verify: yosys would end before it lists the files that it read.
by_sat() { # parameter set, options of sat
    run "$1" "sat -prove-asserts -set-assumes -show-public $2" && grep -q "SUCCESS!" "$work/log" &&
        ! grep -q "FAIL!" "$work/log"
}

by_pdr() { # parameter set
    : > "$work/abc"
    run "$1" "abc -g AND -fast; opt_clean; write_aiger -zinit $work/design.aig" &&
        yosys-abc -c "read_aiger $work/design.aig; fold; pdr -T ${PDR_SECONDS:-1200}" > "$work/abc" 2>&1
    cat "$work/abc" >> "$work/log"
    grep -q "^Property proved" "$work/abc"
}

engine_of() { # parameter set: the proof; engine and depth as the row shall name them
    case $kind in
        "single step") by_sat "$1" ""; status=$?; engine="SAT"; depth="all inputs";;
        "SAT induction")
            # refute.sh
            search="-tempinduct -maxsteps $(number_after steps 6)"
            [ -z "$MAX_STEPS" ] || search="-tempinduct-baseonly -maxsteps $MAX_STEPS"
            by_sat "$1" "$search"; status=$?; engine="SAT"
            depth="induction, k = $(sed -n 's/^\*\* Trying induction with length \([0-9]*\).*/\1/p' "$work/log" |
                tail -n 1)";;
        "PDR")
            # refute.sh
            if [ -n "$MAX_STEPS" ]; then by_sat "$1" "-tempinduct-baseonly -maxsteps $MAX_STEPS"; else by_pdr "$1"; fi
            status=$?; engine="ABC pdr"; depth="invariant found";;
        "bounded") bound=$(number_after bounded 10)
            by_sat "$1" "-tempinduct-baseonly -maxsteps ${MAX_STEPS:-$bound}"; status=$?; engine="SAT";
            depth="$bound cycles from reset";;
    esac
}

prove() { # parameter set
    key="$tools, proof of $module, $1, steps $MAX_STEPS, seconds $PDR_SECONDS"
    [ "$kind" != PDR ] || key="$key, $(yosys-abc -q version)"
    what="$kind${1:+, $1}"
    if kept "$key" > "$work/kept"; then
        if [ -z "$MAX_STEPS" ]; then
            pass "proved $module, $what (kept)"; add_row < "$work/kept"
        else
            fail "$module, $what (kept)"; cat "$work/kept"
        fi
        return
    fi
    engine_of "$1"
    report "$what" $status
    row "$1" "$engine" "$depth" $status > "$work/row"; add_row < "$work/row"
    grep -a "FAIL!\|^Reached maximum\|ERROR\|Warning" "$work/log" | head -n 5 > "$work/why"
    if [ $status -eq 0 ]; then
        [ -n "$MAX_STEPS" ] || keep "$key" "$work/read" < "$work/row"
    else
        cat "$work/why"
        [ -z "$MAX_STEPS" ] || ! refuted || keep "$key" "$work/read" < "$work/why"
    fi
}

# One yosys run for all points: each is one solution of the SAT problem, written as a trace.
cover() { # parameter set, the first or one that cover points name
    points=$(awk -v set="$1" -v first="$first" '/^ *(\(\* keep \*\) )?wire cover_/ {
        with = first; if (match($0, /\/\/ with .*/)) with = substr($0, RSTART + 8)
        if (with == set) { sub(/.*wire cover_/, ""); sub(/ .*/, ""); print }}' "$file")
    [ -n "$points" ] || { fail "$module: no cover point"; return; }
    key="$tools, cover points of $module, $1"
    if [ -z "$TRACES" ] && kept "$key" > "$work/kept"; then
        pass "proved $module, cover ($(echo "$points" | wc -l) points) (kept)"; add_row < "$work/kept"
        return
    fi
    script=; cycle=$(number_after cover 1)
    traces=${TRACES:-$work}; mkdir -p "$traces"
    for point in $points; do
        if [ "$kind" = "single step" ]; then
            at="-set cover_$point 1"
        else
            at="-tempinduct-baseonly -maxsteps $cycle -prove cover_$point 0"
        fi
        script="$script sat -set-assumes -show-public $at -dump_vcd $traces/$module-$point.vcd;"
    done
    for point in $points; do rm -f "$traces/$module-$point.vcd"; done
    run "$1" "$script"
    found=$(grep -c "SAT solving finished - model found\|model found for base case: FAIL" "$work/log")
    [ "$found" -eq "$(echo "$points" | wc -l)" ]; status=$?
    report "cover ($found points)" $status
    row "$1" "SAT" "$found cover points, cycle $cycle" $status > "$work/row"; add_row < "$work/row"
    if [ $status -eq 0 ]; then keep "$key" "$work/read" < "$work/row"; else
        grep -a "FAIL!\|^Reached maximum\|ERROR\|Warning" "$work/log" | head -n 5
        for point in $points; do [ -s "$traces/$module-$point.vcd" ] || echo "not reached: $point"; done
    fi
    [ -z "$TRACES" ] || for point in $points; do
        [ ! -s "$traces/$module-$point.vcd" ] || echo "$module | $point | $module-$point.vcd" >> "$traces/list"
    done
}

for module; do
    top=formal_$module; file=tb/formal/$top.v
    [ -f "$file" ] || { echo "prove.sh: no $file" >&2; exit 2; }
    [ -z "$ROWS" ] || rm -f "$ROWS/$module"
    reduce=$(head_line reduce); cut=$(head_line cut); rtl=$source
    [ -z "$reduce$cut" ] || { rtl=$work/rtl; rm -rf "$rtl"; }
    kind=$(head_line prove |
        sed 's|\(single step\).*|\1|; s|\(SAT induction\).*|\1|; s|\(PDR\).*|\1|; s|\(bounded\).*|\1|')
    case $kind in
        "single step" | "SAT induction" | PDR | bounded) ;;
        *) echo "prove.sh: $file has no '// prove:' line" >&2; exit 2;;
    esac
    # shellcheck disable=SC2046
    keep_state "$source" "$file" $(find "$source" -name "*.v" -o -name "*.vh" | sort) tb/formal/parts/*.vh \
        $(find . -maxdepth 1 -name "*.vh")
    head_line parameters | tr ';' '\n' | sed 's|^ *||; s| *$||' > "$work/sets"
    [ -s "$work/sets" ] || echo > "$work/sets"
    first=$(head -n 1 "$work/sets")
    [ -z "$PROOF_ONLY" ] || echo "${PROOF_SET:-$first}" > "$work/sets"
    while read -r set; do
        case $set in long*) [ -n "$LONG" ] || continue;; esac
        prove "$set"
    done < "$work/sets"
    [ -n "$PROOF_ONLY" ] || { head_line prove | grep -q "long cover" && [ -z "$LONG" ]; } || {
        cover "$first"
        sed -n 's|.*wire cover_.*// with ||p' "$file" | sort -u > "$work/with"
        while read -r set; do cover "$set"; done < "$work/with"
    }
done
finish
