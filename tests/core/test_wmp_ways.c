/* Real levels: who can walk from place to place on their blocks can do so on the floors made of
 * them, and the other way round. Places lie on a grid of 5 cm; gaps that are narrower than 15
 * cm are left out. $WINDOWS squares of 3 m a level, $LEVEL: that one. */
#include "tests/support/level_rays.h"

#include "core/base/disjoint.h"
#include "core/base/random.h"

enum { WINDOWS = 1, SIDE = 60, STOREYS = 4, PLACES = SIDE * SIDE * STOREYS, SUBSTEPS = 5 };
#define CELL 0.05
#define ROOM 0.075 /* gaps that are twice as wide can be walked through */

/* The heights one can stand at in a place; how many. */
typedef unsigned heights_fn(const struct level *level, double x, double y,
                            double out[MOST_HEIGHTS]);

static unsigned heights_of(const struct level *level, double x, double y, enum standing least,
                           double out[MOST_HEIGHTS])
{
    struct storeys storeys;
    unsigned count = 0;
    if (!storeys_at(level, x, y, false, &storeys))
        return 0;
    for (unsigned i = 0; i < storeys.count; i++)
        if (storeys.standing[i] >= least)
            out[count++] = storeys.z[i];
    return count;
}

static unsigned heights_sure(const struct level *level, double x, double y,
                             double out[MOST_HEIGHTS])
{
    return heights_of(level, x, y, CAN, out);
}

static unsigned heights_perhaps(const struct level *level, double x, double y,
                                double out[MOST_HEIGHTS])
{
    return heights_of(level, x, y, MAY, out);
}

/* Places of a square that hang together. */
struct flood {
    const struct level *level;
    heights_fn *heights;
    double x, y; /* the corner */
    bool roomy;  /* places have room around them */
    double z[SIDE][SIDE][STOREYS];
    unsigned count[SIDE][SIDE];
    uint32_t parents[PLACES];
};

static double place_x(const struct flood *flood, unsigned i)
{
    return flood->x + CELL * (i + 0.37);
}

static double place_y(const struct flood *flood, unsigned j)
{
    return flood->y + CELL * (j + 0.41);
}

/* Follows the floor along a line in small steps; NaN where it ends. */
static double follow(const struct flood *flood, double x, double y, double z, double dx,
                     double dy)
{
    double length = sqrt(dx * dx + dy * dy) / SUBSTEPS;
    for (unsigned i = 1; i <= SUBSTEPS && !isnan(z); i++) {
        double heights[MOST_HEIGHTS], next = NAN, part = (double)i / SUBSTEPS;
        unsigned count = flood->heights(flood->level, x + part * dx, y + part * dy, heights);
        for (unsigned k = 0; k < count; k++)
            if (fabs(heights[k] - z) <= 0.008 + 1.03 * length &&
                !(heights[k] < next)) /* on the upper of two that nearly lie on each other */
                next = heights[k];
        z = next;
    }
    return z;
}

static bool has_room(const struct flood *flood, double x, double y, double z)
{
    for (int i = 0; i < 9; i++)
        if (i != 4 && isnan(follow(flood, x, y, z, ROOM * (i % 3 - 1), ROOM * (i / 3 - 1))))
            return false;
    return true;
}

static uint32_t place_id(unsigned i, unsigned j, unsigned k)
{
    return (i * SIDE + j) * STOREYS + k;
}

static void join(struct flood *flood, unsigned i, unsigned j, unsigned i2, unsigned j2)
{
    for (unsigned k = 0; k < flood->count[i][j]; k++) {
        double z = follow(flood, place_x(flood, i), place_y(flood, j), flood->z[i][j][k],
                          CELL * (i2 - i), CELL * (j2 - j));
        for (unsigned m = 0; m < flood->count[i2][j2]; m++)
            if (fabs(z - flood->z[i2][j2][m]) < 0.005)
                wr_disjoint_join(flood->parents, place_id(i, j, k), place_id(i2, j2, m));
    }
}

/* Floors that lie on each other are one. */
static void join_storeys(struct flood *flood, unsigned i, unsigned j)
{
    for (unsigned k = 1; k < flood->count[i][j]; k++)
        if (fabs(flood->z[i][j][k] - flood->z[i][j][k - 1]) <= STOREY)
            wr_disjoint_join(flood->parents, place_id(i, j, k), place_id(i, j, k - 1));
}

static void flood_make(struct flood *flood)
{
    memset(flood->count, 0, sizeof flood->count);
    wr_disjoint_start(flood->parents, PLACES);
    for (unsigned i = 0; i < SIDE; i++)
        for (unsigned j = 0; j < SIDE; j++) {
            double heights[MOST_HEIGHTS], x = place_x(flood, i), y = place_y(flood, j);
            unsigned count = flood->heights(flood->level, x, y, heights);
            for (unsigned k = 0; k < count && flood->count[i][j] < STOREYS; k++)
                if (!flood->roomy || has_room(flood, x, y, heights[k]))
                    flood->z[i][j][flood->count[i][j]++] = heights[k];
        }
    for (unsigned i = 0; i < SIDE; i++)
        for (unsigned j = 0; j < SIDE; j++) {
            join_storeys(flood, i, j);
            if (i + 1 < SIDE)
                join(flood, i, j, i + 1, j);
            if (j + 1 < SIDE)
                join(flood, i, j, i, j + 1);
        }
}

/* The place of another flood that is the same; UINT32_MAX where it has none. */
static uint32_t same_place(const struct flood *flood, unsigned i, unsigned j, double z)
{
    for (unsigned k = 0; k < flood->count[i][j]; k++)
        if (fabs(flood->z[i][j][k] - z) <= STOREY)
            return place_id(i, j, k);
    return UINT32_MAX;
}

struct tally {
    unsigned seen, levels, windows;
    size_t places, pairs;
};

/* Whoever gets from place to place with room around gets there in the other flood. */
static void check_ways(const char *name, struct flood *roomy, struct flood *other,
                       struct tally *tally)
{
    uint32_t *seen = malloc(PLACES * sizeof *seen);
    memset(seen, 0xff, PLACES * sizeof *seen);
    for (unsigned i = 0; i < SIDE; i++)
        for (unsigned j = 0; j < SIDE; j++)
            for (unsigned k = 0; k < roomy->count[i][j]; k++) {
                double z = roomy->z[i][j][k];
                uint32_t *known = &seen[wr_disjoint_root(roomy->parents, place_id(i, j, k))];
                uint32_t place = same_place(other, i, j, z);
                uint32_t here =
                    place == UINT32_MAX ? UINT32_MAX : wr_disjoint_root(other->parents, place);
                tally->places++;
                tally->pairs += *known != UINT32_MAX;
                if (*known == UINT32_MAX)
                    *known = here;
                if (here == UINT32_MAX || here != *known)
                    fail_msg("%s: (%.3f, %.3f, %.3f) is cut off", name, place_x(roomy, i),
                             place_y(roomy, j), z);
            }
    free(seen);
}

/* A square around the middle of a floor. */
static void check_window(const struct wr_source *source, const struct level *level,
                         wr_random *random, struct flood floods[4], struct tally *tally)
{
    const struct wr_walkmesh *mesh = level->mesh;
    const uint32_t *v = mesh->faces[wr_random_below(random, mesh->walkable_count)].v;
    wr_vec3 a = mesh->vertices[v[0]], b = mesh->vertices[v[1]], c = mesh->vertices[v[2]];
    static heights_fn *const heights[4] = {heights_sure, heights_at, heights_at,
                                           heights_perhaps};
    for (int i = 0; i < 4; i++) {
        floods[i].level = level;
        floods[i].heights = heights[i];
        floods[i].x = ((double)a.x + b.x + c.x) / 3 - CELL * SIDE / 2;
        floods[i].y = ((double)a.y + b.y + c.y) / 3 - CELL * SIDE / 2;
        floods[i].roomy = i % 2 == 0;
        flood_make(&floods[i]);
    }
    check_ways(source->name, &floods[0], &floods[1], tally);
    check_ways(source->name, &floods[2], &floods[3], tally);
    tally->windows++;
}

static void check_level(void *user, const struct wr_source *source)
{
    struct tally *tally = user;
    const char *wanted = getenv("WINDOWS");
    unsigned windows = wanted ? (unsigned)strtoul(wanted, NULL, 10) : WINDOWS;
    wr_random random = wr_random_of(source->size, 5);
    struct level level;
    if (level_unwanted(source) || tally->seen++ % OFTEN(1, 4) != 0)
        return;
    level_open(&level, source);
    struct flood *floods = malloc(4 * sizeof *floods);
    for (unsigned i = 0; level.mesh && i < windows; i++)
        check_window(source, &level, &random, floods, tally);
    tally->levels += level.mesh != NULL;
    free(floods);
    level_close(&level);
}

static void one_can_walk_where_blocks_let_one(void **state)
{
    (void)state;
    struct tally tally = {0};
    static const char *const endings[] = {".wmp", ".WMP", ".$$M"};
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++)
        corpus_all("wmp", endings[i], check_level, &tally);
    printf("[  NOTE    ] %u levels with floors, %u squares, %zu places, %zu pairs\n",
           tally.levels, tally.windows, tally.places, tally.pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_can_walk_where_blocks_let_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
