# SPDX-License-Identifier: Apache-2.0
# ports.awk: the modules of a netlist as black boxes, ports alone: for a proof of one module that instantiates them.
#
# usage: awk -v except=MODULE -f ports.awk NETLIST
$1 == "module" { name = $2; sub(/\(.*/, "", name); header = 1; if (name != except) print "(* blackbox *)" }
name == except { next }
header || $1 == "input" || $1 == "output" || $1 == "endmodule" { print }
/;$/ { header = 0 }  # a long list of ports takes several lines
