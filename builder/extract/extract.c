/* From a module to a kit: its layout, rooms, doorways, doors, and all that goes with them. */
#include "builder/extract/assets.h"
#include "builder/extract/doors.h"
#include "builder/extract/exits.h"
#include "builder/extract/hooks.h"
#include "builder/extract/layout.h"
#include "builder/extract/level/level.h"
#include "builder/extract/making.h"
#include "builder/extract/output.h"
#include "builder/extract/rooms.h"
#include "builder/extract/scene/scene.h"
#include "builder/extract/source.h"
#include "builder/extract/straight.h"
#include "builder/extract/things.h"

#include "core/base/text.h"

#include <string.h>

/* ---- The source -------------------------------------------------------------------------- */

static enum wr_result open_source(struct wr_taking *taking)
{
    enum wr_result result = wr_taking_open(taking);
    if (result == WR_OK)
        result = wr_taking_layout(taking);
    return result == WR_OK ? wr_taking_area(taking) : result;
}

/* ---- The kit ----------------------------------------------------------------------------- */

static void count(const struct wr_taking *taking, struct wr_extract_summary *summary)
{
    summary->rooms = taking->room_count;
    summary->skipped = taking->skipped;
    summary->doors = taking->type_count;
    for (uint32_t i = 0; i < taking->hook_count; i++) {
        summary->links += taking->hooks[i].twin != WR_NONE && taking->hooks[i].twin > i;
        summary->ends += taking->hooks[i].twin == WR_NONE;
    }
}

typedef enum wr_result step_fn(struct wr_taking *taking);

static enum wr_result take(struct wr_taking *taking, struct wr_extract_summary *summary)
{
    static step_fn *const of_module[] = {
        open_source,         wr_taking_rooms,
        wr_taking_doors,     wr_taking_hooks,
        wr_taking_exits,     wr_taking_types,
        wr_taking_assets,    wr_taking_things,
        wr_taking_straights, NULL,
    };
    static step_fn *const of_level[] = {wr_taking_level, wr_taking_types, NULL};
    static step_fn *const of_scene[] = {wr_taking_scene, wr_taking_types, NULL};
    const char *source = taking->options->source;
    step_fn *const *steps = of_module;
    bool starved = false;
    if (!taking->installation && wr_taking_is_level(taking->context, source, &starved))
        steps = of_level;
    else if (!taking->installation && wr_taking_is_scene(taking->context, source, &starved))
        steps = of_scene;
    enum wr_result result = starved ? wr_no_memory(taking->context) : WR_OK;
    for (size_t i = 0; result == WR_OK && steps[i]; i++)
        result = wr_context_stopped(taking->context) ? WR_STOPPED : steps[i](taking);
    if (result != WR_OK)
        return result;
    count(taking, summary);
    return wr_taking_write(taking, taking->options->id ? taking->options->id : taking->area,
                           summary);
}

enum wr_result wr_kit_make(struct wr_context *context, const struct wr_extract_options *options,
                           const struct wr_installation *game,
                           struct wr_extract_summary *summary)
{
    struct wr_taking taking = {.context = context,
                               .options = options,
                               .installation = game,
                               .game = options->game,
                               .arena = wr_arena_create()};
    enum wr_result result = taking.arena ? take(&taking, summary) : wr_no_memory(context);
    wr_arena_destroy(taking.arena);
    return result;
}

enum wr_result wr_kit_extract(struct wr_context *context,
                              const struct wr_extract_options *options,
                              struct wr_extract_summary *summary)
{
    struct wr_extract_summary own;
    summary = summary ? summary : &own;
    *summary = (struct wr_extract_summary){0};
    wr_context_enter(context);
    return wr_context_leave(context, wr_kit_make(context, options, NULL, summary));
}
