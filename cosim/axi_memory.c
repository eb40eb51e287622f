/* axi_memory.c: pages of 512 words in an open-addressing table; a short list of transactions in order of acceptance. */
#include "axi_memory.h"

#include <stdlib.h>

#include "random_source.h"

enum { PAGE_WORDS = 512, PAGE_BYTES = 8 * PAGE_WORDS, MAX_TRANSACTIONS = 64 };
#define UNWRITTEN UINT64_C(0xdeadbeefdeadbeef)

typedef struct page {
    uint64_t number; /* address / PAGE_BYTES */
    uint64_t *words;
} page_t;

/* A read or write burst. Writes: data collects until complete; reads: data was taken at acceptance. */
typedef struct transaction {
    uint64_t address, due; /* due: first cycle of the response, once complete */
    uint32_t id, beats, collected, given;
    bool ended;    /* WLAST was seen */
    bool complete;
    uint64_t data[SCORD_AXI_BURST_BEATS];
    uint8_t strobe[SCORD_AXI_BURST_BEATS];
} transaction_t;

typedef struct transaction_list {
    transaction_t *items[MAX_TRANSACTIONS]; /* oldest first */
    unsigned count;
    int responding; /* index whose response is on the pins, or -1 */
} transaction_list_t;

/* What a channel of the master showed last cycle while it was not accepted: it must stay. */
typedef struct held_payload {
    bool held;
    uint64_t payload[2];
} held_payload_t;

struct scord_axi_memory {
    page_t *pages;
    size_t page_slots, page_count;
    page_t last;
    scord_random_t random;
    uint32_t max_latency;
    uint64_t cycle;
    transaction_list_t reads, writes;
    transaction_t *spare[2 * MAX_TRANSACTIONS];
    unsigned spare_count;
    uint8_t ready; /* bits: aw, w, ar of this cycle */
    held_payload_t aw_held, w_held, ar_held;
};

/* ---- storage ---------------------------------------------------------------------------------------------------- */

static page_t *page_slot(page_t *pages, size_t slots, uint64_t number) {
    size_t slot = (size_t)(number * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (slots - 1);
    while (pages[slot].words && pages[slot].number != number) slot = (slot + 1) & (slots - 1);
    return &pages[slot];
}

static void grow_pages(scord_axi_memory_t *memory) {
    const size_t slots = 2 * memory->page_slots;
    page_t *pages = calloc(slots, sizeof *pages);
    if (!pages) abort(); /* a verification bench that cannot hold its memory image has nothing to report */
    for (size_t i = 0; i < memory->page_slots; i++)
        if (memory->pages[i].words) *page_slot(pages, slots, memory->pages[i].number) = memory->pages[i];
    free(memory->pages);
    memory->pages = pages;
    memory->page_slots = slots;
}

static uint64_t *page_words(scord_axi_memory_t *memory, uint64_t number, bool make) {
    if (memory->last.words && memory->last.number == number) return memory->last.words;
    if (make && 2 * memory->page_count >= memory->page_slots) grow_pages(memory);
    page_t *page = page_slot(memory->pages, memory->page_slots, number);
    if (!page->words && make) {
        page->words = malloc(PAGE_BYTES);
        if (!page->words) abort();
        for (unsigned i = 0; i < PAGE_WORDS; i++) page->words[i] = UNWRITTEN;
        page->number = number;
        memory->page_count++;
    }
    if (page->words) memory->last = *page;
    return page->words;
}

uint64_t scord_axi_memory_read(scord_axi_memory_t *memory, uint64_t address) {
    const uint64_t *words = page_words(memory, address / PAGE_BYTES, false);
    return words ? words[address / 8 % PAGE_WORDS] : UNWRITTEN;
}

void scord_axi_memory_write(scord_axi_memory_t *memory, uint64_t address, uint64_t value) {
    page_words(memory, address / PAGE_BYTES, true)[address / 8 % PAGE_WORDS] = value;
}

static void write_strobed(scord_axi_memory_t *memory, uint64_t address, uint64_t value, uint8_t strobe) {
    uint64_t mask = 0;
    for (unsigned i = 0; i < 8; i++) mask |= strobe >> i & 1 ? UINT64_C(0xff) << 8 * i : 0;
    scord_axi_memory_write(memory, address, (scord_axi_memory_read(memory, address) & ~mask) | (value & mask));
}

/* ---- transactions ------------------------------------------------------------------------------------------------ */

static transaction_t *list_add(scord_axi_memory_t *memory, transaction_list_t *list) {
    transaction_t *item = memory->spare[--memory->spare_count];
    item->collected = item->given = 0;
    item->ended = item->complete = false;
    list->items[list->count++] = item;
    return item;
}

static void list_remove(scord_axi_memory_t *memory, transaction_list_t *list, unsigned index) {
    memory->spare[memory->spare_count++] = list->items[index];
    list->count--;
    for (unsigned i = index; i < list->count; i++) list->items[i] = list->items[i + 1];
    list->responding = -1;
}

static void complete(scord_axi_memory_t *memory, transaction_t *item) {
    item->complete = true;
    item->due = memory->cycle + 1 + scord_random_below(&memory->random, memory->max_latency);
}

/* The oldest of its ID, complete and due. */
static bool may_respond(const scord_axi_memory_t *memory, const transaction_list_t *list, unsigned index) {
    const transaction_t *item = list->items[index];
    if (!item->complete || item->due > memory->cycle) return false;
    for (unsigned i = 0; i < index; i++)
        if (list->items[i]->id == item->id) return false;
    return true;
}

/* Chooses a response to put on the pins; responses of different IDs in any order. */
static void choose_response(scord_axi_memory_t *memory, transaction_list_t *list) {
    unsigned candidates[MAX_TRANSACTIONS], count = 0;
    if (list->responding >= 0) return; /* stays until it was taken */
    for (unsigned i = 0; i < list->count; i++)
        if (may_respond(memory, list, i)) candidates[count++] = i;
    if (count) list->responding = (int)candidates[count == 1 ? 0 : scord_random_below(&memory->random, count)];
}

/* The write takes effect with its response. */
static void apply_write(scord_axi_memory_t *memory, const transaction_t *item) {
    for (uint32_t beat = 0; beat < item->beats; beat++)
        write_strobed(memory, item->address + 8 * beat, item->data[beat], item->strobe[beat]);
}

/* ---- pins --------------------------------------------------------------------------------------------------------- */

static void drive_write_response(scord_axi_memory_t *memory, scord_device_t *device) {
    const bool fresh = memory->writes.responding < 0;
    if (memory->writes.count) choose_response(memory, &memory->writes);
    const bool valid = memory->writes.responding >= 0;
    *device->m_axi_bvalid_i.bits = valid;
    if (!valid) return;
    const transaction_t *item = memory->writes.items[memory->writes.responding];
    if (fresh) apply_write(memory, item);
    *device->m_axi_bid_i.bits = (uint8_t)item->id;
    *device->m_axi_bresp_i.bits = 0;
}

static void drive_read_response(scord_axi_memory_t *memory, scord_device_t *device) {
    if (memory->reads.count) choose_response(memory, &memory->reads);
    const bool valid = memory->reads.responding >= 0;
    *device->m_axi_rvalid_i.bits = valid;
    if (!valid) return;
    const transaction_t *item = memory->reads.items[memory->reads.responding];
    *device->m_axi_rid_i.bits = (uint8_t)item->id;
    scord_port_set(device->m_axi_rdata_i, 0, 64, item->data[item->given]);
    *device->m_axi_rresp_i.bits = 0;
    *device->m_axi_rlast_i.bits = item->given + 1 == item->beats;
}

void scord_axi_memory_drive(scord_axi_memory_t *memory, scord_device_t *device) {
    drive_write_response(memory, device);
    drive_read_response(memory, device);
    /* each channel is ready in three of four cycles; with max_latency 1 the memory is as fast as AXI allows */
    const uint64_t stall = memory->max_latency > 1 ? scord_random_next(&memory->random) : UINT64_MAX;
    memory->ready = (uint8_t)(((stall >> 10 & 3) != 0) | ((stall >> 20 & 3) != 0) << 1 | ((stall >> 30 & 3) != 0) << 2);
    if (memory->writes.count >= MAX_TRANSACTIONS / 2) memory->ready &= (uint8_t)~1u;
    if (memory->reads.count >= MAX_TRANSACTIONS / 2) memory->ready &= (uint8_t)~4u;
    *device->m_axi_awready_i.bits = memory->ready & 1;
    *device->m_axi_wready_i.bits = memory->ready >> 1 & 1;
    *device->m_axi_arready_i.bits = memory->ready >> 2 & 1;
}

static bool stable(held_payload_t *held, bool valid, bool ready, uint64_t payload0, uint64_t payload1) {
    const bool ok = !held->held || (valid && held->payload[0] == payload0 && held->payload[1] == payload1);
    held->held = valid && !ready;
    held->payload[0] = payload0;
    held->payload[1] = payload1;
    return ok;
}

static const char *burst_rule(uint64_t address, unsigned length, unsigned size, unsigned burst) {
    if (size != 3) return "transfers are 8 bytes wide (AxSIZE = 3)";
    if (burst != 1) return "bursts are INCR (AxBURST = 1)";
    if (address % 8) return "addresses are multiples of 8";
    if (address / 4096 != (address + 8 * length + 7) / 4096) return "a burst does not cross 4 KB";
    return NULL;
}

static const char *sample_write_address(scord_axi_memory_t *memory, const scord_device_t *device) {
    const bool valid = *device->m_axi_awvalid_o.bits, ready = memory->ready & 1;
    const uint64_t address = scord_port_get(device->m_axi_awaddr_o, 0, SCORD_ADDRESS_WIDTH);
    const uint64_t rest = *device->m_axi_awid_o.bits | (uint64_t)*device->m_axi_awlen_o.bits << 8;
    if (!stable(&memory->aw_held, valid, ready, address, rest)) return "AW stays until ready";
    if (!valid || !ready) return NULL;
    const char *rule = burst_rule(address, *device->m_axi_awlen_o.bits, *device->m_axi_awsize_o.bits, *device->m_axi_awburst_o.bits);
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

static const char *sample_write_data(scord_axi_memory_t *memory, const scord_device_t *device) {
    const bool valid = *device->m_axi_wvalid_o.bits, ready = memory->ready >> 1 & 1, last = *device->m_axi_wlast_o.bits;
    const uint64_t data = scord_port_get(device->m_axi_wdata_o, 0, SCORD_AXI_DATA_WIDTH);
    if (!stable(&memory->w_held, valid, ready, data, *device->m_axi_wstrb_o.bits | (uint64_t)last << 8)) return "W stays until ready";
    if (!valid || !ready) return NULL;
    transaction_t *item = NULL;
    for (unsigned i = 0; i < memory->writes.count && !item; i++)
        if (!memory->writes.items[i]->ended) item = memory->writes.items[i];
    if (!item) {
        if (memory->writes.count == MAX_TRANSACTIONS) return "write data runs at most 64 bursts ahead of its address";
        item = list_add(memory, &memory->writes);
        item->beats = 0; /* address still to come */
        item->id = UINT32_MAX;
    }
    if (item->collected >= SCORD_AXI_BURST_BEATS) return "a burst has at most 256 beats";
    item->data[item->collected] = data;
    item->strobe[item->collected++] = *device->m_axi_wstrb_o.bits;
    item->ended = last;
    if (item->beats && last != (item->collected == item->beats)) return "WLAST ends the burst that AWLEN announced";
    return NULL;
}

static void complete_write(scord_axi_memory_t *memory) {
    for (unsigned i = 0; i < memory->writes.count; i++) {
        transaction_t *item = memory->writes.items[i];
        if (!item->complete && item->beats && item->ended) complete(memory, item);
    }
}

static const char *sample_read_address(scord_axi_memory_t *memory, const scord_device_t *device) {
    const bool valid = *device->m_axi_arvalid_o.bits, ready = memory->ready >> 2 & 1;
    const uint64_t address = scord_port_get(device->m_axi_araddr_o, 0, SCORD_ADDRESS_WIDTH);
    const uint64_t rest = *device->m_axi_arid_o.bits | (uint64_t)*device->m_axi_arlen_o.bits << 8;
    if (!stable(&memory->ar_held, valid, ready, address, rest)) return "AR stays until ready";
    if (!valid || !ready) return NULL;
    const char *rule = burst_rule(address, *device->m_axi_arlen_o.bits, *device->m_axi_arsize_o.bits, *device->m_axi_arburst_o.bits);
    if (rule) return rule;
    transaction_t *item = list_add(memory, &memory->reads);
    item->address = address;
    item->id = *device->m_axi_arid_o.bits;
    item->beats = *device->m_axi_arlen_o.bits + 1u;
    for (uint32_t beat = 0; beat < item->beats; beat++) item->data[beat] = scord_axi_memory_read(memory, address + 8 * beat);
    complete(memory, item);
    return NULL;
}

static void sample_responses(scord_axi_memory_t *memory, const scord_device_t *device) {
    if (memory->writes.responding >= 0 && *device->m_axi_bready_o.bits)
        list_remove(memory, &memory->writes, (unsigned)memory->writes.responding);
    if (memory->reads.responding >= 0 && *device->m_axi_rready_o.bits) {
        transaction_t *item = memory->reads.items[memory->reads.responding];
        if (++item->given == item->beats) list_remove(memory, &memory->reads, (unsigned)memory->reads.responding);
    }
}

bool scord_axi_memory_sample(scord_axi_memory_t *memory, const scord_device_t *device, const char **rule) {
    sample_responses(memory, device);
    *rule = sample_write_address(memory, device);
    if (!*rule) *rule = sample_write_data(memory, device);
    if (!*rule) *rule = sample_read_address(memory, device);
    complete_write(memory);
    memory->cycle++;
    return !*rule;
}

/* ---- life --------------------------------------------------------------------------------------------------------- */

scord_axi_memory_t *scord_axi_memory_create(uint64_t seed, uint32_t max_latency) {
    scord_axi_memory_t *memory = calloc(1, sizeof *memory);
    if (!memory) return NULL;
    memory->random = scord_random_seed(seed, 1);
    memory->max_latency = max_latency ? max_latency : 1;
    memory->reads.responding = memory->writes.responding = -1;
    memory->page_slots = 64;
    memory->pages = calloc(memory->page_slots, sizeof *memory->pages);
    for (unsigned i = 0; i < 2 * MAX_TRANSACTIONS; i++) {
        memory->spare[memory->spare_count] = calloc(1, sizeof(transaction_t));
        if (memory->spare[memory->spare_count]) memory->spare_count++;
    }
    if (memory->pages && memory->spare_count == 2 * MAX_TRANSACTIONS) return memory;
    scord_axi_memory_destroy(memory);
    return NULL;
}

void scord_axi_memory_destroy(scord_axi_memory_t *memory) {
    if (!memory) return;
    for (size_t i = 0; memory->pages && i < memory->page_slots; i++) free(memory->pages[i].words);
    for (unsigned i = 0; i < memory->spare_count; i++) free(memory->spare[i]);
    for (unsigned i = 0; i < memory->reads.count; i++) free(memory->reads.items[i]);
    for (unsigned i = 0; i < memory->writes.count; i++) free(memory->writes.items[i]);
    free(memory->pages);
    free(memory);
}
