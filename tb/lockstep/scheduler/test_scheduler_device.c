/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cosim/scheduler/scheduler_device.cpp, through its shared object: what it refuses,
 * kernel starts, waves.
 *
 * usage: test_scheduler_device [FILE.so]     default: the environment's SCORD_SCHEDULER_DEVICE,
 * else build/libscordscheduler.so
 */
#include "tb/unit/model/model_test.h"

#include <dlfcn.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/sm/schedule/scheduler_device.h"

static scord_scheduler_device_open_t *open_device;

static scord_warp_scheduler_config_t machine(unsigned warps) {
    return (scord_warp_scheduler_config_t){.blocks = 8,
                                           .warps = (uint8_t)warps,
                                           .schedulers = 2,
                                           .issue_policy = SCORD_SCHEDULE_MWF_LRR,
                                           .fetch_policy = SCORD_FETCH_CRITICAL_FIRST,
                                           .active_warps = 6,
                                           .fetch_fairness = SCORD_FETCH_FAIRNESS};
}

static bool starts(scord_scheduler_device_t *device, scord_warp_scheduler_config_t config) {
    return device->start(device->context, 2, &config);
}

/* A cycle in which one block is launched. */
static void launch(scord_scheduler_device_t *device, unsigned sm, unsigned slot, uint64_t warps) {
    const scord_schedule_events_t events = {
        .launch = true, .launch_slot = (uint8_t)slot, .launch_warps = warps};
    device->clock(device->context, sm, &events);
}

/* A cycle in which `warp` of scheduler 0 issues and reaches the barrier of `slot`. */
static void arrive(scord_scheduler_device_t *device, unsigned sm, unsigned slot, unsigned warp) {
    const scord_schedule_events_t events = {.arrivals = 1, .arrive_slot = {(uint8_t)slot}};
    assert_int_equal(device->issue(device->context, sm, 0, UINT64_C(1) << warp), warp);
    device->clock(device->context, sm, &events);
}

TEST(test_what_is_not_in_hardware_is_refused) {
    scord_scheduler_device_t *device = open_device(NULL, 0);
    assert_non_null(device);
    scord_warp_scheduler_config_t config;
#define REFUSED(change) config = machine(48), config.change, assert_false(starts(device, config))
    REFUSED(issue_policy = SCORD_SCHEDULE_TLS);
    REFUSED(issue_policy = SCORD_SCHEDULE_SAWS);
    REFUSED(fetch_policy = SCORD_FETCH_FEWEST_ENTRIES);
    REFUSED(tie_by_age = true);
    REFUSED(warps = 47);
    REFUSED(warps = 64);
    REFUSED(blocks = 7);
    REFUSED(schedulers = 1);
    REFUSED(fetch_fairness = 8);
#undef REFUSED
    config = machine(48);
    assert_false(device->start(device->context, 0, &config));
    config.fetch_policy = SCORD_FETCH_ROUND_ROBIN,
    config.fetch_fairness = 8; /* round robin has no fair turns */
    assert_true(starts(device, config));
    assert_true(starts(device, machine(48)));
    device->close(device->context);
}

TEST(test_kernel_start_forgets_everything) {
    scord_scheduler_device_t *device = open_device(NULL, 0);
    assert_true(starts(device, machine(48)));
    launch(device, 1, 5, 0xff);
    arrive(device, 1, 5, 2);
    assert_int_equal(device->priority(device->context, 1, 5), 1);
    assert_int_equal(device->block_rank(device->context, 1, 5), 7);
    assert_int_equal(device->priority(device->context, 0, 5), 0); /* another SM */
    assert_true(starts(device, machine(48)));
    assert_int_equal(device->priority(device->context, 1, 5), 0);
    assert_int_equal(device->block_rank(device->context, 1, 5), 5);
    assert_int_equal(device->issue(device->context, 1, 0, 0xff),
                     SCORD_SCHEDULER_NO_WARP); /* MWF: warps of no block */
    device->close(device->context);
}

TEST(test_another_size_is_another_machine) {
    scord_scheduler_device_t *device = open_device(NULL, 0);
    assert_true(starts(device, machine(48)));
    launch(device, 0, 0, UINT64_C(1) << 46);
    assert_int_equal(device->issue(device->context, 0, 0, UINT64_MAX), 46);
    assert_true(starts(device, machine(32)));
    launch(device, 0, 0, UINT64_C(1) << 30);
    assert_int_equal(device->issue(device->context, 0, 0, UINT64_MAX), 30);
    device->close(device->context);
}

/* BAWS Figure 7, two blocks: the one with more waiting warps goes first; of both schedulers; and so
 * does its fetch. */
TEST(test_most_waiting_first) {
    scord_scheduler_device_t *device = open_device(NULL, 0);
    assert_true(starts(device, machine(48)));
    launch(device, 0, 0, 0x0f);
    launch(device, 0, 1, 0xf0);
    arrive(device, 0, 1, 4);
    assert_int_equal(device->issue(device->context, 0, 0, 0xef), 6);
    assert_int_equal(device->issue(device->context, 0, 1, 0xef), 5);
    assert_int_equal(device->fetch(device->context, 0, 0xff, 0x10), 6);
    device->close(device->context);
}

/* A cycle without a call of issue or fetch remembers nothing. */
TEST(test_nothing_asked_nothing_remembered) {
    const scord_schedule_events_t nothing = {0};
    scord_warp_scheduler_config_t config = machine(48);
    config.issue_policy = SCORD_SCHEDULE_LRR, config.fetch_policy = SCORD_FETCH_ROUND_ROBIN;
    scord_scheduler_device_t *device = open_device(NULL, 0);
    assert_true(starts(device, config));
    for (int round = 0; round < 3; round++) {
        assert_int_equal(device->issue(device->context, 0, 0, 0x15), 2 * round);
        assert_int_equal(device->fetch(device->context, 0, 0x15, 0), 2 * round);
        device->clock(device->context, 0, &nothing);
        device->clock(device->context, 0, &nothing); /* ready and eligible stay on the pins */
    }
    device->close(device->context);
}

TEST(test_wave) {
    char path[] = "/tmp/scord-scheduler-XXXXXX";
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    scord_scheduler_device_t *device = open_device(path, 1);
    assert_non_null(device);
    assert_true(starts(device, machine(48)));
    for (unsigned slot = 0; slot < 8; slot++) launch(device, 1, slot, UINT64_C(1) << slot);
    assert_true(starts(device, machine(48))); /* goes on in the same file */
    launch(device, 1, 0, 1);
    device->close(device->context);
    struct stat file;
    close(fd);
    assert_int_equal(stat(path, &file), 0); /* the writer makes it anew */
    assert_true(file.st_size > 500);
    unlink(path);
    assert_null(open_device("/no/such/directory/wave.fst", 0));
}

int main(int argc, char **argv) {
    const char *stated = getenv("SCORD_SCHEDULER_DEVICE");
    void *library = dlopen(argc > 1 ? argv[1]
                           : stated ? stated
                                    : "build/libscordscheduler.so",
                           RTLD_NOW | RTLD_LOCAL);
    void *symbol = library ? dlsym(library, SCORD_SCHEDULER_DEVICE_OPEN) : NULL;
    if (!symbol) {
        fprintf(stderr, "test_scheduler_device: %s\n", dlerror());
        return 3;
    }
    memcpy(&open_device, &symbol, sizeof symbol);
    return run_all_tests("scheduler_device");
}
