/* What differs between two modules, resource by resource and by what they mean. */
#ifndef WR_BUILDER_COMPARE_COMPARE_H
#define WR_BUILDER_COMPARE_COMPARE_H

#include "core/core.h"

#ifdef __cplusplus
extern "C" {
#endif

/* How a resource is to the one of the same name and type. */
enum wr_likeness {
    WR_LIKE_SAME,      /* byte for byte */
    WR_LIKE_CLOSE,     /* other bytes, which mean the same */
    WR_LIKE_DIFFERENT, /* or it cannot be read */
    WR_LIKE_ALONE,     /* only one of both modules has it */
};

/* One resource: a model is told of with its MDX. */
struct wr_compare_file {
    const char *name; /* "end_m01.lyt" */
    enum wr_likeness likeness;
    uint32_t differences;
    double moved; /* metres: how far points are off that count as in place, at most */
};

struct wr_compare_options {
    /* Told of each resource in the end, by name; NULL: nobody is. */
    void (*each)(void *user, const struct wr_compare_file *file);
    void *user;
};

struct wr_compare_summary {
    uint32_t resources, same, close, different, alone;
    uint64_t differences;
    double moved; /* metres, as of a file: the most of all */
};

/* Reports each difference in meaning between a module, at `path`, and what it `was`: archives
 * (X.rim with those beside it) or folders of loose files, of which only resources count. Places
 * are the same within 0.1 mm. Of layouts: rooms and their order, places, hooks of doors,
 * tracks, obstacles; of walkmeshes: faces, materials, neighbours, transitions, perimeters;
 * pairs of a VIS; what stands in a GIT, whatever the order; nodes, images, controllers and
 * vertices of models; every value of other GFFs; the bytes of all else. WR_INVALID when
 * something differs
 * ("differs-..."). `options` and `summary` may be NULL; the latter is added to. */
WR_API enum wr_result wr_compare(struct wr_context *context, const char *path, const char *was,
                                 const struct wr_compare_options *options,
                                 struct wr_compare_summary *summary);

#ifdef __cplusplus
}
#endif
#endif
