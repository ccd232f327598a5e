/* Levels of 3D GameStudio: what their bytes are taken for and mean. */
#include "tests/support/findings.h"

#include "core/base/system.h"
#include "core/files/file.h"
#include "core/wmp/places.h"

#include <string.h>

static void assert_dialect(const char *text, enum wr_wmp_dialect expected)
{
    enum wr_wmp_dialect dialect;
    assert_true(wr_wmp_is((const uint8_t *)text, strlen(text), &dialect));
    assert_int_equal(dialect, expected);
}

static void a_level_is_told_by_its_content(void **state)
{
    (void)state;
    assert_dialect("// WMP2\r\n// ACKWED V 4.32\r\n\r\nblocks 1\r\n", WR_WMP_PLANES);
    assert_dialect("blocks 1\nentities 1\n", WR_WMP_PLANES);
    assert_dialect("// WMP2\n// ACKWED V 5.07.01\n\nversion 510\n", WR_WMP_TEXT510);
    assert_dialect("// WMP2\n// WMPIO V 1.30\n\nversion 710\n", WR_WMP_TEXT710);
    assert_dialect("version 710\n", WR_WMP_TEXT710);
    assert_dialect("// wmpio (1.30), 19.07.2014\n\nversion 711\n\n\n{ //level\n", WR_WMP_BUILD);
    assert_dialect("WMPB", WR_WMP_BINARY);
}

static void what_is_no_level_is_not_taken_for_one(void **state)
{
    (void)state;
    static const char *const others[] = {"",
                                         "WMP",
                                         "version",
                                         "version one",
                                         "blocks",
                                         "#MAXLAYOUT ASCII\n",
                                         "// a comment\n",
                                         "blocks 1\n  hall\n",
                                         "version 1\n  hall\n",
                                         "version 0\n"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        assert_false(wr_wmp_is((const uint8_t *)others[i], strlen(others[i]), NULL));
}

static void a_level_of_acknex3_is_another_thing(void **state)
{
    (void)state;
    const char *text = "# made by a level editor\n\nVERTEX 0.0 16.0 0.0;# 0\n";
    assert_true(wr_wmp_is_acknex3((const uint8_t *)text, strlen(text)));
    assert_false(wr_wmp_is((const uint8_t *)text, strlen(text), NULL));
    assert_false(wr_wmp_is_acknex3((const uint8_t *)"VERTEX", 6));
    assert_false(wr_wmp_is_acknex3((const uint8_t *)"", 0));
}

/* ---- Small levels ------------------------------------------------------------------------ */

static const char *const seeds[] = {"planes.wmp", "text510.wmp", "text710.wmp", "build.m",
                                    "binary.wmp"};

static void seed_read(struct findings *findings, const char *name, struct wr_source *source)
{
    const char *root = wr_environment("WARREN_SOURCE");
    assert_non_null(root);
    const char *path = wr_path_join(findings->arena, root, "tests/fuzz/corpus/wmp");
    path = wr_path_join(findings->arena, path, name);
    assert_int_equal(wr_file_read(findings->context, findings->arena, path, source), WR_OK);
}

static const wr_wmp_entity *entity_of(const struct wr_wmp *level, enum wr_wmp_kind kind)
{
    for (uint32_t e = 0; e < level->entity_count; e++)
        if (level->entities[e].kind == kind)
            return &level->entities[e];
    fail_msg("the level has no entity of kind %d", (int)kind);
    return NULL;
}

static void assert_at(wr_dvec3 a, double x, double y, double z)
{
    if (wr_length(wr_sub(a, (wr_dvec3){x, y, z})) > 1e-3)
        fail_msg("(%f, %f, %f) is not (%f, %f, %f)", a.x, a.y, a.z, x, y, z);
}

static void check_seed(const struct wr_wmp *level, const struct wr_wmp_places *places)
{
    const wr_wmp_entity *model = entity_of(level, WR_WMP_MODEL);
    const wr_wmp_entity *light = entity_of(level, WR_WMP_LIGHT);
    const wr_wmp_entity *path = entity_of(level, WR_WMP_PATH);
    const wr_wmp_entity *settings = entity_of(level, WR_WMP_LEVEL);
    assert_int_equal(level->block_count, 2);
    assert_int_equal(level->blocks[0].face_count, 6);
    assert_int_equal(level->blocks[0].vertex_count, 8);
    assert_string_equal(level->blocks[0].faces[0].texture, "stone");
    assert_int_equal(level->blocks[1].faces[0].flags, 0);
    assert_string_equal(model->name, "guard");
    assert_string_equal(model->file, "guard.mdl");
    assert_string_equal(model->as.model.action, "walk_about");
    assert_int_equal(model->as.model.skill_count, 8);
    assert_float_equal(model->as.model.skills[2], 3, 0);
    assert_float_equal(model->as.model.scale.x, 1.5, 0);
    assert_int_equal(model->flags, 1);
    assert_float_equal(light->as.light.colour[0], 80, 1e-9);
    assert_float_equal(light->as.light.range, 400, 0);
    assert_int_equal(path->as.path.node_count, 3);
    assert_float_equal(settings->as.settings.tilt, 60, 0);
    uint32_t m = (uint32_t)(model - level->entities), p = (uint32_t)(path - level->entities);
    wr_dvec3 scale;
    wr_wmp_angles angles = wr_wmp_place_angles(&places->entities[m], &scale);
    assert_at(places->entities[m].move, -64, -32, 8);
    assert_at(scale, 1.5, 1.5, 1.5);
    assert_float_equal(angles.pan, 180, 1e-3);
    assert_at(wr_wmp_place_point(&places->entities[p], path->as.path.nodes[2]), -32, 32, 8);
}

static void a_binary_level_says_where_pictures_lie_and_what_models_read(void **state)
{
    (void)state;
    struct findings findings;
    struct wr_source source;
    struct wr_wmp *level;
    findings_start(&findings);
    seed_read(&findings, "binary.wmp", &source);
    assert_int_equal(wr_wmp_read(findings.context, findings.arena, &source, &level), WR_OK);
    const wr_wmp_model *model = &entity_of(level, WR_WMP_MODEL)->as.model;
    assert_string_equal(model->texts[0], "a letter");
    assert_string_equal(model->texts[1], "of a guard");
    const wr_wmp_face *face = &level->blocks[1].faces[0];
    static const double places[6] = {0, 0, 1, 0, 1, 1};
    assert_true(face->has_places);
    assert_float_equal(face->albedo, 50, 0);
    assert_memory_equal(face->places, places, sizeof places);
    findings_end(&findings);
}

static void every_dialect_holds_the_same_level(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        struct findings findings;
        struct wr_source source;
        struct wr_wmp *level;
        struct wr_wmp_places places;
        findings_start(&findings);
        seed_read(&findings, seeds[i], &source);
        assert_int_equal(wr_wmp_read(findings.context, findings.arena, &source, &level), WR_OK);
        assert_int_equal(wr_wmp_resolve(findings.context, findings.arena, level, &places),
                         WR_OK);
        check_seed(level, &places);
        assert_said(&findings, "");
        findings_end(&findings);
    }
}

static void assert_same_text(const char *text, const char *expected)
{
    if (!expected)
        assert_null(text);
    else
        assert_string_equal(text, expected);
}

/* A build file leaves out lines of a model that has no file, or no name. */
static void a_model_may_lack_its_file_and_its_name(void **state)
{
    (void)state;
    static const struct {
        const char *lines, *file, *name, *action;
    } models[] = {{"guard.mdl\nguard\nwalk\n", "guard.mdl", "guard", "walk"},
                  {"guard\nwalk\n", NULL, "guard", "walk"},
                  {"walk\n", NULL, NULL, "walk"}};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        char text[256];
        struct findings findings;
        struct wr_wmp *level;
        snprintf(text, sizeof text,
                 "version 711\n{ //level\n0\na.$$w\np.pcx\n}\n{ //model\n3\n0 0 0\n0 0 0\n"
                 "1 1 1\n%s1 2 3 4 5 6 7 8\n0000\n0\n}\n",
                 models[i].lines);
        findings_start(&findings);
        enum wr_result result = wr_wmp_read(findings.context, findings.arena,
                                            findings_text(&findings, text), &level);
        assert_said(&findings, "");
        assert_int_equal(result, WR_OK);
        const wr_wmp_entity *model = entity_of(level, WR_WMP_MODEL);
        assert_same_text(model->file, models[i].file);
        assert_same_text(model->name, models[i].name);
        assert_same_text(model->as.model.action, models[i].action);
        assert_int_equal(model->as.model.skill_count, 8);
        findings_end(&findings);
    }
}

/* What a reader says of bytes; it must not crash, and a failure says something. */
static void read_spoilt(const uint8_t *data, size_t size)
{
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *arena = wr_arena_create();
    uint8_t *copy = malloc(size + 1); /* so that reading past the end is seen */
    memcpy(copy, data, size);
    struct wr_source source = {.name = "spoilt", .data = copy, .size = size, .binary = true};
    struct wr_wmp *level;
    enum wr_result result = wr_wmp_read(context, arena, &source, &level);
    assert_int_equal(result == WR_OK, wr_context_count(context, WR_ERROR) == 0);
    struct wr_wmp_places places;
    if (level)
        assert_int_equal(wr_wmp_resolve(context, arena, level, &places), WR_OK);
    free(copy);
    wr_arena_destroy(arena);
    wr_context_destroy(context);
}

static void cut_and_flipped_levels_do_no_harm(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        struct findings findings;
        struct wr_source source;
        findings_start(&findings);
        seed_read(&findings, seeds[i], &source);
        uint8_t *bytes = malloc(source.size);
        memcpy(bytes, source.data, source.size);
        for (size_t size = 0; size < source.size; size++)
            read_spoilt(bytes, size);
        for (size_t at = 0; at < source.size; at++)
            for (unsigned flip = 1; flip < 256; flip *= 4) {
                bytes[at] ^= (uint8_t)flip;
                read_spoilt(bytes, source.size);
                bytes[at] ^= (uint8_t)flip;
            }
        free(bytes);
        findings_end(&findings);
    }
}

/* ---- What is said ------------------------------------------------------------------------ */

/* What was said, without the cures. */
static void assert_said_plainly(struct findings *findings, const char *said)
{
    char plain[1024];
    size_t size = 0;
    for (const char *at = findings_said(findings); *at && size + 1 < sizeof plain; at++) {
        const char *cure = at[0] == ' ' && at[1] == '(' ? strchr(at, '\n') : NULL;
        at = cure ? cure : at;
        plain[size++] = *at;
    }
    plain[size] = '\0';
    assert_string_equal(plain, said);
}

static void assert_refused(const char *text, const char *said)
{
    struct findings findings;
    struct wr_wmp *level;
    findings_start(&findings);
    assert_int_not_equal(
        wr_wmp_read(findings.context, findings.arena, findings_text(&findings, text), &level),
        WR_OK);
    assert_null(level);
    assert_said_plainly(&findings, said);
    findings_end(&findings);
}

#define HEAD "version 510\n"
#define TAIL "{ 0\nndef\n0\n}\n"

static void faults_are_named_with_their_places(void **state)
{
    (void)state;
    assert_refused(
        "VERTEX 1.0 2.0 3.0;\n",
        "1:1: error [wmp-acknex3] this is a map of ACKNEX-3, which knows walls and no "
        "blocks\n");
    assert_refused(HEAD "block 0 {\n vertices 8\n faces 6\n",
                   "2:1: error [wmp-short] this block is "
                   "not whole\n");
    assert_refused(
        HEAD "block 0 {\n vertices 4000000000\n faces 6\n}\n",
        "3:11: error [wmp-short] the block says it has 4000000000 vertices, which it "
        "has no room for\n");
    assert_refused(HEAD "block 0 {\n vertices 1\n faces 1\n 0 0 nan\n}\n",
                   "5:6: error [wmp-number] 'nan' is not a finite number\n");
    assert_refused(HEAD
                   "block 0 {\n vertices 1\n faces 1\n 0 0 0\n 3 0 0 1 : a 0 0 0 1 1 : 0 0 0 "
                   "ndef\n" TAIL "}\n",
                   "6:8: error [wmp-range] the block has 1 vertices and none is number 1\n");
    assert_refused(HEAD "object 0 { (0 0 0) (0 0 0) (1 1 1)\n object 0 }\n",
                   "2:1: error [wmp-circle] object 0 is held by something that it holds "
                   "itself\n");
    assert_refused(HEAD "object 0 { (0 0 0) (0 0 0) (1 1 1)\n block 7, 8 }\nlight 0 { 1 2 3 }\n"
                        "thing 0 {}\n",
                   "4:1: error [wmp-short] this light is not whole\n"
                   "5:1: error [wmp-syntax] 'thing' is no record\n");
    assert_refused(
        "blocks 1\nblock 0 {\n ( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) a 0 0 0 1 1 : 0 0 0 ndef "
        "ndef 0 0\n" TAIL "}\n",
        "2:1: error [wmp-planes] the planes of the block enclose nothing\n");
}

static void a_chunk_that_ends_elsewhere_is_named(void **state)
{
    (void)state;
    static const uint8_t bytes[] = {'W', 'M', 'P', 'B', 1, 5, 6, 0, 200, 0, 0, 0};
    struct findings findings;
    struct wr_source source = {
        .name = "cut", .data = bytes, .size = sizeof bytes, .binary = true};
    struct wr_wmp *level;
    findings_start(&findings);
    assert_int_equal(wr_wmp_read(findings.context, findings.arena, &source, &level), WR_SYNTAX);
    assert_non_null(strstr(findings_said(&findings), "[wmp-chunk] the chunk does not end"));
    findings_end(&findings);
}

/* An object that holds nothing but a record of four bytes, as long as the numbers of none. */
static void records_that_are_cut_short_are_named(void **state)
{
    (void)state;
    static const uint8_t records[] = {0x02, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0a, 0x0b};
    for (size_t i = 0; i < sizeof records; i++) {
        const uint8_t bytes[] = {'W', 'M', 'P', 'B', 1, 5, 6, 0, 28, 0,          0,
                                 0,   1,   0,   1,   0, 0, 0, 0, 0,  records[i], 5,
                                 6,   0,   12,  0,   0, 0, 0, 0, 0,  0};
        struct findings findings;
        struct wr_source source = {
            .name = "short", .data = bytes, .size = sizeof bytes, .binary = true};
        struct wr_wmp *level;
        findings_start(&findings);
        assert_int_equal(wr_wmp_read(findings.context, findings.arena, &source, &level),
                         WR_SYNTAX);
        assert_said_plainly(&findings,
                            "0x14: error [wmp-chunk] the chunk holds less than it says\n");
        findings_end(&findings);
    }
}

static void grow_chunk(uint8_t *data, size_t at, uint32_t more)
{
    uint32_t size = 0;
    for (int i = 3; i >= 0; i--)
        size = size << 8 | data[at + 4 + (size_t)i];
    size += more;
    for (int i = 0; i < 4; i++)
        data[at + 4 + (size_t)i] = (uint8_t)(size >> 8 * i);
}

/* Behind the faces, whose corners would then be out of range. */
static void vertices_that_come_twice_are_refused(void **state)
{
    (void)state;
    enum { ROOT = 0x6f, OBJECT = 0x181, BLOCK = 0x1ff, BEHIND_FACES = 0x323 };
    static const uint8_t again[36] = {1, 2, 3, 0, sizeof again, 0, 0, 0, 1};
    struct findings findings;
    struct wr_source seed;
    struct wr_wmp *level;
    findings_start(&findings);
    seed_read(&findings, "binary.wmp", &seed);
    uint8_t *data = malloc(seed.size + sizeof again);
    memcpy(data, seed.data, BEHIND_FACES);
    memcpy(data + BEHIND_FACES, again, sizeof again);
    memcpy(data + BEHIND_FACES + sizeof again, seed.data + BEHIND_FACES,
           seed.size - BEHIND_FACES);
    grow_chunk(data, ROOT, sizeof again);
    grow_chunk(data, OBJECT, sizeof again);
    grow_chunk(data, BLOCK, sizeof again);
    struct wr_source source = {
        .name = "twice", .data = data, .size = seed.size + sizeof again, .binary = true};
    assert_int_equal(wr_wmp_read(findings.context, findings.arena, &source, &level), WR_SYNTAX);
    assert_said(&findings,
                "0x323: error [wmp-chunk] the block has its vertices twice (copy the file "
                "again from where it came)\n");
    free(data);
    findings_end(&findings);
}

static void a_block_of_too_many_planes_is_refused(void **state)
{
    (void)state;
    struct findings findings;
    struct wr_bytes text = {0};
    struct wr_wmp *level;
    findings_start(&findings);
    wr_bytes_text(&text, "blocks 1\nblock 0 {\n");
    for (unsigned i = 0; i <= 512; i++)
        wr_bytes_text(&text, "( 0 0 0 ) ( 1 0 0 ) ( 0 1 0 ) a 0 0 0 1 1 : 0 0 0 ndef\n");
    wr_bytes_text(&text, TAIL "}\n");
    struct wr_source source = {.name = "many", .data = text.data, .size = text.size};
    assert_int_equal(wr_wmp_read(findings.context, findings.arena, &source, &level), WR_SYNTAX);
    assert_non_null(
        strstr(findings_said(&findings), "[wmp-large] the block has more than 512"));
    wr_bytes_finish(&text);
    findings_end(&findings);
}

static void counts_that_lie_are_warned_of(void **state)
{
    (void)state;
    struct findings findings;
    struct wr_wmp *level;
    findings_start(&findings);
    assert_int_equal(wr_wmp_read(findings.context, findings.arena,
                                 findings_text(&findings, HEAD "blocks 2\n"), &level),
                     WR_OK);
    assert_said_plainly(
        &findings,
        "2:1: warning [wmp-count] the level says it has 2 blocks, but 0 are there\n");
    findings_end(&findings);
}

/* Ten thousand groups in each other. */
static void deep_groups_are_read(void **state)
{
    (void)state;
    enum { DEEP = 10000 };
    struct findings findings;
    struct wr_bytes text = {0};
    struct wr_wmp *level;
    struct wr_wmp_places places;
    findings_start(&findings);
    wr_bytes_text(&text, HEAD "light 0 { 1 2 3 4 }\n");
    for (unsigned i = 0; i < DEEP; i++)
        wr_bytes_print(&text, "object %u { (1 0 0) (0 0 0) (1 1 1)\n %s %u }\n", i,
                       i + 1 < DEEP ? "object" : "light", i + 1 < DEEP ? i + 1 : 0);
    struct wr_source source = {.name = "deep", .data = text.data, .size = text.size};
    assert_int_equal(wr_wmp_read(findings.context, findings.arena, &source, &level), WR_OK);
    assert_int_equal(wr_wmp_resolve(findings.context, findings.arena, level, &places), WR_OK);
    assert_at(places.entities[0].move, DEEP, 0, 0);
    wr_bytes_finish(&text);
    findings_end(&findings);
}

/* The same in a binary level: chunks within chunks. */
static void deep_chunks_are_read(void **state)
{
    (void)state;
    enum { DEEP = 10000, OBJECT = 0x01, POSITION = 0x01, HEAD_SIZE = 16, POSITION_SIZE = 32 };
    struct findings findings;
    struct wr_bytes bytes = {0};
    struct wr_wmp *level;
    struct wr_wmp_places places;
    findings_start(&findings);
    wr_bytes_text(&bytes, "WMPB");
    for (uint32_t i = 0; i < DEEP; i++) {
        static const uint8_t one[8] = {0, 0, 0, 0, 0, 0, 0xf0, 0x3f}, none[16] = {0};
        static const uint8_t object[4] = {OBJECT, 5, 6, 0}, position[4] = {POSITION, 0, 1, 0};
        wr_bytes_add(&bytes, object, sizeof object);
        wr_bytes_u32(&bytes, (DEEP - i) * (HEAD_SIZE + POSITION_SIZE));
        wr_bytes_u16(&bytes, i == 0 ? 1 : 3);
        wr_bytes_u16(&bytes, i + 1 < DEEP);
        wr_bytes_u32(&bytes, 0);
        wr_bytes_add(&bytes, position, sizeof position);
        wr_bytes_u32(&bytes, POSITION_SIZE);
        wr_bytes_add(&bytes, one, sizeof one);
        wr_bytes_add(&bytes, none, sizeof none);
    }
    struct wr_source source = {
        .name = "deep", .data = bytes.data, .size = bytes.size, .binary = true};
    assert_int_equal(wr_wmp_read(findings.context, findings.arena, &source, &level), WR_OK);
    assert_int_equal(level->object_count, DEEP);
    assert_int_equal(wr_wmp_resolve(findings.context, findings.arena, level, &places), WR_OK);
    wr_bytes_finish(&bytes);
    findings_end(&findings);
}

/* ---- Groups ------------------------------------------------------------------------------ */

static void parents_turn_scale_and_mirror_what_they_hold(void **state)
{
    (void)state;
    struct findings findings;
    struct wr_wmp *level;
    struct wr_wmp_places places;
    findings_start(&findings);
    assert_int_equal(
        wr_wmp_read(findings.context, findings.arena,
                    findings_text(&findings, HEAD
                                  "light 0 { 1 2 3 4 }\nlight 1 { 1 2 3 4 }\n"
                                  "object 0 { (10 0 0) (1.5708 0 0) (2 1 1)\n object 1, 2 }\n"
                                  "object 1 { (1 2 3) (0 0 0) (1 1 1)\n light 0 }\n"
                                  "object 2 { (0 5 0) (0 1.570796 0) (-1 1 1)\n light 1 }\n"),
                    &level),
        WR_OK);
    assert_int_equal(wr_wmp_resolve(findings.context, findings.arena, level, &places), WR_OK);
    assert_at(places.entities[0].move, 8, 2, 3); /* (2, 2, 3) turned to (-2, 2, 3) */
    assert_false(wr_wmp_place_mirrors(&places.entities[0]));
    assert_true(wr_wmp_place_mirrors(&places.entities[1]));
    /* y goes up about X; mirrored x is doubled, then turned to y. */
    assert_at(wr_wmp_place_point(&places.entities[1], (wr_dvec3){1, 1, 0}), 5, -2, 1);
    findings_end(&findings);
}

/* The formats page's own examples, measured on real levels: degrees about Z, X, Y, and what the
 * engine's angles are. */
static void angles_are_those_of_the_engine(void **state)
{
    (void)state;
    static const double cases[][6] = {{0, 0, 30, 0, 330, 0},
                                      {0, 0, -120, 180, 60, 180},
                                      {-157.204, -28.024, 11.170, 197.492, 350.153, 331.518},
                                      {178.889, -28.785, 61.435, 137.395, 309.669, 311.033}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const double *c = cases[i];
        wr_wmp_member member = {WR_WMP_ENTITY_MEMBER, 0};
        wr_wmp_entity entity = {.kind = WR_WMP_LIGHT};
        wr_wmp_object object = {
            .scale = {1, 1, 1}, .parent = WR_WMP_NONE, .members = &member, .member_count = 1};
        struct wr_wmp level = {.dialect = WR_WMP_BINARY,
                               .entities = &entity,
                               .entity_count = 1,
                               .objects = &object,
                               .object_count = 1};
        struct wr_wmp_places places;
        struct findings findings;
        double back[3];
        findings_start(&findings);
        for (int k = 0; k < 3; k++)
            object.angles[k] = c[k] * (3.14159265358979323846 / 180);
        assert_int_equal(wr_wmp_resolve(findings.context, findings.arena, &level, &places),
                         WR_OK);
        wr_wmp_angles angles = wr_wmp_place_angles(&places.entities[0], NULL);
        assert_float_equal(angles.pan, c[3], 0.01);
        assert_float_equal(angles.tilt, c[4], 0.01);
        assert_float_equal(angles.roll, c[5], 0.01);
        wr_wmp_angles_of_editor(&places.entities[0], back);
        wr_wmp_place first = places.entities[0];
        memcpy(object.angles, back, sizeof back);
        assert_int_equal(wr_wmp_resolve(findings.context, findings.arena, &level, &places),
                         WR_OK);
        for (int row = 0; row < 3; row++)
            for (int k = 0; k < 3; k++)
                assert_float_equal(places.entities[0].turn[row][k], first.turn[row][k], 1e-9);
        findings_end(&findings);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_level_is_told_by_its_content),
        cmocka_unit_test(what_is_no_level_is_not_taken_for_one),
        cmocka_unit_test(a_level_of_acknex3_is_another_thing),
        cmocka_unit_test(every_dialect_holds_the_same_level),
        cmocka_unit_test(a_model_may_lack_its_file_and_its_name),
        cmocka_unit_test(a_binary_level_says_where_pictures_lie_and_what_models_read),
        cmocka_unit_test(cut_and_flipped_levels_do_no_harm),
        cmocka_unit_test(faults_are_named_with_their_places),
        cmocka_unit_test(a_chunk_that_ends_elsewhere_is_named),
        cmocka_unit_test(records_that_are_cut_short_are_named),
        cmocka_unit_test(vertices_that_come_twice_are_refused),
        cmocka_unit_test(a_block_of_too_many_planes_is_refused),
        cmocka_unit_test(counts_that_lie_are_warned_of),
        cmocka_unit_test(deep_groups_are_read),
        cmocka_unit_test(deep_chunks_are_read),
        cmocka_unit_test(parents_turn_scale_and_mirror_what_they_hold),
        cmocka_unit_test(angles_are_those_of_the_engine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
