/* A folder of files for a test, removed with all it holds. */
#ifndef WR_TESTS_SUPPORT_FOLDER_H
#define WR_TESTS_SUPPORT_FOLDER_H

#if defined(_WIN32)
#include "tests/windows/folder.h"
#else

#include "tests/support/test.h"

#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

struct folder {
    char root[256];
};

static inline void folder_start(struct folder *folder)
{
    const char *place = getenv("TMPDIR");
    snprintf(folder->root, sizeof folder->root, "%s/warren-folder-XXXXXX",
             place && strlen(place) < 200 ? place : "/tmp");
    assert_non_null(mkdtemp(folder->root));
}

/* root/name, in a buffer of the caller's. */
static inline const char *folder_path(const struct folder *folder, const char *name,
                                      char out[512])
{
    snprintf(out, 512, "%s/%s", folder->root, name);
    return out;
}

/* Writes a file, and makes the folders above it. */
static inline void folder_put(const struct folder *folder, const char *name, const void *data,
                              size_t size)
{
    char path[512];
    folder_path(folder, name, path);
    for (char *at = path + strlen(folder->root) + 1; (at = strchr(at, '/')); at++) {
        *at = '\0';
        mkdir(path, 0777);
        *at = '/';
    }
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(data, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

static inline void folder_text(const struct folder *folder, const char *name, const char *text)
{
    folder_put(folder, name, text, strlen(text));
}

/* Puts one file in the place of another. */
static inline void folder_exchange(const struct folder *folder, const char *name,
                                   const char *to)
{
    char from[512], there[512];
    assert_int_equal(rename(folder_path(folder, name, from), folder_path(folder, to, there)),
                     0);
}

static inline int folder_remove(const char *path, const struct stat *info, int kind,
                                struct FTW *walk)
{
    (void)info, (void)kind, (void)walk;
    return remove(path);
}

static inline void folder_end(struct folder *folder)
{
    nftw(folder->root, folder_remove, 16, FTW_DEPTH | FTW_PHYS);
}

#endif
#endif
