/* SPDX-License-Identifier: Apache-2.0 */
/* sim_print.c: the numbers of `scord sim` for people, at most 100 columns. For programs:
 * sim_json.c. */
#include <inttypes.h>
#include <string.h>

#include "cosim/commands/shared/grouped.h"
#include "cosim/commands/sim/sim_internal.h"

static double percent(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }
static double share(const gpu_cycle_statistics_t *statistics, const char *name) {
    return 100 * sim_derived(statistics, name);
}

static void print_size(const gpu_cycle_statistics_t *s, FILE *out) {
    char cycles[32], instructions[32], launches[32], blocks[32];
    fprintf(out, "  cycles              %16s   %s launch%s, %s block%s", grouped(s->cycles, cycles),
            grouped(s->launches, launches), s->launches == 1 ? "" : "es",
            grouped(s->blocks, blocks), s->blocks == 1 ? "" : "s");
    if (s->warps_per_block > 0)
        fprintf(out, " of %" PRIu64 " warp%s", s->warps_per_block,
                s->warps_per_block == 1 ? "" : "s");
    fprintf(out, "\n  thread instructions %16s   IPC %.2f (thread instructions a cycle)\n",
            grouped(s->thread_instructions, instructions), sim_derived(s, "ipc"));
    fprintf(out, "  warp instructions   %16s\n", grouped(s->warp_instructions, instructions));
}

/* One line a breakdown, a column a reason. */
static const struct {
    const char *head;
    int width;
} columns[GPU_STALL_COUNT] = {{"exit", 8}, {"barrier", 8},     {"fetch", 8},    {"control", 8},
                              {"data", 8}, {"structural", 11}, {"not sel.", 10}};
enum { EMPTY_WIDTH = 8, ROW_HEAD = 18 };

static void print_heads(FILE *out) {
    fprintf(out, "    %-*s", ROW_HEAD, "");
    for (unsigned reason = 0; reason < GPU_STALL_COUNT; reason++)
        fprintf(out, "%*s", columns[reason].width, columns[reason].head);
    fprintf(out, "%*s\n", EMPTY_WIDTH, "empty");
}

static void print_shares(const char *head, const double parts[GPU_STALL_COUNT], double whole,
                         FILE *out) {
    fprintf(out, "    %-*s", ROW_HEAD, head);
    for (unsigned reason = 0; reason < GPU_STALL_COUNT; reason++)
        fprintf(out, "%*.1f", columns[reason].width, percent(parts[reason], whole));
}

/* W14: both breakdowns; of the idle issue slots (Figure 10), and of the cycles of resident warps in
 * which they did not issue. */
static void print_stalls(const gpu_cycle_statistics_t *s, FILE *out) {
    char slots[32];
    double idle = (double)s->idle_slots_empty, stalled = 0, stalls[GPU_STALL_COUNT];
    for (unsigned reason = 0; reason < GPU_STALL_COUNT; reason++) {
        idle += s->idle_slots[reason];
        stalled += stalls[reason] = (double)s->warp_stalls[reason];
    }
    fprintf(out, "  issue slots used    %15.1f%%   of %s; idle, and why, in %%:\n",
            share(s, "issue_use"), grouped(s->issue_slots, slots));
    print_heads(out);
    print_shares("idle slots", s->idle_slots, idle, out);
    fprintf(out, "%*.1f\n", EMPTY_WIDTH, percent((double)s->idle_slots_empty, idle));
    print_shares("waiting warps", stalls, stalled, out);
    fputc('\n', out);
}

/* The hierarchy with queues (docs/memory-system.md). */
static void print_memory(const gpu_cycle_statistics_t *s, FILE *out) {
    char numbers[4][32];
    if (s->noc_request_flits == 0) return;
    fprintf(out, "  interconnect        %16s   flits to memory, %s back\n",
            grouped(s->noc_request_flits, numbers[0]), grouped(s->noc_reply_flits, numbers[1]));
    fprintf(out, "  DRAM                %16s   lines read, %s written; %.1f%% in an open row\n",
            grouped(s->dram_reads, numbers[0]), grouped(s->dram_writes, numbers[1]),
            percent((double)s->dram_row_hits, (double)(s->dram_row_hits + s->dram_row_misses)));
    fprintf(out, "  load/store waits    %16s   cycles for MSHRs, %s for the interconnect\n",
            grouped(s->stall_mshr, numbers[0]), grouped(s->stall_noc, numbers[1]));
}

/* What detection takes (M6). */
static void print_detection(const gpu_cycle_statistics_t *s, FILE *out) {
    char numbers[4][32];
    if (s->detector_requests == 0) return;
    fprintf(
        out,
        "  detector            %16s   requests, %s words checked; %s cycles after the last block\n",
        grouped(s->detector_requests, numbers[0]), grouped(s->detector_words, numbers[1]),
        grouped(s->detector_drain_cycles, numbers[2]));
    fprintf(out, "    metadata          %16s   lines read from DRAM, %s written; %.1f%% L2 hits\n",
            grouped(s->dram_metadata_reads, numbers[0]),
            grouped(s->dram_metadata_writes, numbers[1]),
            percent((double)s->l2_metadata_hits,
                    (double)(s->l2_metadata_hits + s->l2_metadata_misses)));
    fprintf(out, "    clear at start    %16s   cycles, not counted above\n",
            grouped(s->detector_clear_cycles, numbers[0]));
    fprintf(
        out,
        "    load/store waits  %16s   cycles of L1 hits (LHD), %s of other accesses and fences\n",
        grouped(s->stall_detector_hit, numbers[0]), grouped(s->stall_detector_other, numbers[1]));
}

static void print_cycles(const gpu_cycle_statistics_t *s, FILE *out) {
    char phases[32];
    if (s->blocks_per_sm > 0)
        fprintf(out, "  blocks an SM        %16" PRIu64 "   %" PRIu64 " registers a thread\n",
                s->blocks_per_sm, s->registers_per_thread);
    print_stalls(s, out);
    fprintf(out,
            "  barrier share       %15.1f%%   waiting at barriers, of a block's life; for its end "
            "%.1f%%\n",
            share(s, "barrier_share"), share(s, "exit_share"));
    fprintf(out, "  RTRU                %15.1f%%   mean over %s phases %.1f%%\n", share(s, "rtru"),
            grouped(s->phases, phases), share(s, "rtru_mean"));
    fprintf(out, "  fetch port used     %15.1f%%   I-cache misses %.2f%% of its accesses\n",
            share(s, "fetch_use"), share(s, "icache_miss_rate"));
    fprintf(out, "  L1 hits             %15.1f%%   L2 hits %.1f%%\n", share(s, "l1_hit_rate"),
            share(s, "l2_hit_rate"));
    print_memory(s, out);
    print_detection(s, out);
}

static void print_machine(const sim_options_t *options, FILE *out) {
    char settings[SIM_SETTINGS_MAX];
    if (options->functional) {
        fputs("functional mode: no cycle-level machine\n", out);
        return;
    }
    gpu_machine_differences(&options->machine, settings, sizeof settings);
    fprintf(out, "machine %s, issue %s, fetch %s%s\n", options->machine_name,
            gpu_schedule_issue_name(&options->schedule),
            gpu_schedule_fetch_name(&options->schedule),
            options->schedule_by == GPU_SCHEDULE_LOCKSTEP      ? ", RTL compared every cycle"
            : options->schedule_by == GPU_SCHEDULE_CLOSED_LOOP ? ", the RTL decides"
                                                               : "");
    if (settings[0] != '\0') fprintf(out, "  with %s\n", settings);
}

void sim_print(const sim_options_t *options, const sim_results_t *results, FILE *out) {
    print_machine(options, out);
    for (uint64_t i = 0; i < results->count; i++) {
        fprintf(out, "kernel %.92s%s\n", results->kernels[i].name,
                strlen(results->kernels[i].name) > 92 ? "…" : "");
        print_size(&results->kernels[i].statistics, out);
        print_cycles(&results->kernels[i].statistics, out);
    }
    if (results->count == 1) return; /* the total is the same */
    fputs("total\n", out);
    print_size(&results->total, out);
    if (!options->functional) print_cycles(&results->total, out);
}
