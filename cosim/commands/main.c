/* SPDX-License-Identifier: Apache-2.0 */
/* main.c: `scord COMMAND …`: finds the sub-command and runs it (docs/user-guide.md). */
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/build_id.h"
#include "cosim/commands/shared/command.h"
#include "cosim/commands/program/resource_limits.h"

typedef struct command {
    const command_form_t *form; /* its command line; NULL: */
    const command_form_t *(*make_form)(void);
    int (*run)(int argc, char **argv);
} command_t;

static const command_t commands[] = {
#ifdef SCORD_HAVE_CHECK
    {&check_form, NULL, scord_command_check},
#endif
#ifdef SCORD_HAVE_SIM
    {&sim_form, NULL, scord_command_sim},
#endif
#ifdef SCORD_HAVE_COSIM
    {&cosim_form, NULL, scord_command_cosim},
#endif
    {NULL, nvcc_form, scord_command_nvcc},      {&events_form, NULL, scord_command_events},
#ifdef SCORD_HAVE_GRAB
    {&grab_form, NULL, scord_command_grab},
#endif
    {NULL, oracle_form, scord_command_oracle},  {&regress_form, NULL, scord_command_regress},
    {&report_form, NULL, scord_command_report}, {&wave_form, NULL, scord_command_wave},
    {&area_form, NULL, scord_command_area},     {&explain_form, NULL, scord_command_explain},
};
enum {
    COMMAND_COUNT = sizeof commands / sizeof commands[0],
    FORMS = COMMAND_COUNT + 2, /* and `scord events import`, and scord itself */
    NAMES_SIZE = 512
};

static const command_form_t *form_of(const command_t *command) {
    return command->form ? command->form : command->make_form();
}

/* ---- scord itself: its --help, and the pages and completion of all ---- */

static const option_t general_rows[] = {
    {"help", NULL, OPTION_ENTRY, .help = "this text; `scord COMMAND --help` explains a command"},
    {NULL, NULL, OPTION_HEADING, .help = "in the place of a command"},
    {"--version", NULL, OPTION_FLAG, .help = "the version, and the id of this build"},
    {NULL, NULL, OPTION_HEADING,
     .help = "before a command or among its options, for it and the programs that it runs"},
    {"--max-memory", "SIZE", OPTION_TEXT, .help = "memory, such as 500M or 2G"},
    {"--timeout", "SECONDS", OPTION_TEXT, .help = "time"},
    {"--max-events", "N", OPTION_TEXT, .help = "most events of a stream or of a checked program"},
    {NULL, NULL, OPTION_HEADING, .manual = true, .help = "environment"},
    {"TMPDIR", NULL, OPTION_ENTRY, .manual = true,
     .help = "where intermediate files go; they are removed at the end."},
    {"SCORD_CACHE", NULL, OPTION_ENTRY, .manual = true,
     .help = "folder of the compile cache; empty: none. Default: $XDG_CACHE_HOME/scord, else "
             "~/.cache/scord."},
    {"SCORD_CACHE_SIZE", NULL, OPTION_ENTRY, .manual = true,
     .help = "its size in MB, 1024 if not set."},
    {"SCORD_LIBRARY_DIR", NULL, OPTION_ENTRY, .manual = true,
     .help = "folder of libscordsim.a and libscord.a, which must be of the same build as the "
             "executable."},
    {"SCORD_SCRIPT_DIR", NULL, OPTION_ENTRY, .manual = true,
     .help = "folder of the scripts behind `scord wave --png` and `scord area`."},
    {"SCORD_WAVE_DIR", NULL, OPTION_ENTRY, .manual = true,
     .help = "folder of the filters by which gtkwave shows encodings by name."},
    {NULL, NULL, OPTION_HEADING, .manual = true, .help = "files"},
    {"../lib/scord", NULL, OPTION_ENTRY, .manual = true,
     .help = "(seen from the folder of the executable) libraries that programs are linked with, "
             "the CUDA headers, and cuda, a directory that makefiles take for a CUDA toolkit "
             "(CUDA_PATH)."},
    {"../share/scord", NULL, OPTION_ENTRY, .manual = true,
     .help = "scripts, wave filters and the RTL."},
    {"../share/doc/scord", NULL, OPTION_ENTRY, .manual = true, .help = "the documents."},
    {0}};

/* The words that may follow `scord`, a blank between; PREFIX before each. Returns text. */
static char *command_names(const char *prefix, char *text, size_t size) {
    size_t used = 0;
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        used += (size_t)snprintf(text + used, size - used, "%s%s%s", i > 0 ? " " : "", prefix,
                                 form_of(&commands[i])->name);
        assert(used < size);
    }
    return text;
}

static const command_form_t *scord_form(void) {
    static option_t entries[COMMAND_COUNT + 2];
    static char names[NAMES_SIZE];
    static const option_t rows[] = {{NULL, NULL, OPTION_TABLE, 0, .table = entries},
                                    {NULL, NULL, OPTION_TABLE, 0, .table = general_rows},
                                    {0}};
    static const command_form_t form = {
        .name = "",
        .summary = "scoped race detection for GPU programs",
        .usage = "scord COMMAND [ARGUMENTS]\n",
        .about = "ScoRD, a scoped race detector for GPUs: golden model, RTL and their lockstep.\n",
        .options = rows,
        .actions = names,
        .examples =
#ifdef SCORD_HAVE_CHECK
            "scord check program.cu -- 1000        races of a CUDA program, by file and line\n"
#endif
#ifdef SCORD_HAVE_SIM
            "scord sim program.cu --sched mwf-gto  cycles and stalls on the cycle-level machine\n"
#endif
#ifdef SCORD_HAVE_GRAB
            "scord grab program.cu --html r.html   who evicts whose cache lines, and what to do\n"
#endif
#ifdef SCORD_HAVE_COSIM
            "scord cosim run.sev                   a recorded run through RTL and model\n"
#endif
            "scord events dump run.sev | less      a recorded run as text\n"
            "scord events assemble a.sevt -o a.sev a hand-written stream as binary\n",
        .exit_codes = "0 clean, 1 races or mismatches found, 2 bad usage or input, 3 environment"};
    entries[0] = (option_t){.kind = OPTION_HEADING, .help = "commands"};
    for (size_t i = 0; i < COMMAND_COUNT; i++) {
        const command_form_t *command = form_of(&commands[i]);
        entries[i + 1] =
            (option_t){.kind = OPTION_ENTRY, .name = command->name, .help = command->summary};
    }
    snprintf(names + strlen(command_names("", names, sizeof names)), 8, " help");
    return &form;
}

static void all_forms(const command_form_t *forms[FORMS]) {
    for (size_t i = 0; i < COMMAND_COUNT; i++) forms[i] = form_of(&commands[i]);
    forms[COMMAND_COUNT] = &import_form;
    forms[COMMAND_COUNT + 1] = scord_form();
}

/* `scord --manual FOLDER`: scord.1, scord-check.1, … */
static int write_manual(const char *folder) {
    const command_form_t *forms[FORMS];
    char pages[NAMES_SIZE], path[PATH_MAX];
    all_forms(forms);
    command_names("scord-", pages, sizeof pages);
    for (size_t i = 0; i < FORMS; i++) {
        const char *name = forms[i]->name;
        snprintf(path, sizeof path, "%s/scord%s%s.1", folder, name[0] ? "-" : "", name);
        for (char *c = path + strlen(folder); *c; c++)
            if (*c == ' ') *c = '-';
        FILE *out = fopen(path, "w");
        if (!out) return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
        options_print_manual(forms[i], "scord " SCORD_VERSION, name[0] ? "scord" : pages, out);
        if (fclose(out) != 0)
            return scord_fail(SCORD_EXIT_ENVIRONMENT, "%s: %s", path, strerror(errno));
    }
    return SCORD_EXIT_CLEAN;
}

static int print_completion(void) {
    const command_form_t *forms[FORMS];
    all_forms(forms);
    options_print_completion(forms, FORMS, stdout);
    return SCORD_EXIT_CLEAN;
}

/* By these names the executable is nvcc. */
static int is_nvcc(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return strcmp(name, "nvcc") == 0 || strcmp(name, "scord-nvcc") == 0;
}

static const command_t *find_command(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(form_of(&commands[i])->name, name) == 0) return &commands[i];
    return NULL;
}

/* A report that could not be written is an error, whatever was found. */
static int finish(int code) {
    if (fflush(stdout) != 0 || ferror(stdout))
        return code == SCORD_EXIT_BAD_INPUT
                   ? code
                   : scord_fail(SCORD_EXIT_ENVIRONMENT,
                                "cannot write to standard output; is the disk "
                                "full, or the reader of the pipe gone?");
    return code;
}

int main(int argc, char **argv) {
    if (argc > 0 && is_nvcc(argv[0])) return finish(scord_command_nvcc(argc, argv));
    const int limits = resource_limits_take(&argc, argv);
    if (limits != 0) return limits;
    const char *name = argc > 1 ? argv[1] : "";
    if (strcmp(name, "help") == 0 && argc > 2 && find_command(argv[2])) {
        char *help[] = {argv[2], (char[]){"--help"}, NULL};
        return finish(find_command(argv[2])->run(2, help));
    }
    if (strcmp(name, "help") == 0 || strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        options_print_help(scord_form(), stdout);
        return finish(SCORD_EXIT_CLEAN);
    }
    if (strcmp(name, "--manual") == 0 && argc == 3) return finish(write_manual(argv[2]));
    if (strcmp(name, "--completion") == 0 && argc == 2) return finish(print_completion());
    if (strcmp(name, "--version") == 0) {
        printf("scord %s, build %s\n", SCORD_VERSION, scord_build_id());
        return finish(SCORD_EXIT_CLEAN);
    }
    const command_t *command = find_command(name);
    if (command) return finish(command->run(argc - 1, argv + 1));
    if (argc > 1 && access(name, R_OK) == 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "unknown command '%s'; a program is checked by: scord check %s", name,
                          name);
    if (argc > 1)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "unknown command '%s'; `scord help` lists them",
                          name);
    options_print_help(scord_form(), stderr);
    return SCORD_EXIT_BAD_INPUT;
}
