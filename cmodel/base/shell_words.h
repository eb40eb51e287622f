/* SPDX-License-Identifier: Apache-2.0 */
/* shell_words.h: words of a command as a shell takes them, for lines that are pasted. */
#ifndef SCORD_SHELL_WORDS_H
#define SCORD_SHELL_WORDS_H

#include <stdio.h>

/* WORD, in quotes where a shell needs them. */
void scord_put_shell_word(FILE *out, const char *word);

/* What stands before the words of a command of scord that shall work in any folder:
 * "cd FOLDER && EXECUTABLE", the folder that this process works in and the scord that it is
 * ("scord" when it is another program, which uses the library). */
void scord_put_shell_place(FILE *out);

#endif
