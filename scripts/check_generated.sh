#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Tests the generated parameter files and their generator:
#   - the committed files are what scripts/params/scord.params gives, and the comparison can fail;
#   - a wrong parameters file is refused with a message naming file:line, a wrong call with the documented exit code;
#   - the tools accept the outputs, and the bits of the Verilog records lie where their comments say;
#   - no hand-written RTL or C types a generated number again (rules: restated.c), and every rule can fail.
# Writes below a temporary directory only. Last line: "N passed, N failed"; exit 0 iff none failed.
set -u
export LC_ALL=C
cd "$(dirname "$0")/.." || exit 1
params=$PWD/scripts/params/scord.params
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

# generate PARAMS OUTDIR: the generator with that parameters file, and its run.
generate() {
  ${CC:-cc} -std=c11 -w -DPARAMS="\"$1\"" -o "$tmp/generate" scripts/generate_parameters.c && "$tmp/generate" "$2"
}

# current PARAMS TREE: the generated files of TREE are exactly what PARAMS gives; prints one line a stale file.
current() {
  local out bad=0 file
  out=$(mktemp -d "$tmp/fresh.XXXXXX")
  generate "$1" "$out" || return 1
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
  sed "$script" "$params" >"$tmp/changed.params"
  if cmp -s "$params" "$tmp/changed.params"; then echo "'$script' changes nothing" && return 1; fi
  if current "$tmp/changed.params" "$tmp/good" >"$tmp/stale"; then echo "the change was not seen" && return 1; fi
  diff <(sed -n 's/^stale: //p' "$tmp/stale" | sort) <(printf '%s\n' "$@" | sort)
}

sees_orphan() {
  cp -r "$tmp/good" "$tmp/orphan" && touch "$tmp/orphan/cosim/wave/gone.filter"
  ! current "$params" "$tmp/orphan" >"$tmp/stale" && grep -qx 'orphan: cosim/wave/gone.filter' "$tmp/stale"
}

# Files that are current keep their time; a changed, a shortened, a lengthened and a missing one are written.
writes_what_differs() {
  local tree=$tmp/again
  local differ=(cmodel/scord_params.h cosim/wave/verdict.filter docs/parameters.md rtl/common/scord_params.vh)
  cp -r "$tmp/good" "$tree" || return 1
  head -c 100 "$tmp/good/${differ[0]}" >"$tree/${differ[0]}"
  rm "$tree/${differ[1]}"
  echo more >>"$tree/${differ[2]}"
  sed -i 's/SCORD/DROCS/; s/scord/drocs/' "$tree/${differ[3]}"
  find "$tree" -type f -exec touch -d 2001-01-01 {} +
  generate "$params" "$tree" && diff -r "$tmp/good" "$tree" || return 1
  diff <(cd "$tree" && find . -type f -newermt 2001-01-02 | sed 's/^..//' | sort) <(printf '%s\n' "${differ[@]}")
}

# ---- refusals -----------------------------------------------------------------------------------------------------

# refuses PATTERN LINE...: the parameters file with these lines at its end is refused, by the compiler or by the
# generator, with a message that matches PATTERN and one that names the last line; nothing is written.
refuses() {
  local pattern=$1 file=$tmp/wrong.params
  shift
  { cat "$params" && printf '%s\n' "$@"; } >"$file"
  rm -rf "$tmp/refused"
  generate "$file" "$tmp/refused" 2>"$tmp/message" && echo "not refused" && return 1
  cat "$tmp/message"
  [ ! -e "$tmp/refused" ] || { echo "wrote files" && return 1; }
  grep -q "^$file:$(wc -l <"$file"):" "$tmp/message" && grep -q "error: .*$pattern" "$tmp/message" ||
    { echo "expected: $pattern" && return 1; }
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
  check 'unknown statement'         refuses ''                   'KONSTANT(a, 1, "t")'
  check 'missing text'              refuses 'requires 3 arg'     'CONSTANT(a, 1)'
  check 'too many words'            refuses 'passed 4 arg'       'CONSTANT(a, 1, 2, "t")'
  check 'open quote'                refuses 'unterminated'       'CONSTANT(a, 1, "t)'
  check 'bad name'                  refuses 'not a name'         'CONSTANT(Bad, 1, "t")'
  check 'bad end of a name'         refuses 'not a name'         'CONSTANT(bad_, 1, "t")'
  check 'unknown constant'          refuses 'nothing'            'CONSTANT(a, nothing+1, "t")'
  check 'constant of itself'        refuses "'a' undeclared"     'CONSTANT(a, a+1, "t")'
  check 'constant defined twice'    refuses 'redecl.*max_sms'    'CONSTANT(max_sms, 16, "t")'
  check 'constant too large'        refuses 'does not fit'       'CONSTANT(a, 0x80000000, "t")'
  check 'clog2 of zero'             refuses 'not .*constant'     'CONSTANT(a, clog2(axi_id_metadata), "t")'
  check 'value too wide'            refuses 'more than 1 bits'   'ENUM(e, 1, "t")' 'VALUE(a, 2, "t")'
  check 'value used twice'          refuses "is 'a' already" \
      'ENUM(e, 1, "t")' 'VALUE(a, 1, "t")' 'VALUE(b, 1, "t")'
  check 'value outside an enum'     refuses 'behind its enum'    'VALUE(a, 1, "t")'
  check 'enum without a value'      refuses 'has no value'       'ENUM(e, 1, "t")'
  check 'record without a field'    refuses 'has no field'       'RECORD(s, "t")'
  check 'field of width zero'       refuses 'must be 1 to 64'    'RECORD(s, "t")' 'FIELD(a, 0, "t")'
  check 'field twice'               refuses 'stands on line'     'RECORD(s, "t")' 'FIELD(a, 1, "t")' 'FIELD(a, 1, "t")'
  check 'field is a C keyword'      refuses 'register'           'RECORD(s, "t")' 'FIELD(register, 1, "t")'
  check 'register offset twice'     refuses "is 'control'"       'REGISTER(r, 0x004, rw, "t")'
  check 'register not aligned'      refuses 'multiple of 4'      'REGISTER(r, 0xf02, rw, "t")'
  check 'register access'           refuses 'access_wr'          'REGISTER(r, 0xf00, wr, "t")'
  check 'register beyond the bus'   refuses 'apb_address_width'  'REGISTER(r, 0x1000, rw, "t")'
  check 'bit beyond the register'   refuses 'below 32'           'REGISTER(r, 0xf00, rw, "t")' 'BIT(b, 32, "t")'
  check 'default out of range'      refuses 'minimum <= default' 'KEY(k, 5, 1, 4, RUN_TIME, "t")'
  check 'neither place of a key'    refuses 'SOMETIME'           'KEY(k, 1, 1, 4, SOMETIME, "t")'
  check 'setting out of range'      refuses 'must be'            'CONFIG(c, "t")' 'SET(num_sms, 17)'
  check 'setting of no key'         refuses 'least_nothing'      'CONFIG(c, "t")' 'SET(nothing, 1)'
  check 'setting twice'             refuses 'stands on line'     'CONFIG(c, "t")' 'SET(num_sms, 1)' 'SET(num_sms, 1)'
  check 'one name, two numbers'     refuses 'VERDICT_WIDTH, which line [0-9]* generates' \
      'CONSTANT(verdict_width, 5, "t")'
  check 'one name, two types'       refuses 'type_verdict'       'RECORD(verdict, "t")'
  check 'type of the header itself' refuses 'type_field'         'ENUM(field, 1, "t")'
  check 'text that ends a comment'  refuses 'must not hold'      'CONSTANT(a, 1, "t */")'
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
  grep -qx "$(grep -c '^  FIELD(' "$params") fields" "$tmp/bench.log"
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
      "$(awk -F'[(,]' '$1 == "CONFIG" { printf "%s%s", s, $2; s = " " }' "$params")"
  check 'options of a configuration name the top' test "$(in_make '$(firstword $(call CONFIG_tiny_IVERILOG,top))')" = \
      '-Ptop.NumSms=2'
}

# ---- numbers typed twice --------------------------------------------------------------------------------------------

# restated FILE...: prints file:line: message for every generated number that a file types again (rules: restated.c).
restated() { "$tmp/restated" rtl/common/scord_params.vh cmodel/scord_params.h "$@"; }

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
  check 'RTL: a literal verdict'       finds v "if (verdict_q == 4'd4) x = 1;"
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
  check 'restated without files'          exits 2 restated
  check 'restated: a file not there'     exits 2 restated "$tmp/nowhere.v"
  check 'restated without parameters'     exits 2 "$tmp/restated" "$tmp/alike.v" cmodel/scord_params.h "$tmp/alike.c"
}

# ---- all ------------------------------------------------------------------------------------------------------------

check 'the generator compiles without warnings' ${CC:-cc} -std=c11 -O1 -Wall -Wextra -Werror -o "$tmp/generate" \
    scripts/generate_parameters.c
check "restated.c compiles without warnings" ${CC:-cc} -std=c11 -O1 -Wall -Wextra -Werror -D_GNU_SOURCE \
    -o "$tmp/restated" scripts/restated.c
if [ $failed = 0 ]; then
  check 'generated files are current' current "$params" .
  generate "$params" "$tmp/good"
  all=(cmodel/scord_params.h docs/parameters.md rtl/common/scord_params.vh)
  check 'a changed constant is seen'    sees_stale 's/^CONSTANT(max_sms, 16,/CONSTANT(max_sms, 8,/' "${all[@]}"
  check 'a renamed value is seen'       sees_stale 's/^  VALUE(scoped_atomic,/  VALUE(scoped_atomics,/' "${all[@]}" \
      cosim/wave/verdict.filter
  check 'a changed default is seen'     sees_stale 's/^KEY(num_sms, 15,/KEY(num_sms, 14,/' "${all[@]}" \
      rtl/common/scord_configs.mk
  check 'a swap of two fields is seen'  sees_stale '/^  FIELD(modified,/{h;d};/^  FIELD(blk_shared,/{G}' "${all[@]}"
  check 'a filter without enum is seen' sees_orphan
  check 'only what differs is written'  writes_what_differs
  check_refusals
  generate "$params" "$tmp/good"
  check 'wrong number of arguments'     exits 3 "$tmp/generate"
  check 'output directory not writable' exits 3 "$tmp/generate" "$tmp/log/out"
  check_tools
  check_restated
fi
finish
