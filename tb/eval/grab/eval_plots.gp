# eval_plots.gp: the plot of docs/results/eval-grab.md, after GRAB's Figure 12, from the file of eval_data.c.
#
# usage: gnuplot -e "data='FOLDER'; images='FOLDER'; form='svg'" eval_plots.gp          form: svg or png
# Interference over the size of an L1, a line a program version; none at all lies on the bottom line, since the axis is logarithmic.

set terminal @form size 900,520 background "white"
set output sprintf("%s/sizes.%s", images, form)
set datafile separator "\t"
set datafile missing "?"
set border 3 lc "#606060"
set tics nomirror out scale 0.5
set grid ytics lc "#e0e0e0" lw 1
set key outside right top vertical samplen 2 noenhanced
set logscale xy
set xrange [400:20000]
set yrange [0.5:*]
set ytics add ("none" 0.5, "1" 1)
set xlabel "bytes of an L1"
set ylabel "interference (faults mh and m*h)" noenhanced
sizes = sprintf("%s/sizes.dat", data)
set xtics ("512" 512, "1K" 1024, "2K" 2048, "4K" 4096, "8K" 8192, "16K" 16384, "32K" 32768)
columns = int(system(sprintf("head -n 1 '%s' | awk -F'\t' '{print NF}'", sizes)))
stats sizes skip 1 using 1 nooutput
if (STATS_records > 0) plot for [i = 2:columns] sizes skip 1 using 1:(column(i) > 0 ? column(i) : 0.5) with linespoints lt i lw 1.5 pt i \
    title system(sprintf("head -n 1 '%s' | cut -f%d", sizes, i))
