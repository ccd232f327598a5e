/* Putting a level into a module whose rooms and doors the map was taken out with: exactly these
 * are replaced. */
#include "tests/support/small_module.h"

#include "builder/module/into.h"
#include "core/base/math.h"
#include "core/base/random.h"

enum { MOST = 8 };

/* A module under names of its own, a level, and what the map says of both. */
struct taken_up {
    struct findings f;
    struct small_module m; /* at hand */
    struct wr_bytes edited, fresh, out, names;
    struct wr_source source;
    struct wr_map map;
    wr_map_door doors[MOST];
    wr_into_door fates[MOST];
};

static int start(void **state)
{
    static struct taken_up up;
    up = (struct taken_up){0};
    findings_start(&up.f);
    small_start(&up.m, &up.f);
    up.map.replaces.doors = up.doors;
    *state = &up;
    return 0;
}

static int finish(void **state)
{
    struct taken_up *up = *state;
    wr_bytes_finish(&up->edited);
    wr_bytes_finish(&up->fresh);
    wr_bytes_finish(&up->out);
    wr_bytes_finish(&up->names);
    wr_bytes_finish(&up->m.lyt);
    wr_bytes_finish(&up->m.vis);
    findings_end(&up->f);
    return 0;
}

static void next_module(struct taken_up *up, struct wr_bytes *done)
{
    *done = small_pack(&up->m);
    small_start(&up->m, &up->f);
    wr_gff_remove(wr_gff_list_of(up->m.git->root, "Door List"), 0);
}

/* A door of the game's, at a place of the edited module. */
static wr_gff_struct *game_door(struct taken_up *up, float x, float y, const char *tag)
{
    wr_gff_struct *row = small_door(up->m.git, x, y, tag);
    wr_gff_set_resref(up->m.git, row, "TemplateResRef", "man_door01");
    wr_gff_set_string(up->m.git, row, "LinkedTo", "wp_out");
    wr_gff_set_float(up->m.git, row, "Bearing", 1.5f);
    return row;
}

/* The map says that a row is a door, which the level has where it was. */
static wr_into_door *know(struct taken_up *up, uint32_t row, const char *tag, float x, float y)
{
    uint32_t i = up->map.replaces.door_count++;
    up->doors[i] = (wr_map_door){.row = row, .tag = tag, .position = {x, y, 0}};
    up->fates[i] = (wr_into_door){
        .stays = true, .in_place = true, .at = {x, y, 0}, .bearing = 1.5f, .row = WR_NONE};
    return &up->fates[i];
}

static struct wr_into_count put_bytes(struct taken_up *up, const struct wr_bytes *edited,
                                      struct wr_bytes *out)
{
    struct wr_source sources[2] = {
        {.name = "edited", .data = edited->data, .size = edited->size},
        {.name = "fresh", .data = up->fresh.data, .size = up->fresh.size}};
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    const struct wr_into_level level = {
        .id = "s", .surfaces = &surfaces, .map = &up->map, .doors = up->fates};
    struct wr_into_count count = {.names = &up->names};
    up->names.size = 0;
    if (wr_module_into(up->f.context, &sources[0], &sources[1], &level, out, &count) != WR_OK)
        fail_msg("%s", findings_said(&up->f));
    return count;
}

static struct wr_into_count put(struct taken_up *up)
{
    return put_bytes(up, &up->edited, &up->out);
}

static struct wr_archive *read_archive(struct taken_up *up)
{
    struct wr_archive *archive;
    up->source = (struct wr_source){.name = "into", .data = up->out.data, .size = up->out.size};
    assert_int_equal(wr_archive_read(up->f.context, up->f.arena, &up->source, &archive), WR_OK);
    return archive;
}

static const wr_gff_list *doors_of(struct taken_up *up)
{
    struct wr_gff *gff;
    struct wr_source *source = WR_TAKE(up->f.arena, struct wr_source, 1);
    const struct wr_archive *archive = read_archive(up);
    assert_int_equal(wr_archive_source(up->f.context, up->f.arena, archive,
                                       wr_archive_find(archive, "s", WR_RES_GIT), source),
                     WR_OK);
    assert_int_equal(wr_gff_read(up->f.context, up->f.arena, source, &gff), WR_OK);
    return wr_gff_list_of(gff->root, "Door List");
}

static const char *text(struct taken_up *up, const wr_gff_struct *row, const char *label)
{
    return wr_gff_text_of(row, label, up->f.arena);
}

/* ---- Doors ---- */

static void a_door_of_the_map_keeps_its_row(void **state)
{
    struct taken_up *up = *state;
    wr_gff_remove(wr_gff_list_of(up->m.git->root, "Door List"), 0);
    game_door(up, 6, 3, "gate");
    game_door(up, 2, 2, "cupboard");
    next_module(up, &up->edited);
    know(up, 0, "gate", 6, 3)->row = 0;
    small_door(up->m.git, 6.1f, 3, "gate");
    next_module(up, &up->fresh);
    put(up);
    const wr_gff_list *doors = doors_of(up);
    assert_int_equal(doors->count, 2);
    assert_string_equal(text(up, doors->items[0], "TemplateResRef"), "man_door01");
    assert_string_equal(text(up, doors->items[0], "LinkedTo"), "wp_out");
    assert_true(wr_gff_float(doors->items[0], "X", 0) == 6);
    assert_string_equal(text(up, doors->items[1], "Tag"), "cupboard");
    assert_said(&up->f, "");
}

static void a_door_goes_with_its_room(void **state)
{
    struct taken_up *up = *state;
    wr_gff_remove(wr_gff_list_of(up->m.git->root, "Door List"), 0);
    game_door(up, 6, 3, "gate");
    next_module(up, &up->edited);
    wr_into_door *fate = know(up, 0, "gate", 6, 3);
    fate->in_place = false;
    fate->at = wr_vec3_of(9, 6, 1);
    fate->bearing = -0.25f;
    next_module(up, &up->fresh);
    put(up);
    const wr_gff_list *doors = doors_of(up);
    assert_int_equal(doors->count, 1);
    assert_true(wr_gff_float(doors->items[0], "X", 0) == 9);
    assert_true(wr_gff_float(doors->items[0], "Z", 0) == 1);
    assert_true(wr_gff_float(doors->items[0], "Bearing", 0) == -0.25f);
    assert_string_equal(text(up, doors->items[0], "Tag"), "gate");
    assert_string_equal(text(up, doors->items[0], "TemplateResRef"), "man_door01");
}

static void a_door_whose_doorway_is_gone_is_removed_and_named(void **state)
{
    struct taken_up *up = *state;
    wr_gff_remove(wr_gff_list_of(up->m.git->root, "Door List"), 0);
    game_door(up, 2, 2, "cupboard");
    game_door(up, 6, 3, "gate");
    next_module(up, &up->edited);
    know(up, 1, "gate", 6, 3)->stays = false;
    next_module(up, &up->fresh);
    struct wr_into_count count = put(up);
    const wr_gff_list *doors = doors_of(up);
    assert_int_equal(doors->count, 1);
    assert_string_equal(text(up, doors->items[0], "Tag"), "cupboard");
    assert_int_equal(count.removed, 1);
    assert_string_equal((const char *)up->names.data, "door gate of row 1");
    /* what it is made of is the game's, or another door's too */
    struct wr_bytes first = up->out;
    up->out = (struct wr_bytes){0};
    assert_false(put_bytes(up, &first, &up->out).changed);
    assert_said(&up->f, "");
    wr_bytes_finish(&first);
}

/* A modder put doors before it, of the same tag. */
static void a_door_is_known_by_its_place_where_rows_are_others(void **state)
{
    struct taken_up *up = *state;
    wr_gff_remove(wr_gff_list_of(up->m.git->root, "Door List"), 0);
    game_door(up, 1, 1, "gate");
    game_door(up, 6, 3, "other");
    game_door(up, 6, 3, "gate");
    next_module(up, &up->edited);
    know(up, 0, "gate", 6, 3)->stays = false;
    next_module(up, &up->fresh);
    put(up);
    const wr_gff_list *doors = doors_of(up);
    assert_int_equal(doors->count, 2);
    assert_true(wr_gff_float(doors->items[0], "X", 0) == 1);
    assert_string_equal(text(up, doors->items[1], "Tag"), "other");
}

/* Neither row nor place tell the door of the map from that of somebody else. */
static void a_door_in_doubt_stays(void **state)
{
    struct taken_up *up = *state;
    wr_gff_remove(wr_gff_list_of(up->m.git->root, "Door List"), 0);
    game_door(up, 3, 1, "gate");
    next_module(up, &up->edited);
    know(up, 0, "gate", 6, 3)->stays = false;
    next_module(up, &up->fresh);
    assert_int_equal(put(up).removed, 0);
    assert_int_equal(doors_of(up)->count, 1);
}

static void a_row_beyond_the_list_is_told(void **state)
{
    struct taken_up *up = *state;
    wr_gff_remove(wr_gff_list_of(up->m.git->root, "Door List"), 0);
    next_module(up, &up->edited);
    know(up, 40, "gate", 6, 3)->row = 0;
    small_door(up->m.git, 6, 3, "gate");
    next_module(up, &up->fresh);
    put(up);
    assert_said(&up->f,
                "0:0: warning [into-door-missing] the module has no door 'gate', neither "
                "in row 40 nor where it was (take it out of the map's 'replaces', or put "
                "the door back)\n");
    assert_int_equal(doors_of(up)->count, 1);
}

/* The game's own blueprint may hang elsewhere too. */
static void a_lock_of_the_map_is_put_into_a_copy(void **state)
{
    struct taken_up *up = *state;
    struct wr_gff *utd = wr_gff_create(up->f.arena, "UTD ");
    wr_gff_set_resref(utd, utd->root, "OnOpen", "k_open");
    wr_gff_remove(wr_gff_list_of(up->m.git->root, "Door List"), 0);
    game_door(up, 6, 3, "gate");
    small_add_gff(&up->m, "man_door01", WR_RES_UTD, utd);
    next_module(up, &up->edited);
    know(up, 0, "gate", 6, 3)->row = 0;
    struct wr_gff *locked = wr_gff_create(up->f.arena, "UTD ");
    wr_gff_set_string(locked, locked->root, "KeyName", "brass");
    wr_gff_set_resref(up->m.git, small_door(up->m.git, 6, 3, "gate"), "TemplateResRef",
                      "s_dor1");
    small_add_gff(&up->m, "s_dor1", WR_RES_UTD, locked);
    next_module(up, &up->fresh);
    put(up);
    const struct wr_archive *now = read_archive(up);
    struct wr_source source;
    assert_int_equal(wr_archive_source(up->f.context, up->f.arena, now,
                                       wr_archive_find(now, "s_dor1", WR_RES_UTD), &source),
                     WR_OK);
    assert_int_equal(wr_gff_read(up->f.context, up->f.arena, &source, &utd), WR_OK);
    assert_string_equal(text(up, utd->root, "KeyName"), "brass");
    assert_string_equal(text(up, utd->root, "OnOpen"), "k_open");
    assert_non_null(wr_archive_find(now, "man_door01", WR_RES_UTD));
    assert_string_equal(text(up, doors_of(up)->items[0], "TemplateResRef"), "s_dor1");
}

/* Nothing of it is to change, also where it leaves out what is usual. */
static void a_blueprint_of_the_game_is_shared_while_it_serves(void **state)
{
    struct taken_up *up = *state;
    struct wr_gff *utd = wr_gff_create(up->f.arena, "UTD "), *plain;
    wr_gff_set_resref(utd, utd->root, "OnOpen", "k_open");
    wr_gff_remove(wr_gff_list_of(up->m.git->root, "Door List"), 0);
    game_door(up, 6, 3, "gate");
    small_add_gff(&up->m, "man_door01", WR_RES_UTD, utd);
    next_module(up, &up->edited);
    know(up, 0, "gate", 6, 3)->row = 0;
    plain = wr_gff_create(up->f.arena, "UTD ");
    wr_gff_set_resref(up->m.git, small_door(up->m.git, 6, 3, "gate"), "TemplateResRef",
                      "s_dor1");
    small_add_gff(&up->m, "s_dor1", WR_RES_UTD, plain);
    next_module(up, &up->fresh);
    put(up);
    const struct wr_archive *now = read_archive(up);
    assert_non_null(wr_archive_find(now, "man_door01", WR_RES_UTD));
    assert_null(wr_archive_find(now, "s_dor1", WR_RES_UTD));
    assert_string_equal(text(up, doors_of(up)->items[0], "TemplateResRef"), "man_door01");
}

/* ---- Rooms ---- */

static void add_room(struct taken_up *up, const char *name, bool listed)
{
    struct wr_bytes part = {0};
    wr_lyt_item rooms[] = {{"s_a", {0, 0, 0}}, {"s_b", {6, 0, 0}}, {name, {12, 0, 0}}};
    struct wr_lyt lyt = {.dependency = "s.max", .rooms = rooms, .room_count = 2 + listed};
    wr_bytes_finish(&up->m.lyt);
    up->m.lyt = (struct wr_bytes){0};
    wr_lyt_write(&lyt, &up->m.lyt);
    wr_bytes_text(&part, "a room");
    small_add(&up->m, name, WR_RES_WOK, part);
}

static void a_room_of_the_map_is_taken_out_and_named(void **state)
{
    struct taken_up *up = *state;
    static const char *const rooms[] = {"s_a", "s_b", "m12aa_01c"};
    add_room(up, "m12aa_01c", true);
    next_module(up, &up->edited);
    next_module(up, &up->fresh);
    up->map.replaces.rooms = rooms;
    up->map.replaces.room_count = 3;
    put(up);
    assert_null(wr_archive_find(read_archive(up), "m12aa_01c", WR_RES_WOK));
    assert_string_equal((const char *)up->names.data, "m12aa_01c.wok");
    assert_said(&up->f, "");
}

static void a_room_that_only_bears_the_name_stays(void **state)
{
    struct taken_up *up = *state;
    static const char *const rooms[] = {"m12aa_01c"};
    add_room(up, "m12aa_01c", false);
    next_module(up, &up->edited);
    next_module(up, &up->fresh);
    up->map.replaces.rooms = rooms;
    up->map.replaces.room_count = 1;
    put(up);
    assert_non_null(wr_archive_find(read_archive(up), "m12aa_01c", WR_RES_WOK));
    assert_int_equal(wr_context_count(up->f.context, WR_WARNING), 1);
    assert_non_null(strstr(findings_said(&up->f), "[into-kept]"));
}

static void a_room_that_the_map_does_not_know_keeps_its_files(void **state)
{
    struct taken_up *up = *state;
    add_room(up, "cave", true);
    next_module(up, &up->edited);
    next_module(up, &up->fresh);
    put(up);
    assert_non_null(wr_archive_find(read_archive(up), "cave", WR_RES_WOK));
    assert_non_null(strstr(findings_said(&up->f), "[into-room-left] the module's layout has a "
                                                  "room 'cave' that the map does not know"));
}

/* ---- Whatever doors there are ---- */

/* Doors of few tags at few places, of which the map knows some; all others stay in their order,
 * and a second time nothing changes. */
static void doors_that_the_map_does_not_know_stay(void **state)
{
    static const char *const tags[] = {"gate", "Gate", "door", ""};
    (void)state;
    for (uint64_t seed = 1; seed <= 400; seed++) {
        struct taken_up *up;
        start((void **)&up);
        wr_random random = wr_random_of(seed, 0);
        uint32_t count = wr_random_below(&random, MOST), strangers = 0, seen = 0;
        bool known[MOST] = {false};
        wr_gff_remove(wr_gff_list_of(up->m.git->root, "Door List"), 0);
        for (uint32_t i = 0; i < count; i++) {
            const char *tag = tags[wr_random_below(&random, 4)];
            float x = (float)(4 * i), y = (float)wr_random_below(&random, 3);
            wr_gff_set_whole(up->m.git, game_door(up, x, y, tag), "Mine", WR_GFF_INT,
                             (int64_t)i);
            known[i] = wr_random_below(&random, 2);
            strangers += !known[i];
            if (!known[i])
                continue;
            wr_into_door *fate = know(up, i, tag, x, y);
            fate->stays = wr_random_below(&random, 3) > 0;
            fate->in_place = wr_random_below(&random, 2);
            fate->at.y = fate->in_place ? y : 50 + (float)i;
        }
        next_module(up, &up->edited);
        next_module(up, &up->fresh);
        put(up);
        const wr_gff_list *doors = doors_of(up);
        int64_t last = -1;
        for (uint32_t i = 0; i < doors->count; i++) {
            int64_t mine = wr_gff_whole(doors->items[i], "Mine", -1);
            if (mine <= last)
                fail_msg("seed %llu: rows changed places", (unsigned long long)seed);
            last = mine;
            seen += !known[mine];
            if (!known[mine] && (wr_gff_float(doors->items[i], "X", -1) != 4 * (float)mine ||
                                 wr_gff_float(doors->items[i], "Y", -1) > 3))
                fail_msg("seed %llu: a stranger's door was moved", (unsigned long long)seed);
        }
        if (seen != strangers)
            fail_msg("seed %llu: %u of %u strangers' doors are there", (unsigned long long)seed,
                     (unsigned)seen, (unsigned)strangers);
        struct wr_bytes first = up->out;
        up->out = (struct wr_bytes){0};
        if (put_bytes(up, &first, &up->out).changed)
            fail_msg("seed %llu: a second time changes something", (unsigned long long)seed);
        wr_bytes_finish(&first);
        finish((void **)&up);
    }
}

#define TAKEN_UP(test) cmocka_unit_test_setup_teardown(test, start, finish)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TAKEN_UP(a_door_of_the_map_keeps_its_row),
        TAKEN_UP(a_door_goes_with_its_room),
        TAKEN_UP(a_door_whose_doorway_is_gone_is_removed_and_named),
        TAKEN_UP(a_door_is_known_by_its_place_where_rows_are_others),
        TAKEN_UP(a_door_in_doubt_stays),
        TAKEN_UP(a_row_beyond_the_list_is_told),
        TAKEN_UP(a_lock_of_the_map_is_put_into_a_copy),
        TAKEN_UP(a_blueprint_of_the_game_is_shared_while_it_serves),
        TAKEN_UP(a_room_of_the_map_is_taken_out_and_named),
        TAKEN_UP(a_room_that_only_bears_the_name_stays),
        TAKEN_UP(a_room_that_the_map_does_not_know_keeps_its_files),
        cmocka_unit_test(doors_that_the_map_does_not_know_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
