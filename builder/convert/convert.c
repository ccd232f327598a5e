/* What can become what. */
#include "builder/convert/conversion.h"

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/files/file.h"

#include <stdio.h>
#include <string.h>

/* ---- Forms --------------------------------------------------------------------------------
 */

struct ending {
    const char *text;
    enum wr_form form;
    bool is_text; /* it asks for the text among the forms of that ending */
};

/* Of a form with several, the first is the one that is named to people. */
static const struct ending ENDINGS[] = {
    {".wok", WR_FORM_WOK, false},      {".wok.ascii", WR_FORM_WOK, true},
    {".pwk", WR_FORM_PWK, false},      {".pwk.ascii", WR_FORM_PWK, true},
    {".dwk", WR_FORM_DWK, false},      {".dwk.ascii", WR_FORM_DWK, true},
    {"-ascii.wok", WR_FORM_WOK, true}, {"-ascii.pwk", WR_FORM_PWK, true},
    {"-ascii.dwk", WR_FORM_DWK, true}, {".mdl.ascii", WR_FORM_MDL, true},
    {"-ascii.mdl", WR_FORM_MDL, true}, {".glb", WR_FORM_GLB, false},
    {".gltf", WR_FORM_GLTF, false},    {".obj", WR_FORM_OBJ, false},
    {".trx", WR_FORM_AREA, false},     {".trn", WR_FORM_AREA, false},
    {".wmp", WR_FORM_LEVEL, false},    {".$$m", WR_FORM_LEVEL_BUILD, false},
    {".2da", WR_FORM_TABLE, false},    {".2da.txt", WR_FORM_TABLE, true},
    {".json", WR_FORM_JSON, false},    {".indoor", WR_FORM_INDOOR, false},
    {".mod", WR_FORM_ERF, false},      {".erf", WR_FORM_ERF, false},
    {".hak", WR_FORM_ERF, false},      {".sav", WR_FORM_ERF, false},
    {".rim", WR_FORM_RIM, false},
};
enum { ENDING_COUNT = sizeof ENDINGS / sizeof *ENDINGS };

static bool ends_in(const char *name, const char *suffix)
{
    size_t size = strlen(name), tail = strlen(suffix);
    return size > tail && wr_text_same(name + size - tail, suffix);
}

/* The longest ending says it: x-ascii.wok is text. */
static enum wr_form form_of(const struct wr_context *context, const char *name, bool *text)
{
    const char *last = wr_path_name(name);
    const struct ending *found = NULL;
    if (*last == '\0' || !strchr(last, '.') || wr_folder_exists(context, name))
        return WR_FORM_FOLDER;
    for (size_t i = 0; i < ENDING_COUNT; i++)
        if (ends_in(last, ENDINGS[i].text) &&
            (!found || strlen(found->text) < strlen(ENDINGS[i].text)))
            found = &ENDINGS[i];
    *text |= found && found->is_text;
    return found ? found->form : WR_FORM_OTHER;
}

/* ---- What becomes what ---------------------------------------------------------------------
 */

struct row {
    const char *kind; /* by its name in the table of kinds; NULL: a folder */
    unsigned forms;
    wr_conversion_fn *convert;
};

enum {
    SCENES = WR_FORM_GLTF | WR_FORM_GLB,
    FLOORS = WR_FORM_WOK | WR_FORM_PWK | WR_FORM_DWK | WR_FORM_MDL | WR_FORM_OBJ |
             WR_FORM_GLTF | WR_FORM_GLB,
    ARCHIVES = WR_FORM_ERF | WR_FORM_RIM
};

static const struct row ROWS[] = {
    {"walkmesh", FLOORS, wr_convert_floor},
    {"walkmesh text", FLOORS, wr_convert_floor},
    {"ASCII walkmesh", FLOORS, wr_convert_floor},
    {"ASCII model", FLOORS, wr_convert_floor},
    {"glTF", FLOORS, wr_convert_floor},
    {"NWN2 area", FLOORS, wr_convert_floor},
    {"NWN2 area", WR_FORM_AREA, wr_convert_area},
    {"WMP", FLOORS, wr_convert_floor},
    {"WMP", WR_FORM_LEVEL | WR_FORM_LEVEL_BUILD, wr_convert_level},
    {"archive", SCENES, wr_convert_scene},
    {"archive", FLOORS, wr_convert_floor},
    {"archive", WR_FORM_FOLDER, wr_convert_unpack},
    {NULL, SCENES, wr_convert_scene},
    {NULL, FLOORS, wr_convert_floor},
    {NULL, ARCHIVES, wr_convert_pack},
    {NULL, WR_FORM_JSON | WR_FORM_FOLDER, wr_convert_kit},
    {"table", WR_FORM_TABLE, wr_convert_table},
    {"GFF", WR_FORM_JSON, wr_convert_gff},
    {"GFF as JSON", WR_FORM_OTHER, wr_convert_gff_json},
    {"map", WR_FORM_INDOOR, wr_convert_map},
    {"map", SCENES, wr_convert_scene},
    {"indoor map", WR_FORM_JSON, wr_convert_map},
    {"indoor map", SCENES, wr_convert_scene},
    {"kit", WR_FORM_JSON, wr_convert_kit},
    {"kit", SCENES, wr_convert_scene},
    {"HolocronToolset kit", WR_FORM_FOLDER, wr_convert_kit},
    {"HolocronToolset kit", SCENES, wr_convert_scene},
    {"model", SCENES, wr_convert_scene},
};
enum { ROW_COUNT = sizeof ROWS / sizeof *ROWS };

static bool is_of(const struct row *row, const struct wr_kind *kind)
{
    return kind && row->kind ? strcmp(kind->name, row->kind) == 0 : !kind && !row->kind;
}

static void add_form(struct wr_bytes *out, const char *text)
{
    wr_bytes_text(out, out->size > 0 ? ", " : "it becomes ");
    wr_bytes_text(out, text);
}

static void add_endings(struct wr_bytes *out, unsigned forms)
{
    for (size_t i = 0; i < ENDING_COUNT; i++)
        if (forms & ENDINGS[i].form && *ENDINGS[i].text == '.')
            add_form(out, ENDINGS[i].text);
    if (forms & WR_FORM_FOLDER)
        add_form(out, "a folder, whose name has no ending");
    if (forms & WR_FORM_OTHER)
        add_form(out, "a file of any other ending, such as .git");
}

static enum wr_result refuse(const struct wr_conversion *conversion)
{
    const struct wr_kind *kind = conversion->kind;
    struct wr_bytes cure = {0};
    unsigned forms = 0;
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (is_of(&ROWS[i], kind))
            forms |= ROWS[i].forms;
    add_endings(&cure, forms);
    wr_bytes_char(&cure, '\0');
    if (cure.failed)
        return wr_no_memory(conversion->context);
    enum wr_result result =
        wr_fail(conversion->context, WR_INVALID, conversion->where, "convert-kind",
                forms ? (const char *)cure.data : "docs/convert.md lists what becomes what",
                "%s %s does not become '%s'", kind ? wr_kind_article(kind) : "a",
                kind ? kind->name : "folder", conversion->to);
    wr_bytes_finish(&cure);
    return result;
}

/* ---- One file ------------------------------------------------------------------------------
 */

static enum wr_result read(struct wr_conversion *conversion)
{
    struct wr_context *context = conversion->context;
    conversion->file.arena = conversion->arena;
    conversion->file.surfaces = &conversion->surfaces;
    conversion->file.source.name = conversion->from;
    conversion->where = wr_at(&conversion->file.source, WR_WHOLE_FILE);
    if (wr_folder_exists(context, conversion->from))
        return WR_OK;
    enum wr_result result =
        wr_kind_read(context, conversion->from, &conversion->file, &conversion->kind);
    if (result == WR_OK && !conversion->kind)
        result = wr_kind_refuse(context, &conversion->file);
    return result;
}

/* Options that only some conversions heed are refused by the others. */
static enum wr_result check_options(const struct wr_conversion *conversion)
{
    const struct wr_convert_options *options = conversion->options;
    bool area = conversion->kind && strcmp(conversion->kind->name, "NWN2 area") == 0;
    if (!area && (options->clean || options->strip || options->floors))
        return wr_fail(conversion->context, WR_INVALID, conversion->where, "convert-kind",
                       "leave them out, or give a TRX or TRN",
                       "options that change an area are given, and this is none");
    if (options->game_folder && !(conversion->form & SCENES))
        return wr_fail(conversion->context, WR_INVALID, conversion->where, "convert-kind",
                       "leave it out, or name a .glb or .gltf",
                       "a game's folder is given, and '%s' has no textures", conversion->to);
    return WR_OK;
}

/* Only corners of glTF are painted. */
static enum wr_result check_links(const struct wr_conversion *conversion)
{
    static const char *const ways[] = {"kotormax", "kotorblender", NULL};
    const char *links = conversion->options->links;
    char hint[WR_SUGGESTION_SIZE];
    if (!links)
        return WR_OK;
    if (strcmp(links, ways[0]) != 0 && strcmp(links, ways[1]) != 0)
        return wr_fail(conversion->context, WR_INVALID, WR_NOWHERE, "convert-links",
                       wr_suggestion(hint, links, ways), "no links are painted as '%s'", links);
    bool from = conversion->kind && strcmp(conversion->kind->name, "glTF") == 0;
    return from || conversion->form & (WR_FORM_GLTF | WR_FORM_GLB)
               ? WR_OK
               : wr_fail(conversion->context, WR_INVALID, conversion->where, "convert-links",
                         "leave --links out", "links are painted in glTF only");
}

static enum wr_result convert(struct wr_conversion *conversion, struct wr_bytes *out)
{
    enum wr_result result = read(conversion);
    if (result == WR_OK)
        result = check_options(conversion);
    if (result == WR_OK)
        result = check_links(conversion);
    if (result != WR_OK)
        return result;
    for (size_t i = 0; i < ROW_COUNT; i++)
        if (is_of(&ROWS[i], conversion->kind) && (ROWS[i].forms & conversion->form))
            return ROWS[i].convert(conversion, out);
    return refuse(conversion);
}

static enum wr_result run(struct wr_conversion *conversion)
{
    struct wr_bytes bytes = {0};
    enum wr_result result = convert(conversion, &bytes);
    if (result == WR_OK && bytes.failed)
        result = wr_no_memory(conversion->context);
    if (result == WR_OK && !conversion->written)
        result = wr_file_write(conversion->context, conversion->to, bytes.data, bytes.size,
                               conversion->flags);
    wr_bytes_finish(&bytes);
    return result;
}

enum wr_result wr_convert(struct wr_context *context, const char *from, const char *to,
                          const struct wr_convert_options *options)
{
    struct wr_convert_options given = options ? *options : (struct wr_convert_options){0};
    struct wr_conversion conversion = {.context = context,
                                       .arena = wr_arena_create(),
                                       .options = &given,
                                       .from = from,
                                       .to = to};
    wr_context_enter(context);
    conversion.surfaces = given.surfaces ? *given.surfaces : wr_surfaces_default(WR_K1);
    conversion.flags = (given.force ? WR_OVERWRITE : 0u) | (given.durable ? WR_DURABLE : 0u);
    conversion.form = form_of(context, to, &given.text);
    enum wr_result result = conversion.arena ? run(&conversion) : wr_no_memory(context);
    wr_arena_destroy(conversion.arena);
    return wr_context_leave(context, result);
}
