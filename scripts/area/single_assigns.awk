# SPDX-License-Identifier: Apache-2.0
# single_assigns.awk: writes every assign of a netlist of Yosys as assigns of single bits, the only ones that OpenSTA
# reads.
#
# usage: awk -f single_assigns.awk netlist.v
# Exit codes: 0 written, 1 an assign whose sides differ in width, or an operand that is neither a wire nor a constant
# (line named).
function declare(line,  high, low, range, name) {
    sub(/^ *(input|output|inout|wire|reg) +/, "", line)
    high = low = 0; range = 0
    if (line ~ /^\[/) { range = 1; high = line; sub(/^\[/, "", high); low = high; sub(/:.*/, "", high);
        sub(/^[^:]*:/, "", low); sub(/\].*/, "", low); sub(/^[^\]]*\] */, "", line) }
    name = line; sub(/ *;.*/, "", name)
    first[name] = high + 0; last[name] = low + 0; vector[name] = range
}
# The bits of an operand, highest first, into bit[side, 1…]; how many there are
function expand(text, side,  n, name, range, high, low, i, parts, value, k) {
    n = 0
    gsub(/^ *\{? *| *\}? *$/, "", text)
    k = split(text, parts, / *, */)
    for (i = 1; i <= k; i++) {
        name = parts[i]; gsub(/^ +| +$/, "", name)
        if (name ~ /^[0-9]+'[hbd]/) { n = constant(name, side, n); continue }
        range = ""
        if (match(name, / *\[[0-9:]+\]$/)) { range = substr(name, RSTART); name = substr(name, 1, RSTART - 1);
            gsub(/[ \[\]]/, "", range) }
        sub(/ +$/, "", name)
        if (!(name in first)) {
            printf "single_assigns.awk: %s:%d: '%s' is neither a wire nor a constant\n", FILENAME, FNR,
                name > "/dev/stderr"; exit 1 }
        if (range == "") { high = first[name]; low = last[name] } else { split(range, value, ":"); high = value[1] + 0;
            low = (range ~ /:/ ? value[2] : value[1]) + 0 }
        for (; high >= low; high--) bit[side, ++n] = name (name ~ /^\\/ ? " " : "") (vector[name] ? "[" high "]" : "")
    }
    return n
}
# Yosys writes constants of 32 bits in decimal: 32'd0
function hexadecimal(text,  digits) { digits = text; sub(/^[0-9]+'d/, "", digits);
    return sprintf("%d'h%x", text + 0, digits + 0) }
function constant(text, side, n,  width, digits, i, digit, base) {
    if (text ~ /'d/) text = hexadecimal(text)
    width = text + 0; base = text ~ /'h/ ? 4 : 1; digits = tolower(text); sub(/^[0-9]+'[hb]/, "", digits)
    for (i = width - 1; i >= 0; i--) {
        digit = substr(digits, length(digits) - int(i / base), 1)
        bit[side, ++n] = "1'b" (base == 1 ? (digit == "1" ? 1 : 0) : int((index("0123456789abcdef",
            digit == "" ? "0" : digit) - 1) / 2 ^ (i % 4)) % 2)
    }
    return n
}
$1 == "module" { split("", first); split("", last); split("", vector) }
$1 ~ /^(input|output|inout|wire|reg)$/ { declare($0) }
$1 == "assign" {
    text = $0; sub(/^ *assign +/, "", text); sub(/ *; *$/, "", text)
    where = index(text, " = ")
    count = expand(substr(text, 1, where - 1), "left")
    if (expand(substr(text, where + 3), "right") != count) {
        printf "single_assigns.awk: %s:%d: the sides differ in width\n", FILENAME, FNR > "/dev/stderr"; exit 1 }
    for (i = 1; i <= count; i++) print "  assign " bit["left", i] " = " bit["right", i] ";"
    next
}
{ print }
