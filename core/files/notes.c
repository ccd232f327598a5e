/* What was used of a table of files, how it was then, and whether it is so still. */
#include "core/files/notes.h"

#include "core/base/path.h"
#include "core/base/system.h"

#include <string.h>
#include <threads.h>

struct note {
    const char *path;
    bool own; /* it is written through the notes */
    bool used[WR_USES];
    uint64_t states[WR_USES];
};

struct wr_notes {
    const struct wr_files *below;
    mtx_t lock;             /* of all that follows */
    struct wr_arena *arena; /* of paths */
    struct note *items;
    size_t count, capacity;
    size_t *slots; /* a hash table: a note and 1, or 0 */
    size_t slot_count;
};

/* ---- States ------------------------------------------------------------------------------ */

static uint64_t hash(uint64_t value, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    for (size_t i = 0; i < size; i++) /* FNV-1a */
        value = (value ^ bytes[i]) * 0x100000001b3u;
    return value;
}

static const uint64_t nothing_yet = 0xcbf29ce484222325u;

uint64_t wr_state_looked_at(const struct wr_file_status *status)
{
    return status->kind == WR_FOLDER ? 2 : 1;
}

uint64_t wr_state_read(const struct wr_file_status *status)
{
    uint64_t state = hash(nothing_yet, &status->size, sizeof status->size);
    state = hash(state, &status->changed, sizeof status->changed);
    return hash(state, status->which, sizeof status->which) | 1;
}

uint64_t wr_state_list(void)
{
    return 1;
}

/* A sum, since names come in any order. */
uint64_t wr_state_list_with(uint64_t state, const char *name, enum wr_file_kind kind)
{
    uint64_t folder = kind == WR_FOLDER;
    return name[0] == '.' ? state : state + 2 * hash(nothing_yet + folder, name, strlen(name));
}

struct list {
    uint64_t state;
};

static bool add_name(void *to, const char *name, enum wr_file_kind kind)
{
    struct list *list = to;
    list->state = wr_state_list_with(list->state, name, kind);
    return true;
}

/* How a path is now. */
static uint64_t state_now(const struct wr_files *below, const char *path, enum wr_use use)
{
    struct wr_file_status status;
    struct list list = {wr_state_list()};
    if (use == WR_LISTED)
        return below->list(below->user, path, add_name, &list) ? 0 : list.state;
    if (below->look(below->user, path, &status) != WR_FILE_FINE)
        return 0;
    return use == WR_READ ? wr_state_read(&status) : wr_state_looked_at(&status);
}

/* ---- One path -------------------------------------------------------------------------------
 */

/* The root of a path, as short as it can be said. */
static size_t clean_root(const char *path, char out[WR_LONGEST_PATH])
{
    size_t size = wr_path_root(path, wr_path_drives());
    if (size + 2 > WR_LONGEST_PATH)
        return SIZE_MAX;
    if (size > 0 && !wr_path_drives())
        size = 1; /* of "//" */
    memcpy(out, path, size);
    return size;
}

static size_t name_size(const char *path)
{
    size_t size = 0;
    while (path[size] && !wr_path_separates(path[size]))
        size++;
    return size;
}

/* The same path in fewer letters, as far as text tells: no "." and no empty names. */
static size_t clean(const char *path, char out[WR_LONGEST_PATH])
{
    size_t size = clean_root(path, out), root = size;
    if (size == SIZE_MAX)
        return SIZE_MAX;
    path += size;
    while (*path) {
        size_t name = name_size(path);
        bool empty = name == 0 || (name == 1 && *path == '.');
        if (!empty && size + name + 2 > WR_LONGEST_PATH)
            return SIZE_MAX;
        if (!empty && size > root)
            out[size++] = '/';
        if (!empty)
            memcpy(out + size, path, name);
        size += empty ? 0 : name;
        path += name + (path[name] != '\0');
    }
    if (size == 0)
        out[size++] = '.';
    out[size] = '\0';
    return size;
}

static size_t *slot_of(const struct wr_notes *notes, const char *path)
{
    size_t mask = notes->slot_count - 1, at = (size_t)hash(nothing_yet, path, strlen(path));
    for (at &= mask; notes->slots[at]; at = (at + 1) & mask)
        if (strcmp(notes->items[notes->slots[at] - 1].path, path) == 0)
            break;
    return &notes->slots[at];
}

/* At most half of the slots are taken. */
static bool widen(struct wr_notes *notes)
{
    size_t wanted = notes->slot_count ? 2 * notes->slot_count : 256;
    if (2 * (notes->count + 1) <= notes->slot_count)
        return true;
    size_t *slots = wr_alloc(wanted * sizeof *slots);
    if (!slots)
        return false;
    memset(slots, 0, wanted * sizeof *slots);
    wr_free(notes->slots);
    notes->slots = slots;
    notes->slot_count = wanted;
    for (size_t i = 0; i < notes->count; i++)
        *slot_of(notes, notes->items[i].path) = i + 1;
    return true;
}

/* NULL where there is none. */
static struct note *find(const struct wr_notes *notes, const char *path)
{
    size_t index = notes->count ? *slot_of(notes, path) : 0;
    return index ? &notes->items[index - 1] : NULL;
}

/* The note of a path, made where there is none; NULL when memory is out. */
static struct note *note_of(struct wr_notes *notes, const char *path, size_t size)
{
    if (!widen(notes) ||
        !wr_grow(&notes->items, &notes->capacity, notes->count + 1, sizeof *notes->items))
        return NULL;
    struct note *note = find(notes, path);
    if (note)
        return note;
    const char *copy = wr_arena_text(notes->arena, path, size);
    if (!copy)
        return NULL;
    *slot_of(notes, path) = notes->count + 1;
    note = &notes->items[notes->count++];
    *note = (struct note){.path = copy};
    return note;
}

bool wr_notes_add(struct wr_notes *notes, const char *given, enum wr_use use, uint64_t state)
{
    char path[WR_LONGEST_PATH];
    size_t size = clean(given, path);
    if (size == SIZE_MAX)
        return true; /* no table has it */
    mtx_lock(&notes->lock);
    struct note *note = note_of(notes, path, size);
    if (note && !note->own && !note->used[use]) {
        note->used[use] = true;
        note->states[use] = state;
    }
    mtx_unlock(&notes->lock);
    return note != NULL;
}

bool wr_notes_disown(struct wr_notes *notes, const char *given)
{
    char path[WR_LONGEST_PATH];
    size_t size = clean(given, path);
    if (size == SIZE_MAX)
        return true;
    mtx_lock(&notes->lock);
    struct note *note = note_of(notes, path, size);
    if (note)
        *note = (struct note){.path = note->path, .own = true};
    mtx_unlock(&notes->lock);
    return note != NULL;
}

static void take_anew(const struct wr_notes *notes, struct note *note)
{
    for (int use = 0; note && use < WR_USES; use++)
        if (note->used[use])
            note->states[use] = state_now(notes->below, note->path, (enum wr_use)use);
}

/* Cuts a clean path down to the folder it is in; false at the end. */
static bool go_up(char *path)
{
    size_t root = wr_path_root(path, wr_path_drives());
    size_t size = (size_t)(wr_path_name(path) - path);
    if (strcmp(path, ".") == 0 || path[root] == '\0')
        return false;
    if (size == 0)
        path[size++] = '.';
    else if (size > root)
        size--;
    path[size] = '\0';
    return true;
}

void wr_notes_wrote_in(struct wr_notes *notes, const char *folder)
{
    char path[WR_LONGEST_PATH];
    if (clean(folder, path) == SIZE_MAX)
        return;
    mtx_lock(&notes->lock);
    do
        take_anew(notes, find(notes, path));
    while (go_up(path));
    mtx_unlock(&notes->lock);
}

/* ---- What has changed -------------------------------------------------------------------- */

static bool has_changed(const struct wr_notes *notes, const struct note *note)
{
    for (int use = 0; use < WR_USES; use++)
        if (note->used[use] &&
            state_now(notes->below, note->path, (enum wr_use)use) != note->states[use])
            return true;
    return false;
}

const char *wr_notes_changed(struct wr_notes *notes)
{
    const char *path = NULL;
    mtx_lock(&notes->lock);
    for (size_t i = 0; !path && i < notes->count; i++)
        if (has_changed(notes, &notes->items[i]))
            path = notes->items[i].path;
    mtx_unlock(&notes->lock);
    return path;
}

static bool is_emptied(const struct wr_files *below, const struct note *note, uint64_t state)
{
    struct wr_file_status status;
    return note->used[WR_READ] && state != note->states[WR_READ] &&
           below->look(below->user, note->path, &status) == WR_FILE_FINE && status.size == 0;
}

uint64_t wr_notes_now(struct wr_notes *notes, bool *empty)
{
    uint64_t sum = nothing_yet;
    *empty = false;
    mtx_lock(&notes->lock);
    for (size_t i = 0; i < notes->count; i++)
        for (int use = 0; use < WR_USES; use++) {
            const struct note *note = &notes->items[i];
            if (!note->used[use])
                continue;
            uint64_t state = state_now(notes->below, note->path, (enum wr_use)use);
            *empty |= use == WR_READ && is_emptied(notes->below, note, state);
            sum = hash(sum, &state, sizeof state);
        }
    mtx_unlock(&notes->lock);
    return sum;
}

/* ---- All of them ------------------------------------------------------------------------- */

struct wr_notes *wr_notes_create(const struct wr_files *below)
{
    struct wr_notes *notes = wr_alloc(sizeof *notes);
    struct wr_arena *arena = wr_arena_create();
    if (notes)
        *notes = (struct wr_notes){.below = below, .arena = arena};
    if (notes && arena && mtx_init(&notes->lock, mtx_plain) == thrd_success)
        return notes;
    wr_arena_destroy(arena);
    wr_free(notes);
    return NULL;
}

void wr_notes_destroy(struct wr_notes *notes)
{
    if (!notes)
        return;
    mtx_destroy(&notes->lock);
    wr_free(notes->items);
    wr_free(notes->slots);
    wr_arena_destroy(notes->arena);
    wr_free(notes);
}

const char *wr_notes_path(struct wr_notes *notes, size_t index)
{
    const char *path = NULL;
    mtx_lock(&notes->lock);
    for (size_t i = 0; !path && i < notes->count; i++) {
        const struct note *note = &notes->items[i];
        bool used = note->used[WR_LOOKED_AT] || note->used[WR_READ] || note->used[WR_LISTED];
        if (used && index-- == 0)
            path = note->path;
    }
    mtx_unlock(&notes->lock);
    return path;
}

void wr_notes_forget(struct wr_notes *notes)
{
    mtx_lock(&notes->lock);
    notes->count = 0;
    if (notes->slots)
        memset(notes->slots, 0, notes->slot_count * sizeof *notes->slots);
    wr_arena_reset(notes->arena);
    mtx_unlock(&notes->lock);
}
