/* The graph of a template: links that contradict each other, parts that hang apart, and keys
 * that lie behind their locks. */
#include <stdlib.h>
#include <string.h>

#include "core/base/disjoint.h"
#include "templates/template_reading.h"

/* ---- Links ------------------------------------------------------------------------------- */

/* One of the things no two links may share: two nodes, or a doorway of a node. */
struct claim {
    uint32_t nodes[2];
    const char *hook; /* or NULL */
    uint32_t link, side;
};

static int same_claims(const struct claim *a, const struct claim *b)
{
    for (int i = 0; i < 2; i++)
        if (a->nodes[i] != b->nodes[i])
            return a->nodes[i] < b->nodes[i] ? -1 : 1;
    if (!a->hook || !b->hook)
        return (a->hook != NULL) - (b->hook != NULL);
    return strcmp(a->hook, b->hook);
}

static int by_claim(const void *a, const void *b)
{
    const struct claim *first = a, *second = b;
    int order = same_claims(first, second);
    return order ? order : first->link < second->link ? -1 : first->link > second->link;
}

static uint32_t list_claims(const struct wr_template *template, struct claim *claims)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < template->link_count; i++) {
        const wr_template_link *link = &template->links[i];
        uint32_t low = link->nodes[0] > link->nodes[1];
        claims[count++] = (struct claim){
            .nodes = {link->nodes[low], link->nodes[!low]}, .link = i, .side = 1};
        for (uint32_t side = 0; side < 2; side++)
            if (link->hooks[side])
                claims[count++] =
                    (struct claim){.nodes = {link->nodes[side], link->nodes[side]},
                                   .hook = link->hooks[side],
                                   .link = i,
                                   .side = side};
    }
    return count;
}

static void refuse_claim(struct wr_template_reading *reading, const struct claim *claim)
{
    const wr_template_node *nodes = reading->template->nodes;
    wr_json *end = wr_json_find(reading->links[claim->link], claim->side ? "to" : "from");
    if (claim->hook)
        wr_template_fault(reading, end->first->next, "link-doorway-twice",
                          "a doorway leads to one room only",
                          "doorway '%.64s' of node '%.64s' is in two links", claim->hook,
                          nodes[claim->nodes[0]].name);
    else
        wr_template_fault(reading, reading->links[claim->link], "link-twice",
                          "put a node on one of the two ways",
                          "nodes '%.64s' and '%.64s' are linked twice",
                          nodes[claim->nodes[0]].name, nodes[claim->nodes[1]].name);
}

static void check_claims(struct wr_template_reading *reading)
{
    const struct wr_template *template = reading->template;
    struct claim *claims =
        WR_TAKE(reading->scratch, struct claim, (size_t) template->link_count * 3);
    if (!wr_template_took(reading, claims))
        return;
    uint32_t count = list_claims(template, claims);
    qsort(claims, count, sizeof *claims, by_claim);
    for (uint32_t i = 1; i < count; i++)
        if (same_claims(&claims[i - 1], &claims[i]) == 0 &&
            (claims[i].hook || claims[i].nodes[0] != claims[i].nodes[1]))
            refuse_claim(reading, &claims[i]);
}

static void check_selves(struct wr_template_reading *reading)
{
    const struct wr_template *template = reading->template;
    for (uint32_t i = 0; i < template->link_count; i++) {
        const uint32_t *nodes = template->links[i].nodes;
        if (nodes[0] == nodes[1])
            wr_template_fault(reading, reading->links[i], "link-self", NULL,
                              "a link leads from node '%.64s' to itself",
                              template->nodes[nodes[0]].name);
    }
}

/* ---- Parts ------------------------------------------------------------------------------- */

static void check_parts(struct wr_template_reading *reading)
{
    const struct wr_template *template = reading->template;
    uint32_t *parts = WR_TAKE(reading->scratch, uint32_t, template->node_count);
    if (!wr_template_took(reading, parts))
        return;
    wr_disjoint_start(parts, template->node_count);
    for (uint32_t i = 0; i < template->link_count; i++)
        wr_disjoint_join(parts, template->links[i].nodes[0], template->links[i].nodes[1]);
    for (uint32_t i = 1; i < template->node_count; i++)
        if (wr_disjoint_root(parts, i) != wr_disjoint_root(parts, 0)) {
            wr_template_fault(reading, reading->nodes[i], "graph-apart",
                              "add a link between the two parts",
                              "no links lead from node '%.64s' to node '%.64s'",
                              template->nodes[0].name, template->nodes[i].name);
            return;
        }
}

void wr_template_check_graph(struct wr_template_reading *reading)
{
    check_selves(reading);
    check_claims(reading);
    if (reading->result == WR_OK)
        check_parts(reading);
}
