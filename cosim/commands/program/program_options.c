/* SPDX-License-Identifier: Apache-2.0 */
/* program_options.c: what the command lines of `scord check`, `scord sim` and `scord grab` have in
 * common; see check_run.h. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "cmodel/config_rules.h"
#include "cosim/commands/compile/nvcc_options.h"
#include "cosim/commands/program/check_run.h"
#include "sim/machine/machine.h"

/* ---- options with a reader of their own ---- */

/* The value of the configuration's key of that name. */
static int read_independent_threads(void *place, const char *command, const char *option,
                                    const char *value) {
    if (value && strcmp(value, "always") != 0)
        return options_refuse_choice(command, option, "always", value);
    *(unsigned *)place = value ? 2 : 1;
    return 0;
}

int check_read_issue(void *place, const char *command, const char *option, const char *value) {
    return gpu_schedule_issue_named(value, place)
               ? 0
               : options_refuse_choice(command, option, GPU_ISSUE_POLICIES, value);
}

/* ---- the table ---- */

#define PLACE(member) offsetof(check_options_t, member)

static int unknown_architecture(const char *command, const char *option, const char *value) {
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "%s: value '%s' is not defined for option '%s'; " ARCHITECTURE_NAMES, command,
                      value, option);
}

static int read_architecture(void *place, const char *command, const char *option,
                             const char *value) {
    return architecture_add(place, value) ? 0 : unknown_architecture(command, option, value);
}

static int read_generated(void *place, const char *command, const char *option, const char *value) {
    return architecture_add_generated(place, value) ? 0
                                                    : unknown_architecture(command, option, value);
}

static int read_compiler(void *place, const char *command, const char *option, const char *value) {
    static const char *const names[] = {"auto", "clang", "nvcc"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(value, names[i]) == 0) {
            *(const char **)place = names[i];
            return 0;
        }
    return options_refuse_choice(command, option, CHECK_COMPILERS, value);
}

static int read_default_stream(void *place, const char *command, const char *option,
                               const char *value) {
    if (strcmp(value, "per-thread") == 0)
        return word_list_add(place, "-D" COMPILE_PER_THREAD_STREAM);
    return strcmp(value, "legacy") == 0 || strcmp(value, "null") == 0
               ? 0
               : options_refuse_choice(command, option, "legacy null per-thread", value);
}

const option_t check_program_options[] = {
    {"--compiler", "WHICH", OPTION_CALL, PLACE(compiler), .read = read_compiler,
     .choices = CHECK_COMPILERS,
     .help =
         "of sources: {}; auto (default; $SCORD_COMPILER): clang, and nvcc of the CUDA toolkit, "
         "where it is installed, for what clang cannot compile"},
    {"--independent-threads", "[=always]", OPTION_CALL, PLACE(independent_threads),
     .read = read_independent_threads,
     .help = "threads of a warp are scheduled and told apart, as since Volta: races where a "
             "__syncwarp is missing, while the warp has diverged or always"},
    {"--acquire-release", NULL, OPTION_FLAG, PLACE(acquire_release),
     .help = "acquire and release order accesses: .acquire, .release, cuda::atomic, __nv_atomic "
             "functions"},
    {"--spin-limit", "N", OPTION_NUMBER, PLACE(spin_limit), .least = 2, .most = UINT64_MAX,
     .help = "give a spin up after N warp instructions without progress (default " OPTION_DIGITS(
         GPU_DEFAULT_SPIN_LIMIT) ")"},
    {"--make", "DIRECTORY", OPTION_FOLDER, PLACE(make),
     .help = "builds there by `make NVCC=scord-nvcc`, and runs the program that it built"},
    {"--program", "FILE", OPTION_FILE, PLACE(executable),
     .help = "with --make: which program, when the makefile builds several; its name will do"},
    {"--entry", "KERNEL", OPTION_TEXT, PLACE(ptx.entry),
     .help = "of a PTX file: the kernel to launch; it may be left out when there is one"},
    {"--grid", "X[,Y[,Z]]", OPTION_TEXT, PLACE(ptx.grid),
     .help = "of a PTX file: blocks of the launch (default 1)"},
    {"--block", "X[,Y[,Z]]", OPTION_TEXT, PLACE(ptx.block),
     .help = "of a PTX file: threads of a block (default 32)"},
    {"--args", "A,A,...", OPTION_TEXT, PLACE(ptx.arguments),
     .help = "of a PTX file: the kernel's arguments: buf:BYTES (zeros), buf:BYTES:TYPE:VALUE, "
             "buf:BYTES:raw, buf:@FILE, TYPE:VALUE with TYPE i8 to i64, u8 to u64, f32, f64"},
    {"--dynamic-shared", "BYTES", OPTION_UNSIGNED, PLACE(ptx.shared), .most = 1 << 20,
     .help = "of a PTX file: dynamic shared memory of a block (default 0)"},
    {"--gpu-architecture", "ARCH", OPTION_CALL, PLACE(job.options.architectures), .also = "-arch",
     .read = read_architecture,
     .help = "as nvcc's: __CUDA_ARCH__ and how warps behave (sm_80 unless stated); below sm_70 "
             "threads of a warp do not run apart"},
    {"--generate-code", "arch=ARCH,code=...", OPTION_CALL, PLACE(job.options.architectures),
     .also = "-gencode", .read = read_generated,
     .help = "the same; of several, the newest up to sm_80 runs"},
    {"--default-stream", "WHAT", OPTION_CALL, PLACE(job.options.flags), .also = "-default-stream",
     .read = read_default_stream, .choices = "legacy null per-thread", .standard = "legacy",
     .help = "as nvcc's: what stream 0 is: {}; per-thread for the whole program"},
    {"--keep-going", NULL, OPTION_FLAG, PLACE(keep_going),
     .help = "leave accesses out of range out (loads give 0), count them, and go on"},
    {"--interpret", NULL, OPTION_FLAG, PLACE(interpret),
     .help = "every instruction is interpreted, none compiled: slower, and nothing else differs"},
    {"--no-cache", NULL, OPTION_FLAG, PLACE(no_cache),
     .help = "compile anew (the cache: $SCORD_CACHE, else $XDG_CACHE_HOME/scord or "
             "~/.cache/scord)"},
    {"-D... -I... -std=... -O... -l... -x cuda -rdc=true", NULL, OPTION_ENTRY,
     .help = "these and the like go to the compiler, -O for host code; -x is the language of all "
             "sources"},
    {"-std=... -Xcompiler ... -lineinfo ...", NULL, OPTION_ENTRY,
     .help = "options of nvcc: scord nvcc --help says which have a meaning on the model"},
    {0}};

/* ---- words that are no options ---- */

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

/* -x LANGUAGE, as clang and nvcc take it: of the sources behind it, here of all. */
static int read_language(check_options_t *options, const char *value) {
    static const struct {
        const char *name;
        compile_language_t language;
    } known[] = {{"cuda", LANGUAGE_CUDA}, {"cu", LANGUAGE_CUDA}, {"c++", LANGUAGE_CXX}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(value, known[i].name) == 0) {
            options->job.language = known[i].language;
            options->job.language_stated = true;
            return 0;
        }
    return options_refuse_choice(options->command, "-x", "cuda cu c++", value);
}

/* -rdc and its long name, with the value behind = or as the next word. */
static bool is_relocatable(const char *word) {
    static const char *const names[] = {"-rdc", "--relocatable-device-code",
                                        "-relocatable-device-code"};
    const size_t length = strcspn(word, "=");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i]) == length && strncmp(word, names[i], length) == 0) return true;
    return false;
}

/* A compiler or linker flag, and its value when that is a word of its own. */
static int read_flag(check_options_t *options, char **argv, int argc, int *index) {
    compile_job_t *job = &options->job;
    const char *word = argv[*index];
    if (is_relocatable(word)) {
        const char *value = strchr(word, '=') ? strchr(word, '=') + 1 : NULL;
        if (!value && *index + 1 < argc) value = argv[++*index];
        if (!value || (strcmp(value, "true") != 0 && strcmp(value, "false") != 0))
            return options_refuse_choice(options->command, word, "true false", value ? value : "");
        job->options.relocatable = strcmp(value, "true") == 0;
        return 0;
    }
    bool taken;
    word_list_t files = {.count = 0};
    int nvcc = nvcc_take_option(&job->options, &job->inputs, &files, argc, argv, index, &taken);
    for (unsigned i = 0; i < files.count && nvcc == 0; i++)
        nvcc = check_target_add(options, files.words[i]);
    if (taken) return nvcc;
    if (strncmp(word, "--x", 3) == 0 && (word[3] == '\0' || word[3] == '=')) word++;
    if (word[1] == '-' && job->sources.count > 0)
        return scord_fail(SCORD_EXIT_BAD_INPUT,
                          "%s: unknown option %s; see `scord %s --help`; one of the program itself "
                          "stands behind `--`: scord %s %s -- %s",
                          options->command, word, options->command, options->command,
                          job->sources.words[0], word);
    if (word[1] == '-') return options_refuse(options->command, "unknown option ", word);
    if (strcmp(word, "-x") == 0 && *index + 1 < argc) return read_language(options, argv[++*index]);
    if (strncmp(word, "-x", 2) == 0 && word[2] != '\0')
        return read_language(options, word + 2 + (word[2] == '='));
    if (strcmp(word, "-lcuda") == 0) /* by clang it is in the runtime, not a toolkit's stub */
        return word_list_add(&options->job.options.nvcc_flags, word);
    word_list_t *list = is_linker_flag(word)          ? &job->inputs
                        : strncmp(word, "-O", 2) == 0 ? &job->options.host_flags
                                                      : &job->options.flags;
    const bool two = takes_next_word(word) && *index + 1 < argc;
    const int code = word_list_add(list, word);
    return code != 0 || !two ? code : word_list_add(list, argv[++*index]);
}

int check_take_word(void *line, int argc, char **argv, int *index) {
    const char *word = argv[*index];
    return word[0] != '-' ? check_target_add(line, word) : read_flag(line, argv, argc, index);
}

/* That the words name one thing to check, and which. */
int check_settle_target(check_options_t *options) {
    compile_job_t *job = &options->job;
    if (options->make) {
        if (job->sources.count > 0 || job->inputs.count > 0)
            return options_refuse(options->command,
                                  "--make DIRECTORY names all there is to check, not also ",
                                  options->name);
        if (job->options.architectures.known != 0)
            return options_refuse(options->command,
                                  "the architecture is the makefile's, not one beside --make ",
                                  options->make);
        options->target = TARGET_MAKE;
        options->name = options->make;
        return 0;
    }
    if (options->target == TARGET_EXECUTABLE &&
        (job->sources.count > 0 || job->inputs.count > 0 || job->options.flags.count > 0 ||
         job->options.architectures.known != 0))
        return options_refuse(
            options->command,
            "an executable is checked as it is, without sources and compiler flags: ",
            options->executable);
    const ptx_launch_t *ptx = &options->ptx;
    if (ptx->file) return check_settle_ptx(options);
    if (ptx->entry || ptx->grid || ptx->block || ptx->arguments || ptx->shared != 0)
        return options_refuse(options->command,
                              "--entry, --grid, --block, --args and --dynamic-shared are of PTX "
                              "files: no file.ptx is named",
                              "");
    if (options->target == TARGET_EXECUTABLE) return check_executable(options, options->executable);
    if (options->executable)
        return options_refuse(options->command,
                              "--program belongs to --make: ", options->executable);
    if (job->sources.count == 0) return options_refuse(options->command, "no program named", "");
    return 0;
}

/* Adds the key behind the configuration, unless that has the value already. A configuration that is
 * no machine is refused where it is read. */
static int add_key(check_options_t *options, const char *key, unsigned value) {
    scord_config_t config;
    scord_stream_error_t error;
    char name[256], text[sizeof options->config_text];
    if (scord_config_parse(options->config, &config, name, sizeof name, &error) == 0)
        for (unsigned i = 0; i < SCORD_CONFIG_KEY_COUNT; i++)
            if (strcmp(scord_config_keys[i].name, key) == 0 &&
                scord_config_value(&config, &scord_config_keys[i]) == value)
                return 0;
    const int length = snprintf(text, sizeof text, "%s%c%s=%u", options->config,
                                !strchr(options->config, ':') ? ':' : ',', key, value);
    if (length >= (int)sizeof text)
        return options_refuse(options->command, "too long a configuration: ", options->config);
    assert(length > 0);
    memcpy(options->config_text, text, sizeof text);
    options->config = options->config_text;
    return 0;
}

int check_settle_keys(check_options_t *options) {
    int code = 0;
    if (options->independent_threads != 0)
        code = add_key(options, "independent_threads", options->independent_threads);
    if (code == 0 && options->acquire_release) code = add_key(options, "acquire_release", 1);
    return code;
}

void check_start_options(check_options_t *options, const char *command, const char *done, int argc,
                         char **argv) {
    *options = (check_options_t){.command = command, .done = done, .argc = argc, .argv = argv};
    snprintf(options->job.options.source_directory, sizeof options->job.options.source_directory,
             ".");
}
