/* log_consumer.c: see log_consumer.h.
 *
 * A record that finds the ring full is dropped when its turn to be written comes, some cycles after
 * its decision; the model drops it at the decision. Both agree as long as no record is on its way
 * while the head moves, or none can find the ring full: the consumer makes one of the two true and
 * masks nothing.
 */
#include "cosim/lockstep/log_consumer.h"

enum {
    MARGIN = 64,       /* records: more than are decided while the head is being written */
    SERVICE_EVERY = 64 /* calls, in the mean, from interrupt to service */
};

static uint64_t room(const scord_lockstep_t *lockstep) {
    const scord_model_counters_t *model = scord_model_counters(lockstep->model);
    return lockstep->config.log_capacity - (model->log_tail - model->log_head);
}

/* Something of what was presented may still be decided. */
static bool deciding(const scord_lockstep_t *lockstep) {
    for (unsigned sm = 0; sm < lockstep->config.num_sms; sm++)
        if (lockstep->presented_sms >> sm & 1 || lockstep->sm[sm].pending_count) return true;
    return false;
}

/* Reads log_tail; its upper bits are the model's. */
static bool read_tail(scord_lockstep_t *lockstep, uint64_t *tail) {
    uint32_t low;
    if (!scord_driver_apb_read(lockstep, SCORD_REGISTER_LOG_TAIL, &low)) return false;
    const uint64_t newest = scord_model_race_count(lockstep->model);
    *tail = newest - (uint32_t)((uint32_t)newest - low);
    if (newest - *tail <= lockstep->config.log_capacity) return true;
    scord_mismatch_number(lockstep, NULL, "control_registers", "log_tail", (uint32_t)newest, low);
    return false;
}

static bool written_or_dropped(scord_lockstep_t *lockstep, bool *all) {
    const scord_model_counters_t *model = scord_model_counters(lockstep->model);
    uint32_t tail, dropped;
    if (!scord_driver_apb_read(lockstep, SCORD_REGISTER_LOG_TAIL, &tail) ||
        !scord_driver_apb_read(lockstep, SCORD_REGISTER_LOG_DROPPED, &dropped))
        return false;
    *all = tail + dropped == (uint32_t)(model->log_tail + model->log_dropped);
    return true;
}

/* Shows the SMs nothing new until every decision is made and every record is written or dropped. */
static bool quiesce(scord_lockstep_t *lockstep) {
    lockstep->paused = true;
    lockstep->last_progress = lockstep->cycle;
    while (deciding(lockstep))
        if (!scord_driver_cycle(lockstep) || scord_driver_hung(lockstep, "retire")) return false;
    for (bool all = false; !all;)
        if (!written_or_dropped(lockstep, &all) ||
            scord_driver_hung(lockstep, "log_tail+log_dropped"))
            return false;
    return true;
}

/* Outside log_head .. log_tail, wherever the tail is by now. */
static bool try_illegal_heads(scord_lockstep_t *lockstep) {
    const uint64_t head = scord_model_counters(lockstep->model)->log_head;
    return scord_driver_apb_refused(lockstep, true, SCORD_REGISTER_LOG_HEAD,
                                    (uint32_t)(head - 1)) &&
           scord_driver_apb_refused(lockstep, true, SCORD_REGISTER_LOG_HEAD,
                                    (uint32_t)(head + lockstep->config.log_capacity + 1));
}

/* All records, or as many as software has got to. */
static uint64_t draw_head(scord_lockstep_t *lockstep, uint64_t tail) {
    const uint64_t head = scord_model_counters(lockstep->model)->log_head;
    if (scord_random_below(&lockstep->software, 4) != 0) return tail;
    return head + scord_random_below(&lockstep->software, (uint32_t)(tail - head) + 1);
}

static void consume(scord_lockstep_t *lockstep) {
    uint64_t tail;
    if (room(lockstep) < MARGIN && !quiesce(lockstep)) return;
    if (!read_tail(lockstep, &tail)) return;
    scord_scoreboard_log(lockstep, tail);
    if (lockstep->status != SCORD_LOCKSTEP_OK) return;
    if (scord_random_below(&lockstep->software, 8) == 0 && !try_illegal_heads(lockstep)) return;
    if (room(lockstep) < MARGIN && !quiesce(lockstep)) return; /* it may have filled up meanwhile */
    const uint64_t head = draw_head(lockstep, tail),
                   before = scord_model_counters(lockstep->model)->log_head;
    if (!scord_driver_apb_write(lockstep, SCORD_REGISTER_LOG_HEAD, (uint32_t)head)) return;
    scord_model_log_consume(lockstep->model, head);
    lockstep->statistics.log_consumed += head - before;
}

void scord_log_service(scord_lockstep_t *lockstep) {
    if (!lockstep->options.consume_log || !*lockstep->device->interrupt_o.bits ||
        lockstep->status != SCORD_LOCKSTEP_OK)
        return;
    if (scord_random_below(&lockstep->software, SERVICE_EVERY) != 0) return;
    consume(lockstep);
    lockstep->paused = false;
}

void scord_log_maybe_reset(scord_lockstep_t *lockstep) {
    if (!lockstep->options.consume_log || scord_random_below(&lockstep->software, 4) != 0) return;
    scord_scoreboard_log(lockstep, scord_model_race_count(lockstep->model));
    if (lockstep->status != SCORD_LOCKSTEP_OK) return;
    if (!scord_driver_apb_write(lockstep, SCORD_REGISTER_CONTROL, 1u << SCORD_CONTROL_LOG_RESET))
        return;
    scord_model_log_reset(lockstep->model);
    lockstep->log_compared = 0;
}
