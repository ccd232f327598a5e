/* Where files come from and go to: a table of functions, that of the operating system or one in
 * memory, or a program's own.
 *
 * Paths are UTF-8 and their parts are separated by '/'. Several threads may call the functions
 * of one table at once. */
#ifndef WR_CORE_FILES_FILES_H
#define WR_CORE_FILES_FILES_H

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Why a function of a table failed; a negative number is one of the table's own, which its
 * `reason` puts into words. */
enum wr_file_error {
    WR_FILE_FINE,
    WR_FILE_MISSING,   /* there is no such file or folder */
    WR_FILE_IN_FILE,   /* a part of the path is not a folder */
    WR_FILE_IS_FOLDER, /* a folder where a file is wanted */
    WR_FILE_EXISTS,    /* it would replace a file, and was not told to */
    WR_FILE_READ_ONLY, /* nothing can be written there */
    WR_FILE_LONG_PATH,
    WR_FILE_NO_MEMORY,
};

enum { WR_LONGEST_PATH = 4096 }; /* bytes, with the NUL behind it */

enum wr_file_kind {
    WR_PLAIN_FILE,
    WR_FOLDER,
    WR_STREAM, /* a pipe or terminal that the program was given to read */
    WR_DEVICE, /* any other: to be written to, never to be read or replaced */
};

struct wr_file_status {
    enum wr_file_kind kind;
    bool linked;       /* the path names a link to it */
    uint64_t size;     /* bytes; of no meaning in a stream */
    uint64_t which[2]; /* two paths lead to one folder where these are equal */
    uint64_t
        changed; /* another number after each change of a file; 0 where that is not known */
};

enum wr_write_flags {
    WR_OVERWRITE = 1, /* an existing file is replaced; without it, it is an error */
    WR_DURABLE = 2,   /* what is written outlives a power cut */
};

/* Takes one name of a folder; false ends the list. */
typedef bool wr_list_fn(void *to, const char *name, enum wr_file_kind kind);

/* The functions that give an int give 0, or why they failed. What is opened, made or staged is
 * ended once, by close, finish or drop, whatever failed in between. */
struct wr_files {
    void *user; /* handed to each of them */

    /* What a path leads to, links followed. */
    int (*look)(void *user, const char *path, struct wr_file_status *out);
    /* Opens a file or stream to be read; with WR_FILE_FINE, what it is may still be a folder or
     * a device, which is closed unread. Never waits for a pipe. */
    int (*open)(void *user, const char *path, void **file, struct wr_file_status *out);
    /* `size` bytes from `offset` on, fewer at the end only; a stream is read in turn. */
    int (*read)(void *user, void *file, uint64_t offset, void *data, size_t size, size_t *got);
    void (*close)(void *user, void *file);
    /* Each name in a folder but "." and "..", in any order; links are what they lead to.
     * WR_FILE_NO_MEMORY where the list was ended. */
    int (*list)(void *user, const char *path, wr_list_fn *each, void *to);
    /* Appends the one path, links followed, by which a file or folder that is there is known
     * always. May be NULL: every path is. */
    int (*resolve)(void *user, const char *path, struct wr_bytes *out);

    /* A place beside a folder's files where others are made, unseen, before they are moved into
     * it or elsewhere. Makes the folder, and those above it. What killed programs left there is
     * removed; a lock says what is still at work. NULL, and so the rest: nothing is written. */
    int (*stage)(void *user, const char *folder, void **stage);
    /* Begins a file in a stage, several threads one each; without a stage, opens a device or
     * stream by its path to be written to. */
    int (*create)(void *user, void *stage, const char *name, void **file);
    /* Opens a file where it is, or makes it, to go on with it behind its first `size` bytes;
     * the rest is cut off. What is appended is there at once, and stays where the process is
     * killed. No other process may have it open so. Ends with `finish`. NULL: this cannot be.
     */
    int (*go_on)(void *user, const char *path, uint64_t size, void **file);
    int (*append)(void *user, void *file, const void *data, size_t size);
    /* Writes over its first bytes, which are there; the next append goes on at the end. */
    int (*rewrite)(void *user, void *file, const void *data, size_t size);
    /* Ends a file that `create` began; until then it may be read as well. `flags` are
     * wr_write_flags. */
    int (*finish)(void *user, void *file, unsigned flags);
    /* Moves a finished file to its path, at once and whole; links are followed, permissions of
     * what it replaces stay. */
    int (*commit)(void *user, void *stage, const char *name, const char *path, unsigned flags);
    /* Makes sure of what was moved into the folder, and of those made for it: after the last
     * commit, where files are WR_DURABLE. */
    int (*sync)(void *user, void *stage);
    /* Removes what was not moved, and folders that were made for it and stayed empty. */
    void (*drop)(void *user, void *stage);
    /* Removes a file, or a folder that nothing is in. */
    int (*remove)(void *user, const char *path);
    /* Gives a file that is closed another path in the same folder. NULL: this cannot
     * be. */
    int (*move)(void *user, const char *from, const char *to, unsigned flags);

    /* Words for an error of the table's own ("permission denied"); NULL where it has none. */
    const char *(*reason)(void *user, int error);
};

/* The files of the operating system. Written ones come from a hidden folder `.warren-...`
 * beside them. */
WR_API const struct wr_files *wr_files_system(void);

/* ---- Files in memory ----------------------------------------------------------------------
 */

/* A tree of files in memory. Relative paths start at its root. */
struct wr_memory;

/* What it does not hold is read from `below`, where that is not NULL; nothing is ever written
 * or removed there. NULL when out of memory. */
WR_API struct wr_memory *wr_memory_create(const struct wr_files *below);
/* No context may use its table any more. */
WR_API void wr_memory_destroy(struct wr_memory *memory);
/* Its table, for wr_context_set_files; lives as long as the memory. */
WR_API const struct wr_files *wr_memory_files(struct wr_memory *memory);
/* Puts a copy of some bytes at a path, and makes the folders above it. False when out of
 * memory, or where a folder is there or a file is above it. */
WR_API bool wr_memory_put(struct wr_memory *memory, const char *path, const void *data,
                          size_t size);
/* The bytes of a file, a NUL behind them, until it is written or removed; NULL where it is not
 * in memory. `size` may be NULL. */
WR_API const void *wr_memory_get(struct wr_memory *memory, const char *path, size_t *size);
/* The path of its i-th file, sorted by bytes, without a '/' before it, until one is added or
 * removed; NULL behind the last. */
WR_API const char *wr_memory_path(struct wr_memory *memory, size_t index);

/* ---- Standard input and output ------------------------------------------------------------
 */

#define WR_STDIN "<stdin>"
#define WR_STDOUT "<stdout>"

/* A table that has two files more: WR_STDIN holds all that standard input gives, which is read
 * when it is first asked for, and what is written to WR_STDOUT is printed. Both are in the
 * working folder, as far as relative paths go. */
struct wr_standard;

/* Over a table, which must outlive it; NULL: that of the operating system. NULL when out of
 * memory. */
WR_API struct wr_standard *wr_standard_create(const struct wr_files *below);
/* No context may use its table any more. */
WR_API void wr_standard_destroy(struct wr_standard *standard);
/* Its table, for wr_context_set_files; lives as long as it does. */
WR_API const struct wr_files *wr_standard_files(struct wr_standard *standard);

/* ---- Packs --------------------------------------------------------------------------------
 */

/* A table over another in which archives of tar stand as folders, which nothing is written
 * into. Their members are read where they lie. */
struct wr_packs;

/* Over a table, which must outlive it. NULL when out of memory. */
WR_API struct wr_packs *wr_packs_create(const struct wr_files *below);
/* No context may use its table any more. */
WR_API void wr_packs_destroy(struct wr_packs *packs);
/* Its table, for wr_context_set_files; lives as long as it does. */
WR_API const struct wr_files *wr_packs_files(struct wr_packs *packs);
/* From now on the path is an empty folder to whoever reads, whatever is there: a pack that is
 * written meanwhile. Threads as for wr_packs_open; false when memory is out. */
WR_API bool wr_packs_begin(struct wr_packs *packs, const char *path);
/* From now on the archive that a path leads to, or into, is a folder: a file whose name ends in
 * ".tar". Nothing where there is none. No two threads at once, and before others use the table.
 * WR_SYNTAX and WR_INVALID "tar-...", WR_IO "read-failed". */
WR_API enum wr_result wr_packs_open(struct wr_context *context, struct wr_packs *packs,
                                    const char *path);

/* ---- A trail ------------------------------------------------------------------------------
 */

/* What is used through a table, and whether it is as it was then: for who makes something again
 * when what it was made of changes. */
struct wr_trail;

/* Over a table, which must outlive it; NULL: that of the operating system. NULL when out of
 * memory. */
WR_API struct wr_trail *wr_trail_create(const struct wr_files *below);
/* No context may use its table any more. */
WR_API void wr_trail_destroy(struct wr_trail *trail);
/* Its table, for wr_context_set_files; lives as long as the trail. All is handed on to that
 * below, and noted: files that are read, folders that are listed, and what is looked for, also
 * where it is not there. What is written through it is not. */
WR_API const struct wr_files *wr_trail_files(struct wr_trail *trail);
/* The i-th path that was noted, in no order; NULL behind the last. */
WR_API const char *wr_trail_path(struct wr_trail *trail, size_t index);
/* A path that is not as it was when it was used first: the file's size, time or identity, the
 * folder's names but for hidden ones, or that something is there. NULL where all are. */
WR_API const char *wr_trail_changed(struct wr_trail *trail);
/* Forgets what was noted, and begins anew. */
WR_API void wr_trail_forget(struct wr_trail *trail);
/* Waits until something has changed and rests for 20 ms, or until the progress callback of the
 * context, which is asked all the while, says WR_STOP: WR_STOPPED. */
WR_API enum wr_result wr_trail_wait(struct wr_context *context, struct wr_trail *trail);

#ifdef __cplusplus
}
#endif
#endif
