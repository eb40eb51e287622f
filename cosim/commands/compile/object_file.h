/* SPDX-License-Identifier: Apache-2.0 */
/* object_file.h: sections of ELF objects (64 bits, little-endian) and members of archives, as the
 * device linker wants them. */
#ifndef SCORD_OBJECT_FILE_H
#define SCORD_OBJECT_FILE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct object_part {
    const char *data;
    size_t bytes;
} object_part_t;

bool object_file_is_elf(object_part_t file);
/* The section of that name; data NULL: there is none, or FILE is no such object. */
object_part_t object_file_section(object_part_t file, const char *name);
/* Whether FILE is an archive; *position (0 at first) then goes from member to member. False after
 * the last. */
bool object_file_is_archive(object_part_t file);
bool object_file_next_member(object_part_t archive, size_t *position, object_part_t *member);
/* A text anywhere in the file. */
bool object_file_contains(object_part_t file, const char *text);

/* In an object of clang's, makes the constructor that registers device code the first of those
 * without a priority: constructors of the file's own objects may launch kernels. Others keep their
 * order. False: nothing changed, as there is no other constructor or no such one. */
bool object_file_register_first(char *data, size_t bytes);

#endif
