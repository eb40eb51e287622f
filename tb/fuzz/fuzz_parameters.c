/* SPDX-License-Identifier: Apache-2.0 */
/* fuzz_parameters.c: libFuzzer target: any bytes as the parameters file of
 * scripts/generate_parameters.c, whose source is part of this one.
 *
 * What must hold besides sanitizers' silence: a file that is refused is named with its line; one
 * that is accepted says the same when it is written anew from what was understood of it: every
 * generated file has the same bytes again. So nothing of an accepted file is dropped or guessed.
 * The generator ends by exit and frees nothing, as it may: here an exit returns to the target, and
 * what it took is given back after each input.
 */
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static void *arena_resize(void *block, size_t size);
static char *arena_copy(const char *text);
static _Noreturn void leave(int code);
static FILE *open_reading(const char *path, const char *mode);
static int close_reading(FILE *file);

#define main    generate_main
#define exit    leave
#define realloc arena_resize
#define strdup  arena_copy
#define fopen   open_reading
#define fclose  close_reading
#include "scripts/generate_parameters.c"
#undef main
#undef exit
#undef realloc
#undef strdup
#undef fopen
#undef fclose

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_OUTPUTS = 4 };

typedef struct block {
    struct block *next;
    size_t size;
    max_align_t content[];
} block_t;

/* The generator's calls have no place to hand a state through. */
static block_t *arena;
static jmp_buf back;
static char said[4096];
static FILE *reading, *writing; /* open when an exit may come */
static char *written;

static void require(bool holds) {
    if (!holds) abort();
}

static void *arena_resize(void *old, size_t size) {
    block_t *block = malloc(sizeof *block + size);
    require(block);
    *block = (block_t){.next = arena, .size = size};
    arena = block;
    if (old) {
        const size_t before = ((block_t *)((char *)old - offsetof(block_t, content)))->size;
        memcpy(block->content, old, before < size ? before : size);
    }
    return block->content;
}

static char *arena_copy(const char *text) {
    const size_t size = strlen(text) + 1;
    return memcpy(arena_resize(NULL, size), text, size);
}

static _Noreturn void leave(int code) { longjmp(back, code == EXIT_WRONG_PARAMS ? 1 : 2); }

static FILE *open_reading(const char *path, const char *mode) {
    return reading = fopen(path, mode);
}

static int close_reading(FILE *file) {
    reading = NULL;
    return fclose(file);
}

static void give_back(void) {
    if (reading) fclose(reading);
    if (writing) fclose(writing), free(written);
    reading = writing = NULL;
    while (arena) {
        block_t *next = arena->next;
        free(arena);
        arena = next;
    }
}

/* What the generator says goes to SAID. */
static FILE *hear(FILE *real) {
    memset(said, 0, sizeof said);
    FILE *heard = fmemopen(said, sizeof said - 1, "w");
    require(heard);
    stderr = heard;
    return real;
}

static void hear_no_more(FILE *real) {
    fclose(stderr);
    stderr = real;
}

static char *generate(const params_t *p, void (*write)(FILE *, const params_t *)) {
    size_t size;
    writing = open_memstream(&written, &size);
    require(writing);
    write(writing, p);
    fclose(writing);
    writing = NULL;
    return written;
}

static void write_children(FILE *f, const item_t *item, const char *keyword) {
    EACH(child, item->children)
    fprintf(f, "%s %s %s \"%s\"\n", keyword, child->name, child->source, child->text);
}

/* The file again, from what was understood: other blanks, no comments, one order of the statements.
 */
static void write_anew(FILE *f, const params_t *p) {
    EACH(c, p->constants) fprintf(f, "constant %s %s \"%s\"\n", c->name, c->source, c->text);
    EACH(e, p->enums) {
        fprintf(f, "enum %s %" PRIu64 " \"%s\"\n", e->name, e->width, e->text);
        EACH(v, e->children)
        fprintf(f, "value %s %" PRIu64 " \"%s\"\n", v->name, v->value, v->text);
    }
    EACH(s, p->structs) {
        fprintf(f, "struct %s \"%s\"\n", s->name, s->text);
        write_children(f, s, "field");
    }
    EACH(r, p->registers) {
        fprintf(f, "register %s 0x%" PRIx64 " %s \"%s\"\n", r->name, r->value, r->source, r->text);
        EACH(b, r->children) fprintf(f, "bit %s %" PRIu64 " \"%s\"\n", b->name, b->value, b->text);
    }
    EACH(k, p->keys)
    fprintf(f, "key %s %" PRIu64 " %" PRIu64 " %" PRIu64 "%s \"%s\"\n", k->name, k->value,
            k->minimum, k->maximum, k->elaborated ? " elaborated" : "", k->text);
    EACH(c, p->configs) {
        fprintf(f, "config %s \"%s\"\n", c->name, c->text);
        EACH(k, c->children) if (k->line) fprintf(f, "set %s %" PRIu64 "\n", k->name, k->value);
    }
}

/* 0: accepted. The outputs are memory of malloc, the caller's. */
static int take(const char *path, params_t *p, char *outputs[MOST_OUTPUTS], char **anew) {
    static void (*const writers[])(FILE *, const params_t *) = {write_verilog, write_c,
                                                                write_documentation, write_make};
    *p = (params_t){.path = path};
    FILE *real = hear(stderr);
    const int code = setjmp(back);
    if (code == 0) {
        parse_file(p);
        for (size_t i = 0; i < MOST_OUTPUTS; i++) outputs[i] = generate(p, writers[i]);
        *anew = generate(p, write_anew);
    }
    hear_no_more(real);
    return code;
}

static void memory_path(int *fd, const void *data, size_t size, char path[64]) {
    *fd = memfd_create("fuzz", MFD_CLOEXEC);
    require(*fd >= 0 && write(*fd, data, size) == (ssize_t)size);
    snprintf(path, 64, "/proc/self/fd/%d", *fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char *outputs[MOST_OUTPUTS], *again[MOST_OUTPUTS], *anew,
        *twice; /* static: kept over longjmp */
    static int fd;
    char path[64];
    params_t p;
    memset(outputs, 0, sizeof outputs);
    memory_path(&fd, data, size, path);
    const int code = take(path, &p, outputs, &anew);
    close(fd);
    if (code != 0) {
        require(code == 1 && strncmp(said, path, strlen(path)) == 0 && strstr(said, ": error: "));
        for (size_t i = 0; i < MOST_OUTPUTS; i++)
            free(outputs[i]); /* the writers refuse names too */
    } else {
        require(!memchr(data, 0, size));
        memory_path(&fd, anew, strlen(anew), path);
        require(take(path, &p, again, &twice) == 0);
        close(fd);
        require(strcmp(anew, twice) == 0);
        for (size_t i = 0; i < MOST_OUTPUTS; i++) {
            require(strcmp(outputs[i], again[i]) == 0);
            free(outputs[i]), free(again[i]);
        }
        free(anew), free(twice);
    }
    give_back();
    return 0;
}
