/* SPDX-License-Identifier: Apache-2.0 */
/* finding_sites.c: see finding_sites.h. */
#include "sim/sm/watch/finding_sites.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cmodel/base/array.h"
#include "sim/ptx/code.h"
#include "sim/sm/watch/early_return.h"

/* What was seen, with the numbers of `value`. */
static void seen_words(const core_finding_t *finding, char *text, size_t size) {
    const uint64_t *value = finding->value;
    text[0] = '\0';
    switch (finding->rule) {
    case SCORD_FINDING_LANES_DIFFER:
        snprintf(text, size,
                 "lane %" PRIu64 " writes 0x%" PRIx64 ", lane %" PRIu64 " writes 0x%" PRIx64,
                 value[0], value[1], value[2], value[3]);
        break;
    case SCORD_FINDING_MASK_CALLER:
        snprintf(text, size, "lane %" PRIu64 " passes the mask 0x%08" PRIx64, value[0], value[1]);
        break;
    case SCORD_FINDING_MASK_DIFFER:
        snprintf(text, size,
                 "lane %" PRIu64 " passes the mask 0x%08" PRIx64 ", lane %" PRIu64
                 ", which it names, 0x%08" PRIx64,
                 value[0], value[1], value[2], value[3]);
        break;
    case SCORD_FINDING_MASK_ELSEWHERE:
        snprintf(text, size, "the mask 0x%08" PRIx64 " names lanes 0x%08" PRIx32 "%s", value[0],
                 finding->other_lanes,
                 value[1] == 0 ? " of the other side"
                               : ", which have ended without this, in a kernel without a return");
        break;
    case SCORD_FINDING_MASK_ABSENT:
        snprintf(text, size, "lane %" PRIu64 " reads lane %" PRIu64 ", which %s", value[0],
                 value[1],
                 value[2] == CORE_LANE_OUTSIDE     ? "is not in its mask"
                 : value[2] == CORE_LANE_ELSEWHERE ? "does not execute this shuffle"
                                                   : "has exited or does not exist");
        break;
    case SCORD_FINDING_MASK_ACTIVE:
        snprintf(text, size, "__activemask() gave 0x%08" PRIx64 " of the warp's lanes 0x%08" PRIx64,
                 value[0], value[1]);
        break;
    case SCORD_FINDING_WARP_ORDER:
        snprintf(text, size,
                 "lane %" PRIu64 " %s what lane %" PRIu64 " has %s, and nothing orders the two",
                 value[0], value[1] ? "writes" : "reads", value[2], value[3] ? "written" : "read");
        break;
    case SCORD_FINDING_MASK_WIDTH: snprintf(text, size, "a width of %" PRIu64, value[0]); break;
    case SCORD_FINDING_BARRIER_INITIALISED:
        if (value[0] != 0)
            snprintf(text, size, "%" PRId64 " arrival%s of its phase", (int64_t)value[0],
                     value[0] == 1 ? "" : "s");
        else
            snprintf(text, size,
                     "warp %" PRIu64 " of the block has used it, and nothing orders this behind "
                     "that: it may wait there still",
                     value[1]);
        break;
    case SCORD_FINDING_BARRIER_UNINITIALISED:
        if (value[0] == 0)
            snprintf(text, size, "no thread of the block has initialised it");
        else
            snprintf(text, size,
                     "lane %" PRIu64 " of warp %" PRIu64 " of the block has initialised it, and "
                     "nothing orders this use behind that",
                     value[2], value[1]);
        break;
    case SCORD_FINDING_BARRIER_COPY:
        if (value[0] != 0)
            snprintf(text, size,
                     "the thread that copies has waited, and no barrier lies between that wait and "
                     "this read");
        break;
    case SCORD_FINDING_BARRIER_PLACES:
        snprintf(text, size,
                 "another warp of the block waits at the other side, at barrier %" PRIu64,
                 value[2]);
        break;
    case SCORD_FINDING_BARRIER_AGAIN:
        snprintf(text, size, "barrier %" PRIu64 "; the other side is the arrival before", value[0]);
        break;
    case SCORD_FINDING_BARRIER_COUNTS:
        snprintf(text, size,
                 "%" PRIu64 " threads here, %" PRIu64 " at the other side, at barrier %" PRIu64,
                 value[0], value[1], value[2]);
        break;
    case SCORD_FINDING_BARRIER_WARPS:
        snprintf(text, size, "a count of %" PRIu64 " threads", value[0]);
        break;
    case SCORD_FINDING_BARRIER_PASSED:
    case SCORD_FINDING_BARRIER_RETURNED: {
        const char *plural = value[0] == 1 ? "" : "s",
                   *how = finding->rule == SCORD_FINDING_BARRIER_RETURNED
                              ? " had returned"
                              : " had ended, in a kernel without a return";
        if (value[0] == 0) break; /* seen behind the barrier */
        if (value[1] == UINT64_MAX)
            snprintf(text, size, "%" PRIu64 " warp%s of the block%s", value[0], plural, how);
        else
            snprintf(text, size, "%" PRIu64 " thread%s of warp %" PRIu64 "%s", value[0], plural,
                     value[1], how);
        break;
    }
    default: break;
    }
}

static bool is_unwritten(uint32_t rule) {
    return rule == SCORD_FINDING_UNWRITTEN_GLOBAL || rule == SCORD_FINDING_UNWRITTEN_SHARED ||
           rule == SCORD_FINDING_UNWRITTEN_LOCAL;
}

/* Of a load, so far. THREADS of its first warp use what they have read. */
static void unwritten_text(const emitter_t *emitter, uint32_t pc, uint64_t threads, char *text,
                           size_t size) {
    const uint32_t words = unwritten_words_of(emitter->unwritten_words, pc);
    snprintf(text, size,
             "%" PRIu64 " thread%s of the warp use%s what %s read; %" PRIu32 " word%s in all",
             threads, threads == 1 ? "" : "s", threads == 1 ? "s" : "",
             threads == 1 ? "it has" : "they have", words, words == 1 ? "" : "s");
}

/* A new site, of the record in the emitter; false: no memory. */
static bool add_site(gpu_findings_t *findings, const scord_event_finding_t *record, uint64_t key) {
    if (!SCORD_ARRAY_ROOM(findings->site, findings->sites_allocated, findings->sites + 1) ||
        !scord_index_map_add(&findings->site_of, key, findings->sites))
        return false;
    findings->site[findings->sites++] = (gpu_finding_site_t){.first = *record};
    return true;
}

static bool returns_early(gpu_findings_t *findings, const gpu_launch_t *launch) {
    if (findings->asked != launch->kernel) {
        findings->asked = launch->kernel;
        findings->returns_early = gpu_returns_early(launch->module, launch->kernel);
    }
    return findings->returns_early;
}

static bool branch_returns(gpu_findings_t *findings, const gpu_launch_t *launch, uint32_t branch,
                           uint32_t barrier) {
    if (findings->asked_module != launch->module || findings->asked_branch != branch ||
        findings->asked_barrier != barrier) {
        findings->asked_module = launch->module;
        findings->asked_branch = branch;
        findings->asked_barrier = barrier;
        findings->branch_returns = gpu_branch_returns(launch->module, branch, barrier);
    }
    return findings->branch_returns;
}

/* Threads have come behind a barrier by another way, which a return in the source may be: of the
 * branch that the finding names, else of one that leads from before the barrier to where they have
 * been. */
static bool passed_by_return(gpu_findings_t *findings, const gpu_launch_t *launch,
                             const core_finding_t *finding) {
    const ptx_function_t *kernel = launch->kernel;
    const uint32_t barrier = finding->instruction;
    if (finding->value[3] != 0)
        return branch_returns(findings, launch, (uint32_t)finding->value[3] - 1, barrier);
    for (uint32_t i = kernel->first; i < barrier && i < kernel->first + kernel->count; i++) {
        const ptx_instruction_t *branch = &launch->module->code[i];
        if (branch->opcode == PTX_BRA && branch->guard != PTX_NO_REGISTER &&
            branch->target > barrier && branch->target <= finding->other_instruction &&
            branch_returns(findings, launch, i, barrier))
            return true;
    }
    return false;
}

/* Threads have ended, and others wait at a barrier or name them in a mask. Where the kernel has no
 * return, they have passed it by. False: it is no finding. */
static bool look_at_ended(gpu_findings_t *findings, const gpu_launch_t *launch,
                          core_finding_t *finding) {
    if (finding->rule == SCORD_FINDING_BARRIER_PASSED &&
        passed_by_return(findings, launch, finding)) {
        finding->rule = SCORD_FINDING_BARRIER_RETURNED;
        finding->value[0] = (uint32_t)__builtin_popcount(finding->other_lanes);
        if (finding->value[3] == 0) finding->value[0] = 0;
        finding->other_lanes = 0;
        return true;
    }
    const bool barrier = finding->rule == SCORD_FINDING_BARRIER_RETURNED;
    if (!barrier && (finding->rule != SCORD_FINDING_MASK_ELSEWHERE || finding->value[1] == 0))
        return true;
    if (returns_early(findings, launch)) return barrier;
    if (barrier) {
        finding->rule = SCORD_FINDING_BARRIER_PASSED;
        finding->other_lanes = (uint32_t)finding->value[2];
    }
    finding->other_instruction = gpu_last_return(launch->module, launch->kernel);
    return true;
}

gpu_status_t gpu_findings_add(gpu_findings_t *findings, emitter_t *emitter,
                              const core_finding_t *found, const char *seen, unsigned sm,
                              unsigned slot, unsigned warp) {
    core_finding_t own = *found, *finding = &own;
    if (!look_at_ended(findings, emitter->launch, &own)) return GPU_OK;
    const uint32_t pc = gpu_pc(emitter->launch, finding->instruction);
    const uint64_t key = (uint64_t)finding->rule << 32 | pc;
    const uint32_t index = scord_index_map_find(&findings->site_of, key);
    if (index != SCORD_INDEX_NONE) {
        findings->site[index].pending++;
        return GPU_OK;
    }
    scord_event_finding_t record = {.rule = (uint8_t)finding->rule,
                                    .sm = (uint8_t)sm,
                                    .slot = (uint8_t)slot,
                                    .warp = (uint8_t)warp,
                                    .pc = pc,
                                    .mask = finding->lanes,
                                    .other_mask = finding->other_lanes,
                                    .address = finding->address,
                                    .count = 1,
                                    .text = ""};
    gpu_status_t status = gpu_emit_location(emitter, finding->instruction);
    if (status == GPU_OK && finding->other_lanes != 0) {
        record.other_pc = gpu_pc(emitter->launch, finding->other_instruction);
        status = gpu_emit_location(emitter, finding->other_instruction);
    }
    if (status != GPU_OK) return status;
    if (!add_site(findings, &record, key)) return GPU_NO_MEMORY;
    char text[256];
    findings->site[findings->sites - 1].threads = finding->value[0];
    if (is_unwritten(finding->rule))
        unwritten_text(emitter, pc, finding->value[0], text, sizeof text);
    else if (seen[0] == '\0')
        seen_words(finding, text, sizeof text);
    record.text = seen[0] != '\0' ? seen : text;
    emitter->event.finding = record;
    return gpu_emit(emitter, SCORD_EVENT_KIND_FINDING);
}

/* The last record of a launch says how many words it were. */
gpu_status_t gpu_findings_end_launch(gpu_findings_t *findings, emitter_t *emitter) {
    gpu_status_t status = GPU_OK;
    char text[256];
    for (uint32_t i = 0; i < findings->sites && status == GPU_OK; i++) {
        gpu_finding_site_t *site = &findings->site[i];
        if (site->pending == 0) continue;
        emitter->event.finding = site->first;
        emitter->event.finding.count = site->pending;
        if (is_unwritten(site->first.rule)) {
            unwritten_text(emitter, site->first.pc, site->threads, text, sizeof text);
            emitter->event.finding.text = text;
        }
        site->pending = 0;
        status = gpu_emit(emitter, SCORD_EVENT_KIND_FINDING);
    }
    return status;
}

void gpu_findings_free(gpu_findings_t *findings) {
    free(findings->site);
    scord_index_map_destroy(&findings->site_of);
    *findings = (gpu_findings_t){0};
}
