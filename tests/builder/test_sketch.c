/* Sketches: whatever is done to them, they say what the layout says of the same map. */
#include "tests/support/sketches.h"
#include "tests/support/starved.h"

#include "builder/layout/overlap.h"
#include "builder/sketch/sketch.h"

struct stage {
    struct sketched_scene scene;
    struct wr_sketch *sketch;
    uint64_t seed;
};

/* Every third seed has a kit whose rooms close rounds. */
static void start(struct stage *stage, uint64_t seed)
{
    *stage = (struct stage){.seed = seed};
    sketched_start(&stage->scene, seed, seed % 3 == 0 ? SKETCH_REGULAR : SKETCH_MIXED);
}

static void begin(struct stage *stage)
{
    struct scene *scene = &stage->scene.scene;
    assert_int_equal(wr_sketch_create(scene->context, &scene->map, scene->kits, &scene->options,
                                      &stage->sketch),
                     WR_OK);
}

static void end(struct stage *stage)
{
    wr_sketch_free(stage->sketch);
    sketched_end(&stage->scene);
}

/* ---- Brute force: the whole map, laid out and judged anew ---- */

#define assert_agrees(stage, what, a, b)                                                       \
    do {                                                                                       \
        if ((a) != (b))                                                                        \
            fail_msg("seed %llu, %u rooms: %s differ", (unsigned long long)(stage)->seed,      \
                     (unsigned)(stage)->scene.scene.map.room_count, what);                     \
    } while (0)

static void assert_links(const struct stage *stage, const wr_sketched *seen,
                         const struct wr_layout *layout)
{
    assert_agrees(stage, "hooks", seen->hook_count, layout->hook_count);
    assert_agrees(stage, "links", seen->link_count, layout->link_count);
    for (uint32_t i = 0; i < seen->hook_count; i++) {
        const wr_placed_hook *a = &seen->hooks[i], *b = &layout->hooks[i];
        assert_agrees(stage, "hooks", a->room, b->room);
        assert_agrees(stage, "hooks", a->hook, b->hook);
        assert_agrees(stage, "links of hooks", a->link, b->link);
        assert_agrees(stage, "places", wr_vec3_same(a->position, b->position), true);
    }
    for (uint32_t i = 0; i < seen->link_count; i++) {
        const wr_link *a = &seen->links[i], *b = &layout->links[i];
        assert_agrees(stage, "links", a->hooks[0], b->hooks[0]);
        assert_agrees(stage, "links", a->hooks[1], b->hooks[1]);
        assert_agrees(stage, "distances of links", a->distance, b->distance);
        assert_agrees(stage, "statements", a->stated, b->stated);
    }
}

static void assert_near_misses(const struct stage *stage, const wr_sketched *seen,
                               const struct wr_layout *layout)
{
    assert_agrees(stage, "near misses", seen->near_miss_count, layout->near_miss_count);
    for (uint32_t i = 0; i < seen->near_miss_count; i++) {
        const wr_near_miss *a = &seen->near_misses[i], *b = &layout->near_misses[i];
        assert_agrees(stage, "near misses", a->hooks[0], b->hooks[0]);
        assert_agrees(stage, "near misses", a->hooks[1], b->hooks[1]);
        assert_agrees(stage, "distances of near misses", a->distance, b->distance);
        assert_agrees(stage, "angles of near misses", a->angle, b->angle);
        assert_agrees(stage, "reasons", a->reason, b->reason);
        assert_agrees(stage, "mends", a->mendable, b->mendable);
    }
}

static void assert_overlaps(const struct stage *stage, const wr_sketched *seen,
                            const struct wr_layout *layout)
{
    assert_agrees(stage, "overlaps", seen->overlap_count, layout->overlap_count);
    for (uint32_t i = 0; i < seen->overlap_count; i++) {
        const wr_overlap *a = &seen->overlaps[i], *b = &layout->overlaps[i];
        assert_agrees(stage, "overlaps", a->rooms[0], b->rooms[0]);
        assert_agrees(stage, "overlaps", a->rooms[1], b->rooms[1]);
        assert_agrees(stage, "depths", a->depth, b->depth);
        assert_agrees(stage, "places of overlaps", wr_vec3_same(a->point, b->point), true);
    }
}

static void assert_as_laid_out(struct stage *stage, const wr_sketched *seen)
{
    struct scene *scene = &stage->scene.scene;
    assert_int_equal(scene_place(scene), WR_OK);
    enum wr_result apart = wr_layout_overlap(scene->context, scene->layout);
    enum wr_result linked = wr_layout_link(scene->context, scene->layout);
    (void)scene_said(scene);
    assert_agrees(stage, "rooms", seen->room_count, scene->map.room_count);
    assert_links(stage, seen, scene->layout);
    assert_near_misses(stage, seen, scene->layout);
    assert_overlaps(stage, seen, scene->layout);
    assert_agrees(stage, "verdicts", seen->verdict, linked != WR_OK ? linked : apart);
}

/* ---- What an editor does ---- */

static void insert(struct stage *stage, uint32_t at, wr_map_room room)
{
    struct wr_map *map = &stage->scene.scene.map;
    wr_map_room *rooms = stage->scene.rooms;
    memmove(rooms + at + 1, rooms + at, (map->room_count++ - at) * sizeof *rooms);
    rooms[at] = room;
    for (uint32_t i = 0; i < map->link_count; i++)
        for (int side = 0; side < 2; side++)
            map->links[i].rooms[side] += map->links[i].rooms[side] >= at;
}

static void drop(struct stage *stage, uint32_t at)
{
    struct wr_map *map = &stage->scene.scene.map;
    wr_map_room *rooms = stage->scene.rooms;
    uint32_t kept = 0;
    memmove(rooms + at, rooms + at + 1, (--map->room_count - at) * sizeof *rooms);
    for (uint32_t i = 0; i < map->link_count; i++) {
        wr_map_link link = map->links[i];
        if (link.rooms[0] == at || link.rooms[1] == at)
            continue;
        for (int side = 0; side < 2; side++)
            link.rooms[side] -= link.rooms[side] > at;
        map->links[kept++] = link;
    }
    map->link_count = kept;
}

static void add(struct stage *stage)
{
    struct scene *scene = &stage->scene.scene;
    const wr_room *room = draw_room(&stage->scene);
    wr_placement placement = draw_placement(&stage->scene, room);
    bool last = draw(&stage->scene, 2) == 0;
    uint32_t at = last ? scene->map.room_count : draw(&stage->scene, scene->map.room_count + 1);
    assert_int_equal(
        wr_sketch_add(scene->context, stage->sketch, last ? WR_NONE : at, room, placement),
        WR_OK);
    insert(stage, at, map_room(room, placement));
}

static void move(struct stage *stage)
{
    struct scene *scene = &stage->scene.scene;
    uint32_t at = draw(&stage->scene, scene->map.room_count);
    const wr_room *room = scene_room(scene, stage->scene.rooms[at].room);
    wr_placement placement = draw_placement(&stage->scene, room);
    assert_int_equal(wr_sketch_move(scene->context, stage->sketch, at, placement), WR_OK);
    stage->scene.rooms[at].placement = placement;
}

static void take_out(struct stage *stage)
{
    struct scene *scene = &stage->scene.scene;
    uint32_t at = draw(&stage->scene, scene->map.room_count);
    assert_int_equal(wr_sketch_remove(scene->context, stage->sketch, at), WR_OK);
    drop(stage, at);
}

/* Tries a room, as one more or instead of one, and compares with the map that has it. */
static void try_room(struct stage *stage)
{
    struct scene *scene = &stage->scene.scene;
    const wr_sketched *seen;
    const wr_room *room = draw_room(&stage->scene);
    wr_placement placement = draw_placement(&stage->scene, room);
    bool more = scene->map.room_count == 0 || draw(&stage->scene, 2) == 0;
    uint32_t at = more ? scene->map.room_count : draw(&stage->scene, scene->map.room_count);
    wr_map_room old = stage->scene.rooms[at];
    assert_int_equal(wr_sketch_try(scene->context, stage->sketch, more ? WR_NONE : at, room,
                                   placement, &seen),
                     WR_OK);
    stage->scene.rooms[at] = map_room(room, placement);
    scene->map.room_count += more;
    assert_as_laid_out(stage, seen);
    scene->map.room_count -= more;
    stage->scene.rooms[at] = old;
}

static void change(struct stage *stage)
{
    uint32_t count = stage->scene.scene.map.room_count, what = draw(&stage->scene, 8);
    if (count == 0 || (what < 4 && count < SKETCH_ROOMS - 1))
        add(stage);
    else if (what < 6)
        move(stage);
    else
        take_out(stage);
}

static void edit_and_compare(uint64_t seed, void (*prepare)(struct stage *stage))
{
    static struct stage stage;
    start(&stage, seed);
    for (uint32_t i = draw(&stage.scene, 12); i > 0; i--) {
        const wr_room *room = draw_room(&stage.scene);
        insert(&stage, stage.scene.scene.map.room_count,
               map_room(room, draw_placement(&stage.scene, room)));
    }
    prepare(&stage);
    begin(&stage);
    assert_as_laid_out(&stage, wr_sketch_now(stage.sketch));
    for (int i = 0; i < 30; i++) {
        change(&stage);
        assert_as_laid_out(&stage, wr_sketch_now(stage.sketch));
        try_room(&stage);
        assert_as_laid_out(&stage, wr_sketch_now(stage.sketch));
    }
    end(&stage);
}

enum { SEEDS = OFTEN(15, 3) };

static void as_it_is(struct stage *stage)
{
    (void)stage;
}

static void edited_rooms_are_judged_as_the_map_with_those_rooms(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= SEEDS; seed++)
        edit_and_compare(seed, as_it_is);
}

/* States links between neighbours that may be; some of them break when a room is moved. */
static void state_links(struct stage *stage)
{
    struct scene *scene = &stage->scene.scene;
    assert_int_equal(scene_connect(scene), WR_OK);
    scene->map.links = stage->scene.links;
    for (uint32_t i = 0; i < scene->layout->link_count && i < 4; i++) {
        wr_map_link *link = &scene->map.links[scene->map.link_count++];
        for (int side = 0; side < 2; side++) {
            uint32_t hook = scene->layout->links[i].hooks[side];
            link->rooms[side] = scene->layout->hooks[hook].room;
            link->hooks[side] = wr_hook_of(scene->layout, hook)->name;
        }
    }
}

static void links_that_a_map_states_go_with_their_rooms(void **state)
{
    (void)state;
    for (uint64_t seed = 101; seed <= 100 + SEEDS; seed++)
        edit_and_compare(seed, state_links);
}

static void state_all(struct stage *stage)
{
    state_links(stage);
    stage->scene.scene.map.links_only = true;
}

static void where_the_maps_links_are_all_nothing_else_is_linked(void **state)
{
    (void)state;
    for (uint64_t seed = 201; seed <= OFTEN(210, 202); seed++)
        edit_and_compare(seed, state_all);
}

static void widen(struct stage *stage)
{
    static const wr_door_pair pair = {.doors = {"plain", "lonely"}};
    struct scene *scene = &stage->scene.scene;
    scene->map.door_pairs = &pair;
    scene->map.door_pair_count = 1;
    scene->options.reach = 0.3f;
    scene->options.overlap = 0.5f;
}

static void the_maps_own_rules_hold(void **state)
{
    (void)state;
    for (uint64_t seed = 301; seed <= 300 + SEEDS; seed++)
        edit_and_compare(seed, widen);
}

/* ---- Offers ---- */

/* What the layout says of the map with one more room, a hook of which stands at a doorway. */
struct brute {
    enum wr_result linked;
    bool meets;         /* the two are one */
    uint32_t links;     /* of the new room */
    uint32_t all_links; /* of the map */
    uint32_t near_misses;
    double depth[SKETCH_ROOMS]; /* in which the new room lies in each */
    bool deep;                  /* too deep in one of them */
};

static void count_meetings(const struct wr_layout *layout, const wr_offered *offer,
                           uint32_t doorway, struct brute *out)
{
    uint32_t last = layout->room_count - 1, first = layout->rooms[last].first_hook;
    uint32_t link = layout->hooks[first + offer->hook].link;
    out->all_links = layout->link_count;
    out->meets = link != WR_NONE && layout->hooks[doorway].link == link;
    for (uint32_t h = first; h < layout->hook_count; h++) {
        bool nearly = false;
        for (uint32_t i = 0; i < layout->near_miss_count; i++)
            nearly |= layout->near_misses[i].hooks[1] == h;
        out->near_misses += nearly;
        out->links += layout->hooks[h].link != WR_NONE;
    }
}

static struct brute brute_force(struct stage *stage, const wr_offered *offer, uint32_t doorway)
{
    struct scene *scene = &stage->scene.scene;
    struct brute out = {0};
    uint32_t last = scene->map.room_count;
    insert(stage, last, map_room(offer->room, offer->placement));
    assert_int_equal(scene_place(scene), WR_OK);
    (void)wr_layout_overlap(scene->context, scene->layout);
    out.linked = wr_layout_link(scene->context, scene->layout);
    for (uint32_t i = 0; i < scene->layout->overlap_count; i++) {
        const wr_overlap *overlap = &scene->layout->overlaps[i];
        if (overlap->rooms[1] != last)
            continue;
        out.depth[overlap->rooms[0]] = overlap->depth;
        out.deep |= wr_overlap_breaks(overlap, scene->layout->overlap);
    }
    count_meetings(scene->layout, offer, doorway, &out);
    drop(stage, last);
    (void)scene_said(scene);
    return out;
}

/* How often each answer was met: a test in which none of one kind is, says little. */
struct tally {
    uint32_t fitting, closing, missing, overlapping, refused, taken;
};

static void assert_offer(struct stage *stage, const wr_offered *offer, uint32_t doorway,
                         uint32_t old_links, struct tally *tally)
{
    struct brute brute = brute_force(stage, offer, doorway);
    bool open = wr_sketch_now(stage->sketch)->hooks[doorway].link == WR_NONE;
    bool fits =
        open && brute.meets && !brute.deep && brute.all_links - brute.links >= old_links;
    assert_agrees(stage, "offers that fit", fits, !offer->slug);
    if (fits) {
        assert_agrees(stage, "links of offers", brute.links, offer->links);
        assert_agrees(stage, "near misses of offers", brute.near_misses, offer->near_misses);
        tally->fitting++;
        tally->closing += offer->links > 1;
        tally->missing += offer->near_misses > 0;
    } else if (offer->blocker != WR_NONE) {
        double allowed = stage->scene.scene.layout->overlap;
        assert_string_equal(offer->slug, "rooms-overlap");
        assert_true(offer->depth > allowed && brute.depth[offer->blocker] >= offer->depth);
        tally->overlapping++;
    } else {
        bool taken = strcmp(offer->slug, "link-hook-taken") == 0;
        assert_true(taken || !brute.meets);
        tally->taken += taken;
        tally->refused += !taken;
    }
}

/* Whether b may stand behind a. */
static bool in_order(const wr_offered *a, const wr_offered *b)
{
    if (!a->slug != !b->slug)
        return !a->slug;
    if (a->links != b->links)
        return a->links > b->links;
    if (a->near_misses != b->near_misses)
        return a->near_misses < b->near_misses;
    if (a->room != b->room)
        return a->room < b->room;
    return a->hook < b->hook || (a->hook == b->hook && b->placement.mirror_x);
}

static void ask_and_compare(struct stage *stage, struct tally *tally)
{
    struct scene *scene = &stage->scene.scene;
    const wr_sketched *now = wr_sketch_now(stage->sketch);
    uint32_t doorway = draw(&stage->scene, now->hook_count), count, ways = 0;
    for (int i = 0; i < 2 && now->hooks[doorway].link != WR_NONE; i++)
        doorway = draw(&stage->scene, now->hook_count); /* open ones are of interest */
    const wr_placed_hook *hook = &now->hooks[doorway];
    const struct wr_kit *kit = scene_room(scene, "a")->kit;
    struct wr_offer_options options = {.kit = kit};
    const wr_offered *offers;
    assert_int_equal(wr_sketch_offers(scene->context, stage->sketch, hook->room, hook->hook,
                                      &options, &offers, &count),
                     WR_OK);
    for (uint32_t i = 0; i < kit->room_count; i++)
        ways += 2 * kit->rooms[i].hook_count;
    assert_agrees(stage, "numbers of offers", count, ways);
    for (uint32_t i = 0; i < count; i++) {
        assert_offer(stage, &offers[i], doorway, now->link_count, tally);
        assert_true(i == 0 || in_order(&offers[i - 1], &offers[i]));
    }
}

/* Takes an offer that fits at some doorway, as an editor would. */
static void grow(struct stage *stage)
{
    struct scene *scene = &stage->scene.scene;
    const wr_sketched *now = wr_sketch_now(stage->sketch);
    const wr_placed_hook *hook = &now->hooks[draw(&stage->scene, now->hook_count)];
    struct wr_offer_options options = {.kit = scene_room(scene, "a")->kit, .fitting = true};
    const wr_offered *offers;
    uint32_t count;
    assert_int_equal(wr_sketch_offers(scene->context, stage->sketch, hook->room, hook->hook,
                                      &options, &offers, &count),
                     WR_OK);
    if (count == 0 || now->room_count == SKETCH_ROOMS - 1)
        return;
    wr_offered taken = offers[draw(&stage->scene, count)];
    assert_int_equal(
        wr_sketch_add(scene->context, stage->sketch, WR_NONE, taken.room, taken.placement),
        WR_OK);
    insert(stage, scene->map.room_count, map_room(taken.room, taken.placement));
}

/* Offers at doorways of rooms that were offered themselves; where they are heaped, every other
 * one was put beside its place instead. */
static void ask_about_many(struct stage *stage, bool heaped, struct tally *tally)
{
    begin(stage);
    add(stage);
    for (int i = 0; i < (heaped ? 14 : 24); i++) {
        if (heaped && i % 2)
            add(stage);
        else
            grow(stage);
    }
    for (int i = 0; i < 6; i++) {
        ask_and_compare(stage, tally);
        move(stage);
    }
    end(stage);
}

static void offers_are_judged_as_the_map_with_the_room_that_is_offered(void **state)
{
    (void)state;
    static struct stage stage;
    struct tally tally = {0};
    for (uint64_t seed = 401; seed <= OFTEN(425, 410); seed++) {
        start(&stage, seed);
        ask_about_many(&stage, false, &tally);
    }
    print_message(
        "%u fit, %u of them close more, %u nearly; %u overlap, %u refused, %u taken\n",
        tally.fitting, tally.closing, tally.missing, tally.overlapping, tally.refused,
        tally.taken);
    assert_true(tally.fitting > OFTEN(50, 20) && tally.closing > OFTEN(3, 0) &&
                tally.missing > OFTEN(3, 0));
    assert_true(tally.overlapping > OFTEN(50, 20) && tally.refused > OFTEN(50, 20) &&
                tally.taken > OFTEN(3, 0));
}

/* Thin rooms may stand in each other, so that doorways of three and more lie within reach. */
static void offers_at_contested_doorways_are_linked_as_the_map_would_be(void **state)
{
    (void)state;
    static struct stage stage;
    struct tally tally = {0};
    for (uint64_t seed = 501; seed <= OFTEN(560, 512); seed++) {
        stage = (struct stage){.seed = seed};
        sketched_start(&stage.scene, seed, SKETCH_THIN);
        stage.scene.scene.options.reach = seed % 2 ? 0.3f : 0.9f;
        stage.scene.scene.options.overlap = 1;
        ask_about_many(&stage, true, &tally);
    }
    print_message("%u fit, %u of them close more, %u nearly; %u overlap, %u taken\n",
                  tally.fitting, tally.closing, tally.missing, tally.overlapping, tally.taken);
    assert_true(tally.fitting > OFTEN(50, 10) && tally.taken > OFTEN(50, 10) &&
                tally.missing > OFTEN(3, 0));
}

static void offers_may_be_the_fitting_ones_the_first_of_each_room_or_unmirrored(void **state)
{
    (void)state;
    static struct stage stage;
    start(&stage, 8);
    struct scene *scene = &stage.scene.scene;
    const wr_room *room = scene_room(scene, "b");
    insert(&stage, 0, map_room(room, (wr_placement){0}));
    begin(&stage);
    struct wr_offer_options options = {.kit = room->kit};
    const wr_offered *offers;
    uint32_t all, fitting, each, unmirrored;
    assert_int_equal(
        wr_sketch_offers(scene->context, stage.sketch, 0, 0, &options, &offers, &all), WR_OK);
    uint32_t expected = 0;
    for (uint32_t i = 0; i < all; i++)
        expected += !offers[i].slug;
    options.fitting = true;
    assert_int_equal(
        wr_sketch_offers(scene->context, stage.sketch, 0, 0, &options, &offers, &fitting),
        WR_OK);
    assert_int_equal(fitting, expected);
    assert_true(fitting > 1 && fitting < all);
    options.each_room = true;
    wr_offered best = offers[0];
    assert_int_equal(
        wr_sketch_offers(scene->context, stage.sketch, 0, 0, &options, &offers, &each), WR_OK);
    assert_true(each > 0 && each <= SKETCH_KIT && each < fitting);
    assert_ptr_equal(offers[0].room, best.room);
    for (uint32_t i = 1; i < each; i++)
        assert_ptr_not_equal(offers[i].room, offers[i - 1].room);
    options = (struct wr_offer_options){.kit = room->kit, .unmirrored = true};
    assert_int_equal(
        wr_sketch_offers(scene->context, stage.sketch, 0, 0, &options, &offers, &unmirrored),
        WR_OK);
    assert_int_equal(2 * unmirrored, all);
    for (uint32_t i = 0; i < unmirrored; i++)
        assert_false(offers[i].placement.mirror_x);
    end(&stage);
}

/* ---- What may go wrong ---- */

static enum wr_result sketch_all(struct findings *findings, void *user)
{
    struct stage *stage = user;
    struct scene *scene = &stage->scene.scene;
    struct wr_sketch *sketch = NULL;
    const wr_sketched *seen;
    const wr_offered *offers;
    uint32_t count;
    const wr_room *room = scene_room(scene, "c");
    struct wr_offer_options options = {.kit = room->kit, .each_room = true};
    enum wr_result result =
        wr_sketch_create(findings->context, &scene->map, scene->kits, &scene->options, &sketch);
    if (result == WR_OK)
        result = wr_sketch_try(findings->context, sketch, WR_NONE, room,
                               (wr_placement){.position = {1, 0, 0}}, &seen);
    if (result == WR_OK)
        result = wr_sketch_add(findings->context, sketch, 0, room, (wr_placement){0});
    if (result == WR_OK)
        result = wr_sketch_offers(findings->context, sketch, 1, 0, &options, &offers, &count);
    if (result == WR_OK && count > 0) /* one that meets what stands */
        result = wr_sketch_add(findings->context, sketch, WR_NONE, offers[0].room,
                               offers[0].placement);
    wr_sketch_free(sketch);
    return result;
}

static void memory_that_runs_out_is_told(void **state)
{
    (void)state;
    static struct stage stage;
    start(&stage, 3);
    insert(&stage, 0, map_room(scene_room(&stage.scene.scene, "d"), (wr_placement){0}));
    starve(sketch_all, &stage);
    end(&stage);
}

static void a_room_too_far_out_changes_nothing(void **state)
{
    (void)state;
    static struct stage stage;
    start(&stage, 1);
    struct scene *scene = &stage.scene.scene;
    const wr_room *room = scene_room(scene, "b");
    insert(&stage, 0, map_room(room, (wr_placement){0}));
    begin(&stage);
    const wr_placement far = {.position = {2e5f, 0, 0}};
    const wr_sketched *seen = NULL;
    assert_int_equal(wr_sketch_move(scene->context, stage.sketch, 0, far), WR_LIMIT);
    assert_int_equal(wr_sketch_add(scene->context, stage.sketch, WR_NONE, room, far), WR_LIMIT);
    assert_int_equal(wr_sketch_try(scene->context, stage.sketch, 0, NULL, far, &seen),
                     WR_LIMIT);
    assert_null(seen);
    assert_true(scene_heard(scene, "room-too-far"));
    assert_as_laid_out(&stage, wr_sketch_now(stage.sketch));
    end(&stage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(edited_rooms_are_judged_as_the_map_with_those_rooms),
        cmocka_unit_test(links_that_a_map_states_go_with_their_rooms),
        cmocka_unit_test(where_the_maps_links_are_all_nothing_else_is_linked),
        cmocka_unit_test(the_maps_own_rules_hold),
        cmocka_unit_test(offers_are_judged_as_the_map_with_the_room_that_is_offered),
        cmocka_unit_test(offers_at_contested_doorways_are_linked_as_the_map_would_be),
        cmocka_unit_test(offers_may_be_the_fitting_ones_the_first_of_each_room_or_unmirrored),
        cmocka_unit_test(memory_that_runs_out_is_told),
        cmocka_unit_test(a_room_too_far_out_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
