# clock.sed: takes out of the outputs of commands what a clock says, and how much the compile cache spared; sourced with sed -f by allocations.sh, short_transfers.sh, reproducible.sh.
s/[0-9.,]* [a-z ]*\/s\( \|,\|)\|$\)/\1/g
s/([0-9.]* s)//g
s/ ([0-9.]* s, / (/
s/, [0-9.]* s$//
s/"\([a-z_]*seconds\|[a-z_]*_per_second\|from_cache\)": *[0-9.]*//g
s/<dt>when.*UTC//
/^  compilation  /d
