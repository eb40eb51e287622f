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
 * Other threads can pass while a page is open for one instruction: their access is not seen then.
 *
 * Invariants: state[] is what mprotect was told; a page of no live allocation has state OPEN.
 * Costs: two signals for an access to a page in use; one for the first behind a wait.
 */
#include "sim/runtime/host_pages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

#include "cmodel/base/array.h"
#include "sim/runtime/ordering.h"

enum {
    PAGES = DEVICE_MEMORY_BYTES / ORDER_PAGE,
    STEPPED = 16,      /* pages of one instruction */
    PATIENCE = 16384,  /* steps on a page … */
    RACE_STEPS = 2048, /* … and what one that races counts for */
    TRAP_FLAG = 0x100
};
enum { OPEN, READABLE, CLOSED }; /* = order_page_use */

typedef struct pages {
    uint8_t *state; /* of each page of the range */
    uint16_t *steps;
    uint32_t *touched; /* by the operation that runs */
    uint32_t touches, touched_allocated;
    uint32_t first, last; /* protected pages are in [first, last] */
    uint32_t protected_pages;
    uint32_t newest; /* the page touched last */
} pages_t;

static pages_t pages; /* as the session, one for the process; its lock guards it */

static _Thread_local struct {
    uint32_t page[STEPPED];
    unsigned count;
} stepping; /* pages open for one instruction of this thread */

static bool start_pages(void) {
    if (pages.state) return true;
    pages.state = calloc(PAGES, sizeof *pages.state);
    pages.steps = calloc(PAGES, sizeof *pages.steps);
    pages.first = UINT32_MAX;
    pages.newest = UINT32_MAX;
    return pages.state && pages.steps;
}

static bool in_range(uint64_t address) {
    return address >= DEVICE_MEMORY_BASE && address - DEVICE_MEMORY_BASE < DEVICE_MEMORY_BYTES;
}
static uint32_t page_of(uint64_t address) {
    return (uint32_t)((address - DEVICE_MEMORY_BASE) / ORDER_PAGE);
}
static uint64_t address_of(uint32_t page) {
    return DEVICE_MEMORY_BASE + (uint64_t)page * ORDER_PAGE;
}

static void protect_run(uint32_t page, uint32_t count, unsigned state) {
    static const int protection[] = {PROT_READ | PROT_WRITE, PROT_READ, PROT_NONE};
    mprotect((void *)(uintptr_t)address_of(page), (size_t)count * ORDER_PAGE, protection[state]);
}

static void note_state(uint32_t page, unsigned state) {
    if (pages.state[page] == OPEN && state != OPEN) pages.protected_pages++;
    if (pages.state[page] != OPEN && state == OPEN) pages.protected_pages--;
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

/* ---- operations ---- */

void host_pages_touched(session_t *session, uint64_t address, uint64_t bytes) {
    if (!start_pages()) return;
    (void)session;
    for (uint32_t page = page_of(address); page <= page_of(address + bytes - 1); page++) {
        if (page == pages.newest) continue;
        if (!SCORD_ARRAY_ROOM(pages.touched, pages.touched_allocated, pages.touches + 1)) return;
        pages.touched[pages.touches++] = page;
        pages.newest = page;
    }
}

static int by_number(const void *a, const void *b) {
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return x < y ? -1 : x > y;
}

/* Runs of pages with one new state are one call to the system. */
void host_pages_protect(session_t *session) {
    uint32_t start = 0, length = 0, before = UINT32_MAX;
    unsigned state = OPEN;
    if (pages.touches == 0) return;
    qsort(pages.touched, pages.touches, sizeof *pages.touched, by_number);
    for (uint32_t i = 0; i < pages.touches; i++) {
        const uint32_t page = pages.touched[i];
        if (page == before) continue;
        before = page;
        const unsigned now = ordering_page_use(session, address_of(page));
        pages.steps[page] = 0;
        if (pages.state[page] == now) continue;
        note_state(page, now);
        if (length > 0 && page == start + length && now == state) {
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

void host_pages_ordered(session_t *session) {
    if (pages.protected_pages == 0 || !ordering_is_quiet(session)) return;
    for (uint32_t page = pages.first; page <= pages.last; page++) {
        uint32_t count = 0;
        while (page + count <= pages.last && pages.state[page + count] != OPEN)
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
    if (!pages.state || !in_range(address) || bytes == 0) return;
    for (uint32_t page = page_of(address); page <= page_of(address + bytes - 1); page++)
        note_state(page, OPEN); /* the allocator closes it */
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
    if (!found || found->kind != DEVICE_MEMORY_HOST) return false;
    if (permits(pages.state[page], writes)) return true; /* another thread has opened it */
    const bool raced = ordering_host_access(
        session, address, width_of((const uint8_t *)instruction), writes, instruction);
    const unsigned steps = pages.steps[page] + (raced ? RACE_STEPS : 1);
    pages.steps[page] = (uint16_t)steps;
    set_state(page, steps < PATIENCE ? ordering_page_use(session, address) : OPEN);
    if (permits(pages.state[page], writes)) return true;
    if (stepping.count == STEPPED) {
        set_state(page, OPEN);
        return true;
    }
    stepping.page[stepping.count++] = page;
    protect_run(page, 1, OPEN);
    machine->uc_mcontext.gregs[REG_EFL] |= TRAP_FLAG;
    return true;
}

static bool on_step(ucontext_t *machine) {
    if (stepping.count == 0) return false;
    for (unsigned i = 0; i < stepping.count; i++)
        protect_run(stepping.page[i], 1, pages.state[stepping.page[i]]);
    stepping.count = 0;
    machine->uc_mcontext.gregs[REG_EFL] &= ~(greg_t)TRAP_FLAG;
    return true;
}

bool host_pages_fault(session_t *session, int signal_number, const siginfo_t *info, void *context) {
    const uint64_t address = (uint64_t)(uintptr_t)info->si_addr;
    if (!pages.state) return false;
    if (signal_number == SIGSEGV && (!in_range(address) || info->si_code != SEGV_ACCERR))
        return false;
    const int kept = errno;
    session_register();
    const bool mine = signal_number == SIGTRAP ? on_step(context)
                                               : on_access(session, address, context);
    session_leave(session, cudaSuccess);
    errno = kept;
    return mine;
}

/* ---- calls into the system ---- */

bool host_pages_open(const void *pointer, size_t bytes, bool writes) {
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    if (!pages.state || bytes == 0 || !in_range(address) || !in_range(address + bytes - 1) ||
        pages.protected_pages == 0)
        return false;
    session_t *session = session_register();
    bool any = false;
    for (uint32_t page = page_of(address); page <= page_of(address + bytes - 1); page++)
        any = any || pages.state[page] != OPEN;
    if (any) ordering_host_access(session, address, bytes, writes, 0);
    for (uint32_t page = page_of(address); page <= page_of(address + bytes - 1) && any; page++)
        if (pages.state[page] != OPEN) set_state(page, OPEN);
    session_leave(session, cudaSuccess);
    return any;
}

void host_pages_close(const void *pointer, size_t bytes) {
    const uint64_t address = (uint64_t)(uintptr_t)pointer;
    session_t *session = session_register();
    for (uint32_t page = page_of(address); page <= page_of(address + bytes - 1); page++)
        if (device_memory_find(session->memory, address_of(page)))
            set_state(page, ordering_page_use(session, address_of(page)));
    session_leave(session, cudaSuccess);
}
