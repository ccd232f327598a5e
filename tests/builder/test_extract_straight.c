/* Stretches that are proposed for rooms of modules: their cross section is the same all along,
 * and a level of stretched rooms is built and right. */
#include "tests/support/corpus.h"
#include "tests/support/taken.h"

#include "core/model/model.h"

static const char *const templates[] = {"cells", "hub", "road", "sanctum", "storeys"};

/* ---- Cross sections -----------------------------------------------------------------------
 */

/* How long the cut through all triangles at a plane is, and where its middle lies. */
struct section {
    int axis;
    double at, length, sum[2];
};

static void cut_triangle(void *user, const wr_vec3 corners[3])
{
    struct section *section = user;
    double ends[2][2], p[3][3];
    int count = 0;
    for (int k = 0; k < 3; k++) {
        const double q[3] = {corners[k].x, corners[k].y, corners[k].z};
        memcpy(p[k], q, sizeof q);
    }
    for (int k = 0; k < 3 && count < 2; k++) {
        const double *a = p[k], *b = p[(k + 1) % 3];
        double from = a[section->axis] - section->at, to = b[section->axis] - section->at;
        if ((from > 0) == (to > 0))
            continue;
        double t = from / (from - to);
        ends[count][0] =
            a[1 - section->axis] + t * (b[1 - section->axis] - a[1 - section->axis]);
        ends[count++][1] = a[2] + t * (b[2] - a[2]);
    }
    if (count < 2)
        return;
    double length = sqrt((ends[0][0] - ends[1][0]) * (ends[0][0] - ends[1][0]) +
                         (ends[0][1] - ends[1][1]) * (ends[0][1] - ends[1][1]));
    section->length += length;
    for (int i = 0; i < 2; i++)
        section->sum[i] += length * (ends[0][i] + ends[1][i]) / 2;
}

static struct section section_of(struct taken *taken, const wr_room *room,
                                 const struct wr_model *model, uint32_t axis, double at)
{
    struct section section = {.axis = (int)axis, .at = at};
    for (uint32_t f = 0; !model && f < room->mesh->face_count; f++) {
        const uint32_t *v = room->mesh->faces[f].v;
        const wr_vec3 corners[3] = {room->mesh->vertices[v[0]], room->mesh->vertices[v[1]],
                                    room->mesh->vertices[v[2]]};
        cut_triangle(&section, corners);
    }
    if (model)
        assert_true(
            wr_model_each_triangle(taken->findings.arena, model, cut_triangle, &section));
    return section;
}

static const struct wr_model *model_of(struct taken *taken, const wr_room *room)
{
    struct wr_source mdl;
    struct wr_model *model;
    assert_non_null(room->model);
    taken_must(taken,
               wr_file_read(taken->findings.context, taken->findings.arena, room->model, &mdl));
    mdl.binary = true;
    taken_must(taken, wr_model_read(taken->findings.context, taken->findings.arena, &mdl, NULL,
                                    &model));
    return model;
}

/* The same 45 cm before and behind the plane: a straight part is a metre long at least. */
static void expect_straight(struct taken *taken, const wr_room *room, const wr_stretch *stretch)
{
    const struct wr_model *models[] = {NULL, model_of(taken, room)};
    for (int m = 0; m < 2; m++) {
        struct section here = section_of(taken, room, models[m], stretch->axis, stretch->at);
        for (int side = -1; side <= 1; side += 2) {
            struct section there = section_of(taken, room, models[m], stretch->axis,
                                              (double)stretch->at + 0.45 * side);
            assert_near(there.length, here.length, 2e-3);
            assert_near(there.sum[0], here.sum[0], 2e-2);
            assert_near(there.sum[1], here.sum[1], 2e-2);
        }
        assert_true(m == 1 || here.length > 0.5);
    }
}

/* ---- Levels -------------------------------------------------------------------------------
 */

/* Each room of the kit that has stretches, as long as they allow, far from all others. */
static void put_map(struct taken *taken, const struct wr_kit *kit)
{
    struct wr_bytes text = {0};
    uint32_t count = 0;
    wr_bytes_print(&text,
                   "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"%s\", "
                   "\"kit\": \"kit/kit.xml\", \"rooms\": [",
                   taken->id);
    for (uint32_t r = 0; r < kit->room_count; r++) {
        const wr_room *room = &kit->rooms[r];
        if (room->stretch_count == 0)
            continue;
        wr_bytes_print(&text,
                       "%s{\"room\": \"%s\", \"position\": [%u, 0, 0], \"turn\": %u, "
                       "\"mirror\": \"%s\", \"stretch\": [%s]}",
                       count ? ", " : "", room->id, 500 * (unsigned)count, 90 * (unsigned)r,
                       r % 2 ? "x" : "none", room->stretch_count == 2 ? "10, 2.375" : "7.25");
        count++;
    }
    wr_bytes_text(&text, "]}");
    assert_true(wr_memory_put(taken->memory, "long.json", text.data, text.size));
    wr_bytes_finish(&text);
}

static uint32_t ask_kit(struct taken *taken, enum wr_game game)
{
    const struct wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    struct wr_kit *kit;
    uint32_t found = 0;
    taken_must(taken, wr_kit_load(taken->findings.context, "kit/kit.xml", &surfaces, &kit));
    for (uint32_t r = 0; r < kit->room_count; r++)
        for (uint32_t s = 0; s < kit->rooms[r].stretch_count; s++, found++)
            expect_straight(taken, &kit->rooms[r], &kit->rooms[r].stretches[s]);
    if (found > 0) {
        taken_must(taken, wr_check(taken->findings.context, "kit/kit.xml", NULL, NULL));
        put_map(taken, kit);
        struct wr_map *map = taken_map(taken, "long.json");
        taken_build(taken, map, game, "long");
        wr_map_free(map);
        taken_must(taken,
                   wr_check(taken->findings.context, taken_path(taken, "long"), NULL, NULL));
    }
    wr_kit_free(kit);
    return found;
}

static uint32_t ask_level(struct taken *taken, const char *template, enum wr_game game)
{
    char path[256];
    struct wr_extract_options options = {.output = "kit"};
    struct wr_extract_summary summary;
    taken_generate(taken, template, game, "level");
    snprintf(path, sizeof path, "level/%s.map.json", taken->id);
    struct wr_map *map = taken_map(taken, path);
    taken_build(taken, map, game, "made");
    wr_map_free(map);
    options.source = taken_path(taken, "made");
    taken_must(taken, wr_kit_extract(taken->findings.context, &options, &summary));
    return ask_kit(taken, game);
}

static void proposed_stretches_are_where_rooms_are_straight(void **state)
{
    (void)state;
    uint32_t found = 0;
    for (size_t t = 0; t < sizeof templates / sizeof *templates; t++) {
        struct taken taken;
        char path[512];
        taken_start(&taken);
        snprintf(path, sizeof path, "%s/templates/library/%s.json",
                 wr_environment("WARREN_SOURCE"), templates[t]);
        found += ask_level(&taken, path, t % 2 ? WR_K2 : WR_K1);
        taken_end(&taken);
    }
    assert_true(found > 10);
    printf("[  NOTE    ] %u stretches proposed\n", (unsigned)found);
}

static void rooms_of_the_game_get_them_where_their_models_are_straight_too(void **state)
{
    (void)state;
    static const char template[] =
        "{\"format\": \"warren-template\", \"version\": 1, \"id\": \"bv\", "
        "\"kit\": \"blackvulkar\", \"grow\": {\"rooms\": 12}}";
    struct taken taken;
    taken_start(&taken);
    taken.kits = corpus_folder(taken.findings.arena, "holocron");
    bool there = taken.kits != NULL;
    wr_memory_put(taken.memory, "bv.json", template, sizeof template - 1);
    if (there)
        printf("[  NOTE    ] %u stretches proposed\n",
               (unsigned)ask_level(&taken, "bv.json", WR_K1));
    taken_end(&taken);
    if (!there)
        skip();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(proposed_stretches_are_where_rooms_are_straight),
        cmocka_unit_test(rooms_of_the_game_get_them_where_their_models_are_straight_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
