/* The table of kinds: how each is recognised, shown and judged. */
#include "builder/inspect/kinds.h"
#include "builder/inspect/kinds_area.h"
#include "builder/inspect/kinds_ascii.h"
#include "builder/inspect/kinds_game.h"
#include "builder/inspect/kinds_scene.h"
#include "builder/inspect/kinds_wmp.h"
#include "builder/layout/exits.h"
#include "builder/layout/layout.h"
#include "builder/layout/locks.h"
#include "builder/layout/reach.h"
#include "builder/module/models.h"
#include "templates/template.h"

#include "core/ascii/ascii.h"
#include "core/base/text.h"
#include "core/files/file.h"
#include "core/format/bwm.h"
#include "core/format/gff_json.h"
#include "core/format/lyt.h"
#include "core/format/obj.h"
#include "core/format/trx.h"
#include "core/format/twoda.h"
#include "core/format/vis.h"
#include "core/scene/gltf.h"
#include "core/text/json.h"
#include "core/walkmesh/judge.h"
#include "kits/kit.h"

#include <string.h>

/* ---- Walkmeshes -------------------------------------------------------------------------- */

static enum wr_result show_bwm(struct wr_context *context, const struct wr_kind_file *file,
                               struct wr_dump *dump)
{
    struct wr_walkmesh *mesh;
    enum wr_result result = wr_bwm_read(context, file->arena, &file->source, &mesh);
    if (result == WR_OK)
        wr_bwm_dump(mesh, dump);
    return result;
}

static enum wr_result check_bwm(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_walkmesh *mesh;
    enum wr_result result = wr_bwm_read(context, file->arena, &file->source, &mesh);
    return result ? result : wr_walkmesh_judge(context, mesh, file->surfaces, &file->source);
}

static enum wr_result rebuild_bwm(struct wr_context *context, const struct wr_kind_file *file,
                                  struct wr_bytes *out, struct wr_rebuilt *report)
{
    bool repair = file->rebuilding && file->rebuilding->repair;
    return (repair ? wr_bwm_repair : wr_bwm_rebuild)(context, file->arena, &file->source,
                                                     file->surfaces, out, report);
}

static enum wr_result show_obj(struct wr_context *context, const struct wr_kind_file *file,
                               struct wr_dump *dump)
{
    struct wr_walkmesh *mesh;
    enum wr_result result =
        wr_obj_read(context, file->arena, &file->source, file->surfaces, &mesh);
    if (result == WR_OK)
        wr_bwm_dump(mesh, dump);
    return result;
}

static enum wr_result check_obj(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_walkmesh *mesh;
    return wr_obj_read(context, file->arena, &file->source, file->surfaces, &mesh);
}

static enum wr_result rebuild_obj(struct wr_context *context, const struct wr_kind_file *file,
                                  struct wr_bytes *out, struct wr_rebuilt *report)
{
    struct wr_walkmesh *mesh;
    enum wr_result result =
        wr_obj_read(context, file->arena, &file->source, file->surfaces, &mesh);
    if (result == WR_OK)
        result = wr_bwm_append(context, mesh, wr_at(&file->source, WR_WHOLE_FILE), out);
    if (result == WR_OK)
        *report = (struct wr_rebuilt){.faces = mesh->face_count};
    return result;
}

/* ---- The small texts --------------------------------------------------------------------- */

static enum wr_result show_lyt(struct wr_context *context, const struct wr_kind_file *file,
                               struct wr_dump *dump)
{
    struct wr_lyt lyt;
    enum wr_result result = wr_lyt_read(context, file->arena, &file->source, &lyt);
    if (result == WR_OK)
        wr_lyt_dump(&lyt, dump);
    return result;
}

static enum wr_result check_lyt(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_lyt lyt;
    return wr_lyt_read(context, file->arena, &file->source, &lyt);
}

static enum wr_result show_vis(struct wr_context *context, const struct wr_kind_file *file,
                               struct wr_dump *dump)
{
    struct wr_vis vis;
    enum wr_result result = wr_vis_read(context, file->arena, &file->source, &vis);
    if (result == WR_OK)
        wr_vis_dump(&vis, dump);
    return result;
}

static enum wr_result check_vis(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_vis vis;
    return wr_vis_read(context, file->arena, &file->source, &vis);
}

static enum wr_result show_twoda(struct wr_context *context, const struct wr_kind_file *file,
                                 struct wr_dump *dump)
{
    struct wr_twoda table;
    enum wr_result result = wr_twoda_read(context, file->arena, &file->source, &table);
    if (result == WR_OK)
        wr_twoda_dump(&table, dump);
    return result;
}

static enum wr_result check_twoda(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_twoda table;
    return wr_twoda_read(context, file->arena, &file->source, &table);
}

/* ---- Kits and maps ----------------------------------------------------------------------- */

static enum wr_result show_kit(struct wr_context *context, const struct wr_kind_file *file,
                               struct wr_dump *dump)
{
    struct wr_kit *kit;
    enum wr_result result = wr_kit_load(context, file->source.name, file->surfaces, &kit);
    if (result != WR_OK)
        return result;
    wr_kit_dump(kit, dump);
    wr_kit_free(kit);
    return WR_OK;
}

static enum wr_result check_kit(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_kit *kit;
    enum wr_result result = wr_kit_load(context, file->source.name, file->surfaces, &kit);
    if (result != WR_OK)
        return result;
    result = wr_kit_remark(context, kit);
    enum wr_result models = wr_kit_models_check(context, kit);
    result = result != WR_OK ? result : models;
    wr_kit_free(kit);
    return result;
}

static enum wr_result show_map(struct wr_context *context, const struct wr_kind_file *file,
                               struct wr_dump *dump)
{
    struct wr_map *map;
    enum wr_result result = wr_map_load(context, file->source.name, file->surfaces, &map);
    if (result != WR_OK)
        return result;
    wr_map_dump(map, dump);
    wr_map_free(map);
    return WR_OK;
}

/* Ways out and locks are judged where the map's kits are found; that they are not is for a
 * build to say. */
static enum wr_result check_doors(struct wr_context *context, struct wr_context *quiet,
                                  const struct wr_map *map, struct wr_kits *kits)
{
    struct wr_build_options options = {0};
    struct wr_layout *layout;
    enum wr_result result = wr_layout_look(quiet, map, kits);
    if (result == WR_OK)
        result = wr_layout_place(quiet, map, kits, &options, &layout);
    if (result != WR_OK)
        return result == WR_NO_MEMORY ? wr_no_memory(context) : WR_OK;
    enum wr_result led = WR_OK;
    result = wr_layout_link(quiet, layout);
    if (result == WR_OK)
        result = led = wr_layout_exits(context, layout);
    if (result == WR_OK)
        result = wr_layout_enter(quiet, layout);
    if (result == WR_OK)
        result = wr_layout_unlock(context, layout);
    wr_layout_free(layout);
    return result == WR_NO_MEMORY ? wr_no_memory(context) : led;
}

static bool has_doors(const struct wr_map *map)
{
    for (uint32_t i = 0; i < map->link_count; i++)
        if (map->links[i].lock)
            return true;
    return map->exit_count > 0;
}

static enum wr_result check_map(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_map *map;
    enum wr_result result = wr_map_load(context, file->source.name, file->surfaces, &map);
    if (result != WR_OK)
        return result;
    if (has_doors(map)) {
        struct wr_context *quiet = wr_context_within(context, NULL, NULL);
        struct wr_kits *kits = wr_kits_create(file->surfaces);
        result = quiet && kits ? check_doors(context, quiet, map, kits) : wr_no_memory(context);
        wr_kits_free(kits);
        wr_context_destroy(quiet);
    }
    wr_map_free(map);
    return result;
}

/* ---- Reports and templates --------------------------------------------------------------- */

/* Deeper values stay on one line. */
enum { TALL_DEPTH = 2 };

static void dump_value(struct wr_dump *dump, const wr_json *value, unsigned depth);

static void dump_items(struct wr_dump *dump, const wr_json *value, unsigned depth)
{
    for (const wr_json *item = value->first; item; item = item->next)
        dump_value(dump, item, depth + 1);
}

static void dump_number(struct wr_dump *dump, const char *key, double number)
{
    int64_t whole = number > -0x1p53 && number < 0x1p53 ? (int64_t)number : 0;
    if ((double)whole == number)
        wr_dump_integer(dump, key, whole);
    else
        wr_dump_number(dump, key, (float)number);
}

static void dump_value(struct wr_dump *dump, const wr_json *value, unsigned depth)
{
    if (value->kind >= WR_JSON_LIST && depth >= TALL_DEPTH)
        wr_dump_row(dump);
    switch (value->kind) {
    case WR_JSON_NULL:
        wr_dump_text(dump, value->key, NULL);
        break;
    case WR_JSON_BOOL:
        wr_dump_bool(dump, value->key, value->truth);
        break;
    case WR_JSON_NUMBER:
        dump_number(dump, value->key, value->number);
        break;
    case WR_JSON_STRING:
        wr_dump_text(dump, value->key, value->text);
        break;
    case WR_JSON_LIST:
        wr_dump_list(dump, value->key);
        dump_items(dump, value, depth);
        wr_dump_list_end(dump);
        break;
    case WR_JSON_OBJECT:
        wr_dump_object(dump, value->key);
        dump_items(dump, value, depth);
        wr_dump_object_end(dump);
        break;
    }
}

static enum wr_result check_template(struct wr_context *context,
                                     const struct wr_kind_file *file)
{
    struct wr_template *template;
    enum wr_result result = wr_template_load(context, file->source.name, &template);
    if (result == WR_OK)
        wr_template_free(template);
    return result;
}

static enum wr_result show_template(struct wr_context *context, const struct wr_kind_file *file,
                                    struct wr_dump *dump)
{
    wr_json *root;
    enum wr_result result = check_template(context, file);
    if (result == WR_OK)
        result = wr_json_read(context, file->arena, &file->source, &root);
    if (result == WR_OK)
        dump_items(dump, root, 0);
    return result;
}

/* A report is the builder's own; what is asked of one from elsewhere is its head and that the
 * lists other programs look for are there. */
static enum wr_result read_report(struct wr_context *context, const struct wr_kind_file *file,
                                  wr_json **root)
{
    static const char *const lists[] = {"rooms",       "walkmeshes", "links",  "closed",
                                        "near_misses", "overlaps",   "markers"};
    bool ok = true;
    int64_t version;
    const char *text;
    enum wr_result result = wr_json_read(context, file->arena, &file->source, root);
    if (result != WR_OK)
        return result;
    wr_json_get_text(context, *root, "module", true, &text, &ok);
    wr_json_get_integer(context, *root, "version", true, 1, 1, &version, &ok);
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        wr_json_get(context, *root, lists[i], WR_JSON_LIST, true, &ok);
    return ok ? WR_OK : WR_INVALID;
}

static enum wr_result show_report(struct wr_context *context, const struct wr_kind_file *file,
                                  struct wr_dump *dump)
{
    wr_json *root;
    enum wr_result result = read_report(context, file, &root);
    if (result == WR_OK)
        dump_items(dump, root, 0);
    return result;
}

static enum wr_result check_report(struct wr_context *context, const struct wr_kind_file *file)
{
    wr_json *root;
    return read_report(context, file, &root);
}

/* ---- Recognising ------------------------------------------------------------------------- */

static bool is_object(const uint8_t *data, size_t size)
{
    size_t at = wr_text_start(data, size);
    return at < size && data[at] == '{';
}

static bool is_binary_table(const uint8_t *data, size_t size)
{
    enum { HEAD = 16 };
    return wr_twoda_recognise(data, size) &&
           wr_text_contains(data, size < HEAD ? size : HEAD, "V2.b");
}

static bool is_report(const uint8_t *data, size_t size)
{
    enum { HEAD = 256 };
    return is_object(data, size) &&
           wr_text_contains(data, size < HEAD ? size : HEAD, "\"warren-report\"");
}

static bool is_map(const uint8_t *data, size_t size)
{
    return is_object(data, size) && wr_map_recognise(data, size) == WR_WARREN_MAP;
}

static bool is_template(const uint8_t *data, size_t size)
{
    return is_object(data, size) && wr_template_recognise(data, size);
}

static bool is_indoor(const uint8_t *data, size_t size)
{
    return is_object(data, size) && wr_map_recognise(data, size) == WR_INDOOR_MAP;
}

static bool is_point(wr_view line)
{
    float number;
    bool fine = true;
    for (int i = 0; i < 3; i++)
        fine = wr_parse_f32(wr_view_word(&line), &number) && fine;
    return fine;
}

/* A text whose first statement is one of OBJ's, and that has a vertex before long. */
static bool is_obj(const uint8_t *data, size_t size)
{
    static const char *const words[] = {"v", "usemtl", "o", "g", "s", "mtllib", "vn", "vt"};
    enum { HEAD = 65536 };
    size_t start = wr_text_start(data, size);
    wr_view rest = {(const char *)data + start, (size < HEAD ? size : HEAD) - start}, line;
    bool known = false;
    if (start > HEAD)
        return false;
    while (wr_view_line(&rest, &line)) {
        wr_view word = wr_view_word(&line);
        if (word.size == 0 || word.data[0] == '#')
            continue;
        for (size_t i = 0; !known && i < sizeof words / sizeof *words; i++)
            known = wr_view_is(word, words[i]);
        if (!known)
            return false;
        if (wr_view_is(word, "v"))
            return is_point(line);
    }
    return false;
}

/* ---- The table --------------------------------------------------------------------------- */

static const char builds[] = "'warren build' builds it";
static const char bakes[] = "'warren bake' makes its walkmesh anew";
static const char in_folder[] = "name the kit's folder: the walkmeshes in it are rebuilt";
static const char named_obj[] = "it becomes a WOK where its name ends in .obj";
static const char converts[] = "'warren convert' makes a WOK, PWK or DWK of it";
static const char generates[] = "'warren generate' makes levels of it";
static const char sheets[] = "'warren generate --sheet FILE' draws levels of it";

/* name, binary, container, endings; recognise, show, check, rebuild; pictured, cures of rebuild
 * and of view */
static const struct wr_kind KINDS[] = {
    {"walkmesh", true, false, ".wok .pwk .dwk", wr_bwm_recognise, show_bwm, check_bwm,
     rebuild_bwm, WR_PICTURED_MESH, NULL, NULL},
    {"archive", true, true, ".mod .rim .erf .hak", wr_archive_recognise, wr_kind_show_archive,
     wr_kind_check_archive, NULL, WR_PICTURED_MODULE, NULL, NULL},
    {"GFF", true, false, NULL, wr_gff_recognise, wr_kind_show_gff, wr_kind_check_gff, NULL,
     WR_PICTURED_NOTHING, NULL, NULL},
    {"KEY", true, false, NULL, wr_key_recognise, wr_kind_show_key, wr_kind_check_key, NULL,
     WR_PICTURED_NOTHING, NULL, NULL},
    {"BIF", true, false, NULL, wr_bif_recognise, wr_kind_show_bif, wr_kind_check_bif, NULL,
     WR_PICTURED_NOTHING, NULL, NULL},
    {"ASCII walkmesh", false, false, NULL, wr_ascii_recognise, wr_kind_show_ascii,
     wr_kind_check_ascii, NULL, WR_PICTURED_MESH, converts, NULL},
    {"ASCII model", false, false, NULL, wr_ascii_recognise_model, wr_kind_show_ascii_model,
     wr_kind_check_ascii, NULL, WR_PICTURED_MESH, converts, NULL},
    {"model", true, false, NULL, wr_model_recognise, wr_kind_show_model, wr_kind_check_model,
     NULL, WR_PICTURED_MODEL, NULL, NULL},
    {"table", true, false, NULL, is_binary_table, show_twoda, check_twoda, NULL,
     WR_PICTURED_NOTHING, NULL, NULL},
    {"table", false, false, NULL, wr_twoda_recognise, show_twoda, check_twoda, NULL,
     WR_PICTURED_NOTHING, NULL, NULL},
    {"kit", false, false, NULL, wr_kit_recognise_xml, show_kit, check_kit, NULL,
     WR_PICTURED_KIT, in_folder, NULL},
    {"report", false, false, NULL, is_report, show_report, check_report, NULL,
     WR_PICTURED_NOTHING, NULL, NULL},
    {"map", false, false, NULL, is_map, show_map, check_map, NULL, WR_PICTURED_MAP, builds,
     NULL},
    {"GFF as JSON", false, false, NULL, wr_gff_json_recognise, wr_kind_show_gff_json,
     wr_kind_check_gff_json, NULL, WR_PICTURED_NOTHING, NULL, NULL},
    {"template", false, false, NULL, is_template, show_template, check_template, NULL,
     WR_PICTURED_NOTHING, generates, sheets},
    {"indoor map", false, false, NULL, is_indoor, show_map, check_map, NULL, WR_PICTURED_MAP,
     builds, NULL},
    {"HolocronToolset kit", false, false, NULL, wr_kit_recognise_holocron, show_kit, check_kit,
     NULL, WR_PICTURED_KIT, in_folder, NULL},
    {"WMP", true, false, NULL, wr_kind_is_wmp_binary, wr_kind_show_wmp, wr_kind_check_wmp, NULL,
     WR_PICTURED_FLOORS, NULL, NULL},
    {"WMP", false, false, NULL, wr_kind_is_wmp_text, wr_kind_show_wmp, wr_kind_check_wmp, NULL,
     WR_PICTURED_FLOORS, NULL, NULL},
    {"glTF", true, false, ".glb", wr_kind_is_gltf_binary, wr_kind_show_gltf, wr_kind_check_gltf,
     NULL, WR_PICTURED_SCENE, NULL, NULL},
    {"glTF", false, false, ".gltf", wr_gltf_recognise, wr_kind_show_gltf, wr_kind_check_gltf,
     NULL, WR_PICTURED_SCENE, NULL, NULL},
    {"layout", false, false, NULL, wr_lyt_recognise, show_lyt, check_lyt, NULL,
     WR_PICTURED_LAYOUT, NULL, NULL},
    {"walkmesh text", false, false, ".obj", is_obj, show_obj, check_obj, rebuild_obj,
     WR_PICTURED_MESH, named_obj, NULL},
    {"visibility", false, false, NULL, wr_vis_recognise, show_vis, check_vis, NULL,
     WR_PICTURED_NOTHING, NULL, NULL},
    {"NWN2 area", true, false, NULL, wr_trx_recognise, wr_kind_show_area, wr_kind_check_area,
     NULL, WR_PICTURED_AREA, bakes, NULL},
    {"TPC", true, false, NULL, wr_tpc_recognise, wr_kind_show_tpc, wr_kind_check_tpc, NULL,
     WR_PICTURED_NOTHING, NULL, NULL},
    {"picture", true, false, NULL, wr_tga_recognise, wr_kind_show_tga, wr_kind_check_tga, NULL,
     WR_PICTURED_NOTHING, NULL, NULL},
};

const char *wr_kind_article(const struct wr_kind *kind)
{
    return strchr("aeioAN", *kind->name) ? "an" : "a";
}

const struct wr_kind *wr_kind_of(const uint8_t *data, size_t size)
{
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
        if (KINDS[i].recognise(data, size))
            return &KINDS[i];
    return NULL;
}

const struct wr_kind *wr_kind_called(const char *name)
{
    const char *dot = strrchr(name, '.');
    for (size_t i = 0; dot && i < sizeof KINDS / sizeof *KINDS; i++) {
        wr_view rest = wr_view_of(KINDS[i].endings ? KINDS[i].endings : ""), word;
        while ((word = wr_view_word(&rest)).size > 0)
            if (wr_view_same(word, wr_view_of(dot)))
                return &KINDS[i];
    }
    return NULL;
}

/* Whether a file that is called like a container is one: what is in it is read when asked for.
 */
static enum wr_result peek(struct wr_context *context, const char *path,
                           const struct wr_kind *called, bool *is_one)
{
    enum { MARK = 8 };
    uint8_t head[MARK];
    uint64_t total;
    size_t got;
    enum wr_result result = wr_file_head(context, path, head, MARK, &got, &total);
    *is_one = result == WR_OK && called->recognise(head, got);
    return result;
}

enum wr_result wr_kind_read(struct wr_context *context, const char *path,
                            struct wr_kind_file *file, const struct wr_kind **kind)
{
    const struct wr_kind *called = wr_kind_called(path);
    enum wr_result result = WR_OK;
    bool container = false;
    if (called && called->container)
        result = peek(context, path, called, &container);
    if (result == WR_OK && !container)
        result = wr_file_read(context, file->arena, path, &file->source);
    if (result != WR_OK)
        return result;
    if (container)
        file->source =
            (struct wr_source){.name = wr_arena_text(file->arena, path, strlen(path))};
    *kind = container ? called : wr_kind_of(file->source.data, file->source.size);
    file->source.binary = *kind && (*kind)->binary;
    return file->source.name ? WR_OK : wr_no_memory(context);
}

enum wr_result wr_kind_refuse(struct wr_context *context, const struct wr_kind_file *file)
{
    wr_json *root;
    bool empty = file->source.size == 0;
    enum wr_result result = WR_OK;
    if (is_object(file->source.data, file->source.size))
        result = wr_json_read(context, file->arena, &file->source, &root);
    if (result != WR_OK)
        return result;
    return wr_fail(context, WR_SYNTAX, wr_at(&file->source, WR_WHOLE_FILE), "file-kind-unknown",
                   WR_KNOWN_KINDS, "%s",
                   empty ? "the file is empty" : "this is no file that Warren reads");
}
