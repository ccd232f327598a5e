/* The game's own index: KEY V1 names resources and says in which BIF V1 each lies. Source:
 * formats/module, 1.3. */
#ifndef WR_CORE_FORMAT_KEY_H
#define WR_CORE_FORMAT_KEY_H

#include "core/format/archive.h"

/* A BIF as its KEY names it. */
typedef struct wr_key_file {
    const char *path; /* from the game's folder, with '/': "data/models.bif" */
    uint32_t size;
    uint16_t drives;
} wr_key_file;

#define WR_KEY_NO_FILE UINT32_MAX

typedef struct wr_key_entry {
    char name[WR_RESREF + 1]; /* lower-case */
    uint16_t type;
    uint32_t file, resource; /* which of the KEY's files, which of that BIF's resources */
} wr_key_entry;

struct wr_key {
    uint32_t year, day; /* since 1900; of the year, from 0 */
    wr_key_file *files;
    uint32_t file_count;
    wr_key_entry *entries;
    uint32_t entry_count;
};

/* What lies in a BIF; names are in the KEY. */
struct wr_bif {
    wr_resource *items; /* without names; entry i is resource i of the KEY's numbers */
    uint32_t count;
    const struct wr_source *source;
};

bool wr_key_recognise(const uint8_t *data, size_t size);
/* Reads a KEY; every fault is reported ("key-..."). Where its tables lie inside it, `out` is
 * set for all that: a file whose name is nowhere has the path NULL, and a resource of no file
 * the file WR_KEY_NO_FILE. */
enum wr_result wr_key_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_key **out);
void wr_key_dump(const struct wr_key *key, struct wr_dump *dump);

/* Compressed BIFs are recognised too, so that reading can refuse them. */
bool wr_bif_recognise(const uint8_t *data, size_t size);
/* Reads the table of a BIF ("bif-..."); the compressed ones of other platforms are refused as
 * "bif-compressed". Where only resources lie outside the file, `out` is set for all that: these
 * have no type and no bytes. */
enum wr_result wr_bif_read(struct wr_context *context, struct wr_arena *arena,
                           const struct wr_source *source, struct wr_bif **out);
void wr_bif_dump(const struct wr_bif *bif, struct wr_dump *dump);

#endif
