/* Looking for kits in a place, and reading no more of each than its name and id. */
#include "core/base/text.h"
#include "core/files/file.h"
#include "core/text/json.h"
#include "core/text/xml.h"
#include "kits/kit_set.h"

#include <string.h>

struct search {
    struct wr_context *context;
    struct wr_context *silent; /* swallows the faults of kits nobody asked for */
    struct wr_arena *arena, *scratch;
    struct wr_kit_heading *items;
    size_t count, capacity;
};

static bool contains(const struct wr_source *source, const char *word)
{
    return source->size > 0 && strstr((const char *)source->data, word) != NULL;
}

/* Whether a JSON is worth parsing: a map in the same folder may be large, and is not. */
static bool may_be_kit(const struct wr_source *source)
{
    return contains(source, "\"components\"") || contains(source, "\"tiles\"") ||
           contains(source, "\"templates\"");
}

static bool copy(struct search *search, const char *text, const char **out)
{
    *out = text ? wr_arena_text(search->arena, text, strlen(text)) : NULL;
    return !text || *out;
}

static bool keep(struct search *search, const char *file, const char *id, const char *name,
                 const char *stem)
{
    struct wr_kit_heading heading;
    if (!copy(search, file, &heading.file) || !copy(search, id ? id : NULL, &heading.id) ||
        !copy(search, name ? name : id, &heading.name) || !copy(search, stem, &heading.stem) ||
        !wr_grow(&search->items, &search->capacity, search->count + 1, sizeof *search->items))
        return false;
    search->items[search->count++] = heading;
    return true;
}

static const char *member(wr_json *root, const char *key)
{
    const wr_json *value = wr_json_find(root, key);
    return value && value->kind == WR_JSON_STRING && value->text[0] ? value->text : NULL;
}

/* The stem of a path's last part: a folder's name, or a file's without suffix. */
static const char *stem_of(struct search *search, const char *path)
{
    const char *name = wr_path_name(path), *dot = strrchr(name, '.');
    return wr_arena_text(search->scratch, name, dot ? (size_t)(dot - name) : strlen(name));
}

static bool add_json(struct search *search, const char *file, const struct wr_source *source,
                     bool certain)
{
    wr_json *root;
    const char *stem = stem_of(search, file);
    if (!stem)
        return false;
    if (!may_be_kit(source))
        return !certain || keep(search, file, NULL, NULL, stem);
    enum wr_result result = wr_json_read(search->silent, search->scratch, source, &root);
    if (result)
        return result != WR_NO_MEMORY && keep(search, file, NULL, NULL, stem);
    if (root->kind != WR_JSON_OBJECT ||
        (!wr_json_find(root, "components") && !wr_json_find(root, "tiles") &&
         !wr_json_find(root, "templates")))
        return !certain || keep(search, file, NULL, NULL, stem);
    const char *id = member(root, "id");
    return keep(search, file, id ? id : stem, member(root, "name"), stem);
}

static bool add_xml(struct search *search, const char *file, const struct wr_source *source)
{
    wr_xml *root;
    char *folder = wr_path_folder(search->scratch, file);
    const char *stem = folder ? wr_path_name(folder) : NULL;
    if (!stem)
        return false;
    enum wr_result result = wr_xml_read(search->silent, search->scratch, source, &root);
    if (result)
        return result != WR_NO_MEMORY && keep(search, file, NULL, NULL, stem);
    const wr_xml_attribute *id = wr_xml_find(root, "id"), *name = wr_xml_find(root, "name");
    return keep(search, file, id ? id->value : NULL, name ? name->value : NULL, stem);
}

/* A file that may be a kit; `certain` when it is asked for by its own path. */
static enum wr_result add_file(struct search *search, const char *file, bool certain)
{
    struct wr_source source;
    wr_arena_reset(search->scratch);
    enum wr_result result = wr_file_read(search->silent, search->scratch, file, &source);
    if (result)
        return result == WR_NO_MEMORY ? wr_no_memory(search->context) : WR_OK;
    size_t at = 0;
    while (at < source.size && strchr(" \t\r\n\xef\xbb\xbf", source.data[at]))
        at++;
    bool xml = at < source.size && source.data[at] == '<';
    bool kept = xml ? add_xml(search, file, &source) : add_json(search, file, &source, certain);
    return kept ? WR_OK : wr_no_memory(search->context);
}

/* One name in a folder of kits. */
static enum wr_result add_entry(struct search *search, struct wr_arena *names,
                                const char *folder, const char *name)
{
    size_t size = strlen(name);
    bool is_folder = size > 0 && name[size - 1] == '/';
    bool is_json = size > 5 && wr_text_same(name + size - 5, ".json");
    if ((!is_folder && !is_json) || name[0] == '.')
        return WR_OK; /* hidden: what a killed build may have left is no kit */
    char *plain = wr_arena_text(names, name, size - is_folder);
    char *path = plain ? wr_path_join(names, folder, plain) : NULL;
    if (path && is_folder)
        path = wr_path_join(names, path, "kit.xml");
    if (!path)
        return wr_no_memory(search->context);
    return is_json || wr_file_exists(search->silent, path) ? add_file(search, path, false)
                                                           : WR_OK;
}

/* A folder that cannot be listed holds no kits we could load. */
static enum wr_result add_folder(struct search *search, struct wr_arena *names,
                                 const char *folder)
{
    char **entries;
    size_t count;
    enum wr_result result = wr_folder_list(search->silent, names, folder, &entries, &count);
    if (result)
        return result == WR_NO_MEMORY ? wr_no_memory(search->context) : WR_OK;
    for (size_t i = 0; i < count && !result; i++)
        result = add_entry(search, names, folder, entries[i]);
    return result;
}

static enum wr_result look(struct search *search, struct wr_arena *names, const char *path)
{
    const char *file;
    enum wr_result result = wr_kit_path(search->context, names, path, &file);
    bool certain = file == path || strcmp(wr_path_name(file ? file : ""), "kit.xml") == 0;
    if (!result && file && wr_file_exists(search->silent, file))
        result = add_file(search, file, certain);
    if (!result && search->count == 0 && wr_folder_exists(search->silent, path))
        result = add_folder(search, names, path);
    return result;
}

enum wr_result wr_kit_headings(struct wr_context *context, struct wr_arena *arena,
                               const char *path, struct wr_kit_heading **out, size_t *count)
{
    struct wr_arena *names = wr_arena_create();
    struct search search = {.context = context,
                            .silent = wr_context_within(context, NULL, NULL),
                            .arena = arena,
                            .scratch = wr_arena_create()};
    enum wr_result result = WR_NO_MEMORY;
    if (!names || !search.silent || !search.scratch)
        wr_no_memory(context);
    else
        result = look(&search, names, path);
    if (!result) {
        *out = wr_arena_copy(arena, search.items, search.count, sizeof *search.items);
        *count = search.count;
        result = *out ? WR_OK : wr_no_memory(context);
    }
    wr_free(search.items);
    wr_context_destroy(search.silent);
    wr_arena_destroy(search.scratch);
    wr_arena_destroy(names);
    return result;
}
