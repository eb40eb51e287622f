# expect_command.sh: sourced after expect.sh by tests of one sub-command of scord that writes JSON.
#
#   command=NAME; schema=FILE; . scripts/expect.sh; . scripts/expect_command.sh     from the root of the repository
# Sets build (BUILD, default build), scord, validate, folder (removed at the end), out and err, the output and errors of the last `run`.
build=$(realpath "${BUILD:-build}"); scord=$build/scord; validate=$build/tb/validate_json
folder=$(realpath "$(mktemp -d)") || exit 3
trap 'rm -rf "$folder"' EXIT
out=$folder/out; err=$folder/err

run() { # CODE ARGUMENTS...: scord $command with ARGUMENTS exits with CODE
    local wanted=$1; shift
    label="$command $*"; label=${label//$folder\//}
    nice -n 10 "$scord" "$command" "$@" > "$out" 2> "$err" < /dev/null; code=$?
    [ $code -eq "$wanted" ]; check $? "$label: exit $code, expected $wanted: $(head -n 5 "$err")"
}
has() { grep -qF -e "$2" "$1"; check $? "$label: '$2' missing: $(head -n 12 "$1")"; } # FILE TEXT
lacks() { ! grep -qF -e "$2" "$1"; check $? "$label: '$2' is there"; }
bad() { # TEXT ARGUMENTS...: refused, in one line that holds TEXT
    local text=$1; shift
    run 2 "$@"
    [ "$(wc -l < "$err")" -eq 1 ]; check $? "$label: one line of error, not: $(cat "$err")"
    has "$err" "$text"
    [ ! -s "$out" ]; check $? "$label: nothing on standard output"
}
valid() { "$validate" "$schema" "$@" > "$folder/problem" 2>&1; check $? "$label: $(cat "$folder/problem")"; }
same() { cmp -s "$1" "$2"; check $? "$3: they differ: $(diff "$1" "$2" | head -n 6)"; } # FILE FILE TEXT
