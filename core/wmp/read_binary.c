/* Objects within objects, each with a record of what it is. Source: formats/wmp, 2. */
#include "core/wmp/read_binary.h"

#include "core/wmp/binary_block.h"

#include <string.h>

enum { MAGIC = 4, OBJECT = 0x01, TYPE_HEAD = 8, MOST_SKILLS = 20, COLOURS = 6, EDGE = 40 };

/* Which record says what an object is. */
enum record {
    BLOCK = 0x02,
    LEVEL = 0x04,
    START = 0x06,
    LIGHT = 0x07,
    SOUND = 0x08,
    MODEL = 0x09,
    PATH = 0x0a,
    REGION = 0x0b,
};

/* What is left to read of an object. */
struct open_object {
    struct wr_wmp_chunks chunks;
    uint32_t object;
};

struct binary_reading {
    struct wr_wmp_making *making;
    struct open_object *open;
    size_t count, capacity;
};

/* ---- Entities ---------------------------------------------------------------------------- */

static double percent(uint32_t value)
{
    return value * 100.0 / 255.0;
}

static void read_colour(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk,
                        wr_wmp_settings *settings)
{
    const uint8_t *bytes = chunks->making->source->data + chunk->at;
    unsigned number = chunk->id == 1 ? bytes[0] : 2u + chunk->id;
    if (number >= COLOURS)
        return;
    for (int i = 0; i < 3; i++)
        settings->colours[number][i] = percent(bytes[1 + i]);
    settings->colour_count = COLOURS;
}

static void read_level(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *record,
                       wr_wmp_entity *entity)
{
    wr_wmp_settings *settings = &entity->as.settings;
    struct wr_reader head;
    struct wr_wmp_chunks inside;
    struct wr_wmp_chunk chunk;
    if (!wr_wmp_open(chunks, record, 20, &head, &inside))
        return;
    wr_reader_take(&head, 8);
    settings->number = wr_reader_u32(&head);
    settings->pan = wr_reader_f32(&head);
    settings->tilt = wr_reader_f32(&head);
    if (!isfinite(settings->pan) || !isfinite(settings->tilt)) {
        wr_wmp_chunk_fail(chunks, record->at + 12, "wmp-number", "this is not a finite number");
        return;
    }
    while (wr_wmp_next(&inside, &chunk)) {
        if (wr_wmp_is_chunk(&chunk, 0x05, WR_WMP_STRING))
            settings->script = wr_wmp_string(&inside, &chunk);
        else if (wr_wmp_is_chunk(&chunk, 0x06, WR_WMP_STRING))
            settings->palette = wr_wmp_string(&inside, &chunk);
        else if (chunk.holds == WR_WMP_COLOUR && chunk.id >= 1 && chunk.id <= 3 &&
                 wr_wmp_holds(&inside, &chunk, 0, 4, 1))
            read_colour(&inside, &chunk, settings);
    }
}

/* A record with a name and nothing else behind its first bytes. */
static void read_named(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *record,
                       wr_wmp_entity *entity)
{
    struct wr_reader head;
    struct wr_wmp_chunks inside;
    struct wr_wmp_chunk chunk;
    if (!wr_wmp_open(chunks, record, 8, &head, &inside))
        return;
    while (wr_wmp_next(&inside, &chunk)) {
        double box[6];
        if (wr_wmp_is_chunk(&chunk, 0x03, WR_WMP_STRING))
            entity->name = wr_wmp_string(&inside, &chunk);
        else if (wr_wmp_is_chunk(&chunk, 0x09, WR_WMP_VECTORS) &&
                 entity->kind == WR_WMP_REGION && wr_wmp_doubles(&inside, &chunk, 0, box, 6)) {
            entity->as.box[0] = (wr_dvec3){box[0], box[1], box[2]};
            entity->as.box[1] = (wr_dvec3){box[3], box[4], box[5]};
        }
    }
}

static void read_light(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *record,
                       wr_wmp_entity *entity)
{
    struct wr_reader head;
    struct wr_wmp_chunks inside;
    if (!wr_wmp_open(chunks, record, 24, &head, &inside))
        return;
    wr_reader_u32(&head);
    entity->flags = wr_reader_u32(&head);
    for (int i = 0; i < 3; i++)
        entity->as.light.colour[i] = percent(wr_reader_u32(&head));
    entity->as.light.range = wr_reader_f32(&head);
    if (!isfinite(entity->as.light.range))
        wr_wmp_chunk_fail(chunks, record->at + 20, "wmp-number", "this is not a finite number");
}

/* What its numbers mean is not known of any file but for their order in texts. */
static void read_sound(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *record,
                       wr_wmp_entity *entity)
{
    struct wr_reader head;
    struct wr_wmp_chunks inside;
    struct wr_wmp_chunk chunk;
    wr_wmp_sound *sound = &entity->as.sound;
    if (!wr_wmp_open(chunks, record, 24, &head, &inside))
        return;
    wr_reader_u32(&head);
    entity->flags = wr_reader_u32(&head);
    sound->volume = wr_reader_u32(&head);
    sound->pitch = wr_reader_u32(&head);
    sound->time = wr_reader_u32(&head);
    sound->range = wr_reader_f32(&head);
    sound->range = isfinite(sound->range) ? sound->range : 0;
    while (wr_wmp_next(&inside, &chunk)) {
        if (wr_wmp_is_chunk(&chunk, 0x0b, WR_WMP_STRING))
            entity->file = wr_wmp_string(&inside, &chunk);
        else if (wr_wmp_is_chunk(&chunk, 0x03, WR_WMP_STRING))
            entity->name = wr_wmp_string(&inside, &chunk);
    }
}

static void read_skills(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk,
                        wr_wmp_model *model)
{
    struct wr_reader reader = {chunks->making->source->data + chunk->at, chunk->end - chunk->at,
                               0, false};
    uint32_t count = wr_reader_u32(&reader);
    if (count > MOST_SKILLS) {
        wr_wmp_chunk_fail(chunks, chunk->offset, "wmp-range",
                          "a model has 20 skills at the most");
        return;
    }
    double *skills = WR_TAKE(chunks->making->arena, double, count);
    if (!skills) {
        chunks->making->result = wr_no_memory(chunks->making->context);
        chunks->failed = true;
        return;
    }
    model->skills = skills;
    model->skill_count = count;
    wr_wmp_doubles(chunks, chunk, 4, skills, count);
}

/* One of a model's two free texts: its number, then the text itself. */
static void read_free_text(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk,
                           wr_wmp_model *model)
{
    const char *data = (const char *)chunks->making->source->data + chunk->at;
    size_t size = chunk->end - chunk->at;
    if (size < 2 || data[1] != 0 || (data[0] != 0 && data[0] != 1))
        return;
    model->texts[(int)data[0]] = wr_wmp_text(chunks->making, (wr_view){data + 2, size - 2});
}

static void read_model_text(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk,
                            wr_wmp_entity *entity)
{
    wr_wmp_model *model = &entity->as.model;
    const char **texts[] = {
        [0x03] = &entity->name,  [0x08] = &model->material, [0x0b] = &entity->file,
        [0x0c] = &model->action, [0x0d] = &model->path,     [0x0e] = &model->attached};
    if (chunk->id == 0x0f)
        read_free_text(chunks, chunk, model);
    else if (chunk->id < sizeof texts / sizeof *texts && texts[chunk->id])
        *texts[chunk->id] = wr_wmp_string(chunks, chunk);
}

static void read_model(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *record,
                       wr_wmp_entity *entity)
{
    wr_wmp_model *model = &entity->as.model;
    struct wr_reader head;
    struct wr_wmp_chunks inside;
    struct wr_wmp_chunk chunk;
    if (!wr_wmp_open(chunks, record, 20, &head, &inside))
        return;
    wr_reader_take(&head, 8);
    entity->flags = wr_reader_u32(&head);
    model->ambient = wr_reader_f32(&head);
    model->albedo = wr_reader_f32(&head);
    model->extended = true;
    if (!isfinite(model->ambient) || !isfinite(model->albedo)) {
        wr_wmp_chunk_fail(chunks, record->at + 12, "wmp-number", "this is not a finite number");
        return;
    }
    while (wr_wmp_next(&inside, &chunk)) {
        if (chunk.holds == WR_WMP_STRING)
            read_model_text(&inside, &chunk, entity);
        else if (wr_wmp_is_chunk(&chunk, 0x0b, WR_WMP_ARRAY))
            read_skills(&inside, &chunk, model);
    }
}

/* ---- Paths ------------------------------------------------------------------------------- */

struct array {
    uint32_t count;
    size_t skip, stride;
};

/* An array of a path: what it counts must be there. */
static bool open_array(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk,
                       struct array *array)
{
    size_t size = chunk->end - chunk->at;
    struct wr_reader reader = {chunks->making->source->data + chunk->at, size, 0, false};
    array->count = wr_reader_u32(&reader);
    return wr_wmp_holds(chunks, chunk, array->skip, array->count, array->stride);
}

static void *take(struct wr_wmp_chunks *chunks, uint32_t count, size_t size)
{
    void *items = wr_arena_zero(chunks->making->arena, count, size);
    if (!items) {
        chunks->making->result = wr_no_memory(chunks->making->context);
        chunks->failed = true;
    }
    return items;
}

static bool read_nodes(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk,
                       wr_wmp_path *path)
{
    struct array array = {.skip = 4, .stride = 24};
    if (!open_array(chunks, chunk, &array) ||
        !(path->nodes = take(chunks, array.count, sizeof *path->nodes)))
        return false;
    path->node_count = array.count;
    for (uint32_t n = 0; n < array.count; n++) {
        double at[3];
        if (!wr_wmp_doubles(chunks, chunk, array.skip + n * array.stride, at, 3))
            return false;
        path->nodes[n] = (wr_dvec3){at[0], at[1], at[2]};
    }
    return true;
}

static bool read_node_skills(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk,
                             wr_wmp_path *path)
{
    struct array array = {.skip = 8, .stride = 48};
    if (!open_array(chunks, chunk, &array))
        return false;
    if (array.count != path->node_count)
        return wr_wmp_chunk_fail(chunks, chunk->offset, "wmp-range",
                                 "there are not as many rows of skills as nodes");
    path->skills = take(chunks, array.count, sizeof *path->skills);
    for (uint32_t n = 0; path->skills && n < array.count; n++)
        if (!wr_wmp_doubles(chunks, chunk, array.skip + n * array.stride, path->skills[n], 6))
            return false;
    return path->skills != NULL;
}

static bool read_edges(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *chunk,
                       wr_wmp_path *path)
{
    struct array array = {.skip = 4, .stride = EDGE};
    if (!open_array(chunks, chunk, &array) ||
        !(path->edges = take(chunks, array.count, sizeof *path->edges)))
        return false;
    path->edge_count = array.count;
    for (uint32_t e = 0; e < array.count; e++) {
        wr_wmp_path_edge *edge = &path->edges[e];
        size_t at = array.skip + e * array.stride;
        struct wr_reader ends = {chunks->making->source->data + chunk->at + at, 8, 0, false};
        edge->from = wr_reader_u32(&ends);
        edge->to = wr_reader_u32(&ends);
        if (edge->from >= path->node_count || edge->to >= path->node_count)
            return wr_wmp_chunk_fail(chunks, chunk->at + at, "wmp-range",
                                     "the path has no node of this number");
        if (!wr_wmp_doubles(chunks, chunk, at + 8, &edge->weight, 1) ||
            !wr_wmp_doubles(chunks, chunk, at + 16, edge->skills, 3))
            return false;
    }
    return true;
}

static void read_path(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *record,
                      wr_wmp_entity *entity)
{
    wr_wmp_path *path = &entity->as.path;
    struct wr_reader head;
    struct wr_wmp_chunks inside;
    struct wr_wmp_chunk chunk;
    if (!wr_wmp_open(chunks, record, 8, &head, &inside))
        return;
    while (wr_wmp_next(&inside, &chunk)) {
        bool fine = true;
        if (wr_wmp_is_chunk(&chunk, 0x03, WR_WMP_STRING))
            entity->name = wr_wmp_string(&inside, &chunk);
        else if (wr_wmp_is_chunk(&chunk, 0x01, WR_WMP_ARRAY) && !path->nodes)
            fine = read_nodes(&inside, &chunk, path);
        else if (wr_wmp_is_chunk(&chunk, 0x0d, WR_WMP_ARRAY))
            fine = read_node_skills(&inside, &chunk, path);
        else if (wr_wmp_is_chunk(&chunk, 0x0f, WR_WMP_ARRAY))
            fine = read_edges(&inside, &chunk, path);
        inside.failed |= !fine;
    }
}

/* ---- Objects ----------------------------------------------------------------------------- */

typedef void read_fn(struct wr_wmp_chunks *chunks, const struct wr_wmp_chunk *record,
                     wr_wmp_entity *entity);
struct record_kind {
    enum record record;
    enum wr_wmp_kind kind;
    read_fn *read;
};

static const struct record_kind kinds[] = {
    {LEVEL, WR_WMP_LEVEL, read_level},  {START, WR_WMP_START, read_named},
    {LIGHT, WR_WMP_LIGHT, read_light},  {SOUND, WR_WMP_SOUND, read_sound},
    {MODEL, WR_WMP_MODEL, read_model},  {PATH, WR_WMP_PATH, read_path},
    {REGION, WR_WMP_REGION, read_named}};

static void read_entity(struct open_object *open, const struct wr_wmp_chunk *chunk,
                        const struct record_kind *kind)
{
    struct wr_wmp_making *making = open->chunks.making;
    wr_wmp_entity *entity = wr_wmp_add_entity(making, kind->kind, chunk->offset);
    if (!entity)
        return;
    kind->read(&open->chunks, chunk, entity);
    wr_wmp_object *object = &making->level->objects[open->object];
    if (kind->kind == WR_WMP_MODEL)
        entity->as.model.scale = object->scale;
    wr_wmp_add_member(making, object, WR_WMP_ENTITY_MEMBER, making->level->entity_count - 1);
}

static void read_block(struct open_object *open, const struct wr_wmp_chunk *chunk)
{
    struct wr_wmp_making *making = open->chunks.making;
    wr_wmp_block *block = wr_wmp_add_block(making, chunk->offset);
    if (!block)
        return;
    wr_wmp_read_block_record(&open->chunks, chunk, block);
    wr_wmp_add_member(making, &making->level->objects[open->object], WR_WMP_BLOCK_MEMBER,
                      making->level->block_count - 1);
}

static void read_data(struct open_object *open, const struct wr_wmp_chunk *chunk)
{
    if (chunk->id == BLOCK) {
        read_block(open, chunk);
        return;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (chunk->id == (uint8_t)kinds[i].record)
            read_entity(open, chunk, &kinds[i]);
}

static void read_own(struct open_object *open, const struct wr_wmp_chunk *chunk)
{
    struct wr_wmp_making *making = open->chunks.making;
    wr_wmp_object *object = &making->level->objects[open->object];
    double numbers[3];
    if (wr_wmp_is_chunk(chunk, 0x03, WR_WMP_STRING))
        object->name = wr_wmp_string(&open->chunks, chunk);
    if (chunk->holds != WR_WMP_VECTORS || !wr_wmp_doubles(&open->chunks, chunk, 0, numbers, 3))
        return;
    wr_dvec3 vector = {numbers[0], numbers[1], numbers[2]};
    if (chunk->id == 0x01)
        object->position = vector;
    else if (chunk->id == 0x03)
        memcpy(object->angles, numbers, sizeof numbers);
    else if (chunk->id == 0x05)
        object->scale = vector;
}

static void open_object(struct binary_reading *r, struct wr_wmp_chunks *within,
                        const struct wr_wmp_chunk *chunk, uint32_t parent)
{
    struct wr_wmp_making *making = r->making;
    struct wr_reader head;
    struct open_object open = {.object = making->level->object_count};
    if (!wr_wmp_open(within, chunk, TYPE_HEAD, &head, &open.chunks))
        return;
    wr_wmp_object *object = wr_wmp_add_object(making, chunk->offset);
    if (!object)
        return;
    if (!wr_grow(&r->open, &r->capacity, r->count + 1, sizeof *r->open)) {
        making->result = wr_no_memory(making->context);
        return;
    }
    object->parent = parent;
    r->open[r->count++] = open;
    if (parent != WR_WMP_NONE)
        wr_wmp_add_member(making, &making->level->objects[parent], WR_WMP_OBJECT_MEMBER,
                          open.object);
}

/* Down the tree and up again, the innermost open object first. */
static void read_objects(struct binary_reading *r)
{
    struct wr_wmp_chunk chunk;
    while (r->count > 0 && !wr_wmp_is_hopeless(r->making)) {
        struct open_object *open = &r->open[r->count - 1];
        struct wr_wmp_chunks within = open->chunks;
        uint32_t parent = open->object;
        if (!wr_wmp_next(&open->chunks, &chunk)) {
            r->count--;
            continue;
        }
        within.at = open->chunks.at;
        if (wr_wmp_is_chunk(&chunk, OBJECT, WR_WMP_RECORD))
            open_object(r, &within, &chunk, parent);
        else if (chunk.holds == WR_WMP_RECORD)
            read_data(open, &chunk);
        else
            read_own(open, &chunk);
    }
}

/* ---- The file ---------------------------------------------------------------------------- */

static void read_created(struct wr_wmp_chunks *file, const struct wr_wmp_chunk *chunk,
                         double stated[2])
{
    struct wr_reader head;
    struct wr_wmp_chunks inside;
    struct wr_wmp_chunk text;
    if (!wr_wmp_open(file, chunk, 24, &head, &inside))
        return;
    wr_reader_take(&head, 12);
    stated[0] = wr_reader_u32(&head);
    stated[1] = wr_reader_u32(&head);
    while (wr_wmp_next(&inside, &text))
        if (wr_wmp_is_chunk(&text, 0x01, WR_WMP_STRING)) {
            wr_view line = {(const char *)file->making->source->data + text.at,
                            text.end - text.at};
            wr_view rest = line;
            wr_view_line(&rest, &line);
            file->making->level->created = wr_wmp_text(file->making, line);
        }
}

static void check_counts(struct wr_wmp_making *making, const double stated[2])
{
    const uint32_t counts[2] = {making->level->block_count, making->level->entity_count};
    static const char *const names[2] = {"blocks", "entities"};
    for (int i = 0; i < 2; i++)
        if (stated[i] >= 0 && stated[i] != counts[i])
            wr_warn(making->context, wr_at(making->source, MAGIC), "wmp-count",
                    "the number is not needed: write the level again",
                    "the level says it has %.0f %s, but %u are there", stated[i], names[i],
                    (unsigned)counts[i]);
}

void wr_wmp_read_binary(struct wr_wmp_making *making)
{
    struct binary_reading r = {.making = making};
    struct wr_wmp_chunks file = {making, MAGIC, making->source->size, false};
    struct wr_wmp_chunk chunk;
    double stated[2] = {-1, -1};
    while (!wr_wmp_is_hopeless(making) && wr_wmp_next(&file, &chunk)) {
        if (wr_wmp_is_chunk(&chunk, 0x01, WR_WMP_SECTION))
            read_created(&file, &chunk, stated);
        else if (wr_wmp_is_chunk(&chunk, OBJECT, WR_WMP_RECORD))
            open_object(&r, &file, &chunk, WR_WMP_NONE);
        read_objects(&r);
    }
    wr_free(r.open);
    if (making->result == WR_OK && making->level->object_count == 0)
        wr_wmp_chunk_fail(&file, making->source->size, "wmp-chunk",
                          "the level ends before its first object");
    if (making->result == WR_OK)
        check_counts(making, stated);
}
