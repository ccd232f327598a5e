/* Keys before their locks: who starts at the entry with nothing must get everywhere. */
#include "builder/generate/graph/blueprint.h"

#include <string.h>

/* Whether the key of a lock lies in a node that was reached. */
static bool has_key(const struct wr_blueprint *b, const bool *reached, const char *lock)
{
    for (uint32_t i = 0; i < b->node_count; i++)
        if (reached[i] && b->keys[i] && strcmp(b->keys[i], lock) == 0)
            return true;
    return false;
}

/* Walks every link that is open from what was reached; true when that led somewhere new. */
static bool walk(const struct wr_blueprint *b, bool *reached)
{
    bool further = false;
    for (uint32_t i = 0; i < b->link_count; i++) {
        uint32_t from = b->links[i].nodes[0], to = b->links[i].nodes[1];
        const char *lock = b->passages[i].lock;
        if (reached[from] == reached[to] || (lock && !has_key(b, reached, lock)))
            continue;
        reached[from] = reached[to] = further = true;
    }
    return further;
}

enum wr_result wr_blueprint_unlock(struct wr_context *context, const struct wr_blueprint *b)
{
    enum wr_result result = WR_OK;
    if (b->node_count == 0)
        return WR_OK;
    bool *reached = WR_ZERO(b->arena, bool, b->node_count);
    if (!reached)
        return wr_no_memory(context);
    reached[b->entry == WR_NONE ? 0 : b->entry] = true;
    while (walk(b, reached))
        continue;
    for (uint32_t i = 0; i < b->link_count; i++) {
        const char *lock = b->passages[i].lock;
        if (lock && !has_key(b, reached, lock))
            result =
                wr_fail(context, WR_NO_FIT, wr_blueprint_at(b, b->passages[i].place),
                        "key-behind-lock", "move the key before the lock, or open another way",
                        "the key '%s' lies behind its own lock", lock);
    }
    return result;
}
