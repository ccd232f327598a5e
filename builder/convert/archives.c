/* Archives become folders, and folders archives. */
#include "builder/convert/archives.h"

#include "core/base/bytes.h"
#include "core/base/text.h"
#include "core/files/file.h"

#include <stdlib.h>
#include <string.h>

/* ---- Unpacking -----------------------------------------------------------------------------
 */

struct unpacking {
    struct wr_conversion *conversion;
    const struct wr_archive *archive;
    struct wr_staging *staging;
    const char **names; /* of the files, the order's last */
};

static enum wr_result stage(struct unpacking *unpacking, uint32_t index, const void *data,
                            size_t size)
{
    struct wr_conversion *conversion = unpacking->conversion;
    const char *name = unpacking->names[index];
    char *path = wr_path_join(conversion->arena, conversion->to, name);
    if (!path)
        return wr_no_memory(conversion->context);
    if (!conversion->options->force && wr_file_in_way(conversion->context, path))
        return wr_fail(conversion->context, WR_INVALID, WR_NOWHERE, "file-exists",
                       "choose another folder, or give --force to replace it",
                       "'%s' is there already", path);
    enum wr_result result = wr_staging_check(conversion->context, unpacking->staging, name);
    return result == WR_OK ? wr_staging_write(conversion->context, unpacking->staging, name,
                                              data, size, conversion->flags)
                           : result;
}

static enum wr_result stage_order(struct unpacking *unpacking)
{
    struct wr_conversion *conversion = unpacking->conversion;
    struct wr_bytes order = {0};
    unpacking->names[unpacking->archive->count] = WR_ORDER_FILE;
    enum wr_result result = wr_archive_order_write(conversion->context, conversion->arena,
                                                   unpacking->archive, &order);
    if (result == WR_OK)
        result = stage(unpacking, unpacking->archive->count, order.data, order.size);
    wr_bytes_finish(&order);
    return result;
}

static enum wr_result stage_all(struct unpacking *unpacking)
{
    struct wr_conversion *conversion = unpacking->conversion;
    const struct wr_archive *archive = unpacking->archive;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i < archive->count; i++) {
        struct wr_source source;
        wr_context_progress(conversion->context, "files written", i, archive->count);
        result = wr_archive_source(conversion->context, conversion->arena, archive,
                                   &archive->items[i], &source);
        if (result != WR_OK)
            break;
        unpacking->names[i] = source.name + strlen(archive->source->name) + 1;
        result = stage(unpacking, i, source.data, source.size);
    }
    return result == WR_OK ? stage_order(unpacking) : result;
}

static enum wr_result move_all(struct unpacking *unpacking)
{
    struct wr_conversion *conversion = unpacking->conversion;
    enum wr_result result = WR_OK;
    for (uint32_t i = 0; result == WR_OK && i <= unpacking->archive->count; i++)
        result = wr_staging_move(conversion->context, unpacking->staging, unpacking->names[i],
                                 conversion->flags);
    if (result == WR_OK && conversion->options->durable)
        result = wr_staging_sync(conversion->context, unpacking->staging);
    return result;
}

enum wr_result wr_convert_unpack(struct wr_conversion *conversion, struct wr_bytes *out)
{
    struct unpacking unpacking = {.conversion = conversion};
    struct wr_source source;
    struct wr_archive *archive;
    (void)out;
    enum wr_result result =
        wr_file_read(conversion->context, conversion->arena, conversion->from, &source);
    if (result == WR_OK)
        result = wr_archive_read(conversion->context, conversion->arena, &source, &archive);
    if (result != WR_OK)
        return result;
    unpacking.archive = archive;
    unpacking.names = WR_TAKE(conversion->arena, const char *, (size_t)archive->count + 1);
    result = unpacking.names
                 ? wr_staging_make(conversion->context, conversion->to, &unpacking.staging)
                 : wr_no_memory(conversion->context);
    if (result == WR_OK)
        result = stage_all(&unpacking);
    result = wr_context_commit(conversion->context, result);
    if (result == WR_OK)
        result = move_all(&unpacking);
    wr_staging_drop(unpacking.staging);
    conversion->written = true;
    return result;
}

/* ---- Packing -------------------------------------------------------------------------------
 */

/* A file of the folder that goes into the archive. */
struct packed {
    wr_resource item; /* its name and type, and its bytes */
    const char *file;
    bool used; /* it is in the table of the order */
};

struct packing {
    struct wr_conversion *conversion;
    struct packed *files; /* by name and type */
    uint32_t count;
    uint64_t size;     /* of all of them */
    const char *order; /* the name of the order file; NULL: there is none */
    struct wr_archive *archive;
};

static int by_name(const void *a, const void *b)
{
    const struct packed *x = a, *y = b;
    int order = strcmp(x->item.name, y->item.name);
    return order ? order : (x->item.type > y->item.type) - (x->item.type < y->item.type);
}

/* The type that the end of a name says: one that the games have, or a number. */
static bool type_of(const char *suffix, uint16_t *out)
{
    uint32_t number;
    *out = wr_resource_type_of(suffix);
    if (*out > 0 || wr_text_same(suffix, "res"))
        return true;
    if (!wr_parse_u32(wr_view_of(suffix), &number) || number > UINT16_MAX ||
        wr_resource_suffix((uint16_t)number))
        return false;
    *out = (uint16_t)number;
    return true;
}

/* Whether a file is a resource; what is none is told of and stays outside. */
static enum wr_result add_file(struct packing *packing, const char *name)
{
    struct wr_conversion *conversion = packing->conversion;
    struct packed *file = &packing->files[packing->count];
    const char *dot = strrchr(name, '.');
    size_t size = dot ? (size_t)(dot - name) : 0;
    *file = (struct packed){.file = name};
    if (size == 0 || !type_of(dot + 1, &file->item.type)) {
        wr_warn(conversion->context, conversion->where, "archive-left-out",
                "resources end in what the games have, such as .are",
                "'%s' is no resource, and stays outside the archive", name);
        return WR_OK;
    }
    if (size > WR_RESREF)
        return wr_fail(conversion->context, WR_LIMIT, conversion->where, "archive-name", NULL,
                       "'%s' is longer than the %d characters of resource names", name,
                       WR_RESREF);
    for (size_t i = 0; i < size; i++)
        file->item.name[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] + 32 : name[i]);
    packing->count++;
    return WR_OK;
}

static enum wr_result read_file(struct packing *packing, struct packed *file)
{
    struct wr_conversion *conversion = packing->conversion;
    struct wr_source source;
    char *path = wr_path_join(conversion->arena, conversion->from, file->file);
    if (!path)
        return wr_no_memory(conversion->context);
    enum wr_result result = wr_file_read(conversion->context, conversion->arena, path, &source);
    if (result != WR_OK)
        return result;
    file->item.data = source.data;
    file->item.size = (uint32_t)source.size;
    packing->size += source.size;
    return WR_OK;
}

static enum wr_result list_files(struct packing *packing)
{
    struct wr_conversion *conversion = packing->conversion;
    char **names;
    size_t count;
    enum wr_result result = wr_folder_list(conversion->context, conversion->arena,
                                           conversion->from, &names, &count);
    if (result != WR_OK)
        return result;
    packing->files = WR_TAKE(conversion->arena, struct packed, count);
    if (!packing->files)
        return wr_no_memory(conversion->context);
    for (size_t i = 0; i < count; i++) {
        enum wr_result added = WR_OK;
        if (strcmp(names[i], WR_ORDER_FILE) == 0)
            packing->order = names[i];
        else if (names[i][strlen(names[i]) - 1] != '/' && names[i][0] != '.')
            added = add_file(packing, names[i]);
        result = result == WR_OK ? added : result;
    }
    for (uint32_t i = 0; result == WR_OK && i < packing->count; i++) {
        wr_context_progress(conversion->context, "files read", i, packing->count);
        result = wr_context_stopped(conversion->context)
                     ? WR_STOPPED
                     : read_file(packing, &packing->files[i]);
    }
    if (packing->count > 0)
        qsort(packing->files, packing->count, sizeof *packing->files, by_name);
    return result;
}

/* ---- What was there before ------------------------------------------------------------------
 */

/* Bytes of files that are as long as they were go where they lay. */
static bool place_files(struct packing *packing, struct wr_archive_plan *plan, bool *gone)
{
    struct wr_conversion *conversion = packing->conversion;
    bool whole = true;
    for (uint32_t i = 0; i < plan->archive->count; i++) {
        wr_resource *item = &plan->archive->items[i];
        struct packed wanted = {.item = *item};
        struct packed *file =
            bsearch(&wanted, packing->files, packing->count, sizeof *packing->files, by_name);
        gone[i] = !file;
        if (!file) {
            wr_warn(conversion->context, conversion->where, "archive-left-out",
                    "put the file back, or take it out of " WR_ORDER_FILE,
                    "'%s' is gone from the folder, and from the archive", item->name);
            whole = false;
            continue;
        }
        file->used = true;
        if (file->item.size == item->size)
            memcpy(plan->data + item->offset, file->item.data, item->size);
        item->data = file->item.size > 0 ? file->item.data : (const uint8_t *)"";
        item->size = file->item.size;
    }
    return whole;
}

/* What is as it was lies where it lay, and shares its bytes with what it shared them with. */
static void keep_places(struct wr_archive *archive, const struct wr_archive_plan *plan,
                        const wr_resource *was)
{
    for (uint32_t i = 0; i < archive->count; i++)
        if (archive->items[i].data && archive->items[i].size == was[i].size &&
            memcmp(plan->data + was[i].offset, archive->items[i].data, was[i].size) == 0)
            archive->items[i].data = NULL;
}

static enum wr_result follow_order(struct packing *packing, const char *order)
{
    struct wr_conversion *conversion = packing->conversion;
    struct wr_archive_plan plan;
    struct wr_source source;
    char *path = wr_path_join(conversion->arena, conversion->from, order);
    enum wr_result result =
        path ? wr_file_read(conversion->context, conversion->arena, path, &source)
             : wr_no_memory(conversion->context);
    struct wr_source *kept =
        result == WR_OK ? wr_arena_copy(conversion->arena, &source, 1, sizeof source) : NULL;
    if (result == WR_OK && !kept)
        result = wr_no_memory(conversion->context);
    if (result == WR_OK)
        result = wr_archive_order_read(conversion->context, conversion->arena, kept,
                                       packing->size, &plan);
    if (result != WR_OK)
        return result;
    bool *gone = WR_ZERO(conversion->arena, bool, plan.archive->count);
    wr_resource *was =
        wr_arena_copy(conversion->arena, plan.archive->items, plan.archive->count, sizeof *was);
    if (!gone || !was)
        return wr_no_memory(conversion->context);
    bool whole = place_files(packing, &plan, gone);
    keep_places(plan.archive, &plan, was);
    if (!whole)
        wr_archive_sift(plan.archive, gone, plan.archive->count);
    packing->archive = plan.archive;
    return WR_OK;
}

/* ---- A new archive -------------------------------------------------------------------------
 */

static const char *mark_of(const struct wr_conversion *conversion)
{
    const char *dot = strrchr(wr_path_name(conversion->to), '.');
    return wr_text_same(dot, ".mod")   ? "MOD V1.0"
           : wr_text_same(dot, ".hak") ? "HAK V1.0"
           : wr_text_same(dot, ".sav") ? "SAV V1.0"
           : wr_text_same(dot, ".rim") ? "RIM V1.0"
                                       : "ERF V1.0";
}

/* An archive of nothing, to be filled. */
static enum wr_result begin(struct packing *packing)
{
    struct wr_conversion *conversion = packing->conversion;
    uint8_t *head = WR_ZERO(conversion->arena, uint8_t, WR_ARCHIVE_HEAD);
    struct wr_source *source = WR_ZERO(conversion->arena, struct wr_source, 1);
    bool rim = conversion->form == WR_FORM_RIM;
    if (!head || !source)
        return wr_no_memory(conversion->context);
    memcpy(head, mark_of(conversion), 8);
    *source = (struct wr_source){.name = conversion->to,
                                 .data = head,
                                 .size = rim ? WR_RIM_HEAD : WR_ARCHIVE_HEAD,
                                 .binary = true};
    if (!rim) { /* where texts, keys and places start, and no description */
        static const uint8_t starts[] = {WR_ARCHIVE_HEAD, 0, 0, 0, WR_ARCHIVE_HEAD, 0, 0, 0,
                                         WR_ARCHIVE_HEAD, 0, 0, 0};
        memcpy(head + 20, starts, sizeof starts);
        memset(head + 40, 0xff, 4);
    }
    return wr_archive_read(conversion->context, conversion->arena, source, &packing->archive);
}

static enum wr_result add_new(struct packing *packing)
{
    struct wr_conversion *conversion = packing->conversion;
    wr_resource *items = WR_TAKE(conversion->arena, wr_resource, packing->count);
    uint32_t count = 0;
    if (!items)
        return wr_no_memory(conversion->context);
    for (uint32_t i = 0; i < packing->count; i++)
        if (!packing->files[i].used) {
            items[count] = packing->files[i].item;
            if (!items[count].data || items[count].size == 0)
                items[count].data = (const uint8_t *)"";
            count++;
        }
    return wr_archive_append(packing->archive, conversion->arena, items, count)
               ? WR_OK
               : wr_no_memory(conversion->context);
}

/* An order of the other kind of archives says nothing of this one. */
static enum wr_result settle_kind(struct packing *packing)
{
    struct wr_conversion *conversion = packing->conversion;
    enum wr_archive_kind wanted = conversion->form == WR_FORM_RIM ? WR_RIM : WR_ERF;
    if (packing->archive && packing->archive->kind == wanted)
        return WR_OK;
    if (packing->archive)
        wr_note(conversion->context, conversion->where, "archive-order", NULL,
                "its " WR_ORDER_FILE " is that of another kind of archive, and is passed over");
    for (uint32_t i = 0; i < packing->count; i++)
        packing->files[i].used = false;
    return begin(packing);
}

enum wr_result wr_convert_pack(struct wr_conversion *conversion, struct wr_bytes *out)
{
    struct packing packing = {.conversion = conversion};
    enum wr_result result = list_files(&packing);
    if (result == WR_OK && packing.order)
        result = follow_order(&packing, packing.order);
    if (result == WR_OK)
        result = settle_kind(&packing);
    if (result == WR_OK)
        result = add_new(&packing);
    return result == WR_OK ? wr_archive_write(conversion->context, packing.archive, out)
                           : result;
}
