#!/bin/sh
# skip_idle_blocks.sh: an addition to what Verilator 5.006 generated and skip_idle_units.sh changed, exact, none to the RTL: the logic around the SMs (detector,
# control registers) becomes blocks of statements, each left out while nothing that it reads has changed (as ESSENT does it: Beamer and Donofrio, DAC 2020).
#
# A statement is an assignment or an `if`; a long `if` whose condition its statements do not change is one `if` for each of them. What each reads and writes is
# found in its text; a text of another form than the ones known here is refused. A block is statements of one part of the design, in an order that keeps every
# dependency between them. It runs when its bit in scord_stale is set:
#   - at first, all are;
#   - a block that ran compares what it wrote with what was there before, and marks for each variable that changed all blocks that read it, or write it too;
#     itself only if it read the variable before it wrote it (a counter): otherwise running again would give the same;
#   - input pins are compared with their last values in settle(), what an SM gives after each run of the SM's functions;
#   - a failed assertion leaves its block marked: it fails again.
# So a block is left out only when every variable that it reads, and every one that it writes, is as it was when it last ran. An input of an SM that changed
# marks the SM: its functions run (verilated_idle.h), without comparing all inputs of all SMs. Verilator copies what $past needs before an eval; that is
# read after a rising edge alone, so it is copied before that eval alone.
#
# Nothing depends on which statements make a block but the speed: those that ready pins of a memory, counters of cycles and of beats of the clear make run in nearly
# every cycle stand apart, each part of the design by itself, and what writes one variable stands together, as far as it can. Assertions that fail in one cycle may speak in another order.
#
# usage: skip_idle_blocks.sh DIRECTORY PREFIX       the generated C++, changed in place, after skip_idle_units.sh
# Exit codes: 0 done, 1 the generated code has not the form that this rests on (one message says what): it is then as it was, and cosim/module.mk builds that.
set -eu
[ $# -eq 2 ] || { echo "usage: skip_idle_blocks.sh DIRECTORY PREFIX" >&2; exit 2; }
cd "$1"
exec awk -v prefix="$2" -v limit=30000 -f - "$2"___024root.h "$2"_scord_sm*.h "$2"___024root__DepSet_*.cpp "$2"_scord_sm*.cpp <<'AWK'
function refuse(what) { if (!failed) print "skip_idle_blocks.sh: " what > "/dev/stderr"; failed = 1; exit 1 }
function kind_of(file) { return file ~ /___024root\.h$/ ? "header" : file ~ /\.h$/ ? "unit header" : file ~ /Slow/ ? "slow" : file ~ /___024root/ ? "root" : "unit" }
function count(text, regex) { return gsub(regex, "&", text) }
function plain(text) { gsub(/"([^"\\]|\\.)*"/, "\"\"", text); gsub(/\/\*[^*]*\*\//, "", text); sub(/\/\/.*/, "", text); return text }

BEGIN {
    # destination of functions that write a variable: which argument; all of it or a part
    target["VL_ZERO_W"] = 2; target["VL_ASSIGN_W"] = 2; target["VL_CONST_W_1X"] = 2; target["VL_ADD_W"] = 2; target["VL_SUB_W"] = 2
    target["VL_CONCAT_WWW"] = 4; target["VL_SHIFTL_WWI"] = 4
    target["VL_ASSIGNSEL_WI"] = 4; target["VL_ASSIGNSEL_WQ"] = 4; target["VL_ASSIGNSEL_WW"] = 4
    n = split("if else while CData SData IData QData WData VL_UNLIKELY VL_LIKELY VL_WRITEF VL_TIME_UNITED_Q VL_STOP_MT VL_MULS_III VL_GTS_III", word, " ")
    for (i = 1; i <= n; i++) pure[word[i]] = 1
}
FNR == 1 { file = FILENAME; kind = kind_of(file); order[++files] = file; inside = 0 }
{ line[file, FNR] = $0; lines[file] = FNR }

kind == "header" && match($0, /VL_IN(8|16|64|W)?\([a-zA-Z_0-9]+/) { name = substr($0, RSTART, RLENGTH); sub(/.*\(/, "", name)
    if (name != "clk_i") pin[++pins] = name }
kind == "header" && match($0, /VlUnpacked<.*> [A-Za-z_0-9]+;/) { text = $0; sub(/;.*/, "", text); sub(/.* /, "", text); is_array[text] = 1 }
kind ~ /header/ && match($0, /VlWide<[0-9]+>\/\*[0-9:]*\*\/ [A-Za-z_0-9]+;/) {
    text = substr($0, RSTART, RLENGTH); size = text; sub(/VlWide</, "", size); sub(/>.*/, "", size); sub(/.* /, "", text); sub(/;/, "", text)
    words[text] = size + 0
}
kind ~ /header/ && match($0, /VL_(IN|OUT)W\([A-Za-z_0-9]+,[0-9]+,[0-9]+,[0-9]+\)/) { text = substr($0, RSTART, RLENGTH); sub(/.*\(/, "", text)
    split(text, part, /[,)]/); words[part[1]] = part[4] + 0 }
kind == "unit header" && match($0, /VL_IN(8|16|64|W)?\([a-zA-Z_0-9]+/) { name = substr($0, RSTART, RLENGTH); sub(/.*\(/, "", name)
    if (name != "clk_i" && name != "rst_ni") unit_input[name] = 1 }
kind == "unit" && /___ico_sequent__.*\{$/ { in_ico = 1 }
kind == "unit" && /^}/ { in_ico = 0 }
kind == "unit" && in_ico && /__Vsampled/ { refuse(file ":" FNR ": a sampled variable is read before the clock") }
kind == "root" && /^(VL_INLINE_OPT )?void .*\) \{$/ {
    name = $0; sub(/\(.*/, "", name); sub(/.* /, "", name); sub(/.*___024root___/, "", name)
    inside = 1
    if (name ~ /^(nba|ico)_(sequent|comb)__TOP__[0-9]+$/ || name == "eval") { f = ++functions; function_name[f] = name; function_file[f] = file
        function_start[f] = FNR }
    else { f = 0; other_start[++others] = FNR; other_file[others] = file; other_name[others] = name }
}
kind == "root" && match($0, /^ *scord_evaluate\(&vlSymsp->[A-Za-z_0-9]+/) { has_units[file] = 1; name = substr($0, RSTART, RLENGTH); sub(/.*->/, "", name)
    if (!(name in unit_number)) unit_number[name] = units++ }
kind == "root" && /^}/ && inside { if (f) function_end[f] = FNR; else other_end[others] = FNR; inside = 0 }

function variable(name) { if (!(name in id)) { id[name] = ++ids; name_of[ids] = name } return id[name] }
# Adds one access to statement S: KIND r, w (all of it) or p (a part, or perhaps); ELEMENT: -1 all of it, -2 unknown, or the index
function access(s, kind, name, element,   v) { v = variable(name); accesses[s]++; access_kind[s, accesses[s]] = kind; access_variable[s, accesses[s]] = v
    access_element[s, accesses[s]] = element }
function hexadecimal(text,   i, value) { value = 0; text = tolower(text)
    for (i = 1; i <= length(text); i++) value = value * 16 + index("0123456789abcdef", substr(text, i, 1)) - 1; return value }
function number_of(text) { if (text ~ /^0x[0-9a-f]+U$/) return hexadecimal(substr(text, 3, length(text) - 3))
    if (text ~ /^[0-9]+U$/) return substr(text, 1, length(text) - 1) + 0; return -2 }

# What statement S of function F, with text TEXT, reads and writes.
function analyse(f, s, text,   simple, rest, token, at, next_character, name, depth, i, c, called, element, index_text, writes, pending_name, pending_element, call, arguments, argument, start, top, destination, where) {
    if (!continue_analysis) accesses[s] = 0
    top = text !~ /^ *(if|while) /
    # a call that writes: its destination is found first
    destination = 0
    rest = text
    while (match(rest, /VL_[A-Z_0-9]+\(/)) {
        call = substr(rest, RSTART, RLENGTH - 1)
        if (call in target) {
            where = length(text) - length(rest) + RSTART + RLENGTH; depth = 0; argument = 1
            for (i = where; i <= length(text) && argument < target[call]; i++) { c = substr(text, i, 1); if (c ~ /[(\[]/) depth++;
                else if (c ~ /[)\]]/) depth--; else if (c == "," && depth == 0) argument++ }
            while (substr(text, i, 1) ~ /[ \n]/) i++
            is_target[i] = call; target_list[++destination] = i
            if (text ~ /^ *VL_/ && call !~ /ASSIGNSEL/) whole_target[i] = 1
        }
        rest = substr(rest, RSTART + RLENGTH)
    }
    at = 1
    pending_name = ""
    while (match(substr(text, at), /[A-Za-z_0-9]+/)) {
        start = at + RSTART - 1; token = substr(text, start, RLENGTH); at = start + RLENGTH
        if (token ~ /^[0-9]/) continue
        if (token == "vlSelf") { if (substr(text, at, 2) != "->") refuse(function_file[f] ": unknown use of vlSelf: " substr(text, start, 80))
            match(substr(text, at + 2), /^[A-Za-z_0-9]+/); name = substr(text, at + 2, RLENGTH); at += 2 + RLENGTH }
        else if (token == "vlSymsp") {
            match(substr(text, at), /^->[A-Za-z_0-9]+/); name = substr(text, at + 2, RLENGTH - 2); at += RLENGTH
            if (name == "name" && substr(text, at, 2) == "()") { at += 2; continue } # of the model, in the text of an assertion
            if (name == "_vm_contextp__") { if (substr(text, at, 13) != "->assertOn())") refuse(function_file[f] ": unknown use of the context: " substr(text, start, 80)); at += 13; continue }
            if (!match(substr(text, at), /^\.[A-Za-z_0-9]+/)) refuse(function_file[f] ": unknown use of vlSymsp: " substr(text, start, 80))
            name = (name == "TOP" ? "" : name ".") substr(text, at + 1, RLENGTH - 1); at += RLENGTH
        }
        else if ((f, token) in is_local) name = f ":" token
        else if (token ~ /__ConstPool__/ || (token in pure) || (token in target)) continue
        else refuse(function_file[f] ": unknown name " token ": " substr(text, start, 80))
        if (substr(text, at, 1) == "." || substr(text, at, 2) == "->") refuse(function_file[f] ": unknown use of " name)
        element = -1
        if (substr(text, at, 1) == "[") {
            depth = 0
            for (i = at; i <= length(text); i++) { c = substr(text, i, 1); if (c == "[") depth++; else if (c == "]" && --depth == 0) break }
            index_text = substr(text, at + 1, i - at - 1); gsub(/[ \n]/, "", index_text)
            element = number_of(index_text)
            # a second index: of an element of an array
            for (i++; substr(text, i, 1) ~ /[ \n\[]/; i++) if (substr(text, i, 1) == "[") { element = -2; depth = 0; for (; i <= length(text); i++) {
                c = substr(text, i, 1); if (c == "[") depth++; else if (c == "]" && --depth == 0) break } }
        } else i = at
        while (substr(text, i, 1) ~ /[ \n]/) i++
        next_character = substr(text, i, 2)
        if (next_character ~ /^(\+\+|--|[-+*\/|&^]=)/) refuse(function_file[f] ": unknown assignment: " substr(text, start, 80))
        if (next_character ~ /^=[^=]/) {
            if (top) { if (pending_name != "") refuse(function_file[f] ": two assignments: " substr(text, start, 80)); pending_name = name
                pending_element = element }
            else access(s, "p", name, element)
        }
        else if (start in is_target) { if (start in whole_target) access(s, "w", name, -1); else access(s, "p", name, -2) }
        else access(s, "r", name, element)
    }
    if (pending_name != "") access(s, pending_element == -2 ? "p" : "w", pending_name, pending_element)
    for (i = 1; i <= destination; i++) { delete is_target[target_list[i]]; delete whole_target[target_list[i]] }
}
# The path of the module that statement S belongs to: by the first variable that it writes, or reads.
function path_of(s,   a, name, best) {
    best = ""
    for (a = 1; a <= accesses[s]; a++) {
        name = name_of[access_variable[s, a]]
        if (access_kind[s, a] == "r" && best != "") continue
        sub(/^[0-9]+:/, "", name); sub(/^__Vdly__|^__Vdlyv[a-z0-9]*__|^__Vfunc_|^__Vsampled__TOP__/, "", name)
        if (name ~ /__DOT__/) { sub(/__DOT____?V?[A-Za-z_0-9]*$/, "", name) ; sub(/__DOT__[^_]([^_]|_[^_])*(__v[0-9])?$/, "", name) }
        if (access_kind[s, a] != "r") return name
        best = name
    }
    return best
}

# Statements that nearly every cycle makes run: they read a ready of AXI, a counter of cycles, that of the clear's beats (four in ten cycles of a short program), or what these alone make. Apart from the others, these can be idle.
function find_hot(   v, s, a, changed, only, any) {
    for (v = 1; v <= ids; v++) if (name_of[v] ~ /^m_axi_(aw|w|ar)ready_i$|_(aw|w|ar)ready$|(^|__DOT__)cycle_q$|u_metadata_clear__DOT__beat_q$|u_control_registers__DOT__counters_q$/) noise[v] = 1
    do {
        changed = 0
        for (s = 1; s <= statements; s++) {
            only = 1; any = 0
            for (a = 1; a <= accesses[s]; a++) if (access_kind[s, a] == "r") { if (access_variable[s, a] in noise) any = 1; else only = 0 }
            if (any) hot[s] = 1
            if (any && only) for (a = 1; a <= accesses[s]; a++) if (access_kind[s, a] != "r" && !(access_variable[s, a] in noise)) {
                noise[access_variable[s, a]] = 1; changed = 1 }
        }
    } while (changed)
}
# The part of the design that a path is in.
function part_of(name) {
    if (name ~ /g_sm__BRA/) return "sm"
    if (!sub(/^scord_top__DOT__u_scord_detector__DOT__/, "", name)) { if (name ~ /u_control_registers/) return "control"; return "top" }
    if (name ~ /^g_lane/) return "lane"
    sub(/__DOT__.*|__BRA__.*/, "", name); return name
}

# Statements of function F: lines FROM..TO of its file; its locals are known.
function statements_of(f, from, to,   i, text, depth, s, bare, whole) {
    text = whole = ""; depth = 0
    for (i = from; i <= to; i++) {
        if (line[function_file[f], i] ~ /^#/) refuse(function_file[f] ":" i ": a condition of the preprocessor")
        if (line[function_file[f], i] ~ /^ *$/ && text == "") continue
        bare = plain(line[function_file[f], i])
        whole = whole (text == "" ? "" : "\n") bare
        text = text (text == "" ? "" : "\n") line[function_file[f], i]
        depth += count(bare, "[({]") - count(bare, "[)}]")
        if (depth == 0 && bare ~ /[;}] *$/) { add_statement(f, "", text, whole); text = whole = "" }
    }
    if (text != "") refuse(function_file[f] ":" from ": the end of a statement is missing: " substr(text, 1, 80))
}
# Adds statement TEXT (PLAIN: without texts and comments) of function F, done when CONDITION ("": always). A long if whose condition its statements do not change is
# taken as one if for each of them: so that what is idle in it can be left out.
function add_statement(f, condition, text, bare,   of_variable,   s, n, i, raw, naked, depth, header, naked_header, part, naked_part, inner, list, naked_list, branch, of, a, ok, k, m) {
    if (length(text) > 400 && bare ~ /^ *if \(/) {
        n = split(text, raw, "\n"); split(bare, naked, "\n")
        inner = 0; branch = 0; depth = 0; header = naked_header = part = naked_part = ""; ok = 1
        for (i = 1; i <= n && ok; i++) {
            if (depth == 0 && naked[i] ~ /^ *\} else if \(/) { # the rest is the statement of else
                branch = 2; part = raw[i]; sub(/\} else /, "", part); naked_part = naked[i]; sub(/\} else /, "", naked_part)
                for (i++; i <= n; i++) { part = part "\n" raw[i]; naked_part = naked_part "\n" naked[i] }
                list[++inner] = part; naked_list[inner] = naked_part; of[inner] = 2; part = ""
                break
            }
            if (branch == 0) {
                header = header (header == "" ? "" : "\n") raw[i]; naked_header = naked_header (naked_header == "" ? "" : "\n") naked[i]
                depth += count(naked[i], "[({]") - count(naked[i], "[)}]")
                if (naked[i] ~ /\{ *$/ && depth == 1) { branch = 1; depth = 0 }
                continue
            }
            if (depth == 0 && part == "" && naked[i] ~ /^ *\} else \{ *$/) { branch = 2; continue }
            if (depth == 0 && part == "" && naked[i] ~ /^ *\} *$/) { if (i != n) ok = 0; break }
            if (depth == 0 && part == "" && naked[i] ~ /^ *\}/) { ok = naked[i] ~ /^ *\} else if \(/; i--; if (!ok) break; continue }
            part = part (part == "" ? "" : "\n") raw[i]; naked_part = naked_part (naked_part == "" ? "" : "\n") naked[i]
            depth += count(naked[i], "[({]") - count(naked[i], "[)}]")
            if (depth == 0 && naked[i] ~ /[;}] *$/) {
                if (i < n && naked_part ~ /^ *if \(/ && naked[i + 1] ~ /^ *else/) ok = 0
                list[++inner] = part; naked_list[inner] = naked_part; of[inner] = branch; part = naked_part = ""
            }
        }
        sub(/^ *if \(/, "(", naked_header); sub(/\{ *$/, "", naked_header); sub(/^ *if \(/, "(", header); sub(/\{ *$/, "", header)
        if (ok && part == "" && inner > 1) {
            # does a statement change the condition?
            s = statements + 1
            analyse(f, s, "if " naked_header " {}"); m = accesses[s]; split("", condition_reads)
            for (a = 1; a <= m; a++) { if (access_kind[s, a] != "r") ok = 0; condition_reads[access_variable[s, a]] = 1 }
            analyse(f, s, bare)
            for (a = 1; a <= accesses[s]; a++) if (access_kind[s, a] != "r" && (access_variable[s, a] in condition_reads)) ok = 0
            if (ok) {
                for (i = 1; i <= inner; i++) add_statement(f, condition (condition == "" ? "" : " && ") (of[i] == 1 ? header : "!" header), list[i], naked_list[i])
                return
            }
        }
    }
    # assignments to the words of one variable are one statement
    of_variable = bare; if (sub(/[ \n]*=[^=].*$/, "", of_variable)) { sub(/\[[^\]]*\]$/, "", of_variable); gsub(/[ \n]/, "", of_variable) }
    if (of_variable !~ /^(vlSelf->|vlSymsp->)?[A-Za-z_0-9.]+$/) of_variable = ""
    if (of_variable != "" && of_variable == last_assigned && condition == last_condition && f == last_function) {
        s = statements; statement[s] = statement[s] "\n" text; continue_analysis = 1
        if (condition != "") analyse(f, s, "if (" plain_condition(condition) ") {" bare "}"); else analyse(f, s, bare)
        continue_analysis = 0
        return
    }
    last_assigned = of_variable; last_condition = condition; last_function = f
    s = ++statements; statement[s] = text; statement_function[s] = f; statement_condition[s] = condition
    if (condition != "") { analyse(f, s, "if (" plain_condition(condition) ") {" bare "}") } else analyse(f, s, bare)
}
function plain_condition(text) { gsub(/"([^"\\]|\\.)*"/, "\"\"", text); gsub(/\/\*[^*]*\*\//, "", text); return text }
function local_name(text) { sub(/;.*/, "", text); sub(/.* /, "", text); return text }
function parse(f,   file, i, body, text, name) {
    file = function_file[f]
    statement_first[f] = statements + 1
    body = 0
    for (i = function_start[f] + 1; i < function_end[f]; i++) if (line[file, i] ~ /^    \/\/ Body/) { body = i; break }
    if (!body) refuse(file ":" function_start[f] ": no body")
    function_body[f] = body
    for (i = function_start[f] + 1; i < body; i++) {
        text = line[file, i]
        if (function_name[f] == "eval") continue
        if (match(text, /^    (CData|SData|IData|QData|VlWide<[0-9]+>|VlUnpacked<[^;]*>)(\/\*[0-9:]*\*\/)? [A-Za-z_0-9]+;$/)) { name = local_name(text)
            is_local[f, name] = 1; declaration[f, name] = text
            if (match(text, /VlWide<[0-9]+>/)) words[f ":" name] = substr(text, RSTART + 7, RLENGTH - 8) + 0; local_list[f, ++locals[f]] = name }
        else if (text ~ /^    [A-Za-z_0-9]+ = 0;$/) { name = text; sub(/ =.*/, "", name); gsub(/ /, "", name); initial[f, name] = text }
        else if (text ~ /^    VL_ZERO_W\([0-9]+, [A-Za-z_0-9]+\);$/) { name = text; sub(/.*, /, "", name); sub(/\).*/, "", name); initial[f, name] = text }
        else if (text !~ /^    (if \(false && vlSelf\)|VL_DEBUG_IF|\/\/ Init|.*__Syms\* const __restrict vlSymsp)/) refuse(file ":" i ": unknown declaration: " text)
    }
    if (function_name[f] == "eval") {
        for (i = function_start[f] + 1; i < body && line[file, i] !~ /__Vsampled/; i++) ;
        sampled_from = i
        for (; i < body && line[file, i] ~ /^    (vl.*__Vsampled| )/; i++) ;
        sampled_to = i
        if (sampled_from < sampled_to) statements_of(f, sampled_from, sampled_to - 1)
    } else statements_of(f, body + 1, function_end[f] - 1)
    statement_last[f] = statements
}

# ---- blocks ----
# Order of the statements of function F that keeps every dependency, statements of one part of the design together; a block is a run of them.
function depend(a, b) { if (a != b && !((a, b) in edge)) { edge[a, b] = 1; followers[a] = followers[a] " " b; waiting[b]++ } }
function dependencies(f,   s, a, v, i, n, list) {
    split("", last_write); split("", readers)
    for (s = statement_first[f]; s <= statement_last[f]; s++) {
        waiting[s] += 0
        for (a = 1; a <= accesses[s]; a++) {
            v = access_variable[s, a]
            if (v in last_write) depend(last_write[v], s)
        }
        for (a = 1; a <= accesses[s]; a++) {
            v = access_variable[s, a]
            if (access_kind[s, a] == "r") { readers[v] = readers[v] " " s; continue }
            n = split(readers[v], list, " "); for (i = 1; i <= n; i++) depend(list[i], s)
        }
        for (a = 1; a <= accesses[s]; a++) if (access_kind[s, a] != "r") { v = access_variable[s, a]; last_write[v] = s; readers[v] = "" }
    }
}
function new_block(f) { block = ++blocks; block_function[block] = f; block_size[block] = block_length[block] = 0
    if (!(f in block_first)) block_first[f] = block; block_last[f] = block }
function put(s,   n, list, i) {
    block_statement[block, ++block_size[block]] = s; block_length[block] += length(statement[s]); done[s] = 1; block_of[s] = block
    n = split(followers[s], list, " "); for (i = 1; i <= n; i++) waiting[list[i]]--
}
# Statements that write one variable, and what stands between them, make one group if it stays small: else the variable would be seen to change twice a cycle.
function group_of(s) { while (group[s] != s) s = group[s]; return s }
function collect(f,   s, a, v, n, list, i, j, t, low, high, members, count_, changed, w) {
    for (s = statement_first[f]; s <= statement_last[f]; s++) group[s] = s
    split("", writers)
    for (s = statement_first[f]; s <= statement_last[f]; s++) for (a = 1; a <= accesses[s]; a++) if ((access_kind[s, a] != "r" || name_of[access_variable[s, a]] ~ /^[0-9]+:/) && !((access_variable[s, a], s) in seen_writer)) { seen_writer[access_variable[s, a], s] = 1; writers[access_variable[s, a]] = writers[access_variable[s, a]] " " s }
    for (v in writers) {
        n = split(writers[v], list, " "); if (n < 2) continue
        low = list[1] + 0; high = list[n] + 0
        split("", reached); for (i = 1; i <= n; i++) reached[list[i] + 0] = 1
        for (t = low; t < high; t++) if (t in reached) { w = split(followers[t], follower, " "); for (j = 1; j <= w; j++) reached[follower[j] + 0] = 1 }
        split("", inside_); for (i = 1; i <= n; i++) inside_[list[i] + 0] = 1
        # backwards: what leads to a member and is reached from one
        count_ = n
        for (t = high; t >= low; t--) if ((t in reached) && !(t in inside_)) { w = split(followers[t], follower, " ")
            for (j = 1; j <= w; j++) if ((follower[j] + 0) in inside_) { inside_[t] = 1; count_++; break } }
        if (count_ > 60) continue
        split("", joined); w = 0
        for (t in inside_) { j = group_of(t + 0); if (!(j in joined)) { joined[j] = 1; w += j in group_members ? group_members[j] : 1 } }
        if (w > 100) continue
        j = group_of(low); for (t in joined) group[t + 0] = j
        group_members[j] = w
    }
}
function arrange(f,   s, low, current, found, left, g, n, list, i) {
    dependencies(f); collect(f)
    low = statement_first[f]; left = statement_last[f] - low + 1; if (left == 0) return
    for (s = low; s <= statement_last[f]; s++) { g = group_of(s); owner[s] = part_of(path_of(s)); if (hot[s]) hot_group[g] = 1; size_of[g]++
        if (!(g in first_of)) first_of[g] = s; member[g, size_of[g]] = s; blocked[g] += 0; n = split(followers[s], list, " ")
        for (i = 1; i <= n; i++) if (group_of(list[i] + 0) != g) blocked[group_of(list[i] + 0)]++ }
    for (s = low; s <= statement_last[f]; s++) { g = group_of(s); owner[s] = (g in hot_group) ? "hot " owner[g] : owner[g] }
    while (left > 0) {
        while (low in done) low++
        # the first group that waits for none; if groups wait for each other, the first one comes apart
        for (s = low; s <= statement_last[f]; s++) if (!(s in done) && blocked[group_of(s)] == 0) break
        if (s > statement_last[f]) { s = low; g = group_of(s); apart(g); continue }
        new_block(f); current = owner[s]
        do {
            found = 0
            for (s = low; s <= statement_last[f] && block_length[block] < limit; s++) if (!(s in done) && owner[s] == current && blocked[group_of(s)] == 0) {
                left -= put_group(group_of(s)); found = 1 }
        } while (found && block_length[block] < limit)
    }
}
# All statements of group G into the block, in their order; returns how many.
function put_group(g,   k, s, n, list, i) {
    for (k = 1; k <= size_of[g]; k++) {
        s = member[g, k]; put(s); n = split(followers[s], list, " ")
        for (i = 1; i <= n; i++) if (group_of(list[i] + 0) != g) blocked[group_of(list[i] + 0)]--
    }
    return size_of[g]
}
function apart(g,   k, s, n, list, i, old) {
    n = size_of[g]
    for (k = 1; k <= n; k++) old[k] = member[g, k]
    for (k = 1; k <= n; k++) { s = old[k]; group[s] = s; size_of[s] = 1; member[s, 1] = s; blocked[s] = waiting[s]; first_of[s] = s }
    # others wait for the members as before
}
END {
    if (failed) exit 1
    if (!functions || !units || units > 64) refuse("unknown form: " functions + 0 " functions, " units + 0 " units")
    for (f = 1; f <= functions; f++) parse(f)
    find_hot()
    for (f = 1; f <= functions; f++) arrange(f)
    for (f = 1; f <= functions; f++) for (s = statement_first[f]; s <= statement_last[f]; s++) for (a = 1; a <= accesses[s]; a++) if (function_name[f] ~ /^ico/ && name_of[access_variable[s, a]] ~ /__Vsampled/) refuse("sampled read before the clock")
    # variables of a block: read before it wrote them (needed), written
    for (b = 1; b <= blocks; b++) {
        split("", has); split("", part_has); split("", part_count)
        f = block_function[b]
        for (k = 1; k <= block_size[b]; k++) {
            s = block_statement[b, k]
            for (a = 1; a <= accesses[s]; a++) {
                v = access_variable[s, a]; e = access_element[s, a]
                if (!((v, b) in touches)) { touches[v, b] = 1; touched[b] = touched[b] " " v; by[v] = by[v] " " b; first_by[v] = v in first_by ? first_by[v] : b }
                if (access_kind[s, a] == "r") { if (!(v in has) && !(e >= 0 && (v, e) in part_has)) needs[v, b] = 1 }
                else {
                    writes_of[v, b] = 1; written[v] = 1
                    if (access_kind[s, a] == "w") {
                        if (e == -1) { has[v] = 1; if (!((v, b) in needs)) sets[v, b] = 1 }
                        else if (!((v, e) in part_has)) { part_has[v, e] = 1
                            if (++part_count[v] == words[name_of[v] ~ /\./ ? substr(name_of[v], index(name_of[v], ".") + 1) : name_of[v]]) { has[v] = 1
                            if (!((v, b) in needs)) sets[v, b] = 1 } }
                    }
                }
            }
        }
    }
        # locals: of one block, or members
    for (f = 1; f <= functions; f++) for (l = 1; l <= locals[f]; l++) {
        name = local_list[f, l]; v = (f ":" name) in id ? id[f ":" name] : 0
        if (!v) continue
        n = split(by[v], list, " ")
        if (n == 1) { block_local[list[1]] = block_local[list[1]] " " name; private[v] = 1 }
        else { shared[f] = shared[f] " " name; first_block = list[1]; for (i = 2; i <= n; i++) if (list[i] + 0 < first_block + 0) first_block = list[i]
            if (((f, name) in initial) && !((v, first_block) in sets)) { block_initial[first_block] = block_initial[first_block] " " name
            delete needs[v, first_block]; writes_of[v, first_block] = 1 } }
    }
    for (o = 1; o <= others; o++) for (i = other_start[o]; i <= other_end[o]; i++) other_line(other_file[o], i)
    for (f = 1; f <= functions; f++) if (function_name[f] == "eval") for (i = sampled_to; i <= function_end[f]; i++) other_line(function_file[f], i)
    # units: variables of SMs that the root reads and does not write are looked at after each run of the SM
    for (v = 1; v <= ids; v++) if (name_of[v] ~ /\./ && !(v in written)) { object = name_of[v]; sub(/\..*/, "", object); looked[object] = looked[object] " " v
        if (!(object in look_number)) { look_number[object] = ++looks; look_object[looks] = object } }
    # numbers of the blocks: those of a function share no word with another's
    bit = 0
    for (f = 1; f <= functions; f++) { if (!(f in block_first)) continue; bit = int((bit + 63) / 64) * 64; for (b = block_first[f]; b <= block_last[f]; b++) {
        place[b] = bit++ } }
    stale_words = int((bit + 63) / 64)
    write_all()
}
function power(n) { return sprintf("0x%08x%08xULL", n >= 32 ? 2 ^ (n - 32) : 0, n < 32 ? 2 ^ n : 0) }
function flag(b) { return power(place[b] % 64) }
function text_of(v,   name) { name = name_of[v]; if (name ~ /^[0-9]+:/) { sub(/^[0-9]+:/, "", name)
    return name } return (name ~ /\./ ? "vlSymsp->" : "vlSelf->") name }
# Statements that mark every block but B (0: none is left out) that touches variable V, and the SM whose input it is.
function marks(v, b,   n, list, i, word, high, low, text, p) {
    split("", high); split("", low); text = ""
    n = split(by[v], list, " ")
    for (i = 1; i <= n; i++) {
        if (list[i] == b && !((v, b) in needs)) continue
        p = place[list[i]]; word = int(p / 64); p %= 64
        if (p >= 32) high[word] += 2 ^ (p - 32); else low[word] += 2 ^ p
        high[word] += 0; low[word] += 0
    }
    for (word = 0; word < stale_words; word++) if (word in high) text = text sprintf(" scord_stale[%d] |= 0x%08x%08xULL;", word, high[word], low[word])
    return text
}
function out(text) { print text > target_file }
function write_block(b,   f, n, list, i, v, k, name, text, compared, m, s) {
    f = block_function[b]
    out("    if (scord_stale[" int(place[b] / 64) "] & " flag(b) ") {")
    out("        scord_stale[" int(place[b] / 64) "] &= ~" flag(b) ";")
    n = split(block_local[b], list, " "); for (i = 1; i <= n; i++) { out(declaration[f, list[i]]); if ((f, list[i]) in initial) out(initial[f, list[i]]) }
    n = split(touched[b], list, " "); compared = 0
    for (i = 1; i <= n; i++) { v = list[i]; if (!((v, b) in writes_of) || v in private) continue; m = marks(v, b) input_mark(v); if (m == "") continue
        if (name_of[v] in is_array && marked_in_place(v, b, m)) continue; mark_text[++compared] = m; mark_variable[compared] = v
        out("        const auto scord_before_" compared " = " text_of(v) ";") }
    n = split(block_initial[b], list, " "); for (i = 1; i <= n; i++) out(initial[f, list[i]])
    for (k = 1; k <= block_size[b]; k++) {
        s = block_statement[b, k]; text = statement[s]
        gsub(/VL_STOP_MT\([^;]*\);/, "& scord_stale[" int(place[b] / 64) "] |= " flag(b) ";", text)
        if (k > 1 && statement_condition[s] != statement_condition[block_statement[b, k - 1]] && statement_condition[block_statement[b, k - 1]] != "") out("    }")
        if (statement_condition[s] != "" && (k == 1 || statement_condition[s] != statement_condition[block_statement[b, k - 1]])) out("    if (" statement_condition[s] ") {")
        out(text)
    }
    if (statement_condition[block_statement[b, block_size[b]]] != "") out("    }")
    for (i = 1; i <= compared; i++) {
        out("        if (scord_differs(scord_before_" i ", " text_of(mark_variable[i]) ")) {" mark_text[i] " }")
    }
    out("    }")
}
# Code outside the blocks writes nothing that they know.
function other_line(file, i,   text, name) {
    text = plain(line[file, i])
    if (text ~ /__Vsampled/) refuse(file ":" i ": a sampled variable outside the blocks")
    if (text !~ /scord_evaluate\(/ && text ~ /vlSymsp->TOP__/) refuse(file ":" i ": an SM is used outside the blocks")
    while (match(text, /vlSelf->[A-Za-z_0-9]+(\[[^\]]*\])* *=[^=]/)) { name = substr(text, RSTART + 8, RLENGTH - 8); text = substr(text, RSTART + RLENGTH)
        sub(/[^A-Za-z_0-9].*/, "", name); if (name in id) refuse(file ":" i ": " name " is written outside the blocks") }
}
# The input of an SM: it is not idle.
function input_mark(v,   object, member) { object = member = name_of[v]; if (!sub(/.*\./, "", member)) return ""; sub(/\..*/, "", object)
    return member in unit_input ? " vlSymsp->" object ".scord_changed_inputs = true; vlSelf->scord_awake |= " power(unit_number[object]) ";" : "" }
# Array V of block B is written under conditions only: marks M stand there, and it is not compared. Returns 0 if it is not so.
function marked_in_place(v, b, m,   k, s, a, body) {
    for (k = 1; k <= block_size[b]; k++) {
        s = block_statement[b, k]
        for (a = 1; a <= accesses[s]; a++) if (access_variable[s, a] == v && access_kind[s, a] != "r" && !(statement_condition[s] != "" && statement[s] !~ /^ *(if|while)/) && !(statement[s] ~ /^ *if/ && statement[s] !~ /else/ && statement[s] ~ /\} *$/)) return 0
    }
    for (k = 1; k <= block_size[b]; k++) {
        s = block_statement[b, k]
        for (a = 1; a <= accesses[s]; a++) if (access_variable[s, a] == v && access_kind[s, a] != "r") {
            if (statement[s] ~ /^ *if/) sub(/\} *$/, "   " m " }", statement[s]); else statement[s] = statement[s] "\n" m; break }
    }
    return 1
}
function write_function(f,   b, n, list, i, word, quarter) {
    n = split(shared[f], list, " ")
    out("    uint64_t *const scord_stale = vlSelf->scord_stale.of;")
    for (i = 1; i <= n; i++) out("    auto &" list[i] " = vlSelf->scord_locals_" f "." list[i] ";")
    if (!(f in block_first)) return
    word = quarter = -1
    for (b = block_first[f]; b <= block_last[f]; b++) {
        if (int(place[b] / 16) != quarter) {
            if (quarter >= 0) out("    }")
            if (int(place[b] / 64) != word) { if (word >= 0) out("    }"); word = int(place[b] / 64); out("    if (scord_stale[" word "]) {") }
            quarter = int(place[b] / 16); out("    if (scord_stale[" word "] & 0xffffULL << " (quarter % 4 * 16) ") {")
        }
        write_block(b)
    }
    out("    }\n    }")
}
function write_all(   x, i, f, n, list, l, v, text, call, object) {
    for (x = 1; x <= files; x++) {
        file = order[x]; kind = kind_of(file)
        if (kind != "header" && kind != "root") continue
        target_file = file
        printf "" > file
        for (i = 1; i <= lines[file]; i++) {
            text = line[file, i]
            for (f = 1; f <= functions; f++) if (function_file[f] == file && i == function_start[f]) break
            if (f <= functions && function_name[f] != "eval") {
                for (; i <= function_body[f]; i++) if (i == function_start[f] || line[file, i] ~ /vlSymsp VL_ATTR|VL_DEBUG_IF|false && vlSelf/) out(line[file, i])
                write_function(f)
                i = function_end[f] - 1
                continue
            }
            if (f <= functions) {
                for (; i < sampled_from; i++) out(line[file, i])
                out("    if (vlSelf->clk_i) {"); write_function(f); out("    }")
                i = sampled_to - 1
                continue
            }
            if (kind == "header" && text ~ /INTERNAL METHODS/) {
                out("    // skip_idle_blocks.sh\n    scord_stale_t<" stale_words "> scord_stale;\n    uint64_t scord_awake = ~UINT64_C(0);")
                for (f = 1; f <= functions; f++) { n = split(shared[f], list, " "); if (n) { out("    struct {")
                    for (l = 1; l <= n; l++) out(declaration[f, list[l]]); out("    } scord_locals_" f "{};") } }
                for (n = 1; n <= pins; n++) if (pin[n] in id) out("    decltype(" pin[n] ") scord_kept_" pin[n] "{};")
            }
            if (kind == "root" && match(text, /^ *scord_evaluate\(&vlSymsp->[A-Za-z_0-9]+/)) {
                object = substr(text, RSTART, RLENGTH); sub(/.*->/, "", object)
                sub(/^ */, "", text); sub(/;$/, "", text)
                text = "        if (vlSelf->scord_awake & " power(unit_number[object]) ") { if (!" text ") vlSelf->scord_awake &= ~" power(unit_number[object]) ";" (object in look_number ? " else scord_look_" look_number[object] "(vlSelf, vlSymsp);" : "") " }"
            }
            if (kind == "root" && text ~ /^void .*___eval_ico\(.*\{$/) { in_eval_ico = 1 }
            out(text)
            if (kind == "root" && text ~ /^#include .*root\.h"/ && has_units[file]) write_looks()
            if (in_eval_ico && text ~ /^    \/\/ Body/) {
                in_eval_ico = 0
                out("    uint64_t *const scord_stale = vlSelf->scord_stale.of;")
                for (n = 1; n <= pins; n++) if (pin[n] in id) out("    if (scord_differs(vlSelf->scord_kept_" pin[n] ", vlSelf->" pin[n] ")) { std::memcpy(&vlSelf->scord_kept_" pin[n] ", &vlSelf->" pin[n] ", sizeof vlSelf->" pin[n] ");" marks(id[pin[n]], 0) (pin[n] == "rst_ni" ? " vlSelf->scord_awake = ~UINT64_C(0);" : "") " }")
            }
        }
        close(file)
    }
    # what an SM gives to the root
    for (x = 1; x <= files; x++) if (kind_of(order[x]) == "unit header") {
        file = order[x]; target_file = file; printf "" > file
        for (i = 1; i <= lines[file]; i++) {
            if (line[file, i] ~ /decltype\(.*\) scord_kept_/) continue
            if (line[file, i] ~ /bool scord_same_inputs\(\) const \{/) {
                while (line[file, i] !~ /void scord_keep_inputs/) i++
                while (line[file, i] !~ /^    \}/) i++
                out("    bool scord_changed_inputs = true;  // skip_idle_blocks.sh\n    bool scord_same_inputs() const { return !scord_changed_inputs; }\n    void scord_keep_inputs() { scord_changed_inputs = false; }")
                continue
            }
            out(line[file, i])
            if (line[file, i] !~ /INTERNAL METHODS/) continue
            split("", given)
            for (v = 1; v <= ids; v++) if (name_of[v] ~ /\./ && !(v in written)) { text = name_of[v]; sub(/.*\./, "", text); if (!(text in given)) {
                given[text] = 1; out("    decltype(" text ") scord_given_" text "{};") } }
        }
        close(file)
    }
}
function write_looks(   l, n, list, i, object, member) {
    for (l = 1; l <= looks; l++) {
        object = look_object[l]
        out("static void VL_ATTR_UNUSED scord_look_" l "(" prefix "___024root* vlSelf, " prefix "__Syms* vlSymsp) {\n    uint64_t *const scord_stale = vlSelf->scord_stale.of;\n    auto &unit = vlSymsp->" object ";")
        n = split(looked[object], list, " ")
        for (i = 1; i <= n; i++) { member = name_of[list[i]]; sub(/.*\./, "", member)
            out("    if (scord_differs(unit.scord_given_" member ", unit." member ")) { std::memcpy(&unit.scord_given_" member ", &unit." member ", sizeof unit." member ");" marks(list[i], 0) " }") }
        out("}")
    }
}
AWK
