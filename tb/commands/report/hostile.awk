# SPDX-License-Identifier: Apache-2.0
# hostile.awk: a report of `scord check` whose every text is hostile: markup, quotes, entities, bytes that are no UTF-8,
# control characters, a line of
# a million bytes, and SITES racing sites. usage: awk -v sites=N -f hostile.awk
function side(n) {
    return "{\"known\": true, \"sequence\": 1, \"pc\": 2, \"instruction\": \"<b>atomicAdd</b>\", \"scope\": " \
        "\"<i>\", \"file\": \"a<script>alert(" n ")</script>.cu\", \"line\": " n \
        ", \"function\": \"f<\\\"'&amp;>(int*)\", \"source\": " \
        "\"</pre><script>x=\\\"y\\\"</script>\377\376\355\240\200\300\257 \\u0007 </style>\", \"sm\": 1, " \
        "\"slot\": 2, \"warp_slot\": 3, " \
        "\"block\": [1, 2, 3], \"warp\": 0, \"lane\": 0, \"thread\": [\"<script>\", 0, 0]}"
}
BEGIN {
    long = "<img src=x onerror=alert(1)>"
    while (length(long) < 1000000) long = long long
    printf "{\"configuration\": \"<script>\", \"races\": %d, \"not_performed\": 0, \"complete\": true, \"notes\": " \
        "[\"<svg onload=alert(1)>\", 7],\n\"sites\": [", sites
    for (i = 1; i <= sites; i++)
        printf "%s\n{\"verdict\": \"<script>\", \"rule_table\": \"<u>\", \"scope\": \"\\\" onfocus=alert(1) " \
            "x=\\\"\", \"races\": 1, \"kernel\": \"k<script>\", \"kernels\": [{\"name\": \"<k%d>\", \"races\": 1}]," \
            " \"object\": \"--><!--\", \"object_offset\": -5, \"address\": \"javascript:alert(1)\", \"access\": " \
            "%s, \"owner\": %s, \"owners\": [%s, %s], \"rule\": \"%s\", \"hint\": \"]]>\"}", \
               i == 1 ? "" : ",", i, side(i), side(i + 1), side(i), side(i), i == 1 ? long : "r"
    printf "],\n\"program\": \"</title><script>alert('p')</script>\", \"seed\": -1, \"rtl\": true, \"exit_code\": " \
        "1, \"error\": \"<script>\", " \
        "\"statistics\": {\"events\": 1e300, \"checks\": -3, \"mismatches\": 0, \"seconds\": 1e-300}, " \
        "\"oracle\": {\"model\": \"<m>\", \"sites\": [1, \"x\", {\"first\": 3, \"conflict\": \"<c>\"}]}," \
        " \"explanation\": {\"event\": 3, \"verdict\": \"<v>\", \"rules\": [{\"name\": \"<r>\", \"holds\": true, " \
        "\"conditions\": [{\"words\": \"<w>\", \"holds\": false}]}], \"changes\": [{\"change\": \"<ch>\"}]}}\n"
}
