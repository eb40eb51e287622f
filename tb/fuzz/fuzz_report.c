/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_report.c: libFuzzer target: any bytes as an input of `scord report`: JSON of any command,
 * coverage, tables, areas, pictures.
 *
 * What must hold besides sanitizers' silence: an input that is refused is one message that names
 * it; one that is accepted becomes a whole page. There is no gnuplot here: plots are tables.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tb/fuzz/fuzz_command.h"
#include "cosim/commands/page/report_internal.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void judge_message(int code, const char *text) {
    (void)code;
    require(text[0] != '\0');
}

int scord_fail_read(const char *path) { return scord_fail(SCORD_EXIT_BAD_INPUT, "%s", path); }

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    return setenv("PATH", "/nonexistent", 1);
}

static void require_whole_page(int fd) {
    char end[16] = "";
    const off_t size = lseek(fd, 0, SEEK_END);
    require(size > 8 && pread(fd, end, 8, size - 8) == 8 && strcmp(end, "</html>\n") == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    report_input_t input = {.name = NULL};
    char *text = malloc(size + 1), path[64];
    require(text);
    memcpy(text, data, size);
    text[size] = '\0';
    messages = 0;
    int code = report_take("fuzz", text, size, &input);
    require(messages == (code != 0));
    if (code == 0) {
        snprintf(path, sizeof path, "/dev/shm/scord-fuzz-%ld", (long)getpid());
        const report_options_t options = {.output = path};
        code = report_write(&options, &input, 1);
        const int fd = open(path, O_RDONLY);
        if (code == 0 || code == SCORD_EXIT_ENVIRONMENT)
            require_whole_page(fd);
        else
            require(messages > 0);
        close(fd);
        unlink(path);
    }
    report_input_free(&input);
    return 0;
}
