/* check_options.c: the command line of `scord check`. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check_internal.h"

#define DEFAULT_ORACLE_MODEL "scor" /* what ScoRD's microbenchmarks mean; docs/oracle.md, "Models" */

void check_print_help(FILE *out) {
    fputs("usage: scord check PROG.cu [MORE.cu FILE.cpp ...] [OPTION ...] [-- ARGUMENTS]\n"
          "\n"
          "Compiles an unmodified CUDA program, runs it on the front-end model and reports its data races by file and line.\n"
          "Its standard input, output and error are yours; ARGUMENTS are its own.\n"
          "\n"
          "  --rtl             verdicts by the RTL, in lockstep with the golden model\n"
          "  --seed S          schedule: 0 (default) is plain round robin, every other number draws one\n"
          "  --config NAME     machine: gtx480 (default), tiny, nocache, ...; NAME:key=value,... changes keys\n"
          "  --spin-limit N    give a spin up after N warp instructions without progress (default 2000000)\n"
          "  --oracle          also the exact oracle: every race a true or a false positive, and what was missed\n"
          "  --oracle-model M  the oracle's memory model (implies --oracle): scor (default), ptx, hrf-direct, ...\n"
          "  --events FILE     record the event stream; `scord cosim FILE` repeats the check\n"
          "  --json FILE       the report for programs ('-': standard output)\n"
          "  --wave FILE       with --rtl: FST wave and gtkwave view of the first race's decision\n"
          "  --output DIR      where reports of mismatches between RTL and model go (default: .)\n"
          "  -D... -I... -std=... -O... -l... and the like go to the compiler\n"
          "\n"
          "examples:\n"
          "  scord check reduce.cu -- 4096\n"
          "  scord check reduce.cu --rtl --seed 7 --events run.sev --wave race.fst\n"
          "  for s in 1 2 3 4; do scord check reduce.cu --seed $s || break; done\n"
          "\n"
          "exit codes: 0 no race, 1 races (or mismatches) found by the detector or, with --oracle, by the oracle alone,\n"
          "            2 bad usage, program or input, 3 environment\n",
          out);
}

static int bad_usage(const char *problem, const char *word) {
    return scord_fail(SCORD_EXIT_BAD_INPUT, "check: %s%s; see `scord check --help`", problem, word);
}

static int read_number(const char *option, const char *text, uint64_t minimum, uint64_t *number) {
    char *end;
    errno = 0;
    *number = strtoull(text, &end, 0);
    if (errno == 0 && end != text && *end == '\0' && text[0] != '-' && *number >= minimum) return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT, "check: %s takes a number from %llu, not '%s'", option,
                      (unsigned long long)minimum, text);
}

static int read_oracle_model(const char *name, const char **model) {
    scord_oracle_axes_t axes;
    char names[256] = "";
    *model = name;
    if (scord_oracle_preset(name, &axes) == 0) return 0;
    for (unsigned i = 0; i < scord_oracle_presets(); i++) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "", scord_oracle_preset_name(i));
    }
    return scord_fail(SCORD_EXIT_BAD_INPUT, "check: --oracle-model is one of %s, not '%s'", names, name);
}

/* An option that takes a value. Returns 1: not one of them, 0, or an exit code. */
static int read_valued(check_options_t *options, const char *option, const char *value) {
    if (strcmp(option, "--seed") == 0) return read_number(option, value, 0, &options->seed);
    if (strcmp(option, "--spin-limit") == 0) return read_number(option, value, 2, &options->spin_limit);
    if (strcmp(option, "--oracle-model") == 0) return read_oracle_model(value, &options->oracle_model);
    if (strcmp(option, "--config") == 0) options->config = value;
    else if (strcmp(option, "--events") == 0) options->events = value;
    else if (strcmp(option, "--json") == 0) options->json = value;
    else if (strcmp(option, "--wave") == 0) options->wave = value;
    else if (strcmp(option, "--output") == 0) options->output = value;
    else return 1;
    return 0;
}

static int add_word(const char **words, unsigned *count, const char *word) {
    if (*count == COMPILE_WORDS_MAX) return bad_usage("too many files or compiler flags at ", word);
    words[(*count)++] = word;
    return 0;
}

/* Compiler flags whose value may be the next word. */
static bool takes_next_word(const char *flag) {
    return strcmp(flag, "-D") == 0 || strcmp(flag, "-I") == 0 || strcmp(flag, "-U") == 0 || strcmp(flag, "-include") == 0 ||
           strcmp(flag, "-isystem") == 0 || strcmp(flag, "-L") == 0;
}

static int read_word(check_options_t *options, char **argv, int argc, int *index) {
    compile_job_t *job = &options->job;
    const char *word = argv[*index];
    if (word[0] != '-') return add_word(job->sources, &job->source_count, word);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) options->help = true;
    else if (strcmp(word, "--rtl") == 0) options->rtl = true;
    else if (strcmp(word, "--oracle") == 0) {
        if (options->oracle_model == NULL) options->oracle_model = DEFAULT_ORACLE_MODEL;
    } else if (word[1] == '-') {
        if (*index + 1 >= argc) return bad_usage("unknown option, or its value is missing: ", word);
        const int code = read_valued(options, word, argv[++*index]);
        return code == 1 ? bad_usage("unknown option ", word) : code;
    } else {
        const bool two = takes_next_word(word) && *index + 1 < argc;
        const int code = add_word(job->flags, &job->flag_count, word);
        return code != 0 || !two ? code : add_word(job->flags, &job->flag_count, argv[++*index]);
    }
    return 0;
}

static int check_sources(const compile_job_t *job) {
    if (job->source_count == 0) return bad_usage("no program named", "");
    for (unsigned i = 0; i < job->source_count; i++)
        if (access(job->sources[i], R_OK) != 0)
            return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s", job->sources[i], strerror(errno));
    return 0;
}

int check_read_options(int argc, char **argv, check_options_t *options) {
    int index = 1, code = 0;
    *options = (check_options_t){.config = scord_configs[0].name, .output = "."};
    for (; index < argc && code == 0 && strcmp(argv[index], "--") != 0; index++)
        code = read_word(options, argv, argc, &index);
    if (code != 0 || options->help) return code;
    options->arguments = argv + (index < argc ? index + 1 : argc);
    if (options->events != NULL && strcmp(options->events, "-") == 0)
        return bad_usage("--events takes a file: standard output is the program's", "");
    if (options->wave != NULL && !options->rtl) return bad_usage("--wave shows the RTL: it needs --rtl", "");
    return check_sources(&options->job);
}
