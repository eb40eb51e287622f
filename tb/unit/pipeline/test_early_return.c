/* SPDX-License-Identifier: Apache-2.0 */
/* test_early_return.c: which texts let a thread end before the kernel's last brace
 * (early_return.h). Each kernel closes in the last line of its text.
 */
#include "sim/sm/watch/early_return.h"
#include "tb/unit/pipeline/bench.h"

static const struct {
    const char *what, *text;
    bool early;
} texts[] = {
    {"a branch", "void k() {\n if (x) { s(); }\n}", false},
    {"a return", "void k() {\n if (x) return;\n s();\n}", true},
    {"a return of another function", "int f() { return 1; }\nvoid k() {\n s();\n}", false},
    {"a return in a block", "void k() {\n for (;;) { if (x) { return; } }\n s();\n}", true},
    {"a name with it", "void k() {\n returned = no_return + return_;\n}", false},
    {"a comment", "void k() {\n // return;\n /* return;\n { */ s();\n}", false},
    {"a string", "void k() {\n p(\"return; }\\\"\"); c = '{';\n}", false},
    {"asm that ends", "void k() {\n asm(\"exit;\");\n s();\n}", true},
    {"goto", "void k() {\n if (x) goto end;\n s();\nend:;\n}", true},
    {"a macro of the file", "#define SQUARE(x) ((x) * (x))\nvoid k() {\n y = SQUARE(x);\n}", false},
    {"a macro that returns", "#define LEAVE(x) \\\n if (x) \\\n  return\nvoid k() {\n LEAVE(x);\n}",
     true},
    {"a macro of another file", "void k() {\n CHECKED(x);\n s();\n}", true},
    {"the same without parentheses", "void k() {\n LEAVE;\n s();\n}", true},
    {"a macro in an expression", "void k() {\n y = CHECKED(x) + 1;\n}", false},
    {"the same behind a condition", "void k() {\n if (x) LEAVE;\n else CHECKED(x);\n}", true},
    {"a constant", "void k() {\n for (i = 0; i < N_MOST; i++) s(WIDTH + 1, DEPTH);\n}", false},
    {"two ways", "void k() {\n#if A\n if (x) {\n#else\n if (y) {\n#endif\n s(); }\n}", false},
    {"two ways behind a return",
     "void k() {\n if (x) return;\n#if A\n if (x) {\n#else\n if (y) {\n#endif\n s(); }\n}", true},
    {"a number with quotes", "void k() {\n x = 1'000; y = 2'000; if (x) return;\n}", true},
    {"a namespace", "namespace { int f() { return 2; }\nvoid k() {\n s();\n}", false},
    {"a line that closes two", "void k() {\n s();\n} int f() { return 2; }", true},
    {"no brace", "void k();\n", true},
    {"no text", "", true},
};

/* Whether the `if` in a line ends a thread before line 4. */
static const struct {
    const char *what, *text;
    uint32_t line;
    bool returns;
} branches[] = {
    {"a return", "void k() {\n if (x(1)) return;\n s();\n b();\n}", 2, true},
    {"a block", "void k() {\n if (x) { s();\n return; }\n b();\n}", 2, true},
    {"work", "void k() {\n if (x) { s(); }\n return_(1);\n b();\n}", 2, false},
    {"a return behind it", "void k() {\n if (x) s(); return;\n\n b();\n}", 2, false},
    {"a return behind the barrier", "void k() {\n if (x) {\n s();\n b(); return; }\n}", 2, false},
    {"another line", "void k() {\n if (x) return;\n s();\n b();\n}", 3, false},
    {"a comment", "void k() {\n if (x) s(/* return */); // if (x) return;\n\n b();\n}", 2, false},
    {"the second of a line", "void k() {\n if (x) s(); else if (y) { return; }\n\n b();\n}", 2,
     true},
    {"no end", "void k() {\n if (x", 2, false},
};

int main(void) {
    for (size_t i = 0; i < sizeof branches / sizeof *branches; i++) {
        const bool returns = gpu_text_branch_returns(branches[i].text, branches[i].line, 4);
        check(returns == branches[i].returns, "%s: %s", branches[i].what,
              returns ? "true" : "false");
    }
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        uint32_t line = 1;
        for (const char *c = texts[i].text; *c; c++) line += *c == '\n';
        const bool early = gpu_text_returns_early(texts[i].text, line);
        check(early == texts[i].early, "%s: %s", texts[i].what, early ? "true" : "false");
    }
    return check_summary();
}
