/* SPDX-License-Identifier: Apache-2.0 */
/* ordering.c: see ordering.h. What is found goes into the event stream as findings of kind launch;
 * their two places are call sites of the host, which get pcs of their own, above all kernels'.
 *
 * Memory is known by the address at which the program's host side has it, so that a mirror's two
 * sides are one (mirrors.c). Pageable memory of the host is not looked at: copies are done with it
 * when their call returns.
 */
#include "sim/runtime/ordering.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/base/array.h"
#include "cmodel/base/demangle.h"
#include "cmodel/base/index_map.h"
#include "cmodel/stream/finding_rules.h"
#include "sim/runtime/host/call_sites.h"
#include "sim/runtime/dependent_launches.h"
#include "sim/runtime/device_launches.h"
#include "sim/runtime/host/host_atomics.h"
#include "sim/runtime/host/host_pages.h"
#include "sim/runtime/host/host_threads.h"
#include "sim/runtime/kernel_words.h"
#include "sim/runtime/operations.h"
#include "sim/runtime/timeline.h"

#define SITE_PCS SCORD_HOST_PC

/* A place of the program that asks for operations, and of what kind. */
typedef struct site {
    uintptr_t frame[CALL_FRAMES];
    const char *call;             /* "cudaMemcpyAsync"; NULL: a kernel */
    const ptx_function_t *kernel; /* of it … */
    const ptx_module_t *module;
    uint32_t pc_base;
    uint32_t pc;                    /* 0: not in the stream yet */
    uint32_t number;                /* in the list of them */
    char place[96];                 /* "a.cu:12", for people; "" until it is */
    char from[96];                  /* " called from a.cu:30": its callers; "": none is known */
    const ptx_function_t *launcher; /* that asks for it; NULL: the host does */
    ptx_location_t at;              /* in the launcher */
    bool access;                    /* of the host: the first frame is no call */
} site_t;

/* Findings of two places: the first is reported at once, how many followed at the end. */
typedef struct reported {
    scord_event_finding_t finding;
    uint64_t pending;
} reported_t;

struct session_ordering {
    order_t *order;
    site_t **site;
    uint32_t sites, sites_allocated;
    scord_index_map_t site_of; /* hash → index */
    uint32_t next_pc;
    order_operation_t *kernel; /* that runs; NULL: none */
    order_operation_t *now;    /* copy, set or host function; NULL: none */
    bool known;                /* what it touches: it was put off */
    reported_t *reported;
    uint32_t reports, reports_allocated;
    bool per_thread;  /* stream 0 is cudaStreamPerThread */
    bool raced;       /* the host's access did */
    bool noted;       /* what the host does in some memory is not looked at */
    bool waits, kept; /* operations do; what the host touches is kept for them */
    /* Rows of the picture: of each operation, each event's record, the last of each stream. */
    uint32_t *row_of, *row_of_event, *last_row;
    uint32_t rows_allocated, event_rows_allocated, last_rows_allocated;
    uint64_t *freed; /* by cudaFreeAsync: kept until all is done, so that later uses are seen */
    uint32_t frees, frees_allocated;
};

static _Thread_local uint32_t per_thread_stream = ORDER_NONE;

order_t *ordering_order(const session_t *session) {
    return !session->ordering ? NULL : session->ordering->order;
}
static order_t *order_of(session_t *session) { return ordering_order(session); }
static uint32_t thread_of(session_t *session) { return host_threads_number(session); }

/* ---- places ---- */

static uint64_t hash_of(const site_t *site) {
    uint64_t hash = 1469598103934665603u;
    for (unsigned i = 0; i < CALL_FRAMES; i++) hash = (hash ^ site->frame[i]) * 1099511628211u;
    hash = (hash ^ (uintptr_t)site->call) * 1099511628211u;
    hash = (hash ^ (uintptr_t)site->launcher) * 1099511628211u;
    hash = (hash ^ site->at.line) * 1099511628211u;
    return (hash ^ (uintptr_t)site->kernel) * 1099511628211u;
}

static void no_memory(session_t *session) {
    session_end(session, RUN_ENVIRONMENT,
                "out of memory for the order of operations; check --without launch");
}

static const site_t *keep_site(session_t *session, const site_t *site) {
    session_ordering_t *ordering = session->ordering;
    const uint64_t hash = hash_of(site);
    const uint32_t known = scord_index_map_find(&ordering->site_of, hash);
    if (known != SCORD_INDEX_NONE) return ordering->site[known];
    site_t *kept = malloc(sizeof *kept);
    if (!kept ||
        !SCORD_ARRAY_ROOM(ordering->site, ordering->sites_allocated, ordering->sites + 1) ||
        !scord_index_map_add(&ordering->site_of, hash, ordering->sites))
        no_memory(session);
    *kept = *site;
    kept->number = ordering->sites;
    return ordering->site[ordering->sites++] = kept;
}

static _Thread_local const uintptr_t *given_place; /* ordering_place */
static _Thread_local const site_t *graph;          /* that is launched; NULL: none */

void ordering_place(const uintptr_t *frames) { given_place = frames; }

static const site_t *site_here(session_t *session, const char *call) {
    site_t site = {.call = session->called_as ? session->called_as : call};
    if (given_place)
        memcpy(site.frame, given_place, sizeof site.frame);
    else
        call_frames(site.frame);
    return keep_site(session, &site);
}

void ordering_graph_begin(session_t *session) {
    graph = session->ordering ? site_here(session, "cudaGraphLaunch") : NULL;
}
void ordering_graph_end(session_t *session) {
    (void)session;
    graph = NULL;
}

/* Where the function of the place was called, as far as two lines go. */
static void note_callers(site_t *site, const call_place_t *place, unsigned count) {
    size_t used = 0;
    for (unsigned i = 0; i < count && used < sizeof site->from; i++) {
        const char *folder = strrchr(place[i].file, '/');
        used += (size_t)snprintf(site->from + used, sizeof site->from - used, "%s%.40s:%u",
                                 i == 0 ? " called from " : ", ",
                                 folder ? folder + 1 : place[i].file, place[i].line);
    }
}

/* The place as a location of the stream, once. */
static uint32_t site_pc(session_t *session, const site_t *constant) {
    site_t *site = (site_t *)(uintptr_t)constant;
    if (site->pc != 0) return site->pc;
    enum { PLACES = 3 };
    call_place_t places[PLACES];
    char function[256];
    unsigned known = 1;
    if (site->launcher) {
        places[0] = (call_place_t){.line = site->at.line};
        snprintf(places[0].file, sizeof places[0].file, "%s", site->at.file);
        snprintf(places[0].function, sizeof places[0].function, "%s", site->launcher->name);
    } else {
        known = call_places_of_program(site->frame, places, PLACES, site->access);
    }
    const call_place_t place = places[0];
    if (known > 1) note_callers(site, places + 1, known - 1);
    site->pc = SITE_PCS + ++session->ordering->next_pc;
    if (known)
        snprintf(site->place, sizeof site->place, "%.80s:%u", gpu_file_name(place.file),
                 place.line);
    else
        snprintf(site->place, sizeof site->place, "%.90s",
                 place.function[0] != '\0'
                     ? scord_demangle(place.function, function, sizeof function)
                     : "an unknown place");
    scord_event_t event = {
        .kind = SCORD_EVENT_KIND_LOCATION,
        .location = {.pc = site->pc,
                     .line = place.line,
                     .file = gpu_file_name(place.file),
                     .function = scord_demangle(place.function, function, sizeof function)}};
    session_emit(session, &event);
    return site->pc;
}

static const char *place_text(session_t *session, const void *site) {
    if (!site) return "an unknown place";
    site_pc(session, site);
    return ((const site_t *)site)->place;
}

/* ---- reports ---- */

enum { PHRASE = 320 };

static void stream_words(session_t *session, uint32_t stream, char *text, size_t size) {
    const order_t *order = session->ordering->order;
    const void *site = order_stream_site(order, stream);
    if (stream == ORDER_LEGACY_STREAM)
        snprintf(text, size, "the default stream");
    else if (!site)
        snprintf(text, size, "the per-thread default stream");
    else if (strcmp(((const site_t *)site)->call, ORDERING_BRANCH) == 0)
        snprintf(text, size, "branch %u of a graph", stream);
    else
        snprintf(text, size, "%sstream %u (made at %s)",
                 order_stream_blocks(order, stream) ? "" : "non-blocking ", stream,
                 place_text(session, site));
}

/* "kernel f(int*) in stream 1" */
static void operation_words(session_t *session, const order_operation_t *operation, char *text,
                            size_t size) {
    const site_t *site = operation->site;
    char stream[160], name[128];
    stream_words(session, operation->stream, stream, sizeof stream);
    char launcher[128];
    if (site->launcher)
        snprintf(text, size, "%s%.100s launched by kernel %.100s", site->kernel ? "kernel " : "",
                 site->kernel ? scord_demangle(site->kernel->name, name, sizeof name) : site->call,
                 scord_demangle(site->launcher->name, launcher, sizeof launcher));
    else if (site->kernel)
        snprintf(text, size, "kernel %.100s in %s%s",
                 scord_demangle(site->kernel->name, name, sizeof name), stream, site->from);
    else
        snprintf(text, size, "%s in %s%s", site->call, stream, site->from);
    const size_t used = strlen(text);
    if (operation->what)
        snprintf(text + used, size - used, " (launched at %s)",
                 place_text(session, operation->what));
}

/* "writes at a.cu:5" */
static void access_words(session_t *session, const order_operation_t *operation, uint32_t access,
                         uint32_t place, char *text, size_t size) {
    const site_t *site = operation->site;
    const int used = snprintf(text, size, "%s",
                              operation->kind == ORDER_ALLOCATION ? "allocates"
                              : operation->kind == ORDER_FREE     ? "frees"
                              : access & ORDER_WRITES             ? "writes"
                                                                  : "reads");
    if (operation->kind == ORDER_HOST_FUNCTION && used > 0)
        snprintf(text + used, size - (size_t)used, " at %s",
                 place_text(session, session->ordering->site[place]));
    if (!site->kernel || used < 0 || place < site->pc_base) return;
    const ptx_location_t location = ptx_location(site->module, place - site->pc_base);
    if (location.line != 0)
        snprintf(text + used, size - (size_t)used, " at %.80s:%u", gpu_file_name(location.file),
                 location.line);
}

/* The host function that this thread runs: where the program asked for it (NULL: there is none),
 * and what takes its accesses (NULL: threads are one). */
static _Thread_local const site_t *function_site;
static _Thread_local order_operation_t *function;

/* The host, or the host function of it that runs. */
static void host_words(session_t *session, const char *host, char *text, size_t size) {
    if (function_site)
        snprintf(text, size, "the host function of %s", place_text(session, function_site));
    else
        snprintf(text, size, "%s", host);
}

static void why_words(session_t *session, const order_race_t *race, char *text, size_t size) {
    const order_t *order = session->ordering->order;
    order_near_miss_t miss;
    const char *began = place_text(session, race->earlier->site);
    if (race->earlier->kind == ORDER_FREE)
        snprintf(text, size, "the memory is given back at %s, and nothing is to use it behind",
                 began);
    else if (race->later && (race->later->ahead || race->earlier->ahead))
        snprintf(text, size,
                 "%s may begin before the kernel in front of it has ended "
                 "(cudaLaunchAttributeProgrammaticStreamSerialization), and no "
                 "cudaGridDependencySynchronize() stands before the access",
                 race->later->ahead ? "it" : "the other");
    else if (order_launches_of(order, race) == ORDER_LAUNCHES_ONE)
        snprintf(text, size,
                 "a launch by a kernel is behind what its launcher has done before, and beside "
                 "what that does from there on; do it before, or launch into cudaStreamTailLaunch");
    else if (order_launches_of(order, race) == ORDER_LAUNCHES_TWO)
        snprintf(text, size,
                 "launches by a kernel are ordered in one stream of the device alone, and each "
                 "block has a default stream of its own");
    else if (order_near_miss(order, race, &miss))
        snprintf(text, size,
                 "the event that %s waits for was recorded at %s, before the operation of %s",
                 place_text(session, miss.waited), place_text(session, miss.recorded), began);
    else if (!race->later && function_site)
        snprintf(text, size, "its stream is not behind %s", began);
    else if (!race->later && race->earlier->thread != thread_of(session))
        snprintf(text, size,
                 "another thread of the host made the call of %s, and nothing that this one has "
                 "waited for is behind it",
                 began);
    else if (!race->later && race->earlier->tells)
        snprintf(
            text, size,
            "nothing that the host has waited for is behind %s, and between the access and a "
            "flag that the host has read the kernel has no __threadfence_system(): write it before "
            "the flag, with that fence between",
            began);
    else if (!race->later)
        snprintf(text, size, "nothing that the host has waited for is behind %s", began);
    else if (race->earlier->stream == ORDER_LEGACY_STREAM ||
             race->later->stream == ORDER_LEGACY_STREAM)
        snprintf(text, size,
                 "the default stream is not ordered with a non-blocking one, and no event or "
                 "synchronise stands between the two calls");
    else
        snprintf(text, size, "no event and no synchronise stands between the two calls%s",
                 race->later->thread == race->earlier->thread
                     ? ""
                     : ", which two threads of the host make");
}

static scord_finding_rule_t rule_of(const order_race_t *race) {
    const order_kind_t earlier = race->earlier->kind,
                       later = race->later ? race->later->kind : ORDER_COPY;
    if (race->freed || earlier == ORDER_FREE || later == ORDER_FREE)
        return SCORD_FINDING_LAUNCH_FREE;
    if (earlier == ORDER_ALLOCATION || later == ORDER_ALLOCATION)
        return SCORD_FINDING_LAUNCH_ALLOCATION;
    return race->later || function_site ? SCORD_FINDING_LAUNCH_STREAMS : SCORD_FINDING_LAUNCH_HOST;
}

static bool is_device_address(uint64_t address) {
    return address >= DEVICE_MEMORY_BASE && address - DEVICE_MEMORY_BASE < DEVICE_MEMORY_BYTES;
}

/* The address in the stream; 0: registered memory that no kernel has had. */
static uint64_t device_address(session_t *session, uint64_t address) {
    return is_device_address(address)
               ? address
               : mirrors_device_address_known(session, (const void *)(uintptr_t)address);
}

/* True: it was reported before, and counts there. */
static bool is_known(session_t *session, const scord_event_finding_t *finding) {
    session_ordering_t *ordering = session->ordering;
    for (uint32_t i = 0; i < ordering->reports; i++) {
        const scord_event_finding_t *known = &ordering->reported[i].finding;
        const bool same = known->pc == finding->pc && known->other_pc == finding->other_pc;
        const bool swapped = known->pc == finding->other_pc && known->other_pc == finding->pc;
        if (known->rule != finding->rule || !(same || swapped)) continue;
        ordering->reported[i].pending++;
        return true;
    }
    if (!SCORD_ARRAY_ROOM(ordering->reported, ordering->reports_allocated, ordering->reports + 1))
        no_memory(session);
    ordering->reported[ordering->reports] = (reported_t){.finding = *finding};
    ordering->reported[ordering->reports++].finding.text = "";
    return false;
}

void ordering_finish(session_t *session) {
    for (uint32_t i = 0; session->ordering && i < session->ordering->reports; i++) {
        reported_t *of = &session->ordering->reported[i];
        scord_event_t event = {.kind = SCORD_EVENT_KIND_FINDING, .finding = of->finding};
        event.finding.count = of->pending;
        if (of->pending > 0) session_emit(session, &event);
        of->pending = 0;
    }
}

/* ---- the picture ---- */

static uint32_t *place_of(session_t *session, uint32_t **list, uint32_t *allocated,
                          uint32_t number) {
    const uint32_t before = *allocated;
    if (!SCORD_ARRAY_ROOM(*list, *allocated, (size_t)number + 1)) no_memory(session);
    for (uint32_t i = before; i < *allocated; i++) (*list)[i] = TIMELINE_NONE;
    return &(*list)[number];
}
#define ROW_OF(session, number)                                                                    \
    place_of(session, &(session)->ordering->row_of, &(session)->ordering->rows_allocated, number)
#define ROW_OF_EVENT(session, number)                                                              \
    place_of(session, &(session)->ordering->row_of_event,                                          \
             &(session)->ordering->event_rows_allocated, number)
#define LAST_ROW(session, number)                                                                  \
    place_of(session, &(session)->ordering->last_row, &(session)->ordering->last_rows_allocated,   \
             number)

/* A step of the stream, behind its last one and behind FROM. */
static uint32_t draw_in_stream(session_t *session, uint32_t stream, const char *text,
                               const void *site, uint32_t from) {
    char name[200];
    uint32_t *last = LAST_ROW(session, stream);
    if (*last == TIMELINE_NONE) {
        stream_words(session, stream, name, sizeof name);
        timeline_lane(stream + 1, name);
    }
    const uint32_t before[] = {*last, from};
    const uint32_t row = timeline_row(stream + 1, text, place_text(session, site), before, 2);
    if (row != TIMELINE_NONE) *last = row;
    return row;
}

static void draw_operation(session_t *session, const order_operation_t *operation) {
    char name[200], text[256];
    if (!timeline_wanted() || !operation) return;
    const site_t *site = operation->site;
    snprintf(text, sizeof text, "%s",
             site->kernel ? scord_demangle(site->kernel->name, name, sizeof name) : site->call);
    *ROW_OF(session, operation->number) =
        draw_in_stream(session, operation->stream, text, site,
                       operation->stream == ORDER_LEGACY_STREAM ||
                               !order_stream_blocks(session->ordering->order, operation->stream)
                           ? TIMELINE_NONE
                           : *LAST_ROW(session, ORDER_LEGACY_STREAM));
}

/* The host waits, behind ROWS. */
static void draw_wait(session_t *session, const char *text, const uint32_t *rows, uint32_t count) {
    if (timeline_wanted())
        timeline_row(0, text, place_text(session, site_here(session, text)), rows, count);
}

static void draw_race(session_t *session, const order_race_t *race) {
    if (!timeline_wanted()) return;
    uint32_t later;
    if (race->later)
        later = *ROW_OF(session, race->later->number);
    else
        later = timeline_row(0,
                             race->freed                         ? "frees"
                             : race->later_access & ORDER_WRITES ? "the host writes"
                                                                 : "the host reads",
                             place_text(session, race->host_site), NULL, 0);
    timeline_race(*ROW_OF(session, race->earlier->number), later);
}

/* The host touched it first, an operation that had waited did so later: as if it had been at once.
 */
static order_race_t turned(const session_t *session, const order_race_t *race) {
    order_race_t other = *race;
    if (race->earlier->kind != ORDER_HOST) return other;
    other.earlier = race->later;
    other.later = NULL;
    other.host_site = session->ordering->site[race->earlier_place];
    other.earlier_access = race->later_access;
    other.later_access = race->earlier_access;
    other.earlier_place = race->later_place;
    return other;
}

static void report(void *context, const order_race_t *as_found) {
    session_t *session = context;
    const order_race_t as_read = turned(session, as_found), *race = &as_read;
    /* what it touched has met them at once (ordering_host_access) */
    if (race->later && race->later->kind == ORDER_HOST_FUNCTION) return;
    if (race->later) draw_race(session, race);
    session->ordering->raced = true;
    char earlier[PHRASE], later[PHRASE], did[160], does[160] = "", why[PHRASE + 80],
                                                   text[4 * PHRASE];
    const site_t *here = race->later ? race->later->site : race->host_site,
                 *there = race->earlier->site;
    scord_event_t event = {.kind = SCORD_EVENT_KIND_FINDING,
                           .finding = {.rule = (uint8_t)rule_of(race),
                                       .pc = site_pc(session, here),
                                       .mask = 1,
                                       .other_pc = site_pc(session, there),
                                       .other_mask = 1,
                                       .address = device_address(session, race->address),
                                       .count = 1,
                                       .text = ""}};
    if (is_known(session, &event.finding)) return;
    if (!race->later) draw_race(session, race); /* the first of a loop will do */
    operation_words(session, race->earlier, earlier, sizeof earlier);
    access_words(session, race->earlier, race->earlier_access, race->earlier_place, did,
                 sizeof did);
    if (race->later) {
        operation_words(session, race->later, later, sizeof later);
        access_words(session, race->later, race->later_access, race->later_place, does,
                     sizeof does);
    } else {
        char host[128];
        snprintf(host, sizeof host, "%s%s", race->freed ? here->call : "the host", here->from);
        host_words(session, host, later, sizeof later);
        snprintf(does, sizeof does, "%s",
                 race->freed                         ? "frees"
                 : race->later_access & ORDER_WRITES ? "writes"
                                                     : "reads");
    }
    why_words(session, race, why, sizeof why);
    snprintf(text, sizeof text, "%s %s what %s %s, %" PRIu64 " byte%s: %s", later, does, earlier,
             did, race->bytes, race->bytes == 1 ? "" : "s", why);
    text[SCORD_NAME_MAX] = '\0';
    event.finding.text = text;
    session_emit(session, &event);
}

/* ---- start ---- */

void ordering_start(session_t *session) {
    if (session->ordering || !session->ordering_wanted) return;
    session->ordering = calloc(1, sizeof *session->ordering);
    if (session->ordering) session->ordering->order = order_create(report, session);
    if (!order_of(session)) no_memory(session);
}

/* ---- streams and events ---- */

void scord_default_stream_per_thread(void) {
    session_t *session = session_register();
    ordering_start(session);
    if (session->ordering) session->ordering->per_thread = true;
    session_leave(session, cudaSuccess);
}

static uint32_t number_of(session_t *session, cudaStream_t stream) {
    if (stream == cudaStreamPerThread || (!stream && session->ordering->per_thread)) {
        if (per_thread_stream == ORDER_NONE)
            per_thread_stream = order_stream_create(order_of(session), thread_of(session), true,
                                                    NULL);
        return per_thread_stream == ORDER_NONE ? ORDER_LEGACY_STREAM : per_thread_stream;
    }
    return session_stream_number(session, stream);
}

uint32_t ordering_number(session_t *session, cudaStream_t stream) {
    return number_of(session, stream);
}

uint32_t ordering_stream(session_t *session, bool blocking) {
    ordering_start(session);
    if (!session->ordering) return ORDER_NONE;
    return order_stream_create(order_of(session), thread_of(session), blocking,
                               site_here(session, "cudaStreamCreate"));
}
void ordering_stream_gone(session_t *session, cudaStream_t stream) {
    const uint32_t number = !session->ordering ? ORDER_LEGACY_STREAM : number_of(session, stream);
    if (number != ORDER_LEGACY_STREAM) order_stream_destroy(order_of(session), number);
}
void ordering_event_gone(session_t *session, uint32_t event) {
    if (session->ordering && event != ORDER_NONE) order_event_destroy(order_of(session), event);
}
void ordering_record(session_t *session, uint32_t *event, cudaStream_t stream) {
    if (stream == cudaStreamPerThread) ordering_start(session);
    if (!session->ordering) return;
    if (*event == ORDER_NONE) *event = order_event_create(order_of(session));
    if (*event == ORDER_NONE) return;
    const site_t *site = site_here(session, "cudaEventRecord");
    const uint32_t number = number_of(session, stream);
    order_event_record(order_of(session), thread_of(session), *event, number, site);
    if (timeline_wanted())
        *ROW_OF_EVENT(session, *event) = draw_in_stream(session, number, "cudaEventRecord", site,
                                                        TIMELINE_NONE);
}
void ordering_wait(session_t *session, cudaStream_t stream, uint32_t event) {
    if (!session->ordering || event == ORDER_NONE) return;
    const site_t *site = site_here(session, "cudaStreamWaitEvent");
    const uint32_t number = number_of(session, stream);
    order_stream_wait(order_of(session), thread_of(session), number, event, site);
    if (timeline_wanted())
        draw_in_stream(session, number, "cudaStreamWaitEvent", site, *ROW_OF_EVENT(session, event));
}
void ordering_mark(session_t *session, uint32_t *event, cudaStream_t stream) {
    if (!session->ordering) return;
    if (*event == ORDER_NONE) *event = order_event_create(order_of(session));
    if (*event != ORDER_NONE)
        order_event_record(order_of(session), thread_of(session), *event,
                           number_of(session, stream), NULL);
}
void ordering_follow(session_t *session, cudaStream_t stream, uint32_t event) {
    if (session->ordering && event != ORDER_NONE)
        order_stream_wait(order_of(session), thread_of(session), number_of(session, stream), event,
                          NULL);
}
void ordering_edge(session_t *session, cudaStream_t stream) {
    if (session->ordering) order_no_kernel_in_front(order_of(session), number_of(session, stream));
}
void ordering_event_done(session_t *session, uint32_t event) {
    if (!session->ordering || event == ORDER_NONE) return;
    order_event_synchronise(order_of(session), thread_of(session), event,
                            site_here(session, "cudaEventSynchronize"));
    if (timeline_wanted())
        draw_wait(session, "cudaEventSynchronize", ROW_OF_EVENT(session, event), 1);
    host_pages_ordered(session);
}
void ordering_stream_done(session_t *session, cudaStream_t stream) {
    if (!session->ordering) return;
    order_stream_synchronise(order_of(session), thread_of(session), number_of(session, stream));
    if (timeline_wanted())
        draw_wait(session, "cudaStreamSynchronize", LAST_ROW(session, number_of(session, stream)),
                  1);
    host_pages_ordered(session);
}
bool ordering_event_is_done(session_t *session, uint32_t event) {
    return !session->ordering || event == ORDER_NONE ||
           order_event_is_done(order_of(session), thread_of(session), event);
}
bool ordering_stream_is_done(session_t *session, cudaStream_t stream) {
    return !session->ordering ||
           order_stream_is_done(order_of(session), thread_of(session), number_of(session, stream));
}
void ordering_device_done(session_t *session) {
    if (!session->ordering) return;
    ordering_release(session);
    order_device_synchronise(order_of(session), thread_of(session));
    draw_wait(session, "waits for all", session->ordering->last_row,
              session->ordering->last_rows_allocated);
    host_pages_ordered(session);
}

/* ---- memory ---- */

/* The host's address of device memory that mirrors host memory; ADDRESS itself otherwise. */
static uint64_t host_address(const session_t *session, uint64_t address) {
    for (const session_mirror_t *mirror = session->mirrors; mirror; mirror = mirror->next)
        if (mirror->device != 0 && address >= mirror->device &&
            address - mirror->device < mirror->bytes)
            return (uint64_t)(uintptr_t)mirror->host + (address - mirror->device);
    return address;
}

ordering_memory_t ordering_memory(session_t *session, const void *pointer) {
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    if (!is_device_address(address))
        return mirrors_find(session, pointer) ? MEMORY_PINNED : MEMORY_PAGEABLE;
    const device_allocation_t *found = device_memory_find(session->memory, address);
    return found && found->kind == DEVICE_MEMORY_HOST ? MEMORY_PINNED : MEMORY_DEVICE;
}

/* ---- operations ---- */

static _Thread_local bool programmatic; /* the next kernel of this thread */

void ordering_kernel_programmatic(bool is) { programmatic = is; }
bool ordering_take_programmatic(void) {
    const bool is = programmatic;
    programmatic = false;
    return is;
}

void ordering_kernel_call(session_t *session, const core_host_call_t *call) {
    if (session->ordering && session->ordering->kernel)
        dependent_launches_call(session->ordering->kernel, call);
}

order_operation_t *ordering_kernel(session_t *session, cudaStream_t stream,
                                   const gpu_launch_t *launch, const uintptr_t *frames) {
    const bool may_overlap = ordering_take_programmatic();
    if (stream == cudaStreamPerThread) ordering_start(session);
    if (!session->ordering) return NULL;
    session->status->overlaps++;
    site_t site = {.kernel = launch->kernel, .module = launch->module, .pc_base = launch->pc_base};
    if (given_place)
        memcpy(site.frame, given_place, sizeof site.frame);
    else if (frames)
        memcpy(site.frame, frames, sizeof site.frame);
    else
        call_frames(site.frame);
    const site_t *kept = keep_site(session, &site);
    const uint32_t number = number_of(session, stream), thread = thread_of(session);
    order_operation_t *ahead = !may_overlap ? NULL
                                            : order_begin_ahead(order_of(session), thread, number,
                                                                kept, graph),
                      *operation = order_begin(order_of(session), thread, number, ORDER_KERNEL,
                                               kept, graph);
    if (!operation || (ahead && !dependent_launches_add(operation, ahead))) no_memory(session);
    draw_operation(session, operation);
    if (ahead && timeline_wanted()) {
        const uint32_t row = *ROW_OF(session, operation->number);
        *ROW_OF(session, ahead->number) = row;
    }
    return operation;
}

void ordering_kernel_runs(session_t *session, order_operation_t *operation) {
    if (session->ordering) session->ordering->kernel = operation;
}

/* volatile is relaxed, of system scope (PTX ISA, ld.volatile); the event may say more of it (D67),
 * for threads of the launch. */
static bool is_volatile(const order_operation_t *operation, uint32_t pc) {
    const site_t *site = operation->site;
    return strstr(ptx_instruction_text(site->module, pc - site->pc_base), ".volatile");
}

/* What an access is for threads that are not of its launch. */
static uint32_t access_bits(const order_operation_t *operation,
                            const scord_event_access_t *access) {
    const uint32_t writes = access->op != SCORD_OP_LOAD ? ORDER_WRITES : 0;
    const bool atomic = access->op == SCORD_OP_ATOMIC;
    if (!atomic && !access->strong) return writes;
    if (!atomic && is_volatile(operation, access->pc)) return writes | ORDER_STRONG | ORDER_SYSTEM;
    if (access->scope == SCORD_SCOPE_BLOCK) return writes;
    return writes | ORDER_STRONG | (access->scope == SCORD_SCOPE_SYSTEM ? ORDER_SYSTEM : 0);
}

static void kernel_touch(session_t *session, order_operation_t *kernel, uint64_t from, uint64_t to,
                         uint32_t bits, uint32_t pc, bool host_sees) {
    const uint64_t address = host_address(session, from);
    order_touch(order_of(session), kernel, address, to - from, bits, pc);
    if (host_sees || address != from) host_pages_touched(session, address, to - from);
}

static void kernel_access(session_t *session, const scord_event_access_t *access) {
    session_ordering_t *ordering = session->ordering;
    if (!ordering->kernel || access->mask == 0) return;
    const uint32_t bits = access_bits(ordering->kernel, access);
    const device_allocation_t *in =
        device_memory_find(session->memory, access->address[__builtin_ctz(access->mask)]);
    if (in && in->kind == DEVICE_MEMORY_ADDRESSES) return; /* shared memory */
    const bool host_sees = in && in->kind == DEVICE_MEMORY_HOST;
    order_operation_t *kernel = dependent_launches_side(ordering->kernel, access);
    uint64_t from = 0, to = 0;
    for (uint32_t rest = access->mask; rest; rest &= rest - 1) {
        const uint64_t address = access->address[__builtin_ctz(rest)];
        if (address == to && to != 0) {
            to += access->size;
            continue;
        }
        if (address >= from && address + access->size <= to) continue;
        if (to != 0) kernel_touch(session, kernel, from, to, bits, access->pc, host_sees);
        from = address;
        to = address + access->size;
    }
    kernel_touch(session, kernel, from, to, bits, access->pc, host_sees);
    if (!(bits & ORDER_STRONG)) return;
    const uint64_t first = access->address[__builtin_ctz(access->mask)];
    kernel_words_access(ordering->order, ordering->kernel, access, bits & ORDER_SYSTEM,
                        host_address(session, first) - first);
}

void ordering_kernel_event(session_t *session, const scord_event_t *event) {
    session_ordering_t *ordering = session->ordering;
    if (!ordering->kernel) return;
    dependent_launches_event(ordering->kernel, event);
    if (event->kind == SCORD_EVENT_KIND_ACCESS) kernel_access(session, &event->access);
    if (event->kind == SCORD_EVENT_KIND_FENCE)
        kernel_words_fence(ordering->order, ordering->kernel, &event->fence);
    if (event->kind == SCORD_EVENT_KIND_BLOCK_LAUNCH)
        kernel_words_block(ordering->kernel, &event->block_launch);
}

void ordering_stuck_words(session_t *session, const order_operation_t *operation, char *text,
                          size_t size) {
    char name[2 * PHRASE];
    operation_words(session, operation, name, sizeof name);
    snprintf(text, size,
             "deadlock: %s, launched at %.96s, waits for what no operation before %.96s writes",
             name, place_text(session, operation->site),
             place_text(session, site_here(session, "the host waits")));
}

void ordering_function_stuck_words(session_t *session, const order_operation_t *operation,
                                   bool lock, char *text, size_t size) {
    char of[110] = "", here[110] = "";
    if (operation) snprintf(of, sizeof of, " of %.96s", place_text(session, operation->site));
    if (session->ordering)
        snprintf(here, sizeof here, " at %.96s",
                 place_text(session, site_here(session, "the host waits")));
    snprintf(text, size, "deadlock: the host function%s waits for %s, and the host%s waits for it",
             of, lock ? "a lock that this thread holds" : "what no other thread can do", here);
}

uint8_t *ordering_constants(session_t *session, const session_module_t *module) {
    const uint32_t bytes = ptx_constant_bytes(module->ptx);
    if (!session->ordering || bytes == 0) return NULL;
    uint8_t *read = calloc(1, bytes / 8 + 1);
    if (!read) no_memory(session);
    return read;
}

static void touch_constants(session_ordering_t *ordering, const session_module_t *module,
                            const uint8_t *read) {
    const uint32_t bytes = ptx_constant_bytes(module->ptx);
    for (uint32_t from = 0, to; from < bytes; from = to + 1) {
        for (to = from; to < bytes && (read[to / 8] >> to % 8 & 1); to++) {
        }
        if (to > from)
            order_touch(ordering->order, ordering->kernel, module->constant_address + from,
                        to - from, 0, 0);
    }
}

void ordering_kernel_end(session_t *session, const session_module_t *module, uint8_t *read) {
    session_ordering_t *ordering = session->ordering;
    if (ordering && ordering->kernel) {
        if (read) touch_constants(ordering, module, read);
        kernel_words_end(ordering->order, ordering->kernel);
        bool waited = false;
        order_operation_t *ahead = dependent_launches_end(ordering->kernel, &waited);
        if (waited) order_has_waited(ordering->order, ordering->kernel);
        if (ahead) order_end(ordering->order, ahead, thread_of(session), false);
        order_end(ordering->order, ordering->kernel, thread_of(session), false);
        ordering->kernel = NULL;
        host_pages_protect(session);
        if (order_failed(ordering->order)) no_memory(session);
    }
    free(read);
}

void ordering_kernel_pauses(session_t *session) {
    if (!session->ordering) return;
    session->ordering->kernel = NULL;
    host_pages_protect(session);
}

order_operation_t *ordering_put_off(session_t *session) {
    if (!session->ordering) return NULL;
    order_operation_t *operation = session->ordering->now;
    if (operation) operation->put_off = true;
    session->ordering->now = NULL;
    host_pages_protect(session);
    return operation;
}
void ordering_take_up(session_t *session, order_operation_t *operation, bool known) {
    if (!session->ordering) return;
    assert(!session->ordering->now);
    if (operation) operation->put_off = false;
    session->ordering->now = operation;
    session->ordering->known = known;
}

void ordering_begin(session_t *session, cudaStream_t stream, order_kind_t kind, const char *call) {
    if (stream == cudaStreamPerThread) ordering_start(session);
    session->status->copies += kind == ORDER_COPY || kind == ORDER_SET ||
                               (kind == ORDER_HOST_FUNCTION && session->ordering);
    session->status->checks_order = session->ordering_wanted;
    if (!session->ordering) return;
    assert(!session->ordering->now);
    session->status->overlaps++;
    session->ordering->now = order_begin(order_of(session), thread_of(session),
                                         number_of(session, stream), kind, site_here(session, call),
                                         graph);
    draw_operation(session, session->ordering->now);
}

/* What OPERATION, no kernel, writes may be a flag that a kernel waits for. */
static void give_words(session_t *session, order_operation_t *operation, uint64_t address,
                       uint64_t bytes) {
    enum { FLAGS = 64 }; /* bytes: more are none */
    if (!session->ordering->waits || bytes > FLAGS) return;
    const uint32_t parts = order_fence(order_of(session), operation);
    for (uint64_t word = address & ~(uint64_t)3; word < address + bytes; word += 4)
        order_word_give(order_of(session), operation, word, parts, 0);
}

void ordering_touch(session_t *session, const void *pointer, size_t bytes, bool writes) {
    if (!session->ordering || !session->ordering->now || session->ordering->known || bytes == 0)
        return;
    const ordering_memory_t memory = ordering_memory(session, pointer);
    if (memory == MEMORY_PAGEABLE) return;
    const uint64_t address = host_address(session, (uint64_t)(uintptr_t)pointer);
    if (memory == MEMORY_PINNED || !is_device_address(address))
        host_pages_touched(session, address, bytes);
    order_touch(order_of(session), session->ordering->now, address, bytes,
                writes ? ORDER_WRITES : 0, 0);
    if (writes) give_words(session, session->ordering->now, address, bytes);
}

void ordering_end(session_t *session, bool host_waits) {
    session_ordering_t *ordering = session->ordering;
    if (!ordering || !ordering->now) return;
    order_operation_t *operation = ordering->now;
    ordering->now = NULL;
    ordering->known = false;
    order_end(ordering->order, operation, thread_of(session), host_waits);
    host_pages_protect(session);
    if (host_waits) host_pages_ordered(session);
    if (order_failed(ordering->order)) no_memory(session);
}

/* ---- what kernels launch ---- */

void ordering_may_launch(session_t *session, order_operation_t *operation) {
    if (operation) order_may_launch(order_of(session), operation);
}

bool ordering_launch(session_t *session, const core_host_call_t *call,
                     const session_module_t *module, device_work_t *work) {
    session_ordering_t *ordering = session->ordering;
    if (!ordering || !ordering->kernel ||
        !order_launch(ordering->order, ordering->kernel, &work->launch))
        return false;
    const site_t *by = ordering->kernel->site;
    site_t site = {.launcher = by->kernel, .at = gpu_location(session->gpu, call->instruction)};
    if (work->kind == DEVICE_WORK_KERNEL) {
        site.kernel = work->kernel;
        site.module = module->ptx;
        site.pc_base = module->pc_base;
    } else {
        site.call = work->kind == DEVICE_WORK_COPY ? "cudaMemcpyAsync" : "cudaMemsetAsync";
    }
    work->site = keep_site(session, &site);
    return true;
}

order_operation_t *ordering_launched_begin(session_t *session, const device_work_t *work) {
    static const order_kind_t kinds[] = {[DEVICE_WORK_KERNEL] = ORDER_KERNEL,
                                         [DEVICE_WORK_COPY] = ORDER_COPY,
                                         [DEVICE_WORK_SET] = ORDER_SET};
    session_ordering_t *ordering = session->ordering;
    if (!ordering) return NULL;
    order_operation_t *outer = ordering->kernel;
    ordering->kernel = NULL;
    if (!work->ordered) return outer;
    ordering->kernel = order_begin_launched(ordering->order, thread_of(session), kinds[work->kind],
                                            &work->launch, work->site, NULL);
    if (!ordering->kernel) no_memory(session);
    draw_operation(session, ordering->kernel);
    return outer;
}

void ordering_launched_end(session_t *session, order_operation_t *outer) {
    session_ordering_t *ordering = session->ordering;
    if (!ordering) return;
    if (ordering->kernel) {
        kernel_words_end(ordering->order, ordering->kernel);
        order_end(ordering->order, ordering->kernel, thread_of(session), false);
        if (order_failed(ordering->order)) no_memory(session);
    }
    ordering->kernel = outer;
}

void ordering_launched_touch(session_t *session, uint64_t address, uint64_t bytes, bool writes) {
    if (!session->ordering || !session->ordering->kernel || bytes == 0) return;
    const uint64_t host = host_address(session, address);
    order_touch(order_of(session), session->ordering->kernel, host, bytes,
                writes ? ORDER_WRITES : 0, 0);
    if (ordering_memory(session, (const void *)(uintptr_t)address) == MEMORY_PINNED)
        host_pages_touched(session, host, bytes);
}

void ordering_launches_wait(session_t *session) {
    if (session->ordering && session->ordering->kernel)
        order_launches_wait(order_of(session), session->ordering->kernel);
}

void ordering_forget(session_t *session, uint64_t address) {
    const device_allocation_t *found = device_memory_find(session->memory, address);
    if (session->ordering && found)
        order_forget_range(order_of(session), found->address, found->bytes);
}

/* ---- host functions ---- */

void ordering_function_begin(session_t *session, order_operation_t *operation,
                             ordering_function_t *what) {
    *what = (ordering_function_t){.operation = operation};
    if (!operation) return;
    function = NULL;
    function_site = operation->site;
    what->runner = host_threads_run(session, operation);
    if (!what->runner) { /* the program may learn of it in ways that are not seen */
        order_thread_runs(order_of(session), thread_of(session), operation);
        host_pages_ordered(session);
        return;
    }
    function = operation;
    host_pages_watch(session, true);
}

void ordering_function_end(session_t *session, const ordering_function_t *what) {
    function = NULL;
    function_site = NULL;
    if (!what->operation) return;
    order_function_ends(order_of(session), thread_of(session), what->operation);
    if (what->runner) host_threads_has_run(session, what->runner);
    ordering_take_up(session, what->operation, true);
    ordering_end(session, false);
    if (what->runner) host_pages_watch(session, false);
}

/* ---- memory in stream order ---- */

void ordering_allocated(session_t *session, const void *pointer, size_t bytes,
                        cudaStream_t stream) {
    ordering_begin(session, stream, ORDER_ALLOCATION, "cudaMallocAsync");
    ordering_touch(session, pointer, bytes, true);
    ordering_end(session, false);
}

/* Of cudaFree. Memory of cudaMallocAsync: "the driver assumes that all accesses to the allocation
 * are completed and does no further synchronization" (CUDA Runtime API, cudaFree). */
void ordering_free(session_t *session, const void *pointer) {
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    const device_allocation_t *found = device_memory_find(session->memory, address);
    if (!session->ordering || !found || found->address != address) return;
    if (strncmp(found->name, "cudaMallocAsync#", strlen("cudaMallocAsync#")) == 0)
        order_free(order_of(session), thread_of(session), address, found->bytes,
                   site_here(session, "cudaFree"));
    order_forget_range(order_of(session), address, found->bytes);
    host_pages_forget(session, address, found->bytes);
}

void ordering_release(session_t *session) {
    session_ordering_t *ordering = session->ordering;
    operations_await_all(session);
    for (uint32_t i = 0; ordering && i < ordering->frees; i++) {
        const device_allocation_t *found = device_memory_find(session->memory, ordering->freed[i]);
        if (!found || found->address != ordering->freed[i]) continue;
        order_forget_range(ordering->order, found->address, found->bytes);
        host_pages_forget(session, found->address, found->bytes);
        session_release(session, found->address);
    }
    if (ordering) ordering->frees = 0;
}

typedef struct free_operation {
    operation_t operation;
    const void *pointer;
    size_t bytes;
} free_operation_t;

static bool run_free(session_t *session, operation_t *operation, bool may_wait) {
    const free_operation_t *what = (free_operation_t *)operation;
    (void)may_wait;
    ordering_take_up(session, operation->order, false);
    ordering_touch(session, what->pointer, what->bytes, true);
    ordering_end(session, false);
    free(operation);
    return true;
}

bool ordering_is_freed(const session_t *session, uint64_t address) {
    const session_ordering_t *ordering = session->ordering;
    for (uint32_t i = 0; ordering && i < ordering->frees; i++)
        if (ordering->freed[i] == address) return true;
    return false;
}

bool ordering_free_async(session_t *session, const void *pointer, cudaStream_t stream) {
    enum { KEPT = 64 };
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    const device_allocation_t *found = device_memory_find(session->memory, address);
    session_ordering_t *ordering = session->ordering;
    if (!found || found->address != address) return false;
    if (!ordering) return session_release(session, address);
    if (ordering_is_freed(session, address)) return false; /* a second time */
    if (ordering->frees == KEPT) ordering_release(session);
    if (!SCORD_ARRAY_ROOM(ordering->freed, ordering->frees_allocated, ordering->frees + 1))
        no_memory(session);
    ordering_begin(session, stream, ORDER_FREE, "cudaFreeAsync");
    ordering->freed[ordering->frees++] = address;
    free_operation_t *operation = calloc(1, sizeof *operation);
    if (!operation) no_memory(session);
    *operation = (free_operation_t){
        .operation = {.order = ordering_put_off(session), .stream = stream, .run = run_free},
        .pointer = pointer,
        .bytes = found->bytes};
    operations_add(session, &operation->operation, OPERATION_LATER);
    return true;
}

/* ---- the host ---- */

void ordering_waits(session_t *session, bool waits) {
    session_ordering_t *ordering = session->ordering;
    if (!ordering || ordering->waits == waits) return;
    ordering->waits = waits;
    if (ordering->kept) host_pages_watch(session, false);
    ordering->kept = waits && host_threads_alone() && host_pages_see_all();
    order_host_keeps(order_of(session), ordering->kept);
    if (ordering->kept) host_pages_watch(session, true);
}

void ordering_host_polls(session_t *session) {
    if (session->ordering) order_host_take_all(order_of(session));
}

void ordering_host_lost(session_t *session) {
    if (session->ordering) order_host_lose(order_of(session));
}

/* For operations that wait. What one thread does may pass while another has a page open, and so may
 * a host function's when it counts as the program's thread. */
static void keep_access(session_t *session, uint64_t address, uint64_t bytes, bool writes,
                        const site_t *site) {
    if (function_site || !host_threads_alone())
        ordering_host_lost(session);
    else
        order_host_keep(order_of(session), thread_of(session), address, bytes, writes,
                        site->number);
}

bool ordering_host_access(session_t *session, uint64_t address, uint64_t bytes, bool writes,
                          uintptr_t instruction) {
    site_t site = {.call = "the host"};
    uintptr_t frame[CALL_FRAMES];
    unsigned skipped = 0, kept = 0;
    if (!session->ordering) return false;
    call_frames(frame);
    if (instruction != 0) { /* what is above it is the signal's handler */
        while (skipped < CALL_FRAMES && frame[skipped] != instruction) skipped++;
        if (skipped < CALL_FRAMES) skipped++;
        site.access = true;
        site.frame[kept++] = instruction + 1;
    }
    while (skipped < CALL_FRAMES && kept < CALL_FRAMES) site.frame[kept++] = frame[skipped++];
    session->ordering->raced = false;
    const site_t *kept_site = keep_site(session, &site);
    order_host_take(order_of(session), address, bytes);
    order_host_access(order_of(session), thread_of(session), address, bytes, writes, kept_site);
    if (function && !host_atomics_have(instruction))
        order_touch(order_of(session), function, address, bytes, writes ? ORDER_WRITES : 0,
                    kept_site->number);
    if (function && writes) give_words(session, function, address, bytes);
    if (!function && session->ordering->kept)
        keep_access(session, address, bytes, writes, kept_site);
    return session->ordering->raced;
}

unsigned ordering_page_use(session_t *session, uint64_t address) {
    return !session->ordering ? 0 : order_page_use(order_of(session), thread_of(session), address);
}

unsigned ordering_page_use_of_all(session_t *session, uint64_t address) {
    unsigned most = ordering_page_use(session, address);
    for (uint32_t i = 0; session->ordering && i < host_threads_bound(); i++) {
        const unsigned use = host_threads_awake(i) ? order_page_use(order_of(session), i, address)
                                                   : 0;
        if (use > most) most = use;
    }
    return most;
}

void ordering_note_unseen(session_t *session) {
    char text[512];
    if (session->ordering->noted) return;
    session->ordering->noted = true;
    snprintf(
        text, sizeof text,
        "what the host does in registered memory beside the operation of %s is not looked at, as "
        "far as that memory has a part of a page on the stack, of static variables, or while "
        "the program has a second thread (docs/launch-order.md, \"The host's own accesses\"); "
        "whole pages are looked at",
        place_text(session, site_here(session, "the host")));
    scord_event_t event = {.kind = SCORD_EVENT_KIND_NOTE, .note = {text}};
    session_emit(session, &event);
}

bool ordering_is_quiet(session_t *session) {
    if (!session->ordering) return true;
    for (uint32_t i = 0; i < host_threads_bound(); i++)
        if (host_threads_awake(i) && !order_is_quiet(order_of(session), i)) return false;
    return order_is_quiet(order_of(session), thread_of(session));
}
