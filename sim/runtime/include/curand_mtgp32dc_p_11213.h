/* SPDX-License-Identifier: Apache-2.0 */
/* curand_mtgp32dc_p_11213.h: parameter sets of the Mersenne Twister MTGP32: its authors' (scord_cuda/mtgp_parameters.h), not
 * cuRAND's. */
#ifndef SCORD_CURAND_MTGP32DC_P_11213_H
#define SCORD_CURAND_MTGP32DC_P_11213_H
#define CURAND_MTGP32DC_P_11213_H

#include "curand_mtgp32.h"
#include "scord_cuda/mtgp_parameters.h"

static const int mtgpdc_params_11213_num = SCORD_MTGP_SETS;
static mtgp32_params_fast_t mtgp32dc_params_fast_11213[SCORD_MTGP_SETS];
/* Before the program's main, and before its own static objects of this file. */
static const struct scord_mtgp_tables {
    scord_mtgp_tables() {
        for (int i = 0; i < SCORD_MTGP_SETS; i++) {
            const scord_mtgp &from = scord_mtgp_sets[i];
            mtgp32_params_fast_t &to = mtgp32dc_params_fast_11213[i];
            to.mexp = MTGPDC_MEXP;
            to.pos = from.place;
            to.sh1 = from.shift1;
            to.sh2 = from.shift2;
            to.mask = 0xfff80000u;
            for (unsigned int k = 0; k < TBL_SIZE; k++) {
                to.tbl[k] = scord_mtgp_entry(from.recursion, k);
                to.tmp_tbl[k] = scord_mtgp_entry(from.tempering, k);
                to.flt_tmp_tbl[k] = (to.tmp_tbl[k] >> 9) | 0x3f800000u;
            }
        }
    }
} scord_mtgp_tables_made;

#endif
