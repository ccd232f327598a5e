/* Stages on a POSIX system: a folder that is there, and a hidden one in it once something is
 * made. */
#define _GNU_SOURCE /* flock */
#include "core/posix/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

struct stage {
    struct wr_made_folder folder;
    struct wr_hidden hidden;
    bool has_hidden;
    pthread_mutex_t lock; /* of making it */
};

/* Makes a folder, or finds one that can be written to. 0, or the number of an error. */
static int make_folder(struct wr_made_folder *made, const char *path)
{
    int number = wr_made_folder_make(made, path);
    if (number != 0 || access(made->path, W_OK | X_OK) == 0)
        return number;
    number = errno;
    wr_made_folder_leave(made);
    return number;
}

int wr_posix_stage(void *user, const char *folder, void **out)
{
    struct stage *stage = wr_alloc(sizeof *stage);
    (void)user;
    if (!stage)
        return WR_FILE_NO_MEMORY;
    stage->has_hidden = false;
    int number = pthread_mutex_init(&stage->lock, NULL);
    if (number == 0 && (number = make_folder(&stage->folder, folder)) != 0)
        pthread_mutex_destroy(&stage->lock);
    if (number != 0) {
        wr_free(stage);
        return wr_posix_error(number);
    }
    wr_hidden_sweep(stage->folder.path);
    *out = stage;
    return WR_FILE_FINE;
}

void wr_posix_drop(void *user, void *handle)
{
    struct stage *stage = handle;
    (void)user;
    if (stage->has_hidden)
        wr_hidden_drop(&stage->hidden);
    wr_made_folder_leave(&stage->folder);
    pthread_mutex_destroy(&stage->lock);
    wr_free(stage);
}

/* ---- Making ---- */

/* Whoever made the folder may have left it meanwhile, empty. */
static int make_hidden(struct stage *stage)
{
    int number = 0;
    pthread_mutex_lock(&stage->lock);
    if (!stage->has_hidden) {
        number = wr_hidden_make(&stage->hidden, stage->folder.path);
        if (number == ENOENT && (number = wr_made_folder_again(&stage->folder)) == 0)
            number = wr_hidden_make(&stage->hidden, stage->folder.path);
        stage->has_hidden = number == 0;
    }
    pthread_mutex_unlock(&stage->lock);
    return number;
}

int wr_posix_create(void *user, void *handle, const char *name, void **out)
{
    int number = handle ? make_hidden(handle) : 0;
    (void)user;
    if (number)
        return wr_posix_error(number);
    const struct stage *stage = handle;
    int file = stage ? wr_hidden_open(&stage->hidden, name) : open(name, O_WRONLY | O_CLOEXEC);
    if (file < 0)
        return wr_posix_error(errno);
    *out = wr_posix_handle(file);
    return WR_FILE_FINE;
}

int wr_posix_go_on(void *user, const char *path, uint64_t size, void **out)
{
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0666);
    (void)user;
    if (file < 0)
        return wr_posix_error(errno);
    bool taken = flock(file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK;
    if (!taken && ftruncate(file, (off_t)size) == 0) {
        *out = wr_posix_handle(file);
        return WR_FILE_FINE;
    }
    int number = taken ? EWOULDBLOCK : errno;
    close(file);
    return wr_posix_error(number);
}

int wr_posix_append(void *user, void *file, const void *data, size_t size)
{
    (void)user;
    return wr_posix_write(wr_posix_number(file), data, size) ? 0 : wr_posix_error(errno);
}

int wr_posix_rewrite(void *user, void *handle, const void *data, size_t size)
{
    int file = wr_posix_number(handle);
    (void)user;
    bool fine = lseek(file, 0, SEEK_SET) == 0 && wr_posix_write(file, data, size) &&
                lseek(file, 0, SEEK_END) >= 0;
    return fine ? 0 : wr_posix_error(errno);
}

int wr_posix_finish(void *user, void *file, unsigned flags)
{
    (void)user;
    bool fine = wr_posix_close(wr_posix_number(file), true, (flags & WR_DURABLE) != 0);
    return fine ? 0 : wr_posix_error(errno);
}

int wr_posix_commit(void *user, void *handle, const char *name, const char *path,
                    unsigned flags)
{
    const struct stage *stage = handle;
    (void)user;
    return wr_posix_error(wr_hidden_put(&stage->hidden, name, path, flags));
}

int wr_posix_sync(void *user, void *handle)
{
    const struct stage *stage = handle;
    (void)user;
    return wr_posix_error(wr_made_folder_sync(&stage->folder));
}

int wr_posix_remove(void *user, const char *path)
{
    (void)user;
    return remove(path) == 0 ? 0 : wr_posix_error(errno);
}
