/* race_words.c: see race_words.h. */
#include "race_words.h"

#include <stdio.h>
#include <string.h>

#include "lockset.h"

/* Parts of longest texts; a path has at most SCORD_NAME_MAX bytes. */
enum { PLACE_SIZE = SCORD_NAME_MAX + 64, WORDS_SIZE = 64, SIDE_SIZE = PLACE_SIZE + WORDS_SIZE + 16 };

const char *scord_verdict_words(scord_verdict_t verdict)
{
    switch (verdict) {
    case SCORD_VERDICT_CLEAN: return "no race";
    case SCORD_VERDICT_MISSING_BLOCK_FENCE: return "missing block fence";
    case SCORD_VERDICT_MISSING_DEVICE_FENCE: return "missing device fence";
    case SCORD_VERDICT_NOT_STRONG: return "not a strong access";
    case SCORD_VERDICT_SCOPED_ATOMIC: return "scoped atomic";
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD: return "no common lock on load";
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE: return "no common lock on store";
    }
    return "unknown";
}

const char *scord_verdict_table(scord_verdict_t verdict)
{
    switch (verdict) {
    case SCORD_VERDICT_CLEAN: return "";
    case SCORD_VERDICT_MISSING_BLOCK_FENCE: return "Table IV(a)";
    case SCORD_VERDICT_MISSING_DEVICE_FENCE: return "Table IV(b)";
    case SCORD_VERDICT_NOT_STRONG: return "Table IV(c)";
    case SCORD_VERDICT_SCOPED_ATOMIC: return "Table IV(d)";
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD: return "Table IV(e)";
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE: return "Table IV(f)";
    }
    return "";
}

/* ---- instructions -------------------------------------------------------------------------------------------------- */

/* CUDA's name of an atomic, without scope suffix. */
static const char *atomic_name(unsigned kind)
{
    switch ((scord_atomic_kind_t)kind) {
    case SCORD_ATOMIC_KIND_NONE: return "atomic";
    case SCORD_ATOMIC_KIND_ADD: return "atomicAdd";
    case SCORD_ATOMIC_KIND_EXCH: return "atomicExch";
    case SCORD_ATOMIC_KIND_CAS: return "atomicCAS";
    case SCORD_ATOMIC_KIND_AND: return "atomicAnd";
    case SCORD_ATOMIC_KIND_OR: return "atomicOr";
    case SCORD_ATOMIC_KIND_XOR: return "atomicXor";
    case SCORD_ATOMIC_KIND_MIN: return "atomicMin";
    case SCORD_ATOMIC_KIND_MAX: return "atomicMax";
    case SCORD_ATOMIC_KIND_INC: return "atomicInc";
    case SCORD_ATOMIC_KIND_DEC: return "atomicDec";
    }
    return "atomic";
}

/* CUDA's scope suffix of atomics and fences. */
static const char *scope_suffix(unsigned scope)
{
    switch ((scord_scope_t)scope) {
    case SCORD_SCOPE_DEVICE: return "";
    case SCORD_SCOPE_BLOCK: return "_block";
    case SCORD_SCOPE_SYSTEM: return "_system";
    }
    return "";
}

static void load_or_store_words(const scord_instruction_t *instruction, char *text, size_t size)
{
    const char *op = scord_op_name(instruction->op);
    if (instruction->semantics == SCORD_SEMANTICS_RELAXED && instruction->scope == SCORD_SCOPE_DEVICE)
        snprintf(text, size, "volatile %s", op); /* PTX: volatile is relaxed */
    else if (instruction->semantics != SCORD_SEMANTICS_NONE)
        snprintf(text, size, "%s.%s (%s scope)", op, scord_semantics_name(instruction->semantics),
                 scord_scope_name(instruction->scope));
    else
        snprintf(text, size, "%s%s", instruction->strong ? "volatile " : "", op);
}

void scord_instruction_words(const scord_instruction_t *instruction, char *text, size_t size)
{
    if (!instruction || !instruction->seen)
        snprintf(text, size, "access");
    else if (instruction->is_fence)
        snprintf(text, size, "__threadfence%s", scope_suffix(instruction->scope));
    else if (instruction->op == SCORD_OP_ATOMIC)
        snprintf(text, size, "%s%s", atomic_name(instruction->atomic_kind), scope_suffix(instruction->scope));
    else
        load_or_store_words(instruction, text, size);
}

void scord_place_words(const scord_race_report_t *report, uint32_t pc, char *text, size_t size)
{
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program, pc);
    if (instruction && instruction->file && instruction->line)
        snprintf(text, size, "%s:%u", instruction->file, instruction->line);
    else
        snprintf(text, size, "pc 0x%x (no line known)", pc);
}

/* ---- facts of a site ----------------------------------------------------------------------------------------------- */

static bool owner_is_same_block(const scord_race_site_t *site)
{
    return site->owner.block_id == site->access.block_id;
}

static bool dev_shared_before(const scord_race_site_t *site)
{
    return scord_metadata_from_bits(site->metadata_before).dev_shared;
}

/* After a race the entry is RESET(x) (D16): it holds x's strength and locks. */
static bool access_is_strong(const scord_race_site_t *site)
{
    return scord_metadata_from_bits(site->metadata_after).strong;
}

static bool history_is_strong(const scord_race_site_t *site)
{
    return scord_metadata_from_bits(site->metadata_before).strong;
}

static uint16_t access_locks(const scord_race_site_t *site)
{
    return scord_metadata_from_bits(site->metadata_after).lock_bloom;
}

static uint16_t history_locks(const scord_race_site_t *site)
{
    return scord_metadata_from_bits(site->metadata_before).lock_bloom;
}

/* Block-scope locks only: nothing in the device part (D21). */
static bool only_block_locks(uint16_t locks)
{
    return !scord_lockset_empty(locks) && !(locks >> SCORD_BLOOM_PART_WIDTH);
}

/* "the store at FILE:LINE", or the owner's slot when its access is not known. */
static void owner_words(const scord_race_report_t *report, const scord_race_site_t *site, char *text, size_t size)
{
    const scord_race_side_t *owner = &site->owner;
    if (!owner->known) {
        snprintf(text, size, "the owner's last access");
        return;
    }
    char words[WORDS_SIZE], place[PLACE_SIZE];
    scord_instruction_words(scord_program_map_instruction(&report->program, owner->pc), words, sizeof words);
    scord_place_words(report, owner->pc, place, sizeof place);
    snprintf(text, size, "the %s at %s", words, place);
}

static void access_words(const scord_race_report_t *report, const scord_race_site_t *site, char *text, size_t size)
{
    char words[WORDS_SIZE], place[PLACE_SIZE];
    scord_instruction_words(scord_program_map_instruction(&report->program, site->pc), words, sizeof words);
    scord_place_words(report, site->pc, place, sizeof place);
    snprintf(text, size, "the %s at %s", words, place);
}

/* ---- rules --------------------------------------------------------------------------------------------------------- */

static const char *lock_state_words(uint16_t locks)
{
    if (scord_lockset_empty(locks))
        return "no lock";
    return only_block_locks(locks) ? "locks of block scope only" : "locks";
}

static void lock_rule_words(const scord_race_site_t *site, char *text, size_t size)
{
    snprintf(text, size,
             "the word is accessed under locks, and no lock %s is common to this access (it holds %s) and to the "
             "earlier ones (they held %s)",
             owner_is_same_block(site) ? "" : "of device scope", lock_state_words(access_locks(site)),
             lock_state_words(history_locks(site)));
}

static void strong_rule_words(const scord_race_site_t *site, char *text, size_t size)
{
    const char *weak = access_is_strong(site)    ? "an earlier access to the word is"
                       : history_is_strong(site) ? "this access is"
                                                 : "this access and an earlier one are";
    snprintf(text, size, "fences order strong accesses only (volatile or atomic), and %s not strong", weak);
}

static void block_fence_rule_words(const scord_race_site_t *site, char *text, size_t size)
{
    if (dev_shared_before(site) && site->owner.warp_id == site->access.warp_id)
        snprintf(text, size, "this warp accessed the word before and now writes it, but other blocks have read it as "
                             "well, and no device fence came in between");
    else if (dev_shared_before(site))
        snprintf(text, size, "this write conflicts with an access of another warp of the block and with readers in "
                             "other blocks, and no device fence came after it");
    else
        snprintf(text, size, "another warp of the same block owns the word and has executed no fence since its access");
}

void scord_rule_words(const scord_race_report_t *report, const scord_race_site_t *site, char *text, size_t size)
{
    (void)report;
    switch (site->verdict) {
    case SCORD_VERDICT_MISSING_BLOCK_FENCE:
        block_fence_rule_words(site, text, size);
        return;
    case SCORD_VERDICT_MISSING_DEVICE_FENCE:
        snprintf(text, size, "a warp of another block owns the word and has executed no device fence since its access");
        return;
    case SCORD_VERDICT_NOT_STRONG:
        strong_rule_words(site, text, size);
        return;
    case SCORD_VERDICT_SCOPED_ATOMIC:
        snprintf(text, size, "the last access was an atomic of block scope, and this access comes from another block, "
                             "for which that atomic is not atomic");
        return;
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD:
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE:
        lock_rule_words(site, text, size);
        return;
    case SCORD_VERDICT_CLEAN:
        break;
    }
    snprintf(text, size, "none");
}

/* ---- hints --------------------------------------------------------------------------------------------------------- */

/* One line loads and stores the word (`sum += x`): a fence orders it, and does not make it whole. */
static const char *update_hint(const scord_race_report_t *report, const scord_race_site_t *site)
{
    const scord_instruction_t *access = scord_program_map_instruction(&report->program, site->pc);
    const scord_instruction_t *owner =
        site->owner.known ? scord_program_map_instruction(&report->program, site->owner.pc) : NULL;
    if (!access || !owner || !access->line || access->line != owner->line || !access->file || !owner->file ||
        strcmp(access->file, owner->file) != 0 || access->op == SCORD_OP_ATOMIC || owner->op == SCORD_OP_ATOMIC)
        return "";
    return "; if several warps update the word here, make it an atomic";
}

static void block_fence_hint(const scord_race_report_t *report, const scord_race_site_t *site, char *text, size_t size)
{
    char owner[SIDE_SIZE];
    owner_words(report, site, owner, sizeof owner);
    if (dev_shared_before(site))
        snprintf(text, size, "put __threadfence() after %s; a block fence is too narrow, other blocks read the word%s",
                 owner, update_hint(report, site));
    else
        snprintf(text, size, "put __threadfence_block() after %s, before it is signalled to the other warps; or a "
                             "__syncthreads() between the two accesses%s",
                 owner, update_hint(report, site));
}

static void device_fence_hint(const scord_race_report_t *report, const scord_race_site_t *site, char *text, size_t size)
{
    char owner[SIDE_SIZE], place[PLACE_SIZE];
    owner_words(report, site, owner, sizeof owner);
    if (site->owner_block_fence.known) {
        scord_place_words(report, site->owner_block_fence.pc, place, sizeof place);
        snprintf(text, size, "the fence at %s has block scope, but other blocks use the word: make it __threadfence() "
                             "instead of __threadfence_block()",
                 place);
    } else {
        snprintf(text, size, "put __threadfence() after %s, before it is signalled to other blocks%s", owner,
                 update_hint(report, site));
    }
}

static void strong_hint(const scord_race_report_t *report, const scord_race_site_t *site, char *text, size_t size)
{
    char access[SIDE_SIZE], owner[SIDE_SIZE];
    access_words(report, site, access, sizeof access);
    owner_words(report, site, owner, sizeof owner);
    if (access_is_strong(site))
        snprintf(text, size, "make the earlier accesses volatile or atomic too, first of all %s", owner);
    else if (history_is_strong(site))
        snprintf(text, size, "make %s volatile or atomic", access);
    else
        snprintf(text, size, "make %s and %s volatile or atomic", access, owner);
}

static void scoped_atomic_hint(const scord_race_report_t *report, const scord_race_site_t *site, char *text,
                               size_t size)
{
    const scord_instruction_t *atomic =
        site->owner.known ? scord_program_map_instruction(&report->program, site->owner.pc) : NULL;
    if (!atomic || atomic->op != SCORD_OP_ATOMIC) {
        snprintf(text, size, "the owner's atomic has block scope but other blocks use the word: give it device scope");
        return;
    }
    char place[PLACE_SIZE], words[WORDS_SIZE];
    scord_place_words(report, site->owner.pc, place, sizeof place);
    scord_instruction_words(atomic, words, sizeof words);
    snprintf(text, size, "the atomic at %s has block scope but other blocks use the word: give it device scope "
                         "(%s instead of %s)",
             place, atomic_name(atomic->atomic_kind), words);
}

static void lock_hint(const scord_race_report_t *report, const scord_race_site_t *site, char *text, size_t size)
{
    char access[SIDE_SIZE], owner[SIDE_SIZE];
    access_words(report, site, access, sizeof access);
    owner_words(report, site, owner, sizeof owner);
    const bool access_held = !scord_lockset_empty(access_locks(site));
    const bool history_held = !scord_lockset_empty(history_locks(site));
    const bool too_narrow = only_block_locks(access_locks(site)) || only_block_locks(history_locks(site));
    if (access_held && history_held && !owner_is_same_block(site) && too_narrow)
        snprintf(text, size, "the lock protects one block only, but other blocks use the word: take and release it at "
                             "device scope (atomicCAS and atomicExch without _block, and __threadfence())");
    else if (!access_held)
        snprintf(text, size, "hold the lock that protects %s (atomicCAS, then a fence) at %s as well", owner, access);
    else if (!history_held)
        snprintf(text, size, "hold the lock of %s (atomicCAS, then a fence) at %s as well", access, owner);
    else
        snprintf(text, size, "hold the same lock at %s and at %s", access, owner);
}

void scord_hint_words(const scord_race_report_t *report, const scord_race_site_t *site, char *text, size_t size)
{
    switch (site->verdict) {
    case SCORD_VERDICT_MISSING_BLOCK_FENCE: block_fence_hint(report, site, text, size); return;
    case SCORD_VERDICT_MISSING_DEVICE_FENCE: device_fence_hint(report, site, text, size); return;
    case SCORD_VERDICT_NOT_STRONG: strong_hint(report, site, text, size); return;
    case SCORD_VERDICT_SCOPED_ATOMIC: scoped_atomic_hint(report, site, text, size); return;
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD:
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE: lock_hint(report, site, text, size); return;
    case SCORD_VERDICT_CLEAN: break;
    }
    snprintf(text, size, "none");
}
