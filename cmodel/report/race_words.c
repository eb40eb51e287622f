/* SPDX-License-Identifier: Apache-2.0 */
/* race_words.c: see race_words.h. */
#include "cmodel/report/race_words.h"

#include <stdio.h>
#include <string.h>

#include "cmodel/report/race_facts.h"

const char *scord_verdict_words(scord_verdict_t verdict) {
    switch (verdict) {
    case SCORD_VERDICT_CLEAN: return "no race";
    case SCORD_VERDICT_MISSING_BLOCK_FENCE: return "missing block fence";
    case SCORD_VERDICT_MISSING_DEVICE_FENCE: return "missing device fence";
    case SCORD_VERDICT_NOT_STRONG: return "not a strong access";
    case SCORD_VERDICT_SCOPED_ATOMIC: return "scoped atomic";
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD: return "no common lock on load";
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE: return "no common lock on store";
    case SCORD_VERDICT_NOT_PERFORMED: return "check not performed: metadata read failed";
    case SCORD_VERDICT_LANES_DIFFER: return "lanes of one store";
    }
    return "unknown";
}

const char *scord_verdict_table(scord_verdict_t verdict) {
    switch (verdict) {
    case SCORD_VERDICT_CLEAN: return "";
    case SCORD_VERDICT_MISSING_BLOCK_FENCE: return "Table IV(a)";
    case SCORD_VERDICT_MISSING_DEVICE_FENCE: return "Table IV(b)";
    case SCORD_VERDICT_NOT_STRONG: return "Table IV(c)";
    case SCORD_VERDICT_SCOPED_ATOMIC: return "Table IV(d)";
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD: return "Table IV(e)";
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE: return "Table IV(f)";
    case SCORD_VERDICT_NOT_PERFORMED: return "";
    case SCORD_VERDICT_LANES_DIFFER: return "D72";
    }
    return "";
}

/* ---- instructions ---- */

const char *scord_atomic_words(unsigned kind) {
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
static const char *scope_suffix(unsigned scope) {
    switch ((scord_scope_t)scope) {
    case SCORD_SCOPE_DEVICE: return "";
    case SCORD_SCOPE_BLOCK: return "_block";
    case SCORD_SCOPE_SYSTEM: return "_system";
    }
    return "";
}

static void load_or_store_words(const scord_instruction_t *instruction, char *text, size_t size) {
    const char *op = scord_op_name(instruction->op);
    if (instruction->semantics == SCORD_SEMANTICS_RELAXED &&
        instruction->scope == SCORD_SCOPE_DEVICE)
        snprintf(text, size, "volatile %s", op); /* PTX: volatile is relaxed */
    else if (instruction->semantics != SCORD_SEMANTICS_NONE)
        snprintf(text, size, "%s.%s (%s scope)", op, scord_semantics_name(instruction->semantics),
                 scord_scope_name(instruction->scope));
    else
        snprintf(text, size, "%s%s", instruction->strong ? "volatile " : "", op);
}

void scord_instruction_words(const scord_instruction_t *instruction, char *text, size_t size) {
    if (!instruction || !instruction->seen)
        snprintf(text, size, "access");
    else if (instruction->is_fence)
        snprintf(text, size, "__threadfence%s", scope_suffix(instruction->scope));
    else if (instruction->op == SCORD_OP_ATOMIC)
        snprintf(text, size, "%s%s", scord_atomic_words(instruction->atomic_kind),
                 scope_suffix(instruction->shared ? SCORD_SCOPE_DEVICE : instruction->scope));
    else
        load_or_store_words(instruction, text, size);
}

/* ", device scope", … for the part of the scope that the name does not say. */
void scord_scope_words(const scord_instruction_t *instruction, char *text, size_t size) {
    text[0] = 0;
    if (!instruction || !instruction->seen || instruction->is_fence) return;
    if (instruction->op == SCORD_OP_ATOMIC && instruction->shared)
        snprintf(text, size, " (shared memory)"); /* its scope is the block (D52) */
    else if (instruction->op == SCORD_OP_ATOMIC)
        snprintf(text, size, " (%s scope)", scord_scope_name(instruction->scope));
    else if (!instruction->strong && instruction->semantics == SCORD_SEMANTICS_NONE)
        snprintf(text, size, " (weak, no scope)");
}

void scord_place_words(const scord_race_report_t *report, uint32_t pc, char *text, size_t size) {
    const scord_instruction_t *instruction = scord_program_map_instruction(&report->program, pc);
    if (instruction && instruction->file && instruction->line)
        snprintf(text, size, "%s:%u", instruction->file, instruction->line);
    else
        snprintf(text, size, "pc 0x%x (no line known)", pc);
}

/* ---- sides of a site ---- */

/* "the store at FILE:LINE", or the owner's slot when its access is not known. */
void scord_owner_words(const scord_race_report_t *report, const scord_race_site_t *site, char *text,
                       size_t size) {
    const scord_race_side_t *owner = &site->owner;
    if (!owner->known) {
        snprintf(text, size, "the owner's last access");
        return;
    }
    char words[SCORD_WORDS_SIZE], place[SCORD_PLACE_SIZE];
    scord_instruction_words(scord_program_map_instruction(&report->program, owner->pc), words,
                            sizeof words);
    scord_place_words(report, owner->pc, place, sizeof place);
    snprintf(text, size, "the %s at %s", words, place);
}

void scord_access_words(const scord_race_report_t *report, const scord_race_site_t *site,
                        char *text, size_t size) {
    char words[SCORD_WORDS_SIZE], place[SCORD_PLACE_SIZE];
    scord_instruction_words(scord_program_map_instruction(&report->program, site->pc), words,
                            sizeof words);
    scord_place_words(report, site->pc, place, sizeof place);
    snprintf(text, size, "the %s at %s", words, place);
}

/* ---- rules ---- */

static const char *lock_state_words(uint16_t locks) {
    if (scord_lockset_empty(locks)) return "no lock";
    return scord_only_block_locks(locks) ? "locks of block scope only" : "locks";
}

static void lock_rule_words(const scord_race_site_t *site, char *text, size_t size) {
    snprintf(text, size,
             "the word is accessed under locks, and no lock %s is common to this access (it holds "
             "%s) and to the "
             "earlier ones (they held %s)",
             scord_race_in_one_block(site) ? "" : "of device scope",
             lock_state_words(scord_race_access_locks(site)),
             lock_state_words(scord_race_history_locks(site)));
}

static void strong_rule_words(const scord_race_site_t *site, char *text, size_t size) {
    const char *weak = scord_race_access_is_strong(site)    ? "an earlier access to the word is"
                       : scord_race_history_is_strong(site) ? "this access is"
                                                            : "this access and an earlier one are";
    snprintf(text, size,
             "fences order strong accesses only (volatile or atomic), and %s not strong", weak);
}

static void block_fence_rule_words(const scord_race_site_t *site, char *text, size_t size) {
    if (scord_race_in_one_warp(site))
        snprintf(text, size,
                 "another thread of the same warp accessed the word, and neither a __syncwarp of "
                 "both nor a barrier or fence "
                 "came in between");
    else if (site->after_readers && !scord_race_dev_shared_before(site))
        snprintf(
            text, size,
            "this warp accessed the word before and now writes it, but other warps of the block "
            "have read it as well, and no barrier came in between");
    else if (site->after_readers)
        snprintf(text, size,
                 "this warp accessed the word before and now writes it, but other blocks have read "
                 "it as "
                 "well, and no device fence came in between");
    else if (scord_race_dev_shared_before(site))
        snprintf(
            text, size,
            "this write conflicts with an access of another warp of the block and with readers in "
            "other blocks, and no device fence came after it");
    else
        snprintf(text, size,
                 "another warp of the same block owns the word and has executed no fence since its "
                 "access");
}

/* Which of the two is too narrow, and whether it is an atomic. */
static void scope_rule_words(const scord_race_report_t *report, const scord_race_site_t *site,
                             char *text, size_t size) {
    const scord_instruction_t *owner =
        site->owner.known ? scord_program_map_instruction(&report->program, site->owner.pc) : NULL;
    if (!scord_race_owner_has_block_scope(site))
        snprintf(text, size,
                 "this access synchronises at block scope, and the last one to the word came from "
                 "another block, which that scope does not reach");
    else if (owner && owner->op != SCORD_OP_ATOMIC)
        snprintf(text, size,
                 "the last access synchronised at block scope, by its own scope or by the fence "
                 "before a volatile store, and this access comes from another block");
    else
        snprintf(text, size,
                 "the last access was an atomic of block scope, and this access comes from another "
                 "block, for which that atomic is not atomic");
}

void scord_heading_words(const scord_race_site_t *site, char *text, size_t size) {
    const char *who = scord_race_in_one_warp(site)    ? "two threads of one warp"
                      : scord_race_in_one_block(site) ? "two warps of one block"
                                                      : "two blocks";
    switch (site->verdict) {
    case SCORD_VERDICT_NOT_STRONG:
        snprintf(text, size, "%s touch this word, not both by volatile or atomic accesses", who);
        break;
    case SCORD_VERDICT_SCOPED_ATOMIC:
        snprintf(text, size, "two blocks use this word, and an atomic on it is of one block only");
        break;
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD:
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE:
        snprintf(text, size, "%s touch this word without a lock in common", who);
        break;
    case SCORD_VERDICT_MISSING_BLOCK_FENCE:
    case SCORD_VERDICT_MISSING_DEVICE_FENCE:
        snprintf(text, size, "%s touch this word, and nothing orders them", who);
        break;
    default: snprintf(text, size, "%s", scord_verdict_words(site->verdict));
    }
}

/* D76, D77, D80. */
static void apart_rule_words(const scord_race_site_t *site, char *text, size_t size) {
    if (site->apart == SCORD_APART_NO_SIGNAL)
        snprintf(text, size,
                 "the first warp has reached no barrier and set no flag for this since its access; "
                 "what another warp of its block signals does not cover it");
    else if (site->apart == SCORD_APART_LANES)
        snprintf(
            text, size,
            "another thread of the first warp has signalled, and no __syncwarp() behind the access "
            "has joined the two threads; its fence covers its own accesses");
    else if (site->apart == SCORD_APART_EARLY)
        snprintf(text, size,
                 "the first access is under the same lock, and no fence stands between the CAS "
                 "that takes "
                 "the lock and it: it may be done before the lock is its own");
    else if (site->apart == SCORD_APART_OTHER)
        snprintf(text, size,
                 "nothing that the second warp has read covers the first access: flags and fences "
                 "stand beside the two, and none of them leads from one to the other");
    else
        snprintf(text, size,
                 "the second warp has reached no barrier and read no flag for this since the first "
                 "access; "
                 "what another warp of its block waited for does not cover it");
}

void scord_rule_words(const scord_race_report_t *report, const scord_race_site_t *site, char *text,
                      size_t size) {
    if (site->apart != SCORD_APART_NOT) {
        apart_rule_words(site, text, size);
        return;
    }
    switch (site->verdict) {
    case SCORD_VERDICT_MISSING_BLOCK_FENCE: block_fence_rule_words(site, text, size); return;
    case SCORD_VERDICT_MISSING_DEVICE_FENCE:
        snprintf(text, size,
                 "a warp of another block owns the word and has executed no device fence since its "
                 "access");
        return;
    case SCORD_VERDICT_NOT_STRONG: strong_rule_words(site, text, size); return;
    case SCORD_VERDICT_SCOPED_ATOMIC: scope_rule_words(report, site, text, size); return;
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD:
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE: lock_rule_words(site, text, size); return;
    case SCORD_VERDICT_LANES_DIFFER:
        snprintf(text, size,
                 "threads of one warp write different values to one word in one instruction: CUDA "
                 "does not say which of them stays");
        return;
    case SCORD_VERDICT_CLEAN:
    case SCORD_VERDICT_NOT_PERFORMED: break;
    }
    snprintf(text, size, "none");
}

const char *scord_rule_description(scord_verdict_t verdict) {
    switch (verdict) {
    case SCORD_VERDICT_MISSING_BLOCK_FENCE:
        return "Two warps of a block access a word, at least one of them writes, and the first has "
               "executed neither a "
               "fence "
               "nor a barrier since its access";
    case SCORD_VERDICT_MISSING_DEVICE_FENCE:
        return "Two threadblocks access a word, at least one of them writes, and the first has "
               "executed no fence of "
               "device "
               "scope since its access";
    case SCORD_VERDICT_NOT_STRONG:
        return "A fence stands between two accesses to a word, but fences order strong accesses "
               "(volatile or atomic) "
               "only, and "
               "one of the two is not strong";
    case SCORD_VERDICT_SCOPED_ATOMIC:
        return "A word that one threadblock changed by an atomic of block scope is accessed by "
               "another threadblock, "
               "for which "
               "that atomic is not atomic";
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_LOAD:
        return "A word that is written under locks is loaded without a lock in common with the "
               "earlier accesses";
    case SCORD_VERDICT_NO_COMMON_LOCK_ON_STORE:
        return "A word that is accessed under locks is written without a lock in common with the "
               "earlier accesses";
    case SCORD_VERDICT_LANES_DIFFER:
        return "Threads of one warp write different values to one word in one instruction; CUDA "
               "does not say which of them stays";
    case SCORD_VERDICT_CLEAN:
    case SCORD_VERDICT_NOT_PERFORMED: break;
    }
    return "No race";
}
