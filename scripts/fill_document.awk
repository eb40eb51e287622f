# SPDX-License-Identifier: Apache-2.0
# fill_document.awk: a document with its tables filled in: between "<!-- NAME -->" and "<!-- end -->" stands the file
# TABLES/NAME.md.
#
# usage: awk -v tables=FOLDER [-v commit=ID] [-v every=1 -v command=NAME] -f fill_document.awk DOCUMENT
# A table without a file stays as it is; with every=1 it is an error: one message each, exit code 1. With a commit, the
# line
# "Written by … at commit …;" names it.
/^<!-- end -->$/ { inside = 0 }
!inside && commit && /^Written by / { sub(/at commit [^ ;]+/, "at commit " commit) }
!inside { print }
/^<!-- [a-z0-9-]+ -->$/ && !/^<!-- end -->$/ {
    file = tables "/" $2 ".md"; lines = 0
    while ((getline text < file) > 0) { print text; lines++ }
    close(file)
    inside = lines > 0 || every
    if (lines == 0 && every) { print command ": no table " $2 > "/dev/stderr"; failed = 1 }
}
END { exit failed }
