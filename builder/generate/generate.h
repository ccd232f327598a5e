/* Warren's public generator: from a template and a seed to a map, and what is measured on it.
 */
#ifndef WR_BUILDER_GENERATE_GENERATE_H
#define WR_BUILDER_GENERATE_GENERATE_H

#include "templates/maps.h"
#include "templates/template.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A template and its kits, made ready once for any number of levels. It keeps pointers to both.
 */
struct wr_generator;

/* What stands before a level is made, and what becomes of what it leaves open; zero means
 * nothing, and the default. */
struct wr_generator_options {
    const wr_surfaces *surfaces; /* NULL: those of the template's game */
    const struct wr_map *keep; /* rooms of it stand in every level as they stand there, with all
                                  that it says of them; NULL: none. Generator and levels point
                                  into it */
    const char *const *rooms;  /* names of those, with * for any run and ? for any character;
                                  none: all rooms */
    uint32_t room_count;
    bool add; /* what the template asks for is asked of the new rooms alone: of the level, the
                 kept ones are no part */
    const char *const *doorways; /* "room:hook" of kept rooms, where alone new ones may be put
                                    to them; none: at all that are open */
    uint32_t doorway_count;
    const char *const *close; /* rooms that close doorways the level leaves open, as templates
                                 speak of rooms; none: the template's caps */
    uint32_t close_count;
};

/* Takes the rooms the template allows and finds every way two of them can meet. `options` may
 * be NULL. WR_NO_FIT where no room remains, and where nothing can be put to what is kept. */
WR_API enum wr_result wr_generator_create(struct wr_context *context,
                                          const struct wr_template *, struct wr_kits *kits,
                                          const struct wr_generator_options *options,
                                          struct wr_generator **out);
WR_API void wr_generator_free(struct wr_generator *generator);

/* The name of the i-th room that is kept, in the order of the map; NULL behind the last. */
WR_API const char *wr_generator_kept(const struct wr_generator *generator, uint32_t index);

/* The folder of the i-th kit that levels are made of; NULL behind the last. */
WR_API const char *wr_generator_kit(const struct wr_generator *generator, uint32_t index);

/* A moment, seconds from now, at which levels that are still sought are given up (WR_NO_FIT
 * "timed-out"). It makes results depend on the machine: a safety net, not a budget. */
WR_API void wr_generator_set_timeout(struct wr_generator *generator, double seconds);

/* What a level looks like to its designer. Caps, and links to them, are counted as `caps` and
 * nowhere else. */
struct wr_metrics {
    uint32_t rooms, caps, links, components, cycle_rank;
    uint32_t critical_path; /* rooms from entry to exit, both counted; 0 without an exit */
    uint32_t
        walkthrough; /* the same with detours for keys, rooms as often as they are walked */
    uint32_t walked_twice; /* rooms of it that are walked more than once */
    uint32_t locks_needed; /* keys without which the exit is not reached */
    uint32_t dead_ends, closed_hooks, kit_rooms, storeys;
    uint32_t
        branches[4]; /* rooms with one, two, three, and four or more doorways that lead on */
    float variety;   /* how many kit rooms there would be, were all equally frequent */
    float detour;    /* of a link that closes a loop: how many links the other way round takes,
                        on average */
    float density;   /* floor area by the area of the box around it, all storeys together */
    float worst_gap; /* between two hooks that meet, metres */
    uint64_t steps;  /* of the search */
};

/* The names of the metrics that are one number, in the order of a report; NULL behind the last.
 */
WR_API const char *wr_metric_name(unsigned index);
/* Whether a metric is a whole number. */
WR_API bool wr_metric_is_count(const char *name);
/* A metric by its name; false where there is none. */
WR_API bool wr_metric_value(const struct wr_metrics *metrics, const char *name, double *out);

/* What the generator knows of a map beside it; lives as long as the map. */
struct wr_generated {
    const char *template_id;
    uint64_t seed;
    uint32_t kept;                 /* the first rooms of the map, which were there before */
    uint32_t exit;                 /* a room of the map, or WR_NONE */
    const uint32_t *critical_path; /* rooms, from entry to exit */
    struct wr_metrics metrics;
};

/* Makes the level of a seed as an ordinary map with its links stated; the same seed gives the
 * same map everywhere. WR_NO_FIT, with the reason reported, where there is none. Several
 * threads may make levels with one generator, each with a context of its own, and build them
 * with its kits, as long as nothing else uses those. `budget` counts steps; 0 means the
 * template's or the default. `generated` may be NULL. */
WR_API enum wr_result wr_generator_make(struct wr_context *context,
                                        const struct wr_generator *generator, uint64_t seed,
                                        uint64_t budget, struct wr_map **out,
                                        struct wr_generated *generated);

#ifdef __cplusplus
}
#endif
#endif
