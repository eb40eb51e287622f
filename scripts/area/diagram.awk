# SPDX-License-Identifier: Apache-2.0
# diagram.awk: a block diagram of a netlist's hierarchy for graphviz: instances, and the wires that go directly from one
# to another.
#
# usage: awk -v top=MODULE -v depth=N -f diagram.awk netlist.v | dot -Tsvg
# depth: instances below that level are not drawn. Of instances in an array (name[0].u_x, name[1].u_x, …) the first is
# drawn, with their
# number. An edge is labelled with its bits; nets that only pass gates of the parent are not drawn, clock and reset
# neither.
function base_name(net) { gsub(/^[ \t]+|[ \t]+$/, "", net); sub(/^\\/, "", net); sub(/[ \t]*\[[0-9:]+\]$/, "", net);
    sub(/[ \t]+$/, "", net); return net }
function bits_of(net,  r, p) {
    if (!match(net, /\[[0-9:]+\][ \t]*$/)) return width[module, base_name(net)] ? width[module, base_name(net)] : 1;
    r = substr(net, RSTART + 1, RLENGTH - 2); gsub(/[\] \t]/, "", r);
    return split(r, p, ":") == 2 ? p[1] - p[2] + 1 : 1 }
function declared(line,  high, low) { sub(/^ *[a-z]+ +/, "", line); high = low = 0;
    if (line ~ /^\[/) { high = line; sub(/^\[/, "", high); low = high; sub(/:.*/, "", high); sub(/^[^:]*:/, "", low);
        sub(/\].*/, "", low); sub(/^[^\]]*\] */, "", line) } sub(/ *;.*/, "", line); name_declared = line;
        sub(/^\\/, "", name_declared); sub(/ +$/, "", name_declared); return high - low + 1 }
$1 == "module" { module = $2; sub(/\(.*/, "", module); is_module[module] = 1; next }
$1 == "input" || $1 == "output" { w = declared($0); direction[module, name_declared] = $1;
    width[module, name_declared] = w; next }
$1 == "wire" { w = declared($0); width[module, name_declared] = w; next }
$NF == "(" && NF >= 3 && $1 != "module" { child = $1; instance = $2; sub(/^\\/, "", instance); children[module]++;
    child_module[module, children[module]] = child; child_name[module, children[module]] = instance; next }
child != "" && /^ *\.[A-Za-z_0-9]+\(/ {
    port = $0; sub(/^ *\./, "", port); net = port; sub(/\(.*/, "", port); sub(/^[^(]*\(/, "", net);
    sub(/\),?[ \t]*$/, "", net)
    connections[module]++; k = connections[module]
    from_child[module, k] = children[module]; of_port[module, k] = port; of_net[module, k] = net; next
}
/^ *\);/ { child = "" }
function shown(m, i,  name) { name = child_name[m, i]; if (!(child_module[m, i] in is_module)) return 0;
    return name !~ /\[[1-9][0-9]*\]/ }
function copies(m, i,  pattern, j, n) { pattern = child_name[m, i]; if (pattern !~ /\[0\]/) return 1;
    for (j = 1; j <= children[m]; j++) { name = child_name[m, j]; sub(/\[[0-9]+\]/, "[0]", name);
        if (name == pattern) n++ } return n }
function draw(path, m, level,  i, k, id, n, label, inner) {
    for (i = 1; i <= children[m]; i++) {
        if (!shown(m, i)) continue
        id = path "/" child_name[m, i]; n = copies(m, i); label = child_module[m, i]; sub(/_[0-9]+$/, "", label);
        if (n > 1) label = label " × " n
        inner = 0; for (k = 1; k <= children[child_module[m, i]]; k++) inner += shown(child_module[m, i], k)
        if (inner && level < depth) {
            printf "subgraph \"cluster_%s\" { label=\"%s\"; \"%s\" [label=\"%s: own logic\", style=dashed];\n", id,
                label, id, label; draw(id, child_module[m, i], level + 1); print "}" }
        else printf "\"%s\" [label=\"%s\"];\n", id, label
    }
}
function edges(path, m, level,  k, i, net, parts, n, p, id, d) {
    for (k = 1; k <= connections[m]; k++) {
        i = from_child[m, k]; if (!shown(m, i) || of_port[m, k] ~ /^(clk_i|rst_ni)$/) continue
        d = direction[child_module[m, i], of_port[m, k]]; net = of_net[m, k]; gsub(/[{}]/, "", net);
        n = split(net, parts, ",")
        for (p = 1; p <= n; p++) {
            module = m; b = base_name(parts[p]); if (b == "" || b ~ /^[0-9]+.[hb]/ || b ~ /^_[0-9]+_$/) continue
            id = path "/" child_name[m, i]
            if (d == "output") { driver[path, b] = id;
                driven[path, b] += bits_of(parts[p]) } else { sinks[path, b] = sinks[path, b] id "\n" }
        }
    }
    for (i = 1; i <= children[m]; i++) if (shown(m, i) &&
        level < depth) edges(path "/" child_name[m, i], child_module[m, i], level + 1)
}
END {
    print "digraph scord { rankdir=LR; node [shape=box, fontname=\"sans-serif\", fontsize=11]; edge " \
        "[fontname=\"sans-serif\", fontsize=9, color=\"#555555\"]; compound=true; graph [fontname=\"sans-serif\", " \
        "fontsize=12];"
    draw("", top, 1); edges("", top, 1)
    for (key in driver) { split(sinks[key], to, "\n"); split("", done);
        for (i = 1; to[i] != ""; i++) if (!(to[i] in done) && to[i] != driver[key]) { done[to[i]] = 1;
            edge[driver[key] "\" -> \"" to[i]] += driven[key] } }
    for (pair in edge) if (edge[pair] > 1) lines[++count] = "\"" pair "\" [label=\"" edge[pair] "\"];"
    for (i = 2; i <= count; i++) { x = lines[i]; for (j = i - 1; j > 0 && lines[j] > x; j--) lines[j + 1] = lines[j];
        lines[j + 1] = x }
    for (i = 1; i <= count; i++) print lines[i]
    print "}"
}
