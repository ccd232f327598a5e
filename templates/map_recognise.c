/* Which kind of map a text is, or whether it is a template, from the keys of its outermost
 * object, without parsing it. */
#include <string.h>

#include "templates/map.h"
#include "templates/template.h"

struct scan {
    const char *text;
    size_t size, at;
    unsigned depth;
    bool key_next;                /* a string here is a key */
    wr_view key;                  /* the last key of the outermost object */
    bool warren, template, other; /* what "format" says */
    bool indoor;                  /* a key only .indoor files have */
    bool name, light;             /* or these two, without which there is none */
    bool object;                  /* the text is an object at all */
};

static const char *const indoor_keys[] = {
    "warp",
    "module_id",
    "moduleId",
    "area_layout",
    "tile_layout",
    "area_designer_v01",
    "target_game_type",
    "embedded_components",
    "indoor_map_version",
};

static wr_view string_at(struct scan *scan)
{
    size_t start = ++scan->at;
    while (scan->at < scan->size && scan->text[scan->at] != '"')
        scan->at += scan->text[scan->at] == '\\' ? 2 : 1;
    size_t end = scan->at < scan->size ? scan->at : scan->size;
    return (wr_view){scan->text + start, end - start};
}

static void see_key(struct scan *scan, wr_view key)
{
    scan->key = key;
    for (size_t i = 0; i < sizeof indoor_keys / sizeof *indoor_keys; i++)
        scan->indoor |= wr_view_is(key, indoor_keys[i]);
    scan->name |= wr_view_is(key, "name");
    scan->light |= wr_view_is(key, "lighting");
}

static void see_value(struct scan *scan, wr_view value)
{
    if (!wr_view_is(scan->key, "format"))
        return;
    scan->warren = wr_view_is(value, "warren-map");
    scan->template = wr_view_is(value, "warren-template");
    scan->other = !scan->warren;
}

static void see_string(struct scan *scan)
{
    wr_view string = string_at(scan);
    if (scan->depth == 1 && scan->key_next)
        see_key(scan, string);
    else if (scan->depth == 1)
        see_value(scan, string);
}

/* False behind the end of the outermost object, and where it never began. */
static bool step(struct scan *scan)
{
    char c = scan->text[scan->at];
    if (c == '"') {
        see_string(scan);
    } else if (c == '{' || (c == '[' && scan->depth > 0)) {
        scan->object = true;
        scan->depth++;
        scan->key_next = c == '{';
    } else if (c == '}' || c == ']') {
        scan->depth -= scan->depth > 0;
    } else if (c == ',' || c == ':') {
        scan->key_next = c == ',';
    } else if (scan->depth == 0 && !strchr(" \t\r\n", c)) {
        return false;
    }
    scan->at++;
    return scan->depth > 0 || !scan->object;
}

static struct scan scan_of(const uint8_t *data, size_t size)
{
    struct scan scan = {.text = (const char *)data, .size = size};
    if (size >= 3 && memcmp(data, "\xEF\xBB\xBF", 3) == 0)
        scan.at = 3;
    while (!scan.warren && !scan.other && scan.at < scan.size && step(&scan))
        ;
    return scan;
}

bool wr_template_recognise(const uint8_t *data, size_t size)
{
    struct scan scan = scan_of(data, size);
    return scan.object && scan.template;
}

enum wr_map_format wr_map_recognise(const uint8_t *data, size_t size)
{
    struct scan scan = scan_of(data, size);
    if (!scan.object || scan.other)
        return WR_NO_MAP;
    if (scan.warren)
        return WR_WARREN_MAP;
    return scan.indoor || (scan.name && scan.light) ? WR_INDOOR_MAP : WR_NO_MAP;
}
