#!/bin/sh
# join_concatenations.sh: what cosim/verilated/join_concatenations.sh makes of chains of concatenations computes the same, compiled; what has not its form stays as it is.
#
# usage: join_concatenations.sh     Environment: CXX, VERILATOR, SEED. Exit code 0 when all hold; last line: "N passed, N failed".
set -u
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
include=$("${VERILATOR:-verilator}" --getenv VERILATOR_ROOT)/include
draw_seed

# Chains of random widths (whole words, and one bit more, among them) and contents; each prints what it made. Among them forms that are not taken. Names are those of every function: each counts its own.
mkdir "$work/as_it_is"
awk -v seed="$seed" -f - > "$work/as_it_is/Vtop_chains.cpp" <<'AWK'
function below(n) { return int(rand() * n) }
function words(bits) { return int((bits + 31) / 32) }
function wide(name, bits) { printf "    VlWide<%d> %s;\n", words(bits) + below(3), name }
function fill(name, bits,   i) { # clean: zero above its bits
    for (i = 0; i < words(bits); i++) printf "    %s[%d] = %.0fU;\n", name, i, i < int(bits / 32) ? below(4294967296) : below(2 ^ (bits % 32))
}
function width() { return below(3) == 0 ? 32 * (3 + below(8)) : below(3) == 0 ? 65 + below(2) : 65 + below(500) }
BEGIN {
    srand(seed)
    print "#include <cstdio>\n#include \"verilated.h\""
    for (f = 1; f <= 60; f++) {
        parts = 3 + below(14); form = f % 6 # 0: a temporary is read once more; 1: a line stands between; 2: a call as wide, of others; else: a chain
        printf "void chain_%d() {\n", f
        for (p = 0; p <= parts; p++) { bits[p] = width(); wide("__Vtemp_hp" p "__0", bits[p]) }
        if (form == 2) wide("__Vtemp_hx__0", 96)
        sum = bits[0]
        for (p = 1; p <= parts; p++) { sum += bits[p]; wide("__Vtemp_ht" p "__0", sum); if (form == 2) { wide("__Vtemp_hz" p "__0", sum); wide("__Vtemp_hu" p "__0", sum + 96) } }
        for (p = 0; p <= parts; p++) fill("__Vtemp_hp" p "__0", bits[p])
        if (form == 2) { sum = bits[0]; fill("__Vtemp_hx__0", 96); for (p = 1; p <= parts; p++) fill("__Vtemp_hz" p "__0", sum += bits[p]) }
        sum = bits[0]; last = "__Vtemp_hp0__0"
        for (p = 1; p <= parts; p++) {
            printf "    VL_CONCAT_WWW(%d,%d,%d, __Vtemp_ht%d__0, __Vtemp_hp%d__0, %s);\n", sum + bits[p], bits[p], sum, p, p, last
            sum += bits[p]; last = "__Vtemp_ht" p "__0"
            if (form == 2) printf "    VL_CONCAT_WWW(%d,96,%d, __Vtemp_hu%d__0, __Vtemp_hx__0, __Vtemp_hz%d__0);\n", sum + 96, sum, p, p
            if (form == 1) print "    std::putchar(' ');"
        }
        if (form == 0) for (p = 1; p < parts; p++) printf "    std::printf(\"%%x \", __Vtemp_ht%d__0[0]);\n", p
        printf "    for (int i = 0; i < %d; i++) std::printf(\"%%08x\", %s[i]);\n    std::putchar('\\n');\n}\n", words(sum), last
    }
    print "int main() {"
    for (f = 1; f <= 60; f++) printf "    chain_%d();\n", f
    print "    return 0;\n}"
}
AWK
cp -r "$work/as_it_is" "$work/joined"
cosim/verilated/join_concatenations.sh "$work/joined" Vtop > "$work/out" 2>&1; check $? "chains are joined: $(cat "$work/out")"
for made in as_it_is joined; do
    "${CXX:-g++}" -std=c++17 -O1 -fsanitize=address,undefined -include cosim/verilated/verilated_idle.h -isystem "$include" -isystem "$include/vltstd" -c -o "$work/$made.o" "$work/$made/Vtop_chains.cpp" > "$work/log" 2>&1 &&
        "${CXX:-g++}" -fsanitize=address,undefined -o "$work/$made.program" "$work/$made.o" >> "$work/log" 2>&1
    check $? "$made compiles: $(head -n 3 "$work/log")"
    "$work/$made.program" > "$work/$made.values" 2>&1; check $? "$made runs: $(grep -m 1 error "$work/$made.values")"
done
[ "$(wc -l < "$work/as_it_is.values")" -eq 60 ] && cmp "$work/as_it_is.values" "$work/joined.values"; check $? "seed $seed: the same values"
part() { sed -n "/^void chain_$2()/,/^}/p" "$work/$1/Vtop_chains.cpp"; } # FOLDER CHAIN
kept=0; taken=0
for chain in $(seq 60); do
    if [ $((chain % 6)) -le 2 ]; then [ "$(part as_it_is "$chain")" = "$(part joined "$chain")" ] && kept=$((kept + 1))
    else part joined "$chain" | grep -q SCORD_APPEND_W && taken=$((taken + 1)); fi
done
[ $kept -eq 30 ]; check $? "30 that are read twice or have something between stay: $kept"
[ $taken -eq 30 ]; check $? "30 chains are joined: $taken"
cosim/verilated/join_concatenations.sh "$work/joined" > /dev/null 2>&1; [ $? -eq 2 ]; check $? "bad usage"
finish
