/* SPDX-License-Identifier: Apache-2.0 */
/* log_consumer.c: see log_consumer.h.
 *
 * A record that finds the ring full is dropped when its turn to be written comes, some cycles after
 * its decision; the model drops it at the decision. Both agree as long as no record is on its way
 * while the head moves, or none can find the ring full: the consumer makes one of the two true and
 * masks nothing.
 */
#include "cosim/lockstep/device/log_consumer.h"

#include <assert.h>

enum {
    MARGIN = 64,       /* records: more than are decided while the head is being written */
    SERVICE_EVERY = 64 /* calls, in the mean, from interrupt to service */
};

static uint64_t room(const scord_log_consumer_t *consumer) {
    const scord_model_counters_t *model = scord_model_counters(consumer->memory->model);
    return consumer->driver->run->config.log_capacity - (model->log_tail - model->log_head);
}

/* Something of what was presented may still be decided. */
static bool deciding(const scord_log_consumer_t *consumer) {
    const scord_driver_t *driver = consumer->driver;
    return driver->queues->presented_sms || scord_requests_in_flight(driver->requests);
}

/* Reads log_tail; its upper bits are the model's. */
static bool read_tail(scord_log_consumer_t *consumer, uint64_t *tail) {
    uint32_t low;
    if (!scord_driver_apb_read(consumer->driver, SCORD_REGISTER_LOG_TAIL, &low)) return false;
    const uint64_t newest = scord_model_race_count(consumer->memory->model);
    *tail = newest - (uint32_t)((uint32_t)newest - low);
    if (newest - *tail <= consumer->driver->run->config.log_capacity) return true;
    scord_run_mismatch_number(consumer->driver->run, NULL, "control_registers", "log_tail",
                              (uint32_t)newest, low);
    return false;
}

static bool written_or_dropped(scord_log_consumer_t *consumer, bool *all) {
    const scord_model_counters_t *model = scord_model_counters(consumer->memory->model);
    uint32_t tail, dropped;
    if (!scord_driver_apb_read(consumer->driver, SCORD_REGISTER_LOG_TAIL, &tail) ||
        !scord_driver_apb_read(consumer->driver, SCORD_REGISTER_LOG_DROPPED, &dropped))
        return false;
    *all = tail + dropped == (uint32_t)(model->log_tail + model->log_dropped);
    return true;
}

/* Shows the SMs nothing new until every decision is made and every record is written or dropped. */
static bool quiesce(scord_log_consumer_t *consumer) {
    consumer->driver->paused = true;
    scord_run_progress(consumer->driver->run);
    while (deciding(consumer))
        if (!scord_driver_cycle(consumer->driver) || scord_driver_hung(consumer->driver, "retire"))
            return false;
    for (bool all = false; !all;)
        if (!written_or_dropped(consumer, &all) ||
            scord_driver_hung(consumer->driver, "log_tail+log_dropped"))
            return false;
    return true;
}

/* Outside log_head .. log_tail, wherever the tail is by now. */
static bool try_illegal_heads(scord_log_consumer_t *consumer) {
    const uint64_t head = scord_model_counters(consumer->memory->model)->log_head;
    return scord_driver_apb_refused(consumer->driver, true, SCORD_REGISTER_LOG_HEAD,
                                    (uint32_t)(head - 1)) &&
           scord_driver_apb_refused(
               consumer->driver, true, SCORD_REGISTER_LOG_HEAD,
               (uint32_t)(head + consumer->driver->run->config.log_capacity + 1));
}

/* All records, or as many as software has got to. */
static uint64_t draw_head(scord_log_consumer_t *consumer, uint64_t tail) {
    const uint64_t head = scord_model_counters(consumer->memory->model)->log_head;
    if (scord_random_below(&consumer->random, 4) != 0) return tail;
    return head + scord_random_below(&consumer->random, (uint32_t)(tail - head) + 1);
}

static void consume(scord_log_consumer_t *consumer) {
    uint64_t tail;
    if (room(consumer) < MARGIN && !quiesce(consumer)) return;
    if (!read_tail(consumer, &tail)) return;
    scord_memory_checks_log(consumer->memory, tail);
    if (!scord_run_ok(consumer->driver->run)) return;
    if (scord_random_below(&consumer->random, 8) == 0 && !try_illegal_heads(consumer)) return;
    if (room(consumer) < MARGIN && !quiesce(consumer)) return; /* it may have filled up meanwhile */
    const uint64_t head = draw_head(consumer, tail),
                   before = scord_model_counters(consumer->memory->model)->log_head;
    if (!scord_driver_apb_write(consumer->driver, SCORD_REGISTER_LOG_HEAD, (uint32_t)head)) return;
    scord_model_log_consume(consumer->memory->model, head);
    consumer->driver->run->statistics.log_consumed += head - before;
}

void scord_log_service(scord_log_consumer_t *consumer) {
    if (!consumer->driver->run->options.consume_log ||
        !*consumer->driver->device->interrupt_o.bits || !scord_run_ok(consumer->driver->run))
        return;
    if (scord_random_below(&consumer->random, SERVICE_EVERY) != 0) return;
    consume(consumer);
    consumer->driver->paused = false;
}

void scord_log_maybe_reset(scord_log_consumer_t *consumer) {
    if (!consumer->driver->run->options.consume_log ||
        scord_random_below(&consumer->random, 4) != 0)
        return;
    scord_memory_checks_log(consumer->memory, scord_model_race_count(consumer->memory->model));
    if (!scord_run_ok(consumer->driver->run)) return;
    if (!scord_driver_apb_write(consumer->driver, SCORD_REGISTER_CONTROL,
                                1u << SCORD_CONTROL_LOG_RESET))
        return;
    scord_model_log_reset(consumer->memory->model);
    scord_memory_checks_log_reset(consumer->memory);
}
