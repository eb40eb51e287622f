/* SPDX-License-Identifier: Apache-2.0 */
/* memory_checks.c: see memory_checks.h. */
#include "cosim/lockstep/memory_checks.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmodel/base/array.h"
#include "cmodel/detector/metadata.h"
#include "cosim/lockstep/device/grouped_lines.h"
#include "cosim/lockstep/device/no_memory.h"

/* ---- memory errors ---- */

static uint64_t entry_address(const scord_memory_checks_t *checks, uint64_t index) {
    return checks->metadata_base + 8 * index;
}

/* ---- entries as stored ---- */

static uint64_t last_written(const scord_memory_checks_t *checks, uint64_t address) {
    return scord_memory_faults_last_written(&checks->faults, address,
                                            scord_axi_memory_read(checks->memory, address));
}
static uint64_t in_memory(const scord_memory_checks_t *checks, uint64_t address) {
    return scord_axi_memory_read(checks->memory, address);
}

static bool is_grouped(const scord_memory_checks_t *checks) {
    return checks->run->config.grouped_lines != 0;
}
static uint64_t head_address(const scord_memory_checks_t *checks, uint64_t index) {
    return scord_head_address(checks->metadata_base, scord_model_metadata_entries(checks->model),
                              index);
}

/* Is the entry in the array? By the head that the device wrote last, or read since: it reads plain
 * entries of a line whose head it has, and only while it has nothing of the line to write. */
static bool in_array(const scord_memory_checks_t *checks, uint64_t index) {
    return !is_grouped(checks) ||
           scord_head_place(last_written(checks, head_address(checks, index)), index) ==
               SCORD_GROUPED_PLACES;
}

/* The entry, with the words that READ gives. */
static uint64_t stored_entry(const scord_memory_checks_t *checks, uint64_t index,
                             uint64_t (*read)(const scord_memory_checks_t *, uint64_t)) {
    if (!is_grouped(checks)) return read(checks, entry_address(checks, index));
    const uint64_t head = head_address(checks, index);
    const uint32_t place = scord_head_place(read(checks, head), index);
    return read(checks, place == SCORD_GROUPED_PLACES ? entry_address(checks, index)
                                                      : head + 8 * (1 + (uint64_t)place));
}

/* The model's entry becomes HELD, what memory holds; the device must have had nothing newer to
 * write. */
static void restore(scord_memory_checks_t *checks, uint64_t index, uint64_t held) {
    const uint64_t newest = scord_model_metadata(checks->model, index),
                   written = stored_entry(checks, index, last_written);
    if (newest != written)
        scord_run_mismatch_number(checks->run, NULL, "metadata_memory",
                                  "changes_without_write_back", newest, written);
    scord_model_metadata_restore(checks->model, index, held);
}

static void forget_loss(scord_memory_checks_t *checks, uint64_t address) {
    scord_fault_t *fault = scord_memory_faults_find(&checks->faults, address);
    if (fault) fault->lost = false;
}

/* A head whose last write was lost is read: so are its words' entries, those in the array too when
 * the older head looks for others there. */
static void restore_line(scord_memory_checks_t *checks, uint64_t line) {
    const uint64_t first = line * SCORD_SEGMENT_WORDS,
                   entries = scord_model_metadata_entries(checks->model);
    for (uint64_t i = first; i < first + SCORD_SEGMENT_WORDS && i < entries; i++)
        restore(checks, i, stored_entry(checks, i, in_memory));
    for (uint64_t i = first; i < first + SCORD_SEGMENT_WORDS && i < entries; i++)
        forget_loss(checks, entry_address(checks, i));
    for (uint64_t i = 0; i < SCORD_HEAD_BYTES; i += 8)
        forget_loss(checks, head_address(checks, first) + i);
}

/* A read of metadata was accepted. A lost write shows once: the model's entry becomes what memory
 * holds, and the device must have had nothing newer to write. */
static void note_read(void *context, uint64_t address, bool failed) {
    scord_memory_checks_t *checks = context;
    const uint64_t index = (address - checks->metadata_base) / 8,
                   entries = scord_model_metadata_entries(checks->model);
    uint64_t line;
    /* Of a beat the device takes only what is plain. */
    if (index < entries && !in_array(checks, index)) return;
    scord_fault_t *fault = scord_memory_faults_read(&checks->faults, address, failed);
    if (!fault || failed || !fault->lost) return;
    if (index < entries) {
        restore(checks, index, in_memory(checks, address));
        fault->lost = false;
    } else if (is_grouped(checks) &&
               scord_head_line(checks->metadata_base, entries, address, &line))
        restore_line(checks, line);
    /* else outside the metadata: the rules of the protocol report it */
}

static void note_written(void *context, uint64_t address, uint64_t data, uint64_t old,
                         bool failed) {
    scord_memory_checks_t *checks = context;
    scord_memory_faults_written(&checks->faults, address, data, old, failed);
}

/* D73. Memory has lost an entry's owner and holds another one, which need not exist, for device and
 * model alike. The device has no copy of an entry that it reads, so the model's is that of memory.
 */
static uint64_t change_owner(void *context, uint64_t address, uint64_t word) {
    scord_memory_checks_t *checks = context;
    const uint64_t index = (address - checks->metadata_base) / 8;
    if (index >= scord_model_metadata_entries(checks->model) || !in_array(checks, index) ||
        scord_random_below(&checks->lies, 1000) >= checks->run->options.lie_permille)
        return word;
    scord_metadata_t entry = scord_metadata_from_bits(word);
    entry.block_id = (uint8_t)scord_random_below(&checks->lies, 1u << SCORD_BLOCK_ID_WIDTH);
    entry.warp_id = (uint8_t)scord_random_below(&checks->lies, 1u << SCORD_WARP_WIDTH);
    const uint64_t changed = scord_metadata_to_bits(&entry);
    scord_model_metadata_restore(checks->model, index, changed);
    checks->run->statistics.owners_changed++;
    return changed;
}

static bool word_failed(const scord_memory_checks_t *checks, uint64_t address) {
    const scord_fault_t *fault = scord_memory_faults_find(&checks->faults, address);
    return fault && fault->read_failed;
}

bool scord_memory_checks_read_failed(const scord_memory_checks_t *checks, uint64_t address) {
    uint64_t index;
    if (!scord_model_metadata_index(checks->model, address, &index)) return false;
    for (uint64_t i = 0; is_grouped(checks) && i < SCORD_HEAD_BYTES; i += 8)
        if (word_failed(checks, head_address(checks, index) + i)) return true;
    return in_array(checks, index) && word_failed(checks, entry_address(checks, index));
}

uint64_t scord_memory_checks_axi_errors(const scord_memory_checks_t *checks) {
    const scord_axi_statistics_t *statistics = scord_axi_memory_statistics(checks->memory);
    return statistics->read_errors + statistics->write_errors;
}

/* ---- entries in use ---- */

static scord_touched_page_t *touched_page(scord_memory_checks_t *checks, uint64_t number) {
    const uint32_t place = scord_index_map_find(&checks->touched, number);
    if (place != SCORD_INDEX_NONE) return &checks->pages[place];
    if (!SCORD_ARRAY_ROOM(checks->pages, checks->page_capacity, checks->page_count + 1) ||
        !scord_index_map_add(&checks->touched, number, checks->page_count))
        scord_no_memory("the pages of metadata in use");
    scord_touched_page_t *page = &checks->pages[checks->page_count++];
    *page = (scord_touched_page_t){.number = number};
    return page;
}

void scord_memory_checks_touch(scord_memory_checks_t *checks, uint64_t address) {
    uint64_t index;
    if (!scord_model_metadata_index(checks->model, address, &index)) return;
    scord_touched_page_t *page = touched_page(checks, index / SCORD_TOUCHED_ENTRIES);
    page->entries[index % SCORD_TOUCHED_ENTRIES / 64] |= UINT64_C(1) << index % 64;
}

static bool is_touched(const scord_memory_checks_t *checks, uint64_t index) {
    const uint32_t place = scord_index_map_find(&checks->touched, index / SCORD_TOUCHED_ENTRIES);
    return place != SCORD_INDEX_NONE &&
           (checks->pages[place].entries[index % SCORD_TOUCHED_ENTRIES / 64] >> index % 64 & 1);
}

/* D37: only entries that a check has changed are written, whatever else their beat holds; and heads
 * of lines with such an entry. */
static const char *check_written_back(void *context, uint64_t address) {
    const scord_memory_checks_t *checks = context;
    uint64_t line;
    if (!is_grouped(checks) ||
        !scord_head_line(checks->metadata_base, scord_model_metadata_entries(checks->model),
                         address, &line))
        return is_touched(checks, (address - checks->metadata_base) / 8)
                   ? NULL
                   : "an entry is written back that no check has decided";
    for (uint64_t i = 0; i < SCORD_SEGMENT_WORDS; i++)
        if (is_touched(checks, line * SCORD_SEGMENT_WORDS + i)) return NULL;
    return "a head is written of a line of which no check has decided an entry";
}

/* ---- life ---- */

/* Bases aligned as the registers demand, anywhere in two quarters of the address space that are
 * half of it apart: room for any metadata. With heads it may be more than half: an upper log is
 * then in the uppermost quarter. */
static void choose_memory_map(scord_memory_checks_t *checks, scord_random_t *random) {
    enum { RECORD_BYTES = 8 * SCORD_RACE_RECORD_BEATS };
    const uint64_t half = UINT64_C(1) << (SCORD_ADDRESS_WIDTH - 1), quarter = half / 2;
    const bool metadata_above = scord_random_below(random, 2);
    const uint64_t metadata = scord_random_next(random) % quarter,
                   log = scord_random_next(random) % quarter;
    checks->metadata_base = (metadata_above ? half : 0) +
                            metadata / SCORD_METADATA_LINE_BYTES * SCORD_METADATA_LINE_BYTES;
    checks->log_base = (metadata_above       ? 0
                        : is_grouped(checks) ? half + quarter
                                             : half) +
                       log / RECORD_BYTES * RECORD_BYTES;
    assert(checks->metadata_base % SCORD_METADATA_LINE_BYTES == 0);
    assert(checks->log_base % RECORD_BYTES == 0);
}

void scord_memory_checks_init(scord_memory_checks_t *checks, scord_run_t *run, scord_model_t *model,
                              scord_axi_memory_t *memory) {
    const scord_lockstep_options_t *options = &run->options;
    const scord_axi_observer_t observer = {.context = checks,
                                           .read = options->axi_error_permille ? note_read : NULL,
                                           .written = options->axi_error_permille ? note_written
                                                                                  : NULL,
                                           .written_back = model ? check_written_back : NULL,
                                           .lie = options->lie_permille ? change_owner : NULL};
    assert(model || (!options->axi_error_permille && !options->lie_permille));
    assert(!options->axi_error_permille || !options->lie_permille);
    *checks = (scord_memory_checks_t){.run = run, .model = model, .memory = memory};
    choose_memory_map(checks, &run->random);
    checks->lies = scord_random_seed(options->seed, 3);
    scord_axi_memory_observe(memory, &observer);
}

void scord_memory_checks_destroy(scord_memory_checks_t *checks) {
    scord_memory_faults_destroy(&checks->faults);
    scord_index_map_destroy(&checks->touched);
    free(checks->pages);
}

/* In the half of the address space that the race log is not in: anywhere, or at its upper end. */
static void place_large(scord_memory_checks_t *checks, uint64_t bytes) {
    scord_random_t *random = &checks->run->random;
    const uint64_t half = UINT64_C(1) << (SCORD_ADDRESS_WIDTH - 1);
    if (bytes > half) { /* with heads: the end that the log is not at */
        assert(is_grouped(checks) && bytes <= half + half / 4);
        checks->metadata_base = checks->log_base < half ? 2 * half - bytes : 0;
        return;
    }
    const uint64_t room = half - bytes;
    const bool at_end = scord_random_below(random, 4) == 0;
    const uint64_t draw = scord_random_next(random) % (room + 1) / SCORD_METADATA_LINE_BYTES *
                          SCORD_METADATA_LINE_BYTES;
    assert(bytes % SCORD_METADATA_LINE_BYTES == 0);
    checks->metadata_base = (checks->log_base < half ? half : 0) + (at_end ? room : draw);
}

void scord_memory_checks_kernel_start(scord_memory_checks_t *checks, uint64_t entries) {
    const uint64_t bytes = scord_stored_bytes(entries, is_grouped(checks));
    scord_memory_faults_forget_reads(&checks->faults);
    scord_index_map_clear(&checks->touched);
    checks->page_count = 0;
    checks->large = entries > SCORD_MOST_CLEARED;
    if (!checks->large) return;
    place_large(checks, bytes);
    scord_memory_faults_forget_range(&checks->faults, checks->metadata_base,
                                     checks->metadata_base + bytes);
    scord_axi_memory_fill(checks->memory, checks->metadata_base, checks->metadata_base + bytes,
                          SCORD_METADATA_RESET_IMAGE);
}

/* ---- comparison ---- */

/* Names the first field of record NAME in which the two differ; if none does, nothing happens. */
static void compare_fields(scord_run_t *run, const char *unit, const char *name,
                           const scord_field_t *fields, size_t count, const uint32_t *expected,
                           const uint32_t *actual) {
    for (size_t i = 0; i < count; i++) {
        const uint64_t want = scord_field_get(&fields[i], expected),
                       got = scord_field_get(&fields[i], actual);
        if (want == got) continue;
        char field[48];
        snprintf(field, sizeof field, "%s.%s", name, fields[i].name);
        scord_run_mismatch_number(run, NULL, unit, field, want, got);
        return;
    }
}

static void compare_entries(scord_memory_checks_t *checks, uint64_t first, uint64_t end) {
    for (uint64_t i = first; i < end; i++) {
        const uint64_t expected = scord_model_metadata(checks->model, i),
                       actual = stored_entry(checks, i, last_written);
        if (expected == actual) continue;
        const uint32_t want[2] = {(uint32_t)expected, (uint32_t)(expected >> 32)},
                       got[2] = {(uint32_t)actual, (uint32_t)(actual >> 32)};
        char name[32];
        snprintf(name, sizeof name, "entry%llu", (unsigned long long)i);
        compare_fields(checks->run, "metadata_memory", name, scord_metadata_fields,
                       SCORD_METADATA_FIELD_COUNT, want, got);
        return;
    }
}

static void compare_metadata(scord_memory_checks_t *checks) {
    if (!checks->large) {
        compare_entries(checks, 0, scord_model_metadata_entries(checks->model));
        return;
    }
    for (uint32_t i = 0; i < checks->page_count && scord_run_ok(checks->run); i++)
        compare_entries(checks, checks->pages[i].number * SCORD_TOUCHED_ENTRIES,
                        (checks->pages[i].number + 1) * SCORD_TOUCHED_ENTRIES);
}

static void read_record(const scord_memory_checks_t *checks, uint64_t index, uint32_t *words) {
    const uint64_t slot = index % checks->run->config.log_capacity; /* D38 */
    for (unsigned beat = 0; beat < SCORD_RACE_RECORD_BEATS; beat++) {
        const uint64_t data =
            last_written(checks, checks->log_base + 8 * (slot * SCORD_RACE_RECORD_BEATS + beat));
        words[2 * beat] = (uint32_t)data;
        words[2 * beat + 1] = (uint32_t)(data >> 32);
    }
}

static void compare_record(scord_memory_checks_t *checks, uint64_t index) {
    uint32_t expected[SCORD_RACE_RECORD_WORDS], actual[SCORD_RACE_RECORD_WORDS];
    char name[32];
    scord_race_record_pack(scord_model_race(checks->model, index), expected);
    read_record(checks, index, actual);
    snprintf(name, sizeof name, "record%llu", (unsigned long long)index);
    compare_fields(checks->run, "race_log", name, scord_race_record_fields,
                   SCORD_RACE_RECORD_FIELD_COUNT, expected, actual);
}

void scord_memory_checks_log(scord_memory_checks_t *checks, uint64_t tail) {
    assert(tail <= scord_model_race_count(checks->model));
    for (; checks->log_compared < tail && scord_run_ok(checks->run); checks->log_compared++)
        compare_record(checks, checks->log_compared);
}

void scord_memory_checks_log_reset(scord_memory_checks_t *checks) { checks->log_compared = 0; }

void scord_memory_checks_all(scord_memory_checks_t *checks) {
    if (!checks->model) return;
    compare_metadata(checks);
    scord_memory_checks_log(checks, scord_model_race_count(checks->model));
}
