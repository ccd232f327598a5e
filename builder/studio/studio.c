/* The studio between questions: its memory, its kits, what it said last. */
#include "builder/studio/own.h"

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/diag.h"

static const enum wr_game games[] = {WR_K1, WR_K2};

/* ---- Beginning and end ---- */

static bool start(struct wr_studio *studio)
{
    bool fine = (studio->memory = wr_memory_create(NULL)) != NULL &&
                (studio->given = wr_arena_create()) != NULL;
    for (int i = 0; fine && i < 2; i++) {
        wr_surfaces surfaces = wr_surfaces_default(games[i]);
        fine = (studio->kits[i] = wr_kits_create(&surfaces)) != NULL;
    }
    return fine;
}

struct wr_studio *wr_studio_create(void)
{
    struct wr_studio *studio = wr_alloc(sizeof *studio);
    if (!studio)
        return NULL;
    *studio = (struct wr_studio){0};
    if (start(studio))
        return studio;
    wr_studio_destroy(studio);
    return NULL;
}

void wr_studio_forget_area(struct wr_studio *studio)
{
    wr_free(studio->rooms);
    wr_area_free(studio->area);
    wr_map_free(studio->map);
    studio->rooms = NULL;
    studio->floor = NULL;
    studio->area = NULL;
    studio->map = NULL;
}

void wr_studio_forget_template(struct wr_studio *studio)
{
    wr_generator_free(studio->generator);
    wr_template_free(studio->template);
    studio->generator = NULL;
    studio->template = NULL;
}

void wr_studio_forget_kept(struct wr_studio *studio)
{
    struct wr_kept_rooms *kept = studio->kept;
    studio->kept = NULL;
    if (!kept)
        return;
    wr_map_free(kept->map);
    wr_arena_destroy(kept->arena);
}

void wr_studio_destroy(struct wr_studio *studio)
{
    if (!studio)
        return;
    wr_studio_forget_area(studio);
    wr_sketch_free(studio->sketch);
    wr_map_free(studio->sketch_map);
    wr_studio_forget_template(studio);
    wr_studio_forget_kept(studio);
    wr_kits_free(studio->kits[0]);
    wr_kits_free(studio->kits[1]);
    wr_context_destroy(studio->context);
    wr_arena_destroy(studio->given);
    wr_memory_destroy(studio->memory);
    wr_bytes_finish(&studio->answer);
    wr_bytes_finish(&studio->findings);
    wr_bytes_finish(&studio->sketched);
    wr_free(studio);
}

struct wr_kits *wr_studio_kits(const struct wr_studio *studio, enum wr_game game)
{
    return studio->kits[game == WR_K2];
}

/* ---- Questions and answers ---- */

static void hear(void *user, const struct wr_diag *diag)
{
    struct wr_studio *studio = user;
    struct wr_bytes *out = &studio->findings;
    wr_bytes_char(out, out->size ? ',' : '[');
    wr_diag_print_json(diag, out);
    if (out->size && out->data[out->size - 1] == '\n')
        out->size--;
}

/* A context counts the errors of a file for good: each question has one of its own. */
enum wr_result wr_studio_begin(struct wr_studio *studio)
{
    wr_context_destroy(studio->context);
    wr_arena_reset(studio->given);
    wr_bytes_finish(&studio->findings);
    studio->findings = (struct wr_bytes){0};
    wr_bytes_finish(&studio->answer);
    studio->answer = (struct wr_bytes){0};
    for (int i = 0; i < WR_STUDIO_ARRAYS; i++)
        studio->arrays[i] = (wr_words){0};
    studio->context = wr_context_create(hear, studio);
    if (!studio->context)
        return WR_NO_MEMORY;
    wr_context_set_files(studio->context, wr_memory_files(studio->memory));
    wr_context_set_jobs(studio->context, 1);
    return WR_OK;
}

struct wr_dump *wr_studio_open(struct wr_studio *studio)
{
    wr_dump_start(&studio->dump, &studio->answer, true);
    wr_dump_line(&studio->dump);
    return &studio->dump;
}

enum wr_result wr_studio_close(struct wr_studio *studio)
{
    wr_dump_end(&studio->dump);
    wr_bytes_char(&studio->answer, '\0');
    return studio->answer.failed ? wr_no_memory(studio->context) : WR_OK;
}

const char *wr_studio_answer(const struct wr_studio *studio)
{
    bool whole = studio->answer.data && !studio->answer.failed;
    return whole ? (const char *)studio->answer.data : "";
}

const char *wr_studio_findings(struct wr_studio *studio)
{
    struct wr_bytes *out = &studio->findings;
    if (!out->size)
        return "[]";
    if (out->data[out->size - 1] != '\0') {
        wr_bytes_char(out, ']');
        wr_bytes_char(out, '\0');
    }
    return out->failed ? "[]" : (const char *)out->data;
}

/* ---- Arrays ---- */

void wr_studio_give(struct wr_studio *studio, enum wr_studio_array which, const void *data,
                    uint32_t count)
{
    studio->arrays[which] = (wr_words){data, count};
}

const void *wr_studio_array(const struct wr_studio *studio, enum wr_studio_array which)
{
    return studio->arrays[which].data;
}

uint32_t wr_studio_array_size(const struct wr_studio *studio, enum wr_studio_array which)
{
    return studio->arrays[which].count;
}

/* ---- Files ---- */

enum wr_result wr_studio_put(struct wr_studio *studio, const char *path, const void *data,
                             size_t size)
{
    return wr_memory_put(studio->memory, path, data, size) ? WR_OK : WR_NO_MEMORY;
}

const void *wr_studio_file(struct wr_studio *studio, const char *path)
{
    return wr_memory_get(studio->memory, path, NULL);
}

size_t wr_studio_file_size(struct wr_studio *studio, const char *path)
{
    size_t size = 0;
    return wr_memory_get(studio->memory, path, &size) ? size : 0;
}

/* ---- Values ---- */

void wr_studio_dump_index(struct wr_dump *dump, const char *key, uint32_t index)
{
    wr_dump_integer(dump, key, index == WR_NONE ? -1 : (int64_t)index);
}

void wr_studio_dump_placement(struct wr_dump *dump, const char *key,
                              const wr_placement *placement)
{
    static const char *const mirrors[] = {"none", "x", "y", "xy"};
    wr_dump_object(dump, key);
    wr_dump_vec3(dump, "position", placement->position);
    wr_dump_number(dump, "turn", placement->turn);
    wr_dump_text(dump, "mirror", mirrors[placement->mirror_x + 2 * placement->mirror_y]);
    wr_dump_object_end(dump);
}

void wr_studio_dump_box(struct wr_dump *dump, const wr_box *box)
{
    wr_dump_list(dump, "box");
    wr_dump_vec3(dump, NULL, box->min);
    wr_dump_vec3(dump, NULL, box->max);
    wr_dump_list_end(dump);
}

void wr_studio_dump_pair(struct wr_dump *dump, const char *key, const uint32_t pair[2])
{
    wr_dump_list(dump, key);
    wr_dump_count(dump, NULL, pair[0]);
    wr_dump_count(dump, NULL, pair[1]);
    wr_dump_list_end(dump);
}
