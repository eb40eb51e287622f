# SPDX-License-Identifier: Apache-2.0
# page.awk: the promises of a report page, from its markup alone: no element and no attribute beyond these, nothing
# loaded, no script, links that stay.
#
# usage: awk -f page.awk PAGE prints "bad TEXT" for each broken promise and "tags N" at the end. Text of the page holds
# no < (it is escaped),
# so what stands between < and > is markup.
BEGIN {
    split("a article badge body br dd details div dl dt figcaption figure footer g h1 h2 h3 h4 head header html img " \
        "li main meta nav p path polygon pre rect b " \
        "section span style summary svg table tbody td text th thead title tr ul !DOCTYPE", names, " ")
    for (i in names) allowed[names[i]] = 1
    split("alt aria-label aria-labelledby charset class color content d fill font-family font-size height href " \
        "http-equiv id lang name open points role scope " \
        "shape-rendering src stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-width tabindex " \
        "text-anchor transform viewBox viewbox width x y html", names, " ")
    for (i in names) known[names[i]] = 1
    RS = "<"
}
NR == 1 { next }
{
    end = index($0, ">")
    if (end == 0) { print "bad no end of a tag: " substr($0, 1, 60); next }
    tag = substr($0, 1, end - 1); tags++
    name = tag; sub(/[ \n].*/, "", name); sub(/^\//, "", name)
    if (!(name in allowed)) print "bad element " substr(tag, 1, 80)
    rest = substr(tag, length(name) + 1 + (tag ~ /^\//))
    while (match(rest, /^[ \n]*[A-Za-z-]+ *(= *("[^"]*"|'[^']*'|[^ "'>]+))?/)) {
        attribute = substr(rest, RSTART, RLENGTH); rest = substr(rest, RLENGTH + 1)
        sub(/^[ \n]*/, "", attribute)
        key = attribute; sub(/[ =].*/, "", key)
        value = attribute; if (!sub(/^[^=]*= */, "", value)) value = ""
        gsub(/^["']|["']$/, "", value)
        if (!(key in known)) print "bad attribute " substr(attribute, 1, 80)
        if (key == "src" && value !~ /^data:image\/(png|svg\+xml);base64,[A-Za-z0-9+\/=]*$/) print \
            "bad source " substr(value, 1, 80)
        if (key == "href" && value !~ /^#[a-z0-9-]+$/ &&
            value !~ /^[A-Za-z0-9._~%-][A-Za-z0-9._~%\/-]*$/) print "bad link " substr(value, 1, 80)
        if (key == "id" && value in seen) print "bad id twice " value
        if (key == "id") seen[value] = 1
        if (key == "href" && value ~ /^#/) target[substr(value, 2)] = 1
    }
    if (rest !~ /^[ \n\/]*$/) print "bad markup " substr(rest, 1, 80)
    if (name == "meta" && tag ~ /default-src 'none'/) policy = 1
    if (name == "style" && tag !~ /^\// && $0 ~ /url\(|@import/) print "bad style sheet that loads"
}
END {
    for (id in target) if (!(id in seen)) print "bad link to no place: " id
    if (!policy) print "bad no content security policy"
    print "tags " tags + 0
}
