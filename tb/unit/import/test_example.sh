#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# test_example.sh: the example set (example/, written by make_example.sh) from end to end: list, plain and compressed
# traces, races known by hand, the rule of order in every report. usage: test_example.sh SCORD
set -u
. tb/expect.sh
scord=$1; here=$(dirname "$0")
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT

"$here/make_example.sh" "$work/again"
for file in kernelslist.g kernel-1.traceg; do
    cmp "$here/example/$file" "$work/again/$file"
    check $? "$file is what make_example.sh writes"
done
for file in kernel-2.traceg.xz kernel-3.traceg.xz; do
    xz -dc "$here/example/$file" > "$work/a"; xz -dc "$work/again/$file" > "$work/b"
    cmp "$work/a" "$work/b"; check $? "$file is what make_example.sh writes"
done
for order in random round-robin greedy; do
    exits 0 "import, $order" "$work/import" "$scord" events import "$here/example/kernelslist.g" --order $order \
        -o "$work/run.sev"
    exits 0 "consistent, $order" "$work/out" "$scord" events check "$work/run.sev"
    # 4 blocks of 2 warps: 8 stores, twice 8 loads and 8 atomics; 8 barrier arrivals and 4 releases a histogram
    "$scord" events stats "$work/run.sev" --json > "$work/stats.json"
    for fact in '"kernel_begin":3' '"block_launch":12' '"barrier_arrive":16' '"barrier_release":8' \
        '"ops":{"load":16,"store":8,"atomic":16}' '"block":8' '"add":16' '"notes": ["imported'; do
        grep -qF "$fact" "$work/stats.json"; check $? "$order: stats have no $fact: $(cat "$work/stats.json")"
    done
    # 32 bins, each counted by 8 warps of 4 blocks: 28 pairs less the 4 inside a block, all by the block-scope atomic of
    # kernel 2
    exits 1 "oracle, $order" "$work/oracle" "$scord" oracle "$work/run.sev" --json "$work/oracle.json"
    for fact in "races    1 site, 768 pairs" "atomicAdd_block at $here/example/kernel-2.traceg:" \
        "pairs  768 on 32 words; detector: found (d)" "= MemcpyHtoD#1 trace:0x7f4a30200000 + 0" "Interleaving rule:"; do
        grep -qF "$fact" "$work/oracle"; check $? "$order: the oracle has no '$fact': $(cat "$work/oracle")"
    done
    grep -q '"notes": \["imported from Accel-Sim traces' "$work/oracle.json"
    check $? "$order: the oracle's JSON does not name the rule"
    exits 0 "lockstep, $order" "$work/cosim" "$scord" cosim "$work/run.sev" --json "$work/cosim.json"
    grep -q "Interleaving rule:" "$work/cosim"
    check $? "$order: the lockstep's summary does not name the rule: $(cat "$work/cosim")"
    tr -s ' \n' ' ' < "$work/cosim" | grep -q "$order"; check $? "$order: the summary does not name this rule"
    grep -q '"notes": \["imported from' "$work/cosim.json"
    check $? "$order: the lockstep's JSON does not name the rule"
    "$scord" cosim "$work/run.sev" --model-only > "$work/model"; grep -q "Interleaving rule:" "$work/model";
    check $? "$order: the model's summary does not name the rule"
done
# From an xz trace, lines are those of the text; without its list, memory is named by the trace's addresses.
"$scord" events import "$here/example/kernel-2.traceg.xz" |
    grep -q "^location .*file=\"$here/example/kernel-2.traceg\" line=32 "
check $? "locations of a compressed trace"
exits 0 "a pipe to another command" "$work/out" sh \
    -c "'$scord' events import '$here/example/kernel-3.traceg.xz' | '$scord' oracle -"
finish
