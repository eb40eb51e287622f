# expand_experiments.awk: the runs of tb/baws/experiments, a line each: "group program settings issue fetch seed", lowest seeds
# first, so that what is done of an evaluation that was interrupted is a whole one of fewer seeds.
#
# usage: awk -v groups="NAME..." -f expand_experiments.awk EXPERIMENTS        groups: those wanted; empty: all
# Exit codes: 0 printed, 2 a line that is not as EXPERIMENTS says, or no such group, after one message.
function fail(text) { print FILENAME ":" FNR ": " text > "/dev/stderr"; failed = 1; exit 2 }
function words_of(text,    list, count, i, result) {
    count = split(text, list, " ")
    for (i = 1; i <= count; i++) {
        if (list[i] ~ /^@/ && !(list[i] in names)) fail("no list " list[i] " has been defined above")
        result = result " " (list[i] in names ? names[list[i]] : list[i])
    }
    return result
}
function expand(    seed, seeds, program, programs, setting, settings, policy, policies, fetch, fetches, s, p, m, i, f) {
    s = split($6, seeds, " "); p = split(words_of($2), programs, " "); m = split($3, settings, " ")
    i = split($4, policies, " "); f = split($5, fetches, " ")
    if (!s || !p || !m || !i || !f) fail("an empty field")
    for (seed = 1; seed <= s; seed++) {
        if (seeds[seed] !~ /^[0-9]+$/) fail("a seed is a number, not '" seeds[seed] "'")
        if (seeds[seed] + 0 > last) last = seeds[seed] + 0
        for (setting = 1; setting <= m; setting++) for (policy = 1; policy <= i; policy++) for (fetch = 1; fetch <= f; fetch++)
            for (program = 1; program <= p; program++)
                runs[seeds[seed] + 0] = runs[seeds[seed] + 0] $1 " " programs[program] " " settings[setting] " " policies[policy] \
                    " " fetches[fetch] " " seeds[seed] "\n"
    }
}
BEGIN { FS = " *[|] *"; count = split(groups, list, " "); for (n = 1; n <= count; n++) wanted[list[n]] = 1 }
/^ *(#|$)/ { next }
/^@[a-z]+ *=/ { name = $0; sub(/ *=.*/, "", name); text = $0; sub(/^[^=]*= */, "", text); names[name] = text; next }
NF != 6 { fail("a group has six fields, not " NF) }
{ found[$1] = 1; if (groups == "" || ($1 in wanted)) expand() }
END {
    if (failed) exit 2
    for (name in wanted) if (!(name in found)) { print FILENAME ": no group " name > "/dev/stderr"; exit 2 }
    for (seed = 0; seed <= last; seed++) printf "%s", runs[seed]
}
