/* main.c: `scord COMMAND …`: finds the sub-command and runs it. docs/architecture.md, "scord
 * commands". */
#include <stdio.h>
#include <string.h>

#include "cmodel/build_id.h"
#include "cosim/commands/shared/command.h"
#include "cosim/commands/program/resource_limits.h"

typedef struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *summary;
} command_t;

static const command_t commands[] = {
#ifdef SCORD_HAVE_CHECK
    {"check", scord_command_check,
     "run a CUDA program with race detection, RTL against golden model"},
#endif
#ifdef SCORD_HAVE_SIM
    {"sim", scord_command_sim,
     "run a CUDA program on the cycle-level machine: where the cycles go"},
#endif
#ifdef SCORD_HAVE_COSIM
    {"cosim", scord_command_cosim, "replay event streams through RTL and golden model in lockstep"},
#endif
    {"nvcc", scord_command_nvcc,
     "compile CUDA by nvcc's command line, for `scord check ./PROGRAM`"},
    {"events", scord_command_events, "show, assemble, measure and check event streams"},
#ifdef SCORD_HAVE_GRAB
    {"grab", scord_command_grab, "which source lines make threads miss in the caches they share"},
#endif
    {"oracle", scord_command_oracle,
     "exact happens-before races of an event stream, beside the detector's"},
    {"regress", scord_command_regress, "the catalogue and thousands of random runs, resumable"},
    {"report", scord_command_report, "one self-contained page of what runs left behind"},
    {"wave", scord_command_wave, "open a prepared wave view, or render it to PNG"},
    {"area", scord_command_area, "state audit, synthesized area and timing of the hardware"},
};
enum { COMMAND_COUNT = sizeof commands / sizeof commands[0] };

/* By these names the executable is nvcc. */
static int is_nvcc(const char *path) {
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    return strcmp(name, "nvcc") == 0 || strcmp(name, "scord-nvcc") == 0;
}

static void print_help(FILE *out) {
    fputs("usage: scord COMMAND [ARGUMENTS]\n"
          "\n"
          "ScoRD, a scoped race detector for GPUs: golden model, RTL and their lockstep.\n"
          "\n"
          "commands:\n",
          out);
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "  %-10s %s\n", commands[i].name, commands[i].summary);
    fputs("  help       this text; `scord COMMAND --help` explains a command\n"
          "  --version  the version, and the id of this build\n"
          "  --max-memory SIZE, --timeout SECONDS   before COMMAND: what it and programs that it "
          "runs may take, such as 2G\n"
          "  --max-events N                         before COMMAND: most events of a stream or of "
          "a checked program\n"
          "\n"
          "examples:\n",
          out);
#ifdef SCORD_HAVE_CHECK
    fputs("  scord check program.cu -- 1000        races of a CUDA program, by file and line\n",
          out);
#endif
#ifdef SCORD_HAVE_SIM
    fputs("  scord sim program.cu --sched mwf-gto  cycles and stalls on the cycle-level machine\n",
          out);
#endif
#ifdef SCORD_HAVE_GRAB
    fputs("  scord grab program.cu --html r.html   who evicts whose cache lines, and what to do "
          "about it\n",
          out);
#endif
#ifdef SCORD_HAVE_COSIM
    fputs("  scord cosim run.sev                   a recorded run through RTL and model\n", out);
#endif
    fputs("  scord events dump run.sev | less      a recorded run as text\n"
          "  scord events assemble a.sevt -o a.sev a hand-written stream as binary\n"
          "\n"
          "exit codes: 0 clean, 1 races or mismatches found, 2 bad usage or input, 3 environment\n",
          out);
}

static const command_t *find_command(const char *name) {
    for (size_t i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(commands[i].name, name) == 0) return &commands[i];
    return NULL;
}

static int finish(int code) {
    if (fflush(stdout) != 0 || ferror(stdout))
        return code != SCORD_EXIT_CLEAN ? code
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
        print_help(stdout);
        return finish(SCORD_EXIT_CLEAN);
    }
    if (strcmp(name, "--version") == 0) {
        printf("scord %s, build %s\n", SCORD_VERSION, scord_build_id());
        return finish(SCORD_EXIT_CLEAN);
    }
    const command_t *command = find_command(name);
    if (command) return finish(command->run(argc - 1, argv + 1));
    if (argc > 1)
        return scord_fail(SCORD_EXIT_BAD_INPUT, "unknown command '%s'; `scord help` lists them",
                          name);
    print_help(stderr);
    return SCORD_EXIT_BAD_INPUT;
}
