#!/bin/sh
# skip_idle_units.sh: two additions to what Verilator 5.006 generated, each exact, none to the RTL:
#   - calls of the functions of an SM go through scord_evaluate (verilated_idle.h), which leaves out those that would change nothing;
#   - logic behind input pins is evaluated in settle() only, not once more in clock(): no pin changes in between (rtl_device.h).
#
# usage: skip_idle_units.sh DIRECTORY PREFIX       the generated C++, changed in place
# Exit codes: 0 done, 1 the generated code has not the form that the first addition rests on (one message says what): it is then as it was, and cosim/module.mk builds that.
set -eu
[ $# -eq 2 ] || { echo "usage: skip_idle_units.sh DIRECTORY PREFIX" >&2; exit 2; }
cd "$1"
exec awk -v prefix="$2" -f - "$2"_scord_sm*.h "$2"___024root__DepSet_*.cpp "$2"_scord_sm*.cpp <<'AWK'
function refuse(what) { print "skip_idle_units.sh: " what > "/dev/stderr"; failed = 1; exit 1 }
function written(name) { if (!(name in input) && name !~ /^__Vsampled/) refuse(file ":" FNR ": " name " of an SM is written by the rest of the design") }
function kind_of(file) { return file ~ /\.h$/ ? "header" : file ~ /___024root/ ? "root" : "unit" }
FNR == 1 { file = FILENAME; kind = kind_of(file); order[++files] = file; region = ""; if (kind == "header") headers++ }

# The class of an SM: its inputs are what it declares by VL_IN….
kind == "header" && /^class .* final : public VerilatedModule/ { class = $2 }
kind == "header" && match($0, /VL_IN(8|16|64|W)?\([a-z_0-9]+/) {
    name = substr($0, RSTART, RLENGTH); wide = name ~ /^VL_INW/; sub(/.*\(/, "", name)
    if (name != "clk_i" && name != "rst_ni") { input[name] = wide + 1; names[++inputs] = name }
}
# Functions of SMs read their own variables and rst_ni, nothing else.
kind == "unit" { text = $0; while (match(text, /vlSymsp->TOP[A-Za-z_0-9]*\.?[A-Za-z_0-9]*/)) {
    name = substr(text, RSTART, RLENGTH); text = substr(text, RSTART + RLENGTH)
    if (file !~ /Slow/ && name != "vlSymsp->TOP.rst_ni") refuse(file ":" FNR ": " name " in an SM: name the port behind it in cosim/verilated/verilator.vlt")
} }
# What the rest of the design writes of an SM: inputs, and what Verilator copies for $past.
kind == "root" && pending != "" { if (FNR == next_line && /^ *=[^=]/) written(pending); pending = "" }
kind == "root" && file !~ /Slow/ && match($0, /^ *(VL_[A-Z_0-9]+\([0-9, ]*)?vlSymsp->TOP__[A-Za-z_0-9]*u_scord_sm\.[A-Za-z_0-9]+/) {
    name = substr($0, RSTART, RLENGTH); rest = substr($0, RSTART + RLENGTH); sub(/^\[[0-9a-fA-FxU]*\]/, "", rest)
    function_writes = name ~ /VL_/; sub(/.*\./, "", name)
    if (function_writes || rest ~ /^ *=[^=]/) written(name)
    else if (rest ~ /^ *$/) pending = name
    next_line = FNR + 1
}
kind == "root" && /^(VL_INLINE_OPT )?void .*\) \{$/ { region = $0 ~ /___eval_nba\(/ ? "nba" : $0 ~ /___eval_ico\(/ ? "ico" : "" }
kind == "root" && region != "" && match($0, /^ *[A-Za-z_0-9]+_scord_sm[A-Za-z_0-9]*\(\(&vlSymsp->[A-Za-z_0-9]+\)\);$/) {
    call = $0; gsub(/^ *|\)\);$/, "", call); split(call, part, /\(\(&vlSymsp->/)
    role = part[1]; sub(/.*__/, "", role); role = region role        # ico0, nba0, nba1 …
    if (!(role in roles)) roles[role] = count++
    unit[part[2]]++; calls_of[file]++
    $0 = "        scord_evaluate(&vlSymsp->" part[2] ", vlSymsp->TOP.rst_ni, " roles[role] "U, SCORD_UNIT_FUNCTIONS, " part[1] ");"
}
kind == "root" && sub(/\(0U == vlSelf->__VicoIterCount\)/, "((0U == vlSelf->__VicoIterCount) \\& !vlSelf->clk_i)") { once++ }
{ line[file, FNR] = $0; lines[file] = FNR }

END {
    if (failed) exit 1
    for (name in unit) { units++; if (unit[name] != count) refuse("not every function of an SM is called once a cycle: " name) }
    if (headers != 1 || inputs < 5 || units == 0 || once != 1) refuse("unknown form: " headers + 0 " classes of SMs, " inputs + 0 " inputs, " units + 0 " SMs, " once + 0 " regions of inputs")
    for (f = 1; f <= files; f++) {
        file = order[f]
        if (kind_of(file) == "unit") continue
        printf "" > file
        if (calls_of[file]) print "#define SCORD_UNIT_FUNCTIONS " count "U  // skip_idle_units.sh" > file
        for (i = 1; i <= lines[file]; i++) {
            print line[file, i] > file
            if (kind_of(file) != "header" || line[file, i] !~ /INTERNAL METHODS/) continue
            print "    // skip_idle_units.sh\n    scord_idle_t scord_idle;" > file
            for (n = 1; n <= inputs; n++) print "    decltype(" names[n] ") scord_kept_" names[n] ";" > file
            print "    bool scord_same_inputs() const {\n        return true" > file
            for (w = 1; w <= 2; w++) for (n = 1; n <= inputs; n++) if (input[names[n]] == w)
                print "            && " (w == 1 ? names[n] " == scord_kept_" names[n] : "std::memcmp(&" names[n] ", &scord_kept_" names[n] ", sizeof " names[n] ") == 0") > file
            print "            ;\n    }\n    void scord_keep_inputs() {" > file
            for (n = 1; n <= inputs; n++) print "        " (input[names[n]] == 1 ? "scord_kept_" names[n] " = " names[n] ";" : "std::memcpy(&scord_kept_" names[n] ", &" names[n] ", sizeof " names[n] ");") > file
            print "    }" > file
        }
        close(file)
    }
}
AWK
