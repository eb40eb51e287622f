#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# run_schedules.sh: `scord check --schedules`, and `--schedule` that repeats one of its runs.
#
# usage: run_schedules.sh merge | output | resume | stop | live | options
#   merge     a race of rare schedules is found by PCT and not by random seeds; counts, replay, wave, jobs
#   output    races that change the output and one that does not; atomics, floats, the host's clock, a rare fault
#   resume    runs of a folder count; interrupted, another program, another scord at work
#   stop      the last third, --no-early-stop, --time, progress
#   live      programs that spin end under every priority
#   options   what does not go together
# Closes with "N passed, N failed".
set -u
. tb/expect.sh
test_command check docs/schedules-schema.json
rare=$(realpath tb/eval/schedules/programs)
own=$(realpath tb/commands/schedules/programs)
spins=$(realpath tb/programs/frontend/programs)
json=$folder/json

member() { sed -n "s/.*\"$1\": \"\\{0,1\\}\\([^,\"}]*\\).*/\\1/p" "$json" | head -n 1; } # first member of that name
member_is() { equal "$label: $1" "$2" "$(member "$1")"; }
# site NUMBER NAME: a member of a site, from 1
site() { sed -n '/^  "sites"/,/^  \]/p' "$json" | sed -n "$(($1 + 1))s/.*\"$2\": \"\\{0,1\\}\\([^,\"}]*\\).*/\\1/p"; }
site_is() { equal "$label: site $1 $2" "$3" "$(site "$1" "$2")"; }
# All that does not depend on how long it took, and how often it was started.
settled() { sed -e 's/"seconds": [0-9.]*/"seconds": 0/' -e 's/"taken_up": [0-9]*/"taken_up": 0/' "$1"; }
# number and schedule of the first run with another output
first_different() {
    sed -n '/^  "runs"/,$p' "$json" | grep -m 1 '"printed_differs": true' |
        sed 's/.*"number": \([0-9]*\), "schedule": "\([^"]*\)".*/\1 \2/'
}

group_merge() {
    local number option
    run 0 "$rare/open_window.cu" --schedules 60 --draw random --json "$json" # no race, and no other output
    valid "$json"
    member_is printed_differs 0
    run 1 "$rare/open_window.cu" --schedules 60 --draw pct --no-early-stop --json "$json" --resume "$folder/state"
    valid "$json"
    site_is 1 kind race
    site_is 1 changes_output yes
    has "$out" "output:      CHANGED"
    has "$out" "1 race in 60 schedules; 1 changed the output"
    # n is 2 blocks, each of one warp; k is counted by hand: 2 × 40 of pass_time, SET, store, fence, SET and LOOK
    member_is warps 2
    member_is steps 85
    [ "$(site 1 schedules)" -lt 10 ]
    check $? "$label: rare, not in $(site 1 schedules) of 60 schedules"
    # every schedule that showed it, and no other, printed something else
    equal "$label: printed" "$(site 1 printed_differs)" "$(member printed_differs)"
    read -r number option <<< "$(first_different)"
    # shellcheck disable=SC2086 # option and value
    run 1 "$rare/open_window.cu" $option --rtl --wave "$folder/wave.fst"
    [ -s "$folder/wave.fst" ]
    check $? "$label: a wave"
    # The command that the report prints prints what that run printed.
    grep -m 1 -o 'scord check .*' "$out" > "$folder/command"
    run 1 "$rare/open_window.cu" --schedules 60 --draw pct --no-early-stop --jobs 1
    sed -n 's/^  replay: *scord check //p' "$out" | head -n 1 > "$folder/command"
    equal "$label: replay" "$rare/open_window.cu $option" "$(cat "$folder/command")"
    # shellcheck disable=SC2046 # words
    run 1 $(cat "$folder/command")
    head -n 1 "$out" | cmp -s - "$folder/state/runs/$(printf %06d "$number")/stdout"
    check $? "$label: the program printed '$(head -n 1 "$out")'"
    # of the others only reports are kept
    equal "$label: outputs kept" "$(site 1 printed_differs)" \
        "$(find "$folder"/state/runs -name stdout | grep -cv -e /000000/ -e /repeat/)"
    # however many run at a time, also with options cut short
    run 1 "$rare/crowded_window.cu" --schedules 60 --draw pct --jobs 1 --json "$json"
    settled "$json" > "$folder/one"
    run 1 "$rare/crowded_window.cu" --schedules=60 --dra=pct --jobs 3 --json "$json"
    settled "$json" > "$folder/three"
    same "$folder/one" "$folder/three" "$label"
}

group_output() {
    run 0 "$own/float_sum.cu" --schedules 20 --no-early-stop --json "$json"
    valid "$json"
    member_is printed_reproducible true
    [ "$(member printed_differs)" -gt 0 ]
    check $? "$label: sums of floats differ"
    has "$out" "no race:"
    equal "$label: without a site" "$(member printed_differs)" "$(member without_site)"
    run 1 "$own/harmless.cu" --schedules 20 --json "$json"
    site_is 1 changes_output no
    has "$out" "output:      the same in each of these"
    has "$out" "1 race in 11 schedules; 0 changed the output"
    run 1 "$own/lost_update.cu" --schedules 20 --json "$json"
    site_is 1 changes_output yes
    [ "$(site 1 object_differs)" -gt 0 ]
    check $? "$label: its counter held something else"
    # what an earlier report has does not count
    run 1 "$own/harmless.cu" --json "$folder/baseline"
    run 0 "$own/harmless.cu" --schedules 3 --baseline "$folder/baseline" --json "$json"
    has "$out" "0 races in 3 schedules"
    run 0 "$own/host_clock.cu" --schedules 12 --json "$json"
    valid "$json"
    member_is printed_reproducible false
    member_is memory_reproducible true
    member_is printed_differs 0
    has "$out" "printed:     not compared"
    # ends badly in a rare order only: no race, exit code 2; under the fair schedule: there is nothing to compare
    run 2 "$own/rare_fault.cu" --schedules 120 --draw pct --depth 2 --no-early-stop --json "$json"
    valid "$json"
    has "$out" "ended by: "
    has "$out" "rare_fault.cu:14: kernel look(): assertion"
    has "$err" "the program ended badly in"
    # a schedule after which the program never ends
    run 1 "$own/never_ends.cu" --schedules 12 --no-early-stop --run-limit 1s --json "$json"
    valid "$json"
    has "$out" "the program did not end within 1 s (--run-limit)"
    member_is run 12
    bad "in the fair schedule: " "$spins/out_of_range.cu" --schedules 5
    # several arguments, standard input read by each run
    printf 'a line\n' > "$folder/input"
    nice "$scord" check "$own/reads_input.cu" --schedules 12 --json "$json" -- one 'two words' < "$folder/input" \
        > "$out" 2> "$err"
    equal "standard input: exit code" 1 $?
    has "$out" "-- one 'two words'"
    equal "standard input: printed" 0 "$(member printed_differs)"
}

group_resume() {
    local program=$rare/crowded_window.cu options=(--schedules 40 --draw pct --no-early-stop) i
    run 1 "$program" "${options[@]}" --json "$folder/whole"
    run 1 "$program" "${options[@]}" --json "$json" --resume "$folder/state"
    settled "$folder/whole" > "$folder/a"; settled "$json" > "$folder/b"
    same "$folder/a" "$folder/b" "$label"
    member_is taken_up 0
    # a run without its record is made again, a damaged record too
    rm "$folder/state/runs/000007/run.json" "$folder/state/runs/000020/run.json"
    printf '{' > "$folder/state/runs/000030/run.json"
    run 1 "$program" "${options[@]}" --json "$json" --resume "$folder/state"
    member_is taken_up 37
    settled "$json" > "$folder/b"
    same "$folder/a" "$folder/b" "$label"
    # more schedules begin with those
    run 1 "$program" --schedules 50 --draw pct --no-early-stop --json "$json" --resume "$folder/state"
    member_is taken_up 40
    # another program, option, argument
    bad "--resume: the runs there are of another program" "$rare/open_window.cu" --schedules 5 --resume "$folder/state"
    bad "another program" "$program" --schedules 5 --resume "$folder/state" --as published
    bad "another program" "$program" --schedules 5 --resume "$folder/state" -- 1
    exec 9> "$folder/state/lock" && flock 9
    bad "another scord is at work there" "$program" --schedules 5 --resume "$folder/state"
    exec 9>&-
    bad "--resume: No such file or directory" "$program" --schedules 5 --resume "$folder/nowhere/state"
    # interrupted: what it has is reported and kept, in a folder that it names
    label="interrupted"
    TMPDIR=$folder nice "$scord" check "$program" --schedules 100000 --draw pct --no-early-stop --jobs 2 \
        > "$out" 2> "$err" < /dev/null &
    for i in $(seq 100); do
        [ -e "$(echo "$folder"/scord.schedules-*/runs/000050/run.json)" ] && break
        sleep 0.05
    done
    kill -INT $! && wait $!
    equal "$label: the signal's end" 130 $?
    has "$err" "interrupted; the report covers"
    has "$err" "goes on"
    has "$out" "schedules"
    i=$(sed -n 's/.*--resume \([^ ]*\) goes on/\1/p' "$err")
    run 1 "$program" --schedules 50 --draw pct --no-early-stop --json "$json" --resume "$i"
    [ "$(member taken_up)" -ge 40 ] # two were at work
    check $? "$label: $(member taken_up) runs were taken up"
    equal "$label: nothing else is left" "" "$(find "$folder" -maxdepth 1 -name 'scord-*')"
}

group_stop() {
    # no race: nothing new behind run 0, so that a third of 60 are enough
    run 0 "$own/nothing.cu" --schedules 60 --json "$json"
    member_is run 21
    member_is stopped_early true
    has "$out" "run:         21; the last 20 showed nothing new"
    run 0 "$own/nothing.cu" --schedules 60 --no-early-stop --json "$json"
    member_is run 60
    member_is stopped_early false
    run 0 "$own/nothing.cu" --schedules 3 --json "$json"
    member_is run 3
    run 0 "$own/nothing.cu" --time 1s --no-early-stop --json "$json"
    valid "$json"
    member_is asked null
    member_is time_over true
    [ "$(member run)" -gt 5 ]
    check $? "$label: $(member run) runs"
    run 0 "$own/nothing.cu" --time 5m --json "$json"
    member_is run 31
    run 0 "$own/nothing.cu" --schedules 20
    [ ! -s "$err" ]
    check $? "$label: no progress without a terminal"
    run 0 "$own/nothing.cu" --time 3s --no-early-stop --progress
    has "$err" " schedules, 0 sites, output different in 0, "
}

# Locks, flags, tickets and grid barriers, by warps and by lanes of one: a spin never keeps out whom it waits for.
group_live() {
    local file
    for file in cross_block_spin lane_lock; do
        run 0 "$spins/$file.cu" --schedules 24 --draw pct --no-early-stop --json "$json"
        member_is run 24
        member_is printed_differs 0
    done
    run 0 "$own/backing_off.cu" --schedules 24 --draw pct --no-early-stop --json "$json"
    member_is printed_differs 0
    run 2 "$spins/waits/endless_spin.cu" --schedule pct:2:1:100 --spin-limit 20000
    has "$err" "no progress"
}

group_options() {
    local value
    for value in pct pct:0:1 pct:2 pct:17:1 pct:2:1:0 fair 7; do
        bad "--schedule takes pct:D:S" "$own/nothing.cu" --schedule "$value"
    done
    bad "--schedules N or --time T is missing" "$own/nothing.cu" --run-limit 3s
    for value in 5x m -1 0 1.2.3 ''; do bad "--time takes a time" "$own/nothing.cu" --time "$value"; done
    bad "--schedules takes a number" "$own/nothing.cu" --schedules 0
    bad "--depth takes a number from 1 to 16" "$own/nothing.cu" --schedules 5 --depth 17
    bad "--draw is one of mixed, pct, random" "$own/nothing.cu" --schedules 5 --draw fair
    bad "one of --seed and --schedule" "$own/nothing.cu" --seed 1 --schedule pct:1:1
    for value in "--events $folder/e" "--sarif -" "--html $folder/h" "--explain-race 0" --oracle "--seed 3" \
        "--write-suppressions $folder/w" \
        "--schedule pct:1:1" "--rtl --wave $folder/w"; do
        # shellcheck disable=SC2086 # option and value
        bad "is of one schedule" "$own/nothing.cu" --schedules 5 $value
    done
    for value in "--resume $folder/r" --no-early-stop --progress "--jobs 2" "--draw pct"; do
        # shellcheck disable=SC2086
        bad "--schedules N or --time T is missing" "$own/nothing.cu" $value
    done
}

"group_${1:?}"
finish
