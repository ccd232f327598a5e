/* Units of work: done and put on record, or taken from the record. Private to batches. */
#ifndef WR_BUILDER_MANIFEST_UNIT_H
#define WR_BUILDER_MANIFEST_UNIT_H

#include "builder/manifest/manifest.h"
#include "core/base/diag.h"

/* A number among what came of a unit. */
struct wr_unit_field {
    const char *name;
    enum { WR_UNIT_COUNT, WR_UNIT_LARGE, WR_UNIT_NUMBER, WR_UNIT_LENGTH } kind;
    /* uint32_t, uint64_t, float, and double of which a float32 is kept */
    size_t offset;
};

/* One piece of a batch's work. */
struct wr_unit {
    const char *name; /* no other of the batch has it */
    const char *const *inputs;
    size_t input_count;
    const char *output;                 /* a file or a folder of its own; NULL: none */
    const struct wr_unit_field *fields; /* end in one without a name */
    void *made;                         /* what they are of */
    bool may_fail;                      /* that is no failure of the work as a whole */
    bool traced; /* its inputs are the files it reads, or looks for in vain: `inputs` is none */
    bool anew;   /* it is done, whatever is on record */
    size_t turn; /* of those with an output, from 0 on: their order in a pack */
};

typedef enum wr_result wr_unit_fn(void *user, struct wr_context *context);

/* Does a unit's work and records what it made and said, or, where that is on record and all is
 * as it was, makes and says the same. Joined manifests do nothing: WR_NOT_FOUND, of which
 * wr_manifest_end tells. Several threads may. Without a manifest it is the work alone. */
enum wr_result wr_unit_do(struct wr_context *context, struct wr_manifest *manifest,
                          const struct wr_unit *unit, wr_unit_fn *work, void *user);

/* Before the first unit: what all of them are made of. To resume, all is done again where that
 * changed; WR_INVALID "manifest-changed" where manifests are joined. */
enum wr_result wr_manifest_start(struct wr_context *context, struct wr_manifest *manifest,
                                 const char *const *inputs, size_t count);
/* Before the first unit that has an output, where these go into a pack: how many there are. A
 * pack is worked on in order, by wr_parallel_long. */
enum wr_result wr_units_begin(struct wr_context *context, struct wr_manifest *manifest,
                              size_t count);
/* One of them came to nothing before it was done. */
enum wr_result wr_unit_skip(struct wr_context *context, struct wr_manifest *manifest,
                            size_t turn);
/* For what is done after all units, and is no record's matter: the same manifest where it
 * packs, else NULL. */
struct wr_manifest *wr_manifest_beyond(struct wr_manifest *manifest);
/* Whether a batch goes on from what an earlier run did: what stands where units put theirs is
 * its own. NULL: no. */
bool wr_manifest_resumes(const struct wr_manifest *manifest);
/* Whether there is a record of a unit. NULL: no. */
bool wr_manifest_has(const struct wr_manifest *manifest, const char *unit);
/* The pack among those of joined manifests that a unit's output is in; NULL: none. */
const char *wr_manifest_home(const struct wr_manifest *manifest, const char *unit);
/* Whether units that were asked for are not there, or not as they were left. NULL: no. */
bool wr_manifest_lacks(const struct wr_manifest *manifest);

#endif
