/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_known.c: libFuzzer target: any bytes as a file of suppressions and as a baseline
 * (cmodel/report/suppressions.h, baseline.h).
 *
 * What must hold besides sanitizers' silence: what is refused has a message with a line, and leaves
 * nothing; an entry written for a site of the text is accepted and names that site.
 */
#include <stdlib.h>
#include <string.h>

#include "cmodel/report/baseline.h"
#include "cmodel/report/suppressions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int holds) {
    if (!holds) abort();
}

static void take_suppressions(const char *text, size_t size) {
    scord_suppressions_t read;
    char message[1024] = "";
    if (!scord_suppressions_read(&read, "file", text, size, message, sizeof message)) {
        require(strncmp(message, "file:", 5) == 0 && read.entries == 0);
        return;
    }
    const scord_suppressible_t site = {.kind = "race", .rule = "race/not_strong", .kernel = "f()"};
    for (uint32_t i = 0; i < read.entries; i++) require(!!read.entry[i].pattern[0]);
    const scord_suppression_t *entry = scord_suppressions_find(&read, &site);
    require(!entry || entry->matched > 0);
    scord_suppressions_free(&read);
}

static void take_baseline(const char *text, size_t size) {
    scord_baseline_t read;
    char message[1024] = "";
    if (!scord_baseline_read(&read, "file", text, size, message, sizeof message)) {
        require(strncmp(message, "file:", 5) == 0 && read.keys == 0);
        return;
    }
    for (uint32_t i = 0; i < read.keys; i++) require(read.key[i] != 0);
    scord_baseline_free(&read);
}

/* TEXT without what a file's name or an object's cannot have: line ends. */
static void write_and_read(const char *text) {
    char *written = NULL, *name = strdup(text), message[1024] = "";
    size_t size = 0;
    scord_suppressions_t read;
    FILE *out = open_memstream(&written, &size);
    require(out && name);
    for (char *c = name; *c != '\0'; c++)
        if (*c == '\n' || *c == '\r') *c = ' ';
    const scord_suppressible_t site = {.kind = "lanes",
                                       .rule = "lanes/different-values",
                                       .kernel = "f(int*)",
                                       .object = name[0] != '\0' ? name : NULL,
                                       .file = {"a b/c.cu"},
                                       .line = {7}};
    scord_suppression_write(out, &site);
    fclose(out);
    require(scord_suppressions_read(&read, "file", written, size, message, sizeof message));
    require(read.entries == 1 && scord_suppressions_find(&read, &site) == read.entry);
    scord_suppressions_free(&read);
    free(written);
    free(name);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    require(!!text);
    memcpy(text, data, size);
    text[size] = '\0';
    take_suppressions(text, size);
    take_baseline(text, size);
    write_and_read(text);
    free(text);
    return 0;
}
