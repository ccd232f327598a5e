/* The lines of a manifest: what the work is, and what came of a unit. */
#ifndef WR_BUILDER_MANIFEST_RECORD_H
#define WR_BUILDER_MANIFEST_RECORD_H

#include "builder/manifest/digest.h"
#include "core/text/json.h"

/* A file or folder, and how it was. */
typedef struct wr_recorded {
    const char *path;
    wr_digest digest;
} wr_recorded;

/* The first line. */
struct wr_heading {
    const char *version; /* of Warren, "0.1.0" */
    const char *command;
    const char *const *arguments;
    size_t argument_count;
    wr_shard shard;            /* {0}: all of the work */
    const char *pack;          /* that outputs are in, one behind the other; NULL: none */
    const wr_recorded *inputs; /* of all units */
    size_t input_count;
};

/* Any other line. */
struct wr_record {
    const char *unit; /* its name */
    enum wr_result result;
    const wr_recorded *inputs;
    size_t input_count;
    wr_recorded output; /* path NULL: none */
    wr_json *made;      /* numbers, by names */
    const struct wr_diag *findings;
    size_t finding_count;
};

/* Reads a line, which `source` is all of; everything lives in the arena, and as long as the
 * source. WR_SYNTAX and WR_INVALID, "json-..." and "manifest-syntax". */
enum wr_result wr_heading_read(struct wr_context *context, struct wr_arena *arena,
                               const struct wr_source *source, struct wr_heading *out);
enum wr_result wr_record_read(struct wr_context *context, struct wr_arena *arena,
                              const struct wr_source *source, struct wr_record *out);

void wr_heading_write(const struct wr_heading *heading, struct wr_bytes *out);
/* The line of a record up to what was made, which is members of an object. */
void wr_record_write(const struct wr_record *record, double seconds,
                     const struct wr_bytes *made, const struct wr_bytes *findings,
                     struct wr_bytes *out);

#endif
