/* One unit after another, done or taken from the record. */
#include "builder/manifest/members.h"
#include "builder/manifest/pack.h"

#include <string.h>

/* ---- Replaying --------------------------------------------------------------------------- */

static struct wr_manifest_line *find_line(const struct wr_manifest *manifest, const char *unit)
{
    size_t low = 0, high = manifest->line_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(manifest->lines[middle].unit, unit);
        if (order == 0)
            return &manifest->lines[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* What several units are made of, as a kit, is looked at once. */
static enum wr_result digest_input(struct wr_context *context, struct wr_manifest *manifest,
                                   const char *path, wr_digest *out)
{
    enum { LATELY = 64 }; /* folders that are remembered, of those that were met last */
    bool shared = wr_folder_exists(context, path), found = false;
    if (!shared)
        return wr_digest_path(context, path, out);
    mtx_lock(&manifest->lock);
    for (size_t i = manifest->input_count;
         !found && i > 0 && i + LATELY > manifest->input_count; i--) {
        found = strcmp(manifest->inputs[i - 1].path, path) == 0;
        if (found)
            *out = manifest->inputs[i - 1].digest;
    }
    enum wr_result result = found ? WR_OK : wr_digest_path(context, path, out);
    if (!found && result == WR_OK) {
        wr_recorded *inputs = wr_arena_more(manifest->arena, manifest->inputs,
                                            manifest->input_count, sizeof *inputs);
        const char *copy = wr_arena_text(manifest->arena, path, strlen(path));
        if (inputs && copy) {
            manifest->inputs = inputs;
            inputs[manifest->input_count++] = (wr_recorded){copy, *out};
        }
    }
    mtx_unlock(&manifest->lock);
    return result;
}

static enum wr_result digest_inputs(struct wr_context *context, struct wr_arena *arena,
                                    struct wr_manifest *manifest, const struct wr_unit *unit,
                                    wr_recorded **out)
{
    wr_recorded *inputs = WR_ZERO(arena, wr_recorded, unit->input_count);
    enum wr_result result = inputs ? WR_OK : wr_no_memory(context);
    for (size_t i = 0; result == WR_OK && i < unit->input_count; i++) {
        inputs[i].path = unit->inputs[i];
        result = digest_input(context, manifest, unit->inputs[i], &inputs[i].digest);
    }
    *out = inputs;
    return result;
}

static bool same_inputs(const struct wr_record *record, const wr_recorded *inputs, size_t count)
{
    bool same = record->input_count == count;
    for (size_t i = 0; same && i < count; i++)
        same = wr_digest_same(&record->inputs[i].digest, &inputs[i].digest);
    return same;
}

/* Those of a traced unit are asked for again. */
static enum wr_result same_traces(struct wr_context *context, const struct wr_record *record,
                                  bool *same)
{
    enum wr_result result = WR_OK;
    for (size_t i = 0; result == WR_OK && *same && i < record->input_count; i++) {
        wr_digest now;
        result = wr_digest_path(context, record->inputs[i].path, &now);
        *same = wr_digest_same(&record->inputs[i].digest, &now);
    }
    return result;
}

/* The pack that the outputs of a page's units are in; NULL: none. */
static const char *pack_of(const struct wr_manifest *manifest,
                           const struct wr_manifest_line *line)
{
    return manifest->pack && !manifest->joined ? manifest->pack->part
                                               : manifest->pages[line->page].heading.pack;
}

/* Whether what a unit made is there as it was left; of one that failed, nothing need be. */
static enum wr_result same_output(struct wr_context *context,
                                  const struct wr_manifest *manifest,
                                  const struct wr_manifest_line *line,
                                  const struct wr_record *record, const struct wr_unit *unit,
                                  bool *same)
{
    wr_digest now;
    const char *pack = pack_of(manifest, line);
    bool made = record->result == WR_OK || line->bytes > 0; /* also by what failed in part */
    *same = !unit->output == !record->output.path;
    if (!unit->output || !*same || !made)
        return WR_OK;
    if (pack) {
        now = wr_range_digest(context, pack, line->from, line->bytes);
        *same = wr_digest_same(&record->output.digest, &now);
        return WR_OK;
    }
    *same = strcmp(unit->output, record->output.path) == 0;
    enum wr_result result = wr_digest_path(context, unit->output, &now);
    *same = *same && wr_digest_same(&record->output.digest, &now);
    return result;
}

static void *field_at(const struct wr_unit *unit, const struct wr_unit_field *field)
{
    return (char *)unit->made + field->offset;
}

static bool read_field(struct wr_context *context, wr_json *json, const struct wr_unit *unit,
                       const struct wr_unit_field *field)
{
    const int64_t large = (int64_t)1 << 53;
    void *at = field_at(unit, field);
    bool ok = true, whole = field->kind == WR_UNIT_COUNT || field->kind == WR_UNIT_LARGE;
    int64_t count = 0;
    float number = 0;
    if (whole)
        wr_json_get_integer(context, json, field->name, true, 0,
                            field->kind == WR_UNIT_COUNT ? UINT32_MAX : large, &count, &ok);
    else
        wr_json_get_f32(context, json, field->name, true, &number, &ok);
    if (ok && field->kind == WR_UNIT_COUNT)
        *(uint32_t *)at = (uint32_t)count;
    else if (ok && field->kind == WR_UNIT_LARGE)
        *(uint64_t *)at = (uint64_t)count;
    else if (ok && field->kind == WR_UNIT_NUMBER)
        *(float *)at = number;
    else if (ok)
        *(double *)at = (double)number;
    return ok;
}

static enum wr_result replay(struct wr_context *context, const struct wr_unit *unit,
                             const struct wr_record *record)
{
    bool ok = true;
    for (const struct wr_unit_field *field = unit->fields; field && field->name; field++)
        ok &= read_field(context, record->made, unit, field);
    if (!ok)
        return WR_INVALID;
    for (size_t i = 0; i < record->finding_count; i++)
        wr_context_tell(context, &record->findings[i]);
    return record->result;
}

bool wr_manifest_has(const struct wr_manifest *manifest, const char *unit)
{
    return manifest && find_line(manifest, unit);
}

const char *wr_manifest_home(const struct wr_manifest *manifest, const char *unit)
{
    if (!manifest || !manifest->joined || manifest->pack)
        return NULL;
    const struct wr_manifest_line *line = find_line(manifest, unit);
    return line ? manifest->pages[line->page].heading.pack : NULL;
}

static void note_unit(struct wr_manifest *manifest, struct wr_some_units *some,
                      const char *name)
{
    mtx_lock(&manifest->lock);
    if (some->count < WR_MOST_NAMES)
        some->names[some->count] = wr_arena_text(manifest->arena, name, strlen(name));
    some->count++;
    mtx_unlock(&manifest->lock);
}

/* ---- Doing ------------------------------------------------------------------------------- */

/* What a unit says is handed on, and kept. */
struct hearing {
    struct wr_context *context;
    struct wr_bytes kept; /* as items of a JSON list */
};

static void hear(void *user, const struct wr_diag *diag)
{
    struct hearing *hearing = user;
    wr_bytes_text(&hearing->kept, hearing->kept.size ? "," : "");
    wr_diag_print_json(diag, &hearing->kept);
    if (!hearing->kept.failed && hearing->kept.size > 0)
        hearing->kept.size--; /* the line's end */
    wr_context_tell(hearing->context, diag);
}

static void write_fields(const struct wr_unit *unit, struct wr_bytes *out)
{
    for (const struct wr_unit_field *field = unit->fields; field && field->name; field++) {
        const void *at = field_at(unit, field);
        wr_bytes_print(out, "%s\"%s\":", field == unit->fields ? "" : ",", field->name);
        if (field->kind == WR_UNIT_COUNT)
            wr_bytes_print(out, "%u", (unsigned)*(const uint32_t *)at);
        else if (field->kind == WR_UNIT_LARGE)
            wr_bytes_print(out, "%llu", (unsigned long long)*(const uint64_t *)at);
        else
            wr_bytes_number(out, field->kind == WR_UNIT_NUMBER ? *(const float *)at
                                                               : (float)*(const double *)at);
    }
}

/* `members` are what it made, as a pack has it; NULL: it is in files. They are taken over. */
static enum wr_result record_unit(struct wr_context *context, struct wr_manifest *manifest,
                                  const struct wr_unit *unit, struct wr_record *record,
                                  struct wr_bytes *members, double seconds,
                                  const struct wr_bytes *findings)
{
    struct wr_bytes line = {0}, made = {0};
    enum wr_result result = WR_OK;
    record->output.path = unit->output;
    if (members && (record->result == WR_OK || members->size > 0))
        record->output.digest = wr_members_digest(members);
    else if (!members && unit->output && record->result == WR_OK)
        result = wr_digest_path(context, unit->output, &record->output.digest);
    write_fields(unit, &made);
    if (!manifest->beyond)
        wr_record_write(record, seconds, &made, findings, &line);
    if (members) {
        result = wr_pack_give(context, manifest, unit->turn, members, &line);
    } else if (result == WR_OK) {
        mtx_lock(&manifest->lock);
        result = wr_manifest_write(context, manifest, &line);
        mtx_unlock(&manifest->lock);
    }
    wr_bytes_finish(&line);
    wr_bytes_finish(&made);
    return result;
}

/* What failed for want of something the system has may not fail again. */
static bool lasts(enum wr_result result)
{
    return result != WR_IO && result != WR_NO_MEMORY && result != WR_STOPPED;
}

/* What a trail noted, but for folders. */
static enum wr_result record_traces(struct wr_context *context, struct wr_arena *arena,
                                    struct wr_trail *trail, struct wr_record *record)
{
    enum wr_result result = WR_OK;
    wr_recorded *inputs = NULL;
    const char *path;
    for (size_t i = 0; result == WR_OK && (path = wr_trail_path(trail, i)); i++) {
        if (wr_folder_exists(context, path))
            continue;
        inputs = wr_arena_more(arena, inputs, record->input_count, sizeof *inputs);
        const char *copy = wr_arena_text(arena, path, strlen(path));
        if (!inputs || !copy)
            return wr_no_memory(context);
        inputs[record->input_count].path = copy;
        result = wr_digest_path(context, path, &inputs[record->input_count++].digest);
    }
    record->inputs = inputs;
    return result;
}

/* Does a unit whose inputs are not known before. */
static enum wr_result do_traced(struct wr_context *context, struct wr_context *own,
                                struct wr_arena *arena, struct wr_record *record,
                                wr_unit_fn *work, void *user)
{
    struct wr_trail *trail = wr_trail_create(wr_files_of(context));
    if (!trail)
        return wr_no_memory(context);
    wr_context_set_files(own, wr_trail_files(trail));
    record->result = work(user, own);
    enum wr_result result = record_traces(context, arena, trail, record);
    wr_trail_destroy(trail);
    return result;
}

/* Does a unit's work in a folder that is there, as a batch makes it for its files. */
static enum wr_result do_in_folder(struct wr_context *own, struct wr_arena *arena,
                                   const struct wr_unit *unit, wr_unit_fn *work, void *user)
{
    struct wr_stagings folders = {0};
    enum wr_result result = wr_stagings_add(own, arena, &folders, unit->output);
    if (result == WR_OK)
        result = work(user, own);
    wr_stagings_drop(&folders);
    return result;
}

/* Does a unit whose files are held in memory, and become members of a pack: also those of one
 * that failed in part, as an archive with a bad walkmesh does. */
static enum wr_result do_packed(struct wr_context *context, struct wr_context *own,
                                struct wr_arena *arena, const struct wr_manifest *manifest,
                                const struct wr_unit *unit, struct wr_record *record,
                                struct wr_bytes *members, wr_unit_fn *work, void *user)
{
    const struct wr_pack *pack = manifest->pack;
    if (!wr_pack_room(context, manifest->pack, unit->turn))
        return WR_STOPPED;
    struct wr_memory *memory = wr_memory_create(wr_packs_files(pack->place));
    if (!memory)
        return wr_no_memory(context);
    wr_context_set_files(own, wr_memory_files(memory));
    record->result = do_in_folder(own, arena, unit, work, user);
    if (lasts(record->result))
        wr_members_write(memory, pack->path, members);
    wr_memory_destroy(memory);
    return members->failed ? wr_no_memory(context) : WR_OK;
}

static bool is_packed(const struct wr_manifest *manifest, const struct wr_unit *unit)
{
    return manifest->pack && unit->output;
}

static enum wr_result do_unit(struct wr_context *context, struct wr_arena *arena,
                              struct wr_manifest *manifest, const struct wr_unit *unit,
                              const wr_recorded *inputs, wr_unit_fn *work, void *user)
{
    struct wr_bytes members = {0};
    bool packed = is_packed(manifest, unit);
    struct hearing hearing = {.context = context};
    struct wr_context *own = wr_context_within(context, hear, &hearing);
    struct wr_record record = {
        .unit = unit->name, .inputs = inputs, .input_count = unit->input_count};
    if (!own)
        return wr_no_memory(context);
    double began = wr_clock();
    enum wr_result written = WR_OK;
    if (packed)
        written = do_packed(context, own, arena, manifest, unit, &record, &members, work, user);
    else if (unit->traced)
        written = do_traced(context, own, arena, &record, work, user);
    else
        record.result = work(user, own);
    double took = wr_clock() - began;
    wr_context_destroy(own);
    if (written == WR_OK && lasts(record.result) && !wr_context_stopped(context))
        written = record_unit(context, manifest, unit, &record, packed ? &members : NULL, took,
                              &hearing.kept);
    wr_bytes_finish(&members);
    wr_bytes_finish(&hearing.kept);
    return written != WR_OK ? written : record.result;
}

static enum wr_result look_up(struct wr_context *context, struct wr_arena *arena,
                              struct wr_manifest *manifest, const struct wr_unit *unit,
                              const wr_recorded *inputs, struct wr_record *record, bool *same)
{
    struct wr_manifest_line *line = find_line(manifest, unit->name);
    *same = false;
    if (!line || manifest->beyond || (unit->anew && !manifest->joined))
        return WR_OK;
    line->asked = true; /* no two threads do one unit */
    enum wr_result result =
        wr_manifest_page_record(context, arena, &manifest->pages[line->page], line, record);
    if (result == WR_OK)
        result = same_output(context, manifest, line, record, unit, same);
    if (result == WR_OK && unit->traced)
        result = same_traces(context, record, same);
    else
        *same = *same && same_inputs(record, inputs, unit->input_count);
    if (manifest->joined && result == WR_OK && !*same)
        note_unit(manifest, &manifest->changed, unit->name);
    return result;
}

/* What is on record of a unit stays in the pack, or goes from a shard's into that of all. */
static enum wr_result pack_again(struct wr_context *context, struct wr_manifest *manifest,
                                 const struct wr_unit *unit, bool *kept)
{
    const struct wr_manifest_line *line = find_line(manifest, unit->name);
    struct wr_bytes members = {0}, none = {0};
    if (!manifest->joined)
        return wr_pack_keep(context, manifest, unit->turn, line, kept);
    if (!wr_pack_room(context, manifest->pack, unit->turn))
        return wr_context_stopped(context) ? WR_STOPPED : WR_OK; /* others are still judged */
    enum wr_result result =
        wr_range_read(context, pack_of(manifest, line), line->from, line->bytes, &members);
    if (result == WR_OK)
        result = wr_pack_give(context, manifest, unit->turn, &members, &none);
    wr_bytes_finish(&members);
    return result;
}

static enum wr_result find_or_do(struct wr_context *context, struct wr_arena *arena,
                                 struct wr_manifest *manifest, const struct wr_unit *unit,
                                 wr_unit_fn *work, void *user)
{
    wr_recorded *inputs;
    struct wr_record record;
    bool same;
    enum wr_result result = digest_inputs(context, arena, manifest, unit, &inputs);
    if (result == WR_OK)
        result = look_up(context, arena, manifest, unit, inputs, &record, &same);
    if (result != WR_OK)
        return result;
    if (same && is_packed(manifest, unit))
        result = pack_again(context, manifest, unit, &same);
    if (result != WR_OK)
        return result;
    if (!same && (!manifest->joined || manifest->beyond))
        return do_unit(context, arena, manifest, unit, inputs, work, user);
    if (!same && !find_line(manifest, unit->name))
        note_unit(manifest, &manifest->missing, unit->name);
    if (!same)
        return WR_NOT_FOUND;
    result = replay(context, unit, &record);
    if (result != WR_OK && manifest->joined && !unit->may_fail)
        note_unit(manifest, &manifest->failed, unit->name);
    return result;
}

enum wr_result wr_unit_do(struct wr_context *context, struct wr_manifest *manifest,
                          const struct wr_unit *unit, wr_unit_fn *work, void *user)
{
    if (!manifest)
        return work(user, context);
    struct wr_arena *arena = wr_arena_create();
    if (!arena)
        return wr_no_memory(context);
    enum wr_result result = find_or_do(context, arena, manifest, unit, work, user);
    if (is_packed(manifest, unit) && (!lasts(result) || result == WR_NOT_FOUND))
        wr_pack_miss(manifest->pack);
    wr_arena_destroy(arena);
    return result;
}

enum wr_result wr_units_begin(struct wr_context *context, struct wr_manifest *manifest,
                              size_t count)
{
    if (!manifest || !manifest->pack)
        return WR_OK;
    const struct wr_manifest_page *page = manifest->pages;
    if (manifest->joined && !manifest->beyond && !page->heading.pack)
        return wr_fail(context, WR_INVALID, wr_at(&page->source, 0), "manifest-other",
                       "do without --pack", "the shards made files in folders, and no packs");
    return wr_pack_begin(context, manifest, count);
}

enum wr_result wr_unit_skip(struct wr_context *context, struct wr_manifest *manifest,
                            size_t turn)
{
    struct wr_bytes members = {0}, line = {0};
    return manifest && manifest->pack ? wr_pack_give(context, manifest, turn, &members, &line)
                                      : WR_OK;
}
