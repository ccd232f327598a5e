/* A pack that is being written: the files of one unit after another, in their order, whoever
 * finishes first. Private to manifests. */
#ifndef WR_BUILDER_MANIFEST_PACK_H
#define WR_BUILDER_MANIFEST_PACK_H

#include "builder/manifest/state.h"
#include "core/files/undo.h"

struct wr_given;

struct wr_pack {
    struct wr_undo undo; /* of the part, where no manifest is kept to go on from */
    const struct wr_files *files;
    const char *path, *part; /* what it will be called, and until it is whole */
    unsigned flags;          /* wr_write_flags */
    struct wr_packs *place;  /* its path is an empty folder there, for who makes units */
    mtx_t lock;              /* of all that follows */
    cnd_t moved;
    size_t count, turn;    /* units; those below the turn are in it */
    size_t kept;           /* lines of an earlier run whose members are */
    uint64_t size;         /* of all members */
    void *file;            /* the part; NULL: nothing was appended yet */
    bool ended;            /* a unit is missing: none behind it can follow */
    struct wr_given *held; /* done before their turn */
    size_t held_count, held_bytes;
};

/* False when memory is out. */
bool wr_pack_create(struct wr_manifest *manifest, const char *path, unsigned flags);
void wr_pack_destroy(struct wr_pack *pack); /* takes NULL */
/* Before the first unit of so many. WR_INVALID "file-exists", WR_IO "write-failed". */
enum wr_result wr_pack_begin(struct wr_context *context, struct wr_manifest *manifest,
                             size_t count);
/* Waits until there is room to hold what a unit makes; false where that will not be. */
bool wr_pack_room(struct wr_context *context, struct wr_pack *pack, size_t turn);
/* In its turn, keeps what an earlier run made of a unit. `kept` is false where something before
 * it was made anew, so that it must be, too. WR_STOPPED where the turn will not come. */
enum wr_result wr_pack_keep(struct wr_context *context, struct wr_manifest *manifest,
                            size_t turn, const struct wr_manifest_line *line, bool *kept);
/* Takes over what a unit made, as members of the archive, and its line; both may be empty. */
enum wr_result wr_pack_give(struct wr_context *context, struct wr_manifest *manifest,
                            size_t turn, struct wr_bytes *members, struct wr_bytes *line);
/* A unit will not come. */
void wr_pack_miss(struct wr_pack *pack);
/* Where all units are in it, it gets its end and its name; else it stays a part where the
 * manifest is kept to go on from, and is removed otherwise. */
enum wr_result wr_pack_finish(struct wr_context *context, struct wr_manifest *manifest);

#endif
