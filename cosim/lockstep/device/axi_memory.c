/* SPDX-License-Identifier: Apache-2.0 */
/* axi_memory.c: the AXI4 slave behind the device; see axi_memory.h for what it promises.
 *
 *   AW, W ─► writes ─┐ oldest first      choose_response      B
 *   AR ────► reads  ─┴─ complete and due ───────────────► on the pins until taken ─► R
 *
 * A transaction is in its list from its first handshake (a write's data may come before its
 * address: `beats` is 0 until then) to its last response. Both lists have a fixed size and take
 * transactions from `spare`, so nothing is allocated while the device runs. A channel stops being
 * ready while half of a list is taken: the rest is room for data that comes before its address.
 *
 * The memory is the least helpful one that AXI allows: a read takes its data when its address is
 * accepted, a write changes memory when its response is first shown, responses of different IDs
 * come in any order, beats of reads are interleaved, channels sleep. All draws are from one
 * generator, those of errors from another, so that an error rate of 0 changes nothing else.
 *
 * Invariants: list.count + spares = all transactions; `responding` is an index of its list or NONE;
 * the response on the pins does not change until it is taken; of one ID only the oldest responds.
 * What a master holds on a channel that is not ready must stay (`held_payload_t`).
 * Words: sparse_memory.c; rules for the master: axi_rules.c. Reference: AMBA AXI4 (IHI 0022), A3.2
 * handshakes, A3.4 bursts, A5.3 order.
 */
#include <assert.h>
#include "cosim/lockstep/device/axi_memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/lockstep/device/axi_rules.h"
#include "cmodel/base/random.h"
#include "cosim/lockstep/device/sparse_memory.h"

enum {
    MAX_TRANSACTIONS = 2 * SCORD_MAX_METADATA_LINES,
    MAX_WORDS = 4096 / (SCORD_AXI_DATA_WIDTH / 8), /* of a burst: it does not cross 4 KB */
    OKAY = 0,
    SLVERR = 2,        /* DECERR is 3 */
    SHOWN_WAITING = 4, /* reads, and writes, of a report */
    SLEEP_FACTOR = 16, /* a channel sleeps for up to that many times max_latency */
    NONE = -1
};

typedef enum channel {
    CHANNEL_AW,
    CHANNEL_W,
    CHANNEL_AR,
    CHANNEL_B,
    CHANNEL_R,
    CHANNEL_COUNT
} channel_t;

/* A read or write burst. Writes: data collects until complete; reads: data was taken at acceptance.
 * Words and their strobes lie beat after beat. */
typedef struct transaction {
    uint64_t address, accepted, due; /* accepted: its address, or its first data; due: first cycle
                                        of the response, once complete */
    uint32_t id, beats, collected, given;
    bool ended; /* WLAST was seen */
    bool complete, silent;
    uint8_t response; /* of a write */
    uint64_t data[MAX_WORDS];
    uint8_t strobe[MAX_WORDS]; /* writes: WSTRB of a word; reads: RRESP of its beat */
} transaction_t;

typedef struct transaction_list {
    transaction_t *items[MAX_TRANSACTIONS]; /* oldest first */
    unsigned count;
    int responding; /* index whose response is on the pins, or NONE */
} transaction_list_t;

/* What a channel of the master showed last cycle while it was not accepted: it must stay. */
typedef struct held_payload {
    bool held, last;
    /* the words of a beat; or an address, its ID and length */
    uint64_t payload[SCORD_MAX_BEAT_ENTRIES];
    uint8_t strobe[SCORD_MAX_BEAT_ENTRIES]; /* of the words */
} held_payload_t;

struct scord_axi_memory {
    scord_axi_memory_options_t options;
    scord_axi_observer_t observer;
    scord_axi_statistics_t statistics;
    scord_sparse_memory_t words;
    uint64_t transactions, beats_accepted; /* so far; beats of reads */
    scord_random_t random,
        errors; /* errors: a generator of its own, so that a rate of 0 changes nothing else */
    uint64_t cycle;
    uint64_t asleep[CHANNEL_COUNT]; /* until that cycle */
    bool awake[CHANNEL_COUNT];      /* this cycle: ready, or may begin a response */
    transaction_list_t reads, writes;
    transaction_t *spare[2 * MAX_TRANSACTIONS];
    unsigned spare_count;
    held_payload_t aw_held, w_held, ar_held;
};

uint64_t scord_axi_memory_read(scord_axi_memory_t *memory, uint64_t address) {
    return scord_sparse_memory_read(&memory->words, address);
}

void scord_axi_memory_write(scord_axi_memory_t *memory, uint64_t address, uint64_t value) {
    scord_sparse_memory_write(&memory->words, address, value);
}

void scord_axi_memory_fill(scord_axi_memory_t *memory, uint64_t from, uint64_t to, uint64_t value) {
    scord_sparse_memory_fill(&memory->words, from, to, value);
}

/* ---- errors ---- */

static uint8_t draw_response(scord_axi_memory_t *memory) {
    if (!memory->options.error_permille ||
        scord_random_below(&memory->errors, 1000) >= memory->options.error_permille)
        return OKAY;
    return (uint8_t)(SLVERR + (scord_random_next(&memory->errors) >> 32 & 1));
}

static uint32_t words_of(const scord_axi_memory_t *memory, const transaction_t *item) {
    return item->beats * memory->options.beat_entries;
}

/* A word that was never written is no metadata, so the first clear of a place succeeds; later ones
 * may leave it stale. */
static bool may_lose(scord_axi_memory_t *memory, const transaction_t *item) {
    if (item->id != SCORD_AXI_ID_CLEAR) return true;
    for (uint32_t word = 0; word < words_of(memory, item); word++)
        if (scord_axi_memory_read(memory, item->address + 8 * (uint64_t)word) == SCORD_UNWRITTEN)
            return false;
    return true;
}

/* ---- transactions ---- */

static transaction_t *list_add(scord_axi_memory_t *memory, transaction_list_t *list) {
    assert(memory->spare_count > 0 && list->count < MAX_TRANSACTIONS);
    transaction_t *item = memory->spare[--memory->spare_count];
    item->collected = item->given = 0;
    item->accepted = memory->cycle;
    item->silent = ++memory->transactions == memory->options.silent;
    item->ended = item->complete = false;
    item->response = OKAY;
    list->items[list->count++] = item;
    return item;
}

static void list_remove(scord_axi_memory_t *memory, transaction_list_t *list, unsigned index) {
    assert(index < list->count && memory->spare_count < 2 * MAX_TRANSACTIONS);
    memory->spare[memory->spare_count++] = list->items[index];
    memory->statistics.out_of_order += index != 0;
    list->count--;
    for (unsigned i = index; i < list->count; i++) list->items[i] = list->items[i + 1];
}

static void complete(scord_axi_memory_t *memory, transaction_t *item) {
    assert(!item->complete && item->beats > 0);
    item->complete = true;
    item->due = memory->cycle + 1 +
                scord_random_below(&memory->random, memory->options.max_latency);
}

/* The oldest of its ID, complete and due. */
static bool may_respond(const scord_axi_memory_t *memory, const transaction_list_t *list,
                        unsigned index) {
    const transaction_t *item = list->items[index];
    if (!item->complete || item->silent || item->due > memory->cycle) return false;
    for (unsigned i = 0; i < index; i++)
        if (list->items[i]->id == item->id) return false;
    return true;
}

/* Chooses a response, or a beat of one, to put on the pins; IDs in any order. */
static void choose_response(scord_axi_memory_t *memory, transaction_list_t *list) {
    unsigned candidates[MAX_TRANSACTIONS], count = 0;
    assert(list->responding == NONE);
    for (unsigned i = 0; i < list->count; i++)
        if (may_respond(memory, list, i)) candidates[count++] = i;
    if (count)
        list->responding =
            (int)candidates[count == 1 ? 0 : scord_random_below(&memory->random, count)];
}

static void apply_word(scord_axi_memory_t *memory, const transaction_t *item, uint32_t word) {
    const uint64_t address = item->address + 8 * (uint64_t)word,
                   old = scord_axi_memory_read(memory, address);
    uint64_t mask = 0;
    for (unsigned i = 0; i < 8; i++)
        mask |= item->strobe[word] >> i & 1 ? UINT64_C(0xff) << 8 * i : 0;
    if (!mask) return;
    const uint64_t data = (old & ~mask) | (item->data[word] & mask);
    if (!item->response) scord_axi_memory_write(memory, address, data);
    if (memory->observer.written)
        memory->observer.written(memory->observer.context, address, data, old,
                                 item->response != OKAY);
}

/* The write takes effect with its response, or not at all. */
static void apply_write(scord_axi_memory_t *memory, transaction_t *item) {
    item->response = draw_response(memory);
    if (item->response && !may_lose(memory, item)) item->response = OKAY;
    for (uint32_t word = 0; word < words_of(memory, item); word++) apply_word(memory, item, word);
}

/* A fault of the memory that no response reports. */
static void flip_one_bit(scord_axi_memory_t *memory, transaction_t *item) {
    const uint64_t before = memory->beats_accepted;
    memory->beats_accepted += item->beats;
    if (memory->options.flip_beat <= before || memory->options.flip_beat > memory->beats_accepted)
        return;
    const uint32_t word = (uint32_t)(memory->options.flip_beat - 1 - before) *
                              memory->options.beat_entries +
                          memory->options.flip_bit / 64;
    item->data[word] ^= UINT64_C(1) << memory->options.flip_bit % 64;
    memory->statistics.flipped_at = memory->cycle;
}

/* A beat has one response; with an error all its words are garbage. */
static void take_read_data(scord_axi_memory_t *memory, transaction_t *item) {
    uint8_t response = OKAY;
    for (uint32_t word = 0; word < words_of(memory, item); word++) {
        const uint64_t address = item->address + 8 * (uint64_t)word;
        if (word % memory->options.beat_entries == 0) response = draw_response(memory);
        item->strobe[word] = response;
        if (memory->observer.lie && !response)
            scord_axi_memory_write(memory, address,
                                   memory->observer.lie(memory->observer.context, address,
                                                        scord_axi_memory_read(memory, address)));
        item->data[word] = response ? scord_random_next(&memory->errors)
                                    : scord_axi_memory_read(memory, address);
        if (memory->observer.read)
            memory->observer.read(memory->observer.context, address, response != OKAY);
    }
    flip_one_bit(memory, item);
}

/* ---- pins: slave to master ---- */

/* Each channel is awake in three of four cycles, and now and then one or all of them sleep for
 * long. */
static void draw_stalls(scord_axi_memory_t *memory) {
    if (memory->options.max_latency == 1) {
        for (unsigned i = 0; i < CHANNEL_COUNT; i++) memory->awake[i] = true;
        return;
    }
    const uint64_t draw = scord_random_next(&memory->random);
    for (unsigned i = 0; i < CHANNEL_COUNT; i++)
        memory->awake[i] = (draw >> 2 * i & 3) != 0 && memory->cycle >= memory->asleep[i];
    if (draw >> 52 != 0) return; /* one of 4096 cycles begins a long stall */
    const unsigned chosen = (unsigned)(draw >> 48 & 7),
                   length = scord_random_below(&memory->random,
                                               SLEEP_FACTOR * memory->options.max_latency);
    for (unsigned i = 0; i < CHANNEL_COUNT; i++)
        if (i == chosen || chosen >= CHANNEL_COUNT) memory->asleep[i] = memory->cycle + length;
}

static void drive_write_response(scord_axi_memory_t *memory, scord_device_t *device) {
    if (memory->writes.responding == NONE && memory->writes.count && memory->awake[CHANNEL_B]) {
        choose_response(memory, &memory->writes);
        if (memory->writes.responding != NONE)
            apply_write(memory, memory->writes.items[memory->writes.responding]);
    }
    const bool valid = memory->writes.responding != NONE;
    *device->m_axi_bvalid_i.bits = valid;
    if (!valid) return;
    const transaction_t *item = memory->writes.items[memory->writes.responding];
    *device->m_axi_bid_i.bits = (uint8_t)item->id;
    *device->m_axi_bresp_i.bits = item->response;
}

static void drive_read_response(scord_axi_memory_t *memory, scord_device_t *device) {
    if (memory->reads.responding == NONE && memory->reads.count && memory->awake[CHANNEL_R])
        choose_response(memory, &memory->reads);
    const bool valid = memory->reads.responding != NONE;
    *device->m_axi_rvalid_i.bits = valid;
    if (!valid) return;
    const transaction_t *item = memory->reads.items[memory->reads.responding];
    assert(item->given < item->beats);
    *device->m_axi_rid_i.bits = (uint8_t)item->id;
    const uint32_t first = item->given * memory->options.beat_entries;
    for (uint32_t i = 0; i < memory->options.beat_entries; i++)
        scord_port_set(device->m_axi_rdata_i, i * SCORD_AXI_DATA_WIDTH, SCORD_AXI_DATA_WIDTH,
                       item->data[first + i]);
    *device->m_axi_rresp_i.bits = item->strobe[first];
    *device->m_axi_rlast_i.bits = item->given + 1 == item->beats;
}

void scord_axi_memory_drive(scord_axi_memory_t *memory, scord_device_t *device) {
    draw_stalls(memory);
    drive_write_response(memory, device);
    drive_read_response(memory, device);
    if (memory->writes.count >= MAX_TRANSACTIONS / 2) memory->awake[CHANNEL_AW] = false;
    if (memory->reads.count >= MAX_TRANSACTIONS / 2) memory->awake[CHANNEL_AR] = false;
    *device->m_axi_awready_i.bits = memory->awake[CHANNEL_AW];
    *device->m_axi_wready_i.bits = memory->awake[CHANNEL_W];
    *device->m_axi_arready_i.bits = memory->awake[CHANNEL_AR];
}

/* ---- pins: master to slave ---- */

/* WORDS: how many of the payload, and strobes, there are. */
static bool stable(held_payload_t *held, bool valid, bool ready, const held_payload_t *now,
                   unsigned words) {
    const bool ok = !held->held ||
                    (valid && held->last == now->last &&
                     memcmp(held->payload, now->payload, words * sizeof *now->payload) == 0 &&
                     memcmp(held->strobe, now->strobe, words) == 0);
    if (valid && !ready) *held = *now;
    held->held = valid && !ready;
    return ok;
}

/* Nothing is on the channel, and nothing has to be: most cycles of most channels. */
static bool empty(const held_payload_t *held, bool valid) { return !valid && !held->held; }

static const char *sample_write_address(scord_axi_memory_t *memory, const scord_device_t *device) {
    const bool valid = *device->m_axi_awvalid_o.bits, ready = memory->awake[CHANNEL_AW];
    if (empty(&memory->aw_held, valid)) return NULL;
    const uint64_t address = scord_port_get(device->m_axi_awaddr_o, 0, SCORD_ADDRESS_WIDTH);
    const held_payload_t now = {
        .payload = {address,
                    *device->m_axi_awid_o.bits | (uint64_t)*device->m_axi_awlen_o.bits << 8}};
    if (!stable(&memory->aw_held, valid, ready, &now, 2)) return "AW stays until ready";
    if (!valid || !ready) return NULL;
    const char *rule =
        scord_axi_burst_rule(address, *device->m_axi_awlen_o.bits, *device->m_axi_awsize_o.bits,
                             *device->m_axi_awburst_o.bits, memory->options.beat_entries);
    if (rule) return rule;
    /* a burst whose data came first is already in the list, without address */
    transaction_t *item = NULL;
    for (unsigned i = 0; i < memory->writes.count && !item; i++)
        if (!memory->writes.items[i]->beats) item = memory->writes.items[i];
    if (!item) item = list_add(memory, &memory->writes);
    item->address = address;
    item->id = *device->m_axi_awid_o.bits;
    item->beats = *device->m_axi_awlen_o.bits + 1u;
    if (item->ended ? item->collected != item->beats : item->collected >= item->beats)
        return "WLAST ends the burst that AWLEN announced";
    return NULL;
}

/* The first burst whose data are not all there, or a new one whose address is still to come. NULL:
 * no room. */
static transaction_t *burst_of_data(scord_axi_memory_t *memory) {
    for (unsigned i = 0; i < memory->writes.count; i++)
        if (!memory->writes.items[i]->ended) return memory->writes.items[i];
    if (memory->writes.count == MAX_TRANSACTIONS) return NULL;
    transaction_t *item = list_add(memory, &memory->writes);
    item->beats = 0;
    item->id = UINT32_MAX;
    return item;
}

static void write_data(const scord_axi_memory_t *memory, const scord_device_t *device,
                       held_payload_t *now) {
    now->last = *device->m_axi_wlast_o.bits;
    for (uint32_t i = 0; i < memory->options.beat_entries; i++) {
        now->payload[i] = scord_port_get(device->m_axi_wdata_o, i * SCORD_AXI_DATA_WIDTH,
                                         SCORD_AXI_DATA_WIDTH);
        now->strobe[i] = (uint8_t)scord_port_get(device->m_axi_wstrb_o, 8 * i, 8);
    }
}

static const char *sample_write_data(scord_axi_memory_t *memory, const scord_device_t *device) {
    const bool valid = *device->m_axi_wvalid_o.bits, ready = memory->awake[CHANNEL_W];
    if (empty(&memory->w_held, valid)) return NULL;
    held_payload_t now; /* as many words as a beat has */
    write_data(memory, device, &now);
    if (!stable(&memory->w_held, valid, ready, &now, memory->options.beat_entries))
        return "W stays until ready";
    if (!valid || !ready) return NULL;
    transaction_t *item = burst_of_data(memory);
    if (!item) return "write data runs at most 128 bursts ahead of its address";
    if (item->collected >= SCORD_AXI_BURST_BEATS) return "a burst has at most 256 beats";
    if (item->collected >= MAX_WORDS / memory->options.beat_entries)
        return "a burst does not cross 4 KB";
    const uint32_t first = item->collected++ * memory->options.beat_entries;
    for (uint32_t i = 0; i < memory->options.beat_entries; i++) {
        item->data[first + i] = now.payload[i];
        item->strobe[first + i] = now.strobe[i];
    }
    item->ended = now.last;
    memory->statistics.write_beats++;
    if (item->beats && now.last != (item->collected == item->beats))
        return "WLAST ends the burst that AWLEN announced";
    return NULL;
}

/* Every strobed word of a write-back, in all beats. */
static const char *write_back_rule(const scord_axi_memory_t *memory, const transaction_t *item) {
    if (!memory->observer.written_back ||
        !scord_axi_is_metadata(item->id, memory->options.metadata_lines))
        return NULL;
    for (uint32_t word = 0; word < words_of(memory, item); word++) {
        if (!item->strobe[word]) continue;
        const char *rule = memory->observer.written_back(memory->observer.context,
                                                         item->address + 8 * (uint64_t)word);
        if (rule) return rule;
    }
    return NULL;
}

static const char *complete_writes(scord_axi_memory_t *memory) {
    for (unsigned i = 0; i < memory->writes.count; i++) {
        transaction_t *item = memory->writes.items[i];
        if (item->complete || !item->beats || !item->ended) continue;
        complete(memory, item);
        memory->statistics.write_bursts++;
        const char *rule = scord_axi_write_rule(item->address, item->beats, item->id,
                                                memory->options.metadata_lines,
                                                memory->options.beat_entries, item->strobe);
        if (!rule) rule = write_back_rule(memory, item);
        if (rule) return rule;
    }
    return NULL;
}

/* Is the entry at ADDRESS in a write-back that is on its way or not confirmed? */
static bool unconfirmed(const scord_axi_memory_t *memory, uint64_t address) {
    for (unsigned i = 0; i < memory->writes.count; i++) {
        const transaction_t *item = memory->writes.items[i];
        const uint64_t word = (address - item->address) / 8; /* huge below the burst */
        if (scord_axi_is_metadata(item->id, memory->options.metadata_lines) &&
            word < (uint64_t)item->collected * memory->options.beat_entries && item->strobe[word])
            return true;
    }
    return false;
}

static const char *outstanding_rule(const scord_axi_memory_t *memory, const transaction_t *item) {
    if (memory->reads.count > SCORD_MAX_METADATA_LINES)
        return "there are more reads outstanding than read slots";
    for (unsigned i = 0; i + 1 < memory->reads.count; i++)
        if (memory->reads.items[i]->id == item->id) return "a read slot has one read at a time";
    for (uint32_t word = 0; word < words_of(memory, item); word++)
        if (unconfirmed(memory, item->address + 8 * (uint64_t)word))
            return "an entry is read after its write-back was confirmed";
    return NULL;
}

static const char *sample_read_address(scord_axi_memory_t *memory, const scord_device_t *device) {
    const bool valid = *device->m_axi_arvalid_o.bits, ready = memory->awake[CHANNEL_AR];
    if (empty(&memory->ar_held, valid)) return NULL;
    const uint64_t address = scord_port_get(device->m_axi_araddr_o, 0, SCORD_ADDRESS_WIDTH);
    const held_payload_t now = {
        .payload = {address,
                    *device->m_axi_arid_o.bits | (uint64_t)*device->m_axi_arlen_o.bits << 8}};
    if (!stable(&memory->ar_held, valid, ready, &now, 2)) return "AR stays until ready";
    if (!valid || !ready) return NULL;
    const uint32_t beats = *device->m_axi_arlen_o.bits + 1u, id = *device->m_axi_arid_o.bits;
    const char *rule = scord_axi_burst_rule(address, beats - 1, *device->m_axi_arsize_o.bits,
                                            *device->m_axi_arburst_o.bits,
                                            memory->options.beat_entries);
    if (!rule)
        rule = scord_axi_read_rule(address, beats, id, memory->options.metadata_lines,
                                   memory->options.beat_entries);
    if (rule) return rule;
    transaction_t *item = list_add(memory, &memory->reads);
    item->address = address;
    item->id = id;
    item->beats = beats;
    memory->statistics.read_bursts++;
    if (memory->reads.count > memory->statistics.most_reads)
        memory->statistics.most_reads = memory->reads.count;
    rule = outstanding_rule(memory, item);
    if (rule) return rule;
    take_read_data(memory, item);
    complete(memory, item);
    return NULL;
}

static bool older_is_given_in_part(const transaction_list_t *list, unsigned index) {
    for (unsigned i = 0; i < index; i++)
        if (list->items[i]->given) return true;
    return false;
}

static void take_read_beat(scord_axi_memory_t *memory) {
    const unsigned index = (unsigned)memory->reads.responding;
    transaction_t *item = memory->reads.items[index];
    memory->statistics.read_beats++;
    memory->statistics.read_errors += item->strobe[item->given * memory->options.beat_entries] !=
                                      OKAY;
    memory->statistics.interleaved += older_is_given_in_part(&memory->reads, index);
    memory->reads.responding = NONE; /* the next beat may be another ID's */
    if (++item->given == item->beats) list_remove(memory, &memory->reads, index);
}

static void sample_responses(scord_axi_memory_t *memory, const scord_device_t *device) {
    if (memory->writes.responding != NONE && *device->m_axi_bready_o.bits) {
        const unsigned index = (unsigned)memory->writes.responding;
        memory->statistics.write_errors += memory->writes.items[index]->response != OKAY;
        memory->writes.responding = NONE;
        list_remove(memory, &memory->writes, index);
    }
    if (memory->reads.responding != NONE && *device->m_axi_rready_o.bits) take_read_beat(memory);
}

bool scord_axi_memory_sample(scord_axi_memory_t *memory, const scord_device_t *device,
                             const char **rule) {
    sample_responses(memory, device);
    *rule = sample_write_address(memory, device);
    if (!*rule) *rule = sample_write_data(memory, device);
    if (!*rule) *rule = sample_read_address(memory, device);
    if (!*rule) *rule = complete_writes(memory);
    memory->cycle++;
    return !*rule;
}

/* ---- what waits ---- */

static size_t add_waiting(const transaction_list_t *list, const char *kind, char *text, size_t size,
                          size_t used) {
    for (unsigned i = 0; i < list->count && i < SHOWN_WAITING && used < size; i++) {
        const transaction_t *item = list->items[i];
        const int length =
            item->beats == 0
                ? snprintf(text + used, size - used,
                           "  memory    %s data without an address since cycle %llu\n", kind,
                           (unsigned long long)item->accepted)
                : snprintf(
                      text + used, size - used,
                      "  memory    %s of %u beats at 0x%llx, ID %u, accepted in cycle %llu: %s\n",
                      kind, item->beats, (unsigned long long)item->address, item->id,
                      (unsigned long long)item->accepted,
                      item->complete ? "no response" : "data incomplete");
        used += length < 0 ? 0 : (size_t)length;
    }
    return used;
}

char *scord_axi_memory_waiting(const scord_axi_memory_t *memory, char *text, size_t size) {
    text[0] = '\0';
    add_waiting(&memory->writes, "write", text, size,
                add_waiting(&memory->reads, "read", text, size, 0));
    return text;
}

/* ---- life ---- */

const scord_axi_statistics_t *scord_axi_memory_statistics(const scord_axi_memory_t *memory) {
    return &memory->statistics;
}

void scord_axi_memory_observe(scord_axi_memory_t *memory, const scord_axi_observer_t *observer) {
    memory->observer = *observer;
}

static bool make_transactions(scord_axi_memory_t *memory) {
    for (unsigned i = 0; i < 2 * MAX_TRANSACTIONS; i++) {
        memory->spare[memory->spare_count] = calloc(1, sizeof(transaction_t));
        if (!memory->spare[memory->spare_count]) return false;
        memory->spare_count++;
    }
    return true;
}

scord_axi_memory_t *scord_axi_memory_create(const scord_axi_memory_options_t *options) {
    scord_axi_memory_t *memory = calloc(1, sizeof *memory);
    if (!memory) return NULL;
    memory->options = *options;
    if (!memory->options.max_latency) memory->options.max_latency = 1;
    if (!memory->options.beat_entries) memory->options.beat_entries = 1;
    memory->random = scord_random_seed(options->seed, 1);
    memory->errors = scord_random_seed(options->seed, 2);
    memory->reads.responding = memory->writes.responding = NONE;
    if (make_transactions(memory)) return memory;
    scord_axi_memory_destroy(memory);
    return NULL;
}

void scord_axi_memory_destroy(scord_axi_memory_t *memory) {
    if (!memory) return;
    for (unsigned i = 0; i < memory->spare_count; i++) free(memory->spare[i]);
    for (unsigned i = 0; i < memory->reads.count; i++) free(memory->reads.items[i]);
    for (unsigned i = 0; i < memory->writes.count; i++) free(memory->writes.items[i]);
    scord_sparse_memory_destroy(&memory->words);
    free(memory);
}
