#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_lint_kept.sh: what lint.sh keeps stands for the run that would be made: it is made anew when anything changes
# that decides it, and a planted warning is found. In a copy of rtl/ with a cache of its own. Last line: "N passed, N
# failed".
set -u
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
. tb/expect.sh
cp -r rtl "$work/rtl"; mkdir "$work/bin"
export RTL=$work/rtl SCORD_CACHE=$work/cache ELABORATIONS=tiny
results() { # WANTED WHAT [CONFIGURATION]: lock_table, which instantiates lock_entry
    local found
    ELABORATIONS=${3:-tiny} tb/bench/lint.sh lock_table > "$work/log" 2>&1
    [ "$(tail -n 1 "$work/log")" = "3 passed, 0 failed" ]
    check $? "$2: $(tail -n 3 "$work/log")"
    found=anew
    ! grep -q '^elaborated .*(kept)$' "$work/log" || found=kept
    equal "$2" "$1" "$found"
}
changed() { # WANTED FILE: while the first line of FILE ends in one blank more
    cp "$RTL/$2" "$work/was"
    sed -i '1s/$/ /' "$RTL/$2"
    results "$1" "$2 changed"
    cp "$work/was" "$RTL/$2"
    results kept "$2 as it was"
}
results anew "first run"
results kept "second run"
for file in sm/lock_table.v sm/lock_entry.v common/scord_params.vh; do changed anew $file; done
for file in sm/warp_picker.v common/fifo.v scord_top.v; do changed kept $file; done
results anew "another configuration" gtx480
results kept "another configuration, once more" gtx480
sed -i 's/^\(CONFIG_tiny_WarpsPerSm *:=\) .*/\1 5/' "$RTL/common/scord_configs.mk"
results anew "another parameter of tiny"
cp rtl/common/scord_configs.mk "$RTL/common"
results kept "tiny as it was"

# each tool's version
for tool in verilator yosys iverilog; do
    printf '%s\n' '#!/bin/sh' 'case $* in --version | -V) echo "version 99"; exit ;; esac' \
        "exec $(command -v $tool) \"\$@\"" > "$work/bin/$tool"
    chmod +x "$work/bin/$tool"
    PATH=$work/bin:$PATH results anew "another version of $tool"
    PATH=$work/bin:$PATH results kept "another version of $tool, once more"
    rm "$work/bin/$tool"
done

# a warning is found, each time, in the module and in one below it
for file in lock_table lock_entry; do
    cp "$RTL/sm/$file.v" "$work/was"
    sed -i 's/^endmodule/  logic planted;\n&/' "$RTL/sm/$file.v"
    for time in first second; do
        tb/bench/lint.sh lock_table > "$work/log" 2>&1
        equal "a planted warning in $file, $time time" 1 $?
        grep -q "FAILED verilator lock_table" "$work/log"
        check $? "a planted warning in $file is not named, $time time: $(tail -n 3 "$work/log")"
    done
    cp "$work/was" "$RTL/sm/$file.v"
    results kept "$file without it"
done
for entry in "$SCORD_CACHE"/lint/*; do sed -i '$d' "$entry"; done
results anew "entries that are not whole"
finish
