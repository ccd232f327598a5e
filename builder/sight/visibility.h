/* Which area rooms are drawn from which: those that can be seen through doorways. */
#ifndef WR_BUILDER_SIGHT_VISIBILITY_H
#define WR_BUILDER_SIGHT_VISIBILITY_H

#include "builder/layout/names.h"
#include "builder/sight/portal.h"

/* Who sees whom; who sees whom is seen by him. */
struct wr_visibility {
    enum wr_vis_rule rule;
    uint32_t room_count;
    struct wr_seen *rooms; /* NULL where every room sees every other */
    bool *changed;  /* one a pair of the map's `visible`: it is not as the doorways show; NULL
                       where the map says nothing, or nobody asked it */
    uint64_t pairs; /* how many entries all rooms have together */
};

/* A room sees its neighbours, and every room that a straight line reaches through open doors,
 * wherever it starts: rooms are taken as empty, so more may be listed than is seen, never less.
 * Then the map has its say.
 * On failure there is nothing to finish. */
enum wr_result wr_visibility_make(struct wr_context *context, const struct wr_layout *layout,
                                  enum wr_vis_rule rule, struct wr_visibility *out);
/* The same by portals, of a module whose layout nobody knows. */
enum wr_result wr_visibility_look(struct wr_context *context, const struct wr_portals *portals,
                                  uint32_t rooms, struct wr_visibility *out);
/* The share of what all rooms would draw of each other that need not be drawn. */
static inline float wr_visibility_culled(const struct wr_visibility *visibility)
{
    uint64_t rooms = visibility->room_count, all = rooms * (rooms - 1);
    return all ? (float)(1 - (double)visibility->pairs / (double)all) : 0.0f;
}
void wr_visibility_finish(struct wr_visibility *visibility);

/* The names of all rooms seen from one; returns how many. */
uint32_t wr_visibility_names(const struct wr_visibility *visibility, const char *const *names,
                             uint32_t room, const char **out);

#endif
