# SPDX-License-Identifier: Apache-2.0
# treemap.awk: where the area goes, as an SVG picture: a tile for each module, its area that of its cells, all SMs in
# one frame.
#
# usage: awk -v title=TEXT -f treemap.awk ROWS       ROWS: of netlist.awk
# A frame is an instance of the top (all SMs: one frame) or, inside the detector, one of its blocks; a tile in it is a
# module, all its
# instances there together. Squarified: tiles of a row are laid so that the worst aspect ratio is as small as it can be
# (Bruls, Huizing,
# van Wijk, Squarified Treemaps, 2000).
BEGIN { FS = "\t"; width = 1000; height = 640; header = 34 }
function frame_of(path,  parts, n) {
    n = split(path, parts, "/")
    if (path == ".") return "scord_top"
    if (parts[1] ~ /^g_sm/) return "SMs"
    if (parts[1] != "u_scord_detector") return substr(parts[1], 3)
    if (n == 1) return "scord_detector"
    if (parts[2] ~ /^g_lane/) return "lanes"
    if (parts[2] == "u_metadata_accessor" && n > 2 &&
        parts[3] ~ /^u_metadata_line_buffer/) return "metadata_line_buffer"
    return substr(parts[2], 3)
}
$1 == "instance" && $6 > 0 {
    frame = frame_of($2); name = $3; sub(/_[0-9]+$/, "", name)
    if (!(frame in area)) frames[++count] = frame
    if (!((frame, name) in tile)) { tiles[frame]++; tile_name[frame, tiles[frame]] = name }
    tile[frame, name] += $6; area[frame] += $6; whole += $6
}
function worst(from, to, side, scale,  i, sum, ratio, w, h, result) {
    for (i = from; i <= to; i++) sum += value[i] * scale
    w = sum / side
    for (i = from; i <= to; i++) { h = value[i] * scale / w; ratio = w > h ? w / h : h / w;
        if (ratio > result) result = ratio }
    return result
}
# Lays value[1…n], sorted, into a rectangle: place_x, place_y, place_w, place_h
function squarify(n, x, y, w, h,  from, to, i, sum, side, scale, total, at) {
    for (i = 1; i <= n; i++) total += value[i]
    scale = w * h / total
    for (from = 1; from <= n; from = to + 1) {
        side = w < h ? w : h
        for (to = from; to < n && worst(from, to + 1, side, scale) <= worst(from, to, side, scale); ) to++
        sum = 0; for (i = from; i <= to; i++) sum += value[i] * scale
        at = 0
        for (i = from; i <= to; i++) {
            if (w < h) { place_x[i] = x + at; place_y[i] = y; place_w[i] = value[i] * scale / (sum / w);
                place_h[i] = sum / w; at += place_w[i] }
            else { place_x[i] = x; place_y[i] = y + at; place_h[i] = value[i] * scale / (sum / h); place_w[i] = sum / h;
                at += place_h[i] }
        }
        if (w < h) { y += sum / w; h -= sum / w } else { x += sum / h; w -= sum / h }
    }
}
function sort_values(n,  i, j, v, l) {
    for (i = 2; i <= n; i++) { v = value[i]; l = label[i];
        for (j = i - 1; j > 0 && value[j] < v; j--) { value[j + 1] = value[j]; label[j + 1] = label[j] }
        value[j + 1] = v; label[j + 1] = l }
}
function text(x, y, size, weight, words) {
    printf "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%d\" font-weight=\"%s\">%s</text>\n", x, y, size, weight, words }
END {
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">\n", width,
        height + header
    text(4, 22, 16, "bold", title ", " sprintf("%.2f mm²", whole / 1e6))
    for (i = 1; i <= count; i++) { value[i] = area[frames[i]]; label[i] = frames[i] }
    sort_values(count); squarify(count, 0, header, width, height)
    for (i = 1; i <= count; i++) { fx[i] = place_x[i]; fy[i] = place_y[i]; fw[i] = place_w[i]; fh[i] = place_h[i];
        fl[i] = label[i] }
    for (f = 1; f <= count; f++) {
        split("", value); split("", label)
        for (i = 1; i <= tiles[fl[f]]; i++) { label[i] = tile_name[fl[f], i]; value[i] = tile[fl[f], label[i]] }
        sort_values(tiles[fl[f]]); squarify(tiles[fl[f]], fx[f], fy[f], fw[f], fh[f])
        for (i = 1; i <= tiles[fl[f]]; i++) {
            printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"hsl(%d,45%%,%d%%)\" " \
                "stroke=\"white\"><title>%s in %s: %.0f µm², %.1f " \
                "%%</title></rect>\n", place_x[i], place_y[i], place_w[i], place_h[i], (f * 67) % 360,
                70 + (i * 5) % 20, label[i], fl[f], value[i], 100 * value[i] / whole
            if (place_w[i] > 7 * length(label[i]) && place_h[i] > 32) {
                text(place_x[i] + 4, place_y[i] + (i == 1 ? 32 : 16), 11, "normal", label[i]);
                if (place_h[i] > 46) text(place_x[i] + 4, place_y[i] + (i == 1 ? 45 : 29), 10, "normal",
                    sprintf("%.1f %%", 100 * value[i] / whole)) }
        }
        printf "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" stroke=\"black\" " \
            "stroke-width=\"1.5\"/>\n", fx[f], fy[f], fw[f], fh[f]
        if (fw[f] > 8 * length(fl[f]) && fh[f] > 20) text(fx[f] + 4, fy[f] + 15, 12, "bold", fl[f])
    }
    print "</svg>"
}
