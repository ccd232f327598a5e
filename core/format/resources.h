/* Resources wherever they lie: the files of a folder, what an archive holds, or several
 * archives that make one module. Opened once; whoever asks for a resource does not ask where it
 * is. */
#ifndef WR_CORE_FORMAT_RESOURCES_H
#define WR_CORE_FORMAT_RESOURCES_H

#include "core/format/archive.h"

/* A folder or an archive. */
typedef struct wr_container {
    const char *path;
    const struct wr_archive *archive; /* its table; NULL: a folder */
    size_t
        loaded;  /* of the archive's bytes; what is behind them is read when it is asked for */
    bool shared; /* it is the game's own, and not a module's */
} wr_container;

typedef struct wr_entry {
    const char *file; /* its name as that of a file: "end_m01.lyt" */
    uint16_t type;    /* 0: a file of no type that the games have */
    const wr_container *container;
    const wr_resource *resource; /* of the archive; NULL: a file */
} wr_entry;

struct wr_resources {
    struct wr_source source; /* the name of what was opened first, for findings about all of it;
                                without bytes */
    const wr_container *container; /* that */
    const char *folder;            /* it, or where it lies */
    const wr_entry *entries; /* by wr_text_order of their file names; of one name, those that
                                were opened first */
    size_t count;
    bool caseless; /* of names that differ in capitals only, too, the first one counts */
    const struct wr_resources *before,
        *behind; /* what is searched first, and what last; or NULL */
};

/* What an installed game has for all of its modules. Only tables were read. */
struct wr_installation {
    const char *folder;
    struct wr_resources override; /* before what a module has */
    struct wr_resources shared;   /* behind it: texture packs, then the BIFs of chitin.key */
};

/* Opens a folder or an archive; of an archive only its table is read. It all lives in `arena`.
 * Fails as wr_folder_list, wr_file_read and wr_archive_read do. */
enum wr_result wr_resources_open(struct wr_context *context, struct wr_arena *arena,
                                 const char *path, struct wr_resources *out);
/* The same of an archive with those beside it that make one module with it: X.rim is opened
 * with X_s.rim and X_dlg.erf. What is in several of them is taken from the first. One of those
 * beside it that is broken is told of in `lenient` and passed over; NULL: it fails the call. */
enum wr_result wr_resources_open_module(struct wr_context *context, struct wr_context *lenient,
                                        struct wr_arena *arena, const char *path,
                                        struct wr_resources *out);

/* Opens an installed game: `override`, texture packs, and the BIFs of chitin.key. What is
 * missing, compressed or broken is told of in `context` and passed over, and so is what the KEY
 * says lies behind the end of a BIF. WR_NO_MEMORY is the only failure. It lives in `arena`; any
 * number of threads may read it. */
enum wr_result wr_installation_open(struct wr_context *context, struct wr_arena *arena,
                                    const char *folder, struct wr_installation *out);
/* A module (an archive with those beside it, or a folder), and all that a game has besides,
 * which lives as long. */
enum wr_result wr_resources_open_installed(struct wr_context *context,
                                           struct wr_context *lenient, struct wr_arena *arena,
                                           const struct wr_installation *game,
                                           const char *module, struct wr_resources *out);
/* Whether a folder has a chitin.key, in whatever capitals. WR_NO_MEMORY, and false, else WR_OK.
 */
enum wr_result wr_resources_is_game(struct wr_context *context, struct wr_arena *arena,
                                    const char *folder, bool *out);
/* The path of a game's module: its .mod, else its .rim; NULL where it has none. WR_NO_MEMORY,
 * else WR_OK. */
enum wr_result wr_resources_game_module(struct wr_context *context, struct wr_arena *arena,
                                        const char *folder, const char *name, const char **out);
/* The names of what lies in a game's folder `modules`. */
enum wr_result wr_resources_game_modules(struct wr_context *context, struct wr_arena *arena,
                                         const char *folder, char ***names, size_t *count);

/* The files of a folder that was listed (wr_folder_list); what ends in '/' is none. */
enum wr_result wr_resources_of_folder(struct wr_context *context, struct wr_arena *arena,
                                      const char *folder, char *const *names, size_t count,
                                      struct wr_resources *out);
/* An archive that is in memory, which must live as long. */
enum wr_result wr_resources_of_archive(struct wr_context *context, struct wr_arena *arena,
                                       const struct wr_source *source,
                                       struct wr_resources *out);

/* The entry of a file name: spelled exactly so, else with other capitals, as the game takes it;
 * NULL where there is none. */
const wr_entry *wr_resources_find_file(const struct wr_resources *resources, const char *file);
/* The same for a resource's name and type. */
const wr_entry *wr_resources_find(const struct wr_resources *resources, const char *name,
                                  uint16_t type);

/* Reads an entry into `arena`; its source is named as the user would name it: "x.mod/y.are".
 * Several threads may. WR_IO "read-failed" where its file has changed since it was opened. */
enum wr_result wr_entry_read(struct wr_context *context, struct wr_arena *arena,
                             const wr_entry *entry, struct wr_source *out);
/* An archive beside what was opened, to be changed and written; its bytes are read when it is
 * written. NULL when memory is out. */
struct wr_archive *wr_container_copy(struct wr_arena *arena, const wr_container *container);
/* The same with all of its bytes. WR_IO "read-failed" where it has changed since it was opened.
 */
enum wr_result wr_container_load(struct wr_context *context, struct wr_arena *arena,
                                 const wr_container *container, struct wr_archive **out);
/* The name of an entry without its type, in `arena`; NULL when memory is out. */
const char *wr_entry_name(struct wr_arena *arena, const wr_entry *entry);

#endif
