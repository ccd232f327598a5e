/* Warren's public manifests: what a batch did, unit by unit, so that another run goes on from
 * there, and several machines' parts become one. A file of JSON lines: what the work is, then
 * a line a unit, written when it is done. */
#ifndef WR_BUILDER_MANIFEST_MANIFEST_H
#define WR_BUILDER_MANIFEST_MANIFEST_H

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

struct wr_manifest;

/* What a batch is, as the command line says it. Texts must outlive the manifest. */
struct wr_manifest_options {
    const char *file;             /* NULL: nothing is recorded */
    const char *command;          /* "generate" */
    const char *const *arguments; /* all that the result depends on, and neither the shard nor
                                     how it is told */
    size_t argument_count;
    wr_shard shard;
    bool resume; /* goes on from what is in the file: a unit is done again where it, what it was
                    made of or what was made is not as it stands there */
    bool durable;
};

/* The manifest that a batch keeps. An existing file is refused but to resume; there, a last
 * line that a killed process left torn is dropped. WR_INVALID "file-exists", "manifest-other"
 * and "manifest-version", and what wr_manifest_join finds. */
WR_API enum wr_result wr_manifest_begin(struct wr_context *context,
                                        const struct wr_manifest_options *options,
                                        struct wr_manifest **out);
/* The manifests of all shards as one: a batch with it does nothing, and tells what came of all
 * units. WR_INVALID "manifest-syntax", "manifest-version", "manifest-other", "manifest-shard",
 * "unit-twice". */
WR_API enum wr_result wr_manifest_join(struct wr_context *context, const char *const *paths,
                                       size_t count, struct wr_manifest **out);
/* What the shards were asked to do. */
WR_API const char *wr_manifest_command(const struct wr_manifest *manifest);
WR_API size_t wr_manifest_arguments(const struct wr_manifest *manifest,
                                    const char *const **out);
/* Before the batch: what units make goes into one archive of tar, in their order, instead of
 * into files below this path. It is called so when it is whole; a `.part` before. Of joined
 * manifests it becomes what one machine would have made. `flags` are wr_write_flags. */
WR_API enum wr_result wr_manifest_pack(struct wr_context *context, struct wr_manifest *manifest,
                                       const char *path, unsigned flags);
/* Whether what units make goes into a pack, or lies in some. NULL: no. */
WR_API bool wr_manifest_packs(const struct wr_manifest *manifest);
/* Whether it is of joined ones: units are only told of. NULL: no. */
WR_API bool wr_manifest_joined(const struct wr_manifest *manifest);
/* The packs that the outputs of joined manifests stay in, from 0 on, by their shards; NULL
 * behind the last, and where they lie in folders or become one pack. */
WR_API const char *wr_manifest_packed(const struct wr_manifest *manifest, size_t index);
/* Before the batch: a file or folder that all units are made of, beside those the batch knows
 * itself. NULL is none; the text must outlive the manifest. False: no memory. */
WR_API bool wr_manifest_made_of(struct wr_manifest *manifest, const char *path);
/* Ends a batch's work; takes NULL. Of joined ones it names the units that are in none
 * ("unit-missing"), that are not as they were left ("unit-changed"), that failed
 * ("unit-failed") and that are no part of the work ("unit-unknown"): WR_INVALID. */
WR_API enum wr_result wr_manifest_end(struct wr_context *context, struct wr_manifest *manifest);

#ifdef __cplusplus
}
#endif
#endif
