/* eval_data.h: what eval_plots.gp draws: files of columns. */
#ifndef TB_BAWS_EVAL_DATA_H
#define TB_BAWS_EVAL_DATA_H

#include "eval_runs.h"

/* Writes FOLDER/NAME.dat for every plot. False after one message. Bars: "program" then median, least and most of each column, a
 * last row for the mean; stalls: row, label, program and sums of reasons one on the other; maps: a row a cell. */
bool eval_write_data(const eval_runs_t *runs, const char *folder);

#endif
