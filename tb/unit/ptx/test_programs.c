/* SPDX-License-Identifier: Apache-2.0 */
/* test_programs.c: device code as clang compiles it, run by the core and compared with the host's
 * results. Also the speed of the core. Arguments: PROGRAMS.ptx [speed]. */
#include "tb/unit/ptx/machine.h"
#include "tb/unit/ptx/programs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { THREADS = 96 };
static machine_t machine;
static uint64_t out_address;

static const void *run(const char *kernel, uint32_t threads) {
    memset(machine_at(&machine, out_address), 0, 4096);
    bool ran = machine_run(&machine, kernel, &out_address, 1, threads, 0);
    check(ran, "%s: %s", kernel, machine.fault);
    return machine_at(&machine, out_address);
}

static void test_host_equal(void) {
    const long *integers = run("integers", THREADS);
    for (int t = 0; t < THREADS; t++)
        check(integers[t] == mix_integers(t), "integers: thread %d", t);
    const double *floats = run("floats", THREADS);
    for (int t = 0; t < THREADS; t++)
        check(floats[t] == mix_floats(t), "floats: thread %d: %.17g, expected %.17g", t, floats[t],
              mix_floats(t));
    const int *words = run("sorts", THREADS);
    for (int t = 0; t < THREADS; t++) check(words[t] == local_sort(t), "sorts: thread %d", t);
    words = run("function_calls", THREADS);
    for (int t = 0; t < THREADS; t++)
        check(words[t] == calls(t), "calls: thread %d: %d, expected %d", t, words[t], calls(t));
    const unsigned long *wides = run("wides", THREADS);
    for (int t = 0; t < THREADS; t++) check(wides[t] == wide(t), "wide: thread %d", t);
    words = run("virtuals", THREADS);
    for (int t = 0; t < THREADS; t++)
        check(words[t] == (t & 1 ? t * t : t), "virtual: thread %d: %d", t, words[t]);
}

static void test_reduction(void) {
    struct {
        uint64_t out;
        record_t record;
        int n;
    } parameters = {out_address, make_record(-4), 1};
    static const int table[] = {10, 20, 30, 40}, factors[] = {2, 3, 5};
    int expected = 0;
    for (int t = 0; t < 256; t++) expected += t * table[t & 3] - 4 + 4 + factors[t % 3];
    bool ran = machine_run(&machine, "reduction", &parameters, 1, 256, 1024);
    const int *out = (const void *)machine_at(&machine, out_address);
    check(ran, "reduction: %s", machine.fault);
    check(out[0] == expected && out[1] == 256, "reduction: %d and %d, expected %d and 256", out[0],
          out[1], expected);
    check(machine.barriers == 8 * 9, "reduction: %llu barrier arrivals, expected 72",
          (unsigned long long)machine.barriers);
}

static void test_print(void) {
    const int *out = run("prints", 4);
    check(!strcmp(machine.printed, "vprintf(n=%d,42)") && out[0] == 7, "prints: `%s`, returned %d",
          machine.printed, out[0]);
}

static void test_locations(void) { /* every instruction has its line and its function */
    uint32_t known = 0, count = ptx_instruction_count(machine.module);
    for (uint32_t i = 0; i < count; i++) {
        ptx_location_t at = ptx_location(machine.module, i);
        known += at.line && (strstr(at.file, "programs.") || strstr(at.file, "device.h")) &&
                 *at.function && *ptx_instruction_text(machine.module, i);
    }
    check(known == count, "%u of %u instructions know their line", known, count);
}

static double measure_speed(const char *kernel, const char *what) {
    struct timespec start, end;
    uint64_t lanes = 0, warps = 0;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (int i = 0; i < 200; i++) {
        machine_run(&machine, kernel, &out_address, 1, 256, 0);
        lanes += machine.lane_instructions;
        warps += machine.instructions;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
    double seconds = (double)(end.tv_sec - start.tv_sec) +
                     (double)(end.tv_nsec - start.tv_nsec) / 1e9;
    double rate = (double)lanes / seconds / 1e6;
    printf(
        "speed: %.1f M thread-instructions/s, %.2f M warp-instructions/s, %.1f lanes active (%s)\n",
        rate, (double)warps / seconds / 1e6, (double)lanes / (double)warps, what);
    return rate;
}

int main(int argument_count, char **arguments) {
    if (argument_count < 2) {
        puts("usage: test_programs PROGRAMS.ptx [speed]");
        return 2;
    }
    char *ptx = machine_read_file(arguments[1]);
    machine_open(&machine, ptx, 1 << 16);
    out_address = machine_allocate(&machine, 4096);
    test_locations();
    test_host_equal();
    test_reduction();
    test_print();
    if (argument_count > 2) { /* target 20 each; less on a machine busy with other tests */
        check(measure_speed("integers", "divergent integer loop") > 8,
              "divergent code slower than 8 M thread-instructions/s");
        check(measure_speed("sorts", "local memory and branches") > 8,
              "local memory slower than 8 M thread-instructions/s");
        check(measure_speed("floats", "floating point") > 8,
              "floating point slower than 8 M thread-instructions/s");
    }
    machine_close(&machine);
    free(ptx);
    return check_summary();
}
