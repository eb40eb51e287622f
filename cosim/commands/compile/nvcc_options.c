/* SPDX-License-Identifier: Apache-2.0 */
/* nvcc_options.c: see nvcc_options.h. */
#include "cosim/commands/compile/nvcc_options.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/whole_file.h"

typedef enum value_kind {
    FLAG,  /* no value */
    VALUE, /* one: "-x cu", "-x=cu" */
    LIST   /* values with commas between: "-Xcompiler -Wall,-O2" */
} value_kind_t;

typedef enum option_action {
    IGNORE, /* has no meaning on the model, or none that a race depends on */
    REFUSE,
    PHASE_C,
    PHASE_DC,
    PHASE_LIB,
    PHASE_DLINK,
    PHASE_PTX,
    PHASE_E,
    PHASE_M,
    PHASE_MM,
    SHOW_VERSION,
    SHOW_HELP,
    MAKE_MD,
    MAKE_MMD,
    MAKE_MP,
    MAKE_MF,
    MAKE_MT,
    OUTPUT,
    OUTPUT_DIRECTORY,
    LANGUAGE,
    STANDARD,
    INCLUDE_PATH,
    SYSTEM_PATH,
    PRE_INCLUDE,
    DEFINE,
    UNDEFINE,
    DEFAULT_STREAM,
    OPTIMIZE,
    DEBUG,
    PROFILE,
    TEMPLATE_DEPTH,
    TO_COMPILER,
    TO_LINKER,
    LIBRARY,
    LIBRARY_PATH,
    RELOCATABLE,
    CONTRACT,
    ROUNDING,
    FAST_MATH,
    ARCHITECTURE,
    CODE,
    GENERATE,
    MACHINE,
    READ_FILE,
    SHARED,
    FORWARD,
    VERBOSE
} option_action_t;

typedef struct nvcc_option {
    const char *name, *short_name; /* without dashes; NULL: none */
    value_kind_t kind;
    option_action_t action;
    const char *note; /* REFUSE: why */
} nvcc_option_t;

static const nvcc_option_t table[] = {
    /* phases */
    {"compile", "c", FLAG, PHASE_C, NULL},
    {"device-c", "dc", FLAG, PHASE_DC, NULL},
    {"device-w", "dw", FLAG, PHASE_C, NULL},
    {"link", NULL, FLAG, IGNORE, NULL},
    {"no-device-link", "nodlink", FLAG, IGNORE, NULL},
    {"lib", NULL, FLAG, PHASE_LIB, NULL},
    {"device-link", "dlink", FLAG, PHASE_DLINK, NULL},
    {"ptx", NULL, FLAG, PHASE_PTX, NULL},
    {"preprocess", "E", FLAG, PHASE_E, NULL},
    {"generate-dependencies", "M", FLAG, PHASE_M, NULL},
    {"generate-nonsystem-dependencies", "MM", FLAG, PHASE_MM, NULL},
    {"version", "V", FLAG, SHOW_VERSION, NULL},
    {"help", "h", FLAG, SHOW_HELP, NULL},
    {"shared", NULL, FLAG, SHARED, NULL},
    {"cubin", NULL, FLAG, REFUSE, "there is no machine code on the model; -ptx shows what runs"},
    {"fatbin", NULL, FLAG, REFUSE, "there is no machine code on the model; -ptx shows what runs"},
    {"ltoir", NULL, FLAG, REFUSE,
     "there is no link-time optimiser on the model; -ptx shows what runs"},
    {"optix-ir", NULL, FLAG, REFUSE, "OptiX is not there"},
    {"cuda", NULL, FLAG, REFUSE, "host and device side are not merged into one C++ file"},
    {"run", NULL, FLAG, REFUSE, "run the program by `scord check ./program`"},
    /* dependencies */
    {"generate-dependencies-with-compile", "MD", FLAG, MAKE_MD, NULL},
    {"generate-nonsystem-dependencies-with-compile", "MMD", FLAG, MAKE_MMD, NULL},
    {"generate-dependency-targets", "MP", FLAG, MAKE_MP, NULL},
    {"dependency-output", "MF", VALUE, MAKE_MF, NULL},
    {"dependency-target-name", "MT", VALUE, MAKE_MT, NULL},
    /* files and language */
    {"output-file", "o", VALUE, OUTPUT, NULL},
    {"output-directory", "odir", VALUE, OUTPUT_DIRECTORY, NULL},
    {"options-file", "optf", LIST, READ_FILE, NULL},
    {"x", NULL, VALUE, LANGUAGE, NULL},
    {"std", NULL, VALUE, STANDARD, NULL},
    {"include-path", "I", LIST, INCLUDE_PATH, NULL},
    {"system-include", "isystem", LIST, SYSTEM_PATH, NULL},
    {"pre-include", "include", LIST, PRE_INCLUDE, NULL},
    {"define-macro", "D", VALUE, DEFINE, NULL},
    {"undefine-macro", "U", VALUE, UNDEFINE, NULL},
    {"default-stream", NULL, VALUE, DEFAULT_STREAM, NULL},
    {"library", "l", LIST, LIBRARY, NULL},
    {"library-path", "L", LIST, LIBRARY_PATH, NULL},
    /* host compiler and linker */
    {"optimize", "O", VALUE, OPTIMIZE, NULL},
    {"debug", "g", FLAG, DEBUG, NULL},
    {"profile", "pg", FLAG, PROFILE, NULL},
    {"Ofast-compile", "Ofc", VALUE, IGNORE, NULL},
    {"compiler-options", "Xcompiler", LIST, TO_COMPILER, NULL},
    {"linker-options", "Xlinker", LIST, TO_LINKER, NULL},
    {"machine", "m", VALUE, MACHINE, NULL},
    {"m64", NULL, FLAG, IGNORE, NULL},
    {"m32", NULL, FLAG, REFUSE, "the model has 64-bit addresses"},
    {"compiler-bindir", "ccbin", VALUE, IGNORE, NULL}, /* clang-14 compiles the host side */
    {"allow-unsupported-compiler", NULL, FLAG, IGNORE, NULL},
    {"archive-options", "Xarchive", LIST, IGNORE, NULL},
    {"forward-unknown-to-host-compiler", NULL, FLAG, FORWARD, NULL},
    {"forward-unknown-opts", NULL, FLAG, FORWARD, NULL},
    {"forward-unknown-to-host-linker", NULL, FLAG, FORWARD, NULL},
    {"archiver-binary", "arbin", VALUE, IGNORE, NULL},
    {"host-linker-script", "hls", VALUE, IGNORE, NULL},
    {"augment-host-linker-script", "aug-hls", FLAG, IGNORE, NULL},
    {"relocatable-link", "r", FLAG, IGNORE, NULL},
    {"ftemplate-depth", NULL, VALUE, TEMPLATE_DEPTH, NULL},
    {"ftemplate-backtrace-limit", NULL, VALUE, IGNORE, NULL},
    {"disable-warnings", "w", FLAG, IGNORE, NULL},
    {"brief-diagnostics", "brief-diag", VALUE, IGNORE, NULL},
    {"Wno-deprecated-gpu-targets", NULL, FLAG, IGNORE, NULL},
    {"Wno-deprecated-declarations", NULL, FLAG, IGNORE, NULL},
    {"Wreorder", NULL, FLAG, IGNORE, NULL},
    {"Wdefault-stream-launch", NULL, FLAG, IGNORE, NULL},
    {"Wmissing-launch-bounds", NULL, FLAG, IGNORE, NULL},
    {"Wext-lambda-captures-this", NULL, FLAG, IGNORE, NULL},
    {"Werror", NULL, LIST, IGNORE, NULL},
    {"diag-error", NULL, LIST, IGNORE, NULL},
    {"diag-suppress", NULL, LIST, IGNORE, NULL},
    {"diag-warn", NULL, LIST, IGNORE, NULL},
    {"display-error-number", "err-no", FLAG, IGNORE, NULL},
    {"no-display-error-number", "no-err-no", FLAG, IGNORE, NULL},
    {"Xcudafe", NULL, LIST, IGNORE, NULL},
    {"no-host-device-initializer-list", "nohdinitlist", FLAG, IGNORE, NULL},
    {"no-host-device-move-forward", "nohdmoveforward", FLAG, IGNORE, NULL},
    {"no-exceptions", "noeh", FLAG, IGNORE, NULL},
    {"cudart", NULL, VALUE, IGNORE, NULL},
    {"cudadevrt", NULL, VALUE, IGNORE, NULL},
    {"use-local-env", NULL, FLAG, IGNORE, NULL},
    {"target-directory", "target-dir", VALUE, IGNORE, NULL},
    {"threads", "t", VALUE, IGNORE, NULL}, /* host and device side are compiled at once anyway */
    {"split-compile", NULL, VALUE, IGNORE, NULL},
    {"split-compile-extended", NULL, VALUE, IGNORE, NULL},
    {"jobserver", NULL, FLAG, IGNORE, NULL},
    {"fdevice-time-trace", NULL, VALUE, IGNORE, NULL},
    /* device code: one architecture, compiled so that one source line is one access */
    {"gpu-architecture", "arch", VALUE, ARCHITECTURE, NULL},
    {"gpu-code", "code", LIST, CODE, NULL},
    {"generate-code", "gencode", VALUE, GENERATE, NULL},
    {"relocatable-device-code", "rdc", VALUE, RELOCATABLE, NULL},
    {"device-debug", "G", FLAG, IGNORE, NULL},
    {"generate-line-info", "lineinfo", FLAG, IGNORE, NULL}, /* always there */
    {"maxrregcount", NULL, VALUE, IGNORE, NULL},
    {"ptxas-options", "Xptxas", LIST, IGNORE, NULL},
    {"nvlink-options", "Xnvlink", LIST, IGNORE, NULL},
    {"use_fast_math", NULL, FLAG, FAST_MATH, NULL},
    {"ftz", NULL, VALUE, ROUNDING, NULL},
    {"prec-div", NULL, VALUE, ROUNDING, NULL},
    {"prec-sqrt", NULL, VALUE, ROUNDING, NULL},
    {"fmad", NULL, VALUE, CONTRACT, NULL},
    {"extra-device-vectorization", NULL, FLAG, IGNORE, NULL},
    {"expt-relaxed-constexpr", NULL, FLAG, IGNORE, NULL}, /* clang allows it anyway */
    {"expt-extended-lambda", NULL, FLAG, IGNORE, NULL},
    {"extended-lambda", NULL, FLAG, IGNORE, NULL},
    {"restrict", NULL, FLAG, IGNORE, NULL},
    {"resource-usage", "res-usage", FLAG, IGNORE, NULL},
    {"source-in-ptx", "src-in-ptx", FLAG, IGNORE, NULL},
    {"no-align-double", NULL, FLAG, IGNORE, NULL},
    {"no-compress", NULL, FLAG, IGNORE, NULL},
    {"compress-all", NULL, FLAG, IGNORE, NULL},
    {"compress-mode", NULL, VALUE, IGNORE, NULL},
    {"jump-table-density", "jtd", VALUE, IGNORE, NULL},
    {"relocatable-ptx", "reloc-ptx", FLAG, IGNORE, NULL},
    {"extensible-whole-program", "ewp", FLAG, IGNORE, NULL},
    {"entries", "e", LIST, IGNORE, NULL},
    {"keep-device-functions", NULL, FLAG, IGNORE, NULL},
    {"optimization-info", "opt-info", LIST, IGNORE, NULL},
    {"dopt", NULL, VALUE, IGNORE, NULL},
    {"libdevice-directory", "ldir", VALUE, IGNORE, NULL},
    {"static-global-template-stub", NULL, VALUE, IGNORE, NULL},
    {"device-entity-has-hidden-visibility", NULL, VALUE, IGNORE, NULL},
    {"device-stack-protector", NULL, VALUE, IGNORE, NULL},
    {"compile-as-tools-patch", "astoolspatch", FLAG, IGNORE, NULL},
    {"frandom-seed", NULL, VALUE, IGNORE, NULL},
    {"sanitize", NULL, VALUE, IGNORE, NULL},
    {"dlink-time-opt", "dlto", FLAG, IGNORE, NULL},
    {"lto", NULL, FLAG, IGNORE, NULL},
    {"gen-opt-lto", NULL, FLAG, IGNORE, NULL},
    {"device-int128", NULL, FLAG, IGNORE, NULL},
    {"dont-use-profile", "noprof", FLAG, IGNORE, NULL},
    /* of nvcc itself */
    {"keep", NULL, FLAG, IGNORE, NULL},
    {"save-temps", NULL, FLAG, IGNORE, NULL},
    {"keep-dir", NULL, VALUE, IGNORE, NULL},
    {"objdir-as-tempdir", "objtemp", FLAG, IGNORE, NULL},
    {"run-args", NULL, LIST, IGNORE, NULL},
    {"qpp-config", NULL, VALUE, IGNORE, NULL},
    {"input-drive-prefix", "idp", VALUE, IGNORE, NULL},
    {"dependency-drive-prefix", "ddp", VALUE, IGNORE, NULL},
    {"drive-prefix", "dp", VALUE, IGNORE, NULL},
    {"clean-targets", "clean", FLAG, REFUSE, "nothing is left behind"},
    {"time", NULL, VALUE, IGNORE, NULL},
    {"verbose", "v", FLAG, VERBOSE, NULL},
    {"dryrun", NULL, FLAG, REFUSE, "-v shows the commands"},
};
enum { TABLE_SIZE = sizeof table / sizeof *table, MOST_OPTION_FILES = 100, OPTION_NAME = 64 };

/* A row of the table as --help, manual and completion show it: "-c, --compile". */
static option_t shown(const nvcc_option_t *option, char names[2][OPTION_NAME]) {
    snprintf(names[0], OPTION_NAME, "--%s", option->name);
    snprintf(names[1], OPTION_NAME, "-%s", option->short_name ? option->short_name : "");
    return (option_t){.name = names[0],
                      .also = option->short_name ? names[1] : NULL,
                      .kind = option->kind == FLAG ? OPTION_FLAG : OPTION_TEXT,
                      .argument = option->kind == FLAG    ? NULL
                                  : option->kind == VALUE ? "VALUE"
                                                          : "VALUE,..."};
}

static bool has_no_meaning(const nvcc_option_t *option) { return option->action == IGNORE; }

const command_form_t *nvcc_form(void) {
    static char names[TABLE_SIZE][2][OPTION_NAME];
    static option_t done[TABLE_SIZE + 2], ignored[TABLE_SIZE + 1];
    static const option_t rows[] = {
        {NULL, NULL, OPTION_TABLE, 0, .table = done},
        {NULL, NULL, OPTION_TABLE, 0, .table = ignored,
         .help = "accepted, and without meaning on the model"},
        {NULL, NULL, OPTION_HEADING, .help = "environment"},
        {"NVCC_PREPEND_FLAGS, NVCC_APPEND_FLAGS", NULL, OPTION_ENTRY,
         .help = "words before and behind those of the command line"},
        {"SCORD_CACHE, SCORD_CACHE_SIZE", NULL, OPTION_ENTRY, .help = "docs/projects.md"},
        {0}};
    static const command_form_t form = {
        .name = "nvcc",
        .summary = "compile CUDA by nvcc's command line, for `scord check ./PROGRAM`",
        .usage = "scord-nvcc [OPTION ...] FILE ...\tor: scord nvcc [OPTION ...] FILE ...\n",
        .about = "nvcc's command line, for programs that `scord check ./PROGRAM` runs: clang-14 "
                 "compiles, the CUDA runtime is the front-end model. .cu, .cpp, .cc, .cxx and .c "
                 "files are compiled, .o, .a and .so files linked.\n",
        .options = rows,
        .examples = "make NVCC=scord-nvcc && scord check ./program -- 1000\n"
                    "scord-nvcc -O2 -o program main.cu kernels.cu -lm && ./program\n"
                    "cmake -S . -B build -DCMAKE_CUDA_COMPILER=$(command -v scord-nvcc)\n",
        .exit_codes = "0 done, 2 bad usage or a program that does not compile or link, 3 "
                      "environment"};
    unsigned count = 0, idle = 0;
    done[count++] = (option_t){
        .kind = OPTION_HEADING,
        .help = "options, as of nvcc (with one dash or two, value behind = or as the next word)"};
    for (int wanted = PHASE_C; wanted <= VERBOSE; wanted++)
        for (size_t i = 0; i < TABLE_SIZE; i++)
            if ((int)table[i].action == wanted) done[count++] = shown(&table[i], names[i]);
    for (size_t i = 0; i < TABLE_SIZE; i++)
        if (has_no_meaning(&table[i])) ignored[idle++] = shown(&table[i], names[i]);
    assert(count < sizeof done / sizeof *done && idle < sizeof ignored / sizeof *ignored);
    return &form;
}

static int fail(const char *format, const char *word, const char *note) {
    char message[4 * PATH_MAX];
    snprintf(message, sizeof message, format, word, note);
    return scord_fail(SCORD_EXIT_BAD_INPUT, "nvcc: %s", message);
}

/* ---- what an option does ---- */

/* Words that are made here live as long as the command. */
static int add_made(word_list_t *list, const char *prefix, const char *value) {
    char *word = NULL;
    if (asprintf(&word, "%s%s", prefix, value) < 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    return word_list_add(list, word);
}

static int add_pair(word_list_t *list, const char *flag, const char *value) {
    const int code = word_list_add(list, flag);
    return code != 0 ? code : word_list_add(list, value);
}

/* The host compiler's flags go to its link step as well, as with nvcc (-fopenmp, -pthread, …). */
static int to_compiler(nvcc_options_t *options, const char *value) {
    char *words = strdup(value), *rest = words;
    int code = words ? 0 : scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    for (char *word; code == 0 && (word = strsep(&rest, " \t"));) {
        if (*word == '\0') continue;
        code = word_list_add(&options->compile.host_flags, word);
        if (code == 0 && word[0] == '-' && strncmp(word, "-W", 2) != 0)
            code = word_list_add(&options->inputs, word);
        else if (code == 0 && strncmp(word, "-Wl,", 4) == 0)
            code = word_list_add(&options->inputs, word);
    }
    return code;
}

bool nvcc_is_own_library(const char *name) {
    static const char *const own[] = {
        "cudart", "cudadevrt", "cuda",     "nvToolsExt", "cublas",  "cublasLt",   "culibos",
        "curand", "cufft",     "cusparse", "cusolver",   "cufftw",  "nvrtc",      "nvidia-ml",
        "nvjpeg", "nvJitLink", "cupti",    "nvblas",     "nvgraph", "cusolverMg", "nvrtc-builtins"};
    const char *end = strstr(name, "_static");
    const size_t length = end && strcmp(end, "_static") == 0 ? (size_t)(end - name) : strlen(name);
    if (strncmp(name, "npp", 3) == 0) return true;
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strlen(own[i]) == length && strncmp(name, own[i], length) == 0) return true;
    return false;
}

static int add_library(nvcc_options_t *options, const char *name) {
    return add_made(&options->inputs, "-l", name); /* compile_link leaves out the own ones */
}

/* What stream 0 is: the runtime's header says it to the runtime (scord_cuda/runtime_api.h). */
static int set_default_stream(nvcc_options_t *options, const char *value) {
    if (strcmp(value, "legacy") == 0 || strcmp(value, "null") == 0) return 0;
    if (strcmp(value, "per-thread") != 0)
        return fail("--default-stream is legacy, null or per-thread, not '%s'%s", value, "");
    return word_list_add(&options->compile.flags, "-D" COMPILE_PER_THREAD_STREAM);
}

static int unknown_architecture(const nvcc_option_t *option, const char *value) {
    return scord_fail(SCORD_EXIT_BAD_INPUT,
                      "nvcc: value '%s' is not defined for option '%s'; " ARCHITECTURE_NAMES, value,
                      option->name);
}

/* -arch and -gencode choose; -code says for which GPUs code of that architecture is finished. */
static int take_architecture(nvcc_options_t *options, const nvcc_option_t *option,
                             const char *value) {
    architecture_set_t none = {0},
                       *set = option->action == CODE ? &none : &options->compile.architectures;
    const bool known = option->action == GENERATE ? architecture_add_generated(set, value)
                                                  : architecture_add(set, value);
    return known ? 0 : unknown_architecture(option, value);
}

static int set_language(nvcc_options_t *options, const char *value) {
    if (strcmp(value, "cu") == 0)
        options->language = LANGUAGE_CUDA;
    else if (strcmp(value, "c++") == 0)
        options->language = LANGUAGE_CXX;
    else if (strcmp(value, "c") == 0)
        options->language = LANGUAGE_C;
    else
        return fail("value '%s' is not defined for option 'x'%s", value, "; c, c++ and cu are");
    return 0;
}

static int set_relocatable(nvcc_options_t *options, const char *value) {
    if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
        return fail("'%s': expected true or false for option 'relocatable-device-code'%s", value,
                    "");
    options->compile.relocatable = strcmp(value, "true") == 0;
    return 0;
}

/* -fmad: whether a product and a sum are rounded once. */
static int set_contraction(nvcc_options_t *options, const char *value) {
    if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
        return fail("'%s': expected true or false for option 'fmad'%s", value, "");
    return word_list_add(&options->compile.flags,
                         *value == 't' ? "-ffp-contract=fast" : "-ffp-contract=off");
}

/* -ftz, -prec-div, -prec-sqrt: of single precision. */
static int set_rounding(nvcc_options_t *options, const char *name, const char *value) {
    if (strcmp(value, "true") != 0 && strcmp(value, "false") != 0)
        return fail("'%s': expected true or false for option '%s'", value, name);
    char *word = NULL;
    if (asprintf(&word, "%s=%s", name, value) < 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    return word_list_add(&options->compile.rounding, word); /* it stays */
}
/* These three and the fast intrinsics, which are as precise as the functions here. */
static int set_fast_math(nvcc_options_t *options) {
    static const char *const words[] = {"ftz=true", "prec-div=approx", "prec-sqrt=false"};
    int code = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words && code == 0; i++)
        code = word_list_add(&options->compile.rounding, words[i]);
    return code;
}

static int set_phase(nvcc_options_t *options, nvcc_phase_t phase) {
    options->phase = phase;
    return 0;
}

static int read_words(nvcc_options_t *options, char *text);

static int read_option_file(nvcc_options_t *options, const char *path) {
    size_t bytes;
    if (++options->option_files > MOST_OPTION_FILES)
        return fail("%s: too many option files; does one name itself?%s", path, "");
    char *text = whole_file_read(path, &bytes); /* the words stay */
    return text ? read_words(options, text) : fail("%s: option file cannot be read%s", path, "");
}

static int apply(nvcc_options_t *options, const nvcc_option_t *option, const char *value) {
    compile_options_t *compile = &options->compile;
    switch (option->action) {
    case IGNORE: return 0;
    case REFUSE: return fail("--%s is not supported: %s", option->name, option->note);
    case PHASE_C: return set_phase(options, NVCC_COMPILE);
    case PHASE_DC: compile->relocatable = true; return set_phase(options, NVCC_COMPILE);
    case PHASE_LIB: return set_phase(options, NVCC_LIBRARY);
    case PHASE_DLINK: return set_phase(options, NVCC_DEVICE_LINK);
    case PHASE_PTX: return set_phase(options, NVCC_PTX);
    case PHASE_E: return set_phase(options, NVCC_PREPROCESS);
    case PHASE_M: return set_phase(options, NVCC_DEPENDENCIES);
    case PHASE_MM: options->user_headers = true; return set_phase(options, NVCC_DEPENDENCIES);
    case SHOW_VERSION: return set_phase(options, NVCC_VERSION);
    case SHOW_HELP: return set_phase(options, NVCC_HELP);
    case MAKE_MD: options->dependencies = true; return 0;
    case MAKE_MMD: options->dependencies = options->user_headers = true; return 0;
    case MAKE_MP: options->phony_targets = true; return 0;
    case MAKE_MF: options->dependency_file = value; return 0;
    case MAKE_MT: options->dependency_target = value; return 0;
    case OUTPUT: options->output = value; return 0;
    case OUTPUT_DIRECTORY: options->output_directory = value; return 0;
    case LANGUAGE: return set_language(options, value);
    case STANDARD: return add_made(&compile->flags, "-std=", value);
    case INCLUDE_PATH: return add_made(&compile->flags, "-I", value);
    case SYSTEM_PATH: return add_pair(&compile->flags, "-isystem", value);
    case PRE_INCLUDE: return add_pair(&compile->flags, "-include", value);
    case DEFINE: return add_made(&compile->flags, "-D", value);
    case UNDEFINE: return add_made(&compile->flags, "-U", value);
    case DEFAULT_STREAM: return set_default_stream(options, value);
    case OPTIMIZE: return add_made(&compile->host_flags, "-O", value);
    case DEBUG: return word_list_add(&compile->host_flags, "-g");
    case PROFILE: return to_compiler(options, "-pg");
    case TEMPLATE_DEPTH: return add_made(&compile->flags, "-ftemplate-depth=", value);
    case TO_COMPILER: return to_compiler(options, value);
    case TO_LINKER: return add_pair(&options->inputs, "-Xlinker", value);
    case LIBRARY: return add_library(options, value);
    case LIBRARY_PATH: return add_made(&options->inputs, "-L", value);
    case RELOCATABLE: return set_relocatable(options, value);
    case CONTRACT: return set_contraction(options, value);
    case ROUNDING: return set_rounding(options, option->name, value);
    case FAST_MATH: return set_fast_math(options);
    case ARCHITECTURE:
    case CODE:
    case GENERATE: return take_architecture(options, option, value);
    case MACHINE:
        return strcmp(value, "64") == 0 ? 0
                                        : fail("--machine %s is not supported: %s", value,
                                               "the model has 64-bit addresses");
    case READ_FILE: return read_option_file(options, value);
    case SHARED: options->shared = true; return 0;
    case FORWARD: options->forward = true; return 0;
    case VERBOSE: compile->verbose = true; return 0;
    }
    return 0;
}

/* ---- reading ---- */

static const nvcc_option_t *find_option(const char *name, size_t length) {
    for (size_t i = 0; i < TABLE_SIZE; i++) {
        const nvcc_option_t *option = &table[i];
        if (strncmp(option->name, name, length) == 0 && option->name[length] == '\0') return option;
        if (option->short_name && strncmp(option->short_name, name, length) == 0 &&
            option->short_name[length] == '\0')
            return option;
    }
    return NULL;
}

/* -DNAME, -Ipath, -O3, -lm, …: one letter and its value in one word. */
static const nvcc_option_t *find_joined(const char *name) {
    return name[0] != '\0' && strchr("DIULlOmxt", name[0]) && name[1] != '\0' ? find_option(name, 1)
                                                                              : NULL;
}

/* The values of a list, at commas; a comma after a backslash, or inside quotes, is one. */
static int apply_list(nvcc_options_t *options, const nvcc_option_t *option, const char *value) {
    char *copy = strdup(value), *out = copy;
    int code = copy ? 0 : scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    char quote = '\0', *begin = copy;
    for (const char *in = value; code == 0 && *in != '\0'; in++) {
        if (quote != '\0' ? *in == quote : *in == '"' || *in == '\'')
            quote = quote != '\0' ? '\0' : *in;
        else if (*in == '\\' && in[1] == ',')
            *out++ = *++in;
        else if (*in == ',' && quote == '\0') {
            *out++ = '\0';
            code = apply(options, option, begin);
            begin = out;
        } else
            *out++ = *in;
    }
    if (code != 0) return code;
    *out = '\0';
    return apply(options, option, begin); /* the copy stays: words point into it */
}

static int apply_value(nvcc_options_t *options, const nvcc_option_t *option, const char *value) {
    return option->kind == LIST ? apply_list(options, option, value)
                                : apply(options, option, value);
}

static bool is_object(const char *word) {
    return ends_with(word, ".o") || ends_with(word, ".obj") || ends_with(word, ".a") ||
           ends_with(word, ".so") || strstr(word, ".so.");
}

static int read_file(nvcc_options_t *options, const char *word) {
    if (is_object(word)) return word_list_add(&options->inputs, word);
    if (options->language == LANGUAGE_NONE && compile_language_of(word) == LANGUAGE_NONE)
        return fail(
            "don't know what to do with '%s'%s", word,
            " (.cu, .cpp, .cc, .cxx, .c, .o, .a and .so files are known; -x states a language)");
    const int code = word_list_add(&options->sources, word);
    return code != 0 ? code : word_list_add(&options->inputs, word);
}

static int read_option(nvcc_options_t *options, char **words, unsigned count, unsigned *index) {
    const char *word = words[*index], *name = word + 1 + (word[1] == '-');
    const size_t length = strcspn(name, "=");
    const nvcc_option_t *option = find_option(name, length);
    if (!option && (option = find_joined(name))) return apply_value(options, option, name + 1);
    if (!option && options->forward) return to_compiler(options, word);
    if (!option && strncmp(name, "Wno-", 4) == 0) return 0;
    if (!option)
        return fail("unknown option '%s'; flags of the host compiler are given by -Xcompiler%s",
                    word, "");
    if (option->kind == FLAG)
        return name[length] == '\0' ? apply(options, option, NULL)
                                    : fail("option '%s' takes no value%s", word, "");
    if (name[length] == '=') return apply_value(options, option, name + length + 1);
    if (*index + 1 >= count) return fail("argument expected after '%s'%s", word, "");
    return apply_value(options, option, words[++*index]);
}

static int read_all(nvcc_options_t *options, char **words, unsigned count) {
    int code = 0;
    for (unsigned i = 0; i < count && code == 0; i++)
        code = words[i][0] == '-' && words[i][1] != '\0' ? read_option(options, words, count, &i)
               : words[i][0] == '@'                      ? read_option_file(options, words[i] + 1)
                                                         : read_file(options, words[i]);
    return code;
}

/* Kinds of -Werror: nvcc's stand in the next word, clang's -Werror has none. */
static bool is_error_kind(const char *word) {
    static const char *const kinds[] = {
        "all-warnings",           "cross-execution-space-call", "reorder",
        "default-stream-launch",  "missing-launch-bounds",      "ext-lambda-captures-this",
        "deprecated-declarations"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t length = strlen(kinds[i]);
        if (strncmp(word, kinds[i], length) == 0 && (word[length] == '\0' || word[length] == ','))
            return true;
    }
    return false;
}

static bool is_level(const char *word) {
    return word && word[0] >= '0' && word[0] <= '9' && word[1] == '\0';
}

/* Of what clang writes in the same way: whether it is nvcc's. NEXT: the word behind it, or NULL. */
static bool is_shared_spelling(const char *name, const char *next) {
    if (strcmp(name, "Werror") == 0) return next && is_error_kind(next);
    if (strcmp(name, "O") == 0) return is_level(next);
    if (strncmp(name, "Wno-deprecated-gpu", 18) == 0) return true;
    if (name[0] == 'W' || (name[0] != '\0' && strchr("DIULEMVh", name[0]) && name[1] == '\0'))
        return false;
    return true;
}

/* What an option means for a command that compiles, links and runs at once: all but how far nvcc
 * goes and what it prints. */
static bool is_taken(const char *word, const char *next) {
    const char *name = word + 1 + (word[1] == '-');
    const nvcc_option_t *option = find_option(name, strcspn(name, "="));
    if (!option && name[0] == 't' && is_level(name + 1)) return true;
    if (!option || (word[1] != '-' && !is_shared_spelling(name, next))) return false;
    switch (option->action) {
    case REFUSE:
    case PHASE_LIB:
    case PHASE_PTX:
    case PHASE_E:
    case PHASE_M:
    case PHASE_MM:
    case SHOW_VERSION:
    case SHOW_HELP:
    case LANGUAGE:
    case SHARED: return false;
    default: return true;
    }
}

bool nvcc_knows(const char *word) {
    const char *name = word + 1 + (word[1] == '-');
    return find_option(name, strcspn(name, "=")) || (name[0] != '\0' && strchr("DIULl", name[0])) ||
           ((name[0] == 'O' || name[0] == 't') && is_level(name + 1));
}

/* Without a meaning to clang, but with one to nvcc's device code. */
static bool is_for_device(const char *word) {
    static const char *const names[] = {"use_fast_math",
                                        "ftz",
                                        "prec-div",
                                        "prec-sqrt",
                                        "fmad",
                                        "maxrregcount",
                                        "expt-relaxed-constexpr",
                                        "expt-extended-lambda",
                                        "extended-lambda",
                                        "restrict",
                                        "device-int128",
                                        "extra-device-vectorization"};
    const char *name = word + 1 + (word[1] == '-');
    const nvcc_option_t *option = find_option(name, strcspn(name, "="));
    for (size_t i = 0; option && i < sizeof names / sizeof *names; i++)
        if (strcmp(option->name, names[i]) == 0) return true;
    return false;
}

static int append(word_list_t *to, const word_list_t *from) {
    int code = 0;
    for (unsigned i = 0; i < from->count && code == 0; i++)
        code = word_list_add(to, from->words[i]);
    return code;
}

/* The words of sources are those of the list itself. */
static bool is_source(const nvcc_options_t *options, const char *word) {
    for (unsigned i = 0; i < options->sources.count; i++)
        if (options->sources.words[i] == word) return true;
    return false;
}

int nvcc_take_option(compile_options_t *compile, word_list_t *inputs, word_list_t *files, int argc,
                     char **argv, int *index, bool *taken) {
    *taken = is_taken(argv[*index], *index + 1 < argc ? argv[*index + 1] : NULL);
    if (!*taken) return 0;
    nvcc_options_t *options = calloc(1, sizeof *options);
    if (!options) return scord_fail(SCORD_EXIT_ENVIRONMENT, "out of memory");
    unsigned at = (unsigned)*index;
    int code = read_option(options, argv, (unsigned)argc, &at);
    if (code == 0 && is_for_device(argv[*index]))
        for (int i = *index; i <= (int)at && code == 0; i++)
            code = word_list_add(&compile->nvcc_flags, argv[i]);
    *index = (int)at;
    if (code == 0) code = append(&compile->flags, &options->compile.flags);
    if (code == 0) code = append(&compile->host_flags, &options->compile.host_flags);
    if (code == 0) code = append(&compile->rounding, &options->compile.rounding);
    for (unsigned i = 0; i < options->inputs.count && code == 0; i++)
        code = word_list_add(is_source(options, options->inputs.words[i]) ? files : inputs,
                             options->inputs.words[i]);
    compile->architectures.known |= options->compile.architectures.known;
    compile->architectures.specific |= options->compile.architectures.specific;
    if (options->compile.relocatable) compile->relocatable = true;
    if (options->compile.verbose) compile->verbose = true;
    free(options);
    return code;
}

/* Words separated by white space; TEXT is cut up, and stays. */
static int read_words(nvcc_options_t *options, char *text) {
    char *words[COMPILE_WORDS_MAX], *rest = text;
    unsigned count = 0;
    for (char *word; (word = strsep(&rest, " \t\r\n")) && count < COMPILE_WORDS_MAX;)
        if (*word != '\0') words[count++] = word;
    return read_all(options, words, count);
}

static int read_environment(nvcc_options_t *options, const char *variable) {
    const char *text = getenv(variable);
    char *copy = text ? strdup(text) : NULL;
    return copy ? read_words(options, copy) : 0;
}

static int check_combination(const nvcc_options_t *options) {
    const bool one_each = options->phase == NVCC_COMPILE || options->phase == NVCC_PTX ||
                          options->phase == NVCC_PREPROCESS;
    if (options->phase == NVCC_VERSION || options->phase == NVCC_HELP) return 0;
    if (options->inputs.count == 0)
        return fail("no input files specified%s%s", "", "; --help explains");
    if (options->phase != NVCC_LINK && options->phase != NVCC_LIBRARY &&
        options->phase != NVCC_DEVICE_LINK && options->sources.count == 0)
        return fail("no source file specified%s%s", "", "; --help explains");
    if (options->shared && options->phase == NVCC_LINK)
        return fail("--shared is not supported: %s%s",
                    "make a static library of it (-lib), or link its objects into the program", "");
    if (one_each && options->output && options->sources.count > 1)
        return fail("-o names one file, but there are several sources to compile ('%s')%s",
                    options->output, "");
    return 0;
}

int nvcc_read_options(int argc, char **argv, nvcc_options_t *options) {
    *options = (nvcc_options_t){.language = LANGUAGE_NONE};
    int code = read_environment(options, "NVCC_PREPEND_FLAGS");
    if (code == 0) code = read_all(options, argv + 1, (unsigned)argc - 1);
    if (code == 0) code = read_environment(options, "NVCC_APPEND_FLAGS");
    if (code == 0 &&
        !getcwd(options->compile.source_directory, sizeof options->compile.source_directory))
        code = scord_fail(SCORD_EXIT_ENVIRONMENT, "the working directory is not known");
    return code != 0 ? code : check_combination(options);
}
