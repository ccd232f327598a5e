/* Judging a map: what the files of rules share. Short names, since nothing else includes it. */
#ifndef WR_TEMPLATES_MAP_JUDGE_H
#define WR_TEMPLATES_MAP_JUDGE_H

#include "templates/map.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct judge {
    struct wr_context *context;
    const struct wr_map *map;
    struct wr_map_reading *reading; /* NULL: the map was made in memory */
    struct wr_arena *scratch;
    unsigned faults;
    bool ok;
    char label[96];
};

/* ---- Places and faults ------------------------------------------------------------------- */

/* Where something was written: a member of an object, or the object itself where the key is
 * NULL; the object is NULL for a map made in memory. Looked up only for a fault. */
struct spot {
    wr_json *object;
    const char *key;
    unsigned item; /* of the list found there, from 1; 0: the whole */
};

static inline struct spot at(wr_json *object, const char *key)
{
    return (struct spot){object, key, 0};
}

static inline struct spot item_at(struct spot spot, unsigned index)
{
    spot.item = index + 1;
    return spot;
}

/* What stands there; NULL for a map made in memory. */
wr_json *wr_map_place_of(struct spot spot);
static inline wr_json *place_of(struct spot spot)
{
    return wr_map_place_of(spot);
}

/* A member of an object, without noting that it was asked for. */
static inline wr_json *member(wr_json *object, const char *key)
{
    for (wr_json *json = object->first; json; json = json->next)
        if (json->key && strcmp(json->key, key) == 0)
            return json;
    return NULL;
}

/* Reports a fault; beyond what is ever shown they are only counted. */
void wr_map_fault(struct judge *judge, struct spot spot, const char *slug, const char *hint,
                  const char *format, va_list arguments);

static inline void fault(struct judge *judge, struct spot spot, const char *slug,
                         const char *hint, const char *format, ...) WR_PRINTF(5, 6);
static inline void fault(struct judge *judge, struct spot spot, const char *slug,
                         const char *hint, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    wr_map_fault(judge, spot, slug, hint, format, arguments);
    va_end(arguments);
}

/* ---- What many rules say ----------------------------------------------------------------- */

/* A text may be missing only where the reader said so already. */
static inline void judge_text(struct judge *judge, struct spot spot, const char *text,
                              const char *what)
{
    if ((text && *text) || (!text && judge->reading))
        return;
    fault(judge, spot, "map-empty-text", NULL, "the %s is empty", what);
}

/* A point no farther than a map reaches, and an angle that is one. */
void wr_map_judge_point(struct judge *judge, struct spot spot, wr_vec3 point,
                        const char *whose);
void wr_map_judge_angle(struct judge *judge, struct spot spot, float degrees,
                        const char *whose);
/* A tag that the game can hold; NULL and "" are fine. */
void wr_map_judge_tag(struct judge *judge, struct spot spot, const char *tag);

static inline const char *room_label(struct judge *judge, uint32_t index)
{
    const char *name = judge->map->rooms[index].name;
    snprintf(judge->label, sizeof judge->label, "room '%.64s'", name ? name : "");
    return judge->label;
}

/* ---- Rules, in files of their own -------------------------------------------------------- */

/* The doorways that lead into other modules; `repeated` marks those that a link or another exit
 * has named. */
enum wr_result wr_map_judge_exits(struct judge *judge, const bool *repeated);
/* The pairs of rooms that are seen from each other, or are not. */
enum wr_result wr_map_judge_visible(struct judge *judge);
/* What is put into rooms. */
void wr_map_judge_things(struct judge *judge);

#endif
