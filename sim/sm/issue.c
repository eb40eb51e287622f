/* issue.c: which SM goes first in a cycle and which ready warp it issues.
 *
 * Seed 0: SMs in order, loose round robin over ready warps. Any other seed: SM order and warp are
 * drawn; how sticky the choice is and how often an SM pauses is drawn per launch, so that seeds
 * differ in shape and not only in detail (a uniform choice alone keeps all warps at nearly the same
 * speed and hides rare orders). Every ready warp has a positive probability in every cycle, so all
 * resident blocks make progress.
 */
#include "sim/sm/gpu_internal.h"
#include "cmodel/base/random.h"

static uint32_t below(gpu_random_t *random, uint32_t limit) {
    return scord_split_below(&random->state, limit);
}

void gpu_random_start(gpu_t *gpu) {
    static const uint8_t stickiness[4] = {0, 8, 12, 15}, skips[4] = {0, 0, 4, 10};
    gpu_random_t *random = &gpu->random;
    random->state = gpu->options.seed * UINT64_C(0x2545f4914f6cdd1d) + gpu->statistics.launches;
    scord_split_next(&random->state);
    random->stickiness = stickiness[below(random, 4)];
    random->skips = skips[below(random, 4)];
}

unsigned gpu_first_sm(gpu_t *gpu) {
    return gpu->options.seed == 0 ? 0 : below(&gpu->random, gpu->options.config.num_sms);
}

static unsigned round_robin(uint64_t ready, int last) {
    const uint64_t after = last < 0 || last == GPU_MAX_WARPS - 1
                               ? ready
                               : ready & (UINT64_MAX << (last + 1));
    return gpu_lowest(after != 0 ? after : ready);
}

static unsigned nth_set(uint64_t mask, uint32_t n) {
    while (n-- > 0) mask &= mask - 1;
    return gpu_lowest(mask);
}

int gpu_choose_warp(gpu_t *gpu, unsigned sm_number) {
    gpu_sm_t *sm = &gpu->sms[sm_number];
    gpu_random_t *random = &gpu->random;
    if (sm->ready == 0) return -1;
    if (gpu->options.seed == 0) return sm->last = (int)round_robin(sm->ready, sm->last);
    if (below(random, 16) < random->skips) return -1;
    const bool last_ready = sm->last >= 0 && (sm->ready >> sm->last & 1) != 0;
    if (last_ready && below(random, 16) < random->stickiness) return sm->last;
    return sm->last = (int)nth_set(sm->ready,
                                   below(random, (uint32_t)__builtin_popcountll(sm->ready)));
}
