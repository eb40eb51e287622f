# eval_plots.gp: the plots of docs/results/eval-overhead.md, after ScoRD's figures 8 to 11, from the files of eval_data.c.
#
# usage: gnuplot -e "data='FOLDER'; images='FOLDER'; form='svg'" eval_plots.gp          form: svg or png
# Black triangles are what the paper's text says; where it says nothing there is none. A file without rows is not drawn.

picture(name, wide, high) = sprintf("set terminal %s size %d,%d %s; set output '%s/%s.%s'", form eq "png" ? "pngcairo" : "svg", wide, high, \
    form eq "png" ? "font 'sans,10' background 'white'" : "font 'sans,11' background 'white'", images, name, form)
path(name) = sprintf("%s/%s.dat", data, name)
rows(name) = int(system(sprintf("wc -l < '%s'", path(name))))
known(name, column) = int(system(sprintf("awk -F'\t' '$%d != \"?\"' '%s' | wc -l", column, path(name)))) > 0
limit(name, sign) = real(system(sprintf("awk -F'\t' '{for (i = 2; i <= NF; i++) if ($i != \"?\" && %d * $i > most) most = %d * $i} END {print %d * most}' '%s'", \
    sign, sign, sign, path(name)))) # the largest number of a file, or least: 0 if there is none above, or below
apart(place) = sprintf("set arrow 1 from first %g, graph 0 to first %g, graph 1 nohead lc '#808080' dt 2", place, place)
set datafile separator "\t"
set datafile missing "?"
set border 3 lc "#606060"
set tics nomirror out scale 0.5
set xtics rotate by 0 noenhanced
set grid ytics lc "#e0e0e0" lw 1
set key outside top center horizontal samplen 1.5 width 1 noenhanced
set style fill solid border lc "#505050"
set xzeroaxis lt 1 lc "#404040"
set boxwidth 0.9 absolute

# Bars of overheads, a group of them a program; a bar above the top is cut, so that the others can be seen: the number over it is its own.
most_shown = 300
bars(name) = sprintf("top = limit('%s', 1) > most_shown ? most_shown : limit('%s', 1) * 1.1 + 1; set yrange [limit('%s', -1) * 1.1:top]", name, name, name)
shown(value) = value > top * 0.94 ? top * 0.94 : value < 0 ? 0 : value
text(value) = sprintf("%.0f", value)

# ---- Figure 8 ----
do for [name in "overhead overhead-small"] {
    if (rows(name) > 1 && (known(name, 2) || known(name, 3))) {
        eval(picture(name, 900, 360))
        eval(bars(name))
        set ylabel "execution cycles above no detection, %"
        set xrange [-1:rows(name) * 3 - 1]
        eval(apart(rows(name) * 3 - 4))
        plot path(name) using ($0 * 3 + 0.5):(NaN):xtic(1) with boxes notitle, \
             '' using ($0 * 3):2 with boxes title "without metadata caching" lc rgb "#9cc3e6", \
             '' using ($0 * 3 + 1):3 with boxes title "ScoRD" lc rgb "#2f6db5", \
             '' using ($0 * 3):(shown($2)):(text($2)) with labels offset 0, 0.5 font "sans,8" notitle, \
             '' using ($0 * 3 + 1):(shown($3)):(text($3)) with labels offset 0, 0.5 font "sans,8" notitle, \
             '' using ($0 * 3 + 1.6):4 with points pt 9 ps 1.2 lc rgb "#000000" title "ScoRD, paper"
    }
}

# ---- Figure 9: stacked, two bars a program ----
if (rows("dram") > 2 && known("dram", 4)) {
    eval(picture("dram", 900, 360))
    set ylabel "DRAM accesses, % of no detection"
    set xrange [-1:rows("dram") / 2 * 3 - 1]
    set yrange [0:*]
    eval(apart(rows("dram") / 2 * 3 - 4))
    set title "bars of a program: without metadata caching, ScoRD" font "sans,10"
    plot path("dram") using ($1 + 0.5):(NaN):xtic(int($0) % 2 == 0 ? stringcolumn(2) : "") with boxes notitle, \
         '' using 1:4 with boxes lc rgb "#c0392b" title "metadata", '' using 1:3 with boxes lc rgb "#9aa0a6" title "data"
    unset title
}

# ---- Figure 10: parts, the paper's mean last ----
if (rows("split") > 2 && known("split", 4)) {
    eval(picture("split", 900, 360))
    set ylabel "part of the overhead, %"
    set boxwidth 0.7 absolute
    set xrange [-0.7:rows("split") - 0.3]
    set yrange [0:100]
    eval(apart(rows("split") - 2.5))
    plot path("split") using 0:4:xtic(1) with boxes lc rgb "#c0392b" title "MD", '' using 0:3 with boxes lc rgb "#f2a33c" title "NOC", \
         '' using 0:2 with boxes lc rgb "#7fa8d9" title "LHD"
}

# ---- Figure 11 ----
if (rows("resources") > 1 && known("resources", 2)) {
    eval(picture("resources", 900, 360))
    eval(bars("resources"))
    set ylabel "overhead, %"
    set boxwidth 0.9 absolute
    set xrange [-1:rows("resources") * 4 - 1]
    eval(apart(rows("resources") * 4 - 5))
    plot path("resources") using ($0 * 4 + 1):(NaN):xtic(1) with boxes notitle, \
         '' using ($0 * 4):2 with boxes title "less L2 and bandwidth" lc rgb "#c9b8e8", \
         '' using ($0 * 4 + 1):3 with boxes title "default" lc rgb "#2f6db5", '' using ($0 * 4 + 2):4 with boxes title "more" lc rgb "#57a773", \
         for [i = 0:2] '' using ($0 * 4 + i):(shown(column(i + 2))):(text(column(i + 2))) with labels offset 0, 0.5 font "sans,8" notitle
}
unset arrow 1

# ---- the laboratory ----
if (rows("laboratory") > 1 && known("laboratory", 2)) {
    eval(picture("laboratory", 900, 90 + 24 * rows("laboratory")))
    set xlabel "mean overhead, % (dashed: the goal, 15)"
    unset ylabel
    unset xzeroaxis
    set xrange [0:limit("laboratory", 1) * 1.1 + 5]
    set yrange [rows("laboratory") - 0.4:-0.6]
    set ytics noenhanced
    set grid noytics xtics
    set lmargin 48
    set arrow 1 from 15, graph 0 to 15, graph 1 nohead lc "#a3123a" dt 2 front
    plot path("laboratory") using (0):0:(0):2:($0 - 0.4):($0 + 0.4):ytic(1) with boxxyerror lc rgb "#2f6db5" notitle, \
         '' using 2:0:(sprintf(" %.1f", $2)) with labels left notitle
}
