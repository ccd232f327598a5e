/* What stands where in a walkmesh that becomes a grey box: which face lies across an edge, what
 * rises from the floor, what lies above and below. Private to greybox*.c. */
#ifndef WR_CORE_MODEL_GREYBOX_SPACE_H
#define WR_CORE_MODEL_GREYBOX_SPACE_H

#include "core/model/greybox.h"

/* Everything has its height in the mesh's own space. */
struct wr_greybox_space {
    const struct wr_walkmesh *mesh;
    uint32_t *mates; /* by edge: the other edge there, where there is one; WR_GREYBOX_NONE */
    uint8_t *side;   /* by face: enum wr_side */
    bool *turned;    /* by face: it looks away from the floor it stands on */
    float *level;    /* by face that is not walkable: the ceiling over the floor around it */
    uint32_t *pile;  /* for looking through the tree */
};
#define WR_GREYBOX_NONE UINT32_MAX

/* False when memory is out. */
bool wr_greybox_space_make(struct wr_greybox_space *space, struct wr_arena *scratch,
                           const struct wr_walkmesh *mesh, float height);

/* Something that one can stand on or look at from above. */
static inline bool wr_greybox_is_walkable(const struct wr_greybox_space *space, uint32_t face)
{
    return face < space->mesh->walkable_count;
}

/* What rises from an edge: upright faces up to a rim. */
typedef struct wr_greybox_rim {
    bool rises;       /* else nothing stands there, or it goes down */
    bool open;        /* nothing lies on it */
    float start, end; /* height of the rim over the start and the end of the edge */
} wr_greybox_rim;

typedef void wr_greybox_face_fn(void *user, uint32_t face);
/* `visit` (may be NULL) is called for each face on the way. */
wr_greybox_rim wr_greybox_rim_of(const struct wr_greybox_space *space, uint32_t edge,
                                 wr_greybox_face_fn *visit, void *user);

/* Whether what rises from an edge in no even pieces ends under a floor, as the side of a stair
 * does. The edge has another face across. */
bool wr_greybox_is_flank(const struct wr_greybox_space *space, uint32_t edge);

/* The face that looks up and lies next over (or under) a place; WR_GREYBOX_NONE for none. Its
 * height there goes to `z`. */
uint32_t wr_greybox_above(const struct wr_greybox_space *space, double x, double y, double from,
                          double *z);
uint32_t wr_greybox_below(const struct wr_greybox_space *space, double x, double y, double from,
                          double *z);
/* The height of a face's plane at a place. */
double wr_greybox_height(const struct wr_greybox_space *space, uint32_t face, double x,
                         double y);

#endif
