/* SPDX-License-Identifier: Apache-2.0 */
/* session.c: start and end of a run, and the lock around it.
 *
 *     scord check ── fork, exec ─► the program, linked with libscordsim.a
 *        ▲  ▲                        │ first CUDA call, or the constructor that registers its PTX
 *        │  └── pipe: events ◄───────┤ start(): options from the environment (run_status.h)
 *        └───── shared page: status ◄┘ end_of_program() by atexit, or session_end()
 *
 * The runtime has one process-wide session, since CUDA's API has no handle. The first call makes
 * it; every API function enters it (session_enter locks) and leaves it (session_leave unlocks and
 * remembers the error for cudaGetLastError). The lock is recursive: host functions that a stream
 * calls may use the API again.
 *
 * The command reads how the run went from a page that both map: run_status_t. The program's exit
 * code and output stay its own. Without a command (a program started by hand) the status is
 * private, and messages go to standard error.
 *
 * Everything that ends a run early goes through session_end: the message into the status, the
 * program's own output flushed, events kept, then _exit without destructors, which could call CUDA
 * again.
 *
 * Invariants: a status of RUN_RUNNING at the program's end means that nothing went wrong; a
 * session that exists is complete: what cannot be made ends the program; build_check compares the
 * two libraries' builds before anything depends on it.
 * Reference: docs/user-guide.md, "Checking your own program"; sim/runtime/run_status.h.
 */
#include "sim/runtime/session.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "sim/runtime/build_check.h"
#include "sim/runtime/event_queue.h"
#include "sim/runtime/host/host_functions.h"
#include "sim/runtime/host/host_pages.h"
#include "sim/runtime/host/host_threads.h"
#include "sim/runtime/operations.h"
#include "sim/runtime/host/thread_calls.h"
#include "sim/runtime/timeline.h"

static session_t the_session;
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static run_status_t private_status;
static unsigned depth; /* of the lock */

int session_descriptor(const char *variable) {
    const char *text = getenv(variable);
    const int fd = !text ? -1 : atoi(text);
    if (fd >= 0)
        fcntl(fd, F_SETFD, FD_CLOEXEC); /* programs that the program starts have no part in this */
    return fd;
}

static uint64_t number(const char *variable) {
    const char *text = getenv(variable);
    return !text ? 0 : strtoull(text, NULL, 0);
}

static void map_status(session_t *session) {
    const int fd = session_descriptor(RUN_STATUS_FD);
    void *place = MAP_FAILED;
    if (fd >= 0)
        place = mmap(NULL, sizeof(run_status_t), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    session->reports_to_command = place != MAP_FAILED;
    session->status = place != MAP_FAILED ? place : &private_status;
    session->status->outcome = RUN_RUNNING;
    if (!build_check_state(session->status))
        session_end(session, RUN_ENVIRONMENT,
                    "libscordsim.a (build %s) and libscord.a (build %s) are not of one build; run "
                    "`make build`",
                    session->status->runtime_build, session->status->library_build);
}

static void read_config(session_t *session) {
    const char *text = getenv(RUN_CONFIG);
    scord_stream_error_t error;
    session->config = scord_configs[0];
    if (!text) return;
    if (scord_config_parse(text, &session->config, session->config_name,
                           sizeof session->config_name, &error) != 0)
        session_end(session, RUN_FAULT, "%s", error.message);
}

/* Depth 0: no schedule is named. */
static pct_options_t read_schedule(session_t *session) {
    const char *text = getenv(RUN_SCHEDULE);
    pct_options_t pct = {0};
    if (text && !session->cycles.wanted && !pct_named(text, &pct))
        session_end(session, RUN_FAULT, "schedule '%s' is not one of pct:D:S:K, pct-lanes:D:S:K",
                    text);
    return pct;
}

static void open_stream(session_t *session, int fd) {
    scord_stream_error_t error;
    if (!session->writer_wanted) return;
    session->writer = scord_stream_open_writer_fd(fd, "event pipe", SCORD_STREAM_BINARY,
                                                  &session->config, &error);
    if (!session->writer) session_end(session, RUN_ENVIRONMENT, "%s", error.message);
}

static void close_stream(session_t *session) {
    scord_stream_error_t error;
    if (session->writer) scord_stream_close_writer(session->writer, &error);
    session->writer = NULL;
}

/* A closed pipe, or a record that cannot be written, ends the launch. */
static int pass_event(session_t *session, scord_event_t *event) {
    scord_stream_error_t error;
    if (session->grab.observer) session_observe(session, event);
    if (!session->writer) return 0;
    if (scord_stream_write(session->writer, event, &error) == SCORD_STREAM_OK) return 0;
    if (error.status == SCORD_STREAM_INVALID)
        session_end(session, RUN_ENVIRONMENT, "event stream: %s", error.message);
    return -1;
}

/* gpu_sink_t */
static int write_event(void *context, scord_event_t *event) {
    session_t *session = context;
    if (session->ordering) ordering_kernel_event(session, event);
    return event_queue_keeps(session, event) ? 0 : pass_event(session, event);
}

void session_emit(session_t *session, scord_event_t *event) {
    event->cycle = gpu_cycle(session->gpu);
    pass_event(session, event); /* a closed pipe ends the next launch */
}

static void make_machine(session_t *session) {
    const session_cycles_t *cycles = &session->cycles;
    session->memory = device_memory_create(true);
    if (!session->memory)
        session->memory = device_memory_create(false); /* address range taken: no managed memory */
    const uint32_t findings = cycles->wanted ? 0 : (uint32_t)number(RUN_FINDINGS);
    session->found.kinds = findings;
    session->found.leaks = number(RUN_LEAKS) != 0;
    if ((findings >> SCORD_FINDING_KIND_UNINITIALISED & 1) != 0 &&
        !unwritten_start(&session->unwritten))
        session_end(session, RUN_ENVIRONMENT,
                    "no memory to tell which bytes are written; check --without uninitialised");
    libc_calls_present();
    session->interpret = number(RUN_INTERPRET) != 0;
    if (!operations_set_async(session, getenv(RUN_ASYNC)))
        session_end(session, RUN_FAULT, "%s '%s' is neither late nor a seed", RUN_ASYNC,
                    getenv(RUN_ASYNC));
    session->ordering_wanted = (findings >> SCORD_FINDING_KIND_LAUNCH & 1) != 0;
    const gpu_options_t options = {
        .config = session->config,
        .seed = number(RUN_SEED),
        .pct = read_schedule(session),
        .spin_limit = number(RUN_SPIN_LIMIT),
        .memory = session->memory,
        .host = {session, session_host_call},
        .sink = session->writer_wanted || session->grab.observer ? write_event : NULL,
        .sink_context = session,
        .machine = cycles->wanted ? &cycles->machine : NULL,
        .schedule = cycles->schedule,
        .schedule_by = cycles->schedule_by,
        .device = cycles->device,
        .phases = cycles->phases,
        .independent_threads = session->config.independent_threads != 0,
        .syncwarps = number(RUN_SYNCWARPS) != 0,
        .keep_going = number(RUN_KEEP_GOING) != 0,
        .findings = findings,
        .unwritten = &session->unwritten,
        .track_shared = number(RUN_SHARED) != 0 && !cycles->wanted};
    if (session->memory) session->gpu = gpu_create(&options);
    if (!session->gpu)
        session_end(session, RUN_ENVIRONMENT, "no memory for the device model (%s)",
                    strerror(errno));
}

/* ---- signals that end the program ---- */

static _Thread_local bool in_model; /* of the thread that runs a launch */

void session_enter_model(void) { in_model = true; }
void session_leave_model(void) { in_model = false; }

/* Host code that dereferences a cudaMalloc pointer dies of a segmentation fault, as on a real
 * machine; say why. */
static void explain_segmentation_fault(session_t *session, uint64_t address) {
    if (address < DEVICE_MEMORY_BASE || address - DEVICE_MEMORY_BASE >= DEVICE_MEMORY_BYTES ||
        !session->memory)
        return;
    const device_allocation_t *object = device_memory_find(session->memory, address);
    snprintf(session->status->message, sizeof session->status->message,
             "host code accesses device memory at 0x%llx (%s); copy it with cudaMemcpy or use "
             "cudaMallocManaged",
             (unsigned long long)address, !object ? "no allocation" : object->name);
}

/* A handler runs in the thread that faults or aborts, so it knows whether the model was at work
 * there. The signal then kills, as without a handler. */
static void on_fatal_signal(int signal_number, siginfo_t *info, void *context) {
    if (host_pages_fault(&the_session, signal_number, info, context)) return;
    if (in_model)
        the_session.status->failed_inside = 1;
    else if (signal_number == SIGSEGV)
        explain_segmentation_fault(&the_session, (uint64_t)(uintptr_t)info->si_addr);
    signal(signal_number, SIG_DFL);
    raise(signal_number); /* when this handler has returned */
}

static void catch_fatal_signals(void) {
    static const int signals[] = {SIGSEGV, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGTRAP};
    const struct sigaction action = {.sa_sigaction = on_fatal_signal, .sa_flags = SA_SIGINFO};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaction(signals[i], &action, NULL);
}

/* An interruption in a launch: the command reports what ran so far. */
static void note_statistics(int signal_number) {
    const session_t *session = &the_session;
    if (session->gpu && session->status) {
        session->status->statistics = *gpu_statistics(session->gpu);
        session->status->statistics.launches += gpu_in_launch(session->gpu);
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

static void note_at(int signal_number) { /* unless the program has its own way */
    struct sigaction present;
    if (sigaction(signal_number, NULL, &present) == 0 && present.sa_handler == SIG_DFL)
        signal(signal_number, note_statistics);
}

static void end_of_program(void) {
    session_t *session = session_register(); /* for good */
    host_functions_end(session);
    if (session->gpu) operations_await_all(session);
    event_queue_finish(session);
    ordering_finish(session);
    host_report_leaks(session);
    session_close_machine(session);
    session_close_grab(session);
    session_close_left(session);
    timeline_close();
    close_stream(session);
    host_findings_free(&session->found);
    if (session->status && session->status->outcome == RUN_RUNNING)
        session->status->outcome = RUN_ENDED;
}

static void start(session_t *session) {
    map_status(session);
    read_config(session);
    const int events = session_descriptor(RUN_EVENT_FD);
    session->writer_wanted = events >= 0;
    session_read_machine(session);
    session_open_grab(session);
    session_open_left(session);
    timeline_open(session);
    open_stream(session, events);
    make_machine(session);
    catch_fatal_signals();
    if (session->reports_to_command) {
        note_at(SIGTERM);
        note_at(SIGINT);
    }
    atexit(end_of_program);
}

/* cudaGetLastError is of the calling thread. */
static _Thread_local cudaError_t last_error;

cudaError_t session_last_error(bool forget) {
    const cudaError_t error = last_error;
    if (forget) last_error = cudaSuccess;
    return error;
}

void session_set_last_error(cudaError_t error) { last_error = error; }

session_t *session_register(void) {
    thread_calls_lock(&lock);
    if (depth++ == 0) host_pages_enter();
    if (!the_session.status) start(&the_session);
    host_threads_enter(&the_session);
    return &the_session;
}

session_t *session_enter(void) {
    session_t *session = session_register();
    operations_note_call();
    session_load(session);
    return session;
}

cudaError_t session_leave(session_t *session, cudaError_t error) {
    assert(session == &the_session);
    if (error != cudaSuccess) last_error = error;
    host_threads_leave(session);
    const bool left = --depth == 0;
    if (left) host_pages_leave();
    thread_calls_unlock(&lock);
    if (left) host_pages_left();
    return error;
}

unsigned session_step_out(session_t *session) {
    const unsigned kept = depth;
    for (unsigned i = 0; i < kept; i++) session_leave(session, cudaSuccess);
    return kept;
}
void session_step_in(session_t *session, unsigned kept) {
    (void)session;
    for (unsigned i = 0; i < kept; i++) session_register();
}

void session_end(session_t *session, run_outcome_t outcome, const char *format, ...) {
    assert(outcome != RUN_RUNNING);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(session->status->message, sizeof session->status->message, format, arguments);
    va_end(arguments);
    fflush(NULL);
    if (session->gpu) session->status->statistics = *gpu_statistics(session->gpu);
    session_close_machine(session);
    session_close_grab(session);
    session_close_left(session);
    if (session->gpu) event_queue_finish(session);
    timeline_close();
    close_stream(session);
    session->status->outcome = outcome;
    if (!session->reports_to_command) fprintf(stderr, "scord: %s\n", session->status->message);
    _exit(outcome == RUN_FAULT      ? RUN_EXIT_FAULT
          : outcome == RUN_MISMATCH ? RUN_EXIT_MISMATCH
                                    : RUN_EXIT_ENVIRONMENT);
}

uint64_t session_allocate(session_t *session, uint64_t bytes, device_memory_kind_t kind,
                          const char *function) {
    assert(bytes > 0);
    char name[64];
    snprintf(name, sizeof name, "%s#%u", function, (unsigned)session->allocations + 1);
    const uint64_t address = device_memory_allocate(session->memory, bytes, kind, name);
    if (address != 0) unwritten_set(&session->unwritten, address, bytes, false);
    if (address == 0) return 0;
    session->allocations++;
    gpu_name_object(session->gpu, address, bytes, name);
    if (strcmp(function, "malloc") != 0) host_remember_call(session, address);
    return address;
}
