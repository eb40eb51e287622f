# SPDX-License-Identifier: Apache-2.0
# split_modules.awk: one file a module of a netlist, and for each module the files it needs.
#
# usage: awk -v directory=DIR -f split_modules.awk netlist.v writes DIR/MODULE.v; prints lines "MODULE FILE…", its own
# file first
$1 == "module" { module = $2; sub(/\(.*/, "", module); file = directory "/" module ".v"; names[++modules] = module }
$NF == "(" && NF >= 3 && $1 !~ /^(assign|input|output|wire|reg|module)$/ { uses[module] = uses[module] " " $1 }
file != "" { print > file }
$1 == "endmodule" { close(file); file = ""; is_module[module] = 1 }
function need(m,  k, i, parts) {
    if (m in needed || !(m in is_module)) return
    needed[m] = 1; line = line " " directory "/" m ".v"
    k = split(uses[m], parts, " "); for (i = 1; i <= k; i++) need(parts[i])
}
END { for (n = 1; n <= modules; n++) { split("", needed); line = names[n]; need(names[n]); print line } }
