# SPDX-License-Identifier: Apache-2.0
# cells.awk: a netlist of standard cells with each cell as the function that its Liberty file states: an instance of a
# gate becomes an
# assign, one of a flip-flop a register. So Verilator sees one module for each of the design's, not 87,647 instances of
# cells (tiny1).
#
# usage: awk -v library=FILE -f cells.awk NETLIST       the netlist of scripts/synthesis.sh, a pin a line
# Liberty's operators: ! first, then ^, then AND (written as nothing), then +. Flip-flops: next_state and clocked_on of
# a clock or its inverse.
# Exit codes: 0 written, 1 a cell or a function that has no such meaning (tri-state, latch, clear and preset; named).
BEGIN {
    while ((getline < library) > 0) {
        line = $0; gsub(/"[^"]*"/, "", line)
        if (line ~ /^ *cell *\(/) { cell = line; sub(/^[^(]*\( */, "", cell); sub(/ *\).*/, "", cell); known[cell] = 1;
            pin = "" }
        else if (line ~ /^ *pin *\(/) { pin = line; sub(/^[^(]*\( */, "", pin); sub(/ *\).*/, "", pin) }
        else if (line ~ /^ *ff *\(/) { line = $0; sub(/^[^(]*\(/, "", line); sub(/[ ,)].*/, "", line);
            state[cell] = line }
        else if (match(line, /^ *(latch|statetable|clear|preset|three_state)/)) { sub(/^ */, "", line);
            sub(/[^a-z_].*/, "", line); cannot[cell] = line }
        else if (match(line, /^ *(function|next_state|clocked_on)/)) { word = line; gsub(/[^a-z_]/, "", word);
            line = $0; sub(/^[^"]*"/, "", line); sub(/".*/, "", line);
            text[cell, word == "function" ? pin : word] = line }
    }
    close(library)
}
function fail(why) { printf "cells.awk: %s:%d: %s\n", FILENAME, FNR, why > "/dev/stderr"; failed = 1; exit 1 }
# The Verilog of a function, with the nets of the instance for the pins. Recursive descent over `rest`.
function translated(function_text,  result) {
    rest = function_text; result = sum(); begins_factor()
    if (rest != "") fail("not a function: \"" function_text "\"")
    return result
}
function begins_factor() { sub(/^ +/, "", rest); return rest ~ /^[A-Za-z(!]/ }
function sum(  left) { left = product(); while (taken("+")) left = "(" left " | " product() ")"; return left }
function product(  left) { left = difference(); while (begins_factor()) left = "(" left " & " difference() ")";
    return left }
function difference(  left) { left = factor(); while (taken("^")) left = "(" left " ^ " factor() ")"; return left }
function factor(  inner, name) {
    if (taken("!")) return "~" factor()
    if (taken("(")) { inner = sum(); if (!taken(")")) fail("not a function, ) is missing before \"" rest "\"");
        return inner }
    if (!match(rest, /^[A-Za-z_][A-Za-z_0-9]*/)) fail("not a function at \"" rest "\"")
    name = substr(rest, 1, RLENGTH); rest = substr(rest, RLENGTH + 1)
    if (instance_of in state && name == state[instance_of]) return register
    if (!(name in net)) fail(instance_of " has no pin " name)
    return net[name]
}
function taken(sign) { begins_factor(); if (substr(rest, 1, 1) != sign) return 0; rest = substr(rest, 2); return 1 }
function write_cell(  name, clock) {
    if (instance_of in cannot) fail("no model of " instance_of ": it has a " cannot[instance_of])
    if (instance_of in state) {
        register = "\\" instance ".state "
        clock = text[instance_of, "clocked_on"]; gsub(/[ ()]/, "", clock)
        print "  reg " register ";"
        print "  always @(" (sub(/^!/, "",
            clock) ? "negedge " : "posedge ") net[clock] ") " register "<= " translated(text[instance_of,
            "next_state"]) ";"
    }
    for (name in net) if ((instance_of, name) in text) print "  assign " net[name] " = " translated(text[instance_of,
        name]) ";"
}
instance_of == "" && $1 in known && $NF == "(" { instance_of = $1; instance = $2; sub(/^\\/, "", instance);
    split("", net); next }
instance_of != "" && /^ *\./ {
    pin = $0; sub(/^ *\./, "", pin); name = pin; sub(/\(.*/, "", name); sub(/^[^(]*\(/, "", pin);
    sub(/\),? *$/, "", pin)
    if (pin != "") net[name] = pin
    next
}
instance_of != "" && /\);$/ { write_cell(); instance_of = ""; next }
{ print }
END { if (!failed && instance_of != "") { print "cells.awk: the netlist ends inside an instance" > "/dev/stderr";
        exit 1 } }
