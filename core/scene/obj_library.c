/* MTL: which colour and picture the materials of an OBJ have. */
#include "core/scene/obj_reading.h"

#include "core/files/file.h"

#include <string.h>

enum { MOST_MATERIALS = 65536, MOST_IMAGES = 4096 };

static bool fail_limit(struct obj_library *library, const char *what, int most)
{
    wr_fail(library->context, WR_LIMIT, WR_NOWHERE, "obj-too-large", "cut it into several",
            "a scene may have at most %d %s", most, what);
    return false;
}

static bool starve(struct obj_library *library)
{
    wr_no_memory(library->context);
    return false;
}

static const char *copy(struct obj_library *library, wr_view text)
{
    return wr_arena_text(library->arena, text.data, text.size);
}

/* ---- Materials --------------------------------------------------------------------------- */

static int order_names(wr_view name, const char *other)
{
    size_t size = strlen(other), common = name.size < size ? name.size : size;
    int order = memcmp(name.data, other, common);
    return order ? order : (name.size > size) - (name.size < size);
}

/* Where a name is in the order, or would be. */
static uint32_t find_name(const struct obj_library *library, wr_view name, bool *found)
{
    const struct wr_scene *scene = library->scene;
    uint32_t low = 0, high = scene->material_count;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (order_names(name, scene->materials[library->order[middle]].name) > 0)
            low = middle + 1;
        else
            high = middle;
    }
    *found = low < scene->material_count &&
             order_names(name, scene->materials[library->order[low]].name) == 0;
    return low;
}

static uint32_t add_material(struct obj_library *library, wr_view name, uint32_t at)
{
    struct wr_scene *scene = library->scene;
    uint32_t count = scene->material_count;
    wr_scene_material *materials =
        wr_arena_more(library->arena, scene->materials, count, sizeof *materials);
    uint32_t *order = wr_arena_more(library->arena, library->order, count, sizeof *order);
    const char *own = copy(library, name);
    if (!materials || !order || !own)
        return starve(library), WR_SCENE_NONE;
    memmove(order + at + 1, order + at, (count - at) * sizeof *order);
    order[at] = count;
    materials[count] =
        (wr_scene_material){.name = own, .image = WR_SCENE_NONE, .colour = {1, 1, 1, 1}};
    scene->materials = materials;
    library->order = order;
    return scene->material_count++;
}

uint32_t wr_obj_material(struct obj_library *library, wr_view name)
{
    bool found;
    uint32_t at = find_name(library, name, &found);
    if (found)
        return library->order[at];
    if (library->scene->material_count == MOST_MATERIALS)
        return fail_limit(library, "materials", MOST_MATERIALS), WR_SCENE_NONE;
    return add_material(library, name, at);
}

/* ---- Files ------------------------------------------------------------------------------- */

/* The path of a file beside the OBJ; NULL, after a warning, where it leads elsewhere. */
static const char *path_of(struct obj_library *library, wr_view name, wr_where where)
{
    char *text = wr_arena_text(library->arena, name.data, name.size);
    if (!text)
        return starve(library), NULL;
    wr_path_slashes(text);
    char *path = wr_path_join(library->arena, library->folder, text);
    if (!path)
        return starve(library), NULL;
    enum wr_result stays = wr_path_inside(text) && !strchr(text, ':')
                               ? wr_path_stays(library->context, library->folder, path)
                               : WR_INVALID;
    if (stays == WR_NO_MEMORY)
        return starve(library), NULL;
    if (stays == WR_OK)
        return path;
    wr_warn(library->context, where, "obj-library",
            "put it into the folder of the scene, or below it, and name it from there",
            "'%.60s' leads out of the scene's folder and is not read", text);
    return NULL;
}

static bool add_image(struct obj_library *library, const char *path, uint32_t *out)
{
    struct wr_scene *scene = library->scene;
    for (uint32_t i = 0; i < scene->image_count; i++)
        if (strcmp(scene->images[i].path, path) == 0) {
            *out = i;
            return true;
        }
    if (scene->image_count == MOST_IMAGES)
        return fail_limit(library, "pictures", MOST_IMAGES);
    const char *name = wr_path_name(path), *dot = strrchr(name, '.');
    wr_scene_image *images =
        wr_arena_more(library->arena, scene->images, scene->image_count, sizeof *images);
    name = wr_arena_text(library->arena, name, dot ? (size_t)(dot - name) : strlen(name));
    if (!images || !name)
        return starve(library);
    scene->images = images;
    images[scene->image_count] = (wr_scene_image){.name = name, .path = path};
    *out = scene->image_count++;
    return true;
}

/* What is left of a line behind options such as `-s 1 1 1`. */
static wr_view behind_options(wr_view rest)
{
    wr_view at = rest, word = wr_obj_word(&at);
    double number;
    while (word.size > 1 && word.data[0] == '-') {
        do {
            rest = at;
            word = wr_obj_word(&at);
        } while (wr_parse_f64(word, &number) || wr_view_is(word, "on") ||
                 wr_view_is(word, "off"));
    }
    return wr_obj_words(rest);
}

/* ---- Lines ------------------------------------------------------------------------------- */

static void read_colour(wr_view rest, wr_scene_material *out)
{
    float colour[3];
    for (int i = 0; i < 3; i++)
        if (!wr_parse_f32(wr_obj_word(&rest), &colour[i]) || !(colour[i] >= 0) ||
            !(colour[i] <= 1))
            return;
    memcpy(out->colour, colour, sizeof colour);
}

static bool read_line(struct obj_library *library, const struct wr_source *source, wr_view line,
                      uint32_t *material)
{
    wr_view keyword = wr_obj_word(&line);
    if (wr_view_is(keyword, "newmtl")) {
        *material = wr_obj_material(library, wr_obj_words(line));
        return *material != WR_SCENE_NONE;
    }
    if (*material == WR_SCENE_NONE)
        return true;
    wr_scene_material *out = &library->scene->materials[*material];
    if (wr_view_is(keyword, "Kd"))
        read_colour(line, out);
    wr_view name = wr_view_is(keyword, "map_Kd") ? behind_options(line) : (wr_view){"", 0};
    if (name.size == 0)
        return true;
    wr_where where = wr_at(source, (size_t)((const uint8_t *)name.data - source->data));
    const char *path = path_of(library, name, where);
    return !path || add_image(library, path, &out->image);
}

bool wr_obj_library_read(struct obj_library *library, wr_view name, wr_where where)
{
    struct wr_source *source = WR_ZERO(library->arena, struct wr_source, 1);
    const char *path = name.size > 0 ? path_of(library, name, where) : NULL;
    uint32_t material = WR_SCENE_NONE;
    if (!source)
        return starve(library);
    if (!path)
        return true;
    if (!wr_file_exists(library->context, path)) {
        wr_warn(library->context, where, "obj-library",
                "put it beside the OBJ: materials have no colours and pictures without it",
                "the file of materials '%.60s' is not there", path);
        return true;
    }
    enum wr_result result = wr_file_read(library->context, library->arena, path, source);
    if (result != WR_OK)
        return result != WR_NO_MEMORY;
    wr_view rest = {(const char *)source->data, source->size}, line;
    while (wr_view_line(&rest, &line))
        if (!read_line(library, source, line, &material))
            return false;
    return true;
}
