/* Every rule about a module's archive: kept by a small module, and broken in one place. */
#include "tests/support/damage.h"
#include "tests/support/small_module.h"

#include "builder/inspect/check_archive.h"

static enum wr_result judge(struct findings *f, const struct wr_source *source)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kind_file file = {.source = *source, .arena = f->arena, .surfaces = &surfaces};
    return wr_check_archive(f->context, &file);
}

/* Takes the offsets out of findings: "0x74: error" becomes "at: error". */
static void hide_offsets(char *said)
{
    char *to = said;
    bool start = true;
    for (const char *from = said; *from; start = *from++ == '\n') {
        if (start && strncmp(from, "0x", 2) == 0) {
            *to++ = 'a';
            *to++ = 't';
            from = strchr(from, ':');
        }
        *to++ = *from;
    }
    *to = '\0';
}

/* Packs and judges; what is said, but for the images grey boxes need of the game. */
static void assert_judged(struct small_module *m, const char *expected)
{
    struct findings g;
    findings_start(&g);
    struct wr_bytes bytes = small_pack(m);
    enum wr_result result = judge(&g, findings_bytes(&g, bytes.data, bytes.size));
    assert_int_equal(result != WR_OK, g.errors > 0);
    char *said = (char *)(uintptr_t)findings_said(&g);
    char *images = strstr(said, "0:0: note [images-external]");
    const char *behind = images ? strchr(images, '\n') : NULL;
    if (behind)
        memmove(images, behind + 1, strlen(behind));
    hide_offsets(said);
    assert_string_equal(said, expected);
    wr_bytes_finish(&bytes);
    findings_end(&g);
}

static int start(void **state)
{
    static struct findings findings;
    static struct small_module module;
    findings_start(&findings);
    small_start(&module, &findings);
    *state = &module;
    return 0;
}

static int finish(void **state)
{
    struct small_module *m = *state;
    wr_bytes_finish(&m->lyt); /* of a module that was not packed */
    wr_bytes_finish(&m->vis);
    findings_end(m->f);
    return 0;
}

static void a_good_module_is_praised(void **state)
{
    struct small_module *m = *state;
    assert_judged(m, "");
    assert_said(m->f, "");
}

/* ---- The entry --------------------------------------------------------------------------- */

static void the_entry_must_be_on_the_floor(void **state)
{
    struct small_module *m = *state;
    wr_gff_set_float(m->ifo, m->ifo->root, "Mod_Entry_X", -3);
    assert_judged(
        m, "at: error [ifo-entry-floor] the player arrives at (-3.00, 3.00, 0.00), where "
           "there is no floor (move Mod_Entry_X, Y and Z onto the floor of a room)\n");
    small_start(m, m->f);
    wr_gff_set_float(m->ifo, m->ifo->root, "Mod_Entry_Z", 1.5f);
    assert_judged(m, "at: warning [ifo-entry-height] the player arrives at height 1.50, but "
                     "the floor is at 0.00\n");
    small_start(m, m->f);
    wr_gff_set_float(m->ifo, m->ifo->root, "Mod_Entry_X", 0.5f);
    assert_judged(m, "at: warning [ifo-entry-wall] the player arrives 0.50 m from a wall (the "
                     "game moves who arrives too near to a wall, or lets them stick in it)\n");
    small_start(m, m->f);
    wr_gff_set_float(m->ifo, m->ifo->root, "Mod_Entry_Dir_Y", 1);
    assert_judged(m, "at: warning [ifo-entry-direction] the direction of arrival (1.000, "
                     "1.000) is not of length 1\n");
}

static void the_area_must_be_there_and_listed(void **state)
{
    struct small_module *m = *state;
    wr_gff_remove(wr_gff_list_of(m->ifo->root, "Mod_Area_list"), 0);
    assert_judged(m, "at: error [ifo-area-list] Mod_Area_list does not hold 's', the entry "
                     "area (the list holds the area's name and nothing else)\n");
    small_start(m, m->f);
    wr_gff_list *areas = wr_gff_list_of(m->ifo->root, "Mod_Area_list");
    wr_gff_set_resref(m->ifo, wr_gff_append(m->ifo, areas, 6), "Area_Name", "t");
    assert_judged(m, "at: warning [ifo-area-list] Mod_Area_list holds 2 areas; the game knows "
                     "one a module\n");
    small_start(m, m->f);
    wr_gff_set_resref(m->ifo, m->ifo->root, "Mod_Entry_Area", "");
    assert_judged(m, "at: error [module-area-missing] Mod_Entry_Area names no area\n");
    small_start(m, m->f);
    m->left_out = "s.git";
    assert_judged(m, "0:0: error [module-area-missing] the module has no 's.git' (the entry "
                     "area must be in the module, with its ARE and GIT)\n");
    small_start(m, m->f);
    m->left_out = "module.ifo";
    assert_judged(m, "0:0: error [module-ifo-missing] the module has no 'module.ifo' (the "
                     "game asks it where to begin)\n");
    small_start(m, m->f);
    memcpy(m->are->type, "UTC ", 4);
    assert_judged(
        m, "at: error [module-gff-type] the file says that it is of type 'UTC ', not 'ARE '\n");
}

static void an_archive_without_an_area_needs_no_entry(void **state)
{
    struct small_module *m = *state;
    enum { LIP = 3004 };
    struct findings g;
    const wr_resource lip = {.type = LIP, .name = "n_line01", .offset = 192, .size = 4};
    struct wr_bytes bytes = {0};
    assert_int_equal(wr_erf_write_head(m->f->context, WR_NOWHERE, "MOD ", &lip, 1, &bytes),
                     WR_OK);
    assert_int_equal(bytes.size, lip.offset);
    wr_bytes_text(&bytes, "lips");
    findings_start(&g);
    assert_int_equal(judge(&g, findings_bytes(&g, bytes.data, bytes.size)), WR_OK);
    assert_said(&g, "");
    findings_end(&g);
    wr_bytes_finish(&bytes);
}

/* RIMs of one resource, each the next RIM; the innermost holds `last`. */
static struct wr_bytes nest(uint32_t depth, const char *last)
{
    enum { HEADER = 120, WHOLE = 152, RIM = 3002 };
    struct wr_bytes out = {0};
    for (uint32_t i = 0; i < depth; i++) {
        const uint32_t words[] = {0, 1, HEADER};
        const uint32_t rest = (uint32_t)(WHOLE * (depth - i - 1) + strlen(last));
        const uint32_t key[] = {RIM, 0, WHOLE, rest};
        wr_bytes_text(&out, "RIM V1.0");
        wr_bytes_words(&out, words, 3);
        memset(wr_bytes_extend(&out, HEADER - 20), 0, HEADER - 20);
        wr_bytes_add(&out, "inner\0\0\0\0\0\0\0\0\0\0", 16);
        wr_bytes_words(&out, key, 4);
    }
    wr_bytes_text(&out, last);
    return out;
}

/* However deep they lie: what reads one inside the other runs out of stack. */
static void of_archives_in_archives_only_the_table_is_judged(void **state)
{
    (void)state;
    struct findings g;
    findings_start(&g);
    struct wr_bytes deep = nest(200000, "GFF V3.2 and no more"), bad = nest(1, "RIM V1.0");
    assert_int_equal(judge(&g, findings_bytes(&g, deep.data, deep.size)), WR_OK);
    assert_said(&g, "");
    assert_int_equal(judge(&g, findings_bytes(&g, bad.data, bad.size)), WR_SYNTAX);
    assert_said(&g, "0x8: error [archive-short] the file ends within its header\n");
    wr_bytes_finish(&deep);
    wr_bytes_finish(&bad);
    findings_end(&g);
}

/* ---- The area ---------------------------------------------------------------------------- */

static void rooms_and_map_must_fit(void **state)
{
    struct small_module *m = *state;
    wr_gff_set_string(m->are, wr_gff_list_of(m->are->root, "Rooms")->items[1], "RoomName",
                      "s_c");
    assert_judged(m, "at: warning [are-rooms] the area's Rooms lack 1 of the layout's, 's_b' "
                     "first (they have no sound of their own)\nat: warning [are-rooms] the "
                     "layout lacks 1 of the area's Rooms, 's_c' first\n");
    small_start(m, m->f);
    wr_gff_set_float(m->are, m->map, "MapPt2X", 512);
    assert_judged(m, "at: warning [are-map] a point of the map lies outside 0 to 1 (they are "
                     "fractions, not pixels)\n");
    small_start(m, m->f);
    wr_gff_set_float(m->are, m->map, "WorldPt2X", -5);
    assert_judged(m, "at: warning [are-map] the map's two points of the world are one in X or "
                     "in Y (the game divides by their distance)\n");
    small_start(m, m->f);
    wr_gff_set_whole(m->are, m->map, "NorthAxis", WR_GFF_INT, 4);
    assert_judged(m, "at: warning [are-map] NorthAxis is 4, which is no direction (0 is +Y, 1 "
                     "is -Y, 2 is +X, 3 is -X)\n");
    small_start(m, m->f);
    wr_gff_set_float(m->are, m->map, "WorldPt2X", 10);
    assert_judged(m,
                  "at: warning [are-map] some of the floor lies outside the map's picture\n");
    small_start(m, m->f);
    wr_gff_set_string(m->are, m->are->root, "Map", "");
    assert_judged(m, "at: warning [are-map] the area has no Map\n");
}

static void the_map_may_be_turned(void **state)
{
    struct small_module *m = *state;
    wr_gff_set_whole(m->are, m->map, "NorthAxis", WR_GFF_INT, 3);
    assert_judged(m, "");
    small_start(m, m->f);
    m->left_out = "lbl_maps.tga";
    assert_judged(m, "0:0: note [module-minimap] the module has no picture 'lbl_maps' for its "
                     "map: the game must have it\n");
}

/* ---- Doors ------------------------------------------------------------------------------- */

static void doors_stand_one_in_a_doorway(void **state)
{
    struct small_module *m = *state;
    small_door(m->git, 3, 3, "lost");
    assert_judged(m, "at: warning [git-door-place] the door 'lost' at (3.00, 3.00, 0.00) "
                     "stands in no doorway (a door stands where the floor of a room ends)\n");
    small_start(m, m->f);
    small_door(m->git, 6.25f, 3, "second");
    assert_judged(m, "at: warning [git-door-twice] the doors 's_dor0' and 'second' stand in "
                     "one doorway (take one of them out)\n");
    small_start(m, m->f);
    wr_gff_set_string(m->git, m->door, "LinkedTo", "s_dor0");
    wr_gff_set_resref(m->git, m->door, "LinkedToModule", "S");
    wr_gff_set_whole(m->git, m->door, "LinkedToFlags", WR_GFF_BYTE, 1);
    assert_judged(m, "at: warning [git-door-self] the door 's_dor0' leads to itself (a door "
                     "inside a module needs no link: leave LinkedTo empty)\n");
    small_start(m, m->f);
    wr_gff_set_resref(m->git, m->door, "TemplateResRef", "elsewhere");
    assert_judged(m, "at: note [git-door-blueprint] the door 's_dor0' is made of "
                     "'elsewhere.utd', which the game must have\n");
    small_start(m, m->f);
    wr_gff_set_resref(m->git, m->door, "TemplateResRef", "");
    assert_judged(
        m, "at: warning [git-door-blueprint] a door has no blueprint (TemplateResRef)\n");
}

/* ---- Paths ------------------------------------------------------------------------------- */

static void paths_are_in_range_and_over_floor(void **state)
{
    struct small_module *m = *state;
    wr_gff_list *points = wr_gff_list_of(m->pth->root, "Path_Points");
    wr_gff_list *hops = wr_gff_list_of(m->pth->root, "Path_Conections");
    wr_gff_set_whole(m->pth, points->items[1], "First_Conection", WR_GFF_DWORD, 2);
    wr_gff_set_whole(m->pth, hops->items[0], "Destination", WR_GFF_DWORD, 7);
    assert_judged(m,
                  "0:0: error [pth-index] path point 1 has connections 2 to 2, but there are "
                  "2\n0:0: error [pth-index] connection 0 leads to path point 7 of 2\n");
    small_start(m, m->f);
    points = wr_gff_list_of(m->pth->root, "Path_Points");
    wr_gff_set_whole(m->pth, points->items[1], "Conections", WR_GFF_DWORD, 0);
    assert_judged(m, "0:0: warning [pth-one-way] connections without one that leads back: 1, "
                     "the first from path point 0\n");
    small_start(m, m->f);
    points = wr_gff_list_of(m->pth->root, "Path_Points");
    wr_gff_set_whole(m->pth, points->items[1], "Conections", WR_GFF_DWORD, 2);
    wr_gff_set_whole(m->pth, points->items[1], "First_Conection", WR_GFF_DWORD, 0);
    assert_judged(m, "0:0: warning [pth-one-way] path points share connections: they count 3, "
                     "but there are 2\n");
    small_start(m, m->f);
    points = wr_gff_list_of(m->pth->root, "Path_Points");
    wr_gff_set_float(m->pth, points->items[1], "Y", 9);
    assert_judged(m,
                  "0:0: warning [pth-floor] connections that leave the floor: 1, the first "
                  "from path point 0 at (3.00, 3.00) (creatures walk straight along them)\n");
}

/* ---- Models and the rest ----------------------------------------------------------------- */

static void rooms_need_their_models(void **state)
{
    struct small_module *m = *state;
    m->left_out = "s_b.mdl";
    assert_judged(m,
                  "0:0: warning [module-model-missing] rooms with a walkmesh and no model in "
                  "the module, 1 in all: s_b (what the game does not have is not drawn)\n");
    small_start(m, m->f);
    m->left_out = "s_b.mdx";
    assert_judged(m, "0:0: error [module-model-missing] the module has 's_b.mdl', but no "
                     "'s_b.mdx' (a model is two files)\n");
    small_start(m, m->f);
    m->model_moved.y = 0.25f;
    assert_judged(
        m, "0:0: warning [module-walkmesh-differs] the walkmesh in the model of 's_a' lies "
           "0.2500 m beside its WOK (the camera goes by the model's, feet by the WOK)\n0:0: "
           "warning [module-walkmesh-differs] the walkmesh in the model of 's_b' lies 0.2500 "
           "m beside its WOK (the camera goes by the model's, feet by the WOK)\n");
    small_start(m, m->f);
    m->left_out = "s_b.wok";
    assert_judged(m, "0:0: error [transition-nowhere] edge 4 leads to room 1, but the layout "
                     "has rooms 0 to 0 (no other room has an edge there: list the room it "
                     "led to, or let it bear -1)\n0:0: warning "
                     "[pth-floor] connections that leave the floor: 1, the first from path "
                     "point 0 at (3.00, 3.00) (creatures walk straight along them)\n");
    small_start(m, m->f);
    m->left_out = "s_b.";
    assert_judged(
        m, "0:0: note [module-model-missing] rooms that must be in the game, 1 in all: s_b\n");
}

static void a_module_of_the_games_own_rooms_is_judged_as_far_as_it_goes(void **state)
{
    struct small_module *m = *state;
    m->left_out = "s.lyt";
    assert_judged(m, "0:0: note [module-lyt-elsewhere] the module has no 's.lyt': the game "
                     "must have it (its rooms are not judged)\n");
}

static void a_wrong_resource_is_found_wherever_it_is(void **state)
{
    struct small_module *m = *state;
    struct wr_bytes broken = {0};
    wr_bytes_text(&broken, "UTC V3.2 and no more");
    small_add(m, "guard", 2027, broken);
    assert_judged(m, "at: error [gff-short] the file ends within its header\n");
}

/* Every so many bytes, since a module has many. */
static void damaged_modules_are_survived(void **state)
{
    struct small_module *m = *state;
    enum { STRIDE = 31 };
    struct wr_bytes bytes = small_pack(m);
    for (size_t i = 0; i < bytes.size; i += i < 4000 ? 3 : STRIDE)
        for (unsigned flip = 1; flip < 256; flip *= 16) {
            bytes.data[i] ^= (uint8_t)flip;
            damage_try(judge, bytes.data, bytes.size);
            bytes.data[i] ^= (uint8_t)flip;
        }
    for (size_t cut = 0; cut < bytes.size; cut += 4 * STRIDE)
        damage_try(judge, bytes.data, cut);
    wr_bytes_finish(&bytes);
}

static void judging_survives_without_memory(void **state)
{
    struct small_module *m = *state;
    struct wr_bytes bytes = small_pack(m);
    damage_starve(judge, bytes.data, bytes.size);
    wr_bytes_finish(&bytes);
}

#define JUDGING(test) cmocka_unit_test_setup_teardown(test, start, finish)

int main(void)
{
    const struct CMUnitTest tests[] = {
        JUDGING(a_good_module_is_praised),
        JUDGING(the_entry_must_be_on_the_floor),
        JUDGING(the_area_must_be_there_and_listed),
        JUDGING(an_archive_without_an_area_needs_no_entry),
        JUDGING(of_archives_in_archives_only_the_table_is_judged),
        JUDGING(rooms_and_map_must_fit),
        JUDGING(the_map_may_be_turned),
        JUDGING(doors_stand_one_in_a_doorway),
        JUDGING(paths_are_in_range_and_over_floor),
        JUDGING(rooms_need_their_models),
        JUDGING(a_module_of_the_games_own_rooms_is_judged_as_far_as_it_goes),
        JUDGING(a_wrong_resource_is_found_wherever_it_is),
        JUDGING(damaged_modules_are_survived),
        JUDGING(judging_survives_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
