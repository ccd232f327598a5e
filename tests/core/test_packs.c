/* Packs: archives of tar as folders of a table, read where they lie; what is written into
 * headers is read again, and hostile ones are refused. */
#include "tests/support/damage.h"

#include "core/base/random.h"
#include "core/files/file.h"
#include "core/files/tar.h"

/* A pack in memory, with a file beside it. */
struct scene {
    struct findings f;
    struct wr_memory *memory;
    struct wr_packs *packs;
};

static void start(struct scene *scene)
{
    findings_start(&scene->f);
    scene->memory = wr_memory_create(NULL);
    scene->packs = wr_packs_create(wr_memory_files(scene->memory));
    assert_non_null(scene->packs);
    wr_context_set_files(scene->f.context, wr_packs_files(scene->packs));
}

static void end(struct scene *scene)
{
    wr_packs_destroy(scene->packs);
    wr_memory_destroy(scene->memory);
    findings_end(&scene->f);
}

static void add(struct wr_bytes *out, const char *name, const char *text)
{
    static const char zeros[WR_TAR_BLOCK];
    wr_tar_head(out, name, strlen(text));
    wr_bytes_text(out, text);
    wr_bytes_add(out, zeros, wr_tar_padding(strlen(text)));
}

/* A header of another program's, whose checksum is made right. */
static void add_strange(struct wr_bytes *out, const char *name, char kind, const char *text)
{
    size_t at = out->size, size = strlen(text), sum = 0;
    add(out, name, text);
    char *head = (char *)out->data + at;
    memset(head + 257, 0, 8);
    head[156] = kind;
    if (kind == '5' || kind == '2')
        out->size = at + WR_TAR_BLOCK;
    else
        snprintf(head + 124, 12, "%10o ", (unsigned)size);
    memset(head + 148, ' ', 8);
    for (size_t i = 0; i < WR_TAR_BLOCK; i++)
        sum += (unsigned char)head[i];
    snprintf(head + 148, 8, "%6o", (unsigned)sum);
}

static struct wr_bytes small_pack(void)
{
    struct wr_bytes out = {0};
    add(&out, "2/b.lyt", "second");
    add(&out, "1/deep/x", "");
    add(&out, "1/a.lyt", "first");
    add(&out, "1.txt", "beside 1");
    wr_tar_end(&out);
    return out;
}

/* Opens it, and forgets the bytes. */
static enum wr_result open_pack(struct scene *scene, struct wr_bytes *bytes)
{
    wr_memory_put(scene->memory, "out/p.tar", bytes->data, bytes->size);
    wr_bytes_finish(bytes);
    return wr_packs_open(scene->f.context, scene->packs, "out/p.tar");
}

static const char *list(struct scene *scene, const char *path)
{
    struct wr_bytes text = {0};
    char **names;
    size_t count = 0;
    if (wr_folder_list(scene->f.context, scene->f.arena, path, &names, &count) != WR_OK)
        return findings_said(&scene->f);
    for (size_t i = 0; i < count; i++)
        wr_bytes_print(&text, "%s ", names[i]);
    const char *copy = wr_arena_text(scene->f.arena, (char *)text.data, text.size);
    wr_bytes_finish(&text);
    return copy;
}

static const char *read_text(struct scene *scene, const char *path)
{
    struct wr_source source;
    if (wr_file_read(scene->f.context, scene->f.arena, path, &source) != WR_OK)
        return findings_said(&scene->f);
    return (const char *)source.data;
}

/* ---- Reading ----------------------------------------------------------------------------- */

static void a_pack_is_a_folder_of_its_members(void **state)
{
    (void)state;
    struct scene scene;
    start(&scene);
    struct wr_bytes bytes = small_pack();
    assert_int_equal(open_pack(&scene, &bytes), WR_OK);
    assert_string_equal(list(&scene, "out/p.tar"), "1.txt 1/ 2/ ");
    assert_string_equal(list(&scene, "out/p.tar/1"), "a.lyt deep/ ");
    assert_string_equal(list(&scene, "out/p.tar/1/deep/"), "x ");
    assert_string_equal(read_text(&scene, "out/p.tar/1/a.lyt"), "first");
    assert_string_equal(read_text(&scene, "out/p.tar//1/deep/../../2/b.lyt"), "second");
    assert_string_equal(read_text(&scene, "out/p.tar/1/deep/x"), "");
    assert_true(wr_folder_exists(scene.f.context, "out/p.tar"));
    assert_false(wr_file_exists(scene.f.context, "out/p.tar/1/b.lyt"));
    assert_string_equal(
        read_text(&scene, "out/p.tar/1"),
        "0:0: error [file-is-folder] this is a folder where a file is wanted\n");
    assert_string_equal(read_text(&scene, "out/p.tar/3/c"),
                        "0:0: error [file-not-found] there is no such file or folder\n");
    end(&scene);
}

static void a_path_that_leads_out_of_a_pack_starts_beside_it(void **state)
{
    (void)state;
    struct scene scene;
    start(&scene);
    struct wr_bytes bytes = small_pack();
    wr_memory_put(scene.memory, "out/kit.xml", "kit", 3);
    wr_memory_put(scene.memory, "kit.xml", "above", 5);
    assert_int_equal(open_pack(&scene, &bytes), WR_OK);
    assert_string_equal(read_text(&scene, "out/p.tar/1/../../kit.xml"), "kit");
    assert_string_equal(read_text(&scene, "out/p.tar/../../kit.xml"), "above");
    assert_string_equal(read_text(&scene, "out/p.tar/./.././kit.xml"), "kit");
    end(&scene);
}

static void nothing_is_written_into_a_pack(void **state)
{
    (void)state;
    struct scene scene;
    start(&scene);
    struct wr_bytes bytes = small_pack();
    assert_int_equal(open_pack(&scene, &bytes), WR_OK);
    assert_int_equal(wr_file_write(scene.f.context, "out/p.tar/1/a.lyt", "x", 1, WR_OVERWRITE),
                     WR_IO);
    assert_int_equal(wr_file_remove(scene.f.context, "out/p.tar/1/a.lyt"), WR_IO);
    assert_int_equal(wr_file_write(scene.f.context, "out/a.lyt", "x", 1, 0), WR_OK);
    assert_string_equal(read_text(&scene, "out/p.tar/1/a.lyt"), "first");
    assert_string_equal(read_text(&scene, "out/a.lyt"), "x");
    end(&scene);
}

static void what_other_programs_write_is_read(void **state)
{
    (void)state;
    struct scene scene;
    struct wr_bytes bytes = {0};
    start(&scene);
    add_strange(&bytes, "./", '5', "");
    add_strange(&bytes, "./old", '\0', "of 1979");
    add_strange(&bytes, "././@LongLink", 'L', "a/long/name");
    add_strange(&bytes, "a/long/na", '0', "of GNU");
    add_strange(&bytes, "link", '2', "");
    add_strange(&bytes, "pax_global_header", 'g', "14 comment=ab\n");
    add_strange(&bytes, "x", 'x', "17 path=b//./new\n22 mtime=1700000000.5\n");
    add_strange(&bytes, "cut", '0', "of POSIX");
    wr_tar_end(&bytes);
    wr_tar_end(&bytes);
    assert_int_equal(open_pack(&scene, &bytes), WR_OK);
    assert_said(&scene.f, "0xe00: warning [tar-kind] 'link' is a link or a device, and passed "
                          "over\n");
    assert_string_equal(list(&scene, "out/p.tar"), "a/ b/ old ");
    assert_string_equal(read_text(&scene, "out/p.tar/old"), "of 1979");
    assert_string_equal(read_text(&scene, "out/p.tar/a/long/name"), "of GNU");
    assert_string_equal(read_text(&scene, "out/p.tar/b/new"), "of POSIX");
    end(&scene);
}

/* ---- Names ------------------------------------------------------------------------------- */

static void make_name(wr_random *random, size_t size, char *out)
{
    for (size_t i = 0; i < size; i++) {
        bool slash =
            i > 0 && i + 1 < size && out[i - 1] != '/' && wr_random_below(random, 30) == 0;
        out[i] = (char)(slash ? '/' : 'a' + (int)wr_random_below(random, 26));
    }
    out[size] = '\0';
}

static void names_of_any_length_come_back(void **state)
{
    (void)state;
    wr_random random = wr_random_of(1, 1);
    for (size_t size = 1; size < 400; size++) {
        char name[400], path[420];
        struct scene scene;
        struct wr_bytes bytes = {0};
        start(&scene);
        make_name(&random, size, name);
        snprintf(path, sizeof path, "out/p.tar/%s", name);
        add(&bytes, name, "what it holds");
        wr_tar_end(&bytes);
        assert_int_equal(bytes.size % WR_TAR_BLOCK, 0);
        assert_true(size > 100 || bytes.size == 4 * WR_TAR_BLOCK);
        assert_int_equal(open_pack(&scene, &bytes), WR_OK);
        assert_string_equal(read_text(&scene, path), "what it holds");
        end(&scene);
    }
}

/* ---- Faults ------------------------------------------------------------------------------ */

static void assert_refused(struct wr_bytes bytes, const char *said)
{
    struct scene scene;
    start(&scene);
    assert_int_not_equal(open_pack(&scene, &bytes), WR_OK);
    assert_said(&scene.f, said);
    assert_true(wr_file_exists(scene.f.context, "out/p.tar"));
    end(&scene);
}

static void names_that_escape_are_refused_each(void **state)
{
    (void)state;
    struct wr_bytes bytes = {0};
    add(&bytes, "/etc/passwd", "x");
    add(&bytes, "a/../../b", "x");
    add(&bytes, "c:\\d", "x");
    add(&bytes, "./", "x");
    wr_tar_end(&bytes);
    assert_refused(
        bytes,
        "0x0: error [tar-name] '/etc/passwd' leads out of the archive (take a stranger's "
        "archive apart in a folder of its own, and look at it)\n"
        "0x400: error [tar-name] 'a/../../b' leads out of the archive (take a stranger's "
        "archive apart in a folder of its own, and look at it)\n"
        "0x800: error [tar-name] 'c:\\d' leads out of the archive (take a stranger's archive "
        "apart in a folder of its own, and look at it)\n"
        "0xc00: error [tar-name] './' leads out of the archive (take a stranger's archive "
        "apart in a folder of its own, and look at it)\n");
}

static void a_name_is_there_once(void **state)
{
    (void)state;
    struct wr_bytes bytes = {0};
    add(&bytes, "a", "x");
    add(&bytes, "b/c", "x");
    add(&bytes, "a/x/y", "x");
    add(&bytes, "b/c", "x");
    wr_tar_end(&bytes);
    assert_refused(bytes, "0x800: error [tar-twice] 'a' is in the archive already, at byte 0 "
                          "(make the archive anew instead of adding to it)\n"
                          "0xc00: error [tar-twice] 'b/c' is in the archive already, at byte "
                          "1024 (make the archive anew instead of adding to it)\n");
}

static void faults_are_named_with_their_place(void **state)
{
    (void)state;
    struct wr_bytes bytes = small_pack();
    bytes.data[3]++;
    assert_refused(bytes, "0x0: error [tar-mark] the file does not start as an archive of tar "
                          "does\n");
    bytes = small_pack();
    bytes.data[1024 + 300]++;
    assert_refused(bytes, "0x400: error [tar-checksum] the checksum of the header is not that "
                          "of its bytes\n");
    bytes = small_pack();
    bytes.size -= 1;
    assert_refused(bytes, "0xe00: error [tar-short] the archive has no end: two blocks of "
                          "zeros (it was cut off: copy it or make it again)\n");
    bytes = small_pack();
    wr_bytes_text(&bytes, "more");
    assert_refused(bytes, "0xe00: error [tar-end] there is more behind the end of the archive "
                          "(take archives that follow each other in one file apart)\n");
    bytes = (struct wr_bytes){0};
    add_strange(&bytes, "x", 'x', "99 path=b\n");
    wr_tar_end(&bytes);
    assert_refused(bytes, "0x0: error [tar-extended] what this header says of the next one "
                          "cannot be read\n");
    bytes = (struct wr_bytes){0};
    wr_tar_head(&bytes, "a", 4096);
    wr_tar_end(&bytes);
    assert_refused(bytes, "0x0: error [tar-short] the member's 4096 bytes do not fit into the "
                          "archive, which has 1536 (it was cut off: copy it or make it "
                          "again)\n");
    bytes = (struct wr_bytes){0};
    wr_tar_head(&bytes, "a", 0);
    bytes.data[124 + 10] = '8';
    unsigned sum = 0;
    memset(bytes.data + 148, ' ', 8);
    for (size_t i = 0; i < WR_TAR_BLOCK; i++)
        sum += bytes.data[i];
    snprintf((char *)bytes.data + 148, 7, "%06o", sum);
    wr_tar_end(&bytes);
    assert_refused(bytes, "0x7c: error [tar-number] the size of the member is no octal "
                          "number\n");
}

/* ---- Damage ------------------------------------------------------------------------------ */

static enum wr_result digest(void *user, struct wr_context *context, const char *from,
                             const char *to)
{
    struct findings *f = user;
    struct wr_source source;
    (void)to;
    return wr_file_read(context, f->arena, from, &source);
}

static enum wr_result read_all(struct findings *f, const struct wr_source *source)
{
    struct wr_memory *memory = wr_memory_create(NULL);
    struct wr_packs *packs = memory ? wr_packs_create(wr_memory_files(memory)) : NULL;
    bool put = packs && wr_memory_put(memory, "p.tar", source->data, source->size);
    enum wr_result result = put ? WR_OK : wr_no_memory(f->context);
    if (packs)
        wr_context_set_files(f->context, wr_packs_files(packs));
    if (result == WR_OK)
        result = wr_packs_open(f->context, packs, "p.tar");
    if (result == WR_OK)
        result = wr_folder_walk(f->context, f->arena, "p.tar", "q", digest, f);
    wr_context_set_files(f->context, NULL);
    wr_packs_destroy(packs);
    wr_memory_destroy(memory);
    return result;
}

static struct wr_bytes worst_pack(void)
{
    struct wr_bytes bytes = {0};
    add_strange(&bytes, "x", 'x', "10 path=b\n10 size=3\n");
    add(&bytes, "a", "abc");
    add(&bytes, "c/d", "e");
    wr_tar_end(&bytes);
    return bytes;
}

static void damaged_packs_are_survived(void **state)
{
    (void)state;
    struct wr_bytes bytes = worst_pack();
    damage_survive(read_all, bytes.data, bytes.size);
    damage_starve(read_all, bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
}

static void a_pack_that_was_cut_anywhere_is_refused(void **state)
{
    (void)state;
    struct wr_bytes bytes = small_pack();
    for (size_t size = 0; size < bytes.size; size++) {
        struct findings f;
        findings_start(&f);
        assert_int_not_equal(read_all(&f, findings_bytes(&f, bytes.data, size)), WR_OK);
        findings_end(&f);
    }
    wr_bytes_finish(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pack_is_a_folder_of_its_members),
        cmocka_unit_test(a_path_that_leads_out_of_a_pack_starts_beside_it),
        cmocka_unit_test(nothing_is_written_into_a_pack),
        cmocka_unit_test(what_other_programs_write_is_read),
        cmocka_unit_test(names_of_any_length_come_back),
        cmocka_unit_test(names_that_escape_are_refused_each),
        cmocka_unit_test(a_name_is_there_once),
        cmocka_unit_test(faults_are_named_with_their_place),
        cmocka_unit_test(damaged_packs_are_survived),
        cmocka_unit_test(a_pack_that_was_cut_anywhere_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
