/* SPDX-License-Identifier: Apache-2.0 */
/* test_stages.c: the checker in one, two, three and eight threads (check_stages.h) on random
 * streams: report, counts and messages are the same byte by byte, also when the stream has a limit,
 * an expectation that does not hold, or the exact oracle looks. Threads that cannot be made, memory
 * that is not there, and an interruption while nothing comes.
 *
 * usage: test_stages FIRST SEEDS. Last line: "N passed, N failed".
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmodel/base/random.h"
#include "cosim/commands/program/check_stages.h"
#include "cosim/random/random_program.h"

static unsigned slow = 60; /* seconds; a run takes less than one. $STAGES_SECONDS */

static unsigned passed, failed;

static void check(bool holds, uint64_t seed, unsigned threads, const char *what) {
    passed += holds;
    failed += !holds;
    if (!holds) printf("FAIL seed %llu, %u threads: %s\n", (unsigned long long)seed, threads, what);
}

/* ---- calls that fail (linked with --wrap) ---- */

static unsigned calls_before_failure = UINT32_MAX; /* of the kind that fails */
static enum { FAIL_NOTHING, FAIL_THREADS, FAIL_CALLOC, FAIL_REALLOC } failing;

static bool fails_now(int kind) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    pthread_mutex_lock(&mutex);
    const bool fails = (int)failing == kind && calls_before_failure == 0;
    if (fails && kind != FAIL_REALLOC) failing = FAIL_NOTHING; /* once */
    if ((int)failing == kind && calls_before_failure > 0) calls_before_failure--;
    pthread_mutex_unlock(&mutex);
    return fails;
}

int __real_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
int __wrap_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
                          void *context) {
    return fails_now(FAIL_THREADS) ? EAGAIN
                                   : __real_pthread_create(thread, attributes, run, context);
}
void *__real_calloc(size_t, size_t);
void *__wrap_calloc(size_t, size_t);
void *__wrap_calloc(size_t count, size_t size) {
    return fails_now(FAIL_CALLOC) ? NULL : __real_calloc(count, size);
}
void *__real_realloc(void *, size_t);
void *__wrap_realloc(void *, size_t);
void *__wrap_realloc(void *old, size_t size) {
    return fails_now(FAIL_REALLOC) ? NULL : __real_realloc(old, size);
}

/* ---- streams ---- */

typedef struct stream {
    const char *config_name;
    scord_config_t config;
    char names[64];
    uint64_t seed, limit, events;
    bool shared, no_races;
    const char *oracle;
    int fd; /* of a file in memory */
} stream_t;

static const char *const configs[] = {
    "cuda",   "cuda", "cuda:independent_threads=2",
    "gtx480", "tiny", "gtx480:acquire_release=1,independent_threads=1"};

/* Now and then a load or store becomes one of single bytes of its words. */
static void narrow(scord_event_t *event, scord_random_t *random) {
    scord_event_access_t *access = &event->access;
    if (event->kind != SCORD_EVENT_KIND_ACCESS || access->op == SCORD_OP_ATOMIC ||
        access->size != SCORD_WORD_BYTES || access->has_returned || access->has_operands ||
        access->differ[0] != 0 || scord_random_below(random, 8) != 0)
        return;
    access->size = 1;
    for (uint32_t lanes = access->mask; lanes; lanes &= lanes - 1)
        access->address[__builtin_ctz(lanes)] += scord_random_below(random, SCORD_WORD_BYTES);
}

static void put(stream_t *stream, scord_stream_writer_t *writer, scord_event_t *event) {
    scord_stream_error_t error;
    stream->events++;
    if (scord_stream_write(writer, event, &error) == SCORD_STREAM_OK) return;
    printf("FAIL seed %llu: %s\n", (unsigned long long)stream->seed, error.message);
    exit(1);
}

/* The random program of the stream's seed; behind event WRONG the expectation, unless there is one.
 */
static void put_program(stream_t *stream, scord_stream_writer_t *writer, uint32_t events,
                        uint32_t wrong, scord_random_t *random, bool *expected) {
    const scord_random_knobs_t knobs = {.seed = stream->seed, .events = events};
    scord_random_program_t *program = scord_random_program_create(&stream->config, &knobs);
    scord_event_t event;
    while (scord_random_program_next(program, &event)) {
        if (stream->seed % 2 == 0) narrow(&event, random);
        put(stream, writer, &event);
        if (*expected || stream->events < wrong || event.kind != SCORD_EVENT_KIND_ACCESS) continue;
        *expected = true;
        event = (scord_event_t){.kind = SCORD_EVENT_KIND_EXPECT, .cycle = event.cycle};
        event.expect = (scord_event_expect_t){.races = 99,
                                              .path = SCORD_EXPECT_ANY,
                                              .scope = SCORD_EXPECT_ANY,
                                              .verdict = SCORD_VERDICT_NOT_STRONG};
        put(stream, writer, &event);
    }
    scord_random_program_destroy(program);
}

/* Drawn from seed; every fifth one has an expectation that does not hold. */
static void make_stream(stream_t *stream, uint64_t seed) {
    scord_stream_error_t error;
    scord_random_t random = scord_random_seed(seed, 28);
    const uint32_t events = 1 + scord_random_below(&random, seed % 8 == 0 ? 20000 : 3000);
    *stream = (stream_t){.seed = seed, .fd = memfd_create("stream", 0)};
    stream->config_name = configs[scord_random_below(&random, sizeof configs / sizeof *configs)];
    stream->shared = scord_random_below(&random, 2);
    stream->no_races = scord_random_below(&random, 8) == 0;
    stream->oracle = events < 1000 && scord_random_below(&random, 4) == 0 ? "scor" : NULL;
    const uint32_t wrong = seed % 5 == 0 ? scord_random_below(&random, events) : UINT32_MAX;
    if (seed % 7 == 0) stream->limit = 1 + scord_random_below(&random, events);
    if (scord_config_parse(stream->config_name, &stream->config, stream->names,
                           sizeof stream->names, &error) != 0) {
        printf("FAIL %s\n", error.message);
        exit(1);
    }
    scord_stream_writer_t *writer = scord_stream_open_writer_fd(
        dup(stream->fd), "stream", SCORD_STREAM_BINARY, &stream->config, &error);
    bool expected = false;
    const unsigned times = seed % 4 == 2 ? 2 : 1; /* launches of the same words */
    for (unsigned i = 0; i < times; i++)
        put_program(stream, writer, (uint32_t)events, wrong, &random, &expected);
    scord_stream_close_writer(writer, &error);
}

/* ---- runs ---- */

/* Everything that a run says. The caller frees it. */
static char *result_of(const check_engine_t *engine, scord_stream_status_t status,
                       const scord_stream_error_t *error) {
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    const check_statistics_t *counts = &engine->statistics;
    fprintf(out, "%llu %llu %llu %llu %llu %llu %d | %d %s | %d %s\n",
            (unsigned long long)counts->events, (unsigned long long)counts->checks,
            (unsigned long long)counts->fences, (unsigned long long)counts->races,
            (unsigned long long)counts->findings, (unsigned long long)counts->lanes_checks,
            counts->oracle_races, engine->code, engine->message, (int)status,
            status != SCORD_STREAM_OK && status != SCORD_STREAM_END ? error->message : "");
    scord_race_report_json(engine->report, out);
    fclose(out);
    return text;
}

static char *run(const stream_t *stream, unsigned threads, int kind, unsigned before, int *code) {
    static check_engine_t engine;
    scord_stream_error_t error = {.message = ""};
    check_options_t options = {
        .shared = stream->shared, .no_races = stream->no_races, .oracle_model = stream->oracle};
    lseek(stream->fd, 0, SEEK_SET);
    scord_stream_reader_t *reader = scord_stream_open_reader_fd(dup(stream->fd), "stream", &error);
    if (!reader || check_engine_start(&engine, &options, &stream->config, NULL, "") != 0) abort();
    scord_stream_limit(reader, stream->limit);
    alarm(slow);
    calls_before_failure = before;
    failing = kind;
    const scord_stream_status_t status = check_stages_run(&engine, reader, threads, &error);
    failing = FAIL_NOTHING;
    alarm(0);
    check_engine_finish(&engine);
    char *result = result_of(&engine, status, &error);
    *code = engine.code != 0 ? engine.code : status == SCORD_STREAM_MEMORY ? 3 : 0;
    check_engine_end(&engine);
    scord_stream_close_reader(reader);
    return result;
}

static void compare(const stream_t *stream, const char *expected, unsigned threads, int kind,
                    unsigned before, const char *what) {
    int code;
    char *seen = run(stream, threads, kind, before, &code);
    const bool same = strcmp(seen, expected) == 0;
    check(same, stream->seed, threads, what);
    if (!same) printf("%s: %s, %.200s\nalone: %.200s\n", stream->config_name, what, seen, expected);
    free(seen);
}

/* Memory for events or items is not there: the run ends and says so, or did without. */
static void without_memory(const stream_t *stream, const char *expected, unsigned threads,
                           unsigned before) {
    int code;
    char *seen = run(stream, threads, FAIL_REALLOC, before, &code);
    check(code == 3 || strcmp(seen, expected) == 0, stream->seed, threads,
          "without memory the result is another one");
    free(seen);
}

static void same_in_any_number(uint64_t seed) {
    stream_t stream;
    int code;
    make_stream(&stream, seed);
    char *alone = run(&stream, 1, FAIL_NOTHING, 0, &code);
    compare(&stream, alone, 2, FAIL_NOTHING, 0, "two threads differ");
    compare(&stream, alone, 3, FAIL_NOTHING, 0, "three threads differ");
    if (seed % 4 == 0) compare(&stream, alone, 8, FAIL_NOTHING, 0, "eight threads differ");
    if (seed % 4 == 1)
        for (unsigned n = 0; n < 2; n++)
            compare(&stream, alone, 3, FAIL_THREADS, n, "a thread that cannot be made");
    if (seed % 4 == 2)
        compare(&stream, alone, 3, FAIL_CALLOC, (unsigned)seed / 4 % 7, "no memory for batches");
    if (seed % 4 == 3) {
        without_memory(&stream, alone, 2, (unsigned)seed / 4 % 24);
        without_memory(&stream, alone, 3, (unsigned)seed / 4 % 24);
    }
    free(alone);
    close(stream.fd);
}

/* ---- an interruption, while the program writes nothing ---- */

/* Exits with 0: the run ended, and all that was written counts. */
static void interrupted(unsigned threads) {
    int pipe_fd[2];
    stream_t stream;
    scord_stream_error_t error;
    scord_event_t event;
    static check_engine_t engine;
    check_options_t options = {.shared = true};
    const pid_t me = getpid();
    if (pipe(pipe_fd) != 0) _exit(9);
    make_stream(&stream, 1); /* its configuration */
    interrupts_catch();
    const scord_random_knobs_t knobs = {.seed = 3, .events = 200};
    scord_random_program_t *program = scord_random_program_create(&stream.config, &knobs);
    scord_stream_writer_t *writer = scord_stream_open_writer_fd(
        pipe_fd[1], "pipe", SCORD_STREAM_BINARY, &stream.config, &error);
    uint64_t events = 0;
    for (; scord_random_program_next(program, &event); events++)
        scord_stream_write(writer, &event, &error);
    scord_stream_flush(writer, &error);
    if (fork() == 0) {
        usleep(300000);
        kill(me, SIGINT);
        _exit(0);
    }
    scord_stream_reader_t *reader = scord_stream_open_reader_fd(pipe_fd[0], "pipe", &error);
    if (!reader || check_engine_start(&engine, &options, &stream.config, NULL, "") != 0) _exit(8);
    alarm(slow);
    check_stages_run(&engine, reader, threads, &error);
    _exit(engine.code != 0 ? 7 : engine.statistics.events != events);
}

static void interrupt(unsigned threads) {
    int status = -1;
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) interrupted(threads);
    waitpid(pid, &status, 0);
    check(status == 0, 0, threads, "an interruption is not seen, or events are lost");
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    setvbuf(stdout, NULL, _IOLBF, 0); /* a run that hangs is ended by a signal */
    if (getenv("STAGES_SECONDS")) slow = (unsigned)atoi(getenv("STAGES_SECONDS"));
    const uint64_t first = strtoull(argv[1], NULL, 10), seeds = strtoull(argv[2], NULL, 10);
    for (uint64_t seed = first; seed < first + seeds && failed < 10; seed++)
        same_in_any_number(seed);
    for (unsigned threads = 2; threads <= 3; threads++) interrupt(threads);
    printf("%u passed, %u failed\n", passed, failed);
    return failed != 0;
}
