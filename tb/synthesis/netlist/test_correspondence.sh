#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_correspondence.sh: correspondence.c on samples of a few lines: the networks it writes, its report, what it
# refuses, its exit codes. relations.sh shows that the networks mean what they should.
#
# Environment: BUILD (default build). Last line: "N passed, N failed".
set -u
cd "$(dirname "$0")/../../.." || exit 3
. tb/expect.sh
program=$PWD/${BUILD:-build}/tools/correspondence
work=$(mktemp -d) || exit 3; trap 'rm -rf "$work"' EXIT
cd "$work" || exit 3
: > codes
cat > blif << 'BLIF'
# written by hand
.model box
.inputs in
.outputs out
.end
.model gold
.inputs clk_i rst_ni a
.outputs y
.names $false
.latch n q re clk_i 2
.names a q n
11 1
.names q y
1 1
.subckt box in=n out=o
.cname u_box
.end
.model gate
.inputs clk_i rst_ni a
.outputs y
.latch m $1 re clk_i 2
.names $1 q
1 1
.names a q m
11 1
.names q y
1 1
.subckt box in=m out=o
.cname u_box
.end
BLIF
change() { sed "$1" blif > changed; ! cmp -s blif changed; check $? "'$1' changes nothing"; }
says() { # lines of the report, what, sed script of the sample
    change "$3"
    exits 0 "$2" report "$program" codes changed left right
    while read -r line; do grep -qxF "$line" report; check $? "$2: no '$line' in: $(cat report)"; done <<< "$1"
}
refuses() { # line number, message, what, sed script of the sample
    change "$4"
    exits 2 "$3" message "$program" codes changed none none
    equal "$3" "correspondence: changed:$1: $2" "$(cat message)"
    [ ! -e none ]; check $? "$3: a network was written"
}

# ---- the networks ----------------------------------------------------------------------------------------------------
exits 0 "the sample" report "$program" codes blif left right
equal "the sample" "points 3 registers 1 not read 0 unknown 0" "$(cat report)"
cat > expected << 'BLIF'
.model cut
.inputs clk_i rst_ni a state:q u_box.out
.outputs next:q u_box.in port:y
.names clk_i 0:clk_i
1 1
.names rst_ni 0:rst_ni
1 1
.names a 0:a
1 1
.names u_box.out 0:o
1 1
.names state:q 0:q
1 1
.names 0:$false
.names 0:$true
1
.names 0:$undef
.names 0:$false
.names 0:a 0:q 0:n
11 1
.names 0:q 0:y
1 1
.names invariant:now
1
.names invariant:true
1
.names 0:n invariant:now next:q
11 1
.names 0:n invariant:now u_box.in
11 1
.names 0:y invariant:now port:y
11 1
.end
BLIF
same expected left "the network of gold"
sed '0,/ 0:q$/s// 0:$1/; /^\.names 0:\$false$/{x;s/^/x/;/xx/{x;s/.*/.names 0:$1 0:q\n1 1/;x};x}; s/0:n/0:m/' expected \
    > wanted
same wanted right "the network of gate"

# ---- the report ------------------------------------------------------------------------------------------------------
says "only in gate: next:\$1
points 2 registers 1 not read 1 unknown 0" "another register" \
    '18,$s/\bq\b/other/; 18,$s/^.names other y/.names a y/'
says "points 3 registers 1 not read 0 unknown 0" "a register by guess" \
    '6,17s/\bq\b/before/; 6,17s/^.names before y/.names before q/'
says "only in gate: clock of \$1" "another edge" 's/1 re/1 fe/'
says "only in gold: clock of q" "another clock" 's/q re clk_i/q re a/'
says "only in gate: port:z" "another port" '18,$s/outputs y/& z/'
says "only in gold: u_box.in" "another submodule" '18,$s/u_box/u_other/'
says "points 3 registers 1 not read 0 unknown 1" "an unknown value of gold" '6,17s/^.names a q/.names $undef q/'
[ "$(grep -c '^\.names 0:.* 1:.* 2:.* invariant:now' left)" = 3 ]; check $? "three outputs may be unknown: $(cat left)"
says "points 3 registers 1 not read 0 unknown 0" "an unknown value of gate" '18,$s/^.names a q/.names $undef q/'
grep -q '^\.inputs.* unknown:1' left; check $? "an unknown value of gate is an input"
says "merged 1 recoded 0
points 4 registers 1 not read 0 unknown 0" "a merged register" \
    '/^.latch n/s/$/\n.latch n twin re clk_i 2/; /^.names $1/s/$/\n1 1\n.names q twin/'
grep -q '^\.outputs.* next:twin .* reset:q reset:twin$' right; check $? "a merged register has proofs: $(cat right)"
says "only in gold: a reset rst_ni, without which merged and recoded flip-flops need not agree" \
    "a merge without reset" \
    's/ rst_ni//; /^.latch n/s/$/\n.latch n twin re clk_i 2/; /^.names $1/s/$/\n1 1\n.names q twin/'
coded='/^.names q y/{n;s/1/0/}; s/^.latch n q/.latch n q[0]/; /^.latch n/s/$/\n.latch a q[1] re clk_i 2/;
    /^.latch m/s/$/\n.latch a $2 re clk_i 2/
    s/^.names $1 q/.names $2 q[1]\n1 1\n.names $1 q[0]/; s/ q / q[0] /'
says "points 4 registers 2 not read 0 unknown 0" "a register of two bits" "$coded"
printf '.fsm gold q\n.map 00 01\n.map 01 10\n' > codes
says "merged 0 recoded 2" "a recoded register" "$coded"
grep -q '^\.names 0:q\[1\] 0:q\[0\] 0:coded:q\[1\]$' left && grep -qx '01 1' left
check $? "a bit of the code, by the bits before: $(cat left)"
grep -qx '\.names 0:coded:q\[0\] 0:coded:q\[1\] invariant:now:1' left; check $? "exactly one is 1: $(cat left)"
: > codes
says "points 3 registers 1 not read 0 unknown 0" "an assumption" 's/^.names q y/.names a assumption\n1 1\n&/'
grep -qx '\.names 0:assumption  *invariant:now' left; check $? "the assumption limits the outputs: $(cat left)"

# ---- refused ---------------------------------------------------------------------------------------------------------
refuses 10 "expected: .latch D Q EDGE CLOCK: q" "a short latch" 's/ re clk_i 2//'
refuses 12 "not a line of BLIF: 1x 1" "a truth table of other digits" 's/^11 1/1x 1/'
refuses 12 "not a line of BLIF: 11 1" "a truth table without gate" 11d\;10s/$/\\n.inputs\ z/
refuses 10 "not a line of BLIF: .gate" "another directive" 's/^.latch/.gate/'
refuses 15 "expected: PIN=NET: n" "a pin without net" 's/in=n/n/'
refuses 15 "expected: .subckt, then .cname NAME: .cname" "a name without submodule" '/^.subckt/d'
refuses 11 "expected: .names NET ...: .names" "a gate without net" 's/^.names a q n/.names/'
printf '.fsm gold q\n.map 00\n' > codes
exits 2 "a code without the other" message "$program" codes blif none none
equal "a code without the other" "correspondence: codes:2: expected: .fsm MODULE REGISTER, then .map CODE CODE: .map" \
    "$(cat message)"
: > codes
sed 's/model gate/model date/' blif > changed
exits 2 "no gate" message "$program" codes changed none none
equal "no gate" "correspondence: changed: no modules gold and gate" "$(cat message)"
exits 2 "too few arguments" message "$program" codes blif left
exits 3 "no input" message "$program" codes nowhere left right
exits 3 "no folder for the output" message "$program" codes blif nowhere/left right
finish
