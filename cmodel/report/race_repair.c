/* SPDX-License-Identifier: Apache-2.0 */
/* race_repair.c: see race_repair.h.
 *
 * The verdict is the condition of ScoRD's Table IV that failed, which determines the repair:
 *
 *   (a) missing block fence    add a fence after the owner's access, or widen one
 *   (b) missing device fence   the same, of device scope
 *   (c) not strong             make the weak accesses volatile or atomic
 *   (d) scoped atomic          give the block-scope atomics device scope
 *   (e), (f) no common lock    hold the other side's lock, widen it, or share one
 *
 * Of (a) to (c), what the two warps do besides (race_meeting.h) comes first: a store that meets a
 * compare-and-swap and an update of both become atomics, a word that one waits for becomes strong,
 * and where neither signals to the other, no fence helps: a barrier of the block or of the grid.
 *
 * A repair is stored as data (scord_repair_t: action, scope, place), for JSON and SARIF; the text
 * of the hint is made from it, so that both agree. If the owner has a fence that is too narrow, the
 * repair widens it (Figure 3 of the paper); if two sites need fences after one access, the wider
 * fence serves both.
 *
 * Invariants
 *   - pc is valid only with pc_known, also_pc only with also_known; both are instructions of the
 *     stream.
 *   - scope is valid only with `scoped`. The machine has one device: no repair uses system scope.
 *   - only the metadata before and after the first race decide (race_facts.h), not the sources.
 */
#include "cmodel/report/race_repair.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/report/race_facts.h"
#include "cmodel/report/race_words.h"

/* ---- which repair ---- */

static bool has_owner(const scord_race_site_t *site, uint32_t pc) {
    assert(site->owner_count <= SCORD_SITE_OWNERS);
    for (unsigned i = 0; i < site->owner_count; i++)
        if (site->owners[i].pc == pc) return true;
    return false;
}

/* Another site whose race needs a device fence after the same access, so that one fence can serve
 * both. 0: none. */
static uint32_t device_fence_site(const scord_race_report_t *report, uint32_t pc) {
    for (uint32_t i = 0; i < report->sites; i++)
        if (report->site[i].verdict == SCORD_VERDICT_MISSING_DEVICE_FENCE &&
            has_owner(&report->site[i], pc))
            return i + 1;
    return 0;
}

static scord_repair_t after_owner(const scord_race_site_t *site, scord_scope_t scope) {
    return (scord_repair_t){.action = SCORD_REPAIR_ADD_FENCE,
                            .scoped = true,
                            .scope = scope,
                            .pc_known = site->owner.known,
                            .pc = site->owner.pc};
}

/* The owner has fenced, but for its block only (Figure 3): that fence is widened, none is added. */
static scord_repair_t device_fence(const scord_race_site_t *site) {
    if (!site->owner_block_fence.known) return after_owner(site, SCORD_SCOPE_DEVICE);
    return (scord_repair_t){.action = SCORD_REPAIR_WIDEN_FENCE,
                            .scoped = true,
                            .scope = SCORD_SCOPE_DEVICE,
                            .pc_known = true,
                            .pc = site->owner_block_fence.pc};
}

/* A lock that is released by a store: another thread's compare-and-swap can come at any time. */
static bool is_store(const scord_instruction_t *instruction) {
    return instruction && instruction->seen && !instruction->is_fence &&
           instruction->op == SCORD_OP_STORE;
}
static bool is_compare_and_swap(const scord_instruction_t *instruction) {
    return instruction && instruction->seen && !instruction->is_fence &&
           instruction->op == SCORD_OP_ATOMIC && instruction->atomic_kind == SCORD_ATOMIC_KIND_CAS;
}
static bool store_and_swap(const scord_race_report_t *report, const scord_race_site_t *site,
                           scord_repair_t *repair) {
    if (!site->owner.known) return false;
    const scord_instruction_t *access = scord_program_map_instruction(&report->program, site->pc),
                              *owner = scord_program_map_instruction(&report->program,
                                                                     site->owner.pc);
    const bool unlock = is_store(access) && is_compare_and_swap(owner);
    if (!unlock && !(is_store(owner) && is_compare_and_swap(access))) return false;
    *repair = (scord_repair_t){.action = SCORD_REPAIR_MAKE_ATOMIC,
                               .pc_known = true,
                               .pc = unlock ? site->pc : site->owner.pc,
                               .also_known = true,
                               .also_pc = unlock ? site->owner.pc : site->pc};
    return true;
}

/* The store of an update that races: by this site's first race, or by another site's of the same
 * store. */
static bool update_store(const scord_race_report_t *report, const scord_race_site_t *site,
                         uint32_t *pc) {
    for (uint32_t i = 0; i < report->sites; i++) {
        const scord_race_site_t *other = &report->site[i];
        if (!other->meeting.update ||
            (other != site && other->meeting.update_pc != site->pc &&
             !(site->owner.known && other->meeting.update_pc == site->owner.pc)))
            continue;
        *pc = other->meeting.update_pc;
        return true;
    }
    return false;
}

/* One of the two holds a lock, and none protects both; or one does. */
static bool no_common_lock(const scord_race_site_t *site) {
    return site->owner_without_lock ||
           scord_lockset_disjoint(scord_race_access_locks(site), scord_race_history_locks(site),
                                  scord_race_in_one_block(site));
}
static bool under_lock(const scord_race_site_t *site) {
    return !scord_lockset_empty(scord_race_access_locks(site)) ||
           !scord_lockset_empty(scord_race_history_locks(site));
}

/* A flag: a load that waits for it, by its form (D67) or as a relaxed or an acquire, and a store.
 */
static bool waits_for(const scord_instruction_t *load, const scord_instruction_t *store) {
    return load && load->seen && load->op == SCORD_OP_LOAD &&
           load->semantics != SCORD_SEMANTICS_NONE && is_store(store);
}
static bool is_flag(const scord_instruction_t *access, const scord_instruction_t *owner) {
    return waits_for(access, owner) || waits_for(owner, access);
}

/* Threads of several blocks, or else warps, meet in a race of one of the two instructions. */
static bool meet_elsewhere(const scord_race_report_t *report, const scord_race_site_t *site,
                           bool blocks) {
    for (uint32_t i = 0; i < report->sites; i++) {
        const scord_race_site_t *other = &report->site[i];
        const bool same = other->pc == site->pc || other->pc == site->owner.pc ||
                          (other->owner.known &&
                           (other->owner.pc == site->owner.pc || other->owner.pc == site->pc));
        if (same && (blocks ? other->device_races != 0 : !scord_race_in_one_warp(other)))
            return true;
    }
    return false;
}

static scord_repair_t barrier(const scord_race_report_t *report, const scord_race_site_t *site) {
    return (scord_repair_t){.action = SCORD_REPAIR_ADD_BARRIER,
                            .scoped = true,
                            .scope = meet_elsewhere(report, site, true) ? SCORD_SCOPE_DEVICE
                                                                        : SCORD_SCOPE_BLOCK,
                            .pc_known = site->owner.known,
                            .pc = site->owner.pc,
                            .also_known = true,
                            .also_pc = site->pc};
}

static scord_repair_t lock(const scord_race_site_t *site);

/* What the two warps do besides decides, whatever the rule: no fence would order them. */
static bool unordered(const scord_race_report_t *report, const scord_race_site_t *site,
                      scord_repair_t *repair) {
    if (store_and_swap(report, site, repair)) return true;
    if (under_lock(site)) {
        if (!site->owner.known || !no_common_lock(site)) return false;
        *repair = lock(site);
        return true;
    }
    if (site->guarded) return false;
    uint32_t store;
    if (update_store(report, site, &store)) {
        *repair =
            (scord_repair_t){.action = SCORD_REPAIR_MAKE_ATOMIC, .pc_known = true, .pc = store};
        return true;
    }
    const scord_meeting_t *meeting = &site->meeting;
    if (meeting->tests && site->owner.known &&
        (meeting->test_pc == site->pc || meeting->test_pc == site->owner.pc)) {
        *repair = (scord_repair_t){
            .action = SCORD_REPAIR_MAKE_ATOMIC, .pc_known = true, .pc = meeting->test_pc};
        return true;
    }
    if (!site->owner.known || site->signalled || site->observed ||
        (scord_race_in_one_warp(site) && !meet_elsewhere(report, site, false)))
        return false;
    const scord_instruction_t *access = scord_program_map_instruction(&report->program, site->pc),
                              *owner = scord_program_map_instruction(&report->program,
                                                                     site->owner.pc);
    if (is_store(access) && site->owner.pc == site->pc)
        *repair =
            (scord_repair_t){.action = SCORD_REPAIR_ONE_WRITER, .pc_known = true, .pc = site->pc};
    else if (site->meeting.waits || is_flag(access, owner))
        *repair = (scord_repair_t){.action = SCORD_REPAIR_MAKE_STRONG,
                                   .pc_known = true,
                                   .pc = site->pc,
                                   .also_known = true,
                                   .also_pc = site->owner.pc};
    else
        *repair = barrier(report, site);
    return true;
}

/* Table IV(a). A block fence is enough unless other blocks are involved, in the site's races or in
 * another race of the same owner access. */
static scord_repair_t block_fence(const scord_race_report_t *report,
                                  const scord_race_site_t *site) {
    assert(site->verdict == SCORD_VERDICT_MISSING_BLOCK_FENCE);
    if (site->device_races) /* readers elsewhere make it a device race (semantics.md section 6) */
        return device_fence(site);
    scord_repair_t repair = after_owner(site, SCORD_SCOPE_BLOCK);
    repair.wider_site = site->owner.known ? device_fence_site(report, site->owner.pc) : 0;
    if (repair.wider_site) repair.scope = SCORD_SCOPE_DEVICE;
    return repair;
}

/* Table IV(c). Weak accesses are ordered by a fence on both sides (D60): the owner has its own. */
static scord_repair_t make_strong(const scord_race_site_t *site) {
    if (site->observed)
        return (scord_repair_t){.action = SCORD_REPAIR_ADD_FENCE,
                                .scoped = true,
                                .scope = scord_race_in_one_block(site) ? SCORD_SCOPE_BLOCK
                                                                       : SCORD_SCOPE_DEVICE,
                                .also_known = true,
                                .also_pc = site->pc};
    scord_repair_t repair = {.action = SCORD_REPAIR_MAKE_STRONG};
    const bool access_weak = !scord_race_access_is_strong(site),
               owner_weak = !scord_race_history_is_strong(site);
    if (access_weak) {
        repair.pc_known = true;
        repair.pc = site->pc;
    }
    if (!access_weak || owner_weak) {
        repair.also_known = site->owner.known;
        repair.also_pc = site->owner.pc;
    }
    return repair;
}

static bool is_block_atomic(const scord_race_report_t *report, uint32_t pc) {
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program, pc);
    return instruction && instruction->seen && instruction->op == SCORD_OP_ATOMIC &&
           instruction->scope == SCORD_SCOPE_BLOCK;
}

/* Table IV(d): the machine has one device, so device scope is always enough. Both sides, when both
 * are too narrow. */
static scord_repair_t widen_atomic(const scord_race_report_t *report,
                                   const scord_race_site_t *site) {
    scord_repair_t repair = {
        .action = SCORD_REPAIR_WIDEN_ATOMIC, .scoped = true, .scope = SCORD_SCOPE_DEVICE};
    const bool narrow = scord_race_owner_has_block_scope(site);
    repair.pc_known = narrow && site->owner.known && is_block_atomic(report, site->owner.pc);
    repair.pc = site->owner.pc;
    repair.also_known = is_block_atomic(report, site->pc) &&
                        !(repair.pc_known && repair.pc == site->pc);
    repair.also_pc = site->pc;
    if (repair.pc_known || narrow || !repair.also_known) return repair;
    repair.pc_known = true; /* only this access is too narrow */
    repair.pc = site->pc;
    repair.also_known = false;
    return repair;
}

/* Table IV(e), (f). */
static scord_repair_t lock(const scord_race_site_t *site) {
    const uint16_t mine = scord_race_access_locks(site), before = scord_race_history_locks(site);
    const bool held = !scord_lockset_empty(mine),
               held_before = !scord_lockset_empty(before) && !site->owner_without_lock;
    scord_repair_t repair = {.action = SCORD_REPAIR_SHARE_LOCK,
                             .pc_known = true,
                             .pc = site->pc,
                             .also_known = site->owner.known,
                             .also_pc = site->owner.pc};
    if (held && held_before && !scord_race_in_one_block(site) &&
        (scord_only_block_locks(mine) || scord_only_block_locks(before)))
        return (scord_repair_t){
            .action = SCORD_REPAIR_WIDEN_LOCK, .scoped = true, .scope = SCORD_SCOPE_DEVICE};
    if (held && held_before) return repair;
    repair.action = SCORD_REPAIR_HOLD_LOCK;
    repair.scoped = true;
    repair.scope = site->device_races ? SCORD_SCOPE_DEVICE : SCORD_SCOPE_BLOCK;
    if (!held) return repair;
    repair.pc_known = site->owner.known; /* the owner has no lock: it must hold this access's */
    repair.pc = site->owner.pc;
    repair.also_known = true;
    repair.also_pc = site->pc;
    return repair;
}

static bool one_side_locks(const scord_race_site_t *site) {
    return scord_lockset_empty(scord_race_access_locks(site)) !=
           (scord_lockset_empty(scord_race_history_locks(site)) || site->owner_without_lock);
}

/* D76: behind the first access, or before the second one. D77: in between. */
static scord_repair_t barrier_of_block(const scord_race_site_t *site) {
    const bool behind = site->apart == SCORD_APART_NO_SIGNAL || site->apart == SCORD_APART_LANES;
    const bool grid = site->apart == SCORD_APART_OTHER && !scord_race_in_one_block(site);
    assert(site->apart != SCORD_APART_NOT && site->owner.known);
    return (scord_repair_t){.action = SCORD_REPAIR_ADD_BARRIER,
                            .pc_known = true,
                            .pc = behind ? site->owner.pc : site->pc,
                            .scoped = true,
                            .scope = grid ? SCORD_SCOPE_DEVICE : SCORD_SCOPE_BLOCK};
}

scord_repair_t scord_race_repair(const scord_race_report_t *report, const scord_race_site_t *site) {
    scord_repair_t repair;
    if (site->apart == SCORD_APART_EARLY)
        return (scord_repair_t){.action = SCORD_REPAIR_ADD_FENCE,
                                .pc_known = true,
                                .pc = site->early_lock,
                                .scoped = true,
                                .scope = scord_race_in_one_block(site) ? SCORD_SCOPE_BLOCK
                                                                       : SCORD_SCOPE_DEVICE};
    if (site->apart != SCORD_APART_NOT)
        return one_side_locks(site) ? lock(site) : barrier_of_block(site);
    switch (site->verdict) {
    case SCORD_VERDICT_MISSING_BLOCK_FENCE:
    case SCORD_VERDICT_MISSING_DEVICE_FENCE:
    case SCORD_VERDICT_NOT_STRONG:
        if (unordered(report, site, &repair)) return repair;
        break;
    default: break;
    }
    const bool unfenced = site->verdict == SCORD_VERDICT_MISSING_BLOCK_FENCE ||
                          site->verdict == SCORD_VERDICT_MISSING_DEVICE_FENCE;
    if (unfenced && !site->owner.known) return barrier(report, site); /* whatever was signalled */
    switch (site->verdict) {
    case SCORD_VERDICT_MISSING_BLOCK_FENCE: return block_fence(report, site);
    case SCORD_VERDICT_MISSING_DEVICE_FENCE: return device_fence(site);
    case SCORD_VERDICT_NOT_STRONG: return make_strong(site);
    case SCORD_VERDICT_SCOPED_ATOMIC: return widen_atomic(report, site);
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD:
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE: return lock(site);
    case SCORD_VERDICT_LANES_DIFFER:
        return (scord_repair_t){
            .action = SCORD_REPAIR_ONE_WRITER, .pc_known = true, .pc = site->pc};
    case SCORD_VERDICT_CLEAN:
    case SCORD_VERDICT_NOT_PERFORMED: break;
    }
    return (scord_repair_t){.action = SCORD_REPAIR_NONE};
}

const char *scord_repair_name(scord_repair_action_t action) {
    switch (action) {
    case SCORD_REPAIR_NONE: return NULL;
    case SCORD_REPAIR_ADD_FENCE: return "add_fence";
    case SCORD_REPAIR_WIDEN_FENCE: return "widen_fence";
    case SCORD_REPAIR_ADD_BARRIER: return "add_barrier";
    case SCORD_REPAIR_MAKE_ATOMIC: return "make_atomic";
    case SCORD_REPAIR_MAKE_STRONG: return "make_strong";
    case SCORD_REPAIR_WIDEN_ATOMIC: return "widen_atomic";
    case SCORD_REPAIR_HOLD_LOCK: return "hold_lock";
    case SCORD_REPAIR_WIDEN_LOCK: return "widen_lock";
    case SCORD_REPAIR_SHARE_LOCK: return "share_lock";
    case SCORD_REPAIR_ONE_WRITER: return "one_writer";
    }
    return NULL;
}

/* ---- in words ---- */

/* The owner has fenced and signalled, and the signal was seen. */
static void observed_words(const scord_race_report_t *report, const scord_race_site_t *site,
                           const scord_repair_t *repair, char *text, size_t size) {
    char access[SCORD_SIDE_SIZE];
    scord_access_words(report, site, access, sizeof access);
    snprintf(
        text, size,
        "put __threadfence%s() between the atomic or volatile load that sees the signal and "
        "%s, or let that load acquire: neither access is volatile or atomic, so both sides need "
        "one, and only the writer has it",
        repair->scope == SCORD_SCOPE_BLOCK ? "_block" : "", access);
}

static void early_fence_words(const scord_race_report_t *report, const scord_race_site_t *site,
                              const scord_repair_t *repair, char *text, size_t size) {
    const scord_instruction_t *cas = scord_program_map_instruction(&report->program, repair->pc);
    char owner[SCORD_SIDE_SIZE];
    scord_owner_words(report, site, owner, sizeof owner);
    snprintf(text, size, "put %s() behind the atomicCAS at %s:%u that takes the lock, before %s",
             repair->scope == SCORD_SCOPE_BLOCK ? "__threadfence_block" : "__threadfence",
             cas && cas->file ? cas->file : "?", cas ? cas->line : 0, owner);
}

static void add_fence_words(const scord_race_report_t *report, const scord_race_site_t *site,
                            const scord_repair_t *repair, char *text, size_t size) {
    assert(repair->action == SCORD_REPAIR_ADD_FENCE && repair->wider_site <= report->sites);
    char owner[SCORD_SIDE_SIZE];
    scord_owner_words(report, site, owner, sizeof owner);
    if (site->apart == SCORD_APART_EARLY)
        early_fence_words(report, site, repair, text, size);
    else if (site->observed)
        observed_words(report, site, repair, text, size);
    else if (scord_race_in_one_warp(site))
        snprintf(
            text, size, "put a __syncwarp() that both threads reach between the two accesses%s",
            is_store(scord_program_map_instruction(&report->program, site->pc))
                ? "; where each thread reads the word and writes it again, make that one atomic"
                : "");
    else if (site->after_readers)
        snprintf(
            text, size,
            "put __threadfence() after %s, before it is signalled to this block, and one behind "
            "the wait for it in this block: other blocks must have read the word before it is "
            "written",
            owner);
    else if (site->guarded && !repair->wider_site)
        snprintf(
            text, size,
            "put __threadfence%s() after %s, before the lock or flag is written that hands the "
            "word on, and one behind the atomic that takes or reads it",
            repair->scope == SCORD_SCOPE_BLOCK ? "_block" : "", owner);
    else if (site->shared)
        snprintf(text, size,
                 "put a __syncthreads() between the two accesses; or __threadfence_block() after "
                 "%s, before it is signalled to the other warps, and one behind the read that sees "
                 "the signal",
                 owner);
    else if (repair->scope == SCORD_SCOPE_BLOCK)
        snprintf(
            text, size,
            "put __threadfence_block() after %s, before it is signalled to the other warps, and "
            "one "
            "behind the read that sees the signal; or a __syncthreads() between the two accesses",
            owner);
    else if (repair->wider_site)
        snprintf(text, size,
                 "put __threadfence() after %s: __threadfence_block() would be enough for this "
                 "race, but "
                 "race %u needs device scope there",
                 owner, repair->wider_site);
    else if (site->verdict == SCORD_VERDICT_MISSING_BLOCK_FENCE)
        snprintf(text, size,
                 "put __threadfence() after %s; a block fence is too narrow, other blocks read the "
                 "word",
                 owner);
    else
        snprintf(text, size,
                 "put __threadfence() after %s, before it is signalled to other blocks, and one "
                 "behind the "
                 "read that sees the signal (or signal by a release, and wait by an acquire)",
                 owner);
}

static void add_barrier_words(const scord_race_report_t *report, const scord_race_site_t *site,
                              const scord_repair_t *repair, char *text, size_t size) {
    char access[SCORD_SIDE_SIZE], owner[SCORD_SIDE_SIZE];
    scord_access_words(report, site, access, sizeof access);
    scord_owner_words(report, site, owner, sizeof owner);
    const char *first = site->owner.known || !site->after_readers ? owner
                                                                  : "the other warps' loads";
    if (site->apart == SCORD_APART_NO_SIGNAL)
        snprintf(text, size,
                 "put a __syncthreads() behind %s, before the thread that signals for the block "
                 "does so",
                 owner);
    else if (site->apart == SCORD_APART_NO_WAIT)
        snprintf(text, size,
                 "put a __syncthreads() before %s, behind the wait of the thread that waits for "
                 "the block",
                 access);
    else if (site->apart == SCORD_APART_LANES)
        snprintf(
            text, size,
            "put a __syncwarp() behind %s, before the fence of the thread that signals for the "
            "warp",
            owner);
    else if (repair->scope == SCORD_SCOPE_BLOCK)
        snprintf(text, size, "put a __syncthreads() between %s and %s", first, access);
    else
        snprintf(text, size,
                 "nothing orders the blocks of a launch: put a barrier of the grid (grid.sync(), "
                 "cooperative launch) between %s and %s, or launch what follows as a kernel of its "
                 "own; or hand the word on by an atomic flag, with a __threadfence() before it is "
                 "set and one behind the wait for it",
                 first, access);
}

static void make_atomic_words(const scord_race_report_t *report, const scord_race_site_t *site,
                              const scord_repair_t *repair, char *text, size_t size) {
    char store[SCORD_PLACE_SIZE], swap[SCORD_PLACE_SIZE];
    assert(repair->pc_known);
    scord_place_words(report, repair->pc, store, sizeof store);
    if (!repair->also_known) {
        const scord_instruction_t *at = scord_program_map_instruction(&report->program, repair->pc);
        if (at && at->op == SCORD_OP_LOAD) {
            snprintf(text, size,
                     "atomics change this word: read it by one, too, at %s (atomicAdd(p, 0), or a "
                     "relaxed load of cuda::atomic_ref)",
                     store);
            return;
        }
        snprintf(text, size,
                 "several threads read this word and write it again at %s: make it an atomic "
                 "(atomicAdd, atomicMax, …, or atomicCAS in a loop)%s",
                 store,
                 scord_race_in_one_block(site) && !meet_elsewhere(report, site, true)
                     ? "; where the threads take turns, put a __syncthreads() between two of them"
                     : "");
        return;
    }
    scord_place_words(report, repair->also_pc, swap, sizeof swap);
    snprintf(text, size,
             "make the store at %s an atomicExch, behind a fence when it releases a lock: no fence "
             "orders a store and the compare-and-swap at %s",
             store, swap);
}

static void widen_fence_words(const scord_race_report_t *report, const scord_repair_t *repair,
                              char *text, size_t size) {
    char place[SCORD_PLACE_SIZE];
    assert(repair->pc_known && repair->scope == SCORD_SCOPE_DEVICE);
    scord_place_words(report, repair->pc, place, sizeof place);
    snprintf(
        text, size,
        "the fence at %s has block scope, but other blocks use the word: make it __threadfence() "
        "instead of __threadfence_block()",
        place);
}

/* Where acquires and barriers of the grid order weak accesses too (D63), this is no race. */
static const char *order_hint(const scord_race_report_t *report) {
    return report->acquire_release ? ""
                                   : "; where an acquire or a barrier of the grid (grid.sync()) "
                                     "orders the two, CUDA needs neither, and --acquire-release "
                                     "reports no race";
}

static void strong_words(const scord_race_report_t *report, const scord_race_site_t *site,
                         char *text, size_t size) {
    char access[SCORD_SIDE_SIZE], owner[SCORD_SIDE_SIZE];
    scord_access_words(report, site, access, sizeof access);
    scord_owner_words(report, site, owner, sizeof owner);
    const scord_instruction_t *to = scord_program_map_instruction(&report->program, site->pc),
                              *from = scord_program_map_instruction(&report->program,
                                                                    site->owner.pc);
    if (site->meeting.waits || (site->owner.known && is_flag(to, from))) {
        snprintf(
            text, size,
            "the word is a flag, %s and %s: set it by an atomic (atomicExch) or a volatile "
            "store, with a __threadfence%s() before, and read it by an atomic or a volatile load, "
            "with one behind",
            owner, access, site->device_races ? "" : "_block");
        return;
    }
    if (scord_race_access_is_strong(site))
        snprintf(text, size, "make the earlier accesses volatile or atomic too, first of all %s%s",
                 owner, order_hint(report));
    else if (scord_race_history_is_strong(site))
        snprintf(text, size, "make %s volatile or atomic%s", access, order_hint(report));
    else
        snprintf(text, size, "make %s and %s volatile or atomic%s", access, owner,
                 order_hint(report));
}

/* "(atomicAdd instead of atomicAdd_block)" */
static void widened_words(const scord_race_report_t *report, uint32_t pc, char *text, size_t size) {
    const scord_instruction_t *atomic = scord_program_map_instruction(&report->program, pc);
    assert(atomic && atomic->op == SCORD_OP_ATOMIC);
    char words[SCORD_WORDS_SIZE];
    scord_instruction_words(atomic, words, sizeof words);
    snprintf(text, size, "(%s instead of %s)", scord_atomic_words(atomic->atomic_kind), words);
}

static void widen_atomic_words(const scord_race_report_t *report, const scord_repair_t *repair,
                               char *text, size_t size) {
    char place[SCORD_PLACE_SIZE] = "", also[SCORD_PLACE_SIZE] = "", change[2 * SCORD_WORDS_SIZE];
    const uint32_t pc = repair->pc_known ? repair->pc : repair->also_pc;
    if (!repair->pc_known && !repair->also_known) {
        snprintf(text, size,
                 "the store synchronises at block scope but other blocks use the word: give it "
                 "device scope, and a volatile store a __threadfence() in front");
        return;
    }
    scord_place_words(report, pc, place, sizeof place);
    widened_words(report, pc, change, sizeof change);
    if (!repair->pc_known) {
        snprintf(text, size,
                 "the atomic at %s and the owner's have block scope but other blocks use the word: "
                 "give both "
                 "device scope %s",
                 place, change);
        return;
    }
    const int used = snprintf(
        text, size,
        "the atomic at %s has block scope but other blocks use the word: give it device scope %s",
        place, change);
    if (!repair->also_known) return;
    scord_place_words(report, repair->also_pc, also, sizeof also);
    widened_words(report, repair->also_pc, change, sizeof change);
    snprintf(text + used, size - (size_t)used, ", and the one at %s as well %s", also, change);
}

static void hold_lock_words(const scord_race_report_t *report, const scord_race_site_t *site,
                            char *text, size_t size) {
    char access[SCORD_SIDE_SIZE], owner[SCORD_SIDE_SIZE];
    scord_access_words(report, site, access, sizeof access);
    scord_owner_words(report, site, owner, sizeof owner);
    const char *take = site->device_races ? "atomicCAS, then __threadfence()"
                                          : "atomicCAS, then a fence";
    if (scord_lockset_empty(scord_race_access_locks(site)))
        snprintf(text, size, "hold the lock that protects %s (%s) at %s as well", owner, take,
                 access);
    else
        snprintf(text, size, "hold the lock of %s (%s) at %s as well", access, take, owner);
}

static void share_lock_words(const scord_race_report_t *report, const scord_race_site_t *site,
                             char *text, size_t size) {
    char access[SCORD_SIDE_SIZE], owner[SCORD_SIDE_SIZE];
    scord_access_words(report, site, access, sizeof access);
    scord_owner_words(report, site, owner, sizeof owner);
    snprintf(text, size, "hold the same lock at %s and at %s", access, owner);
}

void scord_hint_words(const scord_race_report_t *report, const scord_race_site_t *site, char *text,
                      size_t size) {
    char place[SCORD_SIDE_SIZE];
    const scord_repair_t repair = scord_race_repair(report, site);
    switch (repair.action) {
    case SCORD_REPAIR_NONE: snprintf(text, size, "none"); return;
    case SCORD_REPAIR_ADD_FENCE: add_fence_words(report, site, &repair, text, size); return;
    case SCORD_REPAIR_WIDEN_FENCE: widen_fence_words(report, &repair, text, size); return;
    case SCORD_REPAIR_ADD_BARRIER: add_barrier_words(report, site, &repair, text, size); return;
    case SCORD_REPAIR_MAKE_ATOMIC: make_atomic_words(report, site, &repair, text, size); return;
    case SCORD_REPAIR_MAKE_STRONG: strong_words(report, site, text, size); return;
    case SCORD_REPAIR_WIDEN_ATOMIC: widen_atomic_words(report, &repair, text, size); return;
    case SCORD_REPAIR_HOLD_LOCK: hold_lock_words(report, site, text, size); return;
    case SCORD_REPAIR_WIDEN_LOCK:
        snprintf(text, size,
                 "the lock protects one block only, but other blocks use the word: take and "
                 "release it at "
                 "device scope (atomicCAS and atomicExch without _block, and __threadfence())");
        return;
    case SCORD_REPAIR_SHARE_LOCK: share_lock_words(report, site, text, size); return;
    case SCORD_REPAIR_ONE_WRITER:
        scord_place_words(report, repair.pc, place, sizeof place);
        snprintf(text, size,
                 "let one thread write at %s, combine the values by an atomic, or give each thread "
                 "a word of its own",
                 place);
        return;
    }
}

const char *scord_repair_description(scord_verdict_t verdict) {
    switch (verdict) {
    case SCORD_VERDICT_MISSING_BLOCK_FENCE:
        return "Put __threadfence_block() after the first access and before it is signalled, or a "
               "__syncthreads() "
               "between the "
               "two; __threadfence() when other threadblocks access the word as well.";
    case SCORD_VERDICT_MISSING_DEVICE_FENCE:
        return "Put __threadfence() after the first access and before it is signalled to other "
               "threadblocks; where a "
               "__threadfence_block() stands there, widen it.";
    case SCORD_VERDICT_NOT_STRONG: return "Make the accesses volatile or atomic.";
    case SCORD_VERDICT_SCOPED_ATOMIC:
        return "Use the atomic of device scope (atomicAdd instead of atomicAdd_block) wherever "
               "other threadblocks use "
               "the word.";
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD:
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE:
        return "Hold the same lock at all accesses; take and release it at device scope "
               "(atomicCAS, __threadfence(), "
               "atomicExch) when other threadblocks use the word.";
    case SCORD_VERDICT_LANES_DIFFER:
        return "Let one thread write, combine the values by an atomic (atomicAdd, atomicMax), or "
               "give each thread a word of its own.";
    case SCORD_VERDICT_CLEAN:
    case SCORD_VERDICT_NOT_PERFORMED: break;
    }
    return "Nothing to repair.";
}
