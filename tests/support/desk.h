/* A studio at work in tests: what it was given, what it answers, and maps to ask it about. */
#ifndef WR_TESTS_SUPPORT_DESK_H
#define WR_TESTS_SUPPORT_DESK_H

#include "tests/support/test.h"

#include "builder/studio/studio.h"
#include "core/base/arena.h"
#include "core/base/path.h"
#include "core/base/system.h"
#include "core/files/file.h"

static const char kit_path[] = "kits/library/burrow/kit.xml";

/* A studio whose memory holds the bundled kit and templates, and the sources it was given. */
struct desk {
    struct wr_studio *studio;
    struct wr_context *context;
    struct wr_arena *arena;
};

static inline void bring_as(struct desk *desk, const char *path, const char *name)
{
    const char *root = wr_environment("WARREN_SOURCE");
    struct wr_source source;
    assert_int_equal(wr_file_read(desk->context, desk->arena,
                                  wr_path_join(desk->arena, root, path), &source),
                     WR_OK);
    assert_int_equal(wr_studio_put(desk->studio, name, source.data, source.size), WR_OK);
}

static inline void bring(struct desk *desk, const char *path)
{
    bring_as(desk, path, path);
}

static inline void bring_folder_as(struct desk *desk, const char *path, const char *name)
{
    const char *folder = wr_path_join(desk->arena, wr_environment("WARREN_SOURCE"), path);
    char **names;
    size_t count;
    assert_int_equal(wr_folder_list(desk->context, desk->arena, folder, &names, &count), WR_OK);
    for (size_t i = 0; i < count; i++)
        bring_as(desk, wr_path_join(desk->arena, path, names[i]),
                 wr_path_join(desk->arena, name, names[i]));
}

static inline void bring_folder(struct desk *desk, const char *path)
{
    bring_folder_as(desk, path, path);
}

static inline void sit_bare(struct desk *desk)
{
    desk->context = wr_context_create(NULL, NULL);
    desk->arena = wr_arena_create();
    desk->studio = wr_studio_create();
    assert_non_null(desk->studio);
}

static inline void sit(struct desk *desk)
{
    sit_bare(desk);
    bring_folder(desk, "kits/library/burrow");
    bring_folder(desk, "templates/library");
    assert_int_equal(wr_studio_add_kit(desk->studio, kit_path), WR_OK);
}

static inline void rise(struct desk *desk)
{
    wr_studio_destroy(desk->studio);
    wr_arena_destroy(desk->arena);
    wr_context_destroy(desk->context);
}

#define assert_answers(desk, part)                                                             \
    do {                                                                                       \
        if (!strstr(wr_studio_answer((desk)->studio), part))                                   \
            fail_msg("%s is not in %s", part, wr_studio_answer((desk)->studio));               \
    } while (0)
#define assert_finds(desk, part)                                                               \
    do {                                                                                       \
        if (!strstr(wr_studio_findings((desk)->studio), part))                                 \
            fail_msg("%s is not in %s", part, wr_studio_findings((desk)->studio));             \
    } while (0)

static inline enum wr_result look(struct desk *desk, const char *text)
{
    return wr_studio_look(desk->studio, text, strlen(text));
}

#define MAP(rooms)                                                                             \
    "{\"format\": \"warren-map\", \"version\": 1, \"id\": \"desk\", \"kit\": \"burrow\", "     \
    "\"rooms\": [" rooms "]}"
#define HUB "{\"name\": \"hub\", \"room\": \"hub\", \"position\": [0, 0, 0]}"
#define PASSAGE(at) "{\"name\": \"way\", \"room\": \"passage-12\", \"position\": [" at "]}"
#define TWO MAP(HUB ", " PASSAGE("12, 0, 0"))

#endif
