/* Archives of tar: whatever is read has members that lie within, in order, none of whose names
 * leads out; and as a folder it can be walked and read. */
#include "tests/fuzz/fuzz.h"

#include "core/files/file.h"
#include "core/files/tar.h"

#include <string.h>

/* Lets what was changed in a header pass for meant, since no chance finds its checksum. */
static void mend_sums(uint8_t *data, size_t size)
{
    for (size_t at = 0; size - at >= WR_TAR_BLOCK; at += WR_TAR_BLOCK) {
        unsigned sum = 0;
        char digits[8];
        if (memcmp(data + at + 257, "ustar", 5) != 0)
            continue;
        memset(data + at + 148, ' ', 8);
        for (size_t i = 0; i < WR_TAR_BLOCK; i++)
            sum += data[at + i];
        snprintf(digits, sizeof digits, "%06o", sum);
        memcpy(data + at + 148, digits, 7);
    }
}

static void check_members(const struct wr_tar *tar, size_t size)
{
    for (size_t i = 0; i < tar->count; i++) {
        const wr_tar_member *member = &tar->members[i];
        MUST(member->at <= size && member->size <= size - member->at);
        MUST(member->header < member->at && member->header % WR_TAR_BLOCK == 0);
        MUST(wr_path_inside(member->name));
        MUST(wr_tar_first(tar, member->name, strlen(member->name), WR_TAR_NOTHING) == i);
    }
}

static enum wr_result read_one(void *user, struct wr_context *context, const char *from,
                               const char *to)
{
    struct wr_arena *arena = wr_arena_create();
    struct wr_source source;
    (void)to;
    MUST(arena && wr_file_read(context, arena, from, &source) == WR_OK);
    wr_arena_destroy(arena);
    ++*(size_t *)user;
    return WR_OK;
}

/* Hidden files and names that are too long are not walked. */
static void check_folder(struct wr_context *context, struct wr_arena *arena, size_t count)
{
    size_t found = 0;
    wr_folder_walk(context, arena, "p.tar", "q", read_one, &found);
    MUST(found <= count);
}

static void check(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    struct wr_memory *memory = wr_memory_create(NULL);
    struct wr_packs *packs = wr_packs_create(wr_memory_files(memory));
    struct wr_file_status status;
    struct wr_tar tar;
    void *file;
    MUST(context && arena && packs && wr_memory_put(memory, "p.tar", data, size));
    const struct wr_files *files = wr_packs_files(packs);
    wr_context_set_files(context, files);
    MUST(files->open(files->user, "p.tar", &file, &status) == WR_FILE_FINE);
    enum wr_result result = wr_tar_read(context, arena, "p.tar", file, status.size, &tar);
    files->close(files->user, file);
    MUST((result == WR_OK) == (wr_context_count(context, WR_ERROR) == 0));
    MUST(wr_packs_open(context, packs, "p.tar") == result);
    if (result == WR_OK) {
        check_members(&tar, size);
        check_folder(context, arena, tar.count);
    }
    wr_context_destroy(context);
    wr_packs_destroy(packs);
    wr_memory_destroy(memory);
    wr_arena_destroy(arena);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *copy = malloc(size ? size : 1);
    MUST(copy);
    if (size > 0)
        memcpy(copy, data, size);
    check(data, size);
    mend_sums(copy, size);
    check(copy, size);
    free(copy);
    return 0;
}
