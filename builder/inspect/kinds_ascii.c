/* The kinds of ASCII: walkmeshes, and models by their walkmesh. */
#include "builder/inspect/kinds_ascii.h"

#include "core/ascii/ascii.h"
#include "core/format/obj.h"
#include "core/walkmesh/judge.h"

static const char *const states[WR_DOOR_STATES] = {"closed", "open1", "open2"};

enum wr_result wr_kind_walkmeshes_of_ascii(struct wr_context *context,
                                           const struct wr_kind_file *file,
                                           struct wr_walkmesh_set *out)
{
    struct wr_ascii *ascii;
    enum wr_result result = wr_ascii_read(context, file->arena, &file->source, &ascii);
    return result == WR_OK
               ? wr_ascii_walkmeshes(context, file->arena, ascii, file->surfaces, out)
               : result;
}

enum wr_result wr_kind_mesh_of_text(struct wr_context *context, const struct wr_kind_file *file,
                                    enum wr_up up, struct wr_walkmesh **out)
{
    struct wr_walkmesh_set set;
    if (!wr_ascii_recognise(file->source.data, file->source.size) &&
        !wr_ascii_recognise_model(file->source.data, file->source.size))
        return wr_obj_read_up(context, file->arena, &file->source, file->surfaces, up, out);
    enum wr_result result = wr_kind_walkmeshes_of_ascii(context, file, &set);
    if (result == WR_OK)
        *out = wr_set_first(&set);
    return result;
}

/* ---- Showing -------------------------------------------------------------------------------
 */

static void dump_state(struct wr_dump *dump, const char *key, const struct wr_walkmesh *mesh)
{
    wr_dump_object(dump, key);
    wr_bwm_dump(mesh, dump);
    wr_dump_object_end(dump);
}

enum wr_result wr_kind_show_ascii(struct wr_context *context, const struct wr_kind_file *file,
                                  struct wr_dump *dump)
{
    struct wr_walkmesh_set set;
    enum wr_result result = wr_kind_walkmeshes_of_ascii(context, file, &set);
    if (result != WR_OK)
        return result;
    wr_dump_text(dump, "name", set.name);
    if (set.kind != WR_DWK) {
        wr_bwm_dump(set.meshes[0], dump);
        return WR_OK;
    }
    for (int i = 0; i < WR_DOOR_STATES; i++)
        if (set.meshes[i])
            dump_state(dump, states[i], set.meshes[i]);
    return WR_OK;
}

/* False when memory is out. */
static bool dump_word(struct wr_dump *dump, struct wr_arena *arena, const char *key,
                      wr_view word)
{
    const char *text = wr_arena_text(arena, word.size > 0 ? word.data : "", word.size);
    if (text && word.size > 0)
        wr_dump_text(dump, key, text);
    return text;
}

static bool dump_node(struct wr_dump *dump, struct wr_arena *arena, const wr_ascii_node *node)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    bool fine = dump_word(dump, arena, "name", node->name) &&
                dump_word(dump, arena, "type", node->type) &&
                dump_word(dump, arena, "parent", node->parent);
    wr_dump_vec3(dump, "position", node->position);
    if (node->verts > 0) {
        wr_dump_count(dump, "vertices", node->verts);
        wr_dump_count(dump, "faces", node->faces);
    }
    wr_dump_object_end(dump);
    return fine;
}

static bool has_walkmesh(const struct wr_ascii *ascii)
{
    for (uint32_t i = 0; i < ascii->node_count; i++)
        if (ascii->nodes[i].counts)
            return true;
    return false;
}

static bool dump_model(struct wr_dump *dump, struct wr_arena *arena,
                       const struct wr_ascii *ascii)
{
    bool fine = dump_word(dump, arena, "name", ascii->name);
    if (ascii->placed)
        wr_dump_vec3(dump, "layoutposition", ascii->layout);
    wr_dump_list(dump, "nodes");
    for (uint32_t i = 0; fine && i < ascii->node_count; i++)
        fine = dump_node(dump, arena, &ascii->nodes[i]);
    wr_dump_list_end(dump);
    return fine;
}

enum wr_result wr_kind_show_ascii_model(struct wr_context *context,
                                        const struct wr_kind_file *file, struct wr_dump *dump)
{
    struct wr_walkmesh_set set;
    struct wr_ascii *ascii;
    enum wr_result result = wr_ascii_read(context, file->arena, &file->source, &ascii);
    if (result == WR_OK && !dump_model(dump, file->arena, ascii))
        return wr_no_memory(context);
    if (result != WR_OK || !has_walkmesh(ascii))
        return result;
    result = wr_ascii_walkmeshes(context, file->arena, ascii, file->surfaces, &set);
    if (result == WR_OK)
        dump_state(dump, "walkmesh", set.meshes[0]);
    return result;
}

/* ---- Judging -------------------------------------------------------------------------------
 */

/* A model may have no walkmesh: most of the games' models have none. It is one if it is shown
 * as one: nodes with a model behind them are no model yet. */
enum wr_result wr_kind_check_ascii(struct wr_context *context, const struct wr_kind_file *file)
{
    struct wr_walkmesh_set set;
    struct wr_ascii *ascii;
    bool model = wr_ascii_recognise_model(file->source.data, file->source.size);
    enum wr_result result = wr_ascii_read(context, file->arena, &file->source, &ascii);
    if (result != WR_OK || (model && !has_walkmesh(ascii)))
        return result;
    result = wr_ascii_walkmeshes(context, file->arena, ascii, file->surfaces, &set);
    if (result != WR_OK)
        return result;
    for (int i = 0; result != WR_NO_MEMORY && i < WR_DOOR_STATES; i++)
        if (set.meshes[i]) {
            enum wr_result judged =
                wr_walkmesh_judge(context, set.meshes[i], file->surfaces, &file->source);
            result = result == WR_OK ? judged : result;
        }
    return result;
}
