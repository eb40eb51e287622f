# SPDX-License-Identifier: Apache-2.0
# phase_rows.awk: the warp-phases of the first blocks of SM 0, for eval_plots.gp, from the CSV of `scord sim --phases`.
#
# usage: awk -F, -v kernel=K -v blocks=N -f phase_rows.awk CSV kernel: number of the launch; blocks: the first N to be
# launched
# Output: "row start arrive end phase" a warp and phase, row 0 the first warp of the first block, a row free between
# blocks; then
# two empty lines; "row middle block phase" a block and phase, for the numbers.
function earliest(    block, found) { # block that was launched first of those not taken; "" if none is left
    found = ""
    for (block in begins)
        if (!(block in taken) &&
            (found == "" || begins[block] < begins[found] || (begins[block] == begins[found] && block + 0 < found + 0)))
            found = block
    return found
}
$1 != kernel || $2 != 0 { next }
{
    if (!($4 in begins) || $7 < begins[$4]) begins[$4] = $7
    count[$4]++; line[$4, count[$4]] = $5 " " $7 " " $8 " " $9 " " $6
    if ($5 + 1 > warps) warps = $5 + 1
    from[$4, $6] = $7; to[$4, $6] = $9; if ($6 > last[$4]) last[$4] = $6
}
END {
    for (n = 0; n < blocks; n++) {
        order[n] = earliest()
        if (order[n] == "") break
        taken[order[n]] = 1
        for (i = 1; i <= count[order[n]]; i++) {
            split(line[order[n], i], field, " ")
            print n * (warps + 1) + field[1], field[2], field[3], field[4], field[5] + 1
        }
    }
    print "\n"
    for (n = 0; (n in order) && order[n] != ""; n++)
        for (phase = 0; phase <= last[order[n]]; phase++)
            print n * (warps + 1), (from[order[n], phase] + to[order[n], phase]) / 2, n, phase + 1
}
