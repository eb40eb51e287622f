#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_events_command.sh: `scord events` as a user types it: results, messages, exit codes, pipes.
# usage: test_events_command.sh SCORD
set -u
scord=$1
sample=$(dirname "$0")/corpus/every_kind.sevt
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
. tb/expect.sh

# expect NAME CODE TEXT COMMAND: runs it; exit code and a piece of its output (both streams) must match.
expect() {
    name=$1; code=$2; text=$3; shift 3
    output=$(sh -c "$*" 2>&1); got=$?
    case "$output" in *"$text"*) found=1 ;; *) found=0 ;; esac
    if [ $got -eq "$code" ] && [ $found -eq 1 ]; then pass; return; fi
    fail "$name: exit $got, expected $code with \"$text\""; echo "$output" | head -n 5
}
s="$scord"; w="$work"
expect "version" 0 "scord " "$s --version"
expect "help" 0 "usage: scord COMMAND" "$s help"
expect "no command" 2 "usage: scord COMMAND" "$s"
expect "unknown command" 2 "unknown command 'dance'; \`scord help\` lists them" "$s dance"
expect "events help" 0 "usage: scord events dump FILE" "$s events --help"
expect "help events" 0 "usage: scord events dump FILE" "$s help events"
expect "no action" 2 "say dump, assemble, import, stats or check" "$s events"
expect "unknown action" 2 "dump, assemble, import, stats or check, not draw" "$s events draw x"
expect "no file" 2 "name a FILE, or '-', to dump" "$s events dump"
expect "two files" 2 "one FILE at a time, not also b" "$s events dump a b"
expect "unknown option" 2 "unknown option --fast" "$s events dump --fast a"
expect "-o alone" 2 "-o needs a value" "$s events dump a -o"
expect "assemble without -o" 2 "assemble needs -o OUT" "$s events assemble $sample"
expect "json of dump" 2 "--json belongs to stats" "$s events dump $sample --json"
expect "missing file" 2 "cannot open the event stream: No such file" "$s events dump $w/none"
expect "not a stream" 2 "not an event stream" "$s events dump $0"

expect "assemble" 0 "" "$s events assemble $sample -o $w/a.sev"
expect "dump" 0 "atomic_kind=cas" "$s events dump $w/a.sev -o $w/a.sevt && cat $w/a.sevt"
expect "assemble again" 0 "" "$s events assemble $w/a.sevt -o $w/b.sev && cmp $w/a.sev $w/b.sev"
expect "dump again" 0 "" "$s events dump $w/b.sev | cmp - $w/a.sevt"
expect "pipes both ways" 0 "" "cat $sample | $s events assemble - -o - | $s events dump - | cmp - $w/a.sevt"
expect "same file" 2 "is both input and output" "$s events assemble $w/a.sevt -o $w/a.sevt"
expect "input kept" 0 "" "$s events dump $w/b.sev | cmp - $w/a.sevt"
"$scord" events stats "$work/a.sev" | tr -s " " > "$work/stats"
# by hand from the nine accesses: lanes, times the words of a lane; those of 0x10000000, 0x40 and 0x100 come twice
for line in "strong accesses 5" "lane accesses 46" "words checked 51" "words touched 46"; do
    grep -qx -- "$line" "$work/stats"
    check $? "stats: $line: $(grep "^${line% *} " "$work/stats")"
done
kinds=$(sed -nE "s/^([a-z_]+)( .*)?$/\1/p" "$sample" | grep -vx end | sort -u)
for kind in $kinds; do
    grep -qx " $kind $(grep -cE "^$kind( |$)" "$sample")" "$work/stats"
    check $? "stats: $kind: $(grep " $kind " "$work/stats")"
done
equal "stats: kinds of records" 17 "$(echo "$kinds" | wc -w)"
expect "stats as JSON" 0 '"ops":{"load":4,"store":2,"atomic":3}' "$s events stats $sample --json"
expect "stats of a pipe" 0 '"cas":1' "cat $w/a.sev | $s events stats - --json"
expect "check" 0 "29 events, 0 findings" "$s events check $w/a.sev"
expect "closed pipe" 0 "scord-event-stream 1" "$s events dump $w/a.sev | head -n 1"
expect "full disk" 3 "No space left on device; free some space" "$s events dump $w/a.sev -o /dev/full"
expect "full disk behind stdout" 3 "No space left on device" "$s events dump $w/a.sev > /dev/full"
expect "full disk, stats" 3 "cannot write to standard output" "$s events stats $w/a.sev > /dev/full"


# The page's example: its text must give its bytes.
page=docs/stream-format.md
block() { sed -n "/^\`\`\`$1\$/,/^\`\`\`\$/p" "$page" | grep -v '^```'; }
block sevt > "$w/page.sevt"; block hex > "$w/page.hex"
expect "the page's example" 0 "" \
    "$s events assemble $w/page.sevt -o $w/page.sev && od -An -v -tx1 $w/page.sev | sed 's/^ //' | cmp - $w/page.hex"
expect "the page has one" 0 "" "test -s $w/page.hex"
# Damage: what was whole is kept, and no reader of the output takes it for all.
size=$(wc -c < "$w/a.sev")
head -c $((size - 10)) "$w/a.sev" > "$w/cut.sev"
expect "cut stream" 2 "is cut short, the file ends at byte $((size - 10)); the 29 events before it are usable" \
    "$s events dump $w/cut.sev -o $w/cut.sevt"
expect "recovered events" 2 "the line 'end' is missing" "$s events check $w/cut.sevt"
expect "accepted by its user" 0 "29 events, 0 findings" "echo end >> $w/cut.sevt; $s events check $w/cut.sevt"
expect "cut stream into a pipe" 2 "the line 'end' is missing" \
    "$s events dump $w/cut.sev 2>/dev/null | $s events stats -"

# The lint: one line of an otherwise good stream at a time.
lint() { # NAME TEXT LINES
    { echo "scord-event-stream 1 config=tiny"
      echo 'kernel_begin name="k" grid=2 block=48 tracked_base=0 log2_tracked_words=10'
      echo 'block_launch sm=0 warps=3 threads=48'; printf '%b\n' "$3"; } > "$w/lint.sevt"
    expect "lint: $1" 1 "$2" "$s events check $w/lint.sevt"
}
lint "no kernel_end" "kernel 0 has no kernel_end" ""
lint "never launched" ":4: event 2 (access): no block is resident in slot 0 of SM 1" \
    'access sm=1 warp=0 op=load address=0\nkernel_end'
lint "warp of no block" "warp 2 is not of the block in slot 0 of SM 0 (warps 0x3)" \
    'fence sm=0 warp=2 scope=block\nkernel_end'
lint "warp gone" "warp 1 of SM 0 has exited" 'warp_exit sm=0 warp=1\nfence sm=0 warp=1 scope=block\nkernel_end'
lint "warp waits" "warp 1 of SM 0 waits at its barrier" \
    'barrier_arrive sm=0 warp=1\nbarrier_arrive sm=0 warp=1\nkernel_end'
lint "early release" "warps 0x1 have not arrived" 'barrier_arrive sm=0 warp=1\nbarrier_release sm=0\nkernel_end'
lint "waiting at exit" "warps 0x2 still wait" 'barrier_arrive sm=0 warp=1\nblock_exit sm=0\nkernel_end'
lint "lanes without thread" "lanes 0xffff0000 of warp 1 have no thread" 'access sm=0 warp=1 op=load base=0\nkernel_end'
lint "slot taken" "slot 0 of SM 0 is taken" 'block_launch sm=0 cta=1 warps=0xc threads=48\nkernel_end'
lint "warps taken" "warp slots 0x2 of SM 0 are taken" 'block_launch sm=0 slot=1 cta=1 warps=6 threads=48\nkernel_end'
lint "threads" "threads=32, the kernel's blocks have 48" 'block_launch sm=1 cta=1 warps=1 threads=32\nkernel_end'
lint "warps" "warps=0x1 has 1 warps, 48 threads make 2" 'block_launch sm=1 cta=1 warps=1 threads=48\nkernel_end'
lint "cta" "cta=2,0,0 is outside the grid 2,1,1" 'block_launch sm=1 cta=2 warps=3 threads=48\nkernel_end'
lint "time" "cycle 0 is before cycle 1" 'fence sm=0 warp=1 scope=block cycle=0\nkernel_end'
lint "no kernel" "(fence): no kernel is running" 'kernel_end\nfence sm=0 warp=1 scope=block'
lint "kernel twice" "kernel 0 has not ended" \
    'kernel_begin name="k" grid=1 block=1 tracked_base=0 log2_tracked_words=4\nkernel_end'
lint "other kernel" "kernel 0 is running, not 3" 'kernel_end kernel=3'
lint "expect" "no access is just before" 'expect clean\nkernel_end'
lint "expect_pick" "no schedule is just before" 'expect_pick warp=0\nkernel_end'

finish
