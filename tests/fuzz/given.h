/* A table of files in which every path is a file, all alike but one kind. */
#ifndef WR_TESTS_FUZZ_GIVEN_H
#define WR_TESTS_FUZZ_GIVEN_H

#include "core/files/files.h"

#include <string.h>

struct given {
    const void *data; /* of every file */
    size_t size;
    const char *ending; /* files that end so hold the following; NULL: none does */
    const void *own;
    size_t own_size;
    const char *const *names; /* in every folder, ended by NULL */
    struct wr_files files;
};

static bool given_ends(const char *path, const char *ending)
{
    size_t size = strlen(path), part = ending ? strlen(ending) : 0;
    return ending && size >= part && strcmp(path + size - part, ending) == 0;
}

/* Paths without a dot are folders. */
static int given_look(void *user, const char *path, struct wr_file_status *out)
{
    const struct given *given = user;
    const char *slash = strrchr(path, '/');
    bool own = given_ends(path, given->ending), file = strchr(slash ? slash : path, '.');
    *out = (struct wr_file_status){.kind = file ? WR_PLAIN_FILE : WR_FOLDER,
                                   .size = own ? given->own_size : given->size};
    return WR_FILE_FINE;
}

static int given_open(void *user, const char *path, void **file, struct wr_file_status *out)
{
    *file = given_ends(path, ((struct given *)user)->ending) ? user : NULL;
    return given_look(user, path, out);
}

static int given_read(void *user, void *file, uint64_t offset, void *data, size_t size,
                      size_t *got)
{
    const struct given *given = user;
    size_t whole = file ? given->own_size : given->size;
    const char *from = file ? given->own : given->data;
    *got = offset > whole ? 0 : whole - (size_t)offset < size ? whole - (size_t)offset : size;
    if (*got > 0)
        memcpy(data, from + offset, *got);
    return WR_FILE_FINE;
}

static void given_close(void *user, void *file)
{
    (void)user, (void)file;
}

static int given_list(void *user, const char *path, wr_list_fn *each, void *to)
{
    (void)path;
    for (const char *const *name = ((struct given *)user)->names; *name; name++)
        if (!each(to, *name, WR_PLAIN_FILE))
            return WR_FILE_NO_MEMORY;
    return WR_FILE_FINE;
}

/* The table, which reads only; it points into `given`. */
static const struct wr_files *given_files(struct given *given)
{
    given->files = (struct wr_files){.user = given,
                                     .look = given_look,
                                     .open = given_open,
                                     .read = given_read,
                                     .close = given_close,
                                     .list = given_list};
    return &given->files;
}

#endif
