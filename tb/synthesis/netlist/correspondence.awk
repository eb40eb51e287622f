# correspondence.awk: makes one combinational network each of two sequential ones, cut where they correspond, for abc to
# compare.
#
# usage: awk -v codes=FILE -v left=FILE -v right=FILE -f correspondence.awk CODES BLIF
#  CODES of Yosys's fsm -encfile for gold, the same file as codes: how synthesis codes its state machines; may be empty
#  BLIF of Yosys's write_blif -cname -blackbox -impltf: the modules gold and gate, and the black boxes they instantiate
#   left, right  the two networks, with equal inputs and equal outputs in name and order
# Prints "points N", the outputs compared, and "merged N recoded N" (below), and a line "only in gold (gate): NAME" for
# each that the other has not.
# Cut are the flip-flops and the submodules: a flip-flop's output, a submodule's output become inputs, what goes into
# one an
# output to compare. Flip-flops correspond when a net of the same public name carries their outputs on both sides. When
# all the
# compared outputs are equal for all inputs, equal states stay equal: the modules are equal (van Eijk's register
# correspondence, 1998).
# A flip-flop of gold alone (nothing in the netlist reads it) is a free input: what depends on it is not equal.
# Two more relations, read from names and then proved, since a wrong one does not pass:
#   merged   a flip-flop of the netlist has the names of several of gold: these always have one value
#  recoded a flip-flop of the netlist has the name of a net that in gold depends on registers alone (a state machine
# that synthesis made
#  one-hot: the comparisons with its states): it always has that net's value, and of those of the same registers exactly
# one is 1
# They hold after a cycle of reset whatever was before (outputs reset:…) and every cycle keeps them (next:…, invariant).
# Where gold has a net `assumption`, outputs are compared only where that is 1.
FILENAME == codes { read_code(); next }
$1 == ".model" { side = $2 == "gold" ? 1 : $2 == "gate" ? 2 : 0; box = $2; next }
!side && $1 == ".outputs" { for (i = 2; i <= NF; i++) driven[box, $i] = 1 }
!side || $1 == ".end" || $1 ~ /^#/ { next }
# An unknown value in the netlist may be either, each for itself: a free input.
side == 2 && /\$undef/ {
    for (i = 2; i <= NF; i++) if ($i ~ /(^|=)\$undef$/) {
        name = "unknown:" ++unknowns; add_input(name, name)
        sub(/\$undef$/, name, $i)
    }
}
$1 == ".inputs" { for (i = 2; i <= NF; i++) add_input($i, $i); next }
$1 == ".outputs" { for (i = 2; i <= NF; i++) { ports[side]++; port[side, ports[side]] = $i }; next }
$1 == ".latch" { latches[side]++; d[side, latches[side]] = $2; q[side, latches[side]] = $3;
    latch_of[side, $3] = latches[side]; clock[side, latches[side]] = $4 " " $5; next }
$1 == ".subckt" { cells[side]++; cell[side, cells[side]] = $0; next }
$1 == ".cname" { cell_name[side, cells[side]] = $2; next }
$1 == ".names" && / \$undef( |$)/ { uses_undefined[side] = 1 }
$1 == ".names" { from = NF == 3 ? $2 : ""; to = $3 }
$1 == "1" && $2 == "1" && NF == 2 && from != "" { alias[side, to] = from; aliases[side]++;
    alias_net[side, aliases[side]] = to }
$1 != ".names" { from = "" }
{ lines[side]++; line[side, lines[side]] = $0 }

function add_input(name, net) {
    if (!(name in input_known)) { input_known[name] = 1; inputs++; input[inputs] = name }
    if (net != "") { input_net[side, name] = net }
}
function add_output(name, net) {
    if (!((1, name) in output_net) && !((2, name) in output_net)) { outputs++; output[outputs] = name }
    output_net[side, name] = net
}
function source_of(side, net,  steps) {
    while ((side, net) in alias && steps++ < 1000) net = alias[side, net]
    return net
}
# The names of a flip-flop: those of all nets that its output drives as it is.
function name_latches(side,  i, net, number) {
    for (i = 1; i <= latches[side]; i++) name_latch(side, i, q[side, i])
    for (i = 1; i <= aliases[side]; i++) {
        net = alias_net[side, i]
        if ((side, source_of(side, net)) in latch_of) name_latch(side, latch_of[side, source_of(side, net)], net)
    }
}
function name_latch(side, number, net) {
    if (net ~ /^\$/) return
    if (side == 2 && coded[vector_of(net)]) net = "coded:" net
    named[side, net] = number
    names[side, number] = names[side, number] " " net
}
# The flip-flop of gold that corresponds to this one of the netlist, by the first name that both have.
function partner(number,  list, count, i) {
    count = split(names[2, number], list, " ")
    for (i = 1; i <= count; i++) if ((1, list[i]) in named) return named[1, list[i]]
    return 0
}
# A register that lost its name to a net which its value reaches through logic in gold: the one register without partner
# that the net of that
# name depends on there. A wrong guess proves nothing: the outputs then differ.
function guess(number,  list, count, i, candidate) {
    if (!drivers_known++) for (i = 1; i <= lines[1]; i++) if (line[1, i] ~ /^\.names/) {
        count = split(line[1, i], list, " "); driver[list[count]] = line[1, i] }
    count = split(names[2, number], list, " ")
    for (i = 1; i <= count; i++) {
        visits++; candidate = support(list[i])
        if (candidate > 0) return candidate
    }
    return 0
}
# The register without partner that a net of gold depends on; 0 none, -1 several.
function support(net,  list, count, i, found, one) {
    if (visited[net] == visits) return 0
    visited[net] = visits
    if ((1, net) in latch_of) return latch_of[1, net] in taken ? 0 : latch_of[1, net]
    if (!(net in driver)) return 0
    count = split(driver[net], list, " ")
    for (i = 2; i < count; i++) {
        one = support(list[i])
        if (one < 0 || (one && found && one != found)) return -1
        if (one) found = one
    }
    return found + 0
}
# The codes of a state machine before and after synthesis (Yosys's fsm -encfile): bit N of the register afterwards is a
# function of what it was.
function vector_of(net) { return substr(net, 1, index(net "[", "[") - 1) }
function read_code(  i, count) {
    if ($1 == ".fsm") { machine = $3; return }
    if ($1 != ".map") return
    coded[machine] = 1; count = length($3)
    for (i = 1; i <= count; i++) if (substr($3, i, 1) == "1") states_of[machine, count - i] = states_of[machine,
        count - i] " " $2
    if (count > code_bits[machine]) code_bits[machine] = count
}
function add_codes(  machine, bit, i, count, list, width) {
    for (machine in coded) for (bit = 0; bit < code_bits[machine]; bit++) {
        count = split(states_of[machine, bit], list, " "); width = length(list[1])
        lines[1]++; line[1, lines[1]] = ".names"
        for (i = width - 1; i >= 0; i--) line[1, lines[1]] = line[1, lines[1]] " " machine "[" i "]"
        line[1, lines[1]] = line[1, lines[1]] " coded:" machine "[" bit "]"
        for (i = 1; i <= count; i++) { lines[1]++; line[1, lines[1]] = list[i] " 1" }
    }
}
# Flip-flops of gold that have other names of a flip-flop of the netlist: merged with the first.
function merge(number,  list, count, i, other) {
    count = split(names[2, number], list, " ")
    for (i = 1; i <= count; i++) if ((1, list[i]) in named && !((other = named[1, list[i]]) in taken)) {
        taken[other] = number; first_of[other] = partner_of[number]; merged[++merges] = other
        apart[1, other] = apart[1, partner_of[number]] = apart[2, number] = 1
    }
}
# A flip-flop without partner that has the name of a net of gold which depends on registers alone.
function recode(number,  list, count, i) {
    count = split(names[2, number], list, " ")
    for (i = 1; i <= count; i++) {
        visits++; found_registers = ""
        if (!(list[i] in driver) || !registers_alone(list[i]) || found_registers == "") continue
        function_of[number] = list[i]; apart[2, number] = 1; recodes++
        found_registers = sorted(found_registers)
        if (!(found_registers in group)) group[found_registers] = ++groups
        member[group[found_registers]] = member[group[found_registers]] " " list[i]
        return
    }
}
function registers_alone(net,  list, count, i) {
    if (visited[net] == visits) return 1
    visited[net] = visits
    if ((1, net) in latch_of) { found_registers = found_registers " " latch_of[1, net]; recoded[latch_of[1, net]] = 1;
        return 1 }
    if (!(net in driver)) return net ~ /^[$](true|false)$/
    count = split(driver[net], list, " ")
    for (i = 2; i < count; i++) if (!registers_alone(list[i])) return 0
    return 1
}
function sorted(numbers,  list, count, i, j, text) {
    count = split(numbers, list, " ")
    for (i = 1; i <= count; i++) {
        for (j = i + 1; j <= count; j++) if (list[j] + 0 < list[i] + 0) { text = list[i]; list[i] = list[j];
            list[j] = text } }
    text = ""; for (i = 1; i <= count; i++) text = text " " list[i]
    return text
}
function cut_latches(  i, gold, name) {
    name_latches(1); name_latches(2)
    for (i = 1; i <= latches[2]; i++) if ((gold = partner(i)) && !(gold in taken)) { taken[gold] = i;
        partner_of[i] = gold }
    for (i = 1; i <= latches[2]; i++) if (!(i in partner_of) && (gold = guess(i))) { taken[gold] = i;
        partner_of[i] = gold }
    for (i = 1; i <= latches[2]; i++) { if (i in partner_of) merge(i); else recode(i) }
    for (i = 1; i <= latches[2]; i++) {
        if (i in function_of) continue
        gold = i in partner_of ? partner_of[i] : 0; name = gold ? q[1, gold] : q[2, i]
        side = 2; add_input("state:" name); add_output("next:" name, d[2, i])
        if (gold) { side = 1; add_output("next:" name, d[1, gold]) }
    }
    for (i = 1; i <= merges; i++) for (side = 1; side <= 2; side++) add_output("next:" q[1, merged[i]],
        side == 1 ? d[1, merged[i]] : d[2, taken[merged[i]]])
    for (side = 1; side <= 2; side++) for (i = 1; i <= latches[side]; i++) if ((side,
        i) in apart) add_input("apart" side ":" q[side, i])
    for (i = 1; i <= latches[1]; i++) if (!(i in taken)) { add_input("state:" q[1, i]); unread += !(i in recoded) }
}
function cut_cells(  i, pins, count, pin, name, net) {
    for (side = 1; side <= 2; side++) for (i = 1; i <= cells[side]; i++) {
        count = split(cell[side, i], pins, " ")
        for (pin = 3; pin <= count; pin++) {
            name = pins[pin]; sub(/=.*/, "", name); net = substr(pins[pin], length(name) + 2)
            if (net == "") continue
            if ((pins[2], name) in driven) add_input(cell_name[side, i] "." name, net)
            else add_output(cell_name[side, i] "." name, net)
        }
    }
}
function connect(from, to, file) { print ".names", from, to "\n1 1" > file }
# What a flip-flop holds in a body: the same input for what corresponds; with "next P" what it takes next in the body P;
# with "apart" what
# is merged or recoded has a value of its own, which reset must bring together.
function state_of(side, number, mode) {
    if (mode ~ /^next /) return substr(mode, 6) d[side, number]
    if (mode == "apart" && (side, number) in apart) return "apart" side ":" q[side, number]
    if (side == 1) return "state:" q[1, number in first_of ? first_of[number] : number]
    if (number in function_of) return gold_body function_of[number]
    return "state:" (number in partner_of ? q[1, partner_of[number]] : q[2, number])
}
# The nets of a body get a prefix, since a network has several bodies.
function body(side, prefix, unknown, mode, file,  i, j, nets, count) {
    for (i = 1; i <= inputs; i++) if ((side, input[i]) in input_net) {
        if (mode == "apart" && input[i] == "rst_ni") print ".names", prefix input_net[side, input[i]] > file
        else connect(input[i], prefix input_net[side, input[i]], file)
    }
    for (i = 1; i <= latches[side]; i++) connect(state_of(side, i, mode), prefix q[side, i], file)
    print ".names " prefix "$false\n.names " prefix "$true\n1\n.names " prefix "$undef" (unknown ? "\n1" : "") > file
    for (i = 1; i <= lines[side]; i++) {
        if (line[side, i] !~ /^\.names/) { print line[side, i] > file; continue }
        count = split(line[side, i], nets, " "); printf ".names" > file
        for (j = 2; j <= count; j++) printf " %s%s", prefix, nets[j] > file
        print "" > file
    }
}
# Of each group of recoded flip-flops exactly one is 1, by the nets of a body of gold, and so is the assumption if there
# is one.
function one_each(prefix, result, file,  i, j, k, count, list) {
    for (i = 1; i <= groups; i++) {
        count = split(member[i], list, " "); printf ".names" > file
        for (j = 1; j <= count; j++) printf " %s%s", prefix, list[j] > file
        print " " result ":" i > file
        for (j = 1; j <= count; j++) { for (k = 1; k <= count; k++) printf "%d", k == j > file; print " 1" > file }
    }
    printf ".names" > file; for (i = 1; i <= groups; i++) printf " %s:%d", result, i > file
    print (assumed ? " " prefix "assumption " : " ") result > file;
    for (i = 1; i <= groups + assumed; i++) printf "1" > file
    print (groups + assumed ? " 1" : "1") > file
}
function add_proof(name, gold_net, gate_net) { proof[++proofs] = name; proof_net[1, proofs] = gold_net;
    proof_net[2, proofs] = gate_net }
# What merged and recoded flip-flops need beside the outputs: the start, and for recoded ones the step. Bodies: r, q in
# reset (gold,
# netlist), n after 0, m after r.
function relate(  i) {
    for (i = 1; i <= latches[2]; i++) {
        if (i in function_of) { add_proof("next:" q[2, i], "n:" function_of[i], "0:" d[2, i]);
            add_proof("reset:" q[2, i], "m:" function_of[i], "q:" d[2, i]) }
        else if (i in partner_of) add_proof("reset:" q[1, partner_of[i]], "r:" d[1, partner_of[i]], "q:" d[2, i])
    }
    for (i = 1; i <= merges; i++) add_proof("reset:" q[1, merged[i]], "r:" d[1, merged[i]], "q:" d[2, taken[merged[i]]])
    if (recodes) { add_proof("invariant", "invariant:kept", "invariant:true");
        add_proof("reset:invariant", "invariant:reset", "invariant:true") }
    if (!("rst_ni" in input_known)) print \
        "only in gold: a reset rst_ni, without which merged and recoded flip-flops need not agree"
    print "merged", merges + 0, "recoded", recodes + 0
}
function emit(side, file,  i, name) {
    printf ".model cut\n.inputs" > file
    for (i = 1; i <= inputs; i++) printf " %s", input[i] > file
    printf "\n.outputs" > file
    for (i = 1; i <= outputs; i++) if (compared(output[i])) printf " %s", output[i] > file
    for (i = 1; i <= proofs; i++) printf " %s", proof[i] > file
    print "" > file
    gold_body = side == 1 ? "0:" : "g:"
    if (side == 2 && (recodes || assumed)) body(1, "g:", 0, "", file)
    body(side, "0:", 0, "", file)
    if (side == 1 && undefined) { body(1, "1:", 1, "", file); body(2, "2:", 0, "", file) }
    if (proofs) body(side, side == 1 ? "r:" : "q:", 0, "apart", file)
    if (side == 1 && recodes) { body(1, "n:", 0, "next 0:", file); body(1, "m:", 0, "next r:", file) }
    one_each(gold_body, "invariant:now", file); print ".names invariant:true\n1" > file
    if (side == 1 && recodes) {
        one_each("n:", "invariant:after", file); one_each("m:", "invariant:reset", file)
        print ".names invariant:now invariant:after invariant:kept\n0- 1\n-1 1" > file
    }
    for (i = 1; i <= outputs; i++) if (compared(name = output[i])) {
        if (side == 1 && undefined) # 0 or 1 when the values with all unknowns 0 and 1 agree; else what the netlist has
            print ".names", "0:" output_net[1, name], "1:" output_net[1, name], "2:" output_net[2, name],
                "invariant:now", name "\n11-1 1\n0111 1\n1011 1" > file
        else print ".names", "0:" output_net[side, name], "invariant:now", name "\n11 1" > file
    }
    for (i = 1; i <= proofs; i++) {
        if (proof[i] ~ /^next:/) print ".names", proof_net[side, i], "invariant:now", proof[i] "\n11 1" > file
        else connect(proof_net[side, i], proof[i], file)
    }
    print ".end" > file
    close(file)
}
function compared(name) { return (1, name) in output_net && (2, name) in output_net }
END {
    side_name[1] = "gold"; side_name[2] = "gate"
    if (!ports[1] || !ports[2]) { print "correspondence.awk: no modules gold and gate" > "/dev/stderr"; exit 2 }
    undefined = uses_undefined[1]
    for (i = 1; i <= lines[1]; i++) if (line[1, i] ~ /^\.names .* assumption$/) assumed = 1
    add_codes(); cut_latches(); cut_cells()
    if (merges + recodes) relate()
    for (side = 1; side <= 2; side++) for (i = 1; i <= ports[side]; i++) add_output("port:" port[side, i],
        port[side, i])
    for (i = 1; i <= outputs; i++) {
        if (!((2, output[i]) in output_net)) print "only in gold: " output[i]
        else if (!((1, output[i]) in output_net)) print "only in gate: " output[i]
        else points++
    }
    print "points", points + 0, "registers", latches[2] + 0, "not read", unread + 0, "unknown", undefined + 0
    # What the cut would hide: another clock or edge.
    for (side = 1; side <= 2; side++) for (i = 1; i <= latches[side]; i++) {
        split(clock[side, i], edge, " ")
        if (edge[1] != "re" || source_of(side, edge[2]) != "clk_i") print "only in", side_name[side] ": clock of",
            q[side, i]
    }
    emit(1, left); emit(2, right)
}
