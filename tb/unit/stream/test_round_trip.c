/* SPDX-License-Identifier: Apache-2.0 */
/* test_round_trip.c: seeded random events of every kind survive binary and text, both ways, and
 * accesses out of range are refused.
 * usage: test_round_trip [SEED [COUNT]]     replays one seed; without arguments: a fixed set of
 * seeds
 */
#include <stdlib.h>
#include <string.h>

#include "cmodel/stream/event_fields.h"
#include "tb/unit/stream/random_event.h"

static void compare(const events_t *expected, const events_t *actual, const char *what,
                    uint64_t seed) {
    CHECK(expected->count == actual->count, "seed %llu, %s: %zu events, not %zu",
          (unsigned long long)seed, what, actual->count, expected->count);
    for (size_t i = 0; i < expected->count && i < actual->count; i++) {
        char before[16384] = "", after[16384] = "";
        bool same = same_event(&expected->list[i], &actual->list[i]);
        if (!same) {
            scord_event_format(&expected->list[i], before, sizeof before);
            scord_event_format(&actual->list[i], after, sizeof after);
        }
        CHECK(same, "seed %llu, %s: event %zu differs\n  before %s\n  after  %s",
              (unsigned long long)seed, what, i, before, after);
    }
}

/* Reads BYTES, compares with EXPECTED, returns what it read written in the other format. */
static bytes_t convert(const bytes_t *bytes, const events_t *expected, const scord_config_t *config,
                       scord_stream_format_t into, const char *what, uint64_t seed) {
    events_t read = {NULL, 0, 0};
    scord_stream_error_t error = {.message = ""};
    scord_stream_status_t status = read_events(bytes->data, bytes->size, &read, &error);
    CHECK(status == SCORD_STREAM_END, "seed %llu, %s: %s", (unsigned long long)seed, what,
          error.message);
    compare(expected, &read, what, seed);
    bytes_t converted = write_events(&read, config, into, 0);
    free_events(&read);
    return converted;
}

static void check_same_bytes(const bytes_t *a, const bytes_t *b, const char *what) {
    CHECK(a->size == b->size && memcmp(a->data, b->data, a->size) == 0,
          "%s: bytes differ after two conversions", what);
}

static void check_each_line(const events_t *events, uint64_t seed) {
    for (size_t i = 0; i < events->count; i++) {
        char line[16384], strings[2 * (SCORD_NAME_MAX + 1)];
        scord_event_t parsed;
        scord_stream_error_t error = {.message = ""};
        size_t length = scord_event_format(&events->list[i], line, sizeof line);
        bool ok = scord_event_parse(line, &parsed, strings, sizeof strings, &error) ==
                      SCORD_STREAM_OK &&
                  same_event(&events->list[i], &parsed);
        CHECK(ok, "seed %llu: event %zu as a line: %s\n  %s", (unsigned long long)seed, i,
              error.message, line);
        CHECK(length == strlen(line) && scord_event_format(&events->list[i], line, 10) == length &&
                  strlen(line) < 10,
              "scord_event_format does not tell the length it needs");
    }
}

/* Several events at once are the same ones, up to a limit or to the end. */
static void check_batches(const bytes_t *bytes, const events_t *expected, uint64_t limit,
                          uint64_t seed) {
    scord_stream_error_t error = {.message = ""};
    size_t at = 0;
    scord_event_batch_t *batch = scord_event_batch_create();
    scord_stream_reader_t *reader =
        scord_stream_open_reader_fd(memory_file(bytes->data, bytes->size), "memory", &error);
    CHECK(reader, "%s", error.message);
    scord_stream_limit(reader, limit);
    scord_stream_status_t status;
    random_source_t source = {seed};
    for (;;) {
        const unsigned most = 1 + (unsigned)random_below(&source, SCORD_BATCH_EVENTS);
        status = scord_stream_read_batch(reader, batch, most, &error);
        if (status != SCORD_STREAM_OK) break;
        CHECK(batch->count >= 1 && batch->count <= most, "seed %llu: %u events of %u",
              (unsigned long long)seed, batch->count, most);
        for (unsigned i = 0; i < batch->count; i++, at++)
            CHECK(at < expected->count && same_event(&expected->list[at], &batch->event[i]),
                  "seed %llu: event %zu, number %u of several", (unsigned long long)seed, at, i);
    }
    CHECK(limit == 0 ? status == SCORD_STREAM_END && at == expected->count
                     : status == SCORD_STREAM_BAD && at == limit && scord_stream_limited(reader),
          "seed %llu: %zu events with limit %llu: %s", (unsigned long long)seed, at,
          (unsigned long long)limit, error.message);
    scord_stream_close_reader(reader);
    scord_event_batch_destroy(batch);
}

static void round_trip(const scord_config_t *config, uint64_t seed, size_t count) {
    random_source_t source = {seed};
    events_t events = {NULL, 0, 0};
    random_events(&source, config, count, &events);
    bytes_t binary = write_events(&events, config, SCORD_STREAM_BINARY,
                                  (unsigned)random_below(&source, 50));
    bytes_t text = convert(&binary, &events, config, SCORD_STREAM_TEXT, "binary", seed);
    bytes_t binary_again = convert(&text, &events, config, SCORD_STREAM_BINARY, "text", seed);
    bytes_t text_again = convert(&binary_again, &events, config, SCORD_STREAM_TEXT,
                                 "binary from text", seed);
    check_same_bytes(&text, &text_again, "text");
    check_batches(&binary, &events, 0, seed);
    check_batches(&text, &events, 0, seed);
    if (count > 1) check_batches(&binary, &events, 1 + random_below(&source, count - 1), seed);
    check_each_line(&events, seed);
    free(binary.data);
    free(text.data);
    free(binary_again.data);
    free(text_again.data);
    free_events(&events);
}

static void check_refused(const scord_event_t *event, const scord_config_t *config,
                          const char *what, uint64_t seed) {
    scord_stream_error_t error = {.message = ""};
    CHECK(scord_event_validate(event, config, &error) == SCORD_STREAM_INVALID &&
              error.message[0] != '\0',
          "seed %llu: accepted: %s", (unsigned long long)seed, what);
}

/* Legal accesses are accepted, which the writer has shown. With any one field of the table out of
 * range they are refused, with an address or a value that a lane cannot have, too. */
static void check_refusals(const scord_config_t *config, uint64_t seed) {
    events_t events = {NULL, 0, 0};
    random_source_t source = {seed};
    unsigned count;
    const event_field_t *fields = event_fields(SCORD_EVENT_KIND_ACCESS, &count);
    random_events(&source, config, 200, &events);
    for (size_t i = 0; i < events.count; i++) {
        scord_event_t event = events.list[i];
        if (event.kind != SCORD_EVENT_KIND_ACCESS) continue;
        scord_event_access_t *access = &event.access;
        const unsigned lane = (unsigned)__builtin_ctz(access->mask);
        for (unsigned f = 0; f < count; f++) {
            const uint64_t kept = event_field_get(&event, &fields[f], 0);
            for (unsigned value = 0; value < 256; value++) {
                if (event_field_legal(&fields[f], config, value)) continue;
                event_field_set(&event, &fields[f], 0, value);
                check_refused(&event, config, fields[f].name, seed);
            }
            event_field_set(&event, &fields[f], 0, kept);
        }
        const uint64_t address = access->address[lane];
        access->address[lane] = address | UINT64_C(1) << SCORD_ADDRESS_WIDTH;
        check_refused(&event, config, "address out of range", seed);
        access->address[lane] = address + 1;
        if (access->size > 1) check_refused(&event, config, "address not aligned", seed);
        access->address[lane] = address;
        if (access->has_returned && access->size < 8) {
            access->returned[lane] = UINT64_C(1) << 8 * access->size;
            check_refused(&event, config, "wide value", seed);
        }
    }
    free_events(&events);
}

/* The header keeps any configuration, also one of another name. */
static void check_config(scord_stream_format_t format) {
    scord_config_t config = scord_configs[0];
    config.name = "mine-1.x";
    config.num_sms = 3;
    config.log_capacity = 77;
    events_t none = {NULL, 0, 0};
    bytes_t bytes = write_events(&none, &config, format, 0);
    scord_stream_error_t error = {.message = ""};
    scord_stream_reader_t *reader = scord_stream_open_reader_fd(memory_file(bytes.data, bytes.size),
                                                                "memory", &error);
    CHECK(reader, "%s", error.message);
    if (!reader) return;
    const scord_config_t *read = scord_stream_reader_config(reader);
    CHECK(strcmp(read->name, config.name) == 0, "name %s", read->name);
    CHECK(memcmp((const char *)read + sizeof read->name, (const char *)&config + sizeof config.name,
                 sizeof config - sizeof config.name) == 0,
          "a key changed");
    scord_stream_close_reader(reader);
    free(bytes.data);
}

int main(int argc, char **argv) {
    enum { SEEDS = 24, EVENTS = 400 };
    if (argc > 1) {
        uint64_t seed = strtoull(argv[1], NULL, 0);
        round_trip(&scord_configs[seed % SCORD_CONFIG_COUNT], seed,
                   argc > 2 ? strtoul(argv[2], NULL, 0) : EVENTS);
        return finish_test();
    }
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        round_trip(&scord_configs[seed % SCORD_CONFIG_COUNT], seed, EVENTS);
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        check_refusals(&scord_configs[seed % SCORD_CONFIG_COUNT], seed);
    check_config(SCORD_STREAM_BINARY);
    check_config(SCORD_STREAM_TEXT);
    printf("seeds 1 to %d, %d events each; replay one: test_round_trip SEED\n", SEEDS, EVENTS);
    return finish_test();
}
