/* SPDX-License-Identifier: Apache-2.0 */
/* export_trace.c: a recorded event stream as Accel-Sim traces, for tests: what the tracer would
 * have written of that run. usage: export_trace STREAM FOLDER [VERSION]      writes
 * FOLDER/kernelslist.g and FOLDER/kernel-N.traceg The order between warps and all values are lost,
 * as in every such trace; names are not mangled, so they stay as they are.
 */
#include <stdlib.h>
#include <string.h>

#include "tb/unit/import/trace_writer.h"

enum { WARPS = SCORD_MAX_WARPS_PER_SM };
static const uint64_t address_shift = UINT64_C(0x7e0000000000); /* to where CUDA's memory is */

/* Text of one warp so far. */
typedef struct warp_text {
    FILE *out;
    char *text;
    size_t size;
    unsigned lines;
    uint32_t lanes;
} warp_text_t;

typedef struct block_text {
    uint32_t cta[3];
    unsigned warps;
    warp_text_t warp[32];
} block_text_t;

typedef struct export {
    trace_style_t style;
    const char *folder;
    FILE *list;
    scord_event_kernel_begin_t kernel;
    char name[SCORD_NAME_MAX + 1];
    block_text_t **block; /* each stays where it is: its texts grow by address */
    size_t blocks;
    size_t resident[SCORD_MAX_SMS][SCORD_MAX_BLOCKS_PER_SM]; /* index of block */
    uint8_t index[SCORD_MAX_SMS][WARPS];                     /* warp of its block */
}
export_t;

static void launch(export_t *export, const scord_event_block_launch_t *launch) {
    export->block = realloc(export->block, (export->blocks + 1) * sizeof *export->block);
    block_text_t *block = export->block[export->blocks] = calloc(1, sizeof *block);
    memcpy(block->cta, launch->cta, sizeof block->cta);
    export->resident[launch->sm][launch->slot] = export->blocks++;
    for (uint32_t rest = launch->warps; rest != 0; rest &= rest - 1) {
        warp_text_t *warp = &block->warp[block->warps];
        const uint32_t threads = launch->threads - 32 * block->warps;
        warp->out = open_memstream(&warp->text, &warp->size);
        warp->lanes = threads >= 32 ? UINT32_MAX : (1u << threads) - 1;
        export->index[launch->sm][__builtin_ctz(rest)] = (uint8_t)block->warps++;
    }
}

static warp_text_t *warp_of(export_t *export, unsigned sm, unsigned slot, unsigned warp) {
    return &export->block[export->resident[sm][slot]]->warp[export->index[sm][warp]];
}

static void put_access(export_t *export, const scord_event_access_t *found) {
    scord_event_access_t access = *found;
    warp_text_t *warp = warp_of(export, access.sm, access.slot, access.warp);
    for (uint32_t rest = access.mask; rest != 0; rest &= rest - 1)
        access.address[__builtin_ctz(rest)] += address_shift;
    export->style.mode = warp->lines % 3;
    warp->lines += write_trace_access(warp->out, &export->style, &access);
}

static void put_event(export_t *export, const scord_event_t *event) {
    const scord_event_warp_t *place = &event->warp;
    warp_text_t *warp;
    switch (event->kind) {
    case SCORD_EVENT_KIND_BLOCK_LAUNCH: launch(export, &event->block_launch); break;
    case SCORD_EVENT_KIND_ACCESS: put_access(export, &event->access); break;
    case SCORD_EVENT_KIND_FENCE:
        warp = warp_of(export, event->fence.sm, event->fence.slot, event->fence.warp);
        warp->lines += write_trace_fence(warp->out, &export->style, &event->fence);
        break;
    case SCORD_EVENT_KIND_BARRIER_ARRIVE:
        warp = warp_of(export, place->sm, place->slot, place->warp);
        write_trace_plain(warp->out, &export->style, place->pc, warp->lanes, "BAR.SYNC");
        warp->lines++;
        break;
    case SCORD_EVENT_KIND_WARP_EXIT:
        warp = warp_of(export, place->sm, place->slot, place->warp);
        write_trace_plain(warp->out, &export->style, 0, warp->lanes, "EXIT");
        warp->lines++;
        break;
    default: break;
    }
}

static void write_kernel(export_t *export) {
    char path[4096];
    snprintf(path, sizeof path, "%s/kernel-%u.traceg", export->folder, export->kernel.kernel + 1);
    FILE *out = fopen(path, "w");
    if (!out) {
        perror(path);
        exit(3);
    }
    fprintf(export->list, "kernel-%u.traceg\n", export->kernel.kernel + 1);
    write_trace_head(out, &export->style, export->name, export->kernel.grid, export->kernel.block);
    for (size_t i = 0; i < export->blocks; i++) {
        block_text_t *block = export->block[i];
        fprintf(out, "#BEGIN_TB\n\nthread block = %u,%u,%u\n\n", block->cta[0], block->cta[1],
                block->cta[2]);
        for (unsigned warp = 0; warp < block->warps; warp++) {
            fclose(block->warp[warp].out);
            fprintf(out, "warp = %u\ninsts = %u\n%s\n", warp, block->warp[warp].lines,
                    block->warp[warp].text);
            free(block->warp[warp].text);
        }
        fputs("#END_TB\n\n", out);
        free(block);
    }
    fclose(out);
    free(export->block);
    export->block = NULL;
    export->blocks = 0;
}

static void take_event(export_t *export, const scord_event_t *event) {
    const uint64_t address = event->object.address + address_shift;
    switch (event->kind) {
    case SCORD_EVENT_KIND_KERNEL_BEGIN:
        export->kernel = event->kernel_begin;
        snprintf(export->name, sizeof export->name, "%s", event->kernel_begin.name);
        break;
    case SCORD_EVENT_KIND_KERNEL_END: write_kernel(export); break;
    case SCORD_EVENT_KIND_OBJECT:
        fprintf(export->list, "MemcpyHtoD,0x%016llx,%llu\n", (unsigned long long)address,
                (unsigned long long)event->object.bytes);
        break;
    default: put_event(export, event); break;
    }
}

int main(int argc, char **argv) {
    export_t export = {.folder = argc > 2 ? argv[2] : "",
                       .style = {.version = argc > 3 ? (unsigned)atoi(argv[3]) : 3}};
    scord_stream_error_t error;
    scord_stream_status_t status;
    scord_event_t event;
    char path[4096];
    if (argc < 3) {
        fputs("usage: export_trace STREAM FOLDER [VERSION]\n", stderr);
        return 2;
    }
    export.style.immediate = export.style.version >= 5;
    snprintf(path, sizeof path, "%s/kernelslist.g", export.folder);
    export.list = fopen(path, "w");
    scord_stream_reader_t *reader = scord_stream_open_reader(argv[1], &error);
    if (!export.list || !reader) {
        fprintf(stderr, "export_trace: %s\n", !export.list ? path : error.message);
        return 3;
    }
    while ((status = scord_stream_read(reader, &event, &error)) == SCORD_STREAM_OK)
        take_event(&export, &event);
    scord_stream_close_reader(reader);
    fclose(export.list);
    if (status != SCORD_STREAM_END) fprintf(stderr, "export_trace: %s\n", error.message);
    return status == SCORD_STREAM_END ? 0 : 2;
}
