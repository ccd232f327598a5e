/* Locks and keys of a template: each lock has a key, which can be reached before it, and
 * nothing leads around it. */
#include <string.h>

#include "templates/locks.h"
#include "templates/template_reading.h"

/* ---- Keys and locks ---------------------------------------------------------------------- */

static uint32_t *find_keys(struct wr_template_reading *reading, struct wr_names *keys)
{
    const struct wr_template *template = reading->template;
    const char **items = WR_TAKE(reading->scratch, const char *, template->node_count);
    uint32_t *of_node = WR_TAKE(reading->scratch, uint32_t, template->node_count);
    uint32_t count = 0;
    if (!wr_template_took(reading, items) || !wr_template_took(reading, of_node))
        return NULL;
    for (uint32_t i = 0; i < template->node_count; i++)
        if (template->nodes[i].key)
            items[count++] = template->nodes[i].key;
    reading->result = wr_names_make(reading->context, reading->scratch, items, count, keys);
    for (uint32_t i = 0; reading->result == WR_OK && i < template->node_count; i++)
        of_node[i] =
            template->nodes[i].key ? wr_names_find(keys, template->nodes[i].key) : WR_NONE;
    return of_node;
}

static uint32_t *find_locks(struct wr_template_reading *reading, const struct wr_names *keys)
{
    const struct wr_template *template = reading->template;
    uint32_t *of_link = WR_TAKE(reading->scratch, uint32_t, template->link_count);
    if (!wr_template_took(reading, of_link))
        return NULL;
    for (uint32_t i = 0; i < template->link_count; i++) {
        const char *lock = template->links[i].lock;
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
    const struct wr_template *template = reading->template;
    bool *used = WR_ZERO(reading->scratch, bool, keys->count);
    if (!wr_template_took(reading, used))
        return;
    for (uint32_t i = 0; i < template->link_count; i++)
        if (of_link[i] != WR_NONE)
            used[of_link[i]] = true;
    for (uint32_t i = 0; i < template->node_count; i++)
        if (of_node[i] != WR_NONE && !used[of_node[i]])
            wr_warn(reading->context, wr_json_find(reading->nodes[i], "key")->where,
                    "key-unused", NULL, "no lock needs the key '%.64s'",
                    template->nodes[i].key);
}

/* ---- Locks ------------------------------------------------------------------------------- */

static void check_lock(struct wr_template_reading *reading, uint32_t link,
                       enum wr_lock_fault fault)
{
    const wr_template_link *of = &reading->template->links[link];
    wr_json *json = wr_json_find(reading->links[link], "lock");
    if (fault == WR_LOCK_STUCK)
        wr_template_fault(reading, json, "key-unreachable",
                          "move the key to the entry's side of the lock",
                          "the key '%.64s' lies behind its lock", of->lock);
    else if (fault == WR_LOCK_IDLE && !of->optional)
        wr_warn(reading->context, json->where, "lock-walked-around", WR_LOCK_IDLE_HINT,
                "the lock can be walked around: both its sides are reached without the key "
                "'%.64s'",
                of->lock);
}

/* Where the entry is a node, else for whatever it will be. */
static void check_locks(struct wr_template_reading *reading, const struct wr_names *keys,
                        const uint32_t *of_node, const uint32_t *of_link)
{
    const struct wr_template *template = reading->template;
    uint32_t(*ends)[2] = wr_arena_take(reading->scratch, template->link_count, sizeof *ends);
    enum wr_lock_fault *faults =
        WR_TAKE(reading->scratch, enum wr_lock_fault, template->link_count);
    if (!wr_template_took(reading, ends) || !wr_template_took(reading, faults))
        return;
    for (uint32_t i = 0; i < template->link_count; i++)
        memcpy(ends[i], template->links[i].nodes, sizeof ends[i]);
    struct wr_lock_graph graph = {.ends = (const uint32_t(*)[2])ends,
                                  .locks = of_link,
                                  .keys = of_node,
                                  .place_count = template->node_count,
                                  .way_count = template->link_count,
                                  .key_count = keys->count};
    if (!wr_locks_judge(&graph, template->entry_node, reading->scratch, faults)) {
        wr_template_took(reading, NULL);
        return;
    }
    for (uint32_t i = 0; i < template->link_count; i++)
        check_lock(reading, i, faults[i]);
}

void wr_template_check_keys(struct wr_template_reading *reading)
{
    struct wr_names keys;
    uint32_t *of_node = find_keys(reading, &keys), *of_link = NULL;
    if (of_node && reading->result == WR_OK)
        of_link = find_locks(reading, &keys);
    if (!of_link)
        return;
    warn_of_unused_keys(reading, &keys, of_node, of_link);
    if (reading->ok && reading->result == WR_OK)
        check_locks(reading, &keys, of_node, of_link);
}
