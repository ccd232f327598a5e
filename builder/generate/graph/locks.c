/* Keys before their locks: who starts at the entry with nothing must get everywhere. */
#include "builder/generate/graph/blueprint.h"
#include "templates/map.h"

/* A walk that takes every key it finds. Keys have an index, the first of their name. */
struct walk {
    const struct wr_blueprint *b;
    uint32_t *keys, *locks; /* of each node, of each link; WR_NONE: none, or none there is */
    bool *reached, *held;   /* nodes, keys */
};

static bool is_open(const struct walk *w, uint32_t link)
{
    const char *lock = w->b->passages[link].lock;
    return !lock || (w->locks[link] != WR_NONE && w->held[w->locks[link]]);
}

static void reach(struct walk *w, uint32_t node)
{
    w->reached[node] = true;
    if (w->keys[node] != WR_NONE)
        w->held[w->keys[node]] = true;
}

/* Walks every link that is open from what was reached; true when that led somewhere new. */
static bool go_on(struct walk *w)
{
    bool further = false;
    for (uint32_t i = 0; i < w->b->link_count; i++) {
        const uint32_t *ends = w->b->links[i].nodes;
        if (w->reached[ends[0]] == w->reached[ends[1]] || !is_open(w, i))
            continue;
        reach(w, ends[w->reached[ends[0]]]);
        further = true;
    }
    return further;
}

static enum wr_result start(struct wr_context *context, struct walk *w)
{
    const struct wr_blueprint *b = w->b;
    struct wr_names names;
    const char **items = WR_TAKE(b->arena, const char *, b->node_count);
    uint32_t count = 0;
    w->keys = WR_TAKE(b->arena, uint32_t, b->node_count);
    w->locks = WR_TAKE(b->arena, uint32_t, b->link_count);
    w->reached = WR_ZERO(b->arena, bool, b->node_count);
    w->held = WR_ZERO(b->arena, bool, b->node_count);
    if (!items || !w->keys || !w->locks || !w->reached || !w->held)
        return wr_no_memory(context);
    for (uint32_t i = 0; i < b->node_count; i++)
        if (b->keys[i])
            items[count++] = b->keys[i];
    enum wr_result result = wr_names_make(context, b->arena, items, count, &names);
    for (uint32_t i = 0; result == WR_OK && i < b->node_count; i++)
        w->keys[i] = b->keys[i] ? wr_names_find(&names, b->keys[i]) : WR_NONE;
    for (uint32_t i = 0; result == WR_OK && i < b->link_count; i++)
        w->locks[i] =
            b->passages[i].lock ? wr_names_find(&names, b->passages[i].lock) : WR_NONE;
    return result;
}

enum wr_result wr_blueprint_unlock(struct wr_context *context, struct wr_blueprint *b)
{
    struct walk w = {.b = b};
    if (b->node_count == 0)
        return WR_OK;
    enum wr_result result = start(context, &w);
    if (result != WR_OK)
        return result;
    reach(&w, b->entry == WR_NONE ? 0 : b->entry);
    do
        if (!wr_blueprint_works(b, b->link_count))
            return wr_blueprint_ended(context, b, (wr_place){0});
    while (go_on(&w));
    for (uint32_t i = 0; i < b->link_count; i++)
        if (!is_open(&w, i))
            result =
                wr_fail(context, WR_NO_FIT, wr_blueprint_at(b, b->passages[i].place),
                        "key-behind-lock", "move the key before the lock, or open another way",
                        "the key '%s' lies behind its own lock", b->passages[i].lock);
    return result;
}
