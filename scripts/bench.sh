#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# bench.sh: how fast everything is: golden model, RTL and lockstep, front end, oracle, streams; and how each grows. One
# Markdown table a section; docs/speed.md has them, with what they are measured on and which goals are met.
#
# usage: bench.sh SCORD [--short] [--rounds N] [--only "SECTION…"] [--tables FOLDER]
#   SCORD        build/scord, the other programs beside it
#   --rounds N   runs of each, turn by turn (default 5); the median is printed with lowest and highest
#   --short      sizes that take seconds, one round: does everything still run?
#   --only       of: machine lockstep growth footprint model check threads frontend sms oracle stream detector
#   --tables     each table also in FOLDER/SECTION.md
# Seconds are those of the processor, start of the process included: another load on the machine counts as little as it
# can. All runs are on one core, the last of those that this process may use (taskset, where there is one). A ratio is
# the median of the turns' ratios: both runs of a turn are made within seconds, so that what else the machine does moves
# them together.
# Exit codes: 0 printed, 2 bad usage, 3 a program to measure did not run as expected.
set -u
export LC_ALL=C
sections="machine lockstep growth footprint model check threads frontend sms oracle stream detector"
usage() { echo "usage: bench.sh SCORD [--short] [--rounds N] [--only \"SECTION...\"] [--tables FOLDER]" >&2; exit 2; }
[ $# -ge 1 ] && [ -x "$1" ] || usage
scord=$1; build=$(dirname "$1"); shift
rounds=; short=; only=$sections; tables=
while [ $# -gt 0 ]; do
    case $1 in
    --short) short=1; shift; continue;;
    --rounds) case ${2:-} in ''|*[!0-9]*|0*|???*) usage;; esac; rounds=$2;;
    --only) only=${2:-}; [ -n "${only// /}" ] || usage; for name in $only;
    do case " $sections " in *" $name "*) ;; *) usage;; esac; done;;
    --tables) [ -d "${2:-}" ] || usage; tables=$2;;
    *) usage;;
    esac
    shift 2
done
: "${rounds:=$([ -n "$short" ] && echo 1 || echo 5)}"
work=$(mktemp -d) || exit 3
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM
fail() { echo "bench.sh: $1" >&2; [ ! -s "$work/log" ] || tail -n 5 "$work/log" >&2; exit 3; }
pin=
if command -v taskset > /dev/null; then core=$(taskset -pc $$ | sed 's/.*[ ,-]//'); pin="taskset -c $core"; fi

timed() { # NAME EXPECTED COMMAND…: processor seconds of one run, added to NAME.seconds
    local name=$1 expected=$2 code; shift 2
    TIMEFORMAT='%U %S'
    { time $pin "$@" > "$work/log" 2>&1 < /dev/null; } 2> "$work/times"
    code=$?
    [ $code -eq "$expected" ] || fail "exit code $code, not $expected: $*"
    awk '{print $1 + $2}' "$work/times" >> "$work/$name.seconds"
}
median() {
    sort -n "$work/$1.seconds" | awk '{v[NR] = $1} END {m = v[int((NR + 1) / 2)]; printf "%.3f\n", (m > 0 ? m : 0.001)}'
}
ratio() { # NAME REFERENCE [LESS]: median over the turns of (NAME - LESS) / REFERENCE
    paste "$work/$1.seconds" "$work/$2.seconds" ${3:+"$work/$3.seconds"} |
        awk '{print ($1 - $3) / ($2 > 0 ? $2 : 0.001)}' | sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)]}'
}
spread() { sort -n "$work/$1.seconds" | awk 'NR == 1 {low = $1} {high = $1} END {printf "%.3f–%.3f", low, high}'; }
value() { sed -n "s/.*\"$2\": \([0-9][0-9]*\).*/\1/p" "$work/$1.json" | head -n 1; } # a number of NAME's JSON
calculate() { awk "BEGIN {printf \"$1\", $2}"; }
per_second() { calculate "%.0f" "$1 / $(median "$2")"; } # COUNT NAME
wants() { case " $only " in *" $1 "*) return 0;; *) return 1;; esac; }
section() { # NAME TITLE: its function's table, printed and kept
    wants "$1" || return 0
    printf '\n## %s\n\n' "$2"
    "table_$1" > "$work/table" || exit 3
    grep -q '^|.*|$' "$work/table" || fail "section $1 has no table"
    ! grep -q '| *| ' "$work/table" || fail "section $1 has an empty cell: $(grep -m 1 '| *| ' "$work/table")"
    cp "$work/table" "$work/$1.table"
    cat "$work/table"
    [ -z "$tables" ] || cp "$work/table" "$tables/$1.md"
}
turns() { local turn; for ((turn = 0; turn < rounds; turn++)); do "$@" || exit 3; done; }

# ---- on what ----
table_machine() {
    echo "| what | value |"; echo "|---|---|"
    echo "| processor | $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo |
        head -n 1), family $(sed -n 's/^cpu family[^:]*: //p' /proc/cpuinfo |
        head -n 1); $(nproc) processors, one used |"
    echo "| compiler, Verilator | $(g++ --version | head -n 1); $(verilator --version | cut -d' ' -f1,2) |"
    echo "| load at the start | $(cut -d' ' -f1-3 /proc/loadavg) |"
    echo "| runs of each | $rounds |"
    echo "| date | $(date -u +%Y-%m-%d) |"
}

# ---- RTL and lockstep on a recorded run of the main job ----
lockstep_turn() {
    local mask=
    for mask in fixed random; do
        local issue=stream; [ $mask = fixed ] || issue=random
        cosim "rtl_$mask" --rtl-only --issue $issue
        cosim "lockstep_$mask" --issue $issue
        cosim "hash_$mask" --hash-state --issue $issue
    done
    cosim waves_fixed --issue stream --wave "$work/run.fst"
    cosim model --model-only
}
cosim() { local name=$1; shift; timed "$name" 0 "$scord" cosim "$work/run.sev" --quiet --json "$work/$name.json" "$@"; }
lockstep_row() { # NAME TEXT REFERENCE
    local cycles checks; cycles=$(value "$1" cycles); checks=$(value "$1" checks)
    [ "${checks:-0}" -gt 0 ] || fail "$1 made no checks"
    echo "| $2 | $(median "$1") | $(spread "$1") | $([ "$1" = model ] && echo - ||
        per_second "$cycles" "$1") | $(per_second "$checks" "$1") | $(calculate %.3f "$(ratio "$1" "$3")") |"
}
record_run() { # the main job's stream
    [ ! -s "$work/run.sev" ] || return 0
    local graph=(256 512 4); [ -z "$short" ] || graph=(64 128 2)
    timed record 1 "$scord" check --as published -DRACE_BLOCK_SCOPE_HEAD --events "$work/run.sev" \
        sim/kernels/graph_coloring.cu -- \
        "${graph[@]}"
}
table_lockstep() {
    record_run
    turns lockstep_turn
    echo "| run | seconds | lowest–highest | device cycles/s | checks/s | × RTL alone |"
    echo "|---|---:|---:|---:|---:|---:|"
    lockstep_row rtl_fixed "RTL alone, schedulers idle" rtl_fixed
    lockstep_row lockstep_fixed "RTL + lockstep, schedulers idle" rtl_fixed
    lockstep_row hash_fixed "RTL + lockstep + state hash, schedulers idle" rtl_fixed
    lockstep_row waves_fixed "RTL + lockstep + waves, schedulers idle" rtl_fixed
    lockstep_row rtl_random "RTL alone, every scheduler picks in every cycle" rtl_random
    lockstep_row lockstep_random "RTL + lockstep, every scheduler picks in every cycle" rtl_random
    lockstep_row hash_random "RTL + lockstep + state hash, every scheduler picks in every cycle" rtl_random
    lockstep_row model "golden model alone" rtl_fixed
}

# ---- the same by machine ----
machines="tiny1 tiny tiny4 tiny8 tiny16 tinywide gtx480"
[ -n "$short" ] || machines="$machines wide"  # which is built for nightly tests only
growth_run() { # NAME CONFIG OPTIONS…
    local name=$1 config=$2; shift 2
    timed "$name" 0 "$scord" cosim "$work/$config.sev" --config "$config" --free-order --max-latency 1 --issue stream \
        --quiet --json "$work/$name.json" "$@"
}
growth_turn() {
    for config in $machines; do
        growth_run "alone_$config" "$config" --rtl-only
        growth_run "both_$config" "$config"
    done
}
table_growth() {
    local config sms lanes
    for config in $machines; do
        timed save 0 "$scord" cosim --random --seed 1 --events "$([ -n "$short" ] && echo 300 || echo 5000)" \
            --config "$config" --model-only --quiet --save "$work/$config.sev"
    done
    turns growth_turn
    echo "| machine | SMs | lanes | device cycles/s, RTL alone | in lockstep | checks a cycle | checks/s, RTL alone | in lockstep | lockstep × RTL alone |"
    echo "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for config in $machines; do
        sms=$(sed -n "s/^CONFIG_${config}_NumSms := //p" rtl/common/scord_configs.mk)
        lanes=$(sed -n "s/^CONFIG_${config}_Lanes := //p" rtl/common/scord_configs.mk)
        echo "| $config | $sms | $lanes | $(per_second "$(value "alone_$config" cycles)" \
            "alone_$config") | $(per_second "$(value "both_$config" cycles)" "both_$config") | $(calculate %.2f \
            "$(value "both_$config" checks) / $(value "both_$config" cycles)") | $(per_second \
            "$(value "alone_$config" checks)" "alone_$config") | $(per_second "$(value "both_$config" checks)" \
            "both_$config") | $(calculate %.3f "$(ratio "both_$config" "alone_$config")") |"
    done
}

# ---- the same by footprint: whole segments, which fill all lanes when they are buffered ----
coalesced_stream() { # SEGMENTS ACCESSES: $work/coalesced_SEGMENTS.sev
    awk -f tb/speed/rates/coalesced_stream.awk -v config=gtx480 -v sms=15 -v segments="$1" -v accesses="$2" \
        > "$work/coalesced.sevt"
    timed assemble 0 "$scord" events assemble "$work/coalesced.sevt" -o "$work/coalesced_$1.sev"
}
footprint_run() {
    local name=$1 segments=$2
    shift 2
    timed "$name" 0 "$scord" cosim "$work/coalesced_$segments.sev" --free-order --max-latency 1 --issue stream \
        --quiet --json "$work/$name.json" "$@"
}
footprint_turn() {
    for segments in $footprints; do
        footprint_run "alone_$segments" "$segments" --rtl-only
        footprint_run "both_$segments" "$segments"
    done
}
table_footprint() {
    local segments; footprints=$([ -n "$short" ] && echo "8 1024" || echo "8 64 1024 8192")
    for segments in $footprints; do coalesced_stream "$segments" "$([ -n "$short" ] && echo 300 || echo 10000)"; done
    turns footprint_turn
    echo "| footprint | words a cycle | device cycles/s, RTL alone | in lockstep | checks/s, RTL alone | in lockstep | lockstep × RTL alone |"
    echo "|---:|---:|---:|---:|---:|---:|---:|"
    for segments in $footprints; do
        echo "| $((segments / 8)) KiB | $(calculate %.2f \
            "$(value "both_$segments" checks) / $(value "both_$segments" cycles)") | $(per_second \
            "$(value "alone_$segments" cycles)" "alone_$segments") | $(per_second "$(value "both_$segments" cycles)" \
            "both_$segments") | $(per_second "$(value "alone_$segments" checks)" "alone_$segments") | $(per_second \
            "$(value "both_$segments" checks)" "both_$segments") | $(calculate %.3f \
            "$(ratio "both_$segments" "alone_$segments")") |"
    done
}

# ---- golden model: its memory is the limit ----
table_model() {
    if [ -n "$short" ]; then
        $pin "$build/tb/model_speed" 1 100000 16 18
    else
        $pin "$build/tb/model_speed" "$rounds"
    fi
}

# ---- scord check, what the default costs ----
# The most resident memory of a run, KiB: the high-water marks of the command and of the program that it runs, added.
peak() { # COMMAND…
    local pid most=0 sum kib process
    "$@" > "$work/log" 2>&1 < /dev/null &
    pid=$!
    while [ -d "/proc/$pid" ] && ! grep -q '^State:.*Z' "/proc/$pid/status" 2> /dev/null; do
        sum=0
        for process in $pid $(cat "/proc/$pid/task/$pid/children" 2> /dev/null); do
            kib=$(sed -n 's/^VmHWM:[^0-9]*\([0-9]*\).*/\1/p' "/proc/$process/status" 2> /dev/null)
            sum=$((sum + ${kib:-0}))
        done
        [ "$sum" -le "$most" ] || most=$sum
        sleep 0.02
    done
    wait "$pid" || fail "exit code $?: $*"
    [ "$most" -gt 0 ] || fail "no resident memory of $*"
    echo "$most"
}
compile_kernels() { # those of $kernels that are not there
    local kernel
    for kernel in $kernels; do
        [ ! -x "$work/$kernel" ] || continue
        "$build/scord-nvcc" -o "$work/$kernel" "tb/speed/kernels/$kernel.cu" > "$work/log" 2>&1 ||
            fail "tb/speed/kernels/$kernel.cu does not compile"
    done
}
check_turn() {
    local kernel
    for kernel in $kernels; do
        timed "front_$kernel" 0 "$scord" sim "$work/$kernel" --functional --quiet \
            --json "$work/front_$kernel.json"
        timed "interpreted_$kernel" 0 "$scord" sim "$work/$kernel" --functional --interpret --quiet
        timed "published_$kernel" 0 "$scord" check --as published "$work/$kernel" \
            --json "$work/published_$kernel.json"
        timed "races_$kernel" 0 "$scord" check --only race "$work/$kernel" --json "$work/races_$kernel.json"
        timed "default_$kernel" 0 "$scord" check "$work/$kernel" --json "$work/default_$kernel.json"
        $pin "$build/tb/native_kernels" "$kernel" >> "$work/native_$kernel.seconds" || fail "native_kernels $kernel"
    done
}
table_check() {
    local kernel all="saxpy stencil gather product histogram collatz bodies"
    all="$all reduction sort search sha256 chance filter join"
    kernels=$([ -n "$short" ] && echo collatz || echo "$all")
    compile_kernels
    turns check_turn
    echo "| kernel | thread instructions | checks | no detection, s | published, s | default, races only, s |" \
        "default, s | lowest–highest | default / published | findings, % | thread instructions/s | checks/s |" \
        "no detection, interpreted, s | interpreted / compiled | peak memory, MiB | findings, % of memory |" \
        "native C, ms | no detection / native | default / native |"
    echo "|---|---:|---:|---:|---:|---:|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    for kernel in $kernels; do
        local instructions checks bare whole
        bare=$(peak "$scord" check --only race "$work/$kernel") || exit 3
        whole=$(peak "$scord" check "$work/$kernel") || exit 3
        instructions=$(value "default_$kernel" thread_instructions) checks=$(value "default_$kernel" checks)
        echo "| $kernel | $instructions | $checks | $(median "front_$kernel") | $(median "published_$kernel") |" \
            "$(median "races_$kernel") | $(median "default_$kernel") | $(spread "default_$kernel") |" \
            "$(calculate %.2f "$(ratio "default_$kernel" "published_$kernel")") |" \
            "$(calculate %.1f "100 * ($(ratio "default_$kernel" "races_$kernel") - 1)") |" \
            "$(per_second "$instructions" "default_$kernel") | $(per_second "$checks" "default_$kernel") |" \
            "$(median "interpreted_$kernel") | $(calculate %.2f "$(ratio "interpreted_$kernel" "front_$kernel")") |" \
            "$(calculate %.1f "$whole / 1024") | $(calculate %.1f "100 * ($whole / $bare - 1)") |" \
            "$(awk 'NR == 1 || $1 < least {least = $1} END {printf "%.2f", 1000 * least}' \
                "$work/native_$kernel.seconds") | $(calculate %.0f "$(ratio "front_$kernel" "native_$kernel")") |" \
            "$(calculate %.0f "$(ratio "default_$kernel" "native_$kernel")") |"
    done
}

# ---- the checker's threads ----
# Seconds of the clock, on every processor that there is: only a machine without another load tells. Processor seconds
# of each thread of the checker say how it grows beyond.
walled() { # NAME COMMAND…: seconds of the clock of one run, added to NAME.seconds
    local name=$1; shift
    TIMEFORMAT='%R'
    { time "$@" > "$work/log" 2>&1 < /dev/null; } 2>> "$work/$name.seconds" || fail "exit code $?: $*"
}
threads_turn() {
    local kernel number
    for kernel in $kernels; do
        for number in 1 2 3; do
            walled "threads_${number}_$kernel" "$scord" check --checker-threads $number "$work/$kernel"
        done
    done
}
table_threads() {
    local kernel
    kernels=$([ -n "$short" ] && echo collatz || echo "saxpy stencil gather search sort join")
    compile_kernels
    turns threads_turn
    echo "| kernel | 1 thread, s | 2 threads, s | 3 threads, s | 1 / 2 threads | 1 / 3 threads |"
    echo "|---|---:|---:|---:|---:|---:|"
    for kernel in $kernels; do
        echo "| $kernel | $(median "threads_1_$kernel") | $(median "threads_2_$kernel") |" \
            "$(median "threads_3_$kernel") |" \
            "$(calculate %.2f "$(ratio "threads_1_$kernel" "threads_2_$kernel")") |" \
            "$(calculate %.2f "$(ratio "threads_1_$kernel" "threads_3_$kernel")") |"
    done
}

# ---- front end ----
compile_app() {
    [ -x "$work/app" ] || "$build/scord-nvcc" -o "$work/app" sim/kernels/apps/1dc.cu > "$work/log" 2>&1 ||
        fail "sim/kernels/apps/1dc.cu does not compile"
}
frontend_turn() {
    local elements
    for elements in $sizes; do
        timed "functional_$elements" 0 "$scord" sim "$work/app" \
            --functional --quiet --json "$work/functional_$elements.json" -- "$elements"
        timed "check_$elements" 0 "$scord" check --as published "$work/app" --json \
            "$work/check_$elements.json" -- "$elements"
        timed "cycle_$elements" 0 "$scord" sim "$work/app" --quiet --json "$work/cycle_$elements.json" -- "$elements"
        timed "detect_$elements" 0 "$scord" sim "$work/app" --machine scord \
            --detect --quiet --json "$work/detect_$elements.json" -- "$elements"
    done
}
frontend_row() { # NAME TEXT ELEMENTS
    local instructions events cycles
    instructions=$(value "$1" thread_instructions)
    events=$(value "$1" events)
    cycles=$(value "$1" cycles)
    case $1 in functional*|check*) cycles=;; esac
    echo "| $3 | $2 | $(median "$1") | $(spread "$1") | $(per_second "$instructions" "$1") | $([ -n "$events" ] &&
        per_second "$events" "$1" || echo -) | $([ "${cycles:-0}" -gt 0 ] && per_second "$cycles" "$1" || echo -) |"
}
table_frontend() {
    local elements; sizes=$([ -n "$short" ] && echo 2000 || echo "10000 30000 100000")
    compile_app
    turns frontend_turn
    echo "| elements | mode | seconds | lowest–highest | thread instructions/s | events/s | GPU cycles/s |"
    echo "|---:|---|---:|---:|---:|---:|---:|"
    for elements in $sizes; do
        frontend_row "functional_$elements" functional "$elements"
        frontend_row "check_$elements" "functional, golden model" "$elements"
        frontend_row "cycle_$elements" cycle-level "$elements"
        frontend_row "detect_$elements" "cycle-level, detection" "$elements"
    done
}
sms_turn() {
    for sms in $counts; do
        timed "sms_$sms" 0 "$scord" sim "$work/app" --set "sms=$sms" --quiet --json "$work/sms_$sms.json" -- "$elements"
    done
}
table_sms() {
    local sms; counts="1 4 15"; elements=$([ -n "$short" ] && echo 2000 || echo 100000)
    compile_app
    turns sms_turn
    echo "| SMs | seconds | lowest–highest | thread instructions/s | GPU cycles/s | SM cycles/s |"
    echo "|---:|---:|---:|---:|---:|---:|"
    for sms in $counts; do
        echo "| $sms | $(median "sms_$sms") | $(spread "sms_$sms") | $(per_second \
            "$(value "sms_$sms" thread_instructions)" "sms_$sms") | $(per_second "$(value "sms_$sms" cycles)" \
            "sms_$sms") | $(per_second "$sms * $(value "sms_$sms" cycles)" "sms_$sms") |"
    done
}

# ---- oracle, streams ----
table_oracle() {
    if [ -n "$short" ]; then
        $pin "$build/tb/oracle_speed" 1 2000 32 1024
    else
        $pin "$build/tb/oracle_speed" "$rounds"
    fi
}
stream_turn() { $pin "$build/tb/unit/stream/throughput" >> "$work/stream" 2>&1 || fail "throughput"; }
table_stream() {
    turns stream_turn
    echo "| what | MB/s | lowest–highest | million events/s | bytes an event |"; echo "|---|---:|---:|---:|---:|"
    for what in "write binary" "read binary" "write text" "read text"; do
        grep "^$what " "$work/stream" | sort -k3,3n |
            awk -v what="$what" -v bytes="$(awk -v format="${what#* }" '
                $1 == format {print $2; exit}' "$work/stream")" '
            {rate[NR] = $3; events[NR] = $5}
            END {m = int((NR + 1) / 2);
                printf "| %s | %.1f | %.1f–%.1f | %.2f | %.2f |\n", what, rate[m], rate[1], rate[NR], events[m], bytes}'
    done
}

# ---- the hardware: simulated words a cycle, not a time (docs/results/throughput.md has every kind of traffic) ----
table_detector() {
    "$build/tb/speed/throughput/throughput" --summary > "$work/log" || fail "throughput --summary"
    awk '
        NR == 1 {print "| detector | lanes | metadata lines | words a cycle, hits | words a cycle, latency 100 |";
            print "|---|---:|---:|---:|---:|"; next} {print "| " $1 " | " $2 " | " $3 " | " $4 " | " $5 " |"}' \
            "$work/log"
}

# ---- goals (issue 12): from the tables of this run, those that are there ----
# SECTION ROW COLUMN (the first is 2)
cell() { awk -F' *[|] *' -v row="$2" -v column="$3" '$2 == row {print $column; exit}' "$work/$1.table"; }
goal() { # TEXT MEASURED FORMAT CONDITION: the condition has x for what was measured
    echo "| $1 | $(calculate "$3" "$2") | $(awk -v x="$(calculate %.6f "$2")" \
        "BEGIN {print ($4) ? \"yes\" : \"**no**\"}") |"
}
table_goals() {
    local lockstep
    echo "| goal | measured | met |"; echo "|---|---:|---|"
    if [ -s "$work/lockstep.table" ]; then
        for mask in fixed random; do
            local what="schedulers idle"; [ $mask = fixed ] || what="every scheduler picks"
            lockstep=$(median "lockstep_$mask")
            goal "gtx480 in lockstep, $what: at least 1,000,000 device cycles/s" \
                "$(value "lockstep_$mask" cycles) / $lockstep" "%.0f" "x >= 1000000"
            goal "gtx480 in lockstep, $what: faster than Ibex with Spike in lockstep on Verilator, 241,000 cycles/s" \
                "$(value "lockstep_$mask" cycles) / $lockstep / 241000" "%.2f times" "x >= 1"
            goal "lockstep, $what: at most 10 % of RTL alone" "100 * ($(ratio "lockstep_$mask" "rtl_$mask") - 1)" \
                "%.1f %%" "x <= 10"
            goal "state hash, $what: at most 3 % of RTL alone" \
                "100 * $(ratio "hash_$mask" "rtl_$mask" "lockstep_$mask")" "%.1f %%" "x <= 3"
        done
    fi
    if [ -s "$work/growth.table" ]; then
        goal "gtx480 in lockstep, random program: at least 1,000,000 checks/s" "$(cell growth gtx480 9)" "%.0f" \
            "x >= 1000000"
    fi
    if [ -s "$work/footprint.table" ]; then
        for row in $(awk -F' *[|] *' '
            NR > 2 {sub(/ /, "_", $2); last = $2; if (NR == 3) print last} END {print last}' "$work/footprint.table"); \
            do
            goal "gtx480 in lockstep, whole segments, ${row/_/ }: at least 1,000,000 checks/s" \
                "$(cell footprint "${row/_/ }" 7)" "%.0f" "x >= 1000000"
        done
    fi
    if [ -s "$work/model.table" ]; then
        for footprint in $(awk -F' *[|] *' 'NR > 2 && !seen[$3]++ {sub(/ /, "_", $3); print $3}' "$work/model.table");
        do
            goal "golden model, ${footprint/_/ }: at least half of bare accesses, in all traffic" \
                "$(awk -F' *[|] *' -v footprint="${footprint/_/ }" '
                    $3 == footprint && (least == "" || $8 + 0 < least) {least = $8 + 0} END {print least}' \
                    "$work/model.table")" "least %.2f" "x >= 0.5"
        done
    fi
}

section machine "What it is measured on"
section lockstep "RTL and lockstep"
section growth "RTL and lockstep, by machine"
section footprint "RTL and lockstep, by footprint"
section model "Golden model"
section check "scord check"
section threads "The checker's threads"
section frontend "Front end"
section sms "Cycle-level front end, by SMs"
section oracle "Oracle"
section stream "Streams"
section detector "The detector itself"
if [ -s "$work/lockstep.table" ] || [ -s "$work/growth.table" ] || [ -s "$work/footprint.table" ] ||
    [ -s "$work/model.table" ]; then
    only="$only goals"
    section goals "Goals"
fi
