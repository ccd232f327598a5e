/* The folder of real files: each file of a kind in one of its folders. */
#ifndef WR_TESTS_SUPPORT_CORPUS_H
#define WR_TESTS_SUPPORT_CORPUS_H

#include "core/base/system.h"
#include "core/files/file.h"
#include "tests/support/test.h"

#include <unistd.h>

/* $WARREN_CORPUS/<folder> in the arena; NULL where it is absent, so that the test skips. */
static inline const char *corpus_folder(struct wr_arena *arena, const char *folder)
{
    const char *corpus = wr_environment("WARREN_CORPUS");
    const char *path = corpus ? wr_path_join(arena, corpus, folder) : NULL;
    if (path && access(path, F_OK) == 0)
        return path;
    printf("[  NOTE    ] no folder %s in the corpus\n", folder);
    return NULL;
}

typedef void corpus_fn(void *user, const struct wr_source *source);

/* Calls `each` for every file whose name ends in `suffix`; returns how many there were. */
static inline size_t corpus_each(const char *folder, const char *suffix, corpus_fn *each,
                                 void *user)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    char **names;
    size_t count, matching = 0;
    assert_int_equal(wr_folder_list(context, arena, folder, &names, &count), WR_OK);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(names[i]), end = strlen(suffix);
        if (length < end || strcmp(names[i] + length - end, suffix) != 0)
            continue;
        struct wr_source source;
        const char *path = wr_path_join(arena, folder, names[i]);
        assert_int_equal(wr_file_read(context, arena, path, &source), WR_OK);
        source.binary = true;
        each(user, &source);
        matching++;
    }
    wr_arena_destroy(arena);
    wr_context_destroy(context);
    return matching;
}

/* The same for a folder of the corpus; skips the test where there is none, so that it must hold
 * nothing yet. */
static inline size_t corpus_all(const char *folder, const char *suffix, corpus_fn *each,
                                void *user)
{
    struct wr_arena *arena = wr_arena_create();
    const char *path = corpus_folder(arena, folder);
    size_t count = path ? corpus_each(path, suffix, each, user) : 0;
    wr_arena_destroy(arena);
    if (!path)
        skip();
    return count;
}

#endif
