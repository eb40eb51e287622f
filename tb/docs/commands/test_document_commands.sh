#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# test_document_commands.sh: document_commands passes small documents that are right, and fails each of them once
# changed.
# Environment: BUILD. Last line: "N passed, N failed".
set -u
. tb/expect.sh
program=$(realpath "${BUILD:-build}")/tb/docs/document_commands
folder=$(realpath "$(mktemp -d)") || exit 3
trap 'rm -rf "$folder"' EXIT

good() { # the document that the cases change
    cat << 'END'
# A document
```text file=names
one 1
two 2
three 3
```
<!-- exit: 0 1 0 0 0 -->
```console
$ cat names
one 1
…
thr…3
$ grep -q four names
$ echo $?
1
$ for word in a b; do
>     echo $word
> done
a
b
$ cd / && echo here
here
```
<!-- exit: 0 3 -->
```sh
test $PWD = / \
    && cd -      # back
sh -c 'exit 3'
```
<!-- not run: needs a cluster -->
```
sbatch run.sh
```
END
}
judge() { # CODE TEXT LABEL DOCUMENT [ARGUMENTS…]
    local code=$1 text=$2 file=$4
    label=$3
    shift 4
    rm -rf "$folder/work" "$folder/steps"; mkdir "$folder/work" "$folder/steps"
    exits "$code" "$label" "$folder/out" env -C "$folder/work" "$program" "$@" "$file" "$folder/steps"
    has "$folder/out" "$text"
}
# The line of the document that SED changes is found out with TEXT.
changed() { # SED TEXT
    good | sed -e "$1" > "$folder/changed.md"
    ! cmp -s "$folder/changed.md" "$folder/good.md"; check $? "'$1' changes nothing"
    judge 1 "$2" "$1" "$folder/changed.md" --not-run 1
}

good > "$folder/good.md"
judge 0 "7 commands run" "the document as it is" "$folder/good.md" --not-run 1
has "$folder/out" "not run: $folder/good.md:31: needs a cluster"
has "$folder/out" "passed, 0 failed"
judge 1 "1 blocks are not run, --not-run says 0" "a block drops out" "$folder/good.md"
judge 1 "1 blocks are not run, --not-run says 2" "a mark is left over" "$folder/good.md" --not-run 2

# what is shown
changed '3s/.*/one 2/' ":9: cat names: shown, not found: one 1; found:"
changed '10s/.*/one 2/' ":9: cat names: shown, not found: one 2; found:"
changed '12s/.*/thr…4/' "shown, not found: thr…4"
changed '12s/.*/thr…e3/' "shown, not found: thr…e3"
changed '11d' "shown, not found: thr…3"
changed '15s/1/0/' "echo \$?: shown, not found: 0"
changed '20d' "more was found than is shown"
changed '20s/$/\nc/' "shown, not found: c"
changed '22d' "cd / && echo here: more was found than is shown"
changed '18s/> done/> donee/' "exit code 2, the document says 0"
# exit codes
changed 's/^<!-- exit: 0 1/<!-- exit: 0 0/' "grep -q four names: exit code 1, the document says 0"
changed "s/'exit 3'/'exit 4'/" "exit code 4, the document says 3"
changed 's/^<!-- exit: 0 3 -->/<!-- exit: 0 -->/' "more commands than exit codes"
changed 's/^<!-- exit: 0 3 -->/<!-- exit: 0 3 1 -->/' "fewer commands than exit codes"
changed 's/^<!-- exit: 0 3 -->/\n/' "sh -c 'exit 3': exit code 3, the document says 0"
changed 's/test $PWD = \//test $PWD = \/other/' "exit code 1, the document says 0"
changed "s/sh -c 'exit 3'/exit 3/" "did not run to its end"
# blocks
changed 's/^<!-- not run: .*//' ":31: a block that is no console, sh or file"
changed 's/^\(<!-- not run: .*\)/\1\n/' ":32: a block that is no console, sh or file"
changed 's/needs a cluster//' "no reason why it is not run"
changed 's/^```sh/```bash/' "a block that is no console, sh or file"
changed '$d' "the block has no end"
changed '9s/^. //' "output before the block's first"
changed '$s/$/\n```console\n```/' "a block of commands without one"
changed '$s/$/\n  ```\n  make\n  ```/' "a fence that is not \`\`\` at the margin"
# ---- no document with commands is without a row (the pages of docs/theory have theirs in tb/docs/theory) ----
unmarked() { # FILE: blocks of commands that nothing runs and that do not say why
    awk '
        /^```/ && !inside {
            inside = 1
            open = above !~ /^<!-- not run: ./
            if (open && ($1 == "```console" || $1 == "```sh")) print FILENAME ":" FNR
            next
        }
        /^```/ { inside = 0 }
        inside && open && /^(\$ |build\/|scripts\/|tb\/|scord |make |[A-Z]+=[^ ]* [a-z])/ {
            print FILENAME ":" FNR ": " $0
        }
        { above = $0 }' "$1"
}
rows=$(sed -n 's/.* | .*\(document\|tutorial\)\.sh .*\(docs\/[a-z-]*\.md\|README\.md\)$/\2/p' \
    tb/docs/commands/commands.tests tb/install/install.tests)
[ "$(echo "$rows" | wc -l)" -ge 10 ]; check $? "documents with rows: $rows"
for document in README.md docs/*.md; do
    grep -qxF "$document" <<< "$rows" && continue
    [ -z "$(unmarked "$document")" ]; check $? "no row runs: $(unmarked "$document")"
done
[ -n "$(unmarked "$folder/good.md")" ]; check $? "the commands of a document without a row are not seen"
printf '```\nmake all\n```\n' > "$folder/make.md"
[ -n "$(unmarked "$folder/make.md")" ]; check $? "make in a plain block is not seen"

judge 2 usage "no document" "" --not-run
judge 3 "No such file" "a document that is not there" "$folder/none.md"
finish
