/* Maps for tests: read from text, with floors in base64, and compared bit by bit. */
#ifndef WR_TESTS_TEMPLATES_MAPS_H
#define WR_TESTS_TEMPLATES_MAPS_H

#include "tests/support/findings.h"
#include "tests/support/meshes.h"

#include "core/format/bwm.h"
#include "core/format/gff_value.h"
#include "core/text/base64.h"
#include "templates/map.h"

/* The map a text gives, or NULL; the text is held by `findings`. */
static inline struct wr_map *map_of(struct findings *findings, const char *text)
{
    struct wr_map *map = NULL;
    struct wr_arena *arena = wr_arena_create();
    enum wr_result result =
        wr_map_parse(findings->context, arena, findings_text(findings, text), NULL, &map);
    assert_true((result == WR_OK) == (map != NULL));
    assert_true((result == WR_OK) == (findings->errors == 0));
    return map;
}

/* A derived floor of `columns` cells of a metre, the south edge of its first cell leading to
 * room 5. */
static inline struct wr_walkmesh *map_floor(struct wr_arena *arena, uint32_t columns)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_walkmesh *mesh = mesh_grid(arena, columns, 1);
    wr_edge edge = {0, 5};
    struct wr_marks marks = {&edge, 1};
    assert_int_equal(wr_walkmesh_derive(context, arena, mesh, &marks, WR_NOWHERE, NULL), WR_OK);
    wr_context_destroy(context);
    return mesh;
}

/* The same as the base64 of a WOK. */
static inline const char *map_floor_text(struct wr_arena *arena, uint32_t columns)
{
    struct wr_bytes wok = {0}, text = {0};
    wr_bwm_write(map_floor(arena, columns), &wok);
    wr_base64_encode(&text, wok.data, wok.size);
    char *copy = wr_arena_text(arena, (const char *)text.data, text.size);
    wr_bytes_finish(&wok);
    wr_bytes_finish(&text);
    return copy;
}

/* `text` with each '@' replaced by a floor of one cell, and each '\'' by '"'. */
static inline const char *map_text(struct wr_arena *arena, const char *text)
{
    const char *floor = map_floor_text(arena, 1);
    struct wr_bytes out = {0};
    for (; *text; text++) {
        if (*text == '@')
            wr_bytes_text(&out, floor);
        else
            wr_bytes_char(&out, *text == '\'' ? '"' : *text);
    }
    char *copy = wr_arena_text(arena, (const char *)out.data, out.size);
    wr_bytes_finish(&out);
    return copy;
}

/* ---- Comparing --------------------------------------------------------------------------- */

static inline void same_text(const char *a, const char *b)
{
    assert_true((a == NULL) == (b == NULL));
    if (a)
        assert_string_equal(a, b);
}

#define same_bits(a, b) assert_memory_equal(&(a), &(b), sizeof(a))

static inline void same_meshes(const struct wr_walkmesh *a, const struct wr_walkmesh *b)
{
    assert_true((a == NULL) == (b == NULL));
    if (!a)
        return;
    struct wr_bytes first = {0}, second = {0};
    wr_bwm_write(a, &first);
    wr_bwm_write(b, &second);
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.data, second.data, first.size);
    wr_bytes_finish(&first);
    wr_bytes_finish(&second);
}

static inline void same_placements(const wr_placement *a, const wr_placement *b)
{
    same_bits(a->position, b->position);
    same_bits(a->turn, b->turn);
    assert_int_equal(a->mirror_x, b->mirror_x);
    assert_int_equal(a->mirror_y, b->mirror_y);
}

static inline void same_map_rooms(const wr_map_room *a, const wr_map_room *b)
{
    same_text(a->name, b->name);
    same_text(a->kit, b->kit);
    same_text(a->room, b->room);
    same_text(a->group, b->group);
    same_text(a->resref, b->resref);
    same_text(a->key, b->key);
    same_placements(&a->placement, &b->placement);
    same_meshes(a->mesh, b->mesh);
    assert_int_equal(a->length_count, b->length_count);
    for (uint32_t i = 0; i < a->length_count; i++)
        assert_memory_equal(&a->lengths[i], &b->lengths[i], sizeof *a->lengths);
}

static inline void same_links(const wr_map_link *a, const wr_map_link *b)
{
    for (int side = 0; side < 2; side++) {
        assert_int_equal(a->rooms[side], b->rooms[side]);
        same_text(a->hooks[side], b->hooks[side]);
    }
    same_text(a->lock, b->lock);
    assert_int_equal(a->optional, b->optional);
    assert_int_equal(a->hidden, b->hidden);
}

static inline void same_exits(const wr_map_exit *a, const wr_map_exit *b)
{
    assert_int_equal(a->room, b->room);
    same_text(a->hook, b->hook);
    same_text(a->module, b->module);
    same_text(a->tag, b->tag);
    assert_int_equal(a->goal, b->goal);
    same_text(a->arrival, b->arrival);
    same_text(a->title, b->title);
    assert_int_equal(a->title_line, b->title_line);
    assert_int_equal(a->way, b->way);
    same_text(a->lock, b->lock);
    assert_int_equal(a->hidden, b->hidden);
}

static inline void same_things(const wr_map_thing *p, const wr_map_thing *q)
{
    const wr_marker *a = &p->marker, *b = &q->marker;
    assert_int_equal(p->room, q->room);
    same_text(a->name, b->name);
    assert_int_equal(a->kind, b->kind);
    same_bits(a->position, b->position);
    same_bits(a->facing, b->facing);
    assert_int_equal(a->pair_count, b->pair_count);
    for (uint32_t i = 0; i < a->pair_count; i++) {
        same_text(a->pairs[i].key, b->pairs[i].key);
        same_text(a->pairs[i].value, b->pairs[i].value);
    }
    assert_int_equal(a->corner_count, b->corner_count);
    for (uint32_t i = 0; i < a->corner_count; i++)
        same_bits(a->corners[i], b->corners[i]);
    assert_int_equal(a->camera == NULL, b->camera == NULL);
    if (a->camera) {
        assert_int_equal(a->camera->number, b->camera->number);
        same_bits(a->camera->pitch, b->camera->pitch);
        same_bits(a->camera->range, b->camera->range);
        assert_int_equal(a->camera->turned, b->camera->turned);
        for (int i = 0; a->camera->turned && i < 4; i++)
            same_bits(a->camera->orientation[i], b->camera->orientation[i]);
    }
    wr_gff_field rows[2] = {
        {.type = WR_GFF_STRUCT, .child = (wr_gff_struct *)(uintptr_t)a->row},
        {.type = WR_GFF_STRUCT, .child = (wr_gff_struct *)(uintptr_t)b->row}};
    assert_int_equal(a->row == NULL, b->row == NULL);
    if (!a->row)
        return;
    rows[0].child->id = rows[1].child->id = 0; /* of a row it says nothing */
    assert_true(wr_gff_same(&rows[0], &rows[1]));
}

static inline void same_replaces(const struct wr_map *a, const struct wr_map *b)
{
    assert_int_equal(a->replaces.room_count, b->replaces.room_count);
    for (uint32_t i = 0; i < a->replaces.room_count; i++)
        same_text(a->replaces.rooms[i], b->replaces.rooms[i]);
    assert_int_equal(a->replaces.door_count, b->replaces.door_count);
    for (uint32_t i = 0; i < a->replaces.door_count; i++) {
        const wr_map_door *p = &a->replaces.doors[i], *q = &b->replaces.doors[i];
        assert_int_equal(p->row, q->row);
        same_text(p->tag, q->tag);
        same_bits(p->position, q->position);
        assert_int_equal(p->room, q->room);
        same_text(p->room_name, q->room_name);
        same_text(p->hook, q->hook);
    }
}

static inline void same_entries(const wr_map_entry *a, const wr_map_entry *b)
{
    assert_int_equal(a->room, b->room);
    same_text(a->marker, b->marker);
    same_text(a->tag, b->tag);
    same_bits(a->position, b->position);
    same_bits(a->facing, b->facing);
}

static inline void same_embedded_rooms(const wr_room *a, const wr_room *b)
{
    same_text(a->id, b->id);
    same_text(a->name, b->name);
    same_meshes(a->mesh, b->mesh);
    assert_int_equal(a->hook_count, b->hook_count);
    for (uint32_t i = 0; i < a->hook_count; i++) {
        same_text(a->hooks[i].name, b->hooks[i].name);
        same_bits(a->hooks[i].position, b->hooks[i].position);
        assert_true(a->hooks[i].facing == b->hooks[i].facing ||
                    (isnan(a->hooks[i].facing) && isnan(b->hooks[i].facing)));
        assert_int_equal(a->hooks[i].id, b->hooks[i].id);
        assert_int_equal(a->hooks[i].foot, b->hooks[i].foot);
    }
}

static inline void same_models(const wr_map_model *a, const wr_map_model *b)
{
    assert_int_equal(a->mdl_size, b->mdl_size);
    assert_int_equal(a->mdx_size, b->mdx_size);
    if (a->mdl_size)
        assert_memory_equal(a->mdl, b->mdl, a->mdl_size);
    if (a->mdx_size)
        assert_memory_equal(a->mdx, b->mdx, a->mdx_size);
}

static inline void same_embedded(const struct wr_map *a, const struct wr_map *b)
{
    assert_true((a->embedded == NULL) == (b->embedded == NULL));
    if (!a->embedded)
        return;
    assert_int_equal(a->embedded->room_count, b->embedded->room_count);
    for (uint32_t i = 0; i < a->embedded->room_count; i++) {
        same_embedded_rooms(&a->embedded->rooms[i], &b->embedded->rooms[i]);
        same_models(&a->models[i], &b->models[i]);
    }
}

static inline void same_maps(const struct wr_map *a, const struct wr_map *b)
{
    same_text(a->id, b->id);
    same_replaces(a, b);
    same_text(a->title, b->title);
    assert_int_equal(a->game, b->game);
    assert_int_equal(a->kit_count, b->kit_count);
    for (uint32_t i = 0; i < a->kit_count; i++)
        same_text(a->kits[i], b->kits[i]);
    assert_int_equal(a->room_count, b->room_count);
    for (uint32_t i = 0; i < a->room_count; i++)
        same_map_rooms(&a->rooms[i], &b->rooms[i]);
    assert_int_equal(a->link_count, b->link_count);
    for (uint32_t i = 0; i < a->link_count; i++)
        same_links(&a->links[i], &b->links[i]);
    assert_int_equal(a->exit_count, b->exit_count);
    for (uint32_t i = 0; i < a->exit_count; i++)
        same_exits(&a->exits[i], &b->exits[i]);
    assert_int_equal(a->thing_count, b->thing_count);
    for (uint32_t i = 0; i < a->thing_count; i++)
        same_things(&a->things[i], &b->things[i]);
    assert_int_equal(a->visible_count, b->visible_count);
    for (uint32_t i = 0; i < a->visible_count; i++) {
        assert_int_equal(a->visible[i].rooms[0], b->visible[i].rooms[0]);
        assert_int_equal(a->visible[i].rooms[1], b->visible[i].rooms[1]);
        assert_int_equal(a->visible[i].seen, b->visible[i].seen);
    }
    assert_int_equal(a->links_only, b->links_only);
    assert_int_equal(a->door_pair_count, b->door_pair_count);
    for (uint32_t i = 0; i < 2 * a->door_pair_count; i++)
        same_text(a->door_pairs[i / 2].doors[i % 2], b->door_pairs[i / 2].doors[i % 2]);
    assert_true(a->tolerance == b->tolerance || (isnan(a->tolerance) && isnan(b->tolerance)));
    assert_true(a->overlap == b->overlap || (isnan(a->overlap) && isnan(b->overlap)));
    same_entries(&a->entry, &b->entry);
    same_bits(a->lighting, b->lighting);
    same_text(a->skybox, b->skybox);
    same_embedded(a, b);
}

#endif
