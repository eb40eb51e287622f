/* SPDX-License-Identifier: Apache-2.0 */
/* mutate.c: lists the mutants of Verilog files, writes files that carry them.
 *
 * usage: mutate list [SAMPLE SEED] FILE… number|module|file:line|operation|before|after|key, one a
 * line mutate switch DIRECTORY SAMPLE SEED FILE…   files with that sample's mutants, switched by
 * mutation_control::number mutate apply DIRECTORY NUMBER FILE…      files with that one mutant in
 * place mutate plant DIRECTORY COPIES NAMES FILE…   files with planted bugs, switched: number N is
 * the one where COPIES/NAME/FILE differs from FILE, NAME the Nth name of the file NAMES (one a
 * line) SAMPLE: how many, 0 = all. Files are written below DIRECTORY under their own paths;
 * directories must be there. Exit codes: 0, 2 bad usage or input (a place that was not understood
 * is bad input too: nothing may go unmutated unseen), 3 a file cannot be written.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "tb/mutation/automatic/mutants.h"

static int usage(void) {
    fprintf(stderr, "usage: mutate list [SAMPLE SEED] FILE... | switch DIRECTORY SAMPLE SEED "
                    "FILE... | apply DIRECTORY NUMBER FILE... |\n"
                    "       plant DIRECTORY COPIES NAMES FILE...\n");
    return 2;
}

static void print_list(const mutants_t *mutants) {
    for (size_t i = 0; i < mutants->count; i++) {
        const mutant_t *mutant = &mutants->list[i];
        if (!mutant->chosen) continue;
        /* fields are separated by tabs: Verilog text holds none after one_line() */
        printf("%u\t%s\t%s:%u\t%s\t%s\t%s\t%s\n", mutant->number, mutant->module,
               mutants->sources[mutant->file].path, mutant->line, mutant->operation, mutant->before,
               mutant->after, mutant->key);
    }
}

typedef void writer_t(const mutants_t *mutants, unsigned file, FILE *out);

static int write_files(const mutants_t *mutants, const char *directory, writer_t *writer) {
    for (unsigned file = 0; file < mutants->source_count; file++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s", directory, mutants->sources[file].path);
        FILE *out = fopen(path, "w");
        if (!out) {
            fprintf(stderr, "mutate: %s: %s\n", path, strerror(errno));
            return 3;
        }
        writer(mutants, file, out);
        if (fclose(out) != 0) {
            fprintf(stderr, "mutate: %s: %s\n", path, strerror(errno));
            return 3;
        }
    }
    return 0;
}

/* A decimal number that takes the whole argument. */
static bool number(const char *text, unsigned long long *value) {
    char *end;
    *value = strtoull(text, &end, 10);
    return *text != '\0' && *end == '\0';
}

/* Every file of COPIES/NAME that differs from the original: exactly one. */
static bool plant_one(mutants_t *mutants, const char *copies, const char *name) {
    char message[512] = "no file differs", path[4096];
    bool planted = false;
    for (unsigned file = 0; file < mutants->source_count && !planted; file++) {
        snprintf(path, sizeof path, "%s/%s/%s", copies, name, mutants->sources[file].path);
        planted = mutants_plant(mutants, file, path, message, sizeof message);
        if (!planted && !strstr(message, "nothing changed")) break;
    }
    if (!planted) fprintf(stderr, "mutate: planted bug %s: %s\n", name, message);
    return planted;
}

static int plant(mutants_t *mutants, const char *directory, const char *copies, const char *names) {
    char name[256];
    FILE *list = fopen(names, "r");
    if (!list) {
        fprintf(stderr, "mutate: %s: %s\n", names, strerror(errno));
        return 2;
    }
    bool good = true;
    mutants_clear(mutants);
    while (good && fgets(name, sizeof name, list)) {
        name[strcspn(name, "\n")] = '\0';
        good = plant_one(mutants, copies, name);
    }
    fclose(list);
    return good ? write_files(mutants, directory, mutants_write_switched) : 2;
}

static int run(mutants_t *mutants, const char *command, char **arguments, unsigned long long first,
               unsigned long long second) {
    if (strcmp(command, "apply") == 0) {
        if (!mutants_choose(mutants, (unsigned)first)) {
            fprintf(stderr, "mutate: no mutant %llu; there are %zu\n", first, mutants->count);
            return 2;
        }
        return write_files(mutants, arguments[0], mutants_write_applied);
    }
    mutants_sample(mutants, (size_t)first, second);
    if (strcmp(command, "switch") == 0)
        return write_files(mutants, arguments[0], mutants_write_switched);
    print_list(mutants);
    return 0;
}

int main(int argc, char **argv) {
    if (argc < 3) return usage();
    const bool list = strcmp(argv[1], "list") == 0, switched = strcmp(argv[1], "switch") == 0,
               apply = strcmp(argv[1], "apply") == 0;
    unsigned long long first = 0, second = 0;
    int files = 2;
    if (list && argc > 4 && number(argv[2], &first) && number(argv[3], &second))
        files = 4;
    else if (switched && argc > 5 && number(argv[3], &first) && number(argv[4], &second))
        files = 5;
    else if (apply && argc > 4 && number(argv[3], &first))
        files = 4;
    else if (strcmp(argv[1], "plant") == 0 && argc > 5)
        files = 5;
    else if (!list)
        return usage();
    char message[512];
    mutants_t mutants;
    int code = 2;
    if (!mutants_find(&mutants, argv + files, (unsigned)(argc - files), message, sizeof message))
        fprintf(stderr, "mutate: %s\n", message);
    else if (strcmp(argv[1], "plant") == 0)
        code = plant(&mutants, argv[2], argv[3], argv[4]);
    else if (mutants.skipped == 0)
        code = run(&mutants, argv[1], argv + 2, first, second);
    mutants_free(&mutants);
    return code;
}
