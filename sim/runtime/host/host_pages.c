/* SPDX-License-Identifier: Apache-2.0 */
/* host_pages.c: see host_pages.h.
 *
 *     operation ends ─► protect its pages ─► host touches one ─► SIGSEGV ─► order_host_access
 *                                                                │ nothing left: page open
 *                                                                └ else open, trap flag ─► the
 *                                                 instruction ─► SIGTRAP ─► page as before
 *
 * What a page has at a time is what order_page_use said when it was last asked; the program's waits
 * make it wrong on the safe side, and the next fault puts it right. When the host is behind
 * everything, all pages are opened at once.
 *
 * A page on which the host steps again and again is opened after a while, until an operation
 * touches it anew: what is to be said of it has mostly been said.
 *
 * While a host function of a stream runs, all pages are closed, since each of its accesses is the
 * operation's, and while an operation waits, since it may touch the same bytes later. That costs;
 * when it has cost enough (WATCHED), it is not done any more.
 *
 * With several threads a page is protected for the one that may do least, so that the others step,
 * too. Threads that wait in a call of pthread do not count.
 *
 * Other threads can pass while a page is open for one instruction: their access is not seen then.
 *
 * Invariants: state[] is what mprotect was told; a page of no live allocation has state OPEN.
 * Costs: two signals for an access to a page in use; one for the first behind a wait.
 */
#include "sim/runtime/host/host_pages.h"

#include <errno.h>
#include <link.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "cmodel/base/array.h"
#include "sim/runtime/host/host_functions.h"
#include "sim/runtime/operations.h"
#include "sim/runtime/host/host_threads.h"
#include "sim/runtime/ordering.h"
#include "sim/runtime/host/system_calls.h"

enum {
    PAGES = DEVICE_MEMORY_BYTES / ORDER_PAGE,
    ADDED = 1 << 16, /* pages of the program's own memory, at most */
    RANGES = 256,
    PARTS = 64,
    NO_PAGE = UINT32_MAX >> 1,
    STEPPED = 16,      /* pages of one instruction */
    PATIENCE = 16384,  /* steps on a page … */
    LONG_STEPS = 2048, /* … and what one counts for that races, or that only another thread of the
                          host may not do */
    BESIDE_STEPS = 16, /* or other data of the program in it */
    SAME_FAULTS = 1000,
    WATCHED = 1 << 20, /* steps in host functions; 16 pages that are closed for one count as one */
    TRAP_FLAG = 0x100
};
enum { OPEN, READABLE, CLOSED }; /* = order_page_use */

/* Pages of the program's own memory; they have numbers behind the device's. */
typedef struct range {
    uintptr_t host, address; /* as it was added; its first page */
    uint64_t bytes;          /* from `host` on */
    uint32_t first, count;
} range_t;

typedef struct pages {
    uint8_t *state; /* of each page of the range, and of those added */
    range_t range[RANGES];
    unsigned ranges;
    uint32_t added;
    uint16_t *steps;
    uint32_t *touched; /* by the operation that runs */
    uint32_t touches, touched_allocated;
    uint32_t first, last;        /* protected pages are in [first, last] */
    atomic_uint protected_pages; /* read without the lock, too */
    uint32_t newest;             /* the page touched last */
    uint32_t watching, watched;  /* host functions that run, and waiting operations; their cost */
    bool unseen;                 /* memory that the host shares, and that is not looked at */
    uint64_t unseen_at;          /* the operation that runs uses some: its page; 0: none */
    uint32_t parts[PARTS];       /* pages that other data of the program lie in, too */
    unsigned part_count, protected_parts;
} pages_t;

static pages_t pages;         /* as the session, one for the process; its lock guards it */
static atomic_bool any_pages; /* without the lock: it is worth taking */

static _Thread_local struct {
    uint32_t page[STEPPED];
    unsigned count, again;
    bool call; /* for a system call */
} stepping;    /* pages open for one instruction of this thread */

/* This thread runs the runtime, for which parts are open; the handler of a signal. */
static _Thread_local bool inside, in_handler;

static bool start_pages(void) {
    if (pages.state) return true;
    pages.state = calloc(PAGES + ADDED, sizeof *pages.state);
    pages.steps = calloc(PAGES + ADDED, sizeof *pages.steps);
    pages.first = UINT32_MAX;
    pages.newest = UINT32_MAX;
    if (pages.state && pages.steps) atomic_store(&any_pages, true);
    return pages.state && pages.steps;
}

static bool in_range(uint64_t address) {
    return address >= DEVICE_MEMORY_BASE && address - DEVICE_MEMORY_BASE < DEVICE_MEMORY_BYTES;
}
/* NO_PAGE: it is none that is looked at. */
static uint32_t page_of(uint64_t address) {
    if (in_range(address)) return (uint32_t)((address - DEVICE_MEMORY_BASE) / ORDER_PAGE);
    for (unsigned i = 0; i < pages.ranges; i++) {
        const range_t *range = &pages.range[i];
        if (address >= range->address &&
            address - range->address < (uint64_t)range->count * ORDER_PAGE)
            return range->first + (uint32_t)((address - range->address) / ORDER_PAGE);
    }
    return NO_PAGE;
}
static uint64_t address_of(uint32_t page) {
    if (page < PAGES) return DEVICE_MEMORY_BASE + (uint64_t)page * ORDER_PAGE;
    for (unsigned i = 0; i < pages.ranges; i++)
        if (page - pages.range[i].first < pages.range[i].count)
            return pages.range[i].address + (uint64_t)(page - pages.range[i].first) * ORDER_PAGE;
    return 0;
}

/* All pages that BYTES at ADDRESS are in, one after the other. */
#define FOR_EACH_PAGE(page, address, bytes)                                                        \
    for (uint64_t at_ = (address) / ORDER_PAGE * ORDER_PAGE, page = page_of(address);              \
         at_ < (address) + (bytes); at_ += ORDER_PAGE, page = page_of(at_))                        \
        if (page != NO_PAGE)

static bool is_part(uint32_t page) {
    for (unsigned i = 0; page >= PAGES && i < pages.part_count; i++)
        if (pages.parts[i] == page) return true;
    return false;
}

static void protect_run(uint32_t page, uint32_t count, unsigned state) {
    static const int protection[] = {PROT_READ | PROT_WRITE, PROT_READ, PROT_NONE};
    const uint64_t address = address_of(page);
    if (address != 0 && !(inside && state != OPEN && is_part(page)))
        mprotect((void *)(uintptr_t)address, (size_t)count * ORDER_PAGE, protection[state]);
}

static void note_state(uint32_t page, unsigned state) {
    if (pages.state[page] == OPEN && state != OPEN) pages.protected_pages++;
    if (pages.state[page] != OPEN && state == OPEN) pages.protected_pages--;
    if (is_part(page)) {
        pages.protected_parts -= pages.state[page] != OPEN;
        pages.protected_parts += state != OPEN;
    }
    pages.state[page] = (uint8_t)state;
    if (state == OPEN) return;
    if (page < pages.first) pages.first = page;
    if (page > pages.last) pages.last = page;
}

static void set_state(uint32_t page, unsigned state) {
    if (pages.state[page] == state) return;
    note_state(page, state);
    protect_run(page, 1, state);
}

/* ---- pages that hold other data, too ---- */

/* Bytes that an operation may use. */
static bool is_shared(uint64_t address, unsigned bytes) {
    for (unsigned i = 0; i < pages.ranges; i++)
        if (address < pages.range[i].host + pages.range[i].bytes &&
            address + bytes > pages.range[i].host)
            return true;
    return false;
}

static bool is_stepped(uint32_t page) {
    for (unsigned i = 0; i < stepping.count; i++)
        if (stepping.page[i] == page) return true;
    return false;
}

static void protect_parts(bool open) {
    for (unsigned i = 0; i < pages.part_count && pages.protected_parts > 0; i++)
        if (pages.state[pages.parts[i]] != OPEN && !is_stepped(pages.parts[i]))
            protect_run(pages.parts[i], 1, open ? OPEN : pages.state[pages.parts[i]]);
}

/* The last thing that is done. */
static void watch_calls(void) {
    if (!in_handler) system_calls_watch(pages.protected_parts > 0 && !stepping.call);
}

static void on_system_call(int number, siginfo_t *info, void *context) {
    ucontext_t *machine = context;
    (void)number;
    (void)info;
    system_calls_watch(false);
    protect_parts(true);
    const system_call_t call = system_calls_begin(context);
    if (call == SYSTEM_CALL_DONE) {
        protect_parts(false);
        watch_calls();
    }
    if (call != SYSTEM_CALL_AGAIN) return; /* a thread begins: open until the runtime's next call */
    for (unsigned i = 0; i < pages.part_count && stepping.count < STEPPED; i++)
        if (pages.state[pages.parts[i]] != OPEN && !is_stepped(pages.parts[i]))
            stepping.page[stepping.count++] = pages.parts[i];
    stepping.call = true;
    machine->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
}

void host_pages_enter(void) {
    if (pages.part_count == 0) return;
    system_calls_see(on_system_call);
    system_calls_watch(false);
    inside = true;
    protect_parts(true);
}
void host_pages_leave(void) {
    if (!inside) return;
    inside = false;
    if (pages.protected_parts == 0) return;
    const bool may = (in_handler || system_calls_may_be_seen()) && host_threads_alone();
    for (unsigned i = 0; i < pages.part_count && !may; i++) set_state(pages.parts[i], OPEN);
    protect_parts(false);
}
void host_pages_left(void) {
    if (pages.part_count > 0) watch_calls();
}

/* ---- operations ---- */

void host_pages_touched(session_t *session, uint64_t address, uint64_t bytes) {
    if (!start_pages()) return;
    (void)session;
    if (page_of(address) == NO_PAGE) pages.unseen_at = address;
    if (page_of(address + bytes - 1) == NO_PAGE) pages.unseen_at = address + bytes - 1;
    FOR_EACH_PAGE(page, address, bytes) {
        if (page == pages.newest) continue;
        if (!SCORD_ARRAY_ROOM(pages.touched, pages.touched_allocated, pages.touches + 1)) return;
        pages.touched[pages.touches++] = pages.newest = (uint32_t)page;
    }
}

static int by_number(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

static bool is_open_part(uint32_t page) {
    return is_part(page) && !(system_calls_seen() && host_threads_alone());
}

/* What the page is to be. */
static unsigned use_of(session_t *session, uint64_t address) {
    if (is_open_part(page_of(address))) return OPEN;
    return pages.watching > 0 && pages.watched < WATCHED
               ? CLOSED
               : ordering_page_use_of_all(session, address);
}

/* Runs of pages with one new state are one call to the system. */
void host_pages_protect(session_t *session) {
    uint32_t start = 0, length = 0, before = UINT32_MAX;
    unsigned state = OPEN;
    for (uint32_t i = 0; i < pages.touches; i++)
        if (is_open_part(pages.touched[i])) pages.unseen_at = address_of(pages.touched[i]);
    if (pages.unseen_at != 0 && ordering_page_use_of_all(session, pages.unseen_at) != 0)
        ordering_note_unseen(session);
    pages.unseen_at = 0;
    if (pages.touches == 0) return;
    qsort(pages.touched, pages.touches, sizeof *pages.touched, by_number);
    for (uint32_t i = 0; i < pages.touches; i++) {
        const uint32_t page = pages.touched[i];
        if (page == before) continue;
        before = page;
        const unsigned now = use_of(session, address_of(page));
        pages.steps[page] = 0;
        if (pages.state[page] == now) continue;
        note_state(page, now);
        if (length > 0 && page == start + length && now == state && page < PAGES) {
            length++;
            continue;
        }
        if (length > 0) protect_run(start, length, state);
        start = page;
        length = 1;
        state = now;
    }
    if (length > 0) protect_run(start, length, state);
    pages.touches = 0;
    pages.newest = UINT32_MAX;
}

void host_pages_watch(session_t *session, bool begins) {
    if (!start_pages()) return;
    pages.watching += begins ? 1u : -1u;
    for (uint32_t i = 0;; i++) {
        const device_allocation_t *at = device_memory_allocation(session->memory, i);
        if (!at) break;
        if (at->kind == DEVICE_MEMORY_HOST) host_pages_touched(session, at->address, at->bytes);
    }
    for (unsigned i = 0; i < pages.ranges; i++)
        host_pages_touched(session, pages.range[i].address,
                           (uint64_t)pages.range[i].count * ORDER_PAGE);
    pages.watched += pages.touches / 16;
    host_pages_protect(session);
}

bool host_pages_see_all(void) { return !pages.unseen && pages.watched < WATCHED; }

void host_pages_ordered(session_t *session) {
    if (pages.protected_pages == 0 || pages.watching > 0 || !ordering_is_quiet(session)) return;
    for (uint32_t page = pages.first; page <= pages.last; page++) {
        uint32_t count = 0;
        while (page + count <= pages.last && pages.state[page + count] != OPEN &&
               (count == 0 || page + count < PAGES))
            note_state(page + count++, OPEN);
        if (count == 0) continue;
        protect_run(page, count, OPEN);
        page += count - 1;
    }
    pages.first = UINT32_MAX;
    pages.last = 0;
}

void host_pages_forget(session_t *session, uint64_t address, uint64_t bytes) {
    (void)session;
    if (!pages.state || !in_range(address)) return;
    FOR_EACH_PAGE(page, address, bytes) note_state((uint32_t)page, OPEN); /* the allocator's now */
}

static int is_in_object(struct dl_phdr_info *info, size_t size, void *address) {
    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];
        const uintptr_t start = (info->dlpi_addr + part->p_vaddr) / ORDER_PAGE * ORDER_PAGE;
        if (part->p_type == PT_LOAD && (uintptr_t)address >= start &&
            (uintptr_t)address - start < part->p_memsz + 2 * ORDER_PAGE)
            return 1;
    }
    return 0;
}

static bool is_on_stack(uintptr_t address) {
    pthread_attr_t what;
    void *start = NULL;
    size_t bytes = 0;
    if (pthread_getattr_np(pthread_self(), &what) != 0) return true;
    pthread_attr_getstack(&what, &start, &bytes);
    pthread_attr_destroy(&what);
    return address + ORDER_PAGE > (uintptr_t)start && address < (uintptr_t)start + bytes;
}

/* A page that is protected although other data lie in it: of the heap. The runtime's own variables
 * may lie beside the program's, and a signal's handler needs the stack. */
static bool may_be_part(uintptr_t page) {
    return pages.part_count + 2 <= PARTS && host_threads_alone() &&
           system_calls_see(on_system_call) && !dl_iterate_phdr(is_in_object, (void *)page) &&
           !is_on_stack(page);
}

void host_pages_add(session_t *session, const void *host, uint64_t bytes) {
    const uintptr_t from = (uintptr_t)host, to = from + bytes, low = from / ORDER_PAGE * ORDER_PAGE,
                    high = (to + ORDER_PAGE - 1) / ORDER_PAGE * ORDER_PAGE;
    const bool first = low != from && may_be_part(low),
               last = high != to && high - ORDER_PAGE != low && may_be_part(high - ORDER_PAGE);
    const uintptr_t start = low == from || first ? low : low + ORDER_PAGE,
                    end = high == to || last || high - ORDER_PAGE == low ? high : high - ORDER_PAGE;
    (void)session;
    if (start != low || end != high || pages.ranges == RANGES) pages.unseen = true;
    if (end <= start || !start_pages() || pages.ranges == RANGES) return;
    const uint32_t count = (uint32_t)((end - start) / ORDER_PAGE), number = PAGES + pages.added;
    if (count > ADDED - pages.added) { /* the rest is not looked at */
        pages.unseen = true;
        return;
    }
    pages.range[pages.ranges++] = (range_t){from, start, bytes, number, count};
    pages.added += count;
    if (first) pages.parts[pages.part_count++] = number;
    if (last) pages.parts[pages.part_count++] = number + count - 1;
    if (first || last) inside = true; /* the call that adds it */
}

void host_pages_remove(session_t *session, const void *host) {
    (void)session;
    for (unsigned i = 0; i < pages.ranges; i++) {
        const range_t *range = &pages.range[i];
        if (range->host != (uintptr_t)host) continue;
        for (uint32_t page = 0; page < range->count; page++) set_state(range->first + page, OPEN);
        for (unsigned part = pages.part_count; part-- > 0;)
            if (pages.parts[part] - range->first < range->count)
                pages.parts[part] = pages.parts[--pages.part_count];
        pages.range[i] = pages.range[--pages.ranges];
        return;
    }
}

/* ---- the instruction ---- */

/* Bytes that it touches, as far as its prefixes and operation say. */
static unsigned width_of(const uint8_t *code) {
    bool small = false, wide = false;
    unsigned i = 0;
    for (; i < 14; i++) {
        if (code[i] == 0x66) {
            small = true;
        } else if (code[i] != 0xf2 && code[i] != 0xf3 && code[i] != 0x2e && code[i] != 0x3e &&
                   code[i] != 0x64 && code[i] != 0x65 && code[i] != 0xf0) {
            break;
        }
    }
    if (code[i] == 0x62) return 16u << ((code[i + 3] >> 5 & 3) > 2 ? 2 : code[i + 3] >> 5 & 3);
    if (code[i] == 0xc5) return code[i + 1] & 4 ? 32 : 16;
    if (code[i] == 0xc4) return code[i + 2] & 4 ? 32 : 16;
    if ((code[i] & 0xf0) == 0x40) wide = code[i++] & 8;
    const unsigned usual = wide ? 8 : small ? 2 : 4;
    if (code[i] == 0x0f) {
        const uint8_t second = code[i + 1];
        if (second == 0xb6 || second == 0xbe || second == 0xb0 || second == 0xc0) return 1;
        if (second == 0xb7 || second == 0xbf) return 2;
        if (second == 0x10 || second == 0x11) /* movss, movsd, movups */
            return memchr(code, 0xf3, i) ? 4 : memchr(code, 0xf2, i) ? 8 : 16;
        if (second == 0x28 || second == 0x29 || second == 0x6f || second == 0x7f || second == 0xe7)
            return 16;
        if (second == 0x12 || second == 0x13 || second == 0x16 || second == 0x17 ||
            second == 0xd6 || (second == 0x7e && memchr(code, 0xf3, i)))
            return 8;
        return usual;
    }
    const uint8_t operation = code[i];
    const bool arithmetic = operation < 0x40 && (operation & 7) < 4;
    const bool byte = (arithmetic && !(operation & 1)) || operation == 0x80 || operation == 0x84 ||
                      operation == 0x86 || operation == 0x88 || operation == 0x8a ||
                      operation == 0xa4 || operation == 0xa6 || operation == 0xaa ||
                      operation == 0xac || operation == 0xae || operation == 0xc0 ||
                      operation == 0xc6 || operation == 0xd0 || operation == 0xd2 ||
                      operation == 0xf6 || operation == 0xfe;
    return byte ? 1 : usual;
}

static bool permits(unsigned state, bool writes) {
    return state == OPEN || (state == READABLE && !writes);
}

static bool on_access(session_t *session, uint64_t address, ucontext_t *machine) {
    const bool writes = machine->uc_mcontext.gregs[REG_ERR] & 2;
    const uintptr_t instruction = (uintptr_t)machine->uc_mcontext.gregs[REG_RIP];
    const uint32_t page = page_of(address);
    const device_allocation_t *found = device_memory_find(session->memory, address);
    if (page == NO_PAGE || (page < PAGES && (!found || found->kind != DEVICE_MEMORY_HOST)))
        return false;
    /* Another thread has opened it, unless it comes again. */
    if (permits(pages.state[page], writes)) return ++stepping.again < SAME_FAULTS;
    stepping.again = 0;
    const bool raced = ordering_host_access(
        session, address, width_of((const uint8_t *)instruction), writes, instruction);
    const bool ordered = permits(ordering_page_use(session, address), writes);
    const bool wanted = pages.watching > 0;
    const unsigned steps = pages.steps[page] + (!wanted && (raced || ordered) ? LONG_STEPS : 1);
    pages.steps[page] = (uint16_t)steps;
    pages.watched += wanted;
    if (wanted) operations_note_step();
    set_state(page, steps < PATIENCE ? use_of(session, address) : OPEN);
    if (wanted && pages.state[page] != CLOSED) ordering_host_lost(session);
    if (permits(pages.state[page], writes)) return true;
    if (stepping.count == STEPPED) {
        set_state(page, OPEN);
        if (wanted) ordering_host_lost(session);
        return true;
    }
    stepping.page[stepping.count++] = page;
    protect_run(page, 1, OPEN);
    machine->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
    return true;
}

/* Other data of the program, in a page that registered memory has a part of. May interrupt the
 * runtime, too. */
static bool on_other_data(uint32_t page, ucontext_t *machine) {
    const bool writes = machine->uc_mcontext.gregs[REG_ERR] & 2;
    if (permits(pages.state[page], writes)) return ++stepping.again < SAME_FAULTS;
    stepping.again = 0;
    pages.steps[page] += BESIDE_STEPS;
    pages.watched += pages.watching > 0;
    if ((pages.steps[page] >= PATIENCE && pages.watching == 0) || stepping.count == STEPPED) {
        set_state(page, OPEN);
        return true;
    }
    stepping.page[stepping.count++] = page;
    protect_run(page, 1, OPEN);
    machine->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
    return true;
}

static bool on_step(ucontext_t *machine) {
    if (stepping.count == 0 && !stepping.call) return false;
    for (unsigned i = 0; i < stepping.count; i++)
        protect_run(stepping.page[i], 1, pages.state[stepping.page[i]]);
    stepping.count = 0;
    stepping.call = false;
    machine->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
    return true;
}

static bool on_fault(session_t *session, int signal_number, uint64_t address, ucontext_t *machine) {
    const uint32_t page = signal_number == SIGSEGV ? page_of(address) : NO_PAGE;
    if (is_part(page) &&
        !is_shared(address, width_of((const uint8_t *)machine->uc_mcontext.gregs[REG_RIP])))
        return on_other_data(page, machine);
    if (signal_number == SIGTRAP && stepping.call) return on_step(machine);
    session_register();
    host_functions_step();
    const bool mine = signal_number == SIGTRAP ? on_step(machine)
                                               : on_access(session, address, machine);
    session_leave(session, cudaSuccess);
    return mine;
}

bool host_pages_fault(session_t *session, int signal_number, const siginfo_t *info, void *context) {
    if (!atomic_load(&any_pages)) return false;
    if (signal_number == SIGSEGV && info->si_code != SEGV_ACCERR) return false;
    const int kept = errno;
    const bool nested = in_handler;
    in_handler = true;
    if (pages.part_count > 0) system_calls_watch(false);
    const bool mine = on_fault(session, signal_number, (uint64_t)(uintptr_t)info->si_addr, context);
    errno = kept;
    in_handler = nested;
    host_pages_left();
    return mine;
}

/* ---- calls into the system ---- */

static bool is_locked(uint64_t address, uint64_t bytes) {
    if (pages.protected_pages == 0 || bytes == 0) return false;
    FOR_EACH_PAGE(page, address, bytes) if (pages.state[page] != OPEN) return true;
    return false;
}

static bool open_pages(const void *pointer, size_t bytes, bool looked_at, bool writes) {
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    if (pages.protected_pages == 0) return false;
    session_t *session = session_register();
    const bool locked = is_locked(address, bytes);
    if (locked && looked_at) ordering_host_access(session, address, bytes, writes, 0);
    if (locked) FOR_EACH_PAGE(page, address, bytes) set_state((uint32_t)page, OPEN);
    session_leave(session, cudaSuccess);
    return locked;
}
bool host_pages_open(const void *pointer, size_t bytes, bool writes) {
    return open_pages(pointer, bytes, true, writes);
}
bool host_pages_unlock(const void *pointer, size_t bytes) {
    return open_pages(pointer, bytes, false, false);
}

void host_pages_close(const void *pointer, size_t bytes) {
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    session_t *session = session_register();
    FOR_EACH_PAGE(page, address, bytes)
    if (page >= PAGES || device_memory_find(session->memory, address_of((uint32_t)page)))
        set_state((uint32_t)page, use_of(session, address_of((uint32_t)page)));
    session_leave(session, cudaSuccess);
}
