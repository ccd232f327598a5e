/* Pictures: what they show is asked of the SVG, read back; the PNG is decoded. */
#include "tests/support/corpus.h"
#include "tests/support/heard.h"
#include "tests/support/packed.h"
#include "tests/support/terrain.h"

#include "builder/builder.h"
#include "builder/floorplan/floorplan.h"
#include "core/format/resources.h"
#include "core/text/xml.h"

#include <png.h>

#include <unistd.h>

/* ---- Drawing and reading back ---- */

struct drawn {
    struct heard heard;
    struct wr_arena *arena;
    struct wr_kits *kits;
    struct wr_bytes bytes;
    wr_xml *root;
    struct wr_source source;
};

static int start(void **state)
{
    static struct drawn drawn;
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    memset(&drawn, 0, sizeof drawn);
    heard_start(&drawn.heard);
    drawn.arena = wr_arena_create();
    drawn.kits = wr_kits_create(&surfaces);
    assert_non_null(drawn.kits);
    *state = &drawn;
    return 0;
}

static int finish(void **state)
{
    struct drawn *drawn = *state;
    wr_bytes_finish(&drawn->bytes);
    wr_kits_free(drawn->kits);
    wr_arena_destroy(drawn->arena);
    heard_end(&drawn->heard);
    return 0;
}

/* A path in the source tree. */
static const char *ours(struct drawn *drawn, const char *name)
{
    const char *source = wr_environment("WARREN_SOURCE");
    assert_non_null(source);
    assert_int_equal(
        wr_kits_add(drawn->kits, wr_path_join(drawn->arena, source, "kits/library")), WR_OK);
    return wr_path_join(drawn->arena, source, name);
}

static enum wr_result draw(struct drawn *drawn, const char *path,
                           const struct wr_draw_options *options)
{
    drawn->bytes.size = 0;
    return wr_draw(drawn->heard.context, path, drawn->kits, options, &drawn->bytes);
}

static void read_back(struct drawn *drawn)
{
    drawn->source = (struct wr_source){
        .name = "plan.svg", .data = drawn->bytes.data, .size = drawn->bytes.size};
    assert_int_equal(
        wr_xml_read(drawn->heard.context, drawn->arena, &drawn->source, &drawn->root), WR_OK);
    assert_string_equal(drawn->root->name, "svg");
}

static void draw_svg(struct drawn *drawn, const char *path)
{
    assert_int_equal(draw(drawn, path, &(struct wr_draw_options){0}), WR_OK);
    read_back(drawn);
}

static const char *attribute(wr_xml *element, const char *name)
{
    wr_xml_attribute *found = wr_xml_find(element, name);
    return found ? found->value : "";
}

/* How many elements of a name in groups whose class begins with a word have a text ("" for
 * any). */
static unsigned count_in(wr_xml *element, const char *role, bool inside, const char *name,
                         const char *text)
{
    unsigned count = 0;
    bool here = inside || strncmp(attribute(element, "class"), role, strlen(role)) == 0;
    for (wr_xml *child = element->first; child; child = child->next)
        count += count_in(child, role, here, name, text);
    return count + (here && strcmp(element->name, name) == 0 &&
                    (*text == '\0' || strcmp(element->text, text) == 0));
}

static unsigned count_of(struct drawn *drawn, const char *role, const char *name,
                         const char *text)
{
    return count_in(drawn->root, role, false, name, text);
}

/* ---- Areas ---- */

/* The area of a path of straight lines, in square pixels. */
static double area_of_path(const char *d)
{
    double sum = 0, first[2] = {0, 0}, last[2] = {0, 0};
    for (char *at = (char *)(uintptr_t)d; *at;) {
        if (*at == 'Z') {
            sum += last[0] * first[1] - last[1] * first[0];
            at++;
            continue;
        }
        bool begins = *at == 'M';
        at += *at == 'M' || *at == 'L' || *at == ' ';
        double x = strtod(at, &at), y = strtod(at, &at);
        if (begins) {
            first[0] = x;
            first[1] = y;
        } else {
            sum += last[0] * y - last[1] * x;
        }
        last[0] = x;
        last[1] = y;
    }
    return fabs(sum) / 2;
}

static double area_in(wr_xml *element, bool inside)
{
    double sum = 0;
    bool floor = inside || strncmp(attribute(element, "class"), "floor ", 6) == 0;
    for (wr_xml *child = element->first; child; child = child->next)
        sum += area_in(child, floor);
    if (floor && strcmp(element->name, "path") == 0)
        sum += area_of_path(attribute(element, "d"));
    return sum;
}

static double floor_area(struct drawn *drawn)
{
    double scale = strtod(attribute(drawn->root, "data-pixels-per-metre"), NULL);
    assert_true(scale > 0);
    return area_in(drawn->root, false) / (scale * scale);
}

/* ---- Maps ---- */

static struct wr_map *load_map(struct drawn *drawn, const char *path)
{
    struct wr_map *map;
    assert_int_equal(wr_map_load(drawn->heard.context, path, NULL, &map), WR_OK);
    return map;
}

static double area_of_map(struct drawn *drawn, const struct wr_map *map)
{
    double sum = 0;
    for (uint32_t i = 0; i < map->room_count; i++) {
        const struct wr_kit *kit;
        assert_int_equal(
            wr_kits_find(drawn->heard.context, drawn->kits, map->rooms[i].kit, &kit), WR_OK);
        const wr_room *room = wr_kit_room(kit, map->rooms[i].room, NULL);
        assert_non_null(room);
        sum += terrain_walkable_area(room->mesh);
    }
    return sum;
}

static void every_room_is_named_and_all_its_floor_is_drawn_once(void **state)
{
    static const char *const maps[] = {"examples/first-map/map.json",
                                       "examples/deep-burrow/map.json"};
    struct drawn *drawn = *state;
    for (size_t m = 0; m < 2; m++) {
        const char *path = ours(drawn, maps[m]);
        struct wr_map *map = load_map(drawn, path);
        draw_svg(drawn, path);
        for (uint32_t i = 0; i < map->room_count; i++) {
            char tip[128];
            const wr_map_room *room = &map->rooms[i];
            const struct wr_kit *kit;
            assert_int_equal(wr_kits_find(drawn->heard.context, drawn->kits, room->kit, &kit),
                             WR_OK);
            snprintf(tip, sizeof tip, "%s: %s", room->name,
                     wr_kit_room(kit, room->room, NULL)->name);
            if (count_of(drawn, "floor ", "title", tip) == 0)
                fail_msg("room '%s' is not named", room->name);
        }
        double area = area_of_map(drawn, map);
        assert_near(floor_area(drawn), area, 0.01 * area);
        wr_map_free(map);
    }
}

static void doors_are_drawn_where_rooms_are_linked_and_bars_where_not(void **state)
{
    struct drawn *drawn = *state;
    draw_svg(drawn, ours(drawn, "examples/first-map/map.json"));
    assert_int_equal(count_of(drawn, "door", "path", ""), 5 + 1); /* and one in the key */
    assert_int_equal(count_of(drawn, "closed", "path", ""), 0);
    assert_int_equal(count_of(drawn, "entry", "path", ""), 1 + 1);
    draw_svg(drawn, ours(drawn, "tests/cases/loops/loop5.json"));
    assert_int_equal(count_of(drawn, "door", "path", ""), 5 + 1);
    assert_int_equal(count_of(drawn, "closed", "path", ""), 1 + 1);
}

static void storeys_stand_beside_each_other(void **state)
{
    struct drawn *drawn = *state;
    draw_svg(drawn, ours(drawn, "examples/deep-burrow/map.json"));
    assert_int_equal(count_of(drawn, "note", "text", "Storey 1 of 2 \xc2\xb7 floors at 0.0 m"),
                     1);
    assert_int_equal(count_of(drawn, "note", "text", "Storey 2 of 2 \xc2\xb7 floors at 4.5 m"),
                     1);
    assert_true(count_of(drawn, "echo", "path", "") >= 4);
    draw_svg(drawn, ours(drawn, "examples/first-map/map.json"));
    assert_int_equal(count_of(drawn, "echo", "path", ""), 0);
}

/* What is wrong with a map is said, and it is drawn nevertheless. */
static void a_wrong_map_is_drawn_with_its_faults(void **state)
{
    struct drawn *drawn = *state;
    struct wr_map *map = load_map(drawn, ours(drawn, "examples/first-map/map.json"));
    const struct wr_map *maps[] = {map};
    map->rooms[1].placement.position.x += 0.5f; /* the passage, into the shrine */
    drawn->bytes.size = 0;
    assert_int_equal(wr_draw_maps(drawn->heard.context, maps, NULL, 1, drawn->kits,
                                  &(struct wr_draw_options){0}, &drawn->bytes),
                     WR_INVALID);
    assert_int_equal(heard_of(&drawn->heard, "rooms-overlap"), 1);
    read_back(drawn);
    assert_int_equal(count_of(drawn, "overlap", "path", ""), 1 + 1);
    wr_map_free(map);
}

/* Floors that share less than the rule forbids are not ringed. */
static void contacts_that_are_allowed_are_not_faults(void **state)
{
    struct drawn *drawn = *state;
    struct wr_map *map = load_map(drawn, ours(drawn, "examples/first-map/map.json"));
    const struct wr_map *maps[] = {map};
    map->rooms[1].placement.position.x += 0.05f; /* the passage, into the shrine */
    drawn->bytes.size = 0;
    assert_int_equal(wr_draw_maps(drawn->heard.context, maps, NULL, 1, drawn->kits,
                                  &(struct wr_draw_options){0}, &drawn->bytes),
                     WR_OK);
    assert_true(heard_of(&drawn->heard, "rooms-touch") > 0);
    read_back(drawn);
    assert_int_equal(count_of(drawn, "overlap", "path", ""), 0);
    wr_map_free(map);
}

static void names_are_escaped(void **state)
{
    struct drawn *drawn = *state;
    struct wr_map *map = load_map(drawn, ours(drawn, "examples/first-map/map.json"));
    const struct wr_map *maps[] = {map};
    map->title = "<a & \"b\">\x01\xff</text>\xef\xbf\xbf";
    drawn->bytes.size = 0;
    assert_int_equal(wr_draw_maps(drawn->heard.context, maps, NULL, 1, drawn->kits,
                                  &(struct wr_draw_options){0}, &drawn->bytes),
                     WR_OK);
    read_back(drawn);
    assert_int_equal(count_of(drawn, "text", "text",
                              "<a & \"b\">\xef\xbf\xbd\xef\xbf\xbd</text>\xef\xbf\xbd"),
                     1);
    wr_map_free(map);
}

/* ---- Modules, kits, sheets ---- */

static const char *build(struct drawn *drawn, const char *name)
{
    char folder[] = "/tmp/warren-view-XXXXXX";
    struct wr_map *map = load_map(drawn, *name == '/' ? name : ours(drawn, name));
    assert_non_null(mkdtemp(folder));
    const char *kept = wr_arena_text(drawn->arena, folder, strlen(folder));
    struct wr_build_options options = {.output = kept, .mod = true};
    assert_int_equal(wr_build(drawn->heard.context, map, drawn->kits, &options, NULL), WR_OK);
    wr_map_free(map);
    return kept;
}

static void remove_folder(struct drawn *drawn, const char *folder)
{
    char **names;
    size_t count;
    assert_int_equal(wr_folder_list(drawn->heard.context, drawn->arena, folder, &names, &count),
                     WR_OK);
    for (size_t i = 0; i < count; i++)
        unlink(wr_path_join(drawn->arena, folder, names[i]));
    rmdir(folder);
}

static void a_module_shows_what_its_map_showed(void **state)
{
    struct drawn *drawn = *state;
    const char *folder = build(drawn, "tests/cases/loops/loop5.json");
    draw_svg(drawn, ours(drawn, "tests/cases/loops/loop5.json"));
    double area = floor_area(drawn);
    draw_svg(drawn, folder);
    assert_near(floor_area(drawn), area, 0.01 * area);
    assert_int_equal(count_of(drawn, "door", "path", ""), 5 + 1);
    assert_int_equal(count_of(drawn, "closed", "path", ""), 1 + 1);
    assert_int_equal(count_of(drawn, "entry", "path", ""), 1 + 1);
    assert_int_equal(count_of(drawn, "title", "text", "A ring of 5 rooms"), 1);
    remove_folder(drawn, folder);
}

static void replace(struct drawn *drawn, const char *folder, const char *name, const void *data,
                    size_t size)
{
    const char *path = wr_path_join(drawn->arena, folder, name);
    assert_int_equal(wr_file_write(drawn->heard.context, path, data, size, WR_OVERWRITE),
                     WR_OK);
}

/* Alone, without the report that lies beside it. */
static void an_archive_shows_what_its_folder_shows(void **state)
{
    struct drawn *drawn = *state;
    const char *folder = build(drawn, "tests/cases/loops/loop5.json");
    const char *mod = wr_path_join(drawn->arena, folder, "loop5.mod");
    struct wr_bytes whole = {0};
    draw_svg(drawn, folder);
    double area = floor_area(drawn);
    wr_bytes_add(&whole, drawn->bytes.data, drawn->bytes.size);
    draw_svg(drawn, mod);
    assert_int_equal(drawn->bytes.size, whole.size);
    assert_memory_equal(drawn->bytes.data, whole.data, whole.size);
    unlink(wr_path_join(drawn->arena, folder, "loop5.report.json"));
    draw_svg(drawn, mod);
    assert_near(floor_area(drawn), area, 1e-6 * area);
    assert_int_equal(count_of(drawn, "door", "path", ""), 5 + 1);
    assert_int_equal(count_of(drawn, "entry", "path", ""), 1 + 1);
    wr_bytes_finish(&whole);
    remove_folder(drawn, folder);
}

/* A module as the games have theirs: in two archives, the second with all but the area. */
static void a_pair_of_rims_shows_what_one_archive_shows(void **state)
{
    struct drawn *drawn = *state;
    const char *folder = build(drawn, "tests/cases/loops/loop5.json");
    const char *mod = wr_path_join(drawn->arena, folder, "loop5.mod");
    struct wr_resources resources;
    struct packed_part parts[2][256];
    uint32_t counts[2] = {0};
    struct wr_bytes whole = {0};
    draw_svg(drawn, mod);
    wr_bytes_add(&whole, drawn->bytes.data, drawn->bytes.size);
    assert_int_equal(wr_resources_open(drawn->heard.context, drawn->arena, mod, &resources),
                     WR_OK);
    for (size_t i = 0; i < resources.count; i++) {
        const wr_entry *entry = &resources.entries[i];
        struct wr_source source;
        assert_int_equal(wr_entry_read(drawn->heard.context, drawn->arena, entry, &source),
                         WR_OK);
        int second = entry->type != WR_RES_ARE && entry->type != WR_RES_IFO;
        parts[second][counts[second]++] =
            (struct packed_part){entry->resource->name, entry->type, source.data, source.size};
    }
    const char *const names[] = {"loop5.rim", "loop5_s.rim"};
    for (int i = 0; i < 2; i++) {
        struct wr_bytes rim = packed_rim(parts[i], counts[i]);
        replace(drawn, folder, names[i], rim.data, rim.size);
        wr_bytes_finish(&rim);
    }
    draw_svg(drawn, wr_path_join(drawn->arena, folder, "loop5.rim"));
    assert_int_equal(drawn->bytes.size, whole.size);
    assert_memory_equal(drawn->bytes.data, whole.data, whole.size);
    wr_bytes_finish(&whole);
    remove_folder(drawn, folder);
}

/* Damaged archives are refused or drawn, and never break anything. */
static void damaged_archives_do_no_harm(void **state)
{
    struct drawn *drawn = *state;
    struct wr_source source;
    const char *folder = build(drawn, "tests/cases/loops/loop4.json");
    const char *mod = wr_path_join(drawn->arena, folder, "loop4.mod");
    assert_int_equal(wr_file_read(drawn->heard.context, drawn->arena, mod, &source), WR_OK);
    uint8_t *damaged = wr_arena_copy(drawn->arena, source.data, source.size, 1);
    unsigned good = 0, refused = 0;
    for (size_t i = 0; i < 1200; i += 11) {
        damaged[i] ^= 0x81;
        replace(drawn, folder, "loop4.mod", damaged, i % 7 ? source.size : i);
        enum wr_result result = draw(drawn, mod, &(struct wr_draw_options){0});
        good += result == WR_OK;
        refused += result != WR_OK;
        damaged[i] ^= 0x81;
    }
    assert_true(good > 0 && refused > 0);
    remove_folder(drawn, folder);
}

static void a_map_and_its_module_show_keys_and_locks(void **state)
{
    static const char text[] =
        "{\"format\":\"warren-map\",\"version\":1,\"id\":\"keys\",\"kit\":\"burrow\",\"rooms\":"
        "["
        "{\"name\":\"hub\",\"room\":\"hub\",\"position\":[0,0,0],\"key\":\"brass\"},"
        "{\"name\":\"east\",\"room\":\"passage-12\",\"position\":[12,0,0]},"
        "{\"name\":\"west\",\"room\":\"passage-12\",\"position\":[-12,0,0],\"turn\":180}],"
        "\"links\":["
        "{\"from\":[\"hub\",\"east\"],\"to\":[\"east\",\"west\"],\"lock\":\"brass\"},"
        "{\"from\":[\"hub\",\"west\"],\"to\":[\"west\",\"west\"],\"hidden\":true}]}";
    struct drawn *drawn = *state;
    char folder[] = "/tmp/warren-view-XXXXXX";
    assert_non_null(mkdtemp(folder));
    const char *map = wr_path_join(drawn->arena, folder, "keys.json");
    assert_int_equal(wr_file_write(drawn->heard.context, map, text, sizeof text - 1, 0), WR_OK);
    const char *module = build(drawn, map);
    const char *const paths[] = {map, module};
    for (int i = 0; i < 2; i++) {
        draw_svg(drawn, paths[i]);
        assert_int_equal(count_of(drawn, "locked", "path", ""), 1 + 1);
        assert_int_equal(count_of(drawn, "hidden", "path", ""), 1 + 1);
        assert_int_equal(count_of(drawn, "lockname", "text", "brass"), 1);
    }
    remove_folder(drawn, module);
    remove_folder(drawn, folder);
}

static void a_report_tells_the_way_to_the_exit(void **state)
{
    struct drawn *drawn = *state;
    struct wr_source source;
    const char *folder = build(drawn, "examples/first-map/map.json");
    static const char more[] =
        ",\"generated\":{\"exit\":\"shrine\",\"critical_path\":[\"hub\",\"passage\",\"shrine\"]"
        "}}";
    const char *report = wr_path_join(drawn->arena, folder, "first.report.json");
    assert_int_equal(wr_file_read(drawn->heard.context, drawn->arena, report, &source), WR_OK);
    struct wr_bytes text = {0};
    const uint8_t *end = source.data + source.size;
    while (end[-1] != '}')
        end--;
    wr_bytes_add(&text, source.data, (size_t)(end - 1 - source.data));
    wr_bytes_text(&text, more);
    replace(drawn, folder, "first.report.json", text.data, text.size);
    wr_bytes_finish(&text);
    draw_svg(drawn, folder);
    assert_int_equal(count_of(drawn, "exit", "path", ""), 1 + 1);
    assert_true(count_of(drawn, "route", "path", "") > 0);
    remove_folder(drawn, folder);
}

static void a_kit_is_drawn_room_by_room_with_its_hooks(void **state)
{
    struct drawn *drawn = *state;
    struct wr_kit *kit;
    const char *path = ours(drawn, "kits/library/burrow");
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    assert_int_equal(wr_kit_load(drawn->heard.context, path, &surfaces, &kit), WR_OK);
    draw_svg(drawn, path);
    unsigned hooks = 0;
    double area = 0;
    for (uint32_t i = 0; i < kit->room_count; i++) {
        assert_int_equal(count_of(drawn, "text", "text", kit->rooms[i].id), 1);
        hooks += kit->rooms[i].hook_count;
        area += terrain_walkable_area(kit->rooms[i].mesh);
    }
    assert_int_equal(count_of(drawn, "name", "text", ""), hooks);
    assert_int_equal(count_of(drawn, "note", "text", "2.5 m, narrow") +
                         count_of(drawn, "note", "text", "4 m, wide"),
                     hooks);
    assert_near(floor_area(drawn), area, 0.01 * area);
    wr_kit_free(kit);
}

static void a_sheet_shows_every_level(void **state)
{
    struct drawn *drawn = *state;
    const char *paths[] = {ours(drawn, "examples/first-map/map.json"),
                           ours(drawn, "examples/deep-burrow/map.json"),
                           ours(drawn, "tests/cases/loops/loop4.json")};
    struct wr_draw_options options = {.width = 700};
    assert_int_equal(
        wr_draw_sheet(drawn->heard.context, paths, 3, drawn->kits, &options, &drawn->bytes),
        WR_OK);
    read_back(drawn);
    assert_string_equal(attribute(drawn->root, "width"), "700");
    assert_int_equal(count_of(drawn, "title", "text", "3 levels"), 1);
    assert_int_equal(count_of(drawn, "text", "text", "first-map/map.json"), 1);
    assert_int_equal(count_of(drawn, "text", "text", "deep-burrow/map.json"), 1);
    assert_int_equal(count_of(drawn, "entry", "path", ""), 3 + 1);
}

/* ---- PNG ---- */

static void a_png_is_as_wide_as_asked(void **state)
{
    struct drawn *drawn = *state;
    const char *path = ours(drawn, "examples/first-map/map.json");
    struct wr_draw_options options = {.format = WR_PNG, .width = 777};
    assert_int_equal(draw(drawn, path, &options), WR_OK);
    png_image image;
    memset(&image, 0, sizeof image);
    image.version = PNG_IMAGE_VERSION;
    assert_true(png_image_begin_read_from_memory(&image, drawn->bytes.data, drawn->bytes.size));
    image.format = PNG_FORMAT_RGB;
    assert_int_equal(image.width, 777);
    uint8_t *pixels = malloc(PNG_IMAGE_SIZE(image));
    assert_non_null(pixels);
    assert_true(png_image_finish_read(&image, NULL, pixels, 0, NULL));
    size_t stone = 0, count = (size_t)image.width * image.height;
    for (size_t i = 0; i < count; i++)
        stone += memcmp(pixels + 3 * i, "\xd8\xd8\xd2", 3) == 0;
    free(pixels);

    /* The stone of the SVG, in pixels of the same scale. */
    options.format = WR_SVG;
    assert_int_equal(draw(drawn, path, &options), WR_OK);
    read_back(drawn);
    assert_string_equal(attribute(drawn->root, "width"), "777");
    double scale = strtod(attribute(drawn->root, "data-pixels-per-metre"), NULL);
    double most = floor_area(drawn) * scale * scale;
    assert_true((double)stone > 0.7 * most && (double)stone < most);
}

static void pictures_are_the_same_on_one_thread_and_on_many(void **state)
{
    struct drawn *drawn = *state;
    const char *path = ours(drawn, "examples/deep-burrow/map.json");
    for (int format = WR_SVG; format <= WR_PNG; format++) {
        struct wr_draw_options options = {.format = (enum wr_picture_format)format,
                                          .width = 900};
        struct wr_bytes first = {0};
        wr_context_set_jobs(drawn->heard.context, 1);
        assert_int_equal(draw(drawn, path, &options), WR_OK);
        wr_bytes_add(&first, drawn->bytes.data, drawn->bytes.size);
        wr_context_set_jobs(drawn->heard.context, 5);
        assert_int_equal(draw(drawn, path, &options), WR_OK);
        assert_int_equal(first.size, drawn->bytes.size);
        assert_memory_equal(first.data, drawn->bytes.data, first.size);
        wr_bytes_finish(&first);
    }
}

/* ---- Odd input ---- */

static void assert_refused(struct drawn *drawn, const char *path, enum wr_result result,
                           const char *slug)
{
    size_t before = heard_of(&drawn->heard, slug);
    assert_int_equal(draw(drawn, path, &(struct wr_draw_options){0}), result);
    assert_int_equal(drawn->bytes.size, 0);
    assert_int_equal(heard_of(&drawn->heard, slug), before + 1);
}

static void what_has_no_picture_is_refused(void **state)
{
    struct drawn *drawn = *state;
    const char *folder = build(drawn, "examples/first-map/map.json");
    assert_refused(drawn, "/nowhere/at/all", WR_NOT_FOUND, "file-not-found");
    assert_refused(drawn, wr_path_join(drawn->arena, folder, "first.vis"), WR_INVALID,
                   "view-kind");
    assert_refused(drawn, wr_path_join(drawn->arena, folder, "first.report.json"), WR_INVALID,
                   "view-kind");
    replace(drawn, folder, "other.lyt", "", 0);
    assert_refused(drawn, folder, WR_INVALID, "view-modules");
    assert_refused(drawn, wr_path_join(drawn->arena, folder, "other.lyt"), WR_SYNTAX,
                   "file-kind-unknown");
    const char *kit = ours(drawn, "kits/library/burrow");
    assert_int_equal(wr_draw_sheet(drawn->heard.context, &kit, 1, drawn->kits,
                                   &(struct wr_draw_options){0}, &drawn->bytes),
                     WR_INVALID);
    assert_int_equal(heard_of(&drawn->heard, "view-kit-on-sheet"), 1);
    remove_folder(drawn, folder);
}

static void widths_have_bounds(void **state)
{
    struct drawn *drawn = *state;
    const char *path = ours(drawn, "examples/first-map/map.json");
    static const unsigned wrong[] = {1, 399, 16385, 4000000000};
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(draw(drawn, path, &(struct wr_draw_options){.width = wrong[i]}),
                         WR_LIMIT);
    assert_int_equal(heard_of(&drawn->heard, "picture-width"), 4);
    assert_int_equal(
        draw(drawn, path, &(struct wr_draw_options){.width = 400, .format = WR_PNG}), WR_OK);
}

static void a_sheet_too_high_for_a_png_is_refused(void **state)
{
    struct drawn *drawn = *state;
    enum { MANY = 300 };
    const char *paths[MANY];
    for (int i = 0; i < MANY; i++)
        paths[i] = i ? paths[0] : ours(drawn, "tests/cases/loops/loop4.json");
    struct wr_draw_options options = {.width = 400, .format = WR_PNG};
    assert_int_equal(
        wr_draw_sheet(drawn->heard.context, paths, MANY, drawn->kits, &options, &drawn->bytes),
        WR_LIMIT);
    assert_int_equal(heard_of(&drawn->heard, "picture-too-large"), 1);
}

/* A LYT may name what is not there, and hold nothing. */
static void modules_of_nothing_are_drawn(void **state)
{
    struct drawn *drawn = *state;
    const char *folder = build(drawn, "examples/first-map/map.json");
    static const char empty[] = "beginlayout\r\n   roomcount 0\r\n   trackcount 0\r\n   "
                                "obstaclecount 0\r\n   doorhookcount 0\r\ndonelayout\r\n";
    static const char absent[] = "beginlayout\r\n   roomcount 2\r\n      **** 0.0 0.0 0.0\r\n"
                                 "      no_such_room 0.0 0.0 0.0\r\n   trackcount 0\r\n   "
                                 "obstaclecount 0\r\n   doorhookcount 0\r\ndonelayout\r\n";
    unlink(wr_path_join(drawn->arena, folder, "first.report.json"));
    replace(drawn, folder, "first.lyt", empty, sizeof empty - 1);
    draw_svg(drawn, folder);
    replace(drawn, folder, "first.lyt", absent, sizeof absent - 1);
    draw_svg(drawn, folder);
    assert_near(floor_area(drawn), 0, 0);
    assert_int_equal(
        draw(drawn, folder, &(struct wr_draw_options){.format = WR_PNG, .width = 500}), WR_OK);
    remove_folder(drawn, folder);
}

/* Damaged walkmeshes are refused or drawn, and never break anything. */
static void damaged_walkmeshes_do_no_harm(void **state)
{
    struct drawn *drawn = *state;
    struct wr_source source;
    const char *folder = build(drawn, "tests/cases/loops/loop4.json");
    char **names;
    size_t count, wok = 0;
    assert_int_equal(wr_folder_list(drawn->heard.context, drawn->arena, folder, &names, &count),
                     WR_OK);
    while (!strstr(names[wok], ".wok"))
        wok++;
    const char *path = wr_path_join(drawn->arena, folder, names[wok]);
    assert_int_equal(wr_file_read(drawn->heard.context, drawn->arena, path, &source), WR_OK);
    uint8_t *damaged = wr_arena_copy(drawn->arena, source.data, source.size, 1);
    unsigned good = 0, refused = 0;
    for (size_t i = 0; i < source.size; i += 1 + source.size / 300) {
        static const uint8_t bits[] = {0x80, 0xff, 0x01};
        damaged[i] ^= bits[i % 3];
        replace(drawn, folder, names[wok], damaged, i % 7 ? source.size : i);
        enum wr_result result = draw(drawn, folder, &(struct wr_draw_options){0});
        if (result == WR_OK)
            read_back(drawn);
        good += result == WR_OK;
        refused += result != WR_OK;
        damaged[i] ^= bits[i % 3];
    }
    assert_true(good > 0 && refused > 0);
    remove_folder(drawn, folder);
}

static void missing_memory_is_told_and_nothing_is_drawn(void **state)
{
    struct drawn *drawn = *state;
    const char *path = ours(drawn, "tests/cases/loops/loop4x2.json");
    size_t failures = 0;
    draw_svg(drawn, path); /* the kit is loaded from here on */
    for (size_t n = 1; n < 1000000; n += 1 + n / 16) {
        struct wr_context *context = wr_context_create(NULL, NULL);
        struct wr_bytes bytes = {0};
        struct wr_draw_options options = {.width = 400, .format = WR_PNG};
        wr_context_set_jobs(context, 1);
        wr_fail_allocation_after(n);
        enum wr_result result = wr_draw(context, path, drawn->kits, &options, &bytes);
        wr_fail_allocation_after(0);
        assert_true(result == WR_OK || result == WR_NO_MEMORY);
        assert_true(result == WR_OK || bytes.size == 0);
        failures += result != WR_OK;
        wr_bytes_finish(&bytes);
        wr_context_destroy(context);
        if (result == WR_OK)
            break;
    }
    assert_true(failures > 20);
}

static void kits_of_others_are_drawn(void **state)
{
    struct drawn *drawn = *state;
    const char *folder = corpus_folder(drawn->arena, "holocron");
    if (!folder)
        skip();
    draw_svg(drawn, wr_path_join(drawn->arena, folder, "blackvulkar.json"));
    assert_int_equal(count_of(drawn, "text", "text", "large_room_1"), 1);
    assert_true(floor_area(drawn) > 3000);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, start, finish)
    const struct CMUnitTest tests[] = {
        TEST(every_room_is_named_and_all_its_floor_is_drawn_once),
        TEST(doors_are_drawn_where_rooms_are_linked_and_bars_where_not),
        TEST(storeys_stand_beside_each_other),
        TEST(a_wrong_map_is_drawn_with_its_faults),
        TEST(contacts_that_are_allowed_are_not_faults),
        TEST(names_are_escaped),
        TEST(a_module_shows_what_its_map_showed),
        TEST(a_report_tells_the_way_to_the_exit),
        TEST(an_archive_shows_what_its_folder_shows),
        TEST(a_pair_of_rims_shows_what_one_archive_shows),
        TEST(damaged_archives_do_no_harm),
        TEST(a_map_and_its_module_show_keys_and_locks),
        TEST(a_kit_is_drawn_room_by_room_with_its_hooks),
        TEST(a_sheet_shows_every_level),
        TEST(a_png_is_as_wide_as_asked),
        TEST(pictures_are_the_same_on_one_thread_and_on_many),
        TEST(what_has_no_picture_is_refused),
        TEST(widths_have_bounds),
        TEST(a_sheet_too_high_for_a_png_is_refused),
        TEST(modules_of_nothing_are_drawn),
        TEST(damaged_walkmeshes_do_no_harm),
        TEST(missing_memory_is_told_and_nothing_is_drawn),
        TEST(kits_of_others_are_drawn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
