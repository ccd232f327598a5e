/* Putting a built module into an edited one: what somebody changed stays, what Warren makes
 * follows the new build. */
#include "tests/support/damage.h"
#include "tests/support/small_module.h"

#include "builder/module/into.h"
#include "builder/module/into_names.h"

/* The small module with the names Warren gives. */
static void warren_start(struct small_module *m, struct findings *f)
{
    small_start(m, f);
    wr_gff_set_string(m->are, wr_gff_list_of(m->are->root, "Rooms")->items[0], "RoomName",
                      "s_room0");
    wr_gff_set_string(m->are, wr_gff_list_of(m->are->root, "Rooms")->items[1], "RoomName",
                      "s_room1");
    wr_gff_set_float(m->git, m->door, "Bearing", 0);
}

/* An edited module, a fresh one, and the one put into the other. */
struct putting {
    struct findings f;
    struct small_module m; /* at hand */
    struct wr_bytes edited, fresh, out;
    struct wr_bytes names;   /* of what was removed */
    struct wr_source source; /* of `out` */
};

static int start(void **state)
{
    static struct putting putting;
    putting = (struct putting){0};
    findings_start(&putting.f);
    warren_start(&putting.m, &putting.f);
    *state = &putting;
    return 0;
}

static int finish(void **state)
{
    struct putting *p = *state;
    wr_bytes_finish(&p->out);
    wr_bytes_finish(&p->edited);
    wr_bytes_finish(&p->fresh);
    wr_bytes_finish(&p->names);
    findings_end(&p->f);
    return 0;
}

static struct wr_archive *read_archive(struct putting *p)
{
    struct wr_archive *archive;
    p->source = (struct wr_source){.name = "into", .data = p->out.data, .size = p->out.size};
    assert_int_equal(wr_archive_read(p->f.context, p->f.arena, &p->source, &archive), WR_OK);
    return archive;
}

static struct wr_gff *read_gff(struct findings *f, const struct wr_archive *archive,
                               const char *name, uint16_t type)
{
    struct wr_gff *gff;
    struct wr_source source;
    const wr_resource *item = wr_archive_find(archive, name, type);
    assert_non_null(item);
    assert_int_equal(wr_archive_source(f->context, f->arena, archive, item, &source), WR_OK);
    assert_int_equal(wr_gff_read(f->context, f->arena, &source, &gff), WR_OK);
    return gff;
}

static struct wr_into_count put(struct putting *p)
{
    struct wr_source sources[2] = {
        {.name = "edited", .data = p->edited.data, .size = p->edited.size},
        {.name = "fresh", .data = p->fresh.data, .size = p->fresh.size}};
    struct wr_into_count count = {.names = &p->names};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const struct wr_into_level level = {.id = "s", .surfaces = &surfaces};
    assert_int_equal(
        wr_module_into(p->f.context, &sources[0], &sources[1], &level, &p->out, &count), WR_OK);
    return count;
}

/* What a modder does: a creature, a link of Warren's door, an own door, music, a script, an
 * entry of their own, and a blueprint with a conversation. */
static void edit(struct small_module *m)
{
    wr_gff_list *creatures = wr_gff_set_list(m->git, m->git->root, "Creature List");
    wr_gff_set_resref(m->git, wr_gff_append(m->git, creatures, 4), "TemplateResRef", "guard");
    wr_gff_set_string(m->git, m->door, "LinkedTo", "wp_outside");
    wr_gff_set_resref(m->git, small_door(m->git, 0, 3, "mine"), "TemplateResRef", "my_door");
    wr_gff_set_resref(m->are, m->are->root, "OnEnter", "k_enter");
    wr_gff_set_float(m->ifo, m->ifo->root, "Mod_Entry_X", 2);
    struct wr_bytes script = {0};
    wr_bytes_text(&script, "a script");
    small_add(m, "k_enter", 2010, script);
}

static void nothing_changes_where_nothing_changed(void **state)
{
    struct putting *p = *state;
    p->fresh = small_pack(&p->m);
    warren_start(&p->m, &p->f);
    edit(&p->m);
    p->edited = small_pack(&p->m);
    struct wr_into_count count = put(p);
    assert_false(count.changed);
    assert_int_equal(p->out.size, p->edited.size);
    assert_memory_equal(p->out.data, p->edited.data, p->out.size);
    assert_int_equal(count.replaced + count.added + count.removed, 0);
}

static void what_was_edited_stays_when_the_level_changes(void **state)
{
    struct putting *p = *state;
    edit(&p->m);
    struct wr_bytes vis = {0};
    p->edited = small_pack(&p->m);
    /* the new level: its door has another number and moved a little, a second one came, the map
     * is another, the VIS too */
    warren_start(&p->m, &p->f);
    wr_gff_set_resref(p->m.git, p->m.door, "TemplateResRef", "s_dor3");
    wr_gff_set_string(p->m.git, p->m.door, "Tag", "s_dor3");
    wr_gff_set_float(p->m.git, p->m.door, "X", 6.25f);
    small_door(p->m.git, 12, 3, "s_dor0");
    struct wr_bytes utd = {0};
    assert_int_equal(wr_gff_write(p->f.context, wr_gff_create(p->f.arena, "UTD "), &utd),
                     WR_OK);
    small_add(&p->m, "s_dor3", WR_RES_UTD, utd);
    wr_gff_set_float(p->m.are, p->m.map, "WorldPt1X", -6);
    wr_bytes_finish(&p->m.vis);
    wr_bytes_text(&vis, "s_a 0\r\ns_b 0\r\n");
    p->m.vis = vis;
    p->fresh = small_pack(&p->m);
    struct wr_into_count count = put(p);
    assert_true(count.changed);
    const struct wr_archive *now = read_archive(p);
    const struct wr_gff *git = read_gff(&p->f, now, "s", WR_RES_GIT);
    wr_gff_list *doors = wr_gff_list_of(git->root, "Door List");
    assert_int_equal(wr_gff_list_of(git->root, "Creature List")->count, 1);
    assert_int_equal(doors->count, 3);
    assert_string_equal(wr_gff_text_of(doors->items[0], "Tag", p->f.arena), "s_dor3");
    assert_string_equal(wr_gff_text_of(doors->items[0], "LinkedTo", p->f.arena), "wp_outside");
    assert_true(wr_gff_float(doors->items[0], "X", 0) == 6.25f);
    assert_string_equal(wr_gff_text_of(doors->items[1], "Tag", p->f.arena), "mine");
    assert_string_equal(wr_gff_text_of(doors->items[2], "Tag", p->f.arena), "s_dor0");
    const struct wr_gff *are = read_gff(&p->f, now, "s", WR_RES_ARE);
    assert_string_equal(wr_gff_text_of(are->root, "OnEnter", p->f.arena), "k_enter");
    assert_true(wr_gff_float(wr_gff_find(are->root, "Map")->child, "WorldPt1X", 0) == -6);
    const struct wr_gff *ifo = read_gff(&p->f, now, "module", WR_RES_IFO);
    assert_true(wr_gff_float(ifo->root, "Mod_Entry_X", 0) == 2);
    assert_non_null(wr_archive_find(now, "k_enter", 2010));
    assert_int_equal(wr_archive_find(now, "s", WR_RES_VIS)->size, strlen("s_a 0\r\ns_b 0\r\n"));
}

/* The edited module's layout lists a third model. */
static void list_model(struct small_module *m, const char *name)
{
    wr_lyt_item rooms[] = {
        {"s_a", {0, 0, 0}}, {"s_b", {6, 0, 0}}, {(char *)(uintptr_t)name, {0, 0, 0}}};
    struct wr_lyt lyt = {.dependency = "s.max", .rooms = rooms, .room_count = 3};
    wr_bytes_finish(&m->lyt);
    m->lyt = (struct wr_bytes){0};
    wr_lyt_write(&lyt, &m->lyt);
}

static void what_the_level_has_no_more_is_taken_out(void **state)
{
    struct putting *p = *state;
    list_model(&p->m, "S_Room7");
    wr_gff_struct *row = wr_gff_append(p->m.are, wr_gff_list_of(p->m.are->root, "Rooms"), 0);
    wr_gff_set_string(p->m.are, row, "RoomName", "s_room7");
    struct wr_bytes old_room = {0};
    wr_bytes_text(&old_room, "anything");
    small_add(&p->m, "s_room7", WR_RES_WOK, old_room);
    p->edited = small_pack(&p->m);
    warren_start(&p->m, &p->f);
    wr_gff_remove(wr_gff_list_of(p->m.git->root, "Door List"), 0);
    p->m.left_out = "s_dor0.utd";
    p->fresh = small_pack(&p->m);
    struct wr_into_count count = put(p);
    assert_int_equal(count.removed, 2);
    assert_memory_equal(p->names.data, "s_room7.wok\0s_dor0.utd\0", p->names.size);
    const struct wr_archive *now = read_archive(p);
    assert_null(wr_archive_find(now, "s_room7", WR_RES_WOK));
    assert_null(wr_archive_find(now, "s_dor0", WR_RES_UTD));
    const struct wr_gff *git = read_gff(&p->f, now, "s", WR_RES_GIT);
    assert_int_equal(wr_gff_list_of(git->root, "Door List")->count, 0);
    const struct wr_gff *are = read_gff(&p->f, now, "s", WR_RES_ARE);
    assert_int_equal(wr_gff_list_of(are->root, "Rooms")->count, 2);
}

static void add_text(struct small_module *m, const char *name, uint16_t type)
{
    struct wr_bytes bytes = {0};
    wr_bytes_text(&bytes, "anything");
    small_add(m, name, type, bytes);
}

static void images_go_with_the_numbers_before_them(void **state)
{
    struct putting *p = *state;
    add_text(&p->m, "s_tex0", WR_RES_TGA);
    add_text(&p->m, "s_tex0", WR_RES_TXI); /* somebody's: the new level has no TXI for it */
    add_text(&p->m, "s_tex1", WR_RES_TPC);
    add_text(&p->m, "s_tex1", WR_RES_TXI);
    add_text(&p->m, "s_tex2", WR_RES_TGA); /* made twice: one of them is somebody's */
    add_text(&p->m, "s_tex2", WR_RES_TPC);
    add_text(&p->m, "s_tex9", WR_RES_TGA); /* behind a gap */
    add_text(&p->m, "s_lm0", WR_RES_TGA);
    p->edited = small_pack(&p->m);
    warren_start(&p->m, &p->f);
    add_text(&p->m, "s_tex0", WR_RES_TGA);
    p->fresh = small_pack(&p->m);
    put(p);
    static const char gone[] = "s_tex1.tpc\0s_tex1.txi\0s_lm0.tga";
    assert_int_equal(p->names.size, sizeof gone);
    assert_memory_equal(p->names.data, gone, sizeof gone);
    assert_int_equal(wr_context_count(p->f.context, WR_WARNING), 4);
    const struct wr_archive *now = read_archive(p);
    assert_non_null(wr_archive_find(now, "s_tex0", WR_RES_TXI));
    assert_non_null(wr_archive_find(now, "s_tex9", WR_RES_TGA));
}

/* Names like Warren's, of types or with numbers that it does not give. */
static void what_somebody_called_like_a_part_stays(void **state)
{
    static const struct {
        const char *name;
        uint16_t type;
    } own[] = {{"s_room1", 2009},        {"s_room3", 2029},        {"s_sky", 2009},
               {"lbl_maps", WR_RES_TXI}, {"s_room07", WR_RES_WOK}, {"s_room_7", WR_RES_WOK},
               {"s_pad", WR_RES_MDL},    {"s_lm", WR_RES_TGA},     {"s_dor01", WR_RES_UTD}};
    struct putting *p = *state;
    p->fresh = small_pack(&p->m);
    warren_start(&p->m, &p->f);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        add_text(&p->m, own[i].name, own[i].type);
    p->edited = small_pack(&p->m);
    struct wr_into_count count = put(p);
    assert_false(count.changed);
    assert_said(&p->f, "");
}

static void what_may_be_somebodys_own_stays_with_a_warning(void **state)
{
    static const struct {
        const char *name;
        uint16_t type;
    } doubtful[] = {{"s_room7", WR_RES_WOK},
                    {"s_pad0", WR_RES_MDL},
                    {"s_sky", WR_RES_MDX},
                    {"s_dor9", WR_RES_UTD}};
    struct putting *p = *state;
    size_t number = sizeof doubtful / sizeof *doubtful;
    p->fresh = small_pack(&p->m);
    warren_start(&p->m, &p->f);
    for (size_t i = 0; i < number; i++)
        add_text(&p->m, doubtful[i].name, doubtful[i].type);
    p->edited = small_pack(&p->m);
    struct wr_into_count count = put(p);
    assert_false(count.changed);
    assert_int_equal(count.removed, 0);
    assert_int_equal(wr_context_count(p->f.context, WR_WARNING), number);
}

/* Its layout is replaced anyway, but says nothing of what else is Warren's. */
static void a_damaged_layout_proves_nothing(void **state)
{
    struct putting *p = *state;
    add_text(&p->m, "s_room7", WR_RES_WOK);
    wr_bytes_finish(&p->m.lyt);
    p->m.lyt = (struct wr_bytes){0};
    wr_bytes_text(&p->m.lyt, "beginlayout\nroomcount 3\n s_room7 0 0 x\n");
    p->edited = small_pack(&p->m);
    warren_start(&p->m, &p->f);
    p->fresh = small_pack(&p->m);
    put(p);
    assert_int_equal(p->f.errors, 0);
    assert_int_equal(wr_context_count(p->f.context, WR_WARNING), 1);
    assert_non_null(wr_archive_find(read_archive(p), "s_room7", WR_RES_WOK));
}

static void a_blueprint_goes_with_its_door(void **state)
{
    struct putting *p = *state;
    struct wr_gff *utd = wr_gff_create(p->f.arena, "UTD ");
    wr_gff_set_resref(utd, utd->root, "TemplateResRef", "s_dor0");
    wr_gff_set_resref(utd, utd->root, "OnOpen", "k_mine");
    p->m.left_out = "s_dor0.utd";
    struct wr_bytes bytes = {0};
    assert_int_equal(wr_gff_write(p->f.context, utd, &bytes), WR_OK);
    small_add(&p->m, "s_dorx", WR_RES_UTD, bytes);
    strcpy(p->m.items[0].name, "s_dor0");
    p->edited = small_pack(&p->m);
    warren_start(&p->m, &p->f);
    wr_gff_set_resref(p->m.git, p->m.door, "TemplateResRef", "s_dor1");
    struct wr_gff *locked = wr_gff_create(p->f.arena, "UTD ");
    wr_gff_set_string(locked, locked->root, "KeyName", "vault");
    wr_gff_set_whole(locked, locked->root, "Locked", WR_GFF_BYTE, 1);
    struct wr_bytes other = {0};
    assert_int_equal(wr_gff_write(p->f.context, locked, &other), WR_OK);
    small_add(&p->m, "s_dor1", WR_RES_UTD, other);
    p->m.left_out = "s_dor0.utd";
    p->fresh = small_pack(&p->m);
    put(p);
    const struct wr_archive *now = read_archive(p);
    const struct wr_gff *kept = read_gff(&p->f, now, "s_dor1", WR_RES_UTD);
    assert_string_equal(wr_gff_text_of(kept->root, "OnOpen", p->f.arena), "k_mine");
    assert_string_equal(wr_gff_text_of(kept->root, "TemplateResRef", p->f.arena), "s_dor1");
    assert_string_equal(wr_gff_text_of(kept->root, "KeyName", p->f.arena), "vault");
    assert_int_equal(wr_gff_whole(kept->root, "Locked", 0), 1);
    assert_null(wr_archive_find(now, "s_dor0", WR_RES_UTD));
}

/* A module whose door asks for a key that lies at a waypoint, or did. */
static void add_key(struct small_module *m, bool waypoint)
{
    struct wr_gff *utd = wr_gff_create(m->f->arena, "UTD ");
    struct wr_bytes bytes = {0};
    wr_gff_set_string(utd, utd->root, "KeyName", "brass");
    assert_int_equal(wr_gff_write(m->f->context, utd, &bytes), WR_OK);
    small_add(m, "s_dor?", WR_RES_UTD, bytes);
    strcpy(m->items[m->count - 1].name, "s_dor0");
    m->left_out = "s_dor0.utd";
    if (!waypoint)
        return;
    wr_gff_list *waypoints = wr_gff_set_list(m->git, m->git->root, "WaypointList");
    wr_gff_struct *row = wr_gff_append(m->git, waypoints, 5);
    wr_gff_set_string(m->git, row, "Tag", "key_brass");
    wr_gff_set_local(m->git, row, "LocalizedName", -1, "brass");
    wr_gff_set_float(m->git, row, "XPosition", 2);
}

static void a_key_the_map_gains_brings_its_waypoint_once(void **state)
{
    static const struct {
        bool asked, there; /* in the edited module: by a door; the waypoint */
        uint32_t now;
    } cases[] = {{false, false, 1}, {true, false, 0}, {true, true, 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        start(state);
        struct putting *p = *state;
        if (cases[i].asked)
            add_key(&p->m, cases[i].there);
        p->edited = small_pack(&p->m);
        warren_start(&p->m, &p->f);
        add_key(&p->m, true);
        p->fresh = small_pack(&p->m);
        put(p);
        const struct wr_gff *git = read_gff(&p->f, read_archive(p), "s", WR_RES_GIT);
        const wr_gff_list *waypoints = wr_gff_list_of(git->root, "WaypointList");
        assert_int_equal(waypoints ? waypoints->count : 0, cases[i].now);
        if (cases[i].now > 0) {
            assert_string_equal(wr_gff_text_of(waypoints->items[0], "Tag", p->f.arena),
                                "key_brass");
            assert_true(wr_gff_float(waypoints->items[0], "XPosition", 0) == 2);
        }
        finish(state);
    }
}

static void add_utd(struct small_module *m, bool fixed)
{
    struct wr_gff *utd = wr_gff_create(m->f->arena, "UTD ");
    struct wr_bytes bytes = {0};
    wr_gff_set_resref(utd, utd->root, "TemplateResRef", "s_dor0");
    wr_gff_set_whole(utd, utd->root, "Static", WR_GFF_BYTE, fixed);
    assert_int_equal(wr_gff_write(m->f->context, utd, &bytes), WR_OK);
    small_add(m, "s_dor?", WR_RES_UTD, bytes);
    strcpy(m->items[m->count - 1].name, "s_dor0");
    m->left_out = "s_dor0.utd";
}

static void a_door_opens_where_the_level_goes_on_now(void **state)
{
    static const struct {
        float x;           /* 6: the doorway, 0: a wall of the edited module */
        bool was, is, now; /* fixed */
    } cases[] = {{0, true, false, false},
                 {6, false, true, true},
                 {6, true, false, true}, /* fixed by somebody */
                 {0, false, true, false}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        start(state);
        struct putting *p = *state;
        wr_gff_set_float(p->m.git, p->m.door, "X", cases[i].x);
        add_utd(&p->m, cases[i].was);
        p->edited = small_pack(&p->m);
        warren_start(&p->m, &p->f);
        wr_gff_set_float(p->m.git, p->m.door, "X", cases[i].x);
        add_utd(&p->m, cases[i].is);
        p->fresh = small_pack(&p->m);
        put(p);
        const struct wr_archive *now = read_archive(p);
        const struct wr_gff *utd = read_gff(&p->f, now, "s_dor0", WR_RES_UTD);
        assert_int_equal(wr_gff_whole(utd->root, "Static", -1), cases[i].now);
        finish(state);
    }
}

/* Edges of every walkmesh that lead somewhere, but belong to no face. */
static void spoil_edges(struct wr_bytes *module)
{
    static const char mark[] = "BWM V1.0";
    for (size_t at = 0; at + 136 < module->size; at++) {
        if (memcmp(module->data + at, mark, sizeof mark - 1) != 0)
            continue;
        struct wr_reader head = {module->data, module->size, at + 0x78, false};
        uint32_t count = wr_reader_u32(&head), edges = wr_reader_u32(&head);
        for (uint32_t i = 0; i < count; i++) {
            wr_bytes_patch_u32(module, at + edges + 8 * i, 0x60000000 + i);
            wr_bytes_patch_u32(module, at + edges + 8 * i + 4, 1);
        }
    }
}

static void a_damaged_walkmesh_of_the_edited_module_does_no_harm(void **state)
{
    struct putting *p = *state;
    add_utd(&p->m, true);
    p->edited = small_pack(&p->m);
    spoil_edges(&p->edited);
    warren_start(&p->m, &p->f);
    add_utd(&p->m, false);
    p->fresh = small_pack(&p->m);
    put(p);
    const struct wr_archive *now = read_archive(p);
    const struct wr_gff *utd = read_gff(&p->f, now, "s_dor0", WR_RES_UTD);
    assert_int_equal(wr_gff_whole(utd->root, "Static", -1), 0); /* nothing led on before */
}

static void an_entry_without_floor_is_moved(void **state)
{
    struct putting *p = *state;
    p->fresh = small_pack(&p->m);
    warren_start(&p->m, &p->f);
    wr_gff_set_float(p->m.ifo, p->m.ifo->root, "Mod_Entry_X", 40);
    p->edited = small_pack(&p->m);
    put(p);
    assert_said(&p->f,
                "0:0: note [into-entry-moved] where the player arrived there is no floor "
                "any more; the entry is that of the level\n");
    const struct wr_gff *ifo = read_gff(&p->f, read_archive(p), "module", WR_RES_IFO);
    assert_true(wr_gff_float(ifo->root, "Mod_Entry_X", 0) == 3);
}

static const struct wr_bytes *fresh_module;

static enum wr_result put_any(struct findings *f, const struct wr_source *source)
{
    struct wr_source fresh = {
        .name = "fresh", .data = fresh_module->data, .size = fresh_module->size};
    struct wr_bytes out = {0};
    struct wr_into_count count = {0};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const struct wr_into_level level = {.id = "s", .surfaces = &surfaces};
    enum wr_result result = wr_module_into(f->context, source, &fresh, &level, &out, &count);
    wr_bytes_finish(&out);
    return result;
}

static void putting_survives_without_memory(void **state)
{
    struct putting *p = *state;
    small_door(p->m.git, 12, 3, "s_dor1");
    p->fresh = small_pack(&p->m);
    warren_start(&p->m, &p->f);
    wr_gff_set_float(p->m.are, p->m.map, "WorldPt1X", -6);
    p->edited = small_pack(&p->m);
    fresh_module = &p->fresh;
    damage_starve(put_any, p->edited.data, p->edited.size);
}

static bool refuse(const void *place)
{
    (void)place;
    return true;
}

/* What is told of a name that there was no memory for is not a name. */
static void a_name_without_memory_is_none(void **state)
{
    (void)state;
    struct wr_arena *arena = wr_arena_create();
    struct wr_into_names names;
    assert_non_null(arena);
    assert_true(wr_into_names_start(arena, 2, &names));
    assert_true(wr_into_names_add(arena, &names, "Hall"));
    wr_refuse_takes(refuse);
    bool added = wr_into_names_add(arena, &names, "cellar");
    wr_refuse_takes(NULL);
    assert_false(added);
    wr_into_names_sort(&names);
    assert_int_equal(names.count, 1);
    assert_true(wr_into_names_has(&names, "hall"));
    wr_arena_destroy(arena);
}

#define PUTTING(test) cmocka_unit_test_setup_teardown(test, start, finish)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_name_without_memory_is_none),
        PUTTING(nothing_changes_where_nothing_changed),
        PUTTING(what_was_edited_stays_when_the_level_changes),
        PUTTING(what_the_level_has_no_more_is_taken_out),
        PUTTING(images_go_with_the_numbers_before_them),
        PUTTING(what_somebody_called_like_a_part_stays),
        PUTTING(what_may_be_somebodys_own_stays_with_a_warning),
        PUTTING(a_damaged_layout_proves_nothing),
        PUTTING(a_blueprint_goes_with_its_door),
        cmocka_unit_test(a_key_the_map_gains_brings_its_waypoint_once),
        cmocka_unit_test(a_door_opens_where_the_level_goes_on_now),
        PUTTING(a_damaged_walkmesh_of_the_edited_module_does_no_harm),
        PUTTING(an_entry_without_floor_is_moved),
        PUTTING(putting_survives_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
