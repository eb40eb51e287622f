#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_grab.sh: `scord grab` as its users see it: options, reports, inputs, interruption.
#
# usage: run_grab.sh GROUP...   groups: options reports input interrupt
# BUILD names the build directory (build). Every expectation is one check. Closes with "N passed, N failed".
set -u
. tb/expect.sh
test_command grab docs/grab-schema.json
programs=tb/programs/frontend/programs; thrash=tb/unit/grab/thrash.cu; figure=tb/unit/grab/figure2.sevt
[ $# -ge 1 ] || { echo "usage: run_grab.sh options|reports|input|interrupt ..." >&2; exit 2; }
sums() { # FILE: the laws that every report obeys hold
    awk -f tb/unit/grab/sums.awk "$1" > "$folder/sums"
    [ "$(grep -c '^law ' "$folder/sums")" -eq 0 ]; check $? "$label: $(head -n 3 "$folder/sums")"
    grep -qx 'sums [1-9][0-9]*' "$folder/sums"; check $? "$label: sums looked at: $(cat "$folder/sums")"
}
# FILE NAME [SCORING from 1]
level_number() { grep -F '"level": "l1"' "$1" | sed -n "${3:-1}p" | sed "s/.*\"$2\": \([0-9]*\),.*/\1/"; }

grouped() { printf "%s\n" "$1" | sed ':a;s/\B[0-9]\{3\}\>/,&/;ta'; }
# a number of the line `cause`
of_cause() { echo "$cause" | sed "s/.*\"text\": .*\"$1\": \([0-9]*\), .*\"remedy\".*/\1/"; }

group_options() {
    bad "grab: no program named; see \`scord grab --help\`"
    bad "x.cu: No such file or directory" x.cu
    bad "grab: unknown option --frobnicate" --frobnicate 1 $thrash
    bad "grab: --what-if needs a value" $thrash --what-if
    bad "cache setting 'l1=0': l1 is a number of bytes from 32 to 64M" $thrash --caches l1=0
    bad "cache setting 'ways=x': ways is a number from 1 to 1024" $thrash --caches ways=x
    bad "cache setting 'policy=plru': policy is lru or fifo" $thrash --what-if policy=plru
    bad "cache setting 'threads=none': threads is all, half, quarter or 1/N" $thrash --what-if threads=none
    bad "cache setting 'colour=red': not key=value" $thrash --caches colour=red
    bad "cache setting '': nothing stands behind the last comma" $thrash --caches l1=16K,
    bad "cache setting '': not key=value" $thrash --caches l1=16K,,ways=2
    bad "an L1 of 10240 bytes is not a multiple of 3 ways" $thrash --caches l1=010K,ways=3 # no octal number
    bad "line is 32, 64, 128 or 256 bytes" $thrash --caches line=96
    bad "an L1 of 16384 bytes is not a multiple of 5 ways of lines of 128 bytes" $thrash --caches ways=5
    bad "an L2 of 1000 bytes is not a multiple" $thrash --what-if l2=1000
    bad "--caches takes key=value,..., not l1=1K;l1=2K" $thrash --caches "l1=1K;l1=2K"
    bad "too many --what-if, at most 15" $thrash $(for i in $(seq 16); do echo --what-if ways=$i; done)
    bad "--sched is one of lrr, gto" $thrash --sched fifo
    bad "machine setting 'warp=3'" $thrash --set warp=3
    bad "events name at most 32 warps an SM, not 48" $thrash --set warps=48
    bad "--config is of the functional mode" $thrash --sched lrr --config tiny
    bad "--seed takes a number from 0, not 'one'" $thrash --seed one
    bad "--top takes a number from 1" $thrash --top 0
    bad "a stream or a program, not both" $figure $thrash
    bad "one stream at a time, not also" $figure $figure
    bad "a stream has its interleaving and its machine" $figure --sched gto
    bad "--json and --html cannot both go to standard output" $thrash --json - --html -
    bad "nosuch.sev" nosuch.sev
    printf 'scord-event-stream 1 config=tiny\n' > "$folder/empty.sevt"
    bad "no access to global memory in it: nothing was scored" "$folder/empty.sevt"
    run 3 $thrash --json /nonexistent/x; has "$err" "/nonexistent/x: No such file or directory"
    run 3 $thrash --html /nonexistent/x; has "$err" "/nonexistent/x: No such file or directory"
    run 2 $programs/no_kernel.cu; has "$err" "launched no kernel: nothing was scored"
    run 2 $programs/out_of_range.cu --json "$folder/a.json"; has "$err" "out-of-range store"; valid "$folder/a.json"
    has "$folder/a.json" '"exit_status": 2'; has "$folder/a.json" 'out-of-range store'
    run 2 $programs/invalid.cu; has "$err" "does not compile"
    "$scord" help > "$out"; label=help; has "$out" "  grab "
}

group_reports() {
    run 0 $thrash --json "$folder/a.json" --html "$folder/a.html" --what-if l1=32K,ways=8 --what-if threads=half \
        --what-if l1=64K,policy=fifo,l2=0
    valid "$folder/a.json"; sums "$folder/a.json"
    [ "$(grep -c '"level": "l1"' "$folder/a.json")" -eq 4 ] && [ "$(grep -c '"level": "l2"' "$folder/a.json")" -eq 3 ]
    check $? "$label: levels of the scorings"
    has "$out" "L1 of an SM, 16 KB: 4 ways, 32 sets, lines of 128 bytes, LRU"
    # the text has the numbers of the JSON: the first cause, and a line a scoring
    cause=$(grep -m 1 '{"type": "mh", "file"' "$folder/a.json")
    count=$(grouped "$(of_cause count)")
    line=$(grep -n 'sum += in' $thrash | cut -d: -f1)
    [ "$count" != 0 ]; check $? "$label: a cause: $cause"
    tr -s ' \n' ' ' < "$out" > "$folder/text"
    has "$folder/text" " root 1: $thrash:$line, $count faults of type mh, by $(of_cause blocks) blocks in sumRows("
    has "$folder/text" " hurts $thrash:$line: $count faults, $(echo "$cause" | grep -o '[0-9]*}]' | tr -d '}]') blocks"
    has "$folder/text" " remedy: manage the cache better: "
    awk -F '[:,] *' '
        function of(name,    i) { for (i = 1; $i != "\"" name "\""; i++) {} return $(i + 1) + 0 }
        function put() { if (name != "") print name, l1, l2 + 0 }
        /^    {"name": "[^"]*", "l1"/ { put(); name = $0; gsub(/^    {"name": "|", "l1".*/, "", name); l2 = 0 }
        /"level": "l1"/ { l1 = of("misses") + of("full_misses") " " of("mh") " " of("m*h") " " of("mm") - of("cold") }
        /"level": "l2"/ { l2 = of("misses") + of("full_misses") }
        END { put() }' "$folder/a.json" > "$folder/scorings"
    sed '1,/^  caches  *misses/d; s/  */ /g; s/^ //' "$out" > "$folder/listed"
    same "$folder/scorings" "$folder/listed" "$label: the scorings of the JSON and of the text"
    [ "$(awk '{ if (length($0) > 100) n++ } END { print n + 0 }' "$out")" -eq 0 ]
    check $? "$label: at most 100 columns: $(awk 'length($0) > 100' "$out" | head -n 1)"
    # the warp's 32 rows of one array in 16 KB: each lane alone would hit its row again
    has "$folder/a.json" '"text": "sum += in[row * ROW + column];"'
    [ "$(level_number "$folder/a.json" 'm\*h')" -gt 1000 ]
    check $? "$label: m*h faults: $(level_number "$folder/a.json" 'm\*h')"
    [ "$(level_number "$folder/a.json" 'm\*h' 4)" -lt "$(level_number "$folder/a.json" 'm\*h' 1)" ]
    check $? "$label: a larger cache has fewer m*h faults"
    # the page: whole, by itself, and it has the same numbers
    has "$folder/a.html" "</html>"
    lacks "$folder/a.html" "http://"
    lacks "$folder/a.html" "https://"
    lacks "$folder/a.html" "<script"
    lacks "$folder/a.html" "src="
    for shared in Content-Security-Policy "<a class=skip href=\"#main\">" "<main id=main>" "@media print" \
        prefers-color-scheme:dark; do has "$folder/a.html" "$shared"; done # of every page (page_frame.h)
    ! grep -q "<div class=scroll>" "$folder/a.html"; check $? "$label: what scrolls can be reached by Tab"
    has "$folder/a.html" "$thrash:$line evicts what $thrash:$line misses: mh $(of_cause count), m*h "
    # the time line of the L1, the first picture: a bar for each bucket
    sed -n '/"timeline"/,/}\]/p' "$folder/a.json" | awk -F '[:,}] *' '/^ *{"requests"/ {
        printf "mh %d, m*h %d, mm %d, first use %d of %d requests\n", $10, $12, $14 - $16, $16, $2 }
        /}\]/ { exit }' > "$folder/buckets"
    grep -m 1 '^<svg .*by time' "$folder/a.html" | grep -o '<title>[^<]*' | cut -d'>' -f2 > "$folder/bars"
    same "$folder/buckets" "$folder/bars" "$label: the time line"
    [ "$(wc -l < "$folder/bars")" -gt 100 ]; check $? "$label: $(wc -l < "$folder/bars") bars of the time line"
    has "$folder/a.html" "sum += in[row * ROW + column];"
    has "$folder/a.html" "class=heat"
    has "$folder/a.html" "$(grep -o 'requests [0-9,]*[0-9]' "$out" | head -n 1 | cut -d' ' -f2) requests"
    awk '
        {a += gsub(/<div[ >]/, ""); b += gsub(/<\/div>/, ""); c += gsub(/<table[ >]/, ""); d += gsub(/<\/table>/, "")}
        END {exit !(a == b && c == d && c > 3)}' "$folder/a.html"
    check $? "$label: tags of the page are closed"
    # the judge of the sums says no
    for fault in 's/"hits": [0-9]/"hits": 9/' 's/"mh": [1-9]/"mh": 77/' 's/"m\*h": [1-9]/"m*h": 77/' \
        's/"requests": [1-9]/"requests": 99/'; do
        sed "0,/$(echo "$fault" | cut -d/ -f2)/$fault" "$folder/a.json" > "$folder/bad.json"
        [ "$(awk -f tb/unit/grab/sums.awk "$folder/bad.json" | grep -c '^law ')" -ge 1 ]
        check $? "sums.awk sees $fault"
    done
    run 0 $thrash --json - --what-if l1=32K,ways=8 --what-if threads=half --what-if l1=64K,policy=fifo,l2=0
    sed -n '/^{/,$p' "$out" > "$folder/b.json"
    same "$folder/a.json" "$folder/b.json" "--json - and --json FILE, twice the same bytes"
    lacks "$out" "remedy: run"
    run 0 $thrash --quiet
    [ "$(wc -l < "$out")" -eq 1 ] && [ ! -s "$err" ]
    check $? "$label: only the program's own output: $(cat "$out" "$err")"
    run 0 $thrash --top 1; [ "$(grep -c '^  root ' "$out")" -le 2 ]; check $? "$label: one root a level"
    # a what-if equals a run with those caches
    run 0 $thrash --quiet --caches l1=32K,ways=8 --json "$folder/c.json"
    [ "$(level_number "$folder/a.json" mh 2)" = "$(level_number "$folder/c.json" mh)" ] &&
        [ "$(level_number "$folder/a.json" 'm\*h' 2)" = "$(level_number "$folder/c.json" 'm\*h')" ]
    check $? "$label: the same numbers as --what-if"
}

group_input() {
    # a stream gives the bytes that its program gave
    nice -n 10 "$scord" check --as published $thrash --events "$folder/run.sev" > "$out" 2>&1
    label="check --events"
    [ $? -le 1 ]
    check $? "$label: $(head -n 3 "$out")"
    run 0 "$folder/run.sev" --json "$folder/stream.json"; valid "$folder/stream.json"; sums "$folder/stream.json"
    run 0 $thrash --quiet --json "$folder/program.json"
    sed 's/^  "\(program\|interleaving\)": .*//' "$folder/stream.json" > "$folder/s"
    sed 's/^  "\(program\|interleaving\)": .*//' "$folder/program.json" > "$folder/p"
    same "$folder/s" "$folder/p" "stream and program"
    has "$folder/stream.json" '"interleaving": "stream"'
    "$scord" events dump "$folder/run.sev" > "$folder/run.sevt"; run 0 "$folder/run.sevt" --json "$folder/text.json"
    sed 's/^  "program": .*//' "$folder/stream.json" > "$folder/s"
    sed 's/^  "program": .*//' "$folder/text.json" > "$folder/p"
    same "$folder/s" "$folder/p" "binary and text stream"
    label="grab - < STREAM"
    "$scord" grab - < "$folder/run.sev" > "$out" 2> "$err"
    check $? "$label: $(cat "$err")"
    has "$out" "root 1"
    # an imported trace: every report names the order that was made up
    label="an imported trace"
    "$scord" events import tb/unit/import/traces/v3-list.traceg -o "$folder/imported.sev" > /dev/null 2> "$err"
    check $? "$label: $(cat "$err")"
    run 0 "$folder/imported.sev" --html "$folder/imported.html" --json "$folder/imported.json"
    valid "$folder/imported.json"
    sums "$folder/imported.json"
    for file in "$out" "$folder/imported.json" "$folder/imported.html"; do
        tr -s ' \n' '  ' < "$file" > "$folder/flat"
        has "$folder/flat" "random, seed 1"
    done
    lacks "$folder/stream.json" '"notes"'
    # a damaged stream: what is before the damage counts
    head -c $(($(stat -c %s "$folder/run.sev") * 9 / 10)) "$folder/run.sev" > "$folder/cut.sev"
    run 2 "$folder/cut.sev" --json "$folder/cut.json"; has "$err" "cut.sev"; valid "$folder/cut.json"
    [ "$(level_number "$folder/cut.json" requests)" -lt "$(level_number "$folder/stream.json" requests)" ]
    check $? "$label: fewer requests than the whole stream"
    # Figure 2 of the paper, written by hand: m1' hurts m1 and m2, m2' and m3' one each
    run 0 $figure --caches l1=512,ways=2,l2=0 --json "$folder/f.json"; valid "$folder/f.json"; sums "$folder/f.json"
    has "$out" "root 1: figure2.cu:3, 2 faults of type mh, by 1 block"
    has "$out" "root 2: figure2.cu:7, 1 fault of type mh"
    has "$out" "root 3: figure2.cu:8, 1 fault of type mh"
    has "$out" "hurts figure2.cu:5: 1 fault, 1 block"; has "$out" "hurts figure2.cu:6: 1 fault, 1 block"
    # the cycle-level machine's interleavings
    for policy in lrr gto; do
        run 0 $thrash --quiet --sched $policy --json "$folder/$policy.json"
        valid "$folder/$policy.json"
        sums "$folder/$policy.json"
        has "$folder/$policy.json" "\"interleaving\": \"$policy\""
        [ "$(level_number "$folder/$policy.json" requests)" = "$(level_number "$folder/program.json" requests)" ]
        check $? "$label: the same requests in another order"
    done
    run 0 $thrash --quiet --set sms=2 --json "$folder/two.json"; has "$folder/two.json" '"sms": 2'
    for program in many_kernels warp_functions lane_lock update; do
        run 0 $programs/$program.cu --quiet --json "$folder/p.json"; valid "$folder/p.json"; sums "$folder/p.json"
    done
}

# A run that is interrupted leaves whole files, with what was seen until then.
group_interrupt() {
    local signal pid
    for signal in INT TERM; do
        "$scord" grab $programs/waits/forever.cu --json "$folder/i.json" --html "$folder/i.html" > "$out" \
            2> "$err" < /dev/null &
        pid=$!; label="interrupted by $signal"
        sleep 8; kill -$signal $pid; wait $pid; code=$?
        [ $code -eq $((128 + $(kill -l $signal))) ]; check $? "$label: exit $code"
        has "$err" "interrupted"; valid "$folder/i.json"; sums "$folder/i.json"; has "$folder/i.html" "</html>"
        [ "$(level_number "$folder/i.json" requests)" -ge 10 ]
        check $? "$label: requests in the numbers: $(level_number "$folder/i.json" requests)"
    done
}

for group; do
    case $group in
    options|reports|input|interrupt) group_$group ;;
    *) check 1 "no group is called $group" ;;
    esac
done
finish
