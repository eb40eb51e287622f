#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_kept.sh: a kept proof (tb/kept.sh) stands for the proof that would be made: it is made anew when anything changes
# that decides it, and a planted bug is found although the proof of the sound module is kept.
# In a copy of rtl/ and tb/formal with a cache of its own. Last line: "N passed, N failed".
set -u
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
mkdir -p "$work/tree/tb" "$work/bin"
cp -r rtl "$work/tree"; cp -r tb/formal tb/expect.sh tb/kept.sh tb/sample.sh "$work/tree/tb"
cd "$work/tree" || exit 3
export SCORD_CACHE=$work/cache
entries=$work/cache/proofs
script=tb/formal/prove.sh; module=lockset; rtl=rtl/detector/lockset.v

found() { # COMMAND…: code and out, "anew" or "kept" for each result that holds, and the closing line
    "$@" > "$work/log" 2>&1
    code=$?
    out=$(sed -n 's/^\(proved\|refuted\) .*(kept)$/kept/p; t; s/^\(proved\|refuted\) .*/anew/p' "$work/log" |
        tr '\n' ' ')
    closing=$(tail -n 1 "$work/log")
}
results() { # WANTED WHAT [COMMAND…]: all results are kept, or all are made anew
    local wanted=$1 what=$2
    shift 2
    [ $# -gt 0 ] || set -- $script $module
    found "$@"
    [ "$code" -eq 0 ] && [ "$out" = "$wanted $wanted " ] && [ "$closing" = "2 passed, 0 failed" ]
    check $? "$what: exit $code, $out, $closing; expected both $wanted: $(tail -n 5 "$work/log")"
}
refused() { # WHAT: a proof fails, this time as well
    found $script $module
    [ "$code" -eq 1 ] && ! grep -q "^proved $module, single step" "$work/log" && grep -q 'FAIL' "$work/log"
    check $? "$1: exit $code, $out: $(tail -n 5 "$work/log")"
}
change() { # FILE [SED SCRIPT]: default one blank more at the end of the first line
    cp "$1" "$work/was"
    sed -i "${2:-1s/\$/ /}" "$1"
    ! cmp -s "$1" "$work/was" || fail "nothing changed in $1"
}
back() { cp "$work/was" "$1"; }
changed() { # WANTED FILE: while FILE is changed; what is kept of the file as it was stays
    change "$2"
    results "$1" "$2 changed"
    [ "$1" = kept ] || results kept "$2 changed, once more"
    back "$2"
    results kept "$2 as it was"
}

results anew "first run"
results kept "second run"
# what the proof reads: the module, what it includes, the properties, their includes
for file in $rtl rtl/common/scord_params.vh tb/formal/formal_$module.v tb/formal/parts/lock_pattern.vh; do
    changed anew "$file"
done
# what it does not read
for file in rtl/sm/lock_table.v rtl/common/fifo.v rtl/scord_top.v tb/formal/formal_fifo.v \
    tb/formal/parts/release_order.vh; do
    changed kept "$file"
done
# a file that yosys may find instead of another
echo > rtl/common/lockset_too.v
results anew "a new file"
rm rtl/common/lockset_too.v
# the script, the harness of what is kept
for file in $script tb/kept.sh; do changed anew "$file"; done

# a bug is found although the sound module's proof is kept, each time, and leaves nothing that is kept
change $rtl 's/same_block_i ? common_block : common_device}/common_block}/'
count=$(ls "$entries" | wc -l)
refused "a bug in $rtl"
refused "a bug in $rtl, once more"
# its covers are reached all the same: they may be kept
[ $(($(ls "$entries" | wc -l) - count)) -le 1 ]; check $? "what fails is kept"
! grep -l 'FAILED' "$entries"/* > /dev/null; check $? "a failed row is kept"
back $rtl
results kept "the bug is gone"

# another version of the tool
real=$(command -v yosys)
tool() { # LINE…: a yosys of the script's lines
    printf '%s\n' '#!/bin/sh' "$@" "exec $real \"\$@\"" > "$work/bin/yosys"
    chmod +x "$work/bin/yosys"
}
tool '[ "$1" != -V ] || { echo "Yosys 99"; exit 0; }'
PATH=$work/bin:$PATH results anew "another version of yosys"
PATH=$work/bin:$PATH results kept "another version of yosys, once more"
results kept "this version of yosys"

# an entry that is not whole is none: a byte of another value, half of it, nothing
damage() { # WHAT SED SCRIPT
    for entry in "$entries"/*; do sed -i "$2" "$entry"; done
    results anew "$1"
    results kept "$1, once more"
}
damage "another result" '/^result/s/proved/proven/'
damage "another sum of a file" '/^file/s/^file ./file _/'
damage "no end" '$d'
damage "no file" '/^file/d'
damage "half" '3,$d'
for entry in "$entries"/*; do : > "$entry"; done
results anew "empty entries"
# what a run that was killed leaves is not looked at
mkdir "$work/aside"; mv "$entries"/* "$work/aside"
for entry in "$work/aside"/*; do cp "$entry" "$entries/new.$(basename "$entry" | cut -c 1-6)"; done
results anew "unfinished entries"

# a file that changes while it is proved
tool 'case "$*" in *sat*) sed -i "1s/\$/ /" rtl/detector/lockset.v ;; esac'
cp $rtl "$work/original"
change $rtl '2s/$/ /'
PATH=$work/bin:$PATH results anew "the module changes meanwhile"
results anew "the module has changed meanwhile"
cp "$work/original" $rtl

# none
SCORD_CACHE=none results anew "no cache"
[ ! -e none ]; check $? "a folder although there is no cache"

# limits and parameter sets belong to the key; counterexamples are kept, too, but not where there is none
refute() { tb/formal/refute.sh lock_bloom; }
results anew "planted changes" refute
results kept "planted changes, once more" refute
change tb/formal/mutants '/^lock_bloom/s/ ? 0 : 0)/ ? 1 : 1)/'
found refute
equal "one planted change is another" "kept anew " "$out"
back tb/formal/mutants
change rtl/sm/lock_bloom.v
results anew "planted changes of a changed module" refute
back rtl/sm/lock_bloom.v
base() { MAX_STEPS=$1 PROOF_ONLY=1 $script barrier_counters; }
for steps in 2 2 3; do
    found base $steps
    equal "no counterexample in $steps cycles is no proof to keep" "anew " "$out"
done
set_of() { PROOF_ONLY=1 PROOF_SET=$1 $script barrier_counters; }
found set_of BlocksPerSm=2; equal "a parameter set" "anew " "$out"
found set_of BlocksPerSm=2; equal "the same set" "kept " "$out"
found set_of BlocksPerSm=4; equal "another set" "anew " "$out"
finish
