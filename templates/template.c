/* Templates: loading and freeing. */
#include "templates/template.h"

#include <stdio.h>
#include <string.h>

#include "core/files/file.h"
#include "templates/template_reading.h"

void wr_template_free(struct wr_template *template)
{
    if (template)
        wr_arena_destroy(template->arena);
}

/* What is no object at all is no template, whatever else is wrong with it. */
static bool begins_object(const struct wr_source *source)
{
    size_t at = 0;
    if (source->size >= 3 && memcmp(source->data, "\xef\xbb\xbf", 3) == 0)
        at = 3;
    while (at < source->size && memchr(" \t\r\n", source->data[at], 4))
        at++;
    return at == source->size || memchr("{[", source->data[at], 2);
}

static enum wr_result read_into(struct wr_template_reading *reading,
                                const struct wr_source *source)
{
    if (!begins_object(source))
        return wr_fail(reading->context, WR_INVALID, wr_at(source, WR_WHOLE_FILE),
                       "template-format", WR_TEMPLATE_HINT, "this is no template of Warren's");
    enum wr_result result =
        wr_json_read(reading->context, reading->scratch, source, &reading->root);
    if (result != WR_OK)
        return result;
    reading->ok = true;
    wr_template_read_json(reading);
    if (reading->result != WR_OK)
        return reading->result;
    return reading->ok ? WR_OK : WR_INVALID;
}

static struct wr_template *new_template(struct wr_arena *arena, const struct wr_source *source)
{
    struct wr_template *template = WR_ZERO(arena, struct wr_template, 1);
    if (!template)
        return NULL;
    template->arena = arena;
    template->source = source;
    template->path = source->name;
    template->folder = wr_path_folder(arena, source->name);
    template->entry_node = template->exit_node = WR_NONE;
    return template->folder ? template : NULL;
}

enum wr_result wr_template_parse(struct wr_context *context, struct wr_arena *arena,
                                 const struct wr_source *source, struct wr_template **out)
{
    struct wr_template_reading reading = {.context = context};
    reading.template = new_template(arena, source);
    reading.scratch = reading.template ? wr_arena_create() : NULL;
    if (!reading.scratch) {
        wr_arena_destroy(arena);
        return wr_no_memory(context);
    }
    enum wr_result result = read_into(&reading, source);
    wr_arena_destroy(reading.scratch);
    if (result == WR_OK)
        *out = reading.template;
    else
        wr_template_free(reading.template);
    return result;
}

enum wr_result wr_template_read(struct wr_context *context, const char *name, const void *data,
                                size_t size, struct wr_template **out)
{
    struct wr_arena *arena;
    struct wr_source *source;
    wr_context_enter(context);
    enum wr_result result = wr_file_of_bytes(context, name, data, size, &arena, &source);
    if (result == WR_OK)
        result = wr_template_parse(context, arena, source, out);
    return wr_context_leave(context, result);
}

static enum wr_result refuse_folder(struct wr_context *context, const char *path)
{
    struct wr_arena *arena = wr_arena_create();
    char hint[WR_SUGGESTION_SIZE] = "name a template";
    const char *found;
    if (!arena)
        return wr_no_memory(context);
    enum wr_result result = wr_folder_find(context, arena, path, wr_template_recognise, &found);
    if (found)
        snprintf(hint, sizeof hint, "it holds the template '%.128s'", found);
    wr_arena_destroy(arena);
    return result == WR_OK ? wr_fail_folder(context, path, hint) : result;
}

static enum wr_result load_template(struct wr_context *context, const char *path,
                                    struct wr_template **out)
{
    struct wr_arena *arena;
    struct wr_source *source;
    if (wr_folder_exists(context, path))
        return refuse_folder(context, path);
    enum wr_result result = wr_file_load(context, path, &arena, &source);
    return result == WR_OK ? wr_template_parse(context, arena, source, out) : result;
}

enum wr_result wr_template_load(struct wr_context *context, const char *path,
                                struct wr_template **out)
{
    wr_context_enter(context);
    return wr_context_leave(context, load_template(context, path, out));
}
