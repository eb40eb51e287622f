/* SPDX-License-Identifier: Apache-2.0 */
/* eval_paper.c: see eval_paper.h. Of the columns #Root cause only what is legible beyond doubt:
 * digits that stand alone may be turned. */
#include "tb/eval/grab/eval_paper.h"

#define U EVAL_UNKNOWN

const eval_row_t eval_rows[] = {
    {"transpose:naive", "Transpose_naive", {0, 0, 0}, {0, 0, 0}, {U, U, U}},
    {"transpose:best", "Transpose_best", {0, 0, 10}, {0, 0, 1}, {U, U, U}},
    {"bitonic:basic", "Bitonic_Sort_basic", {1, 1898, 39}, {1, 2, 2}, {31837, 44265, 36009}},
    {"bitonic:best", "Bitonic_Sort_best", {0, 8, 0}, {0, 1, 0}, {16446, 15886, 19250}},
    {"scan:naive", "Scan_naive", {0, 0, 3594}, {0, 0, U}, {U, U, U}},
    {"scan:workefficient", "Scan_workefficient", {0, 3156, 3992}, {0, 1, 1}, {U, U, U}},
    {"scan:best", "Scan_best", {0, 0, 2400}, {0, 0, U}, {U, U, U}},
    {"matmult:basic", "MatMult_basic", {210, 6540, 10039}, {U, U, U}, {118434, 112738, 112494}},
    {"matmult:modified",
     "MatMult_basic_modified",
     {894, 5688, 1792},
     {2, 2, 2},
     {110023, 105664, 106682}},
    {"matmult:best", "MatMult_best", {0, 64, 504}, {0, 1, U}, {22831, 20604, 21872}},
    {"lbm:basic", "LBM_basic", {0, 46258, 49036}, {0, 15, 14}, {470074, 500903, 494320}},
    {"lbm:v1", "LBM_V1", {0, 2519, 13684}, {0, U, 12}, {254566, 266084, 248478}},
    {"lbm:v2", "LBM_V2", {18, 2282, 4088}, {1, 5, U}, {176690, 187940, 174754}},
    {"susan:basic", "Susan_basic", {0, 26095, 12938}, {0, 17, 17}, {176779, 145125, 167513}},
    {"susan:modified", "Susan_modified", {0, 1886, 1609}, {0, U, U}, {53701, 48891, 65189}},
};
const unsigned eval_row_count = sizeof eval_rows / sizeof *eval_rows;
const char *const eval_policies[EVAL_POLICIES] = {"gto", "lrr", "tls"};
const char *const eval_policy_names[EVAL_POLICIES] = {"GTO", "LRR", "TL"};
const char *const eval_type_names[FAULT_TYPES] = {"mh", "m*h", "mm"};
