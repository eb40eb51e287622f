/* check_options.c: the command line of `scord check`. */
#include <string.h>
#include <unistd.h>

#include "cosim/commands/check/check_internal.h"
#include "cosim/commands/shared/mismatch_folder.h"
#include "cmodel/base/read_number.h"

#define DEFAULT_ORACLE_MODEL                                                                       \
    "scor" /* what ScoRD's microbenchmarks mean; docs/oracle.md, "Models" */

void check_print_help(FILE *out) {
    fputs("usage: scord check PROG.cu [MORE.cu FILE.cpp ...] [OPTION ...] [-- ARGUMENTS]\n"
          "       scord check DIRECTORY [OPTION ...] [-- ARGUMENTS]         all sources that lie "
          "in it\n"
          "       scord check ./PROGRAM [OPTION ...] [-- ARGUMENTS]         an executable that "
          "scord-nvcc linked\n"
          "       scord check --make DIRECTORY [OPTION ...] [-- ARGUMENTS]  make NVCC=scord-nvcc, "
          "then the program\n"
          "\n"
          "Compiles an unmodified CUDA program, runs it on the front-end model and reports its "
          "races by file and line.\n"
          "Its standard input, output and error are yours; ARGUMENTS are its own.\n"
          "\n"
          "  --rtl             verdicts by the RTL, in lockstep with the golden model\n"
          "  --shared          races in __shared__ memory too\n"
          "  --independent-threads[=always]  threads of a warp are scheduled and told apart, as "
          "since Volta: races where a\n"
          "                    __syncwarp is missing, while the warp has diverged or always\n"
          "  --acquire-release  acquire and release order accesses: .acquire, .release, "
          "cuda::atomic, __nv_atomic functions\n"
          "  --seed S          schedule: 0 (default) is plain round robin, every other number "
          "draws one\n"
          "  --config NAME     machine: gtx480 (default), tiny, nocache, ...; NAME:key=value,... "
          "changes keys\n"
          "  --spin-limit N    give a spin up after N warp instructions without progress (default "
          "2000000)\n"
          "  --oracle          also the exact oracle: every race a true or a false positive, and "
          "what was missed\n"
          "  --oracle-model M  the oracle's memory model (implies --oracle): scor (default), ptx, "
          "hrf-direct, ...\n"
          "  --events FILE     record the event stream; `scord cosim FILE` repeats the check\n"
          "  --json FILE       the report for programs ('-': standard output)\n"
          "  --sarif FILE      the report as SARIF 2.1.0, for code-review tools (`-`: standard "
          "output)\n"
          "  --html FILE       the report as one page, with a link to the wave (`scord report` "
          "makes pages of several)\n"
          "  --program FILE    with --make: which program, when the makefile builds several\n"
          "  --no-cache        compile anew (the cache: $SCORD_CACHE, else $XDG_CACHE_HOME/scord "
          "or ~/.cache/scord)\n"
          "  --wave FILE       with --rtl: FST wave and gtkwave view of the first race's decision\n"
          "  --explain-race K  why race K (from 0) is one: every rule with its values, and what "
          "would have made it clean\n"
          "  --explain E[:LANE|:0xWORD]  the same of any check: event E of the stream that "
          "--events keeps\n"
          "  --explain-fix FILE  the stream with the first such change made\n"
          "  --output DIR      where a mismatch between RTL and model leaves report, stream, wave, "
          "view and shrunk stream\n"
          "                    (default: $SCORD_OUTPUT, else .)\n"
          "  --no-shrink       do not minimize the stream of a mismatch\n"
          "  -D... -I... -std=... -O... -l... -rdc=true and the like go to the compiler\n"
          "\n"
          "examples:\n"
          "  scord check reduce.cu -- 4096\n"
          "  make NVCC=scord-nvcc && scord check ./reduce -- 4096\n"
          "  scord check reduce.cu --rtl --seed 7 --events run.sev --wave race.fst\n"
          "  scord check reduce.cu --explain-race 0\n"
          "  for s in 1 2 3 4; do scord check reduce.cu --seed $s || break; done\n"
          "\n"
          "exit codes: 0 no race, 1 races (or mismatches) found by the detector or, with --oracle, "
          "by the oracle alone,\n"
          "            2 bad usage, program or input, 3 environment\n",
          out);
}

int check_bad_usage(const check_options_t *options, const char *problem, const char *word) {
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s%s; see `scord %s --help`", options->command,
                      problem, word, options->command);
}

int check_read_number(const check_options_t *options, const char *option, const char *text,
                      uint64_t minimum, uint64_t *number) {
    if (scord_read_number(text, minimum, UINT64_MAX, number)) return 0;
    return scord_fail(SCORD_EXIT_BAD_INPUT, "%s: %s takes a number from %llu, not '%s'",
                      options->command, option, (unsigned long long)minimum, text);
}

static int read_oracle_model(const char *name, const char **model) {
    scord_oracle_axes_t axes;
    char names[256] = "";
    *model = name;
    if (scord_oracle_preset(name, &axes) == 0) return 0;
    for (unsigned i = 0; i < scord_oracle_presets(); i++) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "",
                 scord_oracle_preset_name(i));
    }
    return scord_fail(SCORD_EXIT_BAD_INPUT, "check: --oracle-model is one of %s, not '%s'", names,
                      name);
}

/* An option that takes a value. Returns 1: not one of them, 0, or an exit code. */
static int read_valued(check_options_t *options, const char *option, const char *value) {
    if (strcmp(option, "--seed") == 0)
        return check_read_number(options, option, value, 0, &options->seed);
    if (explain_is_option(option))
        return explain_read_option(&options->explain, options->command, option, value);
    if (strcmp(option, "--oracle-model") == 0)
        return read_oracle_model(value, &options->oracle_model);
    if (strcmp(option, "--config") == 0)
        options->config = value;
    else if (strcmp(option, "--events") == 0)
        options->events = value;
    else if (strcmp(option, "--json") == 0)
        options->json = value;
    else if (strcmp(option, "--sarif") == 0)
        options->sarif = value;
    else if (strcmp(option, "--html") == 0)
        options->html = value;
    else if (strcmp(option, "--wave") == 0)
        options->wave = value;
    else if (strcmp(option, "--output") == 0)
        options->output = value;
    else
        return 1;
    return 0;
}

/* Compiler flags whose value may be the next word. */
static bool takes_next_word(const char *flag) {
    return strcmp(flag, "-D") == 0 || strcmp(flag, "-I") == 0 || strcmp(flag, "-U") == 0 ||
           strcmp(flag, "-include") == 0 || strcmp(flag, "-isystem") == 0 ||
           strcmp(flag, "-L") == 0;
}

static bool is_linker_flag(const char *flag) {
    return strncmp(flag, "-l", 2) == 0 || strncmp(flag, "-L", 2) == 0 ||
           strncmp(flag, "-Wl,", 4) == 0;
}

/* A compiler or linker flag, and its value when that is a word of its own. */
static int read_flag(check_options_t *options, char **argv, int argc, int *index) {
    compile_job_t *job = &options->job;
    const char *word = argv[*index];
    if (strcmp(word, "-rdc=true") == 0 || strcmp(word, "-rdc=false") == 0) {
        job->options.relocatable = strcmp(word, "-rdc=true") == 0;
        return 0;
    }
    word_list_t *list = is_linker_flag(word) ? &job->inputs : &job->options.flags;
    const bool two = takes_next_word(word) && *index + 1 < argc;
    const int code = word_list_add(list, word);
    return code != 0 || !two ? code : word_list_add(list, argv[++*index]);
}

static bool is_common_valued(const char *word) {
    return strcmp(word, "--spin-limit") == 0 || strcmp(word, "--make") == 0 ||
           strcmp(word, "--program") == 0;
}

static int missing_value(const check_options_t *options, const char *word) {
    return check_bad_usage(options, "unknown option, or its value is missing: ", word);
}

static int read_common_valued(check_options_t *options, const char *option, const char *value) {
    if (strcmp(option, "--make") == 0)
        options->make = value;
    else if (strcmp(option, "--program") == 0)
        options->executable = value;
    else
        return check_read_number(options, option, value, 2, &options->spin_limit);
    return 0;
}

int check_read_word(check_options_t *options, char **argv, int argc, int *index) {
    const char *word = argv[*index];
    if (word[0] != '-') return check_target_add(options, word);
    if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0)
        options->help = true;
    else if (strcmp(word, "--no-cache") == 0)
        options->no_cache = true;
    else if (strcmp(word, "--independent-threads") == 0)
        options->independent_threads = 1;
    else if (strcmp(word, "--independent-threads=always") == 0)
        options->independent_threads = 2;
    else if (strcmp(word, "--acquire-release") == 0)
        options->acquire_release = true;
    else if (is_common_valued(word) && *index + 1 >= argc)
        return missing_value(options, word);
    else if (is_common_valued(word))
        return read_common_valued(options, word, argv[++*index]);
    else if (word[1] == '-')
        return CHECK_NOT_COMMON;
    else
        return read_flag(options, argv, argc, index);
    return 0;
}

static int read_word(check_options_t *options, char **argv, int argc, int *index) {
    const char *word = argv[*index];
    int code = check_read_word(options, argv, argc, index);
    if (code != CHECK_NOT_COMMON) return code;
    if (strcmp(word, "--rtl") == 0)
        options->rtl = true;
    else if (strcmp(word, "--shared") == 0)
        options->shared = true;
    else if (strcmp(word, "--no-shrink") == 0)
        options->no_shrink = true;
    else if (strcmp(word, "--oracle") == 0) {
        if (!options->oracle_model) options->oracle_model = DEFAULT_ORACLE_MODEL;
    } else if (*index + 1 >= argc) {
        return missing_value(options, word);
    } else {
        code = read_valued(options, word, argv[++*index]);
        return code == 1 ? check_bad_usage(options, "unknown option ", word) : code;
    }
    return 0;
}

/* That the words name one thing to check, and which. */
int check_settle_target(check_options_t *options) {
    compile_job_t *job = &options->job;
    if (options->make) {
        if (job->sources.count > 0 || job->inputs.count > 0)
            return check_bad_usage(
                options, "--make DIRECTORY names all there is to check, not also ", options->name);
        options->target = TARGET_MAKE;
        options->name = options->make;
        return 0;
    }
    if (options->target == TARGET_EXECUTABLE &&
        (job->sources.count > 0 || job->inputs.count > 0 || job->options.flags.count > 0))
        return check_bad_usage(
            options, "an executable is checked as it is, without sources and compiler flags: ",
            options->executable);
    if (options->target == TARGET_EXECUTABLE) return check_executable(options->executable);
    if (options->executable)
        return check_bad_usage(options, "--program belongs to --make: ", options->executable);
    if (job->sources.count == 0) return check_bad_usage(options, "no program named", "");
    return 0;
}

static int settle_files(const check_options_t *options) {
    if (options->events && strcmp(options->events, "-") == 0)
        return check_bad_usage(options, "--events takes a file: standard output is the program's",
                               "");
    if (options->wave && !options->rtl)
        return check_bad_usage(options, "--wave shows the RTL: it needs --rtl", "");
    if (options->html && strcmp(options->html, "-") == 0)
        return check_bad_usage(options, "--html takes a file: standard output is the program's",
                               "");
    if (options->json && options->sarif && strcmp(options->json, "-") == 0 &&
        strcmp(options->sarif, "-") == 0)
        return check_bad_usage(options, "--json and --sarif cannot both go to standard output", "");
    return explain_settle(&options->explain, options->command);
}

static int add_key(check_options_t *options, const char *key, unsigned value) {
    char text[sizeof options->config_text];
    const int length = snprintf(text, sizeof text, "%s%c%s=%u", options->config,
                                !strchr(options->config, ':') ? ':' : ',', key, value);
    if (length >= (int)sizeof text)
        return check_bad_usage(options, "too long a configuration: ", options->config);
    memcpy(options->config_text, text, sizeof text);
    options->config = options->config_text;
    return 0;
}

int check_settle_keys(check_options_t *options) {
    if (options->independent_threads != 0 && options->acquire_release)
        return check_bad_usage(options,
                               "--independent-threads and --acquire-release exclude each other "
                               "(D66: a release number is "
                               "a block's, and cannot order threads of one warp)",
                               "");
    int code = 0;
    if (options->independent_threads != 0)
        code = add_key(options, "independent_threads", options->independent_threads);
    if (code == 0 && options->acquire_release) code = add_key(options, "acquire_release", 1);
    return code;
}

int check_read_options(int argc, char **argv, check_options_t *options) {
    int index = 1, code = 0;
    *options = (check_options_t){.command = "check",
                                 .done = "checked",
                                 .config = scord_configs[0].name,
                                 .argc = argc,
                                 .argv = argv};
    snprintf(options->job.options.source_directory, sizeof options->job.options.source_directory,
             ".");
    for (; index < argc && code == 0 && strcmp(argv[index], "--") != 0; index++)
        code = read_word(options, argv, argc, &index);
    if (code != 0 || options->help) return code;
    options->arguments = argv + (index < argc ? index + 1 : argc);
    if (!mismatch_folder(&options->output, ".", options->folder, sizeof options->folder))
        options->no_shrink = true;
    code = settle_files(options);
    if (code == 0) code = check_settle_keys(options);
    return code != 0 ? code : check_settle_target(options);
}
