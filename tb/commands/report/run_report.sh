#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_report.sh: `scord report` and --html: every kind of input on a page, hostile text, refusals, the short cuts of
# other commands.
#
# usage: run_report.sh GROUP [SCORD]   groups: inputs hostile refusals short_cuts; SCORD: another executable, one with
#                                      sanitizers
# Environment: BUILD (default build). Every expectation is one check. Closes with "N passed, N failed".
set -u
. tb/expect.sh
test_command report
group=${1:-}; tool=${2:+$(realpath "$2")}
page=$folder/page.html
other() { nice -n 10 "$scord" "$@" > "$folder/other" 2>&1 < /dev/null; } # a command whose files are inputs here
# What holds of every page: markup that a validator has nothing to say about, UTF-8, and the promises of page.awk.
good_page() { # PAGE
    tidy -q -e --show-info no --drop-empty-elements no "$1" > "$folder/problem" 2>&1
    check $? "$label: HTML: $(head -n 3 "$folder/problem")"
    iconv -f UTF-8 -t UTF-8 "$1" > /dev/null 2>&1; check $? "$label: not UTF-8"
    LC_ALL=C awk -f tb/commands/report/page.awk "$1" > "$folder/markup"
    ! grep -q '^bad' "$folder/markup"; check $? "$label: $(head -n 3 "$folder/markup")"
    [ "$(sed -n 's/^tags //p' "$folder/markup")" -gt 50 ]
    check $? "$label: markup looked at: $(tail -n 1 "$folder/markup")"
    for landmark in '<header>' '<main id=main>' '<footer>' '<a class=skip href="#main">' \
        '<html lang=en>' 'name=viewport' '@media print' \
                    'prefers-color-scheme:dark' ':focus-visible'; do has "$1" "$landmark"; done
    [ "$(grep -c '<h1>' "$1")" -eq 1 ]; check $? "$label: one h1"
    # one section: title and verdict stand at the top, once; several: a summary and the way to each
    if [ "$(grep -c '<section id=input-' "$1")" -eq 1 ]; then
        lacks "$1" '<nav'; lacks "$1" '<section id=summary'
        title=$(sed -n 's/^<a class=skip.*//; s/.*<h1>\(.*\)<\/h1>.*/\1/p' "$1")
        [ "$(grep -cF ">$title</h" "$1")" -eq 1 ]; check $? "$label: the title '$title' once"
        badge=$(sed -n 's/^<p class=verdict>.*\(<span class="badge [^<]*<\/span>\).*/\1/p' "$1")
        [ "$(grep -oF "$badge" "$1" | wc -l)" -eq 1 ]; check $? "$label: the verdict once: $badge"
    else
        has "$1" '<nav aria-label=Sections>'; has "$1" '<section id=summary'
    fi
}
plots() {
    [ "$(grep -c '<svg role=img' "$page")" -eq "$1" ]
    check $? "$label: $1 plots, found $(grep -c '<svg role=img' "$page")"
}
show() { run 0 "$@" -o "$page"; good_page "$page"; }

group_inputs() {
    local kernels=sim/kernels/graph_coloring.cu
    other check -DRACE_BLOCK_SCOPE_HEAD $kernels --oracle --json "$folder/check.json" -- 256 512 4
    show "$folder/check.json"
    has "$page" 'Race 1: two blocks use this word, and an atomic on it is of one block only'
    has "$page" "$kernels:68</b>"; has "$page" "$kernels:56</b>"
    has "$page" '<pre>int head = atomicAdd_block(&amp;work.nextHead[blockId], NTHREADS);</pre>'
    has "$page" '<dt>rule</dt><dd>the last access was an atomic of block scope'
    has "$page" 'give it device scope (atomicAdd instead of atomicAdd_block)</dd>'
    has "$page" '<h3>Exact oracle</h3>'; has "$page" '<span class="badge found">'; lacks "$page" 'Lockstep: RTL'
    races=$(sed -n 's/^  "races": \([0-9]*\),/\1/p' "$folder/check.json")
    shown=$(grep -o '<b>[0-9]*</b> times, scoped atomic, Table IV(d), device scope' "$page" |
        awk -F'[<>]' '{sum += $3} END {print sum}')
    [ "$races" -gt 0 ] && [ "$shown" = "$races" ]; check $? "$label: $races races, $shown on the page"
    other check $kernels --shared --json "$folder/clean.json" -- 256 512 4
    show "$folder/clean.json"
    has "$page" '<span class="badge clean">no race</span>'; lacks "$page" 'Race 1'

    other cosim tb/streams/table4d-scoped-atomic.sevt tb/streams/table4a-block-fence-suffices.sevt \
        --json "$folder/cosim.json" --coverage "$folder/bins.cov" --output "$folder"
    other cosim tb/streams/table4d-scoped-atomic.sevt --wave "$folder/race one.fst" --wave-race 0 --output "$folder"
    show "$folder/cosim.json" "$folder/race one.fst" "$folder/race one.gtkw"
    checks=$(sed -n 's/.*"checks": \([0-9]*\),.*/\1/p' "$folder/cosim.json" | awk '{ sum += $1 } END { print sum + 0 }')
    has "$page" "<span class=\"badge clean\">no mismatch in 2 runs, $checks checks compared</span>"
    has "$page" '<td class=code>tb/streams/table4a-block-fence-suffices.sevt</td>'
    has "$page" '<a href="race%20one.fst">'; has "$page" '<a href="race%20one.gtkw">'
    other cosim tb/streams/table4d-scoped-atomic.sevt --model-only --json "$folder/model.json" --output "$folder"
    show "$folder/model.json"
    has "$page" '<span class="badge fact">2 checks by the golden model alone</span>'
    lacks "$page" 'badge clean'
    show "$folder/bins.cov" --excluded tb/coverage/functional.excluded
    has "$page" '<tr><td class=code>check</td><td class=n>3,465</td><td class=n>2,508</td>'
    has "$page" '<li>race.c.device</li>'
    lacks "$page" '<li>check.1-initialization.load-weak.same-warp.only-owner</li>'
    other oracle tb/streams/table4d-scoped-atomic.sevt --json "$folder/oracle.json"
    show "$folder/oracle.json"
    has "$page" 'Memory model <b class=code>scor</b>: 1 racing site'
    has "$page" '<td>synchronisation</td><td>device</td>'

    other sim $kernels --json "$folder/sim.json" -- 256 512 2
    show "$folder/sim.json"
    plots 1
    has "$page" '</svg>barrier</li>'
    has "$page" '<text>colorRound</text>'
    grep -A 3 'The figures of this plot' "$page" | grep -q "<td[^>]*>colorRound<"
    check $? "$label: the figures of the plot have a row of the kernel"
    cycles=$(sed -n '0,/"cycles"/s/.*"cycles": \([0-9]*\),/\1/p' "$folder/sim.json" | sed ':a;s/\B[0-9]\{3\}\>/,&/;ta')
    [ -n "$cycles" ] && grep -q "<span class=\"badge fact\">$cycles cycles, IPC" "$page"
    check $? "$label: $cycles cycles on the page"
    other grab tb/unit/grab/figure2.sevt --json "$folder/grab.json"
    show "$folder/grab.json"
    # a row a level: the numbers of the JSON
    sed -n "/\"level\": /{s/.*\"requests\"/\"requests\"/; s/, \"faults_without.*//; s/\"[^\"]*\": //g; p}" \
        "$folder/grab.json" | sed "s/, /<\/td><td class=n>/g" > "$folder/levels"
    equal "levels of the JSON" 2 "$(wc -l < "$folder/levels")"
    while read -r level; do has "$page" "<tr><td class=n>$level</td></tr>"; done < "$folder/levels"
    has "$page" "<h4>L1: threads of an SM among each other</h4>"; has "$page" "<h4>L2: SMs among each other</h4>"

    show docs/results/eval-overhead.md
    plots 2
    has "$page" '<text>geometric mean</text>'
    has "$page" '<td>mean</td><td class=n></td><td class=n>159.7</td>'
    show docs/results/accuracy.md; plots 1; has "$page" "<h3>Missed sites by cause</h3>"
    # every row of that table, number by number
    sed -n "/^<!-- missed-sites-by-cause/,/^<!-- end/s/^| \([a-z].*\) |$/\1/p" docs/results/accuracy.md | sed 1d |
        sed "s/ | /<\/td><td class=n>/g; s/^/<tr><td>/; s/$/<\/td><\/tr>/" > "$folder/causes"
    [ "$(wc -l < "$folder/causes")" -ge 6 ]; check $? "causes in the document: $(wc -l < "$folder/causes")"
    while read -r row; do has "$page" "$row"; done < "$folder/causes"
    show docs/results/area.md; plots 1; has "$page" '<text>block/lock_table_32</text>'
    show scripts/area/baseline
    plots 2
    has "$page" '<td class=code>gtx480</td><td class=code>fence_file</td><td class=n>5,760</td>'
    show docs/images/scoped-atomic.png
    has "$page" '<img alt="docs/images/scoped-atomic.png" src="data:image/png;base64,iVBOR'
    sed -n 's/.*base64,\([^"]*\)".*/\1/p' "$page" | base64 -d | cmp -s - docs/images/scoped-atomic.png
    check $? "the picture inside the page is the picture"

    printf 'module                  lines excluded       hit  toggles excluded       hit\nrtl/sm/lock_table.v   22   0  100.00 %%   530   13   99.81 %%\n' > "$folder/rtl"
    show "$folder/rtl"
    has "$page" '<td class=code>rtl/sm/lock_table.v</td><td class=n>22</td>'
    has "$page" 'lines 100.00 %, toggles 99.81 % of the RTL'
    printf 'toggle | rtl/sm/lock_table.v:12 | hole_q[3] | logic [3:0] hole_q;\n' > "$folder/gaps"
    show "$folder/gaps"; has "$page" '<td class=code>hole_q[3]</td>'; has "$page" '1 points of the RTL not hit'

    # the whole of a night on one page, verdict first; written twice the same
    SOURCE_DATE_EPOCH=1700000000 show "$folder/check.json" "$folder/cosim.json" "$folder/sim.json" \
        docs/results/area.md --title 'Night 1'
    has "$page" '<h1>Night 1</h1>'
    has "$page" '<a href="#input-4">Evaluation: State, area and timing</a>'
    has "$page" '2023-11-14 22:13:20 UTC'
    [ "$(grep -n 'class=verdict' "$page" | cut -d: -f1)" -lt "$(grep -n '<nav' "$page" | cut -d: -f1)" ]
    check $? "the verdict stands first"
    cp "$page" "$folder/first.html"
    SOURCE_DATE_EPOCH=1700000000 run 0 "$folder/check.json" "$folder/cosim.json" "$folder/sim.json" \
        docs/results/area.md --title 'Night 1' -o "$page"
    same "$page" "$folder/first.html" "the same inputs, the same page"
    run 0 "$folder/sim.json" -o -; has "$out" '</html>'
}

group_hostile() {
    local wave="$folder/javascript:alert(1)\"'<b>.fst" name regress=$folder/regress
    [ -z "$tool" ] || scord=$tool
    awk -v sites=3 -f tb/commands/report/hostile.awk > "$folder/hostile.json"
    printf '\0\0\0\0\0\0\0\1\111 not really' > "$wave"
    printf '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>' > "$folder/x.svg"
    show "$folder/hostile.json" "$wave" "$folder/x.svg"
    has "$page" '&lt;script&gt;alert(1)&lt;/script&gt;'
    has "$page" 'more bytes)'
    has "$page" '</pre>'
    has "$page" 'javascript%3Aalert%281%29%22%27%3Cb%3E.fst'
    has "$page" '&lt;/pre&gt;&lt;script&gt;x=&quot;y&quot;'
    has "$page" '&lt;ch&gt;'
    has "$page" '&lt;svg onload=alert(1)&gt;'
    [ "$(wc -c < "$page")" -lt 100000 ]; check $? "a line of a million bytes is cut: $(wc -c < "$page") bytes"
    show "$folder/hostile.json" --title '"><script>alert(2)</script>'

    awk -v sites=10000 -f tb/commands/report/hostile.awk > "$folder/many.json"
    show "$folder/many.json"
    has "$page" '10,000 races at 10000 sites'; has "$page" 'The first 100 of 10000 sites'
    [ "$(grep -c '^<article class=site' "$page")" -eq 100 ]; check $? "100 sites in full"
    [ "$(grep -c 'a&lt;script&gt;alert(10000)&lt;/script&gt;.cu:10000' "$page")" -ge 1 ]
    check $? "the last of 10 000 sites is in the table"

    # gnuplot sees names as data: a command in one of them does not run
    for name in 'k`touch pwned`' 'k"; system("touch pwned"); #' "k'\\n!touch pwned" '@k{}^_\\' '<script>&amp;'; do
        quoted=$(printf '%s' "$name" | sed 's/["\\]/\\&/g')
        counts="\"cycles\": 5, \"issue_slots\": 10, \"idle_slots_empty\": 0, \"idle_slots\": {\"$quoted\": 4, \"b\": 1}"
        printf '{"schema": "scord-sim-1", "program": "p", "total": {%s}, "kernels": [{"name": "%s", %s}]}' "$counts" \
            "$quoted" "$counts" > "$folder/sim.json"
        (failed=0; cd "$folder" && run 0 "$folder/sim.json" -o "$page"; exit $failed); check $? "plot of $name"
        good_page "$page"; plots 1
        label=$(printf '%s' "$name" | sed -e 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g; s/"/\&quot;/g' -e "s/'/\&#39;/g")
        has "$page" "</svg>$label</li>"
    done
    ! find . "$folder" -maxdepth 1 -name pwned | grep -q .; check $? "a name ran a command"

    mkdir -p "$regress/runs/bad" "$folder/secret"; echo 'a secret' > "$folder/secret/log"
    printf 'x</pre><script>alert(1)</script>\377\0y\n' > "$regress/runs/bad/log"
    { printf '{"session":{"started":"<s>","plan":"p","planned":3,"build":"<b>","host":"<h>","tools":{"<t>":"<u>"}}}\n'
      printf '{"id":"bad","verdict":"fail","signature":"<sig>&","seconds":1e9,"command":"echo \\"<c>\\"","config":"<cfg>","touches":"<a>,,<b>"}\n'
      printf '{"id":"../../secret","verdict":"error","signature":"x","seconds":-1}\n{"id":"torn'
      } > "$regress/results.jsonl"
    show "$regress"
    has "$page" '1 × fail: &lt;sig&gt;&amp;'
    has "$page" 'x&lt;/pre&gt;&lt;script&gt;alert(1)'
    has "$page" '<a href="regress/runs/bad/log">log</a>'
    has "$page" '1 of 2 runs failed, 1 in error, 1 not run'; lacks "$page" 'a secret'; lacks "$page" 'secret/log'

    printf '# <h>\n\n## <script>x</script>\n| <a> | `b` |\n|---|---:|\n| [x](javascript:alert) | **3** | <extra> |\n| \\| | | \n\nafter\n' > "$folder/t.md"
    show "$folder/t.md"; has "$page" '<td>x</td><td class=n>3</td>'; lacks "$page" 'javascript'
    printf '# scord functional coverage\n1 <b>.x\n0 <b>.<script>\n' > "$folder/c.cov"
    show "$folder/c.cov"; has "$page" '<li>&lt;b&gt;.&lt;script&gt;</li>'
    printf 'gates <script> 1 2 3 4 5\nstate <m> <s> 7\n' > "$folder/area"
    show "$folder/area"; has "$page" '&lt;script&gt;'; plots 2

    # page.awk itself: what it is there for does not get by
    for name in '<script>x</script>' '<img src="http://x/y.png">' '<a href="javascript:x">y</a>' '<p onclick=x>' \
        '<a href=//x.org/>x</a>' '<p id=main>' '<link rel=stylesheet>'; do
        { cat "$page"; printf '%s' "$name"; } > "$folder/worse.html"
        awk -f tb/commands/report/page.awk "$folder/worse.html" | grep -q '^bad'; check $? "page.awk lets $name by"
    done
}

group_refusals() {
    [ -z "$tool" ] || scord=$tool
    : > "$folder/empty"
    printf '{"sites": [1, 2' > "$folder/cut.json"
    printf '{"a": 1}' > "$folder/any.json"
    printf 'hello\n' > "$folder/text"
    printf '{"sites": {}, "configuration": "x", "statistics": {}}' > "$folder/wrong.json"
    head -c 200000 /dev/zero | tr '\0' '[' | sed 's/^/{"runs": /' > "$folder/deep.json"
    printf '# scord functional coverage\n3 a.b\nfour c.d\n' > "$folder/bad.cov"
    printf '# scord functional coverage\n3 a.b\0\n' > "$folder/zero.cov"
    mkdir -p "$folder/none" "$folder/regress"; printf '{"session":{}}\n{"id": 3}\n' > "$folder/regress/results.jsonl"
    printf '{"planned":1,"buckets":[]}' > "$folder/summary.json"
    bad 'report: no input named' -o "$page"
    bad 'report: no page named: -o PAGE.html' "$folder/any.json"
    bad 'unknown option --frobnicate' --frobnicate "$folder/any.json"
    bad '-o needs a value' "$folder/any.json" -o
    for date in yesterday -5 " 5" 253402300800; do
        SOURCE_DATE_EPOCH=$date bad \
            "SOURCE_DATE_EPOCH is a number of seconds since 1970, before the year 10000, not '$date'" \
            docs/results/area.md -o "$page"
    done
    printf '# scord functional coverage\n99999999999999999999 check.x\n' > "$folder/large.cov"
    bad "byte 28: not a line 'count bin'" "$folder/large.cov" -o "$page"
    bad "$folder/nothing: No such file" "$folder/nothing" -o "$page"
    bad "$folder/empty: byte 0: the file is empty" "$folder/empty" -o "$page"
    bad "$folder/cut.json: byte 15: not JSON from here on" "$folder/cut.json" -o "$page"
    bad "$folder/any.json: byte 0: JSON, but not of scord" "$folder/any.json" -o "$page"
    bad "$folder/wrong.json: byte 0: JSON, but not of scord" "$folder/wrong.json" -o "$page"
    bad "$folder/deep.json: byte 26" "$folder/deep.json" -o "$page"
    bad "$folder/text: byte 0: nothing that a report is made from" "$folder/text" -o "$page"
    bad "$folder/bad.cov: byte 34: not a line 'count bin'" "$folder/bad.cov" -o "$page"
    bad "$folder/zero.cov: byte 33: a zero byte" "$folder/zero.cov" -o "$page"
    bad "$folder/none holds no results*.jsonl" "$folder/none" -o "$page"
    bad "$folder/regress/results.jsonl:2: neither a session nor the result of a run" "$folder/regress" -o "$page"
    printf '{"session":{}}\n{"id":"a","verdict":"pass"}\n{"id":"b","verdict":"<v>"}\n' > "$folder/regress/results.jsonl"
    bad "$folder/regress/results.jsonl:3: neither a session nor the result of a run" "$folder/regress" -o "$page"
    printf '{"session":{}}\n{"id":"%0300d","verdict":"pass"}\n' 1 > "$folder/regress/results.jsonl"
    bad "$folder/regress/results.jsonl:2: neither a session nor the result of a run" "$folder/regress" -o "$page"
    printf '{"id":"a","verdict":"pass"}\n' > "$folder/regress/results.jsonl"
    bad "$folder/regress holds no results*.jsonl with a session" "$folder/regress" -o "$page"
    printf '{"session":{}}\n' > "$folder/regress/results.jsonl"
    bad 'the summary of a regression: name its folder' "$folder/summary.json" -o "$page"
    bad 'records of a regression: name its folder' "$folder/regress/results.jsonl" -o "$page"
    bad "$folder/nothing: No such file" docs/results/area.md --excluded "$folder/nothing" -o "$page"
    bad 'too many --excluded, at most 8' docs/results/area.md \
        $(for i in 1 2 3 4 5 6 7 8 9; do echo --excluded tb/coverage/functional.excluded; done) -o "$page"
    [ ! -e "$page" ]; check $? "a refused page is not written"
    run 3 docs/results/area.md -o "$folder/no/such/page.html"; has "$err" 'cannot write'
    if [ -w /dev/full ]; then
        run 3 docs/results/area.md -o /dev/full
        has "$err" 'cannot write /dev/full: No space left'
    fi
    PATH=/nonexistent "$scord" report scripts/area/baseline -o "$page" > "$out" 2> "$err"
    code=$?
    label="without gnuplot"
    [ $code -eq 3 ]; check $? "$label: exit $code"
    has "$err" 'is written without plots: gnuplot is not installed'
    has "$page" 'Not drawn: gnuplot is not installed'
    has "$page" '<td class=code>fence_file</td>'
    good_page "$page"; plots 0
    TMPDIR=$folder/nothing run 3 scripts/area/baseline -o "$page"; has "$err" 'set TMPDIR'
    run 0 --help; has "$out" 'usage: scord report INPUT... -o PAGE.html'
}

group_short_cuts() {
    local racy=tb/programs/frontend/programs/racy.cu
    command=check
    run 1 $racy --html "$page"; good_page "$page"; has "$page" 'Race 1: '; has "$page" "<pre>scord check $racy --html"
    bad '--html takes a file' $racy --html -
    run 3 $racy --html "$folder/no/page.html"; has "$err" 'cannot write'
    run 1 $racy --rtl --config tiny --wave "$folder/r.fst" --html "$page"; good_page "$page"
    has "$page" '<h3>Lockstep: RTL against golden model</h3>'
    has "$page" '<dt>wave</dt><dd><a href="r.fst">'
    has "$page" '<a href="r.gtkw">'
    command=sim
    run 0 $racy --html "$page"; good_page "$page"; plots 1; has "$page" "<pre>scord sim $racy"
    bad '--html takes a file' $racy --html -
    command=regress
    printf 'good | echo "3 passed, 0 failed"\nbad touches=lock_table | echo "FAIL at 0x1f"; echo "3 passed, 1 failed"; exit 1\n' > "$folder/all.tests"
    run 1 --output "$folder/all" "$folder/all.tests"; page=$folder/all/report.html; good_page "$page"; plots 1
    has "$page" '1 of 2 runs failed, 0 in error, 0 not run'
    has "$page" '<a href="runs/bad/log">log</a>'
    has "$page" '--replay bad CATALOGUE'
    has "$page" '<td class=code>lock_table</td>'
    tail -n 1 "$out" | grep -qx '6 passed, 1 failed'; check $? "$label: the closing line is the last"
    run 1 --collect --output "$folder/all"; good_page "$page"
    run 1 --output "$folder/bare" --no-html "$folder/all.tests"
    [ ! -e "$folder/bare/report.html" ]
    check $? "--no-html: no page"
}

case $group in
    inputs|hostile|refusals|short_cuts) "group_$group" ;;
    *) echo "usage: run_report.sh inputs|hostile|refusals|short_cuts [SCORD]" >&2; exit 2 ;;
esac
finish
