/* SPDX-License-Identifier: Apache-2.0 */
/* relay.c: see relay.h. Invariants: given[0] >= given[1] >= …, and given[0] is at most `batches`
 * more than that of the last stage. */
#include "cosim/commands/program/relay.h"

#include <assert.h>
#include <errno.h>
#include <time.h>

void relay_start(relay_t *relay, unsigned batches) {
    assert(batches >= 1);
    *relay = (relay_t){.batches = batches};
    pthread_condattr_t clock;
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_mutex_init(&relay->mutex, NULL);
    for (unsigned i = 0; i < RELAY_STAGES; i++) pthread_cond_init(&relay->change[i], &clock);
    pthread_condattr_destroy(&clock);
}

void relay_finish(relay_t *relay) {
    pthread_mutex_destroy(&relay->mutex);
    for (unsigned i = 0; i < RELAY_STAGES; i++) pthread_cond_destroy(&relay->change[i]);
}

/* Batches that are on their way. */
static uint64_t under_way(const relay_t *relay) {
    return relay->given[0] - relay->given[relay->stages - 1];
}

/* What STAGE finds now. */
static relay_next_t look(const relay_t *relay, unsigned stage) {
    if (relay->stages == 0) return RELAY_LATER;
    assert(stage < relay->stages);
    if (stage == 0) {
        if (relay->stopped) return RELAY_END;
        return under_way(relay) < relay->batches ? RELAY_BATCH : RELAY_LATER;
    }
    if (relay->given[stage - 1] > relay->given[stage]) return RELAY_BATCH;
    return relay->left[stage - 1] ? RELAY_END : RELAY_LATER;
}

static void wake(relay_t *relay, unsigned stage) {
    if (!relay->waits[stage]) return;
    relay->waits[stage] = false;
    pthread_cond_signal(&relay->change[stage]);
}

void relay_go(relay_t *relay, unsigned stages) {
    assert(stages >= 2 && stages <= RELAY_STAGES);
    pthread_mutex_lock(&relay->mutex);
    relay->stages = stages;
    for (unsigned i = 0; i < RELAY_STAGES; i++) wake(relay, i);
    pthread_mutex_unlock(&relay->mutex);
}

static struct timespec in(unsigned milliseconds) {
    struct timespec end;
    clock_gettime(CLOCK_MONOTONIC, &end);
    end.tv_sec += milliseconds / 1000;
    end.tv_nsec += (long)(milliseconds % 1000) * 1000000;
    if (end.tv_nsec >= 1000000000) {
        end.tv_nsec -= 1000000000;
        end.tv_sec++;
    }
    return end;
}

relay_next_t relay_take(relay_t *relay, unsigned stage, unsigned milliseconds, unsigned *batch) {
    const struct timespec end = in(milliseconds);
    int waited = 0;
    pthread_mutex_lock(&relay->mutex);
    relay_next_t next = look(relay, stage);
    while (next == RELAY_LATER && waited != ETIMEDOUT) {
        relay->waits[stage] = true;
        waited = milliseconds == 0
                     ? pthread_cond_wait(&relay->change[stage], &relay->mutex)
                     : pthread_cond_timedwait(&relay->change[stage], &relay->mutex, &end);
        next = look(relay, stage);
    }
    relay->waits[stage] = false;
    *batch = (unsigned)(relay->given[stage] % relay->batches);
    pthread_mutex_unlock(&relay->mutex);
    return next;
}

void relay_give(relay_t *relay, unsigned stage) {
    pthread_mutex_lock(&relay->mutex);
    relay->given[stage]++;
    assert(stage == 0 ? under_way(relay) <= relay->batches
                      : relay->given[stage] <= relay->given[stage - 1]);
    if (stage + 1 < relay->stages)
        wake(relay, stage + 1);
    else if (under_way(relay) <= relay->batches / 2)
        wake(relay, 0);
    pthread_mutex_unlock(&relay->mutex);
}

void relay_leave(relay_t *relay, unsigned stage) {
    pthread_mutex_lock(&relay->mutex);
    relay->left[stage] = true;
    if (stage + 1 < relay->stages) wake(relay, stage + 1);
    pthread_mutex_unlock(&relay->mutex);
}

void relay_stop(relay_t *relay) {
    pthread_mutex_lock(&relay->mutex);
    relay->stopped = true;
    wake(relay, 0);
    pthread_mutex_unlock(&relay->mutex);
}
