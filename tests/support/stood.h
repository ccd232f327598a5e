/* Models of area rooms, read back by a walker of the test's own: what is drawn of them, and
 * that it stands where their room does. */
#ifndef WR_TESTS_SUPPORT_STOOD_H
#define WR_TESTS_SUPPORT_STOOD_H

#include "tests/support/mdl_names.h"
#include "tests/support/module_level.h"

#define TWO_ROOMS                                                                              \
    "'rooms': [{'room': 'hall', 'position': [10, 4, 1]}, {'room': 'hall', 'position': "        \
    "[10, 10, 1], 'mirror': 'x'}]"

/* ---- Asking a model ---------------------------------------------------------------------- */

/* A point of a node in the model's space: turned and moved by each node up to the root. */
static inline void to_model(const struct walk *walk, uint32_t node, double p[3])
{
    for (;;) {
        const walk_node *n = &walk->nodes[node];
        double w = n->turn[0], x = n->turn[1], y = n->turn[2], z = n->turn[3];
        double t[3] = {2 * (y * p[2] - z * p[1]), 2 * (z * p[0] - x * p[2]),
                       2 * (x * p[1] - y * p[0])};
        double q[3] = {p[0] + w * t[0] + y * t[2] - z * t[1],
                       p[1] + w * t[1] + z * t[0] - x * t[2],
                       p[2] + w * t[2] + x * t[1] - y * t[0]};
        p[0] = q[0] + n->position.x;
        p[1] = q[1] + n->position.y;
        p[2] = q[2] + n->position.z;
        if (node == 0)
            return;
        node = n->parent;
    }
}

static inline const walk_node *walkmesh_of(const struct walk *walk)
{
    const walk_node *found = NULL;
    for (uint32_t i = 0; i < walk->count; i++)
        if (walk->nodes[i].flags & 0x200) {
            assert_null(found);
            found = &walk->nodes[i];
        }
    assert_non_null(found);
    return found;
}

/* Walkmesh node and LYT position are the WOK, face by face, and the node hangs unturned under
 * the root. */
static inline void expect_walkmesh(const struct walk *walk, const struct wr_walkmesh *mesh,
                                   wr_vec3 position)
{
    const walk_node *node = walkmesh_of(walk);
    assert_int_equal(node->parent, 0);
    assert_true(node->turn[0] == 1);
    assert_int_equal(node->triangle_count, mesh->face_count);
    for (uint32_t f = 0; f < mesh->face_count; f++) {
        assert_int_equal(node->triangles[f].material, mesh->materials[f]);
        for (int k = 0; k < 3; k++) {
            wr_vec3 v = node->triangles[f].v[k], at = mesh->vertices[mesh->faces[f].v[k]];
            assert_near((double)v.x + node->position.x + position.x, at.x, 1e-4);
            assert_near((double)v.y + node->position.y + position.y, at.y, 1e-4);
            assert_near((double)v.z + node->position.z + position.z, at.z, 1e-4);
        }
    }
}

static inline bool is_drawn(const walk_node *node)
{
    return node->flags & 0x20 && !(node->flags & 0x200);
}

/* What is drawn of `made` from its node `at` on is what is drawn of `kit`, moved by `offset`,
 * then by the room's motion, then by `shift`. Returns the node behind it. */
static inline uint32_t expect_part(const struct walk *kit, wr_vec3 offset,
                                   const struct walk *made, uint32_t at,
                                   const wr_placed_room *placed, wr_vec3 shift,
                                   double tolerance)
{
    for (uint32_t i = 0; i < kit->count; i++) {
        const walk_node *from = &kit->nodes[i];
        if (!is_drawn(from))
            continue;
        while (at < made->count && !is_drawn(&made->nodes[at]))
            at++;
        assert_true(at < made->count);
        const walk_node *to = &made->nodes[at];
        assert_string_equal(from->name, to->name);
        assert_int_equal(from->triangle_count, to->triangle_count);
        for (uint32_t f = 0; f < from->triangle_count; f++)
            for (int k = 0; k < 3; k++) {
                int other = placed->motion.mirrored ? (3 - k) % 3 : k;
                wr_vec3 v = from->triangles[f].v[k], u = to->triangles[f].v[other];
                double p[3] = {v.x, v.y, v.z}, q[3] = {u.x, u.y, u.z};
                to_model(kit, i, p);
                to_model(made, at, q);
                double x = (p[0] + offset.x) * (placed->placement.mirror_x ? -1 : 1);
                double y = (p[1] + offset.y) * (placed->placement.mirror_y ? -1 : 1);
                double turn = placed->placement.turn * 3.14159265358979323846 / 180;
                assert_near(q[0], x * cos(turn) - y * sin(turn) + shift.x, tolerance);
                assert_near(q[1], x * sin(turn) + y * cos(turn) + shift.y, tolerance);
                assert_near(q[2], p[2] + offset.z + shift.z, tolerance);
            }
        at++;
    }
    return at;
}

static inline void expect_nothing_more(const struct walk *made, uint32_t at)
{
    for (; at < made->count; at++)
        assert_false(is_drawn(&made->nodes[at]));
}

static inline void expect_drawn(const struct walk *kit, wr_vec3 offset, const struct walk *made,
                                const wr_placed_room *placed, double tolerance)
{
    expect_nothing_more(
        made, expect_part(kit, offset, made, 0, placed, wr_vec3_of(0, 0, 0), tolerance));
}

/* Two rooms of one model in one: the second as far from the first as the map says. */
static inline void expect_both_drawn(const struct module_level *level, const struct walk *kit,
                                     wr_vec3 offset, const struct walk *made)
{
    const wr_placed_room *rooms = level->layout->rooms;
    wr_dvec3 apart =
        wr_sub(wr_widen(rooms[1].placement.position), wr_widen(rooms[0].placement.position));
    uint32_t at = expect_part(kit, offset, made, 0, &rooms[0], wr_vec3_of(0, 0, 0), 1e-5);
    expect_nothing_more(made,
                        expect_part(kit, offset, made, at, &rooms[1], wr_narrow(apart), 1e-5));
}

static inline void walk_file(struct walk *walk, struct wr_arena *arena,
                             struct wr_context *context, const char *mdl)
{
    struct wr_source a, b;
    char *mdx = wr_arena_text(arena, mdl, strlen(mdl));
    mdx[strlen(mdx) - 1] = 'x';
    assert_int_equal(wr_file_read(context, arena, mdl, &a), WR_OK);
    assert_int_equal(wr_file_read(context, arena, mdx, &b), WR_OK);
    walk_model(walk, a.data, a.size, b.data, b.size, WR_K1);
}

static inline wr_vec3 lyt_position(const struct module_level *level, uint32_t area_room)
{
    const wr_area_room *room = &level->layout->area_rooms[area_room];
    return level->layout->rooms[room->first].placement.position;
}

/* The strict reader and its judge have nothing against it either. */
static inline void expect_right(const wr_module_model *made)
{
    struct findings findings;
    struct wr_source mdl = {"mdl", made->mdl, made->mdl_size, true};
    struct wr_source mdx = {"mdx", made->mdx, made->mdx_size, true};
    struct wr_model *model;
    findings_start(&findings);
    assert_int_equal(wr_model_read(findings.context, findings.arena, &mdl, &mdx, &model),
                     WR_OK);
    enum wr_result result = wr_model_judge(findings.context, findings.arena, model, &mdl);
    if (result != WR_OK)
        fail_msg("%s", findings_said(&findings));
    findings_end(&findings);
}

/* Makes a room's model and asks everything that holds for all. */
static inline void make_and_walk(struct module_level *level, uint32_t area_room,
                                 enum wr_game game, struct walk *walk)
{
    struct wr_walkmesh *mesh = level_mesh(level, area_room);
    wr_module_model made = level_make(level, area_room, mesh);
    char name[40];
    expect_right(&made);
    walk_model(walk, made.mdl, made.mdl_size, made.mdx, made.mdx_size, game);
    expect_walkmesh(walk, mesh, lyt_position(level, area_room));
    snprintf(name, sizeof name, "%s_room%u", level->layout->id, (unsigned)area_room);
    assert_string_equal(walk->name, name);
    assert_named_as_the_games(made.mdl, name);
}

#endif
