#!/bin/sh
# prove.sh: proves the properties of formal_X.v and the assertions of module X.
#
# usage: prove.sh MODULE…
# A combinational module ("// prove: single step" in formal_X.v) is proved in one step for all inputs by yosys's own SAT solver,
# seconds where z3 takes many minutes; every bit of its wire `cover_points` must be reachable.
# "// prove: SAT induction, cover N" uses the same solver for a proof by induction and for cover points in cycle N.
# Others have three runs by yosys-smtbmc and z3: bounded from reset (12 cycles), induction (nothing bounded left; with
# INDUCTION defined, which leaves out what is only bounded), and cover (every cover point can be reached, so no assumption is
# contradictory). "// prove: bounded N, induction N, cover N" sets other lengths.
# RTL=directory proves another copy of rtl/, PROOF_ONLY=1 leaves out the cover points (both for refute.sh).
# Exit codes: 0 all proved, 1 not, 3 a tool is missing.
for tool in yosys yosys-smtbmc z3; do
    command -v $tool > /dev/null || { echo "prove.sh: $tool is missing, run 'make setup'" >&2; exit 3; }
done
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
passed=0; failed=0; rtl=${RTL:-rtl}

netlist() { # module define
    echo "read_verilog -sv -formal -I$rtl/common $2 tb/formal/formal_$1.v $rtl/common/*.v $rtl/sm/*.v $rtl/detector/*.v;
        prep -top formal_$1; flatten; async2sync; dffunmap"
}

model() { # module define output
    yosys -q -p "$(netlist "$1" "$2"); write_smt2 -wires $3" > "$work/log" 2>&1
}

report() { # name, after the command whose status it takes; log in $work/log
    if [ "$2" -eq 0 ]; then
        passed=$((passed + 1)); echo "proved $1"
    else
        failed=$((failed + 1)); echo "FAILED $1"; grep "FAIL!\|^Reached maximum" "$work/log"
        grep -v "^## .*Solver\|Checking assumptions\|^ *[/|_(]" "$work/log" | tail -n 12
    fi
}

run() { # name smt2 options…
    name=$1; smt2=$2; shift 2
    yosys-smtbmc -s z3 --noprogress "$@" "$smt2" > "$work/log" 2>&1 && grep -q 'Status: PASSED' "$work/log"
    report "$name" $?
}

solver() { # module, prefix, prove options, cover options
    points=$(sed -n "s/^.* wire \[\([0-9]*\):0\] cover_points.*/\1/p" "tb/formal/formal_$1.v")
    load="$(netlist "$1" ""); chformal -cover -remove; techmap; opt"
    yosys -p "$load; sat -verify -prove-asserts -set-assumes -show-inputs $3" > "$work/log" 2>&1 && grep -q "SUCCESS!" "$work/log"
    report "$1, $2" $?
    [ -z "$PROOF_ONLY" ] || return 0  # refute.sh
    for point in $(seq 0 "${points:-0}"); do load="$load; sat -set-assumes $4 cover_points[$point] 1"; done
    yosys -p "$load" > "$work/log" 2>&1 && [ "$(grep -c "SAT solving finished - model found" "$work/log")" -eq $((points + 1)) ]
    report "$1, cover" $?
}

steps() { # module run default
    found=$(sed -n "s|^// prove:.*$2 \([0-9]*\).*|\1|p" "tb/formal/formal_$1.v"); echo "${found:-$3}"
}

for module; do
    case $(sed -n "s|^// prove: \([a-zA-Z ]*\).*|\1|p" "tb/formal/formal_$module.v") in
        "single step") solver "$module" "all inputs" "" -set; continue;;
        "SAT induction")
            last=$(steps "$module" cover 8)
            solver "$module" "SAT induction" "-tempinduct -maxsteps ${MAX_STEPS:-3}" "-seq $last -set-at $last"; continue;;
    esac
    model "$module" "" "$work/bounded.smt2" && model "$module" -DINDUCTION "$work/induction.smt2" ||
        { failed=$((failed + 1)); echo "FAILED $module: yosys"; head -n 5 "$work/log"; continue; }
    run "$module, bounded" "$work/bounded.smt2" -t "$(steps "$module" bounded 12)"
    run "$module, induction" "$work/induction.smt2" -i -t "$(steps "$module" induction 4)"
    run "$module, cover" "$work/bounded.smt2" -c -t "$(steps "$module" cover 15)"
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
