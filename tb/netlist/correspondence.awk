# correspondence.awk: makes one combinational network each of two sequential ones, cut where they correspond, for `cec` of abc.
#
# usage: awk -v left=FILE -v right=FILE -f correspondence.awk BLIF
#   BLIF         of Yosys's write_blif -cname -blackbox -impltf: the modules gold and gate, and the black boxes they instantiate
#   left, right  the two networks, with equal inputs and equal outputs in name and order
# Prints "points N", the outputs compared, and a line "only in gold (gate): NAME" for each that the other has not.
# Cut are the flip-flops and the submodules: a flip-flop's output, a submodule's output become inputs, what goes into one an
# output to compare. Flip-flops correspond when a net of the same public name carries their outputs on both sides. When all the
# compared outputs are equal for all inputs, equal states stay equal: the modules are equal (van Eijk's register correspondence, 1998).
# A flip-flop of gold alone (nothing in the netlist reads it) is a free input: what depends on it is not equal.
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
$1 == ".latch" { latches[side]++; d[side, latches[side]] = $2; q[side, latches[side]] = $3; latch_of[side, $3] = latches[side]; clock[side, latches[side]] = $4 " " $5; next }
$1 == ".subckt" { cells[side]++; cell[side, cells[side]] = $0; next }
$1 == ".cname" { cell_name[side, cells[side]] = $2; next }
$1 == ".names" && / \$undef( |$)/ { uses_undefined[side] = 1 }
$1 == ".names" { from = NF == 3 ? $2 : ""; to = $3 }
$1 == "1" && $2 == "1" && NF == 2 && from != "" { alias[side, to] = from; aliases[side]++; alias_net[side, aliases[side]] = to }
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
    named[side, net] = number
    names[side, number] = names[side, number] " " net
}
# The flip-flop of gold that corresponds to this one of the netlist, by the first name that both have.
function partner(number,  list, count, i) {
    count = split(names[2, number], list, " ")
    for (i = 1; i <= count; i++) if ((1, list[i]) in named) return named[1, list[i]]
    return 0
}
# A register that lost its name to a net which its value reaches through logic in gold: the one register without partner that the net of that
# name depends on there. A wrong guess proves nothing: the outputs then differ.
function guess(number,  list, count, i, candidate) {
    if (!drivers_known++) for (i = 1; i <= lines[1]; i++) if (line[1, i] ~ /^\.names/) { count = split(line[1, i], list, " "); driver[list[count]] = line[1, i] }
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
function cut_latches(  i, gold, name) {
    name_latches(1); name_latches(2)
    for (i = 1; i <= latches[2]; i++) if ((gold = partner(i)) && !(gold in taken)) { taken[gold] = i; partner_of[i] = gold }
    for (i = 1; i <= latches[2]; i++) if (!(i in partner_of) && (gold = guess(i))) { taken[gold] = i; partner_of[i] = gold }
    for (i = 1; i <= latches[2]; i++) {
        gold = partner_of[i] + 0; name = gold ? q[1, gold] : q[2, i]
        side = 2; add_input("state:" name, q[2, i]); add_output("next:" name, d[2, i])
        if (gold) { side = 1; add_input("state:" name, q[1, gold]); add_output("next:" name, d[1, gold]) }
    }
    side = 1
    for (i = 1; i <= latches[1]; i++) if (!(i in taken)) { add_input("state:" q[1, i], q[1, i]); unread++ }
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
# The nets of a body get a prefix, since the first network has up to three bodies.
function body(side, prefix, unknown, file,  i, j, nets, count) {
    for (i = 1; i <= inputs; i++) if ((side, input[i]) in input_net) print ".names", input[i], prefix input_net[side, input[i]] "\n1 1" > file
    print ".names " prefix "$false\n.names " prefix "$true\n1\n.names " prefix "$undef" (unknown ? "\n1" : "") > file
    for (i = 1; i <= lines[side]; i++) {
        if (line[side, i] !~ /^\.names/) { print line[side, i] > file; continue }
        count = split(line[side, i], nets, " "); printf ".names" > file
        for (j = 2; j <= count; j++) printf " %s%s", prefix, nets[j] > file
        print "" > file
    }
}
function emit(side, file,  i, name) {
    printf ".model cut\n.inputs" > file
    for (i = 1; i <= inputs; i++) printf " %s", input[i] > file
    printf "\n.outputs" > file
    for (i = 1; i <= outputs; i++) if (compared(output[i])) printf " %s", output[i] > file
    print "" > file
    body(side, "0:", 0, file)
    if (side == 1 && undefined) { body(1, "1:", 1, file); body(2, "2:", 0, file) }
    for (i = 1; i <= outputs; i++) if (compared(name = output[i])) {
        if (side == 1 && undefined) # 0 or 1 when the values with all unknowns 0 and 1 agree; else what the netlist has
            print ".names", "0:" output_net[1, name], "1:" output_net[1, name], "2:" output_net[2, name], name "\n11- 1\n011 1\n101 1" > file
        else print ".names", "0:" output_net[side, name], name "\n1 1" > file
    }
    print ".end" > file
    close(file)
}
function compared(name) { return (1, name) in output_net && (2, name) in output_net }
END {
    side_name[1] = "gold"; side_name[2] = "gate"
    if (!ports[1] || !ports[2]) { print "correspondence.awk: no modules gold and gate" > "/dev/stderr"; exit 2 }
    undefined = uses_undefined[1]
    cut_latches(); cut_cells()
    for (side = 1; side <= 2; side++) for (i = 1; i <= ports[side]; i++) add_output("port:" port[side, i], port[side, i])
    for (i = 1; i <= outputs; i++) {
        if (!((2, output[i]) in output_net)) print "only in gold: " output[i]
        else if (!((1, output[i]) in output_net)) print "only in gate: " output[i]
        else points++
    }
    print "points", points + 0, "registers", latches[2] + 0, "not read", unread + 0, "unknown", undefined + 0
    # What the cut would hide: another clock or edge.
    for (side = 1; side <= 2; side++) for (i = 1; i <= latches[side]; i++) {
        split(clock[side, i], edge, " ")
        if (edge[1] != "re" || source_of(side, edge[2]) != "clk_i") print "only in", side_name[side] ": clock of", q[side, i]
    }
    emit(1, left); emit(2, right)
}
