# eval_plots.gp: the plots of docs/results/eval-baws.md, after the paper's figures, from the files of eval_data.c and phase_rows.awk.
#
# usage: gnuplot -e "data='FOLDER'; images='FOLDER'; form='svg'" eval_plots.gp          form: svg or png
# Colours: one for each policy throughout, so that a policy is found again in the next plot.

colour(name) = name eq "LRR" ? "#9aa0a6" : name eq "GTO" ? "#f2a33c" : name eq "GTO + CFF" ? "#b86e00" : name eq "TLS" ? "#c9b8e8" : \
    name eq "SAWS" ? "#5fb49c" : name eq "SAWS + CFF" ? "#2b7a62" : name eq "MWF(LRR)" ? "#8fb8ec" : name eq "MWF(LRR) + CFF" ? "#4a86d8" : \
    name eq "MWF(GTO)" ? "#d98ba0" : name eq "MWF(GTO) + FEF" ? "#b35c78" : name eq "ours" ? "#202020" : "#a3123a"
picture(name, wide, high) = sprintf("set terminal %s size %d,%d %s; set output '%s/%s.%s'", form eq "png" ? "pngcairo" : "svg", wide, high, \
    form eq "png" ? "font 'sans,10' background 'white'" : "font 'sans,11' background 'white'", images, name, form)
set datafile separator "\t"
set datafile missing "?"
set border 3 lc "#606060"
set tics nomirror out scale 0.5
set grid ytics lc "#e0e0e0" lw 1
set key outside top center horizontal samplen 1.5 width 1 noenhanced

# ---- bars with the spread over the seeds; the mean stands apart ----
set style data histograms
set style histogram errorbars gap 1.5 lw 1
set style fill solid border lc "#505050"
set boxwidth 0.95
title_of(file, column) = word(system(sprintf("head -n 1 '%s' | cut -f%d | tr ' ' '~'", file, column)), 1)
plain(text) = system(sprintf("printf '%%s' '%s' | tr '~' ' '", text))

array names[6] = ["barriers", "rtru", "speedups", "fetch-policies", "other", "saws"]
array labels[6] = ["waiting, % of a warp's life", "RTRU, %", "speedup over LRR, %", \
    "speedup over LRR, %", "speedup over LRR, %", "speedup over GTO, %"]
array widths[6] = [900, 900, 1300, 900, 900, 900]
do for [n = 1:6] {
    file = sprintf("%s/%s.dat", data, names[n])
    bars_count = int(system(sprintf("head -n 1 '%s' | awk -F'\t' '{print (NF - 1) / 3}'", file)))
    rows = int(system(sprintf("wc -l < '%s'", file))) - 1
    eval(picture(names[n], widths[n], 380))
    set ylabel labels[n] noenhanced
    set xrange [-0.7:rows - 0.3]
    high = real(system(sprintf("awk -F'\t' 'NR > 1 {for (i = 2; i <= NF; i += 3) if ($i > high) {high = $i}} END {print high + 0}' '%s'", file)))
    cut = n > 2 && high > 40 # one program would make the others flat
    set yrange [*:*]
    if (cut) { set yrange [*:30]; set label 2 system(sprintf("awk -F'\t' 'NR > 1 {for (i = 2; i <= NF; i += 3) if ($i > 30) {if ($1 != last) printf \"%%scut off: %%s \", last == \"\" ? \"\" : \"; \", $1; else printf \", \"; last = $1; printf \"%%.0f\", $i}}' '%s'", file)) at graph 0.01, graph 0.97 noenhanced font "sans,9" }
    set xtics rotate by 0 noenhanced
    set arrow 1 from first rows - 1.5, graph 0 to first rows - 1.5, graph 1 nohead lc "#808080" dt 2
    set xzeroaxis lt 1 lc "#404040"
    plot for [i = 0:bars_count - 1] file using 3*i+2:3*i+3:3*i+4:xtic(1) every ::1 title plain(title_of(file, 3*i + 2)) lc rgb colour(plain(title_of(file, 3*i + 2)))
    unset label 2
}
unset arrow 1

# ---- Figure 10: stacked, four policies a program ----
eval(picture("stalls", 1300, 420))
array reasons[6] = ["control", "data", "structural", "barrier", "exit", "fetch"]
array tints[6] = ["#b9a36a", "#7fa8d9", "#8a6fb0", "#c0392b", "#e59a8f", "#57a773"]
set ylabel "idle scheduler cycles, % of LRR's issue slots"
set boxwidth 0.9 absolute
set xtics rotate by 0 noenhanced
rows = int(system(sprintf("wc -l < '%s/stalls.dat'", data)))
set xrange [-1:rows / 4 * 5 - 1]
set yrange [0:*]
set label 1 "bars of a program: LRR, GTO, MWF(LRR), MWF(LRR) + CFF" at graph 0.01, graph 0.96 noenhanced
plot for [i = 6:1:-1] sprintf("%s/stalls.dat", data) using 1:(column(i + 2)):xtic(int($0) % 4 == 1 ? stringcolumn(2) : "") with boxes lc rgb tints[i] title reasons[i]
unset label 1

# ---- Figures 3, 4, 6: a row a warp; dark while it runs, light while it waits ----
unset grid
unset xzeroaxis
set datafile separator whitespace
set style fill solid noborder
set yrange [*:*] reverse
array phases[4] = ["phases-bt-tb0", "phases-fwt-gto", "phases-fwt-lrr", "phases-bt-tb0-5"]
array heights[4] = [260, 520, 520, 560]
shade(phase) = int(phase) % 2 == 1 ? 0x2f6db5 : 0xe08214
light(phase) = int(phase) % 2 == 1 ? 0xcfe0f3 : 0xfbe3c4
do for [n = 1:4] {
    file = sprintf("%s/%s.rows", data, phases[n])
    eval(picture(phases[n], 900, heights[n]))
    set xlabel "cycle"
    unset ylabel
    set lmargin 7
    first = int(system(sprintf("awk 'NF == 5 {if (low == \"\" || $2 < low) low = $2} END {print low}' '%s'", file)))
    set xrange [first:*]
    unset ytics
    set key outside top center horizontal
    plot file index 0 using 3:1:2:3:($1 - 0.45):($1 + 0.45):(shade($5)) with boxxyerror lc rgb variable notitle, \
         '' index 0 using 3:1:3:4:($1 - 0.45):($1 + 0.45):(light($5)) with boxxyerror lc rgb variable notitle, \
         '' index 1 using 2:($1 - 0.7):(sprintf("%d", $4)) with labels font "sans,8" tc rgb "#303030" notitle, \
         '' index 1 using (first):1:(int($4) == 1 ? sprintf("TB%d ", $3) : "") with labels right tc rgb "#303030" notitle, \
         NaN with boxes lc rgb 0x2f6db5 title "runs, odd phases", NaN with boxes lc rgb 0xe08214 title "runs, even phases", \
         NaN with boxes lc rgb 0xcfe0f3 title "waits (light)"
}
unset xlabel; unset ylabel
unset lmargin

# ---- the map: what CFF gives ----
if (int(system(sprintf("wc -l < '%s/map.dat'", data))) == 0) { exit } # no run of it
eval(picture("map", 1000, 330))
set datafile separator "\t"
set multiplot layout 1, 2
set xrange [-0.5:4.5]
set yrange [-0.5:2.5] noreverse
set xtics ("ideal" 0, "16 KB" 1, "4 KB" 2, "2 KB" 3, "1 KB" 4)
set ytics ("1 instruction" 0, "2" 1, "4, I-buffer 4" 2)
set xlabel "I-cache"
set cbrange [-20:20]
set palette defined (-20 "#8c510a", -4 "#f6e8c3", 0 "#f7f7f7", 4 "#d6e6f2", 20 "#6baed6")
unset colorbox
unset key
set object 1 rectangle from 2.5, 0.5 to 3.5, 1.5 front fs empty border lc "#202020" lw 2 # the default machine
do for [column_of = 3:4] {
    set title (column_of == 3 ? "CFF on GTO, points" : "CFF on MWF(GTO), points")
    plot sprintf("%s/map.dat", data) using 1:2:(column(column_of)) with image, '' using 1:2:(sprintf("%+.1f", column(column_of))) with labels
}
unset multiplot
