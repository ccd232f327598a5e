/* How fast models become rooms: read, mirrored, turned, given a walkmesh and written, as
 * megabytes of MDL and MDX a second, for the kit of the corpus again and again. */
#include "core/base/system.h"
#include "core/files/file.h"
#include "core/model/model.h"
#include "core/walkmesh/transform.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 64, ROOMS = 200, ROUNDS = 10 };

enum stage { READ, COPY, MIRROR, TURN, FLOOR, WRITE, CONVERT, STAGES };

static const char *const stages[] = {"read",     "copy",  "mirror", "turn",
                                     "walkmesh", "write", "convert"};

struct room {
    struct wr_source mdl, mdx;
    struct wr_model *model;
    struct wr_walkmesh *mesh; /* as the motion leaves it */
};

static void must(bool fine, const char *what)
{
    if (!fine) {
        fprintf(stderr, "bench_model: %s failed\n", what);
        exit(1);
    }
}

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void load(struct wr_context *context, struct wr_arena *arena, const char *path,
                 const wr_motion *motion, struct room *room)
{
    const wr_surfaces k1 = wr_surfaces_default(WR_K1);
    struct wr_walkmesh *own;
    struct wr_marks none = {0};
    char *rows = wr_arena_text(arena, path, strlen(path));
    rows[strlen(rows) - 1] = 'x';
    must(wr_file_read(context, arena, path, &room->mdl) == WR_OK &&
             wr_file_read(context, arena, rows, &room->mdx) == WR_OK,
         path);
    must(wr_model_read(context, arena, &room->mdl, &room->mdx, &room->model) == WR_OK, path);
    must(wr_model_walkmesh(context, arena, room->model, &own) == WR_OK, "walkmesh");
    must(wr_walkmesh_move(context, arena, own, motion, NULL, &room->mesh) == WR_OK, "move");
    must(wr_walkmesh_sort(context, arena, room->mesh, k1.walkable, NULL) == WR_OK &&
             wr_walkmesh_derive(context, arena, room->mesh, &none, WR_NOWHERE, NULL) == WR_OK,
         "derive");
}

static uint32_t load_all(struct wr_context *context, struct wr_arena *arena,
                         const wr_motion *motion, struct room rooms[MOST])
{
    const char *corpus = wr_environment("WARREN_CORPUS");
    const char *folder = corpus ? wr_path_join(arena, corpus, "holocron/blackvulkar") : NULL;
    char **names;
    size_t count;
    uint32_t loaded = 0;
    if (!folder || !wr_folder_exists(context, folder))
        return 0;
    must(wr_folder_list(context, arena, folder, &names, &count) == WR_OK, folder);
    for (size_t i = 0; i < count && loaded < MOST; i++)
        if (strstr(names[i], ".mdl"))
            load(context, arena, wr_path_join(arena, folder, names[i]), motion,
                 &rooms[loaded++]);
    return loaded;
}

static void run(struct wr_context *context, struct wr_arena *arena, const struct room *room,
                double times[STAGES], struct wr_bytes out[2])
{
    struct wr_model *model;
    double at[STAGES + 1];
    wr_arena_reset(arena);
    out[0].size = out[1].size = 0;
    at[READ] = now();
    must(wr_model_read(context, arena, &room->mdl, &room->mdx, &model) == WR_OK, "read");
    at[COPY] = now();
    must(wr_model_copy(room->model, arena), "copy");
    at[MIRROR] = now();
    must(wr_model_mirror(context, model) == WR_OK, "mirror");
    at[TURN] = now();
    must(wr_model_turn(context, model, 0, 1) == WR_OK, "turn");
    at[FLOOR] = now();
    must(wr_model_set_walkmesh(context, model, room->mesh) == WR_OK, "set_walkmesh");
    at[WRITE] = now();
    wr_model_write(model, &out[0], &out[1]);
    at[CONVERT] = now();
    must(wr_model_convert(context, model, WR_K2) == WR_OK, "convert");
    at[STAGES] = now();
    for (int s = 0; s < STAGES; s++)
        times[s] += at[s + 1] - at[s];
}

int main(void)
{
    const wr_motion motion = wr_motion_of((wr_placement){.turn = 90, .mirror_x = true});
    struct wr_context *context = wr_context_create(NULL, NULL);
    struct wr_arena *kept = wr_arena_create(), *arena = wr_arena_create();
    struct wr_bytes out[2] = {{0}, {0}};
    struct room rooms[MOST];
    double best[STAGES], size = 0, whole = 0;
    uint32_t count = load_all(context, kept, &motion, rooms);
    for (int s = 0; s < STAGES; s++)
        best[s] = 1e9;
    for (int round = 0; count > 0 && round < ROUNDS; round++) {
        double times[STAGES] = {0};
        size = 0;
        for (uint32_t i = 0; i < ROOMS; i++) {
            const struct room *room = &rooms[i % count];
            run(context, arena, room, times, out);
            size += 1e-6 * (double)(room->mdl.size + room->mdx.size);
        }
        for (int s = 0; s < STAGES; s++)
            best[s] = times[s] < best[s] ? times[s] : best[s];
    }
    printf("%u rooms, %.1f MB of models\n\nstage          ms     MB/s\n", count ? ROOMS : 0,
           size);
    for (int s = 0; count > 0 && s < STAGES; s++) {
        printf("%-10s %6.1f %8.0f\n", stages[s], 1e3 * best[s], size / best[s]);
        whole += s == COPY || s == CONVERT ? 0 : best[s];
    }
    if (count > 0)
        printf("\nread, mirror, turn, walkmesh, write: %.1f ms, %.0f MB/s\n", 1e3 * whole,
               size / whole);
    wr_bytes_finish(&out[0]);
    wr_bytes_finish(&out[1]);
    wr_arena_destroy(arena);
    wr_arena_destroy(kept);
    wr_context_destroy(context);
    return 0;
}
