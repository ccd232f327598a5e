/* Archives of game resources: ERF V1.0 (MOD, SAV, HAK) and RIM V1.0, and the game's own KEY and
 * BIF. Source: formats/module, 1. */
#ifndef WR_CORE_FORMAT_ARCHIVE_H
#define WR_CORE_FORMAT_ARCHIVE_H

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/diag.h"

struct wr_dump; /* core/text/dump.h */

/* The numbers of resource types that Warren writes or looks for; all others by
 * wr_resource_suffix. */
enum wr_resource_type {
    WR_RES_TGA = 3,
    WR_RES_MDL = 2002,
    WR_RES_ARE = 2012,
    WR_RES_IFO = 2014,
    WR_RES_WOK = 2016,
    WR_RES_2DA = 2017,
    WR_RES_TXI = 2022,
    WR_RES_GIT = 2023,
    WR_RES_UTT = 2032,
    WR_RES_UTD = 2042,
    WR_RES_UTP = 2044,
    WR_RES_DWK = 2052,
    WR_RES_PWK = 2053,
    WR_RES_LYT = 3000,
    WR_RES_VIS = 3001,
    WR_RES_PTH = 3003,
    WR_RES_TPC = 3007,
    WR_RES_MDX = 3008,
};

enum { WR_RESREF = 16, WR_ARCHIVE_HEAD = 160, WR_RIM_HEAD = 120 };

/* "are" for 2012; NULL for a number no table knows. */
const char *wr_resource_suffix(uint16_t type);
/* 2012 for "are", whatever its case; 0 where it is none. */
uint16_t wr_resource_type_of(const char *suffix);

/* A resource of an archive. */
typedef struct wr_resource {
    char name[WR_RESREF + 1]; /* lower-case */
    uint16_t type;
    uint32_t id;
    uint32_t offset, size; /* in the archive's file */
    const uint8_t *data;   /* what it holds now; NULL: what its file has there */
    uint32_t place;        /* its number in the file that was read, from 1; 0: it is new */
} wr_resource;

enum wr_archive_kind { WR_ERF, WR_RIM };

struct wr_archive {
    enum wr_archive_kind kind;
    char type[5];         /* "MOD " */
    uint32_t year, day;   /* since 1900; of the year, from 0 */
    uint32_t description; /* a string reference */
    wr_resource *items;   /* in the file's order */
    uint32_t count;
    const uint8_t *texts; /* the block of localised descriptions, as it stands */
    uint32_t text_count, text_size;
    const struct wr_source *source;
    bool apart; /* of the source only the tables are in memory, the rest in its file */
    const struct wr_archive_order *order; /* how the file lies */
};

bool wr_archive_recognise(const uint8_t *data, size_t size);

/* How many bytes of the beginning hold an archive's header and tables, by what its head says;
 * `size` bytes of that are there, WR_ARCHIVE_HEAD where the file has them. */
uint64_t wr_archive_table_end(const uint8_t *head, size_t size);

/* Reads the table of an archive; its resources stay where they are in `source`, of which no
 * more than the table need be there for that, whatever its size. Refuses
 * ("archive-..."): tables or resources outside the file or in each other, names that cannot be
 * resource names, two resources of one name and type. Names the game would not be given by any
 * tool (a space, a sign) are a warning. */
enum wr_result wr_archive_read(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *source, struct wr_archive **out);

/* A resource by name (whatever its case) and type; NULL where there is none. */
const wr_resource *wr_archive_find(const struct wr_archive *archive, const char *name,
                                   uint16_t type);
/* "x.mod/y.are" in the arena; NULL when memory is out. */
const char *wr_archive_name(struct wr_arena *arena, const struct wr_archive *archive,
                            const wr_resource *resource);
/* A resource as a source of its own, with that name. */
enum wr_result wr_archive_source(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_archive *archive, const wr_resource *resource,
                                 struct wr_source *out);

/* Gives a resource new bytes, which must outlive the archive; a new one comes last. False when
 * memory is out. */
bool wr_archive_put(struct wr_archive *archive, struct wr_arena *arena, const char *name,
                    uint16_t type, const void *data, uint32_t size);
/* Appends resources, of which name, type, bytes and their size are looked at, whatever is there
 * under their names. False when memory is out. */
bool wr_archive_append(struct wr_archive *archive, struct wr_arena *arena,
                       const wr_resource *items, uint32_t count);
/* Takes those of the first `count` resources out that are marked. */
void wr_archive_sift(struct wr_archive *archive, const bool *gone, uint32_t count);

/* Appends an archive that was read, with its resources: the same bytes when nothing was
 * changed; else what was kept stays in its order, with its gaps. WR_IO "read-failed" where what
 * lies apart has changed since it was read. */
enum wr_result wr_archive_write(struct wr_context *context, const struct wr_archive *archive,
                                struct wr_bytes *out);

void wr_archive_dump(const struct wr_archive *archive, struct wr_dump *dump);

/* ---- Writing one as it grows ------------------------------------------------------------- */

/* What stands before the resources of an ERF with so many: header, keys and the table of
 * places. */
uint64_t wr_erf_head_size(uint32_t count);
/* Appends that head for resources whose names, types, ids (their index), offsets and sizes are
 * set. Refuses two of one name and type ("archive-duplicate"), names that are longer than 16 or
 * hold other than a-z, 0-9 and '_' ("archive-name"), and what a 4 GiB file cannot hold
 * ("archive-too-large"), each named. Dates are 0: the same module, the same bytes. */
enum wr_result wr_erf_write_head(struct wr_context *context, wr_where where, const char *type,
                                 const wr_resource *items, uint32_t count,
                                 struct wr_bytes *out);

#endif
