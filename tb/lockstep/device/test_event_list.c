/* SPDX-License-Identifier: Apache-2.0 */
/* Test of the list of events that the shrinker works on (cosim/shrink/event_list.h): what is left
 * out of a stream that is longer than the list. */
#include "tb/unit/model/model_test.h"

#include <unistd.h>

#include "cosim/shrink/event_list.h"

enum { LIMIT = 100 };

static char path[] = "/tmp/scord-event-list-XXXXXX";

static scord_stream_writer_t *start(void) {
    scord_stream_error_t error;
    scord_stream_writer_t *writer = scord_stream_open_writer(path, SCORD_STREAM_BINARY,
                                                             &scord_configs[0], &error);
    if (!writer) fail_msg("%s", error.message);
    return writer;
}

static void put(scord_stream_writer_t *writer, const scord_event_t *event) {
    scord_stream_error_t error;
    scord_event_t copy = *event;
    if (scord_stream_write(writer, &copy, &error) != SCORD_STREAM_OK) fail_msg("%s", error.message);
}

/* kernel_begin, a block of one warp, ACCESSES loads at addresses of their own, the ends: ACCESSES +
 * 5 events. */
static void put_kernel(scord_stream_writer_t *writer, uint32_t number, unsigned accesses) {
    char name[32];
    snprintf(name, sizeof name, "kernel%u", (unsigned)number);
    scord_event_t event = {.kind = SCORD_EVENT_KIND_KERNEL_BEGIN,
                           .kernel_begin = {.kernel = number,
                                            .grid = {1, 1, 1},
                                            .block = {32, 1, 1},
                                            .tracked_base = 0x10000,
                                            .log2_tracked_words = 4,
                                            .name = name}};
    put(writer, &event);
    put(writer, &(scord_event_t){.kind = SCORD_EVENT_KIND_BLOCK_LAUNCH,
                                 .block_launch = {.warps = 1, .threads = 32}});
    for (unsigned i = 0; i < accesses; i++) {
        event = (scord_event_t){
            .kind = SCORD_EVENT_KIND_ACCESS,
            .access = {
                .op = SCORD_OP_LOAD, .scope = SCORD_SCOPE_DEVICE, .size = 4, .pc = i, .mask = 1}};
        event.access.address[0] = 0x10000 + 4 * i;
        put(writer, &event);
    }
    put(writer, &(scord_event_t){.kind = SCORD_EVENT_KIND_WARP_EXIT});
    put(writer, &(scord_event_t){.kind = SCORD_EVENT_KIND_BLOCK_EXIT});
    put(writer,
        &(scord_event_t){.kind = SCORD_EVENT_KIND_KERNEL_END, .kernel_begin = {.kernel = number}});
}

static void end(scord_stream_writer_t *writer) {
    scord_stream_error_t error;
    assert_int_equal(scord_stream_close_writer(writer, &error), SCORD_STREAM_OK);
}

/* The list of the stream up to LAST holds TOTAL events with those left out, the last one is there,
 * and it begins with a kernel. */
static void read_list(scord_event_list_t *list, uint64_t last, size_t total) {
    scord_stream_error_t error;
    if (scord_event_list_read(list, path, last, LIMIT, &error) != 0) fail_msg("%s", error.message);
    assert_true(list->count <= LIMIT);
    assert_int_equal(list->count + list->left_out, total);
    assert_int_equal(list->events[0].kind, SCORD_EVENT_KIND_KERNEL_BEGIN);
    assert_int_equal(list->events[list->count - 1].sequence, total - 1);
}

TEST(test_all_fit) {
    scord_event_list_t list;
    scord_stream_writer_t *writer = start();
    put_kernel(writer, 0, 45);
    put_kernel(writer, 1, 45);
    end(writer);
    read_list(&list, UINT64_MAX, 100);
    assert_int_equal(list.left_out, 0);
    scord_event_list_free(&list);
    read_list(&list, 59, 60);
    assert_int_equal(list.left_out, 0);
    scord_event_list_free(&list);
}

/* Whole kernels go from the front; up to wherever the stream is read, the last of them stay. */
TEST(test_many_kernels) {
    scord_event_list_t list;
    scord_stream_writer_t *writer = start();
    for (uint32_t kernel = 0; kernel < 50; kernel++) put_kernel(writer, kernel, 15);
    end(writer);
    for (uint64_t last = 0; last < 1000; last++) {
        read_list(&list, last, (size_t)last + 1);
        const uint32_t first = list.events[0].kernel_begin.kernel;
        char name[32];
        snprintf(name, sizeof name, "kernel%u", (unsigned)first);
        assert_string_equal(list.events[0].kernel_begin.name, name);
        assert_int_equal(list.left_out, 20 * first);
        if (last >= LIMIT) assert_true(list.count > LIMIT / 2 - 20);
        for (size_t i = 0; i < list.count; i++)
            assert_int_equal(list.events[i].sequence, list.left_out + i);
        scord_event_list_free(&list);
    }
}

/* A kernel that is larger than the list keeps its frame and its latest accesses. */
TEST(test_large_kernel) {
    scord_event_list_t list;
    scord_stream_writer_t *writer = start();
    put_kernel(writer, 0, 10);
    put_kernel(writer, 1, 5000);
    end(writer);
    read_list(&list, UINT64_MAX, 15 + 5005);
    assert_int_equal(list.events[0].kernel_begin.kernel, 1);
    assert_int_equal(list.events[1].kind, SCORD_EVENT_KIND_BLOCK_LAUNCH);
    assert_true(list.count > LIMIT / 4);
    for (size_t i = 2; i + 3 < list.count; i++)
        assert_int_equal(list.events[i].access.pc, 5000 - (list.count - 5) + i - 2);
    scord_event_list_free(&list);
}

/* Nothing can be left out of a kernel of launches alone. */
TEST(test_too_large) {
    scord_event_list_t list;
    scord_stream_error_t error;
    scord_stream_writer_t *writer = start();
    put_kernel(writer, 0, 0);
    for (unsigned i = 0; i < LIMIT; i++)
        put(writer, &(scord_event_t){.kind = SCORD_EVENT_KIND_BLOCK_LAUNCH,
                                     .block_launch = {.warps = 1, .threads = 32}});
    end(writer);
    assert_int_equal(scord_event_list_read(&list, path, UINT64_MAX, LIMIT, &error), -1);
    assert_non_null(
        strstr(error.message, "a kernel of more than 100 events besides accesses and fences"));
    scord_event_list_free(&list);
}

int main(void) {
    const int file = mkstemp(path);
    if (file < 0) return 3;
    close(file);
    const int code = run_all_tests("event_list");
    unlink(path);
    return code;
}
