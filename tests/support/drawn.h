/* Pictures of maps and modules, read back from their SVG. */
#ifndef WR_TESTS_SUPPORT_DRAWN_H
#define WR_TESTS_SUPPORT_DRAWN_H

#include "tests/support/heard.h"
#include "tests/support/terrain.h"

#include "builder/builder.h"
#include "core/base/system.h"
#include "core/text/xml.h"

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

static inline int drawn_start(void **state)
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

static inline int drawn_finish(void **state)
{
    struct drawn *drawn = *state;
    wr_bytes_finish(&drawn->bytes);
    wr_kits_free(drawn->kits);
    wr_arena_destroy(drawn->arena);
    heard_end(&drawn->heard);
    return 0;
}

/* A path in the source tree. */
static inline const char *ours(struct drawn *drawn, const char *name)
{
    const char *source = wr_environment("WARREN_SOURCE");
    assert_non_null(source);
    assert_int_equal(
        wr_kits_add(drawn->kits, wr_path_join(drawn->arena, source, "kits/library")), WR_OK);
    return wr_path_join(drawn->arena, source, name);
}

static inline enum wr_result draw(struct drawn *drawn, const char *path,
                                  const struct wr_draw_options *options)
{
    drawn->bytes.size = 0;
    return wr_draw(drawn->heard.context, path, drawn->kits, options, &drawn->bytes);
}

static inline void read_back(struct drawn *drawn)
{
    drawn->source = (struct wr_source){
        .name = "plan.svg", .data = drawn->bytes.data, .size = drawn->bytes.size};
    assert_int_equal(
        wr_xml_read(drawn->heard.context, drawn->arena, &drawn->source, &drawn->root), WR_OK);
    assert_string_equal(drawn->root->name, "svg");
}

static inline void draw_svg(struct drawn *drawn, const char *path)
{
    assert_int_equal(draw(drawn, path, &(struct wr_draw_options){0}), WR_OK);
    read_back(drawn);
}

static inline const char *attribute(wr_xml *element, const char *name)
{
    wr_xml_attribute *found = wr_xml_find(element, name);
    return found ? found->value : "";
}

/* How many elements of a name in groups whose class begins with a word have a text ("" for
 * any). */
static inline unsigned count_in(wr_xml *element, const char *role, bool inside,
                                const char *name, const char *text)
{
    unsigned count = 0;
    bool here = inside || strncmp(attribute(element, "class"), role, strlen(role)) == 0;
    for (wr_xml *child = element->first; child; child = child->next)
        count += count_in(child, role, here, name, text);
    return count + (here && strcmp(element->name, name) == 0 &&
                    (*text == '\0' || strcmp(element->text, text) == 0));
}

static inline unsigned count_of(struct drawn *drawn, const char *role, const char *name,
                                const char *text)
{
    return count_in(drawn->root, role, false, name, text);
}

/* ---- Areas ---- */

/* The area of a path of straight lines, in square pixels. */
static inline double area_of_path(const char *d)
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

static inline double area_in(wr_xml *element, bool inside)
{
    double sum = 0;
    bool floor = inside || strncmp(attribute(element, "class"), "floor ", 6) == 0;
    for (wr_xml *child = element->first; child; child = child->next)
        sum += area_in(child, floor);
    if (floor && strcmp(element->name, "path") == 0)
        sum += area_of_path(attribute(element, "d"));
    return sum;
}

static inline double floor_area(struct drawn *drawn)
{
    double scale = strtod(attribute(drawn->root, "data-pixels-per-metre"), NULL);
    assert_true(scale > 0);
    return area_in(drawn->root, false) / (scale * scale);
}

static inline struct wr_map *load_map(struct drawn *drawn, const char *path)
{
    struct wr_map *map;
    assert_int_equal(wr_map_load(drawn->heard.context, path, NULL, &map), WR_OK);
    return map;
}

static inline double area_of_map(struct drawn *drawn, const struct wr_map *map)
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

static inline const char *build(struct drawn *drawn, const char *name)
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

static inline void remove_folder(struct drawn *drawn, const char *folder)
{
    char **names;
    size_t count;
    assert_int_equal(wr_folder_list(drawn->heard.context, drawn->arena, folder, &names, &count),
                     WR_OK);
    for (size_t i = 0; i < count; i++)
        unlink(wr_path_join(drawn->arena, folder, names[i]));
    rmdir(folder);
}

static inline void replace(struct drawn *drawn, const char *folder, const char *name,
                           const void *data, size_t size)
{
    const char *path = wr_path_join(drawn->arena, folder, name);
    assert_int_equal(wr_file_write(drawn->heard.context, path, data, size, WR_OVERWRITE),
                     WR_OK);
}

#endif
