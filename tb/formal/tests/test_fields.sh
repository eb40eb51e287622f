#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_fields.sh: every field of the packed records and every register that scord.params defines is named by a property:
# so each of its bits is compared with where it comes from, and a new one cannot be forgotten.
#
# Last line: "N passed, N failed".
. tb/expect.sh
params=scripts/params/scord.params
fields() { # STRUCT: its fields
    sed -n "/^RECORD($1,/,/^[A-Z]/p" $params | sed -n "s/^ *FIELD(\([a-z0-9_]*\),.*/\1/p"
}
# strong, sequence and release are words of Verilog, and carry an underscore there
named() { # PREFIX FIELD FILE...: a property, or the record that it expects, has it
    prefix=$1; field=$2; shift 2
    cat "$@" | grep -v '^ *//' | grep -E 'assert|assign expected' |
        grep -qE "(^|[^a-z_.])$prefix\.$field(_?)([^a-z_0-9]|\$)"
}
every() { # STRUCT PREFIX FILE...
    struct=$1; prefix=$2; shift 2
    count=0
    for field in $(fields "$struct"); do
        [ "$field" = reserved ] && continue
        count=$((count + 1))
        if named "$prefix" "$field" "$@"; then pass "$struct.$field"
        else fail "$struct.$field: no property in $* names $prefix.$field"; fi
    done
    [ $count -gt 5 ] || fail "$struct: only $count fields found in $params"
}
every detector_request request tb/formal/formal_scord_sm.v
every race_record '(record|expected)' tb/formal/formal_race_reporter.v tb/formal/formal_scord_detector.v
every metadata next tb/formal/formal_printed_logic.v
for register in $(sed -n "s/^REGISTER(\([a-z0-9_]*\),.*/\1/p" $params); do
    name=$(echo "$register" | tr '[:lower:]' '[:upper:]')
    if grep -qE "REGISTER_$name([^A-Z_]|\$)" tb/formal/formal_control_registers.v; then pass "register $register"
    else
        case $register in
        count_*) pass "register $register: by its place among the counters" ;;
        *) fail "register $register: not in formal_control_registers.v" ;;
        esac
    fi
done
finish
