/* Locks and keys of a template: each lock has a key, and the key can be reached before it. */
#include <string.h>

#include "templates/template_reading.h"

/* A walk from the entry that takes every key it finds. Nodes and keys have an index; a key's is
 * the first of its name. */
struct walk {
    const struct wr_template *level;
    const struct wr_names *keys;
    const uint32_t *key_of_node; /* or WR_NONE */
    const uint32_t *lock_of_link;
    uint32_t *first, *ends;  /* of each node: the ends (link * 2 + side) that leave it */
    uint32_t *waiting;       /* of each key: an end seen while the key was not there */
    uint32_t *next;          /* of each end: the next that waits for the same key */
    uint32_t *queue, queued; /* nodes reached, in order */
    bool *reached, *held;
};

/* ---- Keys and locks ---------------------------------------------------------------------- */

static uint32_t *find_keys(struct wr_template_reading *reading, struct wr_names *keys)
{
    const struct wr_template *level = reading->level;
    const char **items = WR_TAKE(reading->scratch, const char *, level->node_count);
    uint32_t *of_node = WR_TAKE(reading->scratch, uint32_t, level->node_count);
    uint32_t count = 0;
    if (!wr_template_took(reading, items) || !wr_template_took(reading, of_node))
        return NULL;
    for (uint32_t i = 0; i < level->node_count; i++)
        if (level->nodes[i].key)
            items[count++] = level->nodes[i].key;
    reading->result = wr_names_make(reading->context, reading->scratch, items, count, keys);
    for (uint32_t i = 0; reading->result == WR_OK && i < level->node_count; i++)
        of_node[i] = level->nodes[i].key ? wr_names_find(keys, level->nodes[i].key) : WR_NONE;
    return of_node;
}

static uint32_t *find_locks(struct wr_template_reading *reading, const struct wr_names *keys)
{
    const struct wr_template *level = reading->level;
    uint32_t *of_link = WR_TAKE(reading->scratch, uint32_t, level->link_count);
    if (!wr_template_took(reading, of_link))
        return NULL;
    for (uint32_t i = 0; i < level->link_count; i++) {
        const char *lock = level->links[i].lock;
        of_link[i] = lock ? wr_names_find(keys, lock) : WR_NONE;
        if (lock && of_link[i] == WR_NONE)
            wr_template_fault(reading, wr_json_find(reading->links[i], "lock"),
                              "lock-without-key", "give a node this 'key'",
                              "no node holds the key '%.64s'", lock);
    }
    return of_link;
}

static void warn_of_unused_keys(struct wr_template_reading *reading,
                                const struct wr_names *keys, const uint32_t *of_node,
                                const uint32_t *of_link)
{
    const struct wr_template *level = reading->level;
    bool *used = WR_ZERO(reading->scratch, bool, keys->count);
    if (!wr_template_took(reading, used))
        return;
    for (uint32_t i = 0; i < level->link_count; i++)
        if (of_link[i] != WR_NONE)
            used[of_link[i]] = true;
    for (uint32_t i = 0; i < level->node_count; i++)
        if (of_node[i] != WR_NONE && !used[of_node[i]])
            wr_warn(reading->context, wr_json_find(reading->nodes[i], "key")->where,
                    "key-unused", NULL, "no lock needs the key '%.64s'", level->nodes[i].key);
}

/* ---- The walk ---------------------------------------------------------------------------- */

static bool start_walk(struct wr_template_reading *reading, struct walk *walk)
{
    struct wr_arena *arena = reading->scratch;
    uint32_t nodes = walk->level->node_count, links = walk->level->link_count;
    walk->first = WR_ZERO(arena, uint32_t, (size_t)nodes + 1);
    walk->ends = WR_TAKE(arena, uint32_t, (size_t)links * 2);
    walk->waiting = WR_TAKE(arena, uint32_t, walk->keys->count);
    walk->next = WR_TAKE(arena, uint32_t, (size_t)links * 2);
    walk->queue = WR_TAKE(arena, uint32_t, nodes);
    walk->reached = WR_ZERO(arena, bool, nodes);
    walk->held = WR_ZERO(arena, bool, walk->keys->count);
    if (!walk->first || !walk->ends || !walk->waiting || !walk->next || !walk->queue ||
        !walk->reached || !walk->held)
        return wr_template_took(reading, NULL);
    memset(walk->waiting, 0xff, walk->keys->count * sizeof *walk->waiting);
    return true;
}

static void list_ends(struct walk *walk)
{
    const struct wr_template *level = walk->level;
    for (uint32_t i = 0; i < level->link_count * 2; i++)
        walk->first[level->links[i / 2].nodes[i % 2]]++;
    for (uint32_t i = 0; i < level->node_count; i++)
        walk->first[i + 1] += walk->first[i];
    for (uint32_t i = level->link_count * 2; i-- > 0;)
        walk->ends[--walk->first[level->links[i / 2].nodes[i % 2]]] = i;
}

static void reach(struct walk *walk, uint32_t node)
{
    if (walk->reached[node])
        return;
    walk->reached[node] = true;
    walk->queue[walk->queued++] = node;
}

/* Both ends: one of them was reached. */
static void cross(struct walk *walk, uint32_t link)
{
    reach(walk, walk->level->links[link].nodes[0]);
    reach(walk, walk->level->links[link].nodes[1]);
}

static void take_key(struct walk *walk, uint32_t key)
{
    if (key == WR_NONE || walk->held[key])
        return;
    walk->held[key] = true;
    for (uint32_t end = walk->waiting[key]; end != WR_NONE; end = walk->next[end])
        cross(walk, end / 2);
}

static void leave(struct walk *walk, uint32_t end)
{
    uint32_t link = end / 2, lock = walk->lock_of_link[link];
    if (lock == WR_NONE || walk->held[lock]) {
        cross(walk, link);
        return;
    }
    walk->next[end] = walk->waiting[lock];
    walk->waiting[lock] = end;
}

static void walk_from(struct walk *walk, uint32_t entry)
{
    reach(walk, entry);
    for (uint32_t i = 0; i < walk->queued; i++) {
        uint32_t node = walk->queue[i];
        take_key(walk, walk->key_of_node[node]);
        for (uint32_t e = walk->first[node]; e < walk->first[node + 1]; e++)
            leave(walk, walk->ends[e]);
    }
}

static void check_reach(struct wr_template_reading *reading, struct walk *walk)
{
    const struct wr_template *level = walk->level;
    if (!start_walk(reading, walk))
        return;
    list_ends(walk);
    walk_from(walk, level->entry_node);
    for (uint32_t i = 0; i < level->link_count; i++)
        if (walk->lock_of_link[i] != WR_NONE && !walk->held[walk->lock_of_link[i]])
            wr_template_fault(reading, wr_json_find(reading->links[i], "lock"),
                              "key-unreachable", "move the key to the entry's side of the lock",
                              "the key '%.64s' lies behind its lock", level->links[i].lock);
}

void wr_template_check_keys(struct wr_template_reading *reading)
{
    const struct wr_template *level = reading->level;
    struct wr_names keys;
    struct walk walk = {.level = level, .keys = &keys};
    uint32_t *of_node = find_keys(reading, &keys), *of_link = NULL;
    if (of_node && reading->result == WR_OK)
        of_link = find_locks(reading, &keys);
    if (!of_link)
        return;
    warn_of_unused_keys(reading, &keys, of_node, of_link);
    walk.key_of_node = of_node;
    walk.lock_of_link = of_link;
    if (reading->ok && reading->result == WR_OK && level->entry_node != WR_NONE)
        check_reach(reading, &walk);
}
