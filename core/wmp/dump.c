/* Levels of GameStudio as text: blocks, entities and the objects that place them. */
#include "core/wmp/dump.h"

static void dump_number(struct wr_dump *dump, const char *key, double value)
{
    wr_dump_number(dump, key, (float)value);
}

static void dump_numbers(struct wr_dump *dump, const char *key, const double *values,
                         uint32_t count)
{
    wr_dump_list(dump, key);
    for (uint32_t i = 0; i < count; i++)
        dump_number(dump, NULL, values[i]);
    wr_dump_list_end(dump);
}

static void dump_point(struct wr_dump *dump, const char *key, wr_dvec3 point)
{
    wr_dump_vec3(dump, key, wr_narrow(point));
}

/* A text that most records leave out. */
static void dump_given(struct wr_dump *dump, const char *key, const char *text)
{
    if (text)
        wr_dump_text(dump, key, text);
}

static void start_row(struct wr_dump *dump, uint32_t index)
{
    wr_dump_row(dump);
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "index", index);
}

/* ---- Blocks ------------------------------------------------------------------------------ */

static void dump_texture(const wr_wmp_face *face, struct wr_dump *dump)
{
    wr_dump_text(dump, "texture", face->texture);
    if (face->has_vectors) {
        dump_numbers(dump, "u", face->vectors[0], 4);
        dump_numbers(dump, "v", face->vectors[1], 4);
    }
    dump_numbers(dump, "offset", face->offset, 2);
    dump_number(dump, "rotation", face->rotation);
    dump_numbers(dump, "scale", face->scale, 2);
    if (face->has_places)
        dump_numbers(dump, "places", face->places, 6);
}

static void dump_face(const wr_wmp_block *block, uint32_t index, struct wr_dump *dump)
{
    const wr_wmp_face *face = &block->faces[index];
    start_row(dump, index);
    wr_dump_list(dump, "corners");
    for (uint32_t i = 0; i < face->count; i++)
        wr_dump_count(dump, NULL, block->corners[face->first + i]);
    wr_dump_list_end(dump);
    if (face->plane) {
        wr_dump_list(dump, "plane");
        for (int i = 0; i < 3; i++)
            dump_point(dump, NULL, face->plane[i]);
        wr_dump_list_end(dump);
    }
    dump_texture(face, dump);
    wr_dump_count(dump, "flags", face->flags);
    dump_number(dump, "ambient", face->ambient);
    dump_number(dump, "albedo", face->albedo);
    dump_given(dump, "material", face->material);
    wr_dump_object_end(dump);
}

static void dump_block(const wr_wmp_block *block, uint32_t index, struct wr_dump *dump)
{
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "index", index);
    wr_dump_count(dump, "number", block->index);
    wr_dump_count(dump, "flags", block->flags);
    wr_dump_text(dump, "function", block->function);
    wr_dump_list(dump, "vertices");
    for (uint32_t v = 0; v < block->vertex_count; v++) {
        start_row(dump, v);
        dump_point(dump, "at", block->vertices[v]);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
    wr_dump_list(dump, "faces");
    for (uint32_t f = 0; f < block->face_count; f++)
        dump_face(block, f, dump);
    wr_dump_list_end(dump);
    wr_dump_object_end(dump);
}

/* ---- Entities ---------------------------------------------------------------------------- */

static void dump_settings(const wr_wmp_settings *settings, struct wr_dump *dump)
{
    static const char *const names[] = {"fog0", "fog1", "fog2", "fog3", "sun", "ambient"};
    wr_dump_text(dump, "palette", settings->palette);
    wr_dump_text(dump, "script", settings->script);
    dump_number(dump, "number", settings->number);
    dump_number(dump, "pan", settings->pan);
    dump_number(dump, "tilt", settings->tilt);
    for (uint32_t i = 0; i < settings->colour_count && i < 6; i++)
        dump_numbers(dump, names[i], settings->colours[i], 3);
}

static void dump_model(const wr_wmp_model *model, struct wr_dump *dump)
{
    dump_point(dump, "scale", model->scale);
    wr_dump_text(dump, "action", model->action);
    dump_numbers(dump, "skills", model->skills, model->skill_count);
    if (!model->extended)
        return;
    dump_number(dump, "ambient", model->ambient);
    dump_number(dump, "albedo", model->albedo);
    dump_given(dump, "path", model->path);
    dump_given(dump, "attached", model->attached);
    dump_given(dump, "material", model->material);
    dump_given(dump, "text1", model->texts[0]);
    dump_given(dump, "text2", model->texts[1]);
}

static void dump_edge(const wr_wmp_path_edge *edge, struct wr_dump *dump)
{
    wr_dump_object(dump, NULL);
    wr_dump_count(dump, "from", edge->from);
    wr_dump_count(dump, "to", edge->to);
    dump_number(dump, "weight", edge->weight);
    dump_numbers(dump, "skills", edge->skills, 3);
    wr_dump_object_end(dump);
}

static void dump_path(const wr_wmp_path *path, struct wr_dump *dump)
{
    wr_dump_list(dump, "nodes");
    for (uint32_t i = 0; i < path->node_count; i++) {
        wr_dump_object(dump, NULL);
        dump_point(dump, "at", path->nodes[i]);
        if (path->skills)
            dump_numbers(dump, "skills", path->skills[i], 6);
        wr_dump_object_end(dump);
    }
    wr_dump_list_end(dump);
    wr_dump_list(dump, "edges");
    for (uint32_t i = 0; i < path->edge_count; i++)
        dump_edge(&path->edges[i], dump);
    wr_dump_list_end(dump);
}

static void dump_sound(const wr_wmp_sound *sound, struct wr_dump *dump)
{
    dump_number(dump, "volume", sound->volume);
    dump_number(dump, "pitch", sound->pitch);
    dump_number(dump, "time", sound->time);
    dump_number(dump, "range", sound->range);
}

static void dump_own(const wr_wmp_entity *entity, struct wr_dump *dump)
{
    switch (entity->kind) {
    case WR_WMP_LEVEL:
        dump_settings(&entity->as.settings, dump);
        break;
    case WR_WMP_LIGHT:
        dump_numbers(dump, "colour", entity->as.light.colour, 3);
        dump_number(dump, "range", entity->as.light.range);
        break;
    case WR_WMP_MODEL:
        dump_model(&entity->as.model, dump);
        break;
    case WR_WMP_SOUND:
        dump_sound(&entity->as.sound, dump);
        break;
    case WR_WMP_PATH:
        dump_path(&entity->as.path, dump);
        break;
    case WR_WMP_REGION:
        dump_point(dump, "least", entity->as.box[0]);
        dump_point(dump, "most", entity->as.box[1]);
        break;
    default: /* a start is its name and its place */
        break;
    }
}

static void dump_entity(const wr_wmp_entity *entity, uint32_t index, struct wr_dump *dump)
{
    start_row(dump, index);
    wr_dump_text(dump, "kind", wr_wmp_kind_name(entity->kind));
    wr_dump_text(dump, "name", entity->name);
    dump_given(dump, "file", entity->file);
    wr_dump_count(dump, "flags", entity->flags);
    dump_own(entity, dump);
    wr_dump_object_end(dump);
}

/* ---- Objects ----------------------------------------------------------------------------- */

static void dump_members(const wr_wmp_object *object, enum wr_wmp_member_kind kind,
                         const char *key, struct wr_dump *dump)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < object->member_count; i++)
        count += object->members[i].kind == kind;
    if (count == 0)
        return;
    wr_dump_list(dump, key);
    for (uint32_t i = 0; i < object->member_count; i++)
        if (object->members[i].kind == kind)
            wr_dump_count(dump, NULL, object->members[i].index);
    wr_dump_list_end(dump);
}

static void dump_object(const wr_wmp_object *object, uint32_t index, struct wr_dump *dump)
{
    start_row(dump, index);
    dump_given(dump, "name", object->name);
    dump_point(dump, "position", object->position);
    dump_numbers(dump, "angles", object->angles, 3);
    dump_point(dump, "scale", object->scale);
    dump_members(object, WR_WMP_OBJECT_MEMBER, "objects", dump);
    dump_members(object, WR_WMP_BLOCK_MEMBER, "blocks", dump);
    dump_members(object, WR_WMP_ENTITY_MEMBER, "entities", dump);
    wr_dump_object_end(dump);
}

/* ---- The level --------------------------------------------------------------------------- */

void wr_wmp_dump(const struct wr_wmp *level, struct wr_dump *dump)
{
    wr_dump_text(dump, "dialect", wr_wmp_dialect_name(level->dialect));
    wr_dump_text(dump, "maker", level->maker);
    wr_dump_text(dump, "created", level->created);
    wr_dump_count(dump, "editor_bytes", level->editor ? level->editor_size : 0);
    wr_dump_list(dump, "blocks");
    for (uint32_t i = 0; i < level->block_count; i++)
        dump_block(&level->blocks[i], i, dump);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "entities");
    for (uint32_t i = 0; i < level->entity_count; i++)
        dump_entity(&level->entities[i], i, dump);
    wr_dump_list_end(dump);
    wr_dump_list(dump, "objects");
    for (uint32_t i = 0; i < level->object_count; i++)
        dump_object(&level->objects[i], i, dump);
    wr_dump_list_end(dump);
}
