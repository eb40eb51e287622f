# tutorial.awk: a document as a script: its files are written, its console commands run, their outputs kept beside what
# it shows.
#
# usage: awk -v directory=DIR -f tutorial.awk DOCUMENT > SCRIPT
# ```LANGUAGE file=NAME: the block is the file NAME. ```console: lines "$ COMMAND", each with the output expected under
# it, which goes to
# DIR/N.expected; the script runs command N with its output in DIR/N.output and its text in DIR/N.command. Other blocks
# are for people.
function close_command() { if (open) { close(expected); open = 0 } }
function quoted(text) { gsub(/'/, "'\\''", text); return "'" text "'" }
/^```/ && !inside {
    inside = 1; file = ""; console = $1 == "```console"
    if (match($0, / file=[A-Za-z0-9_./-]+/)) { file = substr($0, RSTART + 6, RLENGTH - 6);
        printf "cat > %s <<'END_OF_FILE'\n", quoted(file) }
    next
}
/^```/ { if (file != "") print "END_OF_FILE"; close_command(); inside = 0; next }
inside && file != "" { print; next }
inside && console && /^\$ / {
    close_command(); n++; open = 1; expected = directory "/" n ".expected"; printf "" > expected
    print substr($0, 3) > (directory "/" n ".command"); close(directory "/" n ".command")
    printf "(exit $status); {\n%s\n} > %s 2>&1; status=$?\n", substr($0, 3), quoted(directory "/" n ".output")
    next
}
inside && console && open { print > expected }
END { if (inside) { print "tutorial.awk: a block has no end" > "/dev/stderr"; exit 1 } }
