# SPDX-License-Identifier: Apache-2.0
# netlist.awk: the instances, cells, area and registers of a hierarchical gate-level netlist (scripts/synthesis.sh).
#
# usage: awk -v top=MODULE -v library=FILE.lib -f netlist.awk netlist.v
# Prints, tab-separated, a line for every instance from the top down, and one for every register or memory word of it:
#  instance PATH MODULE OWN_CELLS OWN_FLOPS OWN_AREA CELLS FLOPS AREA own: without the instances below; area in µm²
#   register PATH/NAME BITS                                                 the flip-flops whose Q is a bit of NAME
# PATH of the top is ".", instances are joined by slashes. A flip-flop whose Q is no bit of a named wire is called
# UNNAMED. An unknown cell is an error, exit 1.
function bits_of(expression,  name) {  # a connection → register name
    name = expression
    sub(/^[ \t]*/, "", name); sub(/[ \t]*$/, "", name)
    sub(/[ \t]*\[[0-9]+\]$/, "", name)
    sub(/^\\/, "", name)
    return name ~ /^_[0-9]+_$/ || name ~ /\$/ ? "UNNAMED" : name
}
function read_library(  line, cell, parts) {
    while ((getline line < library) > 0) {
        if (line ~ /^[ \t]*cell[ \t]*\(/) { cell = line; sub(/.*\([ \t]*"?/, "", cell); sub(/"?[ \t]*\).*/, "", cell) }
        else if (cell != "" && line ~ /^[ \t]*area[ \t]*:/) { split(line, parts, /[:;]/); area[cell] = parts[2] + 0 }
        else if (cell != "" && line ~ /^[ \t]*ff[ \t]*\(/) flop[cell] = 1
    }
}
BEGIN { read_library() }
$1 == "module" { module = $2; sub(/\(.*/, "", module); next }
$1 == "endmodule" { module = ""; next }
module == "" { next }
# A cell or an instance begins: NAME INSTANCE (
$NF == "(" && NF >= 3 && $1 !~ /^(assign|input|output|wire|reg)$/ {
    cell = $1
    if (cell in area) { own_cells[module]++; own_area[module] += area[cell]; if (cell in flop) own_flops[module]++ }
    else { children[module]++; child_module[module, children[module]] = cell; name = $2; sub(/^\\/, "", name);
        child_name[module, children[module]] = name }
    next
}
cell in flop && /^[ \t]*\.Q\(/ {
    name = $0; sub(/^[ \t]*\.Q\(/, "", name); sub(/\),?[ \t]*$/, "", name); name = bits_of(name)
    if (!((module, name) in register_bits)) { registers[module]++; register_name[module, registers[module]] = name }
    register_bits[module, name]++
}
{ seen[module] = 1 }

function total(m,  i, c) {  # cells, flops and area with the instances below, once a module
    if (m in cells) return
    if (!(m in seen)) { print "netlist.awk: no module or cell " m > "/dev/stderr"; failed = 1; cells[m] = 0; return }
    cells[m] = own_cells[m]; flops[m] = own_flops[m]; areas[m] = own_area[m]
    for (i = 1; i <= children[m]; i++) {
        c = child_module[m, i]; total(c)
        cells[m] += cells[c]; flops[m] += flops[c]; areas[m] += areas[c]
    }
}
function walk(path, m,  i, prefix) {
    printf "instance\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\n", path, m, own_cells[m], own_flops[m], own_area[m], cells[m],
        flops[m], areas[m]
    prefix = path == "." ? "" : path "/"
    for (i = 1; i <= registers[m]; i++) printf "register\t%s%s\t%d\n", prefix, register_name[m, i],
        register_bits[m, register_name[m, i]]
    for (i = 1; i <= children[m]; i++) walk(prefix child_name[m, i], child_module[m, i])
}
END { total(top); if (!failed) walk(".", top); exit failed }
