/* SPDX-License-Identifier: Apache-2.0 */
/* judge.c: a litmus test through writer, stream and oracle, as `scord oracle` does it, and by brute
 * force.
 */
#include "tb/litmus/judge.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/mman.h>
#include <unistd.h>

#include "cmodel/litmus/litmus_relations.h"
#include "cmodel/oracle/schedules.h"
#include "tb/litmus/twin.h"
#include "tb/litmus/vulkan_twin.h"

static int fatal(const char *what) {
    fprintf(stderr, "judge: %s\n", what);
    exit(3);
}

/* The stream of the test, at its start. */
static int write_stream(const litmus_t *litmus, const litmus_outcomes_t *outcomes) {
    scord_stream_error_t error;
    scord_config_t config;
    char name[64];
    const int fd = memfd_create("corpus", 0), copy = fd >= 0 ? dup(fd) : -1;
    if (copy < 0 || scord_config_parse("nocache", &config, name, sizeof name, &error) != 0)
        return fatal("no memory for a stream");
    scord_stream_writer_t *writer = scord_stream_open_writer_fd(copy, "corpus", SCORD_STREAM_BINARY,
                                                                &config, &error);
    if (!writer || litmus_write(litmus, outcomes, "corpus", writer, &error) != SCORD_STREAM_OK ||
        scord_stream_close_writer(writer, &error) != SCORD_STREAM_OK)
        return fatal("a stream was refused");
    lseek(fd, 0, SEEK_SET);
    return fd;
}

/* 'R', '-', or '?': not decided. */
static char judge(int fd, unsigned preset) {
    scord_stream_error_t error;
    scord_oracle_axes_t axes;
    scord_event_t event;
    lseek(fd, 0, SEEK_SET);
    scord_stream_reader_t *reader = scord_stream_open_reader_fd(dup(fd), "corpus", &error);
    if (scord_oracle_preset(scord_oracle_preset_name(preset), &axes) != 0 || !reader)
        return (char)fatal("no reader");
    scord_schedules_t *schedules = scord_schedules_create(&axes, 100000, true, NULL, NULL);
    if (!schedules) return (char)fatal("out of memory");
    bool taken = true;
    while (taken && scord_stream_read(reader, &event, &error) == SCORD_STREAM_OK)
        taken = scord_schedules_event(schedules, &event) == SCORD_SCHEDULES_OK;
    const scord_schedules_result_t *result = scord_schedules_result(schedules);
    if (!taken) printf("  %s\n", scord_schedules_message(schedules));
    const char letter = !taken || !result->complete ? '?' : result->racy > 0 ? 'R' : '-';
    scord_schedules_destroy(schedules);
    scord_stream_close_reader(reader);
    return letter;
}

/* The letter of the Vulkan memory model. */
static char judge_vulkan(const litmus_t *litmus) {
    litmus_vulkan_t verdict;
    const litmus_status_t status = litmus_vulkan(litmus, &verdict);
    return status != LITMUS_OK ? '?' : verdict.racy > 0 ? 'R' : '-';
}

/* The letters of a test that no stream holds. */
static void judge_relations(const litmus_t *litmus, const litmus_outcomes_t *outcomes,
                            char *letters) {
    litmus_relations_t verdict;
    scord_oracle_axes_t axes;
    unsigned preset = 0;
    for (; preset < scord_oracle_presets(); preset++) {
        scord_oracle_preset(scord_oracle_preset_name(preset), &axes);
        const litmus_status_t status = litmus_relations(litmus, outcomes, &axes, &verdict);
        letters[preset] = status != LITMUS_OK ? '?' : verdict.racy > 0 ? 'R' : '-';
    }
    letters[preset] = '\0';
}

void judge_all(const litmus_t *litmus, char *letters) {
    litmus_outcomes_t outcomes;
    letters[0] = letters[1] = '\0';
    if (strcasecmp(litmus->dialect, "VULKAN") == 0) *letters++ = judge_vulkan(litmus);
    if (litmus->only_vulkan.text[0] != '\0') return;
    const litmus_status_t status = litmus_outcomes(litmus, &outcomes);
    letters[0] = '\0';
    if (status != LITMUS_OK) {
        printf("  status %d, line %u of the test\n", (int)status, outcomes.line);
        litmus_outcomes_free(&outcomes);
        return;
    }
    if (litmus->no_stream.text[0] != '\0') {
        judge_relations(litmus, &outcomes, letters);
        litmus_outcomes_free(&outcomes);
        return;
    }
    const int fd = write_stream(litmus, &outcomes);
    unsigned preset = 0;
    for (; preset < scord_oracle_presets(); preset++) letters[preset] = judge(fd, preset);
    letters[preset] = '\0';
    close(fd);
    litmus_outcomes_free(&outcomes);
}

void judge_by_brute_force(const litmus_t *litmus, char *letters) {
    scord_oracle_axes_t axes;
    if (strcasecmp(litmus->dialect, "VULKAN") == 0) *letters++ = vulkan_twin_judge(litmus);
    letters[0] = '\0';
    if (litmus->only_vulkan.text[0] != '\0') return;
    unsigned preset = 0;
    for (; preset < scord_oracle_presets(); preset++) {
        scord_oracle_preset(scord_oracle_preset_name(preset), &axes);
        letters[preset] = twin_judge(litmus, &axes);
    }
    letters[preset] = '\0';
}
