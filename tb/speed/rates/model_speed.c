/* SPDX-License-Identifier: Apache-2.0 */
/* model_speed.c: checks a second of the golden model beside the physical limit of its memory: a
 * bare loop of random 64-bit read-modify-writes over as much, in one run, turn by turn.
 *
 * usage: model_speed [ROUNDS [CHECKS [LOG2_WORDS...]]]     ROUNDS (5) of each, interleaved; CHECKS
 * (2^22) a round; footprints of 2^16 to 2^30 words (21 27: 16 MB and 1 GB of metadata) A row is a
 * traffic and a footprint, the bytes of metadata that it spreads over (one entry a word: cache
 * ratio 1). Prints medians, lowest and highest, and ratios, as a Markdown table. Exit codes: 0
 * printed, 2 bad usage, 3 no memory.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cmodel/base/seconds.h"
#include "cmodel/base/random.h"
#include "cmodel/scord_model.h"

enum {
    ROUNDS_MOST = 99,
    REQUESTS = 1 << 16
}; /* prepared requests: small beside every footprint, large enough that none is predicted */
enum {
    TOLD = 8
}; /* requests announced to the model together, one such group ahead, as the front end does with
      a warp's segments */

typedef enum traffic {
    SEQUENTIAL,     /* whole segments, one after another, every warp in turn */
    RANDOM_WORDS,   /* one word, anywhere */
    RANDOM_SEGMENT, /* 32 words of one segment, anywhere */
    LOCK_HEAVY,     /* one word, anywhere, under a lock; a block fence for every eight */
    TRAFFICS
} traffic_t;
static const char *const traffic_names[TRAFFICS] = {"sequential segments", "random words",
                                                    "random segments", "lock-heavy, random words"};

typedef struct bench {
    scord_model_t *model;
    /* REQUESTS of the traffic; the address is added to, turn by turn */
    scord_detector_request_t *requests;
    scord_detector_request_t *random; /* REQUESTS of random words, for the bare loop */
    uint64_t *bare;         /* the memory of the bare loop: as many entries as the model's */
    uint64_t words, checks; /* of the footprint; a round */
} bench_t;

static void prepare(const bench_t *bench, traffic_t traffic,
                    scord_detector_request_t requests[REQUESTS]) {
    scord_random_t random = scord_random_seed(1, 0);
    const uint64_t segments = bench->words / SCORD_SEGMENT_WORDS;
    for (uint64_t i = 0; i < REQUESTS; i++) {
        scord_detector_request_t *request = &requests[i];
        const uint64_t drawn = scord_random_next(&random),
                       segment = traffic == SEQUENTIAL ? i % segments : drawn % segments;
        const unsigned sm = (unsigned)(drawn >> 40) % 15, slot = (unsigned)(drawn >> 44) % 8;
        *request = (scord_detector_request_t){.kind = SCORD_REQUEST_KIND_ACCESS,
                                              .block_id = (uint8_t)(sm << SCORD_SLOT_WIDTH | slot),
                                              .warp_id = (uint8_t)(slot * 4 + (drawn >> 50) % 4),
                                              .barrier_id = 1,
                                              .op = drawn >> 52 & 1 ? SCORD_OP_STORE
                                                                    : SCORD_OP_LOAD,
                                              .sequence = (uint32_t)i,
                                              .pc = (uint32_t)(drawn >> 53) % 64,
                                              .address = segment * SCORD_SEGMENT_BYTES,
                                              .mask = UINT32_MAX};
        if (traffic == RANDOM_WORDS || traffic == LOCK_HEAVY)
            request->mask = UINT32_C(1) << (drawn >> 59);
        if (traffic == LOCK_HEAVY) {
            request->lock_bloom = 0x1111;
            request->strong = 1;
            if (i % 8 == 7)
                request->kind = SCORD_REQUEST_KIND_FENCE, request->scope = SCORD_SCOPE_BLOCK;
        }
    }
}

/* Tells the model of the TOLD requests from number FIRST on. */
static void tell_next(const bench_t *bench, uint64_t first, uint64_t offset) {
    for (uint64_t i = first; i < first + TOLD; i++) {
        const scord_detector_request_t *later = &bench->requests[i % REQUESTS];
        if (later->kind == SCORD_REQUEST_KIND_ACCESS)
            scord_model_prefetch(bench->model,
                                 (later->address + offset) & (bench->words * SCORD_WORD_BYTES - 1),
                                 later->mask);
    }
}

/* Seconds for bench->checks words through the model. TURN moves all addresses, so that the whole
 * footprint is met. */
static double run_model(bench_t *bench, uint64_t *turn, uint64_t *verdicts) {
    const uint64_t mask = bench->words * SCORD_WORD_BYTES - 1;
    const double start = scord_seconds_used();
    for (uint64_t done = 0; done < bench->checks; *turn += UINT64_C(0x9e3779b97f4a7c15)) {
        const uint64_t offset = *turn >> 20 & ~(uint64_t)(SCORD_SEGMENT_BYTES - 1);
        for (uint64_t i = 0; i < REQUESTS && done < bench->checks; i++) {
            scord_retire_t retire;
            scord_detector_request_t request = bench->requests[i];
            if (i % TOLD == 0) tell_next(bench, i + TOLD, offset);
            if (request.kind == SCORD_REQUEST_KIND_FENCE) {
                scord_model_fence(bench->model, &request, &retire);
                continue;
            }
            request.address = (request.address + offset) & mask;
            for (uint32_t left = request.mask; left; left &= left - 1, done++) {
                scord_model_check(bench->model, &request, (unsigned)__builtin_ctz(left), done,
                                  &retire);
                *verdicts += retire.verdict;
            }
        }
    }
    return scord_seconds_used() - start;
}

/* Random words of the same footprint; each is read, changed and written, nothing else: what the
 * memory gives. */
static double run_bare(bench_t *bench, uint64_t *turn, uint64_t *sum) {
    const uint64_t mask = bench->words * SCORD_WORD_BYTES - 1;
    const double start = scord_seconds_used();
    for (uint64_t done = 0; done < bench->checks; *turn += UINT64_C(0x9e3779b97f4a7c15)) {
        const uint64_t offset = *turn >> 20 & ~(uint64_t)(SCORD_SEGMENT_BYTES - 1);
        for (uint64_t i = 0; i < REQUESTS && done < bench->checks; i++) {
            const scord_detector_request_t *request = &bench->random[i];
            const uint64_t word = ((request->address + offset) & mask) / SCORD_WORD_BYTES;
            uint64_t *entry = &bench->bare[word + (unsigned)__builtin_ctz(request->mask)];
            *sum += *entry;
            *entry = *entry * 5 + done++;
        }
    }
    return scord_seconds_used() - start;
}

/* Zeroed, in large pages where the system has them, as the model's own
 * (cmodel/detector/metadata_accessor.c). */
static uint64_t *bare_memory(uint64_t words) {
    const size_t large = (size_t)2 << 20, bytes = words * sizeof(uint64_t);
    uint64_t *memory = aligned_alloc(large, bytes < large ? large : bytes);
    if (!memory) return NULL;
#ifdef MADV_HUGEPAGE
    if (bytes >= 16 * large) (void)madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    return memset(memory, 0, bytes);
}

/* Every page is there before it is measured: the kernel's work for new ones is not the model's. */
static void touch_pages(bench_t *bench) {
    for (uint64_t entry = 0; entry < bench->words; entry += 512) {
        scord_model_metadata_restore(bench->model, entry,
                                     scord_model_metadata(bench->model, entry));
        bench->bare[entry] = entry;
    }
}

static int ascending(const void *a, const void *b) {
    return (*(const double *)a > *(const double *)b) - (*(const double *)a < *(const double *)b);
}

static void measure(bench_t *bench, traffic_t traffic, unsigned rounds) {
    double model[ROUNDS_MOST], bare[ROUNDS_MOST];
    uint64_t turns[2] = {0}, sink = 0;
    prepare(bench, traffic, bench->requests);
    prepare(bench, RANDOM_WORDS, bench->random);
    for (unsigned warm = 0; warm < 2; warm++)
        run_model(bench, &turns[0], &sink), run_bare(bench, &turns[1], &sink);
    for (unsigned round = 0; round < rounds; round++) {
        model[round] = run_model(bench, &turns[0], &sink);
        bare[round] = run_bare(bench, &turns[1], &sink);
    }
    qsort(model, rounds, sizeof *model, ascending);
    qsort(bare, rounds, sizeof *bare, ascending);
    const double checks = (double)bench->checks * 1e-6;
    printf("| %s | %llu MB | %.1f | %.1f–%.1f | %.1f | %.1f–%.1f | %.2f |%s\n",
           traffic_names[traffic], (unsigned long long)(bench->words * 8 >> 20),
           checks / model[rounds / 2], checks / model[rounds - 1], checks / model[0],
           checks / bare[rounds / 2], checks / bare[rounds - 1], checks / bare[0],
           bare[rounds / 2] / model[rounds / 2],
           sink == 42 ? " " : ""); /* so that the sums are needed */
}

static int all(unsigned rounds, uint64_t checks, const unsigned *log2_words, unsigned footprints) {
    bench_t bench = {.checks = checks,
                     .requests = malloc(REQUESTS * sizeof *bench.requests),
                     .random = malloc(REQUESTS * sizeof *bench.random)};
    scord_config_t config = scord_configs[0];
    scord_model_status_t status;
    config.log2_cache_ratio = 0;
    bench.model = scord_model_create(&config, &status);
    if (!bench.requests || !bench.random || !bench.model) return 3;
    printf("| traffic | metadata | million checks/s | lowest–highest | million bare accesses/s | "
           "lowest–highest | ratio |\n|---|---:|---:|---:|---:|---:|---:|\n");
    for (unsigned i = 0; i < footprints; i++) {
        bench.words = UINT64_C(1) << log2_words[i];
        bench.bare = bare_memory(bench.words);
        if (!bench.bare ||
            scord_model_kernel_start(bench.model, 0, log2_words[i]) != SCORD_MODEL_OK)
            return 3;
        touch_pages(&bench);
        for (traffic_t traffic = 0; traffic < TRAFFICS; traffic++) measure(&bench, traffic, rounds);
        free(bench.bare);
    }
    scord_model_destroy(bench.model);
    free(bench.requests);
    free(bench.random);
    return 0;
}

int main(int argc, char **argv) {
    unsigned log2_words[8] = {21, 27}, footprints = 2;
    const unsigned long rounds = argc > 1 ? strtoul(argv[1], NULL, 10) : 5,
                        checks = argc > 2 ? strtoul(argv[2], NULL, 10) : 1ul << 22;
    bool good = argc <= 11 && rounds >= 1 && rounds <= ROUNDS_MOST && checks >= 1;
    for (int i = 3; i < argc && good; i++) {
        log2_words[i - 3] = (unsigned)strtoul(argv[i], NULL, 10);
        footprints = (unsigned)i - 2;
        good = log2_words[i - 3] >= 16 && log2_words[i - 3] <= 30;
    }
    if (!good)
        return fprintf(stderr, "usage: model_speed [ROUNDS (1 to 99) [CHECKS (1 or more) "
                               "[LOG2_WORDS (16 to 30)...]]]\n"),
               2;
    const int code = all((unsigned)rounds, checks, log2_words, footprints);
    if (code == 3)
        fprintf(stderr, "model_speed: no memory: twice the largest footprint is needed\n");
    return code;
}
