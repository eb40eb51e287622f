/* source_text.c: see source_text.h. */
#include "source_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ends `text` before a character that a cut at `length` would split (UTF-8 continuation bytes are 10xxxxxx). */
static size_t character_boundary(const char *text, size_t length)
{
    while (length > 0 && ((unsigned char)text[length] & 0xc0) == 0x80)
        length--;
    return length;
}

static void copy_line(const char *line, char *text, size_t size)
{
    while (isspace((unsigned char)*line))
        line++;
    size_t length = strcspn(line, "\r\n");
    if (length >= size)
        length = character_boundary(line, size - 1);
    while (length > 0 && isspace((unsigned char)line[length - 1]))
        length--;
    for (size_t i = 0; i < length; i++)
        text[i] = iscntrl((unsigned char)line[i]) ? ' ' : line[i];
    text[length] = 0;
}

bool scord_source_text(const char *path, uint32_t line, char *text, size_t size)
{
    FILE *file = line ? fopen(path, "r") : NULL;
    if (!file)
        return false;
    char *buffer = NULL;
    size_t allocated = 0;
    ssize_t length = 0;
    for (uint32_t at = 0; at < line && length >= 0; at++)
        length = getline(&buffer, &allocated, file);
    if (length >= 0)
        copy_line(buffer, text, size);
    free(buffer);
    fclose(file);
    return length >= 0;
}
