# SPDX-License-Identifier: Apache-2.0
# words.awk: the registers and memories of a coarse netlist in RTLIL (scripts/synthesis.sh -s), instance by instance.
#
# usage: awk -v top=MODULE -f words.awk words.il
# Prints, tab-separated, a line for every register and memory of every instance: register PATH.NAME BITS. A register has
# the name of the
# wire that its Q drives: a port's name when it is one. A Q that drives no named wire is called UNNAMED.
function unescape(name) { sub(/^\\/, "", name); return name }
function count(name, bits) {
    if (!((module, name) in register_bits)) { registers[module]++; register_name[module, registers[module]] = name }
    register_bits[module, name] += bits
}
# { \a [3:0] \b } → bits by name. Yosys may narrow a wire and leave the high bits of its register to one of its own
# (wreduce): they count for
# the register's name.
function bits_of_q(text,  parts, k, i, name, high, low, own, unnamed) {
    gsub(/^ *\{ *| *\} *$/, "", text); gsub(/ +\[/, "[", text)
    k = split(text, parts, / +/)
    for (i = 1; i <= k; i++) {
        name = parts[i]; low = 0
        if (name in width) high = width[name] - 1
        else if (match(name, /\[[0-9:]+\]$/)) {
            high = substr(name, RSTART + 1); low = high; sub(/[:\]].*/, "", high); sub(/^[^:]*:/, "", low);
            sub(/\].*/, "", low)
            name = substr(name, 1, RSTART - 1)
        }
        if (name ~ /^\\/) { own = unescape(name); count(own, high - low + 1) } else unnamed += high - low + 1
    }
    if (unnamed) count(own == "" ? "UNNAMED" : own, unnamed)
}
$1 == "module" { module = unescape($2); split("", width); seen[module] = 1 }
$1 == "wire" { width[$NF] = 1; for (i = 2; i < NF; i++) if ($i == "width") width[$NF] = $(i + 1) + 0 }
$1 == "cell" { cell = $2; instance = $3; words = 0 }
cell == "$mem_v2" && $1 == "parameter" && $(NF-1) == "\\SIZE" { size = $NF + 0 }
cell == "$mem_v2" && $1 == "parameter" && $(NF-1) == "\\WIDTH" { words = $NF + 0 }
cell == "$mem_v2" && $1 == "parameter" && $(NF-1) == "\\MEMID" { memory = $NF; gsub(/^"\\*|"$/, "", memory) }
cell ~ /^\$(dff|dffe|sdff|sdffe|sdffce|adff|adffe|aldff|aldffe|dffsr|dffsre|dlatch|sr)$/ && $1 == "connect" &&
    $2 == "\\Q" {
    text = $0; sub(/^ *connect \\Q /, "", text); bits_of_q(text)
}
$1 == "end" && cell != "" {
    if (cell == "$mem_v2") count(memory, size * words)
    else if (cell !~ /^\$/) { children[module]++; child_module[module, children[module]] = unescape(cell);
        child_name[module, children[module]] = unescape(instance) }
    cell = ""
}
function walk(path, m,  i, prefix) {
    if (!(m in seen)) { print "words.awk: no module " m > "/dev/stderr"; failed = 1; return }
    prefix = path == "." ? "" : path "."
    for (i = 1; i <= registers[m]; i++) printf "register\t%s%s\t%d\n", prefix, register_name[m, i],
        register_bits[m, register_name[m, i]]
    for (i = 1; i <= children[m]; i++) walk(prefix child_name[m, i], child_module[m, i])
}
END { walk(".", top); exit failed }
