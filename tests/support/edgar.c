/* From the benchmark's graphs to puzzles. */
#include "tests/support/edgar.h"
#include "tests/support/edgar_shapes.h"

#include "core/files/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double edgar_cpu_seconds(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* A level under way. A link's corridors are a set, or none. */
struct making {
    struct edgar_shelf shelf;
    struct edgar_set *sets;
    struct edgar_set *corridors;
    uint32_t (*ends)[2];
    uint32_t node_count, link_count;
};

static wr_json *read_json(struct wr_context *context, struct wr_arena *arena,
                          const char *folder, const char *part, const char *name)
{
    char path[4096];
    struct wr_source *source = WR_TAKE(arena, struct wr_source, 1);
    wr_json *json;
    snprintf(path, sizeof path, "%s/%s/%s.json", folder, part, name);
    if (wr_file_read(context, arena, path, source) != WR_OK ||
        wr_json_read(context, arena, source, &json) != WR_OK)
        return NULL;
    return json;
}

/* ---- Puzzles ---- */

static const uint32_t *copy_set(struct wr_arena *arena, const struct edgar_set *set)
{
    return wr_arena_copy(arena, set->pieces, set->count, sizeof *set->pieces);
}

static bool same_set(const struct edgar_set *a, const struct edgar_set *b)
{
    return a->count == b->count &&
           memcmp(a->pieces, b->pieces, a->count * sizeof *a->pieces) == 0;
}

/* The contacts of a link, shared with an earlier one whose corridors are the same. */
static const struct wr_contacts *contacts_of(const struct making *m, uint32_t link,
                                             const wr_puzzle_link *links,
                                             const struct wr_pieces *pieces,
                                             struct wr_arena *arena)
{
    const struct edgar_set *set = &m->corridors[link];
    if (set->count == 0)
        return &pieces->direct;
    for (uint32_t i = 0; i < link; i++)
        if (same_set(set, &m->corridors[i]))
            return links[i].contacts;
    struct wr_contacts *contacts = WR_TAKE(arena, struct wr_contacts, 1);
    wr_contacts_through(pieces, set->pieces, set->count, arena, contacts);
    return contacts;
}

static void prepare(const struct making *m, struct wr_arena *arena, struct edgar *out)
{
    uint32_t kinds = m->shelf.kind_count;
    bool *meets = WR_ZERO(arena, bool, kinds *kinds);
    for (uint32_t k = 0; k < kinds; k++)
        meets[k * kinds + k] = true;
    out->pieces = (struct wr_pieces){
        .turn_count = 4,
        .pieces = wr_arena_copy(arena, m->shelf.pieces, m->shelf.count, sizeof(wr_piece)),
        .piece_count = m->shelf.count,
        .kind_count = kinds,
        .meets = meets,
    };
    wr_pieces_prepare(&out->pieces, arena);
}

static void finish(const struct making *m, struct wr_arena *arena, struct edgar *out)
{
    wr_puzzle_node *nodes = WR_ZERO(arena, wr_puzzle_node, m->node_count);
    wr_puzzle_link *links = WR_ZERO(arena, wr_puzzle_link, m->link_count);
    out->corridors = WR_TAKE(arena, solution_corridors, m->link_count);
    for (uint32_t i = 0; i < m->node_count; i++)
        nodes[i] = (wr_puzzle_node){.pieces = copy_set(arena, &m->sets[i]),
                                    .piece_count = m->sets[i].count};
    double start = edgar_cpu_seconds();
    prepare(m, arena, out);
    for (uint32_t i = 0; i < m->link_count; i++) {
        links[i].nodes[0] = m->ends[i][0];
        links[i].nodes[1] = m->ends[i][1];
        links[i].contacts = contacts_of(m, i, links, &out->pieces, arena);
    }
    out->tables = edgar_cpu_seconds() - start;
    for (uint32_t i = 0; i < m->link_count; i++)
        out->corridors[i] =
            (solution_corridors){copy_set(arena, &m->corridors[i]), m->corridors[i].count};
    out->puzzle = (struct wr_puzzle){
        .pieces = &out->pieces,
        .nodes = nodes,
        .links = links,
        .node_count = m->node_count,
        .link_count = m->link_count,
    };
}

/* ---- Levels ---- */

static struct making *make(struct wr_arena *arena, uint32_t rooms, uint32_t links)
{
    struct making *m = WR_ZERO(arena, struct making, 1);
    if (!m)
        abort();
    m->shelf.arena = arena;
    m->sets = WR_ZERO(arena, struct edgar_set, rooms);
    m->corridors = WR_ZERO(arena, struct edgar_set, links);
    m->ends = wr_arena_take(arena, links, sizeof *m->ends);
    if (!m->sets || !m->corridors || !m->ends)
        abort();
    return m;
}

/* The number of a room is its place in the list. */
static uint32_t place_of(const wr_json *rooms, double number)
{
    uint32_t place = 0;
    for (const wr_json *room = rooms->first; room && room->number != number; room = room->next)
        place++;
    return place;
}

static void read_edges(struct making *m, const wr_json *rooms, const wr_json *edges)
{
    for (const wr_json *edge = edges->first; edge; edge = edge->next) {
        m->ends[m->link_count][0] = place_of(rooms, edge->first->number);
        m->ends[m->link_count++][1] = place_of(rooms, edge->first->next->number);
    }
}

static bool has_number(const wr_json *list, double number)
{
    for (const wr_json *item = list ? list->first : NULL; item; item = item->next)
        if (item->number == number)
            return true;
    return false;
}

/* Takes a room with two links out, and links its neighbours through its pieces. */
static void take_out(struct making *m, uint32_t room)
{
    uint32_t links[2], count = 0;
    for (uint32_t i = 0; i < m->link_count; i++)
        if (m->ends[i][0] == room || m->ends[i][1] == room) {
            if (count == 2 || m->corridors[i].count)
                return;
            links[count++] = i;
        }
    if (count < 2)
        return;
    uint32_t *first = m->ends[links[0]], *second = m->ends[links[1]];
    first[first[0] == room ? 0 : 1] = second[second[0] == room ? 1 : 0];
    m->corridors[links[0]] = m->sets[room];
    m->link_count--;
    m->node_count--;
    memcpy(second, m->ends[m->link_count], sizeof m->ends[0]);
    m->corridors[links[1]] = m->corridors[m->link_count];
    m->sets[room] = m->sets[m->node_count];
    for (uint32_t i = 0; i < m->link_count; i++)
        for (int end = 0; end < 2; end++)
            if (m->ends[i][end] == m->node_count)
                m->ends[i][end] = room;
}

static void read_rooms(struct making *m, wr_json *json, wr_json *rooms)
{
    wr_json *transformations = wr_json_find(json, "default_transformations");
    wr_json *defaults = wr_json_find(json, "default_templates");
    wr_json *own = wr_json_find(json, "room_templates");
    for (wr_json *room = rooms->first; room; room = room->next) {
        char name[32];
        snprintf(name, sizeof name, "%d", (int)room->number);
        wr_json *mine = own ? wr_json_find(own, name) : NULL;
        edgar_set_add(&m->sets[m->node_count++], &m->shelf, mine ? mine : defaults,
                      transformations);
    }
}

static void read_own(struct making *m, wr_json *json, wr_json *rooms)
{
    wr_json *corridors = wr_json_find(json, "corridors");
    wr_json *enabled = corridors ? wr_json_find(corridors, "enabled") : NULL;
    wr_json *transformations = wr_json_find(json, "default_transformations");
    wr_json *corridor_rooms = wr_json_find(json, "corridor_rooms");
    read_rooms(m, json, rooms);
    for (uint32_t i = 0; enabled && enabled->truth && i < m->link_count; i++)
        edgar_set_add(&m->corridors[i], &m->shelf, wr_json_find(corridors, "templates"),
                      transformations);
    /* From the last on, so that the numbers of those to come stay. */
    for (uint32_t i = m->node_count; i-- > 0;) {
        const wr_json *room = rooms->first;
        for (uint32_t k = 0; k < i; k++)
            room = room->next;
        if (has_number(corridor_rooms, room->number))
            take_out(m, i);
    }
}

static bool read_six(struct wr_context *context, struct wr_arena *arena, const char *folder,
                     bool apart, struct making *m)
{
    static const char *const names[] = {"thesis_basic", "thesis_advanced", "thesis_corridors"};
    struct edgar_set sets[2] = {0};
    for (int i = 0; i < (apart ? 3 : 2); i++) {
        wr_json *json = read_json(context, arena, folder, "templates", names[i]);
        if (!json)
            return false;
        edgar_set_add(&sets[i == 2], &m->shelf, wr_json_find(json, "templates"),
                      wr_json_find(json, "default_transformations"));
    }
    for (uint32_t i = 0; i < m->node_count; i++)
        m->sets[i] = sets[0];
    for (uint32_t i = 0; i < m->link_count; i++)
        m->corridors[i] = sets[1];
    return true;
}

bool edgar_level(struct wr_context *context, struct wr_arena *arena, const char *folder,
                 const char *name, enum edgar_shapes shapes, struct edgar *out)
{
    wr_json *json = read_json(context, arena, folder, "levels", name);
    if (!json)
        return false;
    wr_json *rooms = wr_json_find(json, "rooms"), *edges = wr_json_find(json, "edges");
    struct making *m = make(arena, rooms->count, edges->count);
    read_edges(m, rooms, edges);
    m->node_count = rooms->count;
    if (shapes == EDGAR_OWN) {
        m->node_count = 0;
        read_own(m, json, rooms);
    } else if (!read_six(context, arena, folder, shapes == EDGAR_SIX_APART, m)) {
        return false;
    }
    finish(m, arena, out);
    return true;
}

/* ---- Random graphs ---- */

/* Rooms of one or two links are small or medium, others medium: the rule of the benchmark. */
static void choose_smart(struct making *m, wr_json *smart, bool corridors)
{
    wr_json *transformations = wr_json_find(smart, "transformations");
    uint32_t *degrees = WR_ZERO(m->shelf.arena, uint32_t, m->node_count);
    for (uint32_t i = 0; i < m->link_count; i++)
        for (int end = 0; end < 2; end++)
            degrees[m->ends[i][end]]++;
    for (uint32_t i = 0; i < m->node_count; i++) {
        edgar_set_add(&m->sets[i], &m->shelf, wr_json_find(smart, "medium"), transformations);
        if (degrees[i] <= 2)
            edgar_set_add(&m->sets[i], &m->shelf, wr_json_find(smart, "small"),
                          transformations);
    }
    for (uint32_t i = 0; corridors && i < m->link_count; i++)
        edgar_set_add(&m->corridors[i], &m->shelf, wr_json_find(smart, "corridors_2_4"),
                      transformations);
}

/* A graph of a file, by its number there, or by its name. */
static wr_json *find_graph(struct wr_context *context, struct wr_arena *arena,
                           const char *folder, const char *file, uint32_t index,
                           const char *name)
{
    wr_json *json = read_json(context, arena, folder, "random", file);
    wr_json *graphs = json ? wr_json_find(json, "graphs") : NULL;
    if (!graphs || name)
        return graphs ? wr_json_find(graphs, name) : NULL;
    wr_json *graph = graphs->first;
    for (uint32_t i = 0; graph && i < index; i++)
        graph = graph->next;
    return graph;
}

bool edgar_smart(struct wr_context *context, struct wr_arena *arena, const char *folder,
                 uint32_t rooms, uint32_t (*links)[2], uint32_t link_count, bool corridors,
                 struct edgar *out)
{
    wr_json *smart = read_json(context, arena, folder, "templates", "smart");
    if (!smart)
        return false;
    struct making *m = make(arena, rooms, link_count);
    m->node_count = rooms;
    m->link_count = link_count;
    memcpy(m->ends, links, link_count * sizeof *links);
    choose_smart(m, smart, corridors);
    finish(m, arena, out);
    return true;
}

static bool make_graph(struct wr_context *context, struct wr_arena *arena, const char *folder,
                       wr_json *graph, bool corridors, struct edgar *out)
{
    if (!graph)
        return false;
    wr_json *edges = wr_json_find(graph, "e");
    uint32_t(*links)[2] = wr_arena_take(arena, edges->count, sizeof *links), count = 0;
    if (!links)
        abort();
    for (wr_json *edge = edges->first; edge; edge = edge->next) {
        links[count][0] = (uint32_t)edge->first->number;
        links[count++][1] = (uint32_t)edge->first->next->number;
    }
    return edgar_smart(context, arena, folder, (uint32_t)wr_json_find(graph, "v")->number,
                       links, count, corridors, out);
}

bool edgar_random(struct wr_context *context, struct wr_arena *arena, const char *folder,
                  const char *set, uint32_t index, bool corridors, struct edgar *out)
{
    wr_json *graph = find_graph(context, arena, folder, set, index, NULL);
    return make_graph(context, arena, folder, graph, corridors, out);
}

bool edgar_scale(struct wr_context *context, struct wr_arena *arena, const char *folder,
                 const char *name, struct edgar *out)
{
    wr_json *graph = find_graph(context, arena, folder, "scale_own", 0, name);
    return make_graph(context, arena, folder, graph, false, out);
}
