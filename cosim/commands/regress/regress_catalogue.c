/* SPDX-License-Identifier: Apache-2.0 */
/* regress_catalogue.c: tests as data. A row is
 *     id [tier=smoke|full|nightly|weekly] [config=C] [touches=a,b] [share=N] [timeout=S]
 * [verdict=closing|exit] | command (docs/regress.md). A command with {seed} is a random test, run
 * as often as is asked for. The catalogues of `make test` are in this form.
 */
#include <assert.h>
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cosim/commands/shared/command.h"
#include "cmodel/base/array.h"
#include "cmodel/base/read_number.h"
#include "cosim/commands/regress/regress_internal.h"
#include "cosim/commands/shared/whole_file.h"

const char *const regress_tier_names[REGRESS_TIERS] = {"smoke", "full", "nightly", "weekly"};

enum { LARGEST_SHARE = 10000 }; /* runs */

static int bad_row(const regress_row_t *row, const char *what, const char *text) {
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "%s:%u: %s \"%s\"; a row is `id [tier=smoke|full|nightly|weekly] [config=C] "
                      "[touches=a,b] [share=N] [timeout=S] "
                      "[verdict=closing|exit] | command`",
                      row->file, row->line, what, text);
}

static bool number_between(const char *text, unsigned least, unsigned most, unsigned *number) {
    uint64_t value;
    if (!scord_read_number(text, least, most, &value)) return false;
    *number = (unsigned)value;
    return true;
}

/* Every key of the machine, whatever its name: equal hashes are equal machines. */
static int hash_config(regress_row_t *row) {
    scord_config_t config;
    char name[64];
    scord_stream_error_t error;
    if (scord_config_parse(row->config, &config, name, sizeof name, &error) != 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s:%u: config: %s", row->file, row->line,
                          error.message);
    sha256_t hash;
    sha256_start(&hash);
    for (size_t i = 0; i < SCORD_CONFIG_KEY_COUNT; i++) {
        sha256_add_text(&hash, scord_config_keys[i].name);
        sha256_add(&hash, (const char *)&config + scord_config_keys[i].offset, sizeof(uint32_t));
    }
    sha256_finish(&hash, row->config_hash);
    return 0;
}

static int take_tier(regress_row_t *row, const char *value) {
    for (row->tier = REGRESS_SMOKE; row->tier < REGRESS_TIERS; row->tier++)
        if (strcmp(value, regress_tier_names[row->tier]) == 0) return 0;
    return bad_row(row, "unknown tier", value);
}

static int take_verdict(regress_row_t *row, const char *value) {
    row->by_exit = strcmp(value, "exit") == 0;
    return row->by_exit || strcmp(value, "closing") == 0
               ? 0
               : bad_row(row, "verdict is closing or exit, not", value);
}

typedef enum attribute { TIER, CONFIG, TOUCHES, SHARE, TIMEOUT, VERDICT, ATTRIBUTES } attribute_t;

/* Given: the attributes that the row has so far, a bit each. */
static int take_attribute(regress_row_t *row, char *word, unsigned *given) {
    static const char *const names[ATTRIBUTES] = {"tier",  "config",  "touches",
                                                  "share", "timeout", "verdict"};
    char *value = strchr(word, '=');
    if (!value) return bad_row(row, "no attribute", word);
    *value++ = '\0';
    attribute_t attribute = TIER;
    while (attribute < ATTRIBUTES && strcmp(word, names[attribute]) != 0) attribute++;
    if (attribute == ATTRIBUTES) return bad_row(row, "unknown attribute", word);
    if (*given & 1u << attribute) return bad_row(row, "given twice:", word);
    *given |= 1u << attribute;
    assert(attribute < ATTRIBUTES);
    switch (attribute) {
    case CONFIG: return row->config = value, hash_config(row);
    case TOUCHES: return row->touches = value, 0;
    case SHARE:
        return number_between(value, 1, LARGEST_SHARE, &row->share)
                   ? 0
                   : bad_row(row, "share is 1 to 10000, not", value);
    case TIMEOUT:
        return number_between(value, 1, REGRESS_LONGEST_TIMEOUT, &row->timeout)
                   ? 0
                   : bad_row(row, "timeout is 1 to 604800 seconds, not", value);
    case VERDICT: return take_verdict(row, value);
    default: return take_tier(row, value);
    }
}

/* An id names a folder and a file. */
static bool good_id(const char *id) {
    const size_t length = strlen(id);
    return length > 0 && length < REGRESS_ID - 16 && id[0] != '.' && id[0] != '-' &&
           strspn(id, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_+.") ==
               length;
}

static int take_line(char *line, regress_row_t *row) {
    char *bar = strchr(line, '|'), *place;
    if (!bar) return bad_row(row, "no \"|\" in", line);
    *bar = '\0';
    const char *id = strtok_r(line, " \t", &place);
    if (!id || !good_id(id))
        return bad_row(row, "an id has letters, digits and -_+. , not", !id ? "" : id);
    row->id = id;
    unsigned given = 0;
    for (char *word; (word = strtok_r(NULL, " \t", &place));) {
        const int code = take_attribute(row, word, &given);
        if (code != 0) return code;
    }
    row->command = bar + 1 + strspn(bar + 1, " \t");
    if (*row->command == '\0') return bad_row(row, "no command for", id);
    const bool random = strstr(row->command, "{seed}");
    if (!random && row->share != 0)
        return bad_row(row, "a share, but no {seed} in the command of", id);
    if (random && row->share == 0) row->share = 1;
    if (strstr(row->command, "{config}") && row->config[0] == '\0')
        return bad_row(row, "{config}, but no config= for", id);
    assert(row->tier < REGRESS_TIERS && row->timeout > 0 && random == (row->share != 0));
    return 0;
}

static int read_text(char *text, const char *file, regress_catalogue_t *catalogue) {
    unsigned number = 0;
    for (char *line = text, *next; line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        number++;
        line += strspn(line, " \t\r");
        line[strcspn(line, "\r")] = '\0';
        if (*line == '\0' || *line == '#') continue;
        if (!SCORD_ARRAY_ROOM(catalogue->rows, catalogue->allocated, catalogue->count + 1))
            return scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for the catalogue %s", file);
        regress_row_t *row = &catalogue->rows[catalogue->count];
        *row = (regress_row_t){.config = "",
                               .touches = "",
                               .file = file,
                               .line = number,
                               .timeout = REGRESS_DEFAULT_TIMEOUT,
                               .recorded = -1};
        const int code = take_line(line, row);
        if (code != 0) return code;
        catalogue->count++;
    }
    return 0;
}

static int by_id(const void *a, const void *b) {
    return strcmp((*(regress_row_t *const *)a)->id, (*(regress_row_t *const *)b)->id);
}

/* Two rows of one id would share records and folders. */
static int no_repeated_ids(const regress_catalogue_t *catalogue) {
    const regress_row_t **sorted = malloc((catalogue->count + 1) * sizeof *sorted);
    if (!sorted)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for %zu rows", catalogue->count);
    for (size_t i = 0; i < catalogue->count; i++) sorted[i] = &catalogue->rows[i];
    qsort(sorted, catalogue->count, sizeof *sorted, by_id);
    int code = 0;
    for (size_t i = 1; i < catalogue->count && code == 0; i++)
        if (strcmp(sorted[i - 1]->id, sorted[i]->id) == 0)
            code = scord_fail(SCORD_EXIT_BAD_INPUT,
                              "%s:%u: the id %s stands at %s:%u already; give it another",
                              sorted[i]->file, sorted[i]->line, sorted[i]->id, sorted[i - 1]->file,
                              sorted[i - 1]->line);
    free(sorted);
    return code;
}

/* TEXT belongs to the catalogue from now on, also when this fails. */
static int keep_text(regress_catalogue_t *catalogue, char *text) {
    if (text &&
        SCORD_ARRAY_ROOM(catalogue->texts, catalogue->texts_allocated, catalogue->text_count + 1))
        return catalogue->texts[catalogue->text_count++] = text, 0;
    free(text);
    return scord_fail(SCORD_EXIT_ENVIRONMENT, "no memory for the catalogues");
}

/* FILE is one of the catalogue's own texts, or the command line's: rows point to it. */
static int read_file(const char *file, regress_catalogue_t *catalogue) {
    size_t bytes;
    char *text = whole_file_read(file, &bytes);
    if (!text)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "cannot read the catalogue %s: %s", file,
                          strerror(errno));
    const int code = keep_text(catalogue, text);
    if (code != 0) return code;
    if (strlen(text) != bytes)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: byte %zu is zero: no catalogue", file,
                          strlen(text));
    return read_text(text, file, catalogue);
}

/* ---- folders ---- */

static int not_hidden(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static bool is_folder(const char *path, bool follow) {
    struct stat status;
    return (follow ? stat(path, &status) : lstat(path, &status)) == 0 && S_ISDIR(status.st_mode);
}

static int read_folder(const char *folder, regress_catalogue_t *catalogue);

/* A link to a folder is left out: it could lead in circles. */
static int read_entry(const char *folder, const char *name, regress_catalogue_t *catalogue) {
    char *path = NULL;
    if (asprintf(&path, "%s/%s", folder, name) < 0) path = NULL;
    int code = keep_text(catalogue, path);
    if (code != 0) return code;
    if (is_folder(path, false)) return read_folder(path, catalogue);
    return ends_with(name, ".tests") && !is_folder(path, true) ? read_file(path, catalogue) : 0;
}

static int read_folder(const char *folder, regress_catalogue_t *catalogue) {
    struct dirent **entries;
    const int count = scandir(folder, &entries, not_hidden, alphasort);
    if (count < 0)
        return scord_fail(errno == ENOMEM ? SCORD_EXIT_ENVIRONMENT : SCORD_EXIT_BAD_INPUT,
                          "cannot read the folder %s: %s", folder, strerror(errno));
    int code = 0;
    for (int i = 0; i < count; i++) {
        if (code == 0) code = read_entry(folder, entries[i]->d_name, catalogue);
        free(entries[i]);
    }
    free(entries);
    return code;
}

static int read_catalogue_folder(const char *folder, regress_catalogue_t *catalogue) {
    const size_t before = catalogue->count;
    const int code = read_folder(folder, catalogue);
    if (code != 0) return code;
    if (catalogue->count == before)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "the folder %s holds no row: no file *.tests in it or below has one",
                          folder);
    return regress_durations_read(folder, catalogue);
}

int regress_catalogue_read(char *const *files, size_t count, regress_catalogue_t *catalogue) {
    *catalogue = (regress_catalogue_t){0};
    for (size_t i = 0; i < count; i++) {
        const int code = is_folder(files[i], true) ? read_catalogue_folder(files[i], catalogue)
                                                   : read_file(files[i], catalogue);
        if (code != 0) return code;
    }
    return no_repeated_ids(catalogue);
}

void regress_catalogue_free(regress_catalogue_t *catalogue) {
    for (size_t i = 0; i < catalogue->text_count; i++) free(catalogue->texts[i]);
    free(catalogue->texts);
    free(catalogue->rows);
}
