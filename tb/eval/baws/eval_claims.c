/* SPDX-License-Identifier: Apache-2.0 */
/* eval_claims.c: what the paper says, each claim with what was measured and the verdict
 * (eval_judge.h): eval_print_claims of evaluation.h. A claim is a row of one of the arrays below,
 * in the order of the paper's figures. */
#include "tb/eval/baws/eval_claims.h"

#include <math.h>

const eval_config_t eval_lrr = {"-", "lrr", "rr"}, eval_gto = {"-", "gto", "rr"},
                    eval_mwf_lrr = {"-", "mwf-lrr", "rr"}, eval_mwf_gto = {"-", "mwf-gto", "rr"},
                    eval_mwf_lrr_cff = {"-", "mwf-lrr", "cff"}, eval_baws = {"-", "mwf-gto", "cff"};

static const char rule[] =
    "A number of the paper is *reproduced* when the median over the seeds has its sign and "
    "is within 30 % of it or within 3 points\n"
    "(half of it, where it is below 6 points); *partly* when all seeds have its sign and "
    "the median is at least 1 point; else *not*. For a number\n"
    "below 1 point (\"neutral\"): reproduced within 1 point of zero, partly within 3. An "
    "order is reproduced when it holds, by medians,\n"
    "in all the programs that the paper says (in 75 % where it says \"typically\"), partly "
    "in at least half of them. *open*: runs are missing.\n";

/* ---- numbers ---- */

/* Points. An effect below NEUTRAL is none: the paper's "performance-neutral". */
static const double neutral = 1, near = 3;

static eval_verdict_t judge_neutral(double measured) {
    if (fabs(measured) < neutral) return VERDICT_REPRODUCED;
    return fabs(measured) < near ? VERDICT_PARTLY : VERDICT_NOT;
}

static eval_verdict_t judge_spread(double paper, const eval_spread_t *measured) {
    const double sign = paper < 0 ? -1 : 1, size = fabs(paper), median = sign * measured->median;
    const double least = paper < 0 ? -measured->most : measured->least;
    if (measured->seeds == 0) return VERDICT_OPEN;
    if (size < neutral) return judge_neutral(measured->median);
    if (median > 0 && fabs(median - size) <= eval_tolerance(size)) return VERDICT_REPRODUCED;
    return least > 0 && median >= neutral ? VERDICT_PARTLY : VERDICT_NOT;
}

/* What is measured: */
typedef enum number_kind {
    NUMBER_SHARE,   /* mean over the programs of a share under NEW */
    NUMBER_MOST,    /* the largest of them under NEW */
    NUMBER_SPEEDUP, /* mean speedup of NEW over OLD; of PROGRAM where one is named */
    NUMBER_BEST,    /* largest median speedup of a program */
    NUMBER_POINTS   /* mean speedup of NEW over LRR minus that of OLD */
} number_kind_t;

typedef struct number_claim {
    const char *where, *text, *group;
    number_kind_t kind;
    double paper;
    eval_config_t new, old;
    const char *program;
    eval_share_t share;
} number_claim_t;

static const number_claim_t numbers[] = {
    {"Fig. 1", "barrier and exit share, LRR", "speedup", NUMBER_SHARE, 30, LRR, LRR, NULL,
     SHARE_BARRIER_AND_EXIT},
    {"Fig. 1", "barrier and exit share, GTO", "speedup", NUMBER_SHARE, 37, GTO, LRR, NULL,
     SHARE_BARRIER_AND_EXIT},
    {"Fig. 1", "largest share, LRR or GTO (here GTO)", "speedup", NUMBER_MOST, 61, GTO, LRR, NULL,
     SHARE_BARRIER_AND_EXIT},
    {"Fig. 5", "largest RTRU (here GTO)", "speedup", NUMBER_MOST, 60, GTO, LRR, NULL, SHARE_RTRU},
    {"Fig. 8", "GTO over LRR", "speedup", NUMBER_SPEEDUP, 8.4, GTO, LRR, NULL, 0},
    {"Fig. 8", "TLS over LRR, sticky marks (GPGPU-Sim's)", "speedup", NUMBER_SPEEDUP, 0,
     RR("tls-sticky"), LRR, NULL, 0},
    {"Fig. 8", "TLS over LRR, fixed rule", "speedup", NUMBER_SPEEDUP, 0, RR("tls"), LRR, NULL, 0},
    {"Fig. 8", "MWF(LRR) over LRR", "speedup", NUMBER_SPEEDUP, 9.5, RR("mwf-lrr"), LRR, NULL, 0},
    {"Fig. 8", "MWF(GTO) over LRR", "speedup", NUMBER_SPEEDUP, 9.8, RR("mwf-gto"), LRR, NULL, 0},
    {"Fig. 8", "MWF(LRR) + CFF over LRR", "speedup", NUMBER_SPEEDUP, 16.2, CFF("mwf-lrr"), LRR,
     NULL, 0},
    {"Fig. 8", "MWF(GTO) + CFF over LRR", "speedup", NUMBER_SPEEDUP, 16.9, CFF("mwf-gto"), LRR,
     NULL, 0},
    {"Fig. 8", "the same, best program", "speedup", NUMBER_BEST, 35, CFF("mwf-gto"), LRR, NULL, 0},
    {"Fig. 8", "CFF on GTO, points", "speedup", NUMBER_POINTS, 1.7, CFF("gto"), GTO, NULL, 0},
    {"Fig. 8", "CFF on TLS, points (sticky)", "speedup", NUMBER_POINTS, 1.7, CFF("tls-sticky"),
     RR("tls-sticky"), NULL, 0},
    {"Fig. 8", "CFF on MWF(LRR), points", "speedup", NUMBER_POINTS, 6.7, CFF("mwf-lrr"),
     RR("mwf-lrr"), NULL, 0},
    {"Fig. 8", "CFF on MWF(GTO), points", "speedup", NUMBER_POINTS, 7.1, CFF("mwf-gto"),
     RR("mwf-gto"), NULL, 0},
    {"Fig. 8", "MWF(GTO) over GTO, points", "speedup", NUMBER_POINTS, 1.4, RR("mwf-gto"), GTO, NULL,
     0},
    {"Fig. 8", "BAWS over GTO, points", "speedup", NUMBER_POINTS, 8.5, CFF("mwf-gto"), GTO, NULL,
     0},
    {"Fig. 8", "BAWS over GTO + CFF, points (16.9 - 8.4 - 1.7)", "speedup", NUMBER_POINTS, 6.8,
     CFF("mwf-gto"), CFF("gto"), NULL, 0},
    {"Fig. 8", "BAWS over GTO, SRAD2", "speedup", NUMBER_SPEEDUP, 30, CFF("mwf-gto"), GTO, "srad2",
     0},
    {"Fig. 9", "MWF(GTO) + FEF over LRR", "speedup", NUMBER_SPEEDUP, 11,
     CONFIG("-", "mwf-gto", "fef"), LRR, NULL, 0},
    {"6.4", "I-buffer of 4, LRR", "speedup", NUMBER_SPEEDUP, 0.3,
     CONFIG("ibuffer_slots=4", "lrr", "rr"), LRR, NULL, 0},
    {"6.4", "I-buffer of 4 and a fetch of 4, LRR", "speedup", NUMBER_SPEEDUP, 0.3,
     CONFIG("fetch_bytes=32,ibuffer_slots=4", "lrr", "rr"), LRR, NULL, 0},
    {"6.4", "I-buffer of 4, MWF(GTO)", "speedup", NUMBER_SPEEDUP, 0.3,
     CONFIG("ibuffer_slots=4", "mwf-gto", "rr"), RR("mwf-gto"), NULL, 0},
    {"Fig. 11", "BAWS over LRR, not barrier-intensive", "other", NUMBER_SPEEDUP, 5.7,
     CFF("mwf-gto"), LRR, NULL, 0},
    {"Fig. 11", "BAWS over LRR, lud", "other", NUMBER_SPEEDUP, 22, CFF("mwf-gto"), LRR, "lud", 0},
    {"Fig. 11", "BAWS over LRR, hotspot", "other", NUMBER_SPEEDUP, 18, CFF("mwf-gto"), LRR,
     "hotspot", 0},
    {"Fig. 12", "BAWS over SAWS", "speedup", NUMBER_SPEEDUP, 7, CFF("mwf-gto"), RR("saws"), NULL,
     0},
    {"Fig. 12", "BAWS over SAWS, STN", "speedup", NUMBER_SPEEDUP, 27, CFF("mwf-gto"), RR("saws"),
     "stn", 0},
    {"Fig. 12", "BAWS over SAWS, SRAD2", "speedup", NUMBER_SPEEDUP, 18, CFF("mwf-gto"), RR("saws"),
     "srad2", 0},
    {"Fig. 14", "BAWS over GTO, not barrier-intensive", "other", NUMBER_SPEEDUP, 0, CFF("mwf-gto"),
     GTO, NULL, 0},
    {"Fig. 14", "SAWS over GTO, not barrier-intensive", "other", NUMBER_SPEEDUP, 0, RR("saws"), GTO,
     NULL, 0},
    {"Fig. 14", "BAWS over GTO, lud", "other", NUMBER_SPEEDUP, 18, CFF("mwf-gto"), GTO, "lud", 0},
};

static eval_spread_t best_program(const eval_runs_t *runs, const eval_list_t *programs,
                                  const number_claim_t *claim) {
    eval_spread_t best = {NAN, NAN, NAN, 0};
    for (unsigned i = 0; i < programs->count; i++) {
        const eval_spread_t one = eval_spread_speedup(runs, programs->words[i], claim->new,
                                                      claim->old, EVAL_BY_IPC);
        if (one.seeds != 0 && (best.seeds == 0 || one.median > best.median)) best = one;
    }
    return best;
}

static eval_spread_t measure(const eval_runs_t *runs, const number_claim_t *claim) {
    const eval_list_t programs = eval_runs_programs(runs, claim->group);
    if (claim->program)
        return eval_spread_speedup(runs, claim->program, claim->new, claim->old, EVAL_BY_IPC);
    switch (claim->kind) {
    case NUMBER_SHARE: return eval_spread_mean_share(runs, &programs, claim->new, claim->share);
    case NUMBER_MOST: return eval_spread_most_share(runs, &programs, claim->new, claim->share);
    case NUMBER_SPEEDUP:
        return eval_spread_mean_speedup(runs, &programs, claim->new, claim->old, EVAL_BY_IPC);
    case NUMBER_BEST: return best_program(runs, &programs, claim);
    case NUMBER_POINTS: break;
    }
    return eval_spread_points(runs, &programs, claim->new, claim->old, eval_lrr);
}

static eval_verdict_t print_number(const eval_runs_t *runs, const number_claim_t *claim,
                                   FILE *out) {
    const eval_spread_t measured = measure(runs, claim);
    const eval_verdict_t verdict = judge_spread(claim->paper, &measured);
    fprintf(out, "| %s | %s | %.1f | ", claim->where, claim->text, claim->paper);
    if (measured.seeds == 0)
        fputs("-", out);
    else
        fprintf(out, "%.1f (%.1f … %.1f)", measured.median, measured.least, measured.most);
    fprintf(out, " | %s |\n", eval_verdict_name(verdict));
    return verdict;
}

/* ---- orders ---- */

typedef enum order_kind {
    ORDER_SHARE,   /* SHARE under NEW is larger than under OLD */
    ORDER_EXIT,    /* under NEW, waiting for the end is less than waiting at barriers */
    ORDER_INTENSE, /* under NEW, SHARE is above 15 % (section 5) */
    ORDER_FASTER,  /* NEW is faster than OLD */
    ORDER_IDLE     /* idle cycles of REASON are fewer under NEW than under OLD */
} order_kind_t;

typedef struct order_claim {
    const char *where, *text, *group, *only,
        *except; /* programs, space before and after each; NULL: all, none */
    order_kind_t kind;
    bool typically;
    eval_config_t new, old;
    eval_share_t share;
    eval_reason_t reason;
} order_claim_t;

static const order_claim_t orders[] = {
    {"5", "barrier-intensive: above 15 % under LRR", "speedup", NULL, NULL, ORDER_INTENSE, false,
     LRR, LRR, SHARE_BARRIER_AND_EXIT, 0},
    {"Fig. 1", "exits matter less than barriers (LRR)", "speedup", NULL, NULL, ORDER_EXIT, true,
     LRR, LRR, 0, 0},
    {"Fig. 5", "RTRU larger under GTO than under LRR", "speedup", NULL, NULL, ORDER_SHARE, true,
     GTO, LRR, SHARE_RTRU, 0},
    {"Fig. 5", "… most notably FWT, MM, STN, PVR", "speedup", " fwt mm stn pvr ", NULL, ORDER_SHARE,
     false, GTO, LRR, SHARE_RTRU, 0},
    {"Fig. 8", "GTO is slower than LRR in SRAD2", "speedup", " srad2 ", NULL, ORDER_FASTER, false,
     LRR, GTO, 0, 0},
    {"Fig. 8", "BAWS is faster than LRR", "speedup", NULL, NULL, ORDER_FASTER, false,
     CFF("mwf-gto"), LRR, 0, 0},
    {"Fig. 8", "BAWS is faster than GTO", "speedup", NULL, NULL, ORDER_FASTER, false,
     CFF("mwf-gto"), GTO, 0, 0},
    {"Fig. 10", "MWF(LRR) waits less at barriers than LRR, but STN", "speedup", NULL, " stn ",
     ORDER_IDLE, false, RR("mwf-lrr"), LRR, 0, REASON_BARRIER},
    {"Fig. 10", "CFF reduces that further", "speedup", NULL, NULL, ORDER_IDLE, true, CFF("mwf-lrr"),
     RR("mwf-lrr"), 0, REASON_BARRIER},
    {"Fig. 10", "MWF(LRR) + CFF waits less at barriers than GTO", "speedup", NULL, NULL, ORDER_IDLE,
     false, CFF("mwf-lrr"), GTO, 0, REASON_BARRIER},
    {"Fig. 10", "MWF(LRR) + CFF: fewer structural stalls than LRR", "speedup", NULL, NULL,
     ORDER_IDLE, true, CFF("mwf-lrr"), LRR, 0, REASON_STRUCTURAL},
    {"Fig. 10", "GTO: fewer structural stalls than MWF(LRR) + CFF", "speedup", NULL, NULL,
     ORDER_IDLE, true, GTO, CFF("mwf-lrr"), 0, REASON_STRUCTURAL},
    {"Fig. 10", "CFF: fewer fetch stalls than MWF(LRR) alone", "speedup", NULL, NULL, ORDER_IDLE,
     true, CFF("mwf-lrr"), RR("mwf-lrr"), 0, REASON_FETCH},
    {"Fig. 10", "… for example MS, OCTP, SS, HISTO", "speedup", " ms octp ss histo ", NULL,
     ORDER_IDLE, false, CFF("mwf-lrr"), RR("mwf-lrr"), 0, REASON_FETCH},
    {"Fig. 10", "fewer data stalls than LRR in PVC, PVR, SS", "speedup", " pvc pvr ss ", NULL,
     ORDER_IDLE, false, CFF("mwf-lrr"), LRR, 0, REASON_DATA},
    {"Fig. 11", "BAWS faster than GTO in lud, backprop", "other", " lud backprop ", NULL,
     ORDER_FASTER, false, CFF("mwf-gto"), GTO, 0, 0},
    {"Fig. 12", "BAWS is faster than SAWS", "speedup", NULL, NULL, ORDER_FASTER, false,
     CFF("mwf-gto"), RR("saws"), 0, 0},
    {"Fig. 12", "SAWS is slower than GTO in STN, HISTO", "speedup", " stn histo ", NULL,
     ORDER_FASTER, false, GTO, RR("saws"), 0, 0},
};

/* 1 it holds, 0 not, -1 runs are missing. */
static int holds(const eval_runs_t *runs, const order_claim_t *claim, const char *program) {
    eval_spread_t more, less = {0, 0, 0, 1};
    switch (claim->kind) {
    case ORDER_EXIT:
        more = eval_spread_share(runs, program, claim->new, SHARE_BARRIER);
        less = eval_spread_share(runs, program, claim->new, SHARE_EXIT);
        break;
    case ORDER_INTENSE:
        more = eval_spread_share(runs, program, claim->new, claim->share);
        less.median = 15;
        break;
    case ORDER_FASTER:
        more = eval_spread_speedup(runs, program, claim->new, claim->old, EVAL_BY_IPC);
        break;
    case ORDER_IDLE:
        more = eval_spread_idle(runs, program, claim->old, eval_lrr, claim->reason);
        less = eval_spread_idle(runs, program, claim->new, eval_lrr, claim->reason);
        break;
    default:
        more = eval_spread_share(runs, program, claim->new, claim->share);
        less = eval_spread_share(runs, program, claim->old, claim->share);
    }
    return more.seeds == 0 || less.seeds == 0 ? -1 : more.median > less.median;
}

static eval_verdict_t print_order(const eval_runs_t *runs, const order_claim_t *claim, FILE *out) {
    const eval_list_t programs = eval_runs_programs(runs, claim->group);
    eval_tally_t tally = {0};
    for (unsigned i = 0; i < programs.count; i++) {
        const char *program = programs.words[i];
        if (!eval_is_meant(claim->only, claim->except, program)) continue;
        const int one = holds(runs, claim, program);
        if (one >= 0) eval_tally_add(&tally, one == 1, program, " ");
    }
    return eval_print_order(claim->where, claim->text, claim->typically, &tally, out);
}

/* ---- all ---- */

void eval_print_claims(const eval_runs_t *runs, FILE *out) {
    unsigned counts[VERDICT_COUNT] = {0};
    fprintf(out,
            "%s\n| paper | number, in percent or points | paper | measured, median (least … most) "
            "| verdict |\n"
            "|---|---|---|---|---|\n",
            rule);
    for (unsigned i = 0; i < sizeof numbers / sizeof *numbers; i++)
        counts[print_number(runs, &numbers[i], out)]++;
    fputs("\n| paper | order | paper: in | measured: programs | verdict |\n|---|---|---|---|---|\n",
          out);
    for (unsigned i = 0; i < sizeof orders / sizeof *orders; i++)
        counts[print_order(runs, &orders[i], out)]++;
    fputc('\n', out);
    eval_print_counts(counts, out);
}
