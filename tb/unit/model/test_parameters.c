/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Unit test of cmodel/scord_params.h: packed records, encodings and configurations.
 *
 * Nothing is listed by hand: SCORD_FOR_EACH_STRUCT and SCORD_FOR_EACH_ENUM bring every item.
 * Members are checked against the field table through their place in memory, which C lays out in
 * declaration order, so a pack function that swaps two members is seen even though it would pass a
 * round trip.
 *
 * Last line on stdout: "N passed, N failed"; exit 0 iff none failed.
 */
#include "tb/unit/model/model_test.h"

#include "cmodel/scord_params.h"

enum { ROUNDS = 10000, MAX_WORDS = 64, MAX_BYTES = 1024 };

/* ---- every record, through one interface ---- */

typedef struct record {
    const char *name;
    const scord_field_t *fields;
    size_t field_count, width, words, size;
    void (*pack)(const void *record, uint32_t words[]);
    void (*unpack)(void *record, const uint32_t words[]);
} record_t;

#define WRAP(name, NAME)                                                                           \
    static void name##_pack(const void *record, uint32_t words[]) {                                \
        scord_##name##_pack((const scord_##name##_t *)record, words);                              \
    }                                                                                              \
    static void name##_unpack(void *record, const uint32_t words[]) {                              \
        scord_##name##_unpack((scord_##name##_t *)record, words);                                  \
    }
SCORD_FOR_EACH_STRUCT(WRAP)

#define ENTRY(name, NAME)                                                                          \
    {#name,                                                                                        \
     scord_##name##_fields,                                                                        \
     SCORD_##NAME##_FIELD_COUNT,                                                                   \
     SCORD_##NAME##_WIDTH,                                                                         \
     SCORD_##NAME##_WORDS,                                                                         \
     sizeof(scord_##name##_t),                                                                     \
     name##_pack,                                                                                  \
     name##_unpack},
static const record_t records[] = {SCORD_FOR_EACH_STRUCT(ENTRY)};
enum { RECORD_COUNT = sizeof records / sizeof *records };

#define EACH_RECORD(r) for (const record_t *r = records; r < records + RECORD_COUNT; r++)

/* Storage that fits and is aligned for every record. */
typedef union storage {
    uint64_t aligned;
    unsigned char bytes[MAX_BYTES];
} storage_t;

static uint64_t random_state = 1; // runs are alike

static uint32_t random_word(void) { return (uint32_t)scord_split_next(&random_state); }

/* Random bits below the record's width, zeros above. */
static void random_bits(const record_t *r, uint32_t words[]) {
    for (size_t i = 0; i < r->words; i++) words[i] = random_word();
    if (r->width % 32) words[r->words - 1] &= (UINT32_C(1) << r->width % 32) - 1;
}

static void put(uint32_t words[], const scord_field_t *field, uint64_t value) {
    for (unsigned i = 0; i < field->width; i++) {
        const unsigned bit = field->shift + i;
        words[bit / 32] &= ~(UINT32_C(1) << bit % 32);
        words[bit / 32] |= (uint32_t)(value >> i & 1) << bit % 32;
    }
}

static size_t member_size(const scord_field_t *field) {
    return field->width <= 8 ? 1 : field->width <= 16 ? 2 : field->width <= 32 ? 4 : 8;
}

/* Offset of the member of field `index`: members stand in table order, each at a multiple of its
 * size. */
static size_t member_offset(const record_t *r, size_t index) {
    size_t offset = 0;
    for (size_t i = 0;; i++) {
        const size_t size = member_size(&r->fields[i]);
        offset = (offset + size - 1) / size * size;
        if (i == index) return offset;
        offset += size;
    }
}

static uint64_t member_get(const record_t *r, const storage_t *record, size_t index) {
    const unsigned char *at = record->bytes + member_offset(r, index);
    uint16_t half;
    uint32_t word;
    uint64_t twice;
    switch (member_size(&r->fields[index])) {
    case 1: return *at;
    case 2: return memcpy(&half, at, sizeof half), half;
    case 4: return memcpy(&word, at, sizeof word), word;
    default: return memcpy(&twice, at, sizeof twice), twice;
    }
}

/* ---- records ---- */

TEST(test_fields_tile_the_record) {
    EACH_RECORD(r) {
        unsigned next = 0;
        for (size_t i = 0; i < r->field_count; next += r->fields[i++].width)
            assert_int_equal(r->fields[i].shift, next);
        assert_int_equal(next, r->width);
        assert_int_equal(r->words, (r->width + 31) / 32);
        assert_in_range(r->words, 1, MAX_WORDS);
        assert_in_range(r->size, 1, MAX_BYTES);
    }
}

TEST(test_unpack_then_pack_gives_the_bits_back) {
    EACH_RECORD(r)
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t words[MAX_WORDS], again[MAX_WORDS];
        storage_t record;
        random_bits(r, words);
        memset(again, 0xa5, sizeof again);
        r->unpack(&record, words);
        r->pack(&record, again);
        assert_memory_equal(words, again, r->words * sizeof *words);
        assert_int_equal(again[r->words], 0xa5a5a5a5); // nothing written behind the last word
    }
}

TEST(test_members_hold_their_fields) {
    EACH_RECORD(r)
    for (int round = 0; round < ROUNDS; round++) {
        uint32_t words[MAX_WORDS];
        storage_t record;
        random_bits(r, words);
        r->unpack(&record, words);
        for (size_t i = 0; i < r->field_count; i++)
            assert_true(member_get(r, &record, i) == scord_field_get(&r->fields[i], words));
    }
}

TEST(test_field_get_reads_what_was_put) {
    EACH_RECORD(r)
    for (size_t i = 0; i < r->field_count; i++) {
        const scord_field_t *field = &r->fields[i];
        uint32_t words[MAX_WORDS];
        random_bits(r, words);
        const uint64_t value = ((uint64_t)random_word() << 32 | random_word()) >>
                               (64 - field->width);
        put(words, field, value);
        assert_true(scord_field_get(field, words) == value);
    }
}

/* Bits of a member above its field's width must not reach the neighbours. */
TEST(test_pack_cuts_members_to_their_width) {
    EACH_RECORD(r)
    for (size_t i = 0; i < r->field_count; i++) {
        uint32_t words[MAX_WORDS], expected[MAX_WORDS] = {0};
        storage_t record;
        memset(&record, 0, sizeof record);
        memset(record.bytes + member_offset(r, i), 0xff, member_size(&r->fields[i]));
        put(expected, &r->fields[i], UINT64_MAX);
        r->pack(&record, words);
        assert_memory_equal(words, expected, r->words * sizeof *words);
    }
}

TEST(test_bits_functions_agree_with_words) {
    for (int round = 0; round < ROUNDS; round++) {
        const uint64_t bits = (uint64_t)random_word() << 32 | random_word();
        const scord_metadata_t entry = scord_metadata_from_bits(bits);
        uint32_t words[SCORD_METADATA_WORDS];
        assert_true(scord_metadata_to_bits(&entry) == bits);
        scord_metadata_pack(&entry, words);
        assert_true(((uint64_t)words[1] << 32 | words[0]) == bits);
    }
}

/* What the design fixes, independent of the data file: entry 64 bits; lock entry 9 bits; log record
 * four beats. */
TEST(test_widths_of_the_design) {
    assert_int_equal(SCORD_METADATA_WIDTH, SCORD_AXI_DATA_WIDTH);
    assert_int_equal(SCORD_LOCK_ENTRY_WIDTH, 9);
    assert_int_equal(SCORD_RACE_RECORD_WIDTH, SCORD_RACE_RECORD_BEATS * SCORD_AXI_DATA_WIDTH);
    assert_int_equal(SCORD_RETIRE_METADATA_BEFORE_WIDTH, SCORD_METADATA_WIDTH);
    assert_int_equal(SCORD_RETIRE_METADATA_AFTER_WIDTH, SCORD_METADATA_WIDTH);
}

/* ---- encodings ---- */

static void check_names(const char *(*name_of)(unsigned), int (*from_name)(const char *),
                        unsigned width, size_t count) {
    size_t named = 0;
    for (unsigned value = 0; value < 1u << width; value++) {
        if (strcmp(name_of(value), "invalid") == 0) continue;
        named++;
        assert_int_equal(from_name(name_of(value)), value);
    }
    assert_int_equal(named, count);
    assert_string_equal(name_of(1u << width), "invalid");
    assert_string_equal(name_of(UINT32_MAX), "invalid");
    assert_int_equal(from_name("invalid"), -1);
    assert_int_equal(from_name(""), -1);
}

TEST(test_names_of_encodings) {
#define CHECK(name, NAME)                                                                          \
    check_names(scord_##name##_name, scord_##name##_from_name, SCORD_##NAME##_WIDTH,               \
                SCORD_##NAME##_COUNT);
    SCORD_FOR_EACH_ENUM(CHECK)
    assert_string_equal(scord_verdict_name(SCORD_VERDICT_CLEAN), "clean");
    assert_int_equal(scord_scope_from_name("system"), SCORD_SCOPE_SYSTEM);
}

/* ---- configurations ---- */

TEST(test_configurations_are_within_bounds) {
    for (size_t c = 0; c < SCORD_CONFIG_COUNT; c++)
        for (size_t k = 0; k < SCORD_CONFIG_KEY_COUNT; k++) {
            const scord_config_key_t *key = &scord_config_keys[k];
            uint32_t value;
            memcpy(&value, (const char *)&scord_configs[c] + key->offset, sizeof value);
            assert_in_range(value, key->minimum, key->maximum);
            assert_in_range(key->default_value, key->minimum, key->maximum);
        }
}

TEST(test_offsets_of_keys) {
    for (size_t k = 0; k < SCORD_CONFIG_KEY_COUNT; k++) {
        scord_config_t config;
        const uint32_t mark = 0x5a5a5a5a;
        memset(&config, 0, sizeof config);
        memcpy((char *)&config + scord_config_keys[k].offset, &mark, sizeof mark);
        const uint32_t found = strcmp(scord_config_keys[k].name, "num_sms") == 0 ? config.num_sms
                               : strcmp(scord_config_keys[k].name, "issue_policy") == 0
                                   ? config.issue_policy
                                   : mark;
        assert_int_equal(found, mark);
    }
}

TEST(test_machine_fits_the_widths) {
    for (size_t c = 0; c < SCORD_CONFIG_COUNT; c++) {
        assert_in_range(scord_configs[c].num_sms, 1, SCORD_MAX_SMS);
        assert_in_range(scord_configs[c].blocks_per_sm, 1, SCORD_MAX_BLOCKS_PER_SM);
        assert_in_range(scord_configs[c].warps_per_sm, 1, SCORD_MAX_WARPS_PER_SM);
    }
}

TEST_MAIN("parameters")
