/* SPDX-License-Identifier: Apache-2.0 */
/* Unit test of cosim/commands: sha256.c, compile_cache.c, source_path.c, object_file.c,
 * whole_file.c; and of cmodel/base/read_number.c. */
#include "tb/unit/model/model_test.h"

#include <ar.h>
#include <elf.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cosim/commands/compile/compile_cache.h"
#include "cosim/commands/compile/object_file.h"
#include "cmodel/base/read_number.h"
#include "cosim/commands/shared/sha256.h"
#include "cosim/commands/compile/source_path.h"
#include "cosim/commands/shared/whole_file.h"

/* ---- SHA-256: the examples of FIPS 180-4's companion (csrc.nist.gov, SHA256.pdf) and of NIST's
 * long messages ---- */

static void expect_digest(const char *text, size_t repeated, const char *expected) {
    sha256_t hash;
    char hex[SHA256_HEX];
    sha256_start(&hash);
    for (size_t i = 0; i < repeated; i++) sha256_add(&hash, text, strlen(text));
    sha256_finish(&hash, hex);
    assert_string_equal(hex, expected);
}

TEST(test_sha256) {
    expect_digest("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    expect_digest("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    expect_digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
                  "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    expect_digest("a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* ---- cache ---- */

typedef struct fixture {
    char directory[64], file[96], copy[96];
    compile_cache_t cache;
} fixture_t;

static const char key_a[] = "a111", key_b[] = "b222";

static void set_up(fixture_t *f) {
    strcpy(f->directory, "/tmp/scord-cache-test-XXXXXX");
    assert_non_null(mkdtemp(f->directory));
    snprintf(f->file, sizeof f->file, "%s/file", f->directory);
    snprintf(f->copy, sizeof f->copy, "%s/copy", f->directory);

    unsetenv(CACHE_SIZE);
    char inside[96];
    snprintf(inside, sizeof inside, "%s/deep/er", f->directory);
    setenv(CACHE_DIRECTORY, inside, 1);
    assert_int_equal(compile_cache_open(&f->cache), 0);
}

static void tear_down(fixture_t *f) {
    char command[128];
    snprintf(command, sizeof command, "rm -rf %s", f->directory);
    assert_int_equal(system(command), 0);
    unsetenv(CACHE_DIRECTORY);
}

static void write_file(const char *path, const char *text) {
    assert_int_equal(whole_file_write(path, text, strlen(text)), 0);
}

static void expect_file(const char *path, const char *text) {
    size_t bytes;
    char *content = whole_file_read(path, &bytes);
    assert_non_null(content);
    assert_string_equal(content, text);
    free(content);
}

TEST(test_cache_keeps) {
    fixture_t f;
    set_up(&f);
    assert_false(compile_cache_get(&f.cache, key_a, f.copy));
    write_file(f.file, "one");
    compile_cache_put(&f.cache, key_a, f.file);
    write_file(f.file, "");
    compile_cache_put(&f.cache, key_b, f.file);
    assert_true(compile_cache_get(&f.cache, key_a, f.copy));
    expect_file(f.copy, "one");
    assert_true(compile_cache_get(&f.cache, key_b, f.copy)); /* empty files are entries, too */
    expect_file(f.copy, "");
    assert_false(compile_cache_get(&f.cache, "c333", f.copy));
    tear_down(&f);
}

/* Changes one byte of an entry at each position, cuts it at each length, and adds one: never taken,
 * always removed. */
TEST(test_cache_refuses_damage) {
    fixture_t f;
    char entry[PATH_MAX + 32];
    size_t bytes, content_bytes;
    set_up(&f);
    write_file(f.file, "the content");
    compile_cache_put(&f.cache, key_a, f.file);
    snprintf(entry, sizeof entry, "%s/a/%s", f.cache.directory, key_a);
    char *good = whole_file_read(entry, &bytes);
    assert_non_null(good);
    for (size_t i = 0; i <= 2 * bytes; i++) {
        char *bad = strdup(good);
        content_bytes = i < bytes ? bytes : i - bytes;
        if (i < bytes) bad[i] ^= 1;
        if (i == 2 * bytes) content_bytes = bytes + 1; /* the zero after the text */
        assert_int_equal(whole_file_write(entry, bad, content_bytes), 0);
        assert_false(compile_cache_get(&f.cache, key_a, f.copy));
        assert_int_equal(access(entry, F_OK), -1);
        free(bad);
    }
    assert_int_equal(whole_file_write(entry, good, bytes), 0);
    assert_true(compile_cache_get(&f.cache, key_a, f.copy));
    free(good);
    tear_down(&f);
}

/* Part a is bounded; what was used longest ago goes, what was used lately stays. */
TEST(test_cache_is_bounded) {
    fixture_t f;
    char key[16], entry[PATH_MAX + 32];
    set_up(&f);
    write_file(f.file, "0123456789");
    f.cache.bound = 16 * 1000; /* 1000 bytes a part: about ten entries of some 95 bytes */
    for (unsigned i = 0; i < 40; i++) {
        snprintf(key, sizeof key, "a%03u", i);
        compile_cache_put(&f.cache, key, f.file);
        snprintf(entry, sizeof entry, "%s/a/%s", f.cache.directory, key);
        const struct timespec times[2] = {{.tv_sec = 1000000 + i}, {.tv_sec = 1000000 + i}};
        assert_int_equal(utimensat(AT_FDCWD, entry, times, 0), 0);
        assert_true(compile_cache_get(&f.cache, "a000", f.copy)); /* used again and again */
    }
    assert_false(compile_cache_get(&f.cache, "a001", f.copy));
    assert_false(compile_cache_get(&f.cache, "a020", f.copy));
    assert_true(compile_cache_get(&f.cache, "a039", f.copy));
    uint64_t total = 0;
    struct stat status;
    for (unsigned i = 0; i < 40; i++) {
        snprintf(entry, sizeof entry, "%s/a/a%03u", f.cache.directory, i);
        if (stat(entry, &status) == 0) total += (uint64_t)status.st_size;
    }
    assert_in_range(total, 500, 1000);
    tear_down(&f);
}

/* Eight processes write and read the same few keys: a reader has a whole entry or none. */
TEST(test_cache_is_shared) {
    fixture_t f;
    set_up(&f);
    for (unsigned process = 0; process < 8; process++) {
        if (fork() != 0) continue;
        char text[4096], key[8], copy[160], file[160];
        memset(text, (int)('a' + process), sizeof text);
        snprintf(copy, sizeof copy, "%s/copy%u", f.directory, process);
        snprintf(file, sizeof file, "%s/file%u", f.directory, process);
        if (whole_file_write(file, text, sizeof text) != 0) _exit(1);
        for (unsigned i = 0; i < 200; i++) {
            size_t bytes;
            snprintf(key, sizeof key, "a%u", i % 3);
            compile_cache_put(&f.cache, key, file);
            if (!compile_cache_get(&f.cache, key, copy)) continue;
            char *content = whole_file_read(copy, &bytes);
            bool whole = content && bytes == sizeof text;
            for (size_t at = 1; whole && at < bytes; at++) whole = content[at] == content[0];
            free(content);
            if (!whole) _exit(1);
        }
        _exit(0);
    }
    int status;
    for (unsigned process = 0; process < 8; process++) {
        assert_true(wait(&status) > 0);
        assert_int_equal(status, 0);
    }
    tear_down(&f);
}

TEST(test_cache_places) {
    compile_cache_t cache;
    unsetenv(CACHE_SIZE);
    setenv(CACHE_DIRECTORY, "", 1);
    assert_int_equal(compile_cache_open(&cache), 0);
    assert_string_equal(cache.directory, "");
    assert_false(
        compile_cache_get(&cache, key_a, "/dev/null")); /* does nothing, and nothing breaks */
    compile_cache_put(&cache, key_a, "/dev/null");
    unsetenv(CACHE_DIRECTORY);
    setenv("XDG_CACHE_HOME", "/x", 1);
    setenv("HOME", "/h", 1);
    assert_int_equal(compile_cache_open(&cache), 0);
    assert_string_equal(cache.directory, "/x/scord");
    unsetenv("XDG_CACHE_HOME");
    assert_int_equal(compile_cache_open(&cache), 0);
    assert_string_equal(cache.directory, "/h/.cache/scord");
    assert_int_equal(cache.bound, (uint64_t)CACHE_DEFAULT_MEGABYTES << 20);
    setenv(CACHE_SIZE, "3", 1);
    assert_int_equal(compile_cache_open(&cache), 0);
    assert_int_equal(cache.bound, 3 << 20);
    setenv(CACHE_SIZE, "3x", 1);
    assert_int_equal(compile_cache_open(&cache), 2);
    unsetenv(CACHE_SIZE);
}

/* ---- names ---- */

static void expect_path(const char *path, const char *directory, const char *expected) {
    char text[256];
    source_path_shorten(path, directory, text, sizeof text);
    assert_string_equal(text, expected);
}

TEST(test_source_path) {
    expect_path("/home/me/p/a.cu", "/home/me", "p/a.cu");
    expect_path("/home/me/build/../src/./a.cu", "/home/me", "src/a.cu");
    expect_path("/home/me2/a.cu", "/home/me", "/home/me2/a.cu");
    expect_path("/usr/../usr//include/x.h", "/home/me", "/usr/include/x.h");
    expect_path("./a/../b.cu", "/home/me", "b.cu");
    expect_path("../a.cu", "/home/me", "../a.cu");
    expect_path("../../x/../a.cu", "/home/me", "../../a.cu");
    expect_path("/../a.cu", "/home/me", "/a.cu");
    expect_path("/a.cu", "/", "/a.cu");
    char text[256];
    source_path_shorten_all("/d/x/a.cu:3: fault\n  /d/x/b/c.cu:7 and /d/xy.cu", "/d/x", text,
                            sizeof text);
    assert_string_equal(text, "a.cu:3: fault\n  b/c.cu:7 and /d/xy.cu");
}

/* ---- object files ---- */

static void expect_number(const char *text, uint64_t expected) {
    uint64_t number = expected + 1;
    assert_true(scord_read_number(text, 0, UINT64_MAX, &number));
    assert_int_equal(number, expected);
}

TEST(test_read_number) {
    static const char *const refused[] = {"",
                                          " 5",
                                          "5 ",
                                          "+5",
                                          "-5",
                                          "-0",
                                          "5x",
                                          "0x",
                                          "x10",
                                          "0xg",
                                          "1e3",
                                          "1.5",
                                          "0b1",
                                          "5\n",
                                          "a",
                                          "18446744073709551616",
                                          "0x10000000000000000",
                                          "99999999999999999999999"};
    const char text[] = "12:0x1f";
    uint64_t number;
    expect_number("0", 0);
    expect_number("010", 10); /* not octal */
    expect_number("0x10", 16);
    expect_number("0X10", 16);
    expect_number("0xAbCdEf", 0xabcdef);
    expect_number("18446744073709551615", UINT64_MAX);
    expect_number("0xffffffffffffffff", UINT64_MAX);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (scord_read_number(refused[i], 0, UINT64_MAX, &number))
            fail_msg("taken: \"%s\"", refused[i]);
    assert_false(scord_read_number("4", 5, 7, &number) || scord_read_number("8", 5, 7, &number));
    assert_true(scord_read_number("5", 5, 7, &number) && scord_read_number("7", 5, 7, &number));
    assert_true(scord_read_digits(text, text + 2, &number) && number == 12);
    assert_true(scord_read_digits(text + 3, text + 7, &number) && number == 31);
    assert_false(scord_read_digits(text, text + 3, &number) ||
                 scord_read_digits(text, text, &number));
}

TEST(test_object_file) {
    object_part_t self, part, member;
    char *content = whole_file_read("/proc/self/exe", &self.bytes);
    assert_non_null(content);
    self.data = content;
    assert_true(object_file_is_elf(self));
    assert_false(object_file_is_archive(self));
    part = object_file_section(self, ".comment");
    assert_non_null(part.data);
    assert_true(object_file_contains(part, "GCC"));
    assert_null(object_file_section(self, ".no_such_section").data);
    for (size_t bytes = 0; bytes < 4096 && bytes < self.bytes;
         bytes += 7) /* cut: no section headers, and no crash */
        assert_null(object_file_section((object_part_t){self.data, bytes}, ".comment").data);
    Elf64_Ehdr header; /* a section that claims more than there is */
    memcpy(&header, content, sizeof header);
    for (unsigned i = 0; i < header.e_shnum; i++) {
        Elf64_Shdr *section =
            (Elf64_Shdr *)(void *)(content + header.e_shoff + i * sizeof *section);
        if (i != header.e_shstrndx) section->sh_offset = self.bytes - 1;
    }
    assert_null(object_file_section(self, ".comment").data);
    free(content);
    char archive[256];
    const int length =
        snprintf(archive, sizeof archive,
                 "%s%-16s%-12d%-6d%-6d%-8o%-10d%sabc\n%-16s%-12d%-6d%-6d%-8o%-10d%sde", ARMAG,
                 "one/", 0, 0, 0, 0644u, 3, ARFMAG, "two/", 0, 0, 0, 0644u, 2, ARFMAG);
    const object_part_t file = {archive, (size_t)length};
    size_t position = 0;
    assert_true(object_file_is_archive(file));
    assert_true(object_file_next_member(file, &position, &member));
    assert_int_equal(member.bytes, 3);
    assert_memory_equal(member.data, "abc", 3);
    assert_true(object_file_next_member(file, &position, &member));
    assert_memory_equal(member.data, "de", 2);
    assert_false(object_file_next_member(file, &position, &member));
    position = 0; /* a member that claims more than there is */
    assert_true(
        object_file_next_member((object_part_t){archive, (size_t)length - 1}, &position, &member));
    assert_false(
        object_file_next_member((object_part_t){archive, (size_t)length - 1}, &position, &member));
}

TEST_MAIN("compile_parts")
