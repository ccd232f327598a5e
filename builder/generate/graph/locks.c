/* Keys before their locks: who starts at the entry with nothing must get everywhere. */
#include "templates/locks.h"
#include "builder/generate/graph/blueprint.h"
#include "templates/map.h"

/* Keys have the number of the first of their name; those that lie nowhere have one together. */
static enum wr_result make_graph(struct wr_context *context, const struct wr_blueprint *b,
                                 struct wr_lock_graph *out)
{
    struct wr_names names;
    const char **items = WR_TAKE(b->arena, const char *, b->node_count);
    uint32_t *keys = WR_TAKE(b->arena, uint32_t, b->node_count), count = 0;
    uint32_t *locks = WR_TAKE(b->arena, uint32_t, b->link_count);
    uint32_t(*ends)[2] = wr_arena_take(b->arena, b->link_count, sizeof *ends);
    if (!items || !keys || !locks || !ends)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < b->node_count; i++)
        if (b->keys[i])
            items[count++] = b->keys[i];
    enum wr_result result = wr_names_make(context, b->arena, items, count, &names);
    for (uint32_t i = 0; result == WR_OK && i < b->node_count; i++)
        keys[i] = b->keys[i] ? wr_names_find(&names, b->keys[i]) : WR_NONE;
    for (uint32_t i = 0; result == WR_OK && i < b->link_count; i++) {
        const char *lock = b->passages[i].lock;
        uint32_t key = lock ? wr_names_find(&names, lock) : WR_NONE;
        locks[i] = lock && key == WR_NONE ? count : key;
        for (int side = 0; side < 2; side++)
            ends[i][side] = b->links[i].nodes[side];
    }
    *out = (struct wr_lock_graph){
        (const uint32_t(*)[2])ends, locks, keys, b->node_count, b->link_count, count + 1};
    return result;
}

enum wr_result wr_blueprint_unlock(struct wr_context *context, struct wr_blueprint *b)
{
    struct wr_lock_graph graph;
    if (b->node_count == 0)
        return WR_OK;
    if (!wr_blueprint_works(b, b->link_count))
        return wr_blueprint_ended(context, b, (wr_place){0});
    enum wr_result result = make_graph(context, b, &graph);
    if (result != WR_OK)
        return result;
    struct wr_lock_walk *walk = wr_lock_walk_make(&graph, b->arena);
    if (!walk)
        return wr_no_memory(context);
    wr_lock_walk_from(walk, b->entry == WR_NONE ? 0 : b->entry, WR_NONE);
    for (uint32_t i = 0; i < b->link_count; i++)
        if (graph.locks[i] != WR_NONE && !wr_lock_walk_holds(walk, graph.locks[i]))
            result =
                wr_fail(context, WR_NO_FIT, wr_blueprint_at(b, b->passages[i].place),
                        "key-behind-lock", "move the key before the lock, or open another way",
                        "the key '%s' lies behind its own lock", b->passages[i].lock);
    return result;
}
