#!/bin/bash
# Tests the generated parameter files and their generator:
#   - the committed files are what scripts/params/scord.params gives, and the comparison can fail;
#   - a wrong parameters file or call is refused with the documented exit code and a message naming file:line;
#   - the tools accept the outputs, and the bits of the Verilog records lie where their comments say;
#   - no hand-written RTL or C types a generated number again (rules: see restated), and every rule can fail.
# Writes below a temporary directory only. Last line: "N passed, N failed"; exit 0 iff none failed.
set -u
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 1
params=scripts/params/scord.params
tmp=$(mktemp -d) || exit 1
trap 'rm -rf "$tmp"' EXIT
. tb/expect.sh

# check NAME COMMAND...: one test; what the command printed is shown only when it fails.
check() {
  local name=$1
  shift
  if "$@" >"$tmp/log" 2>&1; then
    pass "ok   $name"
  else
    fail "$name"
    sed 's/^/     /' "$tmp/log"
  fi
}

# ---- staleness ----------------------------------------------------------------------------------------------------

# current PARAMS TREE: the generated files of TREE are exactly what PARAMS gives; prints one line a stale file.
current() {
  local out bad=0 file
  out=$(mktemp -d "$tmp/fresh.XXXXXX")
  "$tmp/generate" "$1" "$out" || return 1
  while read -r file; do
    [ -e "$2/$file" ] || { echo "missing: $file" && bad=1 && continue; }
    diff -u "$2/$file" "$out/$file" >"$out.diff" || { echo "stale: $file" && head -n 12 "$out.diff" && bad=1; }
  done < <(cd "$out" && find . -type f | sed 's/^..//' | sort)
  for file in "$2"/cosim/wave/*.filter; do
    [ -e "$out/cosim/wave/${file##*/}" ] || { echo "orphan: ${file#"$2"/}" && bad=1; }
  done
  [ $bad = 0 ] || echo "repair: scripts/generate.sh"
  return $bad
}

# sees_stale SED-SCRIPT FILE...: with that change of the parameters, exactly these files are stale.
sees_stale() {
  local script=$1
  shift
  sed "$script" $params >"$tmp/changed.params"
  if cmp -s $params "$tmp/changed.params"; then echo "'$script' changes nothing" && return 1; fi
  if current "$tmp/changed.params" "$tmp/good" >"$tmp/stale"; then echo "the change was not seen" && return 1; fi
  diff <(sed -n 's/^stale: //p' "$tmp/stale" | sort) <(printf '%s\n' "$@" | sort)
}

sees_orphan() {
  cp -r "$tmp/good" "$tmp/orphan" && touch "$tmp/orphan/cosim/wave/gone.filter"
  ! current $params "$tmp/orphan" >"$tmp/stale" && grep -qx 'orphan: cosim/wave/gone.filter' "$tmp/stale"
}

# ---- refusals -----------------------------------------------------------------------------------------------------

# refuses PATTERN LINE...: the parameters file with these lines at its end gets exit 2, a message that names the last
# line and matches PATTERN, and nothing is written.
refuses() {
  local pattern=$1 file=$tmp/wrong.params status
  shift
  { cat $params && printf '%s\n' "$@"; } >"$file"
  rm -rf "$tmp/refused"
  "$tmp/generate" "$file" "$tmp/refused" 2>"$tmp/message"
  status=$?
  cat "$tmp/message"
  [ $status = 2 ] || { echo "exit $status, expected 2" && return 1; }
  [ ! -e "$tmp/refused" ] || { echo "wrote files" && return 1; }
  grep -q "^$file:$(wc -l <"$file"): error: .*$pattern" "$tmp/message" || { echo "expected: $pattern" && return 1; }
}

# exits STATUS COMMAND...
exits() {
  local expected=$1 status
  shift
  "$@"
  status=$?
  [ $status = "$expected" ] || { echo "exit $status, expected $expected" && return 1; }
}

check_refusals() {
  check 'unknown statement'         refuses "unknown statement 'konstant'" 'konstant a 1 "t"'
  check 'missing text'              refuses 'expected: constant NAME' 'constant a 1'
  check 'too many words'            refuses 'more than' 'constant a 1 2 3 4 5 6 7 "t"'
  check 'open quote'                refuses 'closing quote' 'constant a 1 "t'
  check 'bad name'                  refuses 'not a name' 'constant Bad 1 "t"'
  check 'unknown constant'          refuses 'neither a number nor a constant' 'constant a nothing+1 "t"'
  check 'constant of itself'        refuses 'neither a number nor a constant' 'constant a a+1 "t"'
  check 'constant defined twice'    refuses 'defined on line' 'constant max_sms 16 "t"'
  check 'constant too large'        refuses 'does not fit' 'constant a 0x80000000 "t"'
  check 'clog2 of zero'             refuses 'clog2 of zero' 'constant a clog2(axi_id_metadata) "t"'
  check 'value too wide'            refuses 'needs more than 1 bits' 'enum e 1 "t"' 'value a 2 "t"'
  check 'value used twice'          refuses "is 'a' already" 'enum e 1 "t"' 'value a 1 "t"' 'value b 1 "t"'
  check 'value outside an enum'     refuses 'below its enum' 'value a 1 "t"'
  check 'field of width zero'       refuses 'must be 1 to 64' 'struct s "t"' 'field a 0 "t"'
  check 'field twice'               refuses 'defined on line' 'struct s "t"' 'field a 1 "t"' 'field a 1 "t"'
  check 'field is a C keyword'      refuses 'keyword of C' 'struct s "t"' 'field register 1 "t"'
  check 'register offset twice'     refuses "is 'control' already" 'register r 0x004 rw "t"'
  check 'register not aligned'      refuses 'multiple of 4' 'register r 0xf02 rw "t"'
  check 'register access'           refuses 'none of rw, ro, w1' 'register r 0xf00 wr "t"'
  check 'register beyond the bus'   refuses 'apb_address_width' 'register r 0x1000 rw "t"'
  check 'bit beyond the register'   refuses 'below 32' 'register r 0xf00 rw "t"' 'bit b 32 "t"'
  check 'setting out of range'      refuses 'must be' 'config c "t"' 'set num_sms 17'
  check 'setting of no key'         refuses 'no key' 'config c "t"' 'set nothing 1'
  check 'setting twice'             refuses 'on line' 'config c "t"' 'set num_sms 1' 'set num_sms 1'
  check 'key after a config'        refuses 'before the first config' 'key k 1 1 1 "t"'
  check 'one name, two numbers'     refuses 'VERDICT_WIDTH, which line [0-9]* generates' 'constant verdict_width 4 "t"'
  check 'one name, two types'       refuses 'scord_verdict_t exists' 'struct verdict "t"'
  check 'type of the header itself' refuses 'scord_field_t exists' 'enum field 1 "t"'
  check 'text that ends a comment'  refuses 'must not hold' 'constant a 1 "t */"'
}

# ---- the tools accept the outputs -----------------------------------------------------------------------------------

# A test bench from the comments of the header: every field set alone must show at the bits that its comment names.
make_bench() {
  awk '
    /^typedef struct packed/ { count = 0 }
    /^  logic .*; *\/\/ \[/ {
      name = $0; sub(/;.*/, "", name); sub(/.* /, "", name)
      range = $0; sub(/.*\/\/ \[/, "", range); sub(/\].*/, "", range)
      n = split(range, bound, ":")
      count++; names[count] = name; low[count] = bound[n]; width[count] = bound[1] - bound[n] + 1
    }
    /^} [a-z0-9_]+_t;/ && count {
      s = $2; sub(/_t;/, "", s)
      declarations = declarations sprintf("  %s_t %s;\n", s, s)
      w = "scord_params::" toupper(s) "_WIDTH"
      body = body sprintf("    if ($bits(%s) != %s) $fatal(1, \"width of %s\");\n", s, w, s)
      for (i = 1; i <= count; i++)
        body = body \
            sprintf("    %s = 0; %s.%s = {%d{1\x27b1}};\n    if (%s !== ({256\x27b0, {%d{1\x27b1}}} << %d)) $fatal(1, \"%s.%s\");\n",
                            s, s, names[i], width[i], s, width[i], low[i], s, names[i])
      fields += count; count = 0
    }
    END {
      printf "`include \"scord_params.vh\"\nmodule bench;\n%s  initial begin\n%s", declarations, body
      printf "    $display(\"%d fields\");\n    $finish;\n  end\nendmodule\n", fields
    }' rtl/common/scord_params.vh
}

bits_lie_where_documented() {
  make_bench >"$tmp/bench.v"
  iverilog -g2012 -Irtl/common -s bench -o "$tmp/bench.vvp" "$tmp/bench.v" &&
      vvp -n "$tmp/bench.vvp" >"$tmp/bench.log" ||
    { cat "$tmp/bench.log" && return 1; }
  cat "$tmp/bench.log"
  grep -qx "$(grep -c '^  field ' $params) fields" "$tmp/bench.log"
}

# Two files that both include the header, with constants, a packed port and members.
make_users() {
  cat >"$tmp/verilog/user_leaf.v" <<'END'
`include "scord_params.vh"
`default_nettype none
module user_leaf (
    input wire clk_i,
    input wire [scord_params::METADATA_WIDTH-1:0] entry_i,
    output logic [scord_params::VERDICT_WIDTH-1:0] verdict_o
);
  metadata_t entry_q;
  wire equal = entry_q.block_id == entry_q[41+:scord_params::BLOCK_ID_WIDTH];
  wire other = ^entry_q;
  always_ff @(posedge clk_i) entry_q <= entry_i;
  always_comb begin
    verdict_o = scord_params::VERDICT_CLEAN;
    if (other) verdict_o = scord_params::VERDICT_SCOPED_ATOMIC;
    if (equal) verdict_o = scord_params::VERDICT_NOT_STRONG;
  end
endmodule
END
  cat >"$tmp/verilog/user_top.v" <<'END'
`include "scord_params.vh"
`default_nettype none
module user_top #(
    parameter int NumSms = scord_params::DEFAULT_NUM_SMS
) (
    input wire clk_i,
    input metadata_t entry_i,
    output race_record_t record_o
);
  wire [scord_params::VERDICT_WIDTH-1:0] verdict;
  user_leaf u_leaf (.clk_i, .entry_i, .verdict_o(verdict));
  always_comb begin
    record_o = '0;
    record_o.verdict = verdict;
    record_o.pc = 32'(NumSms);
  end
endmodule
END
}

in_make() { # VARIABLE-REFERENCE: its value according to the generated make file
  printf 'include rtl/common/scord_configs.mk\nprint:\n\t@echo $(strip %s)\n' "$1" |
      make --no-print-directory -s -f - print
}

check_tools() {
  mkdir -p "$tmp/verilog" && make_users
  local v="$tmp/verilog" c=cmodel/scord_params.h
  check 'Verilator accepts the header' verilator --lint-only -Wall -Irtl/common --top-module user_top "$v/user_top.v" \
      "$v/user_leaf.v"
  check 'Yosys accepts the header' yosys -q -p \
    "read_verilog -sv -Irtl/common $v/user_leaf.v $v/user_top.v; hierarchy -top user_top -chparam NumSms 2; proc; check -assert"
  check 'Icarus accepts the header' iverilog -g2012 -Irtl/common -s user_top -Puser_top.NumSms=2 -o "$tmp/user.vvp" \
    "$v/user_top.v" "$v/user_leaf.v"
  check 'fields of the Verilog records lie where documented' bits_lie_where_documented
  printf '#include "scord_params.h"\n#include "scord_params.h"\nint main(void) { return 0; }\n' >"$tmp/user.c"
  cp "$tmp/user.c" "$tmp/user.cpp"
  local warnings='-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror'
  check 'C11 accepts the header' ${CC:-cc} -std=c11 $warnings -Wmissing-prototypes -Icmodel -o "$tmp/user" "$tmp/user.c"
  check 'C++17 accepts the header' ${CXX:-c++} -std=c++17 $warnings -Icmodel -o "$tmp/user" "$tmp/user.cpp"
  check 'make accepts the configurations' test "$(in_make '$(SCORD_CONFIGS)')" = \
      "$(awk '$1 == "config" { printf "%s%s", s, $2; s = " " }' $params)"
  check 'options of a configuration name the top' test "$(in_make '$(firstword $(call CONFIG_tiny_IVERILOG,top))')" = \
      '-Ptop.NumSms=2'
}

# ---- numbers typed twice --------------------------------------------------------------------------------------------

# restated FILE...: prints file:line: message for every generated number that a hand-written file types again, and
# fails if there is one. It reads tokens, comments left out; the generated headers say which names and numbers count.
# Rules, for RTL (.v .vh .sv .svh):
#   name      NAME = literal, or `define NAME, of a generated NAME (also VERDICT_CLEAN of a hand-written enum)
#   parameter NumSms = literal: a generated name in UpperCamelCase with the generated value (take it from the package)
#   literal   verdict == 3'd4 (also =, <=, !=; suffixes _i _o _q _d): a literal of an enum's width for that enum
#   slice     metadata_q[57:54], metadata_q[53]: literal bits of one field of that record (use the member); not those
#             of a lowest field, which look like any vector's
#   offset    12'h040: a register's offset
# and for C and C++ (.c .h .cpp .hpp):
#   name      #define NAME or NAME = literal, with or without SCORD_; kName = literal with the generated value
#   literal   verdict == 4 (also !=): a number for an enum with a telling name
#   shift     >> 54 & 0xf: place and mask of one metadata field (use scord_metadata_from_bits)
restated() {
  awk '
    function hex(digits,    i, value) {
      for (i = 1; i <= length(digits); i++) value = value * 16 + index("0123456789abcdef", substr(digits, i, 1)) - 1
      return value + 0
    }
    function binary(digits,    i, value) {
      for (i = 1; i <= length(digits); i++) value = value * 2 + substr(digits, i, 1)
      return value + 0
    }
    # Value of a Verilog or C literal, "" if the token is none.
    function literal(token) {
      token = tolower(token); gsub(/_/, "", token)
      if (token ~ /^[0-9]+[ul]*$/) return token + 0
      if (token ~ /^0x[0-9a-f]+[ul]*$/) { sub(/[ul]+$/, "", token); return hex(substr(token, 3)) }
      if (token ~ /^[0-9]*\x27s?d[0-9]+$/) { sub(/.*d/, "", token); return token + 0 }
      if (token ~ /^[0-9]*\x27s?h[0-9a-f]+$/) { sub(/.*h/, "", token); return hex(token) }
      if (token ~ /^[0-9]*\x27s?b[01]+$/) { sub(/.*b/, "", token); return binary(token) }
      return ""
    }
    function camel(name,    n, part, i, result) {
      n = split(name, part, "_")
      for (i = 1; i <= n; i++) result = result substr(part[i], 1, 1) tolower(substr(part[i], 2))
      return result
    }
    function learn(name, value) {
      known[name] = value
      camels[camel(name)] = value
      if (sub(/^DEFAULT_/, "", name)) camels[camel(name)] = value
    }
    function learn_verilog(    side, word, value) {
      split($0, side, "="); sub(/;.*/, "", side[2]); gsub(/ /, "", side[2])
      word = side[1]; sub(/ +$/, "", word); sub(/.* /, "", word)
      value = literal(side[2])
      learn(word, value)
      if ($0 ~ /\/\/ bits of [a-z0-9_]+$/) enum_width[$NF] = value
      if (word ~ /^REGISTER_/ && value > 0) { offset[value] = word; offset_width = side[2] + 0 }
    }
    function learn_field(    name, range, n, bound) {
      name = $0; sub(/;.*/, "", name); sub(/.* /, "", name); sub(/_$/, "", name)
      range = $0; sub(/.*\/\/ \[/, "", range); sub(/\].*/, "", range)
      n = split(range, bound, ":")
      fields++; field[fields] = name; high[fields] = bound[1]; low[fields] = bound[n]
    }
    function learn_struct(name,    i) {
      sub(/_t;/, "", name)
      structs[name] = 1
      for (i = 1; i <= fields; i++) {
        bits[name, high[i], low[i]] = field[i]
        if (name == "metadata" && low[i] >= 16) shift[low[i], 2 ^ (high[i] - low[i] + 1) - 1] = field[i]
        width_of_field[field[i]] = high[i] - low[i] + 1
        if (field[i] in enum_width && width_of_field[field[i]] != enum_width[field[i]]) ambiguous[field[i]] = 1
      }
      fields = 0
    }
    function tell(message) { printf "%s:%d: %s\n", FILENAME, FNR, message; found++ }
    function tokenize(s,    n, i) {
      n = 0
      while (s != "") {
        if (inside) {
          if (!match(s, /\*\//)) break
          inside = 0; s = substr(s, RSTART + 2); continue
        }
        if (match(s, /^[ \t\r]+/)) { s = substr(s, RLENGTH + 1); continue }
        if (match(s, /^\/\//)) break
        if (match(s, /^\/\*/)) { inside = 1; s = substr(s, 3); continue }
        if (!match(s, /^"[^"]*"/) && !match(s, /^[0-9]*\x27[sS]?[bdhoBDHO][0-9a-fA-F_xXzZ?]+/) &&
            !match(s, /^[`]?[A-Za-z_][A-Za-z0-9_]*/) && !match(s, /^[0-9][0-9A-Za-z_]*/) &&
            !match(s, /^(<<|>>|<=|>=|==|!=|::|\+:|-:)/)) RLENGTH = 1
        t[++n] = substr(s, 1, RLENGTH); s = substr(s, RLENGTH + 1)
      }
      for (i = n + 1; i <= n + 6; i++) t[i] = ""
      return n
    }
    # NAME = literal, and the literal is the whole right side.
    function assigned(i) {
      return t[i + 1] == "=" && literal(t[i + 2]) != "" && t[i + 3] ~ /^[,;)}]?$/
    }
    function record_of(name,    s) {
      for (s in structs)
        if (name == s || index(name, s "_") == 1 || substr(name, length(name) - length(s)) == "_" s) return s
      return ""
    }
    function scan_rtl(i,    name, base, s, end) {
      name = base = t[i]
      if (t[i - 1] == "`define" && name in known) tell("`define of the generated " name)
      if (name in known && assigned(i)) tell(name " is generated: use scord_params::" name)
      else if (name in camels && assigned(i) && literal(t[i + 2]) == camels[name])
        tell("parameter " name " restates a generated number: use scord_params")
      sub(/_[ioqd]$/, "", base)
      if (base in enum_width && t[i + 1] ~ /^(=|==|!=|<=)$/ && index(t[i + 2], enum_width[base] "\x27") == 1)
        tell("literal " t[i + 2] " for " base ": use its names in scord_params")
      if (t[i + 1] == "[" && t[i + 2] ~ /^[0-9]+$/ && (s = record_of(name)) != "") {
        end = t[i + 3] == ":" ? t[i + 4] : t[i + 2]
        if ((t[i + 3] == ":" ? t[i + 5] : t[i + 3]) == "]" && end > 0 && (s, t[i + 2], end) in bits)
          tell("bits of " s ": use the member " bits[s, t[i + 2], end])
      }
      if (index(name, offset_width "\x27h") == 1 && literal(name) in offset)
        tell(name " is the offset scord_params::" offset[literal(name)])
    }
    function scan_c(i,    name, next_token) {
      name = t[i]
      sub(/^SCORD_/, "", name)
      if (t[i - 1] == "define" && t[i - 2] == "#" && name in known) tell("#define of the generated SCORD_" name)
      else if (name in known && assigned(i)) tell("SCORD_" name " is generated")
      else if (name ~ /^k[A-Z]/ && substr(name, 2) in camels && assigned(i) &&
          literal(t[i + 2]) == camels[substr(name, 2)])
        tell("constant " name " restates a generated number")
      if (name in enum_width && length(name) > 4 && !(name in ambiguous) && t[i + 1] ~ /^(==|!=)$/ &&
          literal(t[i + 2]) != "")
        tell("number " t[i + 2] " for " name ": use SCORD_" toupper(name) "_...")
      if (t[i] == ">>" && literal(t[i + 1]) != "") {
        for (next_token = i + 2; t[next_token] == ")"; next_token++) ;
        if (t[next_token] == "&" && literal(t[next_token + 1]) != "" &&
            (literal(t[i + 1]), literal(t[next_token + 1])) in shift)
          tell("place and mask of the metadata field " shift[literal(t[i + 1]), literal(t[next_token + 1])])
      }
    }
    FNR == 1 { files++; inside = 0 }
    files == 1 && /^  localparam / { learn_verilog() }
    files == 1 && /^  logic .*; *\/\/ \[/ { learn_field() }
    files == 1 && /^} [a-z0-9_]+_t;/ { learn_struct($2) }
    files == 2 && /^#define SCORD_[A-Z0-9_]+ [0-9]/ { name = substr($2, 7);
        if (!(name in known)) learn(name, literal($3)) }
    files <= 2 { next }
    {
      count = tokenize($0)
      rtl = FILENAME ~ /\.(v|vh|sv|svh)$/
      for (j = 1; j <= count; j++)
        if (rtl) scan_rtl(j)
        else scan_c(j)
    }
    END { exit found > 0 }' rtl/common/scord_params.vh cmodel/scord_params.h "$@"
}

hand_written() {
  find rtl \( -name '*.v' -o -name '*.vh' -o -name '*.sv' -o -name '*.svh' \) ! -path rtl/common/scord_params.vh
  find cmodel sim cosim \( -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.hpp' \) ! -path cmodel/scord_params.h
}

nothing_restated() {
  local files
  mapfile -t files < <(hand_written)
  [ ${#files[@]} = 0 ] || restated "${files[@]}"
}

# finds SUFFIX LINE: the planted line, alone in a file, is exactly one finding.
finds() {
  printf '%s\n' "$2" >"$tmp/planted.$1"
  restated "$tmp/planted.$1" && echo "nothing found in: $2" && return 1
  [ "$(restated "$tmp/planted.$1" | grep -c "^$tmp/planted.$1:1: ")" = 1 ]
}

# What looks alike but is none of the rules' business.
silent_on_lookalikes() {
  cat >"$tmp/alike.v" <<'END'
// localparam int FENCE_ID_WIDTH = 6; /* a comment
/* metadata_q[57:54]
   verdict == 3'd4 */
localparam int FENCE_ID_WIDTH = scord_params::FENCE_ID_WIDTH;
module m #(parameter int NumSms = scord_params::DEFAULT_NUM_SMS, parameter int AddressWidth = 8, parameter int Depth = 4);
always_comb if (verdict_q == scord_params::VERDICT_CLEAN) metadata_d = metadata_q[15:0];
assign a = metadata_q[31:0] + other_q[57:54] + metadata_q[i] + metadata_q[54 +: 4];
assign b = {12'h000, 16'h0040} == 12'h041 && verdict_count == 3'd4 && scope == 1'b1 && lock_entry_index_q[2:0];
m #(.AddressWidth(40)) u_m ();
END
  cat >"$tmp/alike.c" <<'END'
// #define SCORD_MAX_SMS 16
#define SCORD_MAX_SMS_SQUARED (SCORD_MAX_SMS * SCORD_MAX_SMS)
/* SCORD_VERDICT_CLEAN = 0 */
config.num_sms = 16; if (record.scope == 1 && verdict == SCORD_VERDICT_CLEAN && verdict_count == 3) x = bits >> 54 & 0xff;
const char *path = 0; if (path == 0 || op == 0) puts("verdict == 3"); y = hash >> 8 & 0xff; enum { kDepth = 16 };
if (array[SCORD_OP_LOAD] == 0) z = SCORD_LOCK_HASH_WIDTH + 1;
END
  restated "$tmp/alike.v" "$tmp/alike.c"
}

check_restated() {
  check 'no hand-written file types a generated number again' nothing_restated
  check 'lookalikes are left alone' silent_on_lookalikes
  check 'RTL: a constant again'        finds v 'localparam int FENCE_ID_WIDTH = 6;'
  check 'RTL: a constant, other value' finds v 'parameter MAX_SMS = 8'
  check 'RTL: a macro'                 finds v '`define VERDICT_CLEAN 0'
  check 'RTL: an encoding again'       finds sv "typedef enum logic [2:0] {VERDICT_CLEAN = 3'd0} v_t;"
  check 'RTL: a default again'         finds v 'module m #(parameter int NumSms = 15) ();'
  check 'RTL: a width again'           finds v 'localparam int BlockIdWidth = 7;'
  check 'RTL: a literal verdict'       finds v "if (verdict_q == 3'd4) x = 1;"
  check 'RTL: a literal in a member'   finds v "record.op = 2'b01;"
  check 'RTL: a slice of metadata'     finds v 'assign tag = metadata_q[57:54];'
  check 'RTL: a bit of metadata'       finds v 'assign strong = old_metadata[53];'
  check 'RTL: a register offset'       finds v "12'h040: prdata_o = count;"
  check 'C: a macro'                   finds c '#define SCORD_MAX_SMS 16'
  check 'C: a macro without prefix'    finds h '# define TAG_WIDTH 4'
  check 'C: an encoding again'         finds h 'enum { SCOPE_BLOCK = 1 };'
  check 'C: a constant again'          finds cpp 'constexpr int kLockTableEntries = 4;'
  check 'C: a literal verdict'         finds c 'if (r->verdict != 0) races++;'
  check 'C: a field by shift'          finds c 'tag = (bits >> 54) & 0xfu;'
  check 'C: a register offset again'   finds c 'static const int REGISTER_CONTROL = 0x004;'
}

# ---- all ------------------------------------------------------------------------------------------------------------

check 'the generator compiles without warnings' ${CC:-cc} -std=c11 -O1 -Wall -Wextra -Werror -o "$tmp/generate" \
    scripts/generate_parameters.c
if [ $failed = 0 ]; then
  check 'generated files are current' current $params .
  "$tmp/generate" $params "$tmp/good"
  all=(cmodel/scord_params.h docs/parameters.md rtl/common/scord_params.vh)
  check 'a changed constant is seen'    sees_stale 's/^constant max_sms 16 /constant max_sms 8 /' "${all[@]}"
  check 'a renamed value is seen'       sees_stale 's/^  value scoped_atomic /  value scoped_atomics /' "${all[@]}" \
      cosim/wave/verdict.filter
  check 'a changed default is seen'     sees_stale 's/^key num_sms 15 /key num_sms 14 /' "${all[@]}" \
      rtl/common/scord_configs.mk
  check 'a swap of two fields is seen'  sees_stale '/^  field modified /{h;d};/^  field blk_shared /{G}' "${all[@]}"
  check 'a filter without enum is seen' sees_orphan
  check_refusals
  check 'wrong number of arguments'     exits 3 "$tmp/generate" $params
  check 'parameters file not there'     exits 3 "$tmp/generate" "$tmp/nowhere" "$tmp/out"
  check 'output directory not writable' exits 3 "$tmp/generate" $params "$tmp/log/out"
  check_tools
  check_restated
fi
finish
