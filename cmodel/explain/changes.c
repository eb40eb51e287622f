/* SPDX-License-Identifier: Apache-2.0 */
/* changes.c: see changes.h. */
#include "cmodel/explain/changes.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { ATOMS_MAX = 24, ATOM_EDITS = 4, WORDS = 200, QUEUE_MAX = 48, DEPTH_MAX = 3 };

/* One elementary change. With a window, the edit may be placed anywhere between the owner's access
 * and this one. */
typedef struct atom {
    scord_edit_t edit[ATOM_EDITS];
    unsigned edits;
    bool window;
    char words[WORDS];
} atom_t;

typedef struct atoms {
    atom_t atom[ATOMS_MAX];
    unsigned count;
} atoms_t;

/* Atoms applied together, and the outcome. */
typedef struct candidate {
    atom_t atom[DEPTH_MAX];
    unsigned atoms;
    scord_verdict_t verdict;
    scord_path_t path;
} candidate_t;

typedef struct trial {
    scord_explanation_t *explanation;
    char *message;
    size_t size;
    scord_walk_status_t status;
    /* outcome of the last walk */
    bool decided;
    scord_verdict_t verdict;
    scord_path_t path;
} trial_t;

/* ---- atoms ---- */

static atom_t *new_atom(atoms_t *atoms, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static atom_t *new_atom(atoms_t *atoms, const char *format, ...) {
    va_list arguments;
    assert(atoms->count <= ATOMS_MAX);
    if (atoms->count == ATOMS_MAX) return NULL;
    atom_t *atom = &atoms->atom[atoms->count++];
    *atom = (atom_t){.edits = 0};
    va_start(arguments, format);
    vsnprintf(atom->words, sizeof atom->words, format, arguments);
    va_end(arguments);
    return atom;
}

static void add_edit(atom_t *atom, scord_edit_t edit) {
    if (!atom) return;
    assert(atom->edits < ATOM_EDITS);
    atom->edit[atom->edits++] = edit;
}

/* An inserted event of a warp. */
static scord_edit_t by_warp(scord_edit_kind_t kind, unsigned block_id, unsigned warp_id,
                            scord_scope_t scope) {
    assert(block_id >> SCORD_BLOCK_ID_WIDTH == 0 && warp_id < SCORD_MAX_WARPS_PER_SM);
    return (scord_edit_t){.kind = kind,
                          .sm = (uint8_t)(block_id >> SCORD_SLOT_WIDTH),
                          .slot = (uint8_t)(block_id & ((1u << SCORD_SLOT_WIDTH) - 1)),
                          .warp = (uint8_t)warp_id,
                          .scope = (uint8_t)scope};
}

static scord_edit_t at_event(scord_edit_kind_t kind, uint64_t sequence, scord_scope_t scope) {
    return (scord_edit_t){.kind = kind, .at = sequence, .scope = (uint8_t)scope};
}

static void fence(atoms_t *atoms, const scord_explanation_t *explanation, scord_scope_t scope) {
    char warp[48];
    assert(explanation->owner_known);
    const scord_past_check_t *owner = &explanation->owner;
    scord_warp_name(owner->block_id, owner->warp_id, warp, sizeof warp);
    atom_t *atom = new_atom(atoms, "a %s fence by %s", scord_scope_name(scope), warp);
    scord_edit_t edit = by_warp(SCORD_EDIT_FENCE, owner->block_id, owner->warp_id, scope);
    edit.at = owner->sequence;
    edit.after = true;
    add_edit(atom, edit);
    if (atom) atom->window = true;
}

static void barrier(atoms_t *atoms, const scord_explanation_t *explanation) {
    const scord_past_check_t *owner = &explanation->owner;
    if (owner->block_id != explanation->check.x.block_id) return;
    scord_edit_t edit = by_warp(SCORD_EDIT_BARRIER, owner->block_id, 0, SCORD_SCOPE_BLOCK);
    atom_t *atom = new_atom(atoms, "a barrier of block sm%u.slot%u", edit.sm, edit.slot);
    edit.at = owner->sequence;
    edit.after = true;
    add_edit(atom, edit);
    if (atom) atom->window = true;
}

static void widen_fences(atoms_t *atoms, const scord_explanation_t *explanation) {
    assert(explanation->between_count <= SCORD_EXPLAINED_FENCES);
    for (unsigned i = 0; i < explanation->between_count; i++) {
        const scord_between_t *between = &explanation->between[i];
        if (!between->barrier && between->scope == SCORD_SCOPE_BLOCK)
            add_edit(new_atom(atoms,
                              "the block fence of event %" PRIu64 " made one of device scope",
                              between->sequence),
                     at_event(SCORD_EDIT_SCOPE, between->sequence, SCORD_SCOPE_DEVICE));
    }
}

static void strong(atoms_t *atoms, const scord_explanation_t *explanation) {
    const uint64_t mine = explanation->event.sequence, owners = explanation->owner.sequence;
    const bool weak = !explanation->check.x.strong,
               owner_weak = explanation->owner_known && !explanation->owner.strong;
    if (weak)
        add_edit(
            new_atom(atoms, "event %" PRIu64 " made a strong access (volatile or atomic)", mine),
            at_event(SCORD_EDIT_STRONG, mine, SCORD_SCOPE_DEVICE));
    if (owner_weak)
        add_edit(
            new_atom(atoms, "event %" PRIu64 " made a strong access (volatile or atomic)", owners),
            at_event(SCORD_EDIT_STRONG, owners, SCORD_SCOPE_DEVICE));
    /* Strong is the AND over the accesses: an earlier weak one may be the cause. */
    assert(explanation->history_count <= SCORD_EXPLAINED_HISTORY);
    for (unsigned i = explanation->history_count; i-- > 0;) {
        const scord_past_check_t *past = &explanation->history[i];
        if (!past->strong && past->sequence != owners)
            add_edit(new_atom(atoms, "event %" PRIu64 " made a strong access (volatile or atomic)",
                              past->sequence),
                     at_event(SCORD_EDIT_STRONG, past->sequence, SCORD_SCOPE_DEVICE));
    }
}

static void widen_atomics(atoms_t *atoms, const scord_explanation_t *explanation) {
    const uint64_t mine = explanation->event.sequence, owners = explanation->owner.sequence;
    if (explanation->owner_known && explanation->owner.atomic &&
        explanation->owner.scope == SCORD_SCOPE_BLOCK)
        add_edit(
            new_atom(atoms, "the atomic of event %" PRIu64 " made one of device scope", owners),
            at_event(SCORD_EDIT_SCOPE, owners, SCORD_SCOPE_DEVICE));
    if (explanation->check.x.atomic && explanation->check.x.block_scope)
        add_edit(new_atom(atoms, "the atomic of event %" PRIu64 " made one of device scope", mine),
                 at_event(SCORD_EDIT_SCOPE, mine, SCORD_SCOPE_DEVICE));
}

/* The warp takes the lock just before event `at`: CAS and fence; with `release` it releases it just
 * after. */
static void hold_lock(atoms_t *atoms, unsigned block_id, unsigned warp_id, uint64_t address,
                      scord_scope_t scope, uint64_t at, bool release) {
    char warp[48];
    scord_warp_name(block_id, warp_id, warp, sizeof warp);
    atom_t *atom = new_atom(
        atoms, "%s holding the lock at 0x%" PRIx64 " (atomicCAS and a %s fence) %s event %" PRIu64,
        warp, address, scord_scope_name(scope), release ? "around" : "before", at);
    const scord_edit_kind_t kinds[] = {SCORD_EDIT_LOCK, SCORD_EDIT_FENCE, SCORD_EDIT_UNLOCK};
    _Static_assert(sizeof kinds / sizeof *kinds <= ATOM_EDITS, "a lock taken and given back");
    for (unsigned i = 0; i < (release ? 3 : 2); i++) {
        scord_edit_t edit = by_warp(kinds[i], block_id, warp_id, scope);
        edit.at = at;
        edit.after = kinds[i] == SCORD_EDIT_UNLOCK;
        edit.address = address;
        add_edit(atom, edit);
    }
}

/* A lock that one side holds, taken by the other side too; then an unused lock, taken by both. */
static void share_locks(atoms_t *atoms, const scord_explanation_t *explanation) {
    const scord_check_t *x = &explanation->check.x;
    const scord_past_check_t *owner = &explanation->owner;
    const scord_scope_t scope = owner->block_id == x->block_id ? SCORD_SCOPE_BLOCK
                                                               : SCORD_SCOPE_DEVICE;
    for (unsigned i = 0; i < explanation->owner_locks.count; i++)
        hold_lock(atoms, x->block_id, x->warp_id, explanation->owner_locks.lock[i].address, scope,
                  explanation->event.sequence, false);
    for (unsigned i = 0; i < explanation->access_locks.count; i++)
        hold_lock(atoms, owner->block_id, owner->warp_id, explanation->access_locks.lock[i].address,
                  scope, owner->sequence, true);
}

/* Widens the block-scope locks of one side to device scope: their atomicCAS, and the fence after
 * it. */
static void widen_locks(atoms_t *atoms, const scord_warp_locks_t *locks, unsigned block_id,
                        unsigned warp_id, uint64_t at) {
    char warp[48];
    scord_warp_name(block_id, warp_id, warp, sizeof warp);
    assert(locks->count <= SCORD_EXPLAINED_LOCKS);
    for (unsigned i = 0; i < locks->count; i++) {
        const scord_held_lock_t *lock = &locks->lock[i];
        atom_t *atom = new_atom(
            atoms, "the lock at 0x%" PRIx64 " of %s (event %" PRIu64 ") taken at device scope",
            lock->address, warp, lock->cas);
        add_edit(atom, at_event(SCORD_EDIT_SCOPE, lock->cas, SCORD_SCOPE_DEVICE));
        scord_edit_t edit = by_warp(SCORD_EDIT_FENCE, block_id, warp_id, SCORD_SCOPE_DEVICE);
        edit.at = at;
        add_edit(atom, edit);
    }
}

/* The changes that may remove a race of that verdict (ScoRD Table IV), the smallest first. */
static void atoms_for(const scord_explanation_t *explanation, scord_verdict_t verdict,
                      atoms_t *atoms) {
    const scord_past_check_t *owner = &explanation->owner;
    const scord_check_t *x = &explanation->check.x;
    atoms->count = 0;
    if (!explanation->owner_known) return;
    switch (verdict) {
    case SCORD_VERDICT_MISSING_BLOCK_FENCE:
        fence(atoms, explanation, SCORD_SCOPE_BLOCK);
        barrier(atoms, explanation);
        widen_fences(atoms, explanation);
        fence(atoms, explanation, SCORD_SCOPE_DEVICE);
        break;
    case SCORD_VERDICT_MISSING_DEVICE_FENCE:
        widen_fences(atoms, explanation);
        fence(atoms, explanation, SCORD_SCOPE_DEVICE);
        break;
    case SCORD_VERDICT_NOT_STRONG:
        strong(atoms, explanation);
        barrier(atoms, explanation);
        break;
    case SCORD_VERDICT_SCOPED_ATOMIC: widen_atomics(atoms, explanation); break;
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD:
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE:
        share_locks(atoms, explanation);
        if (owner->block_id != x->block_id) {
            widen_locks(atoms, &explanation->owner_locks, owner->block_id, owner->warp_id,
                        owner->sequence);
            widen_locks(atoms, &explanation->access_locks, x->block_id, x->warp_id,
                        explanation->event.sequence);
        }
        barrier(atoms, explanation);
        break;
    case SCORD_VERDICT_LANES_DIFFER: /* no order of the two sides: they are one instruction */
    case SCORD_VERDICT_CLEAN:
    case SCORD_VERDICT_NOT_PERFORMED: break;
    }
}

/* ---- one trial ---- */

static void see(scord_walk_t *walk, const scord_decided_check_t *check) {
    trial_t *trial = walk->context;
    if (walk->inserted || walk->event->sequence != trial->explanation->event.sequence ||
        check->address != trial->explanation->check.address)
        return;
    trial->decided = true;
    trial->verdict = check->decision.verdict;
    trial->path = check->decision.path;
}

/* The edits of a candidate; with `late`, edits with a window are placed at its end. */
static unsigned edits_of(const trial_t *trial, const candidate_t *candidate, bool late,
                         scord_edit_t *edit) {
    assert(candidate->atoms <= DEPTH_MAX);
    unsigned count = 0;
    for (unsigned a = 0; a < candidate->atoms; a++)
        for (unsigned i = 0; i < candidate->atom[a].edits && count < SCORD_CHANGE_EDITS; i++) {
            edit[count] = candidate->atom[a].edit[i];
            if (late && candidate->atom[a].window) {
                edit[count].at = trial->explanation->event.sequence;
                edit[count].after = false;
            }
            count++;
        }
    assert(count <= SCORD_CHANGE_EDITS);
    return count;
}

/* Makes the change and runs the model. False: the trials are used up, or an error. */
static bool try(trial_t *trial, const scord_edit_t *edit, unsigned edits) {
    scord_explanation_t *explanation = trial->explanation;
    assert(edits <= SCORD_CHANGE_EDITS && explanation->trials <= SCORD_TRIALS);
    if (trial->status != SCORD_WALK_OK || explanation->trials == SCORD_TRIALS) return false;
    scord_walk_t walk = {.stream = explanation->stream,
                         .config = explanation->config,
                         .first = explanation->kernel_begin,
                         .last = explanation->event.sequence,
                         .edit = edit,
                         .edits = edits,
                         .on_decision = see,
                         .context = trial};
    explanation->trials++;
    trial->decided = false;
    trial->status = scord_walk(&walk, trial->message, trial->size);
    return trial->status == SCORD_WALK_OK && trial->decided;
}

/* ---- races: what makes them clean ---- */

static bool has_window(const candidate_t *candidate) {
    for (unsigned i = 0; i < candidate->atoms; i++)
        if (candidate->atom[i].window) return true;
    return false;
}

/* Describes where edits with a window may be placed: "anywhere" has been tried at both ends. */
static void place_words(const trial_t *trial, bool early, bool late, char *text, size_t size) {
    const uint64_t from = trial->explanation->owner.sequence,
                   to = trial->explanation->event.sequence;
    if (early && late)
        snprintf(text, size, " after event %" PRIu64 " and before event %" PRIu64, from, to);
    else if (early)
        snprintf(text, size, " directly after event %" PRIu64, from);
    else
        snprintf(text, size, " directly before event %" PRIu64, to);
}

static void tell(trial_t *trial, const candidate_t *candidate, bool early, bool late,
                 scord_verdict_t verdict, scord_path_t path) {
    scord_explanation_t *explanation = trial->explanation;
    assert(early || late);
    if (explanation->changes == SCORD_CHANGES) return;
    scord_change_t *change = &explanation->change[explanation->changes++];
    *change = (scord_change_t){.verdict = verdict, .path = path};
    change->edits = edits_of(trial, candidate, !early, change->edit);
    assert(change->edits > 0);
    size_t used = 0;
    for (unsigned i = 0; i < candidate->atoms && used < sizeof change->words; i++) {
        char place[96] = "";
        if (candidate->atom[i].window) place_words(trial, early, late, place, sizeof place);
        used += (size_t)snprintf(change->words + used, sizeof change->words - used, "%s%s%s",
                                 i ? ", and " : "", candidate->atom[i].words, place);
    }
}

/* Tries a candidate at both ends of its window. True: it made the check clean and was reported. */
static bool mends(trial_t *trial, candidate_t *candidate) {
    scord_edit_t edit[SCORD_CHANGE_EDITS];
    unsigned edits = edits_of(trial, candidate, false, edit);
    if (!try(trial, edit, edits)) return false;
    candidate->verdict = trial->verdict;
    candidate->path = trial->path;
    const bool early = trial->verdict == SCORD_VERDICT_CLEAN;
    bool late = early;
    if (has_window(candidate)) {
        edits = edits_of(trial, candidate, true, edit);
        late = try(trial, edit, edits) && trial->verdict == SCORD_VERDICT_CLEAN;
    }
    if (!early && !late) return false;
    tell(trial, candidate, early, late, SCORD_VERDICT_CLEAN, early ? candidate->path : trial->path);
    return true;
}

static bool has_atom(const candidate_t *candidate, const atom_t *atom) {
    for (unsigned i = 0; i < candidate->atoms; i++)
        if (strcmp(candidate->atom[i].words, atom->words) == 0) return true;
    return false;
}

/* The next atoms, for the race that is still there. */
static unsigned extend(const trial_t *trial, const candidate_t *from, candidate_t *queue,
                       unsigned count) {
    atoms_t atoms;
    assert(from->atoms < DEPTH_MAX && count <= QUEUE_MAX);
    atoms_for(trial->explanation, from->verdict, &atoms);
    for (unsigned i = 0; i < atoms.count && count < QUEUE_MAX; i++) {
        if (has_atom(from, &atoms.atom[i])) continue;
        candidate_t *next = &queue[count++];
        *next = *from;
        next->atom[next->atoms++] = atoms.atom[i];
    }
    return count;
}

/* Breadth first: all changes of one atom, then, if none is enough, of two and of three. */
static void mend(trial_t *trial, candidate_t *queue) {
    candidate_t start = {.verdict = trial->explanation->check.decision.verdict};
    unsigned begin = 0, end = extend(trial, &start, queue, 0);
    for (unsigned depth = 1; depth <= DEPTH_MAX && begin < end && !trial->explanation->changes;
         depth++) {
        assert(begin < end && end <= QUEUE_MAX);
        const unsigned level_end = end;
        for (unsigned i = begin; i < level_end; i++)
            queue[i].atoms = mends(trial, &queue[i]) ? 0 : queue[i].atoms;
        for (unsigned i = begin; i < level_end && !trial->explanation->changes && depth < DEPTH_MAX;
             i++)
            end = extend(trial, &queue[i], queue, end);
        begin = level_end;
    }
}

/* ---- clean checks: what they would race without ---- */

static void weaken_fences(atoms_t *atoms, const scord_explanation_t *explanation) {
    const unsigned count = explanation->between_count;
    for (unsigned i = 0; i < count; i++) {
        const scord_between_t *between = &explanation->between[i];
        add_edit(new_atom(atoms, "the %s of event %" PRIu64,
                          between->barrier                      ? "barrier"
                          : between->scope == SCORD_SCOPE_BLOCK ? "block fence"
                                                                : "device fence",
                          between->sequence),
                 at_event(SCORD_EDIT_DROP, between->sequence, SCORD_SCOPE_DEVICE));
    }
    if (count < 2 || count > ATOM_EDITS) return;
    atom_t *all = new_atom(atoms, "all %u fences and barriers between the two", count);
    for (unsigned i = 0; i < count; i++)
        add_edit(all,
                 at_event(SCORD_EDIT_DROP, explanation->between[i].sequence, SCORD_SCOPE_DEVICE));
}

static void weaken_access(atoms_t *atoms, uint64_t sequence, bool is_strong, bool atomic,
                          bool device) {
    if (is_strong && !atomic)
        add_edit(new_atom(atoms, "the strength of event %" PRIu64 " (volatile)", sequence),
                 at_event(SCORD_EDIT_WEAK, sequence, SCORD_SCOPE_DEVICE));
    if (atomic && device)
        add_edit(new_atom(atoms, "the device scope of the atomic of event %" PRIu64, sequence),
                 at_event(SCORD_EDIT_SCOPE, sequence, SCORD_SCOPE_BLOCK));
}

static void weaken_locks(atoms_t *atoms, const scord_warp_locks_t *locks) {
    for (unsigned i = 0; i < locks->count; i++)
        add_edit(new_atom(atoms, "the lock at 0x%" PRIx64 ", taken by event %" PRIu64,
                          locks->lock[i].address, locks->lock[i].cas),
                 at_event(SCORD_EDIT_DROP, locks->lock[i].cas, SCORD_SCOPE_DEVICE));
}

static void weaken(trial_t *trial, candidate_t *candidate) {
    const scord_explanation_t *explanation = trial->explanation;
    const scord_past_check_t *owner = &explanation->owner;
    const scord_check_t *x = &explanation->check.x;
    atoms_t atoms = {.count = 0};
    scord_edit_t edit[SCORD_CHANGE_EDITS];
    if (!explanation->owner_known) return;
    weaken_fences(&atoms, explanation);
    weaken_access(&atoms, owner->sequence, owner->strong, owner->atomic,
                  owner->scope != SCORD_SCOPE_BLOCK);
    weaken_access(&atoms, explanation->event.sequence, x->strong, x->atomic, !x->block_scope);
    weaken_locks(&atoms, &explanation->owner_locks);
    weaken_locks(&atoms, &explanation->access_locks);
    for (unsigned i = 0; i < atoms.count; i++) {
        *candidate = (candidate_t){.atom = {atoms.atom[i]}, .atoms = 1};
        const unsigned edits = edits_of(trial, candidate, false, edit);
        if (try(trial, edit, edits) && scord_verdict_is_race(trial->verdict))
            tell(trial, candidate, true, true, trial->verdict, trial->path);
    }
}

scord_walk_status_t scord_try_changes(scord_explanation_t *explanation, char *message,
                                      size_t size) {
    assert(explanation->trials == 0 && explanation->changes == 0);
    trial_t trial = {
        .explanation = explanation, .message = message, .size = size, .status = SCORD_WALK_OK};
    candidate_t *queue = calloc(QUEUE_MAX, sizeof *queue);
    if (!queue) {
        snprintf(message, size, "no memory to try changes");
        return SCORD_WALK_ENVIRONMENT;
    }
    if (scord_verdict_is_race(explanation->check.decision.verdict))
        mend(&trial, queue);
    else
        weaken(&trial, queue);
    free(queue);
    assert(explanation->changes <= explanation->trials); /* each one was tried */
    return trial.status;
}
