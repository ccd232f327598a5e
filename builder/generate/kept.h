/* What stands before a level is made: rooms of a map, in the words of the search. */
#ifndef WR_BUILDER_GENERATE_KEPT_H
#define WR_BUILDER_GENERATE_KEPT_H

#include "builder/generate/generate.h"
#include "builder/generate/kit_pieces.h"
#include "builder/solver/puzzle.h"

/* Two doorways that are one; hooks of the rooms' pieces. */
typedef struct wr_kept_link {
    uint32_t rooms[2];
    uint16_t hooks[2];
} wr_kept_link;

struct wr_kept {
    struct wr_map part;       /* the rooms that are kept, as a map of their own */
    struct wr_layout *layout; /* where they stand, and what is linked; NULL: nothing is kept */
    bool adds;                /* they are no part of what the template asks for */
    uint32_t room_count;
    uint32_t *pieces;       /* one a room */
    wr_standing *standings; /* one a room */
    wr_kept_link *links;
    uint32_t link_count;
    uint32_t *parts; /* one a room: the first room of those it hangs together with */
    uint32_t part_count;
    uint32_t *first_hooks; /* one a room, and one more: hooks of its piece, in ... */
    bool *shut;            /* linked, or nothing may be put there */
    bool *leads_out;       /* into another module */
    uint32_t unreachable;  /* floors that nobody gets to, where only something is added */
    bool faulty;           /* the same of locks that are stuck, or walked around */
};

/* Takes the part, finds its kits, and judges it: its links, floors that lie in each other, its
 * exits. Nothing where no map is kept. */
enum wr_result wr_kept_place(struct wr_context *context,
                             const struct wr_generator_options *options, struct wr_kits *kits,
                             const wr_surfaces *surfaces, struct wr_arena *arena,
                             struct wr_kept *out);
void wr_kept_finish(struct wr_kept *kept);

/* Once there are pieces: where they stand, which doorways are open. WR_NOT_FOUND
 * "keep-doorway-unknown" and WR_INVALID "keep-doorway-taken" say which of the options' doorways
 * cannot be. */
enum wr_result wr_kept_stand(struct wr_context *context,
                             const struct wr_generator_options *options,
                             const struct wr_kit_pieces *kit, struct wr_arena *arena,
                             struct wr_kept *kept);

/* Whether each lock has its key among the rooms: WR_INVALID "keep-lock" where that is left
 * behind. */
enum wr_result wr_kept_judge_keys(struct wr_context *context, const struct wr_kept *kept);
/* Loops that their links close. */
static inline uint32_t wr_kept_loops(const struct wr_kept *kept)
{
    return kept->link_count + kept->part_count - kept->room_count;
}
/* Whether a door among them is locked. */
static inline bool wr_kept_locks(const struct wr_kept *kept)
{
    for (uint32_t i = 0; i < kept->part.link_count; i++)
        if (kept->part.links[i].lock)
            return true;
    for (uint32_t i = 0; i < kept->part.exit_count; i++)
        if (kept->part.exits[i].lock)
            return true;
    return false;
}
/* The kept room of a name, or WR_NONE. */
uint32_t wr_kept_find(const struct wr_kept *kept, const char *name);
/* Where the map says a kept room. */
wr_where wr_kept_where(const struct wr_kept *kept, uint32_t room);

#endif
