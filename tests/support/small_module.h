/* A module of two rooms made by hand, to be spoilt in one place by each test: rooms of 6 by 6
 * metres side by side, a doorway of 2 metres between them with a door in it. */
#ifndef WR_TESTS_SUPPORT_SMALL_MODULE_H
#define WR_TESTS_SUPPORT_SMALL_MODULE_H

#include "tests/support/findings.h"

#include "core/format/archive.h"
#include "core/format/bwm.h"
#include "core/format/gff.h"
#include "core/format/lyt.h"
#include "core/model/greybox.h"
#include "core/walkmesh/walkmesh.h"

enum { SMALL_MOST = 40 };

struct small_module {
    struct findings *f;
    struct wr_gff *ifo, *are, *git, *pth;
    wr_gff_struct *map, *door;
    wr_vec3 model_moved; /* how far the walkmesh in the models lies beside the WOK */
    struct wr_bytes lyt, vis, utd;
    const char *left_out; /* "s_b.mdl": a part that is not packed; "s_b.": all of it */
    struct wr_bytes bytes[SMALL_MOST];
    wr_resource items[SMALL_MOST];
    uint32_t count;
};

/* Room 0 from x = 0 to 6, room 1 from 6 to 12. */
static struct wr_walkmesh *small_room(struct small_module *m, uint32_t room)
{
    static const float corners[2][6][2] = {
        {{0, 0}, {6, 0}, {6, 2}, {6, 4}, {6, 6}, {0, 6}},
        {{12, 0}, {12, 6}, {6, 6}, {6, 4}, {6, 2}, {6, 0}},
    };
    wr_edge mark = {room == 0 ? 4 : 7, room == 0 ? 1 : 0};
    struct wr_marks marks = {&mark, 1};
    struct wr_walkmesh *mesh = wr_walkmesh_new(m->f->arena, WR_WOK, 6, 4);
    for (uint32_t v = 0; v < 6; v++)
        mesh->vertices[v] = (wr_vec3){corners[room][v][0], corners[room][v][1], 0};
    for (uint32_t i = 0; i < 4; i++) {
        mesh->faces[i] = (wr_face){{0, i + 1, i + 2}};
        mesh->materials[i] = 4;
    }
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    assert_int_equal(
        wr_walkmesh_sort(m->f->context, m->f->arena, mesh, surfaces.walkable, &marks), WR_OK);
    assert_int_equal(
        wr_walkmesh_derive(m->f->context, m->f->arena, mesh, &marks, WR_NOWHERE, NULL), WR_OK);
    return mesh;
}

static void small_add(struct small_module *m, const char *name, uint16_t type,
                      struct wr_bytes bytes)
{
    char full[64];
    snprintf(full, sizeof full, "%s.%s", name, wr_resource_suffix(type));
    size_t part = m->left_out ? strlen(m->left_out) : 0;
    bool all =
        part > 0 && m->left_out[part - 1] == '.' && strncmp(m->left_out, full, part) == 0;
    if (m->left_out && (all || strcmp(m->left_out, full) == 0)) {
        wr_bytes_finish(&bytes);
        return;
    }
    assert_true(m->count < SMALL_MOST);
    m->items[m->count].type = type;
    strcpy(m->items[m->count].name, name);
    m->items[m->count].size = (uint32_t)bytes.size;
    m->bytes[m->count++] = bytes;
}

static void small_add_gff(struct small_module *m, const char *name, uint16_t type,
                          const struct wr_gff *gff)
{
    struct wr_bytes bytes = {0};
    assert_int_equal(wr_gff_write(m->f->context, gff, &bytes), WR_OK);
    small_add(m, name, type, bytes);
}

static struct wr_gff *small_ifo(struct wr_arena *arena)
{
    struct wr_gff *gff = wr_gff_create(arena, "IFO ");
    wr_gff_set_string(gff, gff->root, "Mod_Tag", "s");
    wr_gff_set_resref(gff, gff->root, "Mod_Entry_Area", "s");
    wr_gff_set_float(gff, gff->root, "Mod_Entry_X", 3);
    wr_gff_set_float(gff, gff->root, "Mod_Entry_Y", 3);
    wr_gff_set_float(gff, gff->root, "Mod_Entry_Z", 0);
    wr_gff_set_float(gff, gff->root, "Mod_Entry_Dir_X", 1);
    wr_gff_set_float(gff, gff->root, "Mod_Entry_Dir_Y", 0);
    wr_gff_list *areas = wr_gff_set_list(gff, gff->root, "Mod_Area_list");
    wr_gff_set_resref(gff, wr_gff_append(gff, areas, 6), "Area_Name", "s");
    return gff;
}

static struct wr_gff *small_are(struct small_module *m)
{
    static const char *const world[] = {"WorldPt1X", "WorldPt1Y", "WorldPt2X", "WorldPt2Y"};
    static const char *const part[] = {"MapPt1X", "MapPt1Y", "MapPt2X", "MapPt2Y"};
    static const float at[] = {-5, 11, 17, -5}, on[] = {0, 0, 1, 1};
    struct wr_gff *gff = wr_gff_create(m->f->arena, "ARE ");
    m->map = wr_gff_set_struct(gff, gff->root, "Map", 0);
    wr_gff_set_whole(gff, m->map, "NorthAxis", WR_GFF_INT, 0);
    for (int i = 0; i < 4; i++) {
        wr_gff_set_float(gff, m->map, world[i], at[i]);
        wr_gff_set_float(gff, m->map, part[i], on[i]);
    }
    wr_gff_list *rooms = wr_gff_set_list(gff, gff->root, "Rooms");
    wr_gff_set_string(gff, wr_gff_append(gff, rooms, 0), "RoomName", "s_a");
    wr_gff_set_string(gff, wr_gff_append(gff, rooms, 0), "RoomName", "s_b");
    return gff;
}

static wr_gff_struct *small_door(struct wr_gff *git, float x, float y, const char *tag)
{
    wr_gff_list *doors = wr_gff_set_list(git, git->root, "Door List");
    wr_gff_struct *door = wr_gff_append(git, doors, 8);
    wr_gff_set_resref(git, door, "TemplateResRef", "s_dor0");
    wr_gff_set_string(git, door, "Tag", tag);
    wr_gff_set_resref(git, door, "LinkedToModule", "");
    wr_gff_set_string(git, door, "LinkedTo", "");
    wr_gff_set_whole(git, door, "LinkedToFlags", WR_GFF_BYTE, 0);
    wr_gff_set_float(git, door, "X", x);
    wr_gff_set_float(git, door, "Y", y);
    wr_gff_set_float(git, door, "Z", 0);
    return door;
}

/* Two points, a hop each way. */
static struct wr_gff *small_pth(struct wr_arena *arena)
{
    struct wr_gff *gff = wr_gff_create(arena, "PTH ");
    wr_gff_list *points = wr_gff_set_list(gff, gff->root, "Path_Points");
    wr_gff_list *hops = wr_gff_set_list(gff, gff->root, "Path_Conections");
    for (uint32_t i = 0; i < 2; i++) {
        wr_gff_struct *point = wr_gff_append(gff, points, 2);
        wr_gff_set_whole(gff, point, "Conections", WR_GFF_DWORD, 1);
        wr_gff_set_whole(gff, point, "First_Conection", WR_GFF_DWORD, i);
        wr_gff_set_float(gff, point, "X", i == 0 ? 3 : 9);
        wr_gff_set_float(gff, point, "Y", 3);
        wr_gff_set_whole(gff, wr_gff_append(gff, hops, 3), "Destination", WR_GFF_DWORD, 1 - i);
    }
    return gff;
}

static void small_start(struct small_module *m, struct findings *f)
{
    *m = (struct small_module){.f = f};
    m->ifo = small_ifo(f->arena);
    m->are = small_are(m);
    m->git = wr_gff_create(f->arena, "GIT ");
    m->door = small_door(m->git, 6, 3, "s_dor0");
    m->pth = small_pth(f->arena);
    wr_lyt_item rooms[] = {{"s_a", {0, 0, 0}}, {"s_b", {6, 0, 0}}};
    struct wr_lyt lyt = {.dependency = "s.max", .rooms = rooms, .room_count = 2};
    wr_lyt_write(&lyt, &m->lyt);
    wr_bytes_text(&m->vis, "s_a 1\r\n  s_b\r\ns_b 1\r\n  s_a\r\n");
}

static void small_add_room(struct small_module *m, uint32_t room)
{
    const char *name = room == 0 ? "s_a" : "s_b";
    struct wr_walkmesh *mesh = small_room(m, room);
    struct wr_bytes wok = {0}, mdl = {0}, mdx = {0};
    struct wr_greybox look = {.name = name, .game = WR_K1, .height = 3};
    look.origin =
        (wr_vec3){6.0f * (float)room - m->model_moved.x, -m->model_moved.y, -m->model_moved.z};
    wr_bwm_write(mesh, &wok);
    assert_int_equal(wr_greybox_make(m->f->context, m->f->arena, mesh, &look, &mdl, &mdx),
                     WR_OK);
    small_add(m, name, WR_RES_WOK, wok);
    small_add(m, name, WR_RES_MDL, mdl);
    small_add(m, name, WR_RES_MDX, mdx);
}

static struct wr_bytes small_picture(void)
{
    struct wr_bytes out = {0};
    const uint8_t head[18] = {0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 24, 0};
    wr_bytes_add(&out, head, sizeof head);
    return out;
}

/* The archive of it; the caller finishes the bytes, and nothing else. */
static inline struct wr_bytes small_pack(struct small_module *m)
{
    struct wr_bytes out = {0};
    small_add_gff(m, "module", WR_RES_IFO, m->ifo);
    small_add_gff(m, "s", WR_RES_ARE, m->are);
    small_add_gff(m, "s", WR_RES_GIT, m->git);
    small_add_gff(m, "s", WR_RES_PTH, m->pth);
    small_add(m, "s", WR_RES_LYT, m->lyt);
    small_add(m, "s", WR_RES_VIS, m->vis);
    m->lyt = m->vis = (struct wr_bytes){0};
    small_add_gff(m, "s_dor0", WR_RES_UTD, wr_gff_create(m->f->arena, "UTD "));
    small_add(m, "lbl_maps", WR_RES_TGA, small_picture());
    small_add_room(m, 0);
    small_add_room(m, 1);
    uint32_t at = (uint32_t)wr_erf_head_size(m->count);
    for (uint32_t i = 0; i < m->count; i++) {
        m->items[i].offset = at;
        at += m->items[i].size;
    }
    assert_int_equal(
        wr_erf_write_head(m->f->context, WR_NOWHERE, "MOD ", m->items, m->count, &out), WR_OK);
    for (uint32_t i = 0; i < m->count; i++) {
        wr_bytes_add(&out, m->bytes[i].data, m->bytes[i].size);
        wr_bytes_finish(&m->bytes[i]);
    }
    return out;
}

#endif
