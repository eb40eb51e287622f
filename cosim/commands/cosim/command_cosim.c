/* command_cosim.c: `scord cosim`: event streams through RTL and golden model in lockstep.
 * docs/architecture.md. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cosim/commands/shared/command.h"
#include "cosim/commands/shared/command_line.h"
#include "cosim/commands/cosim/cosim_internal.h"
#include "cmodel/base/json_string.h"
#include "cmodel/report/notes.h"

static void print_help(void) {
    fputs(
        "usage: scord cosim STREAM... [OPTIONS]       replay streams through RTL and golden model\n"
        "       scord cosim --random --seed S --events N [--config tiny] [OPTIONS]\n"
        "\n"
        "Every decided word, fence and scheduler pick is compared in its cycle, all state "
        "registers after every\n"
        "cycle, metadata memory, race log and counters at kernel start and end. STREAM '-' is a "
        "pipe.\n"
        "\n"
        "  --config C          named machine, with overrides: tiny, gtx480:log2_cache_ratio=0 "
        "(default: the stream's)\n"
        "  --seed S            memory latency, ready masks, arrival times, random program (default "
        "1)\n"
        "  --free-order        the RTL's arbiter orders the SMs; default: the detector sees the "
        "stream's order\n"
        "  --max-latency N     memory responses take 1..N cycles (default 8)\n"
        "  --lanes N           the configuration's machine with N lanes, if it was built\n"
        "  --axi-errors N      N of 1000 metadata read beats and write responses end with an "
        "error; expectations about\n"
        "                      verdicts then do not apply (default 0)\n"
        "  --memory-silent N   the memory never answers its N-th transaction (from 1): the "
        "watchdog names it\n"
        "                      when the device makes no progress\n"
        "  --memory-flip N:B   bit B of the N-th read beat arrives wrong: does the lockstep see "
        "it?\n"
        "  --consume-log       software empties the race log ring while the device runs; use a "
        "small log_capacity\n"
        "  --issue stream|random   issue schedulers see schedule records only, or random ready "
        "masks every cycle\n"
        "                      (default: stream when the file has schedule records)\n"
        "  --model-only        the golden model alone\n"
        "  --rtl-only          the RTL alone, on the pins what it would see in lockstep; nothing "
        "is compared: only its assertions, the\n"
        "                      AXI rules and the watchdog hold. For its speed, and to see that the "
        "comparison changes nothing\n"
        "  --hash-state        also a hash of all state registers in all cycles: equal runs have "
        "equal hashes\n"
        "  --wave F            FST trace; --wave-window A:B those cycles only;\n"
        "  --wave-race K       a second pass traces the decision of race K (from 0), with a "
        "gtkwave view\n"
        "  --explain-race K    why race K (from 0) is one: what was compared, every rule in order "
        "with its values,\n"
        "                      and what would have made it clean; --json F then has it as well "
        "(docs/explain.md)\n"
        "  --explain E[:LANE]  the same of any check: event E, of a lane or of a word "
        "(E:0xADDRESS)\n"
        "  --explain-fix F     writes the stream with the first such change made\n"
        "  --output DIR        where a mismatch leaves its report, wave, view and shrunk stream "
        "(default\n"
        "                      $SCORD_OUTPUT, else mismatch)\n"
        "  --no-shrink         do not minimize the stream of a mismatch (--shrink is the default)\n"
        "  --random            make the events: --events N (default 10000); --program F prints its "
        "steps,\n"
        "                      --save F writes its stream\n"
        "  --first-event N     number of the first event (default 0), as in a later part of a long "
        "stream\n"
        "  --coverage F        add the functional coverage of the run to database F "
        "(docs/coverage.md)\n"
        "  --quiet, --json F   no summary; results as JSON\n"
        "\n"
        "examples:\n"
        "  scord cosim run.sev --wave-race 0 --wave race.fst && gtkwave race.gtkw\n"
        "  scord cosim run.sev --explain-race 0\n"
        "  scord cosim --random --seed 7 --events 100000 --free-order\n"
        "  scord cosim --random --seed 7 --config tiny:log_capacity=8 --lanes 8 --axi-errors 20 "
        "--consume-log\n"
        "\n"
        "exit codes: 0 RTL and model agree and expectations hold (races of the stream are no "
        "failure here),\n"
        "            1 mismatch, hang or failed expectation, 2 bad usage or input, 3 environment\n",
        stdout);
}

static void json_result(FILE *out, const cosim_result_t *result) {
    const scord_lockstep_statistics_t *s = &result->statistics;
    fputs("    {\"stream\": ", out);
    scord_json_string(out, result->name ? result->name : "");
    fputs(", \"config\": ", out);
    scord_json_string(out, result->config);
    fprintf(out,
            ",\n     \"events\": %" PRIu64 ", \"sm_events\": %" PRIu64 ", \"checks\": %" PRIu64
            ", \"fences\": %" PRIu64 ", \"races\": %" PRIu64 ", \"picks\": %" PRIu64
            ",\n     \"cycles\": %" PRIu64 ", \"compared_cycles\": %" PRIu64
            ", \"mismatches\": %" PRIu64 ", \"not_performed\": %" PRIu64
            ", \"axi_errors\": %" PRIu64 ", \"log_consumed\": %" PRIu64
            ",\n     \"first_race_cycle\": %" PRIu64 ", \"retire_hash\": \"%016" PRIx64
            "\", \"seconds\": %.6f",
            s->events, s->sm_events, s->checks, s->fences, s->races, s->picks, s->cycles,
            s->compared_cycles, s->mismatches, s->not_performed, s->axi_errors, s->log_consumed,
            s->first_race_cycle, s->retire_hash, s->seconds);
    if (s->state_hash) fprintf(out, ", \"state_hash\": \"%016" PRIx64 "\"", s->state_hash);
    if (result->mismatch.unit[0]) {
        fputs(",\n     \"unit\": ", out);
        scord_json_string(out, result->mismatch.unit);
        fputs(", \"field\": ", out);
        scord_json_string(out, result->mismatch.field);
    }
    if (result->explanation) {
        fputs(",\n     \"explanation\": ", out);
        scord_explanation_json(result->explanation, out, 6);
    }
    scord_notes_json(&result->notes, ",\n     ", "", out);
    fputc('}', out);
}

int cosim_write_json(const char *path, const cosim_arguments_t *arguments,
                     const cosim_result_t *results, int count) {
    FILE *out = strcmp(path, "-") == 0 ? stdout : fopen(path, "w");
    if (!out)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cosim: cannot write %s: %s", path,
                          strerror(errno));
    fprintf(out, "{\n  \"seed\": %" PRIu64 ", \"free_order\": %s,\n  \"runs\": [\n",
            arguments->seed, arguments->free_order ? "true" : "false");
    for (int i = 0; i < count; i++) {
        json_result(out, &results[i]);
        fputs(i + 1 < count ? ",\n" : "\n", out);
    }
    fputs("  ]\n}\n", out);
    if (out != stdout && fclose(out) != 0)
        return scord_fail(SCORD_EXIT_ENVIRONMENT, "cosim: cannot write %s: %s", path,
                          strerror(errno));
    return 0;
}

/* All sources; the worst exit code counts, and later streams run even when an earlier one failed.
 */
static int run_all(const cosim_arguments_t *arguments, const char *command, cosim_result_t *results,
                   int count) {
    int worst = SCORD_EXIT_CLEAN;
    for (int i = 0; i < count; i++) {
        const int code = cosim_run(arguments, i, command, &results[i]);
        worst = code > worst ? code : worst;
        if (results[i].interrupted) break;
    }
    return worst;
}

static void end_result(cosim_result_t *result) {
    scord_program_map_destroy(&result->notes);
    if (result->explanation) scord_explanation_free(result->explanation);
    free(result->explanation);
}

int scord_command_cosim(int argc, char **argv) {
    cosim_arguments_t arguments;
    char *command = scord_command_line(argc, argv); /* before getopt reorders it */
    int code = cosim_parse(argc, argv, &arguments);
    const int count = arguments.random ? 1 : arguments.stream_count;
    cosim_result_t *results = calloc((size_t)count + 1, sizeof *results);
    if (!code && arguments.help)
        print_help();
    else if (!code && !results)
        code = scord_fail(SCORD_EXIT_ENVIRONMENT, "cosim: no memory");
    else if (!code) {
        if (arguments.save) code = cosim_save_random(&arguments, arguments.save);
        if (!code) code = run_all(&arguments, command, results, count);
        const int json = arguments.json
                             ? cosim_write_json(arguments.json, &arguments, results, count)
                             : 0;
        code = json > code ? json : code;
    }
    for (int i = 0; i < count && results; i++) end_result(&results[i]);
    free(results);
    free(command);
    return code;
}
