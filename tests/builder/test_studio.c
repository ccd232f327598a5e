/* What the studio asks: the answers say what the program says, and no question can break it. */
#include "tests/support/desk.h"
#include "tests/support/test.h"

#include "core/text/json.h"

/* ---- Kits ---- */

static void a_kit_is_told_of_in_full(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_answers(&desk, "\"id\": \"burrow\"");
    assert_answers(&desk, "\"name\": \"Burrow\"");
    assert_answers(&desk, "\"name\": \"Great hall\"");
    assert_answers(&desk, "\"door\": \"narrow\"");
    assert_answers(&desk, "\"sill\": [[");
    const char *answer = wr_studio_answer(desk.studio);
    struct wr_source source = {
        .name = "answer", .data = (const uint8_t *)answer, .size = strlen(answer)};
    wr_json *json;
    assert_int_equal(wr_json_read(desk.context, desk.arena, &source, &json), WR_OK);
    rise(&desk);
}

static void a_broken_kit_is_refused_in_words_and_the_next_one_read(void **state)
{
    static const char broken[] = "<kit id='x' name='X' version='1'><room/></kit>";
    struct desk desk;
    (void)state;
    sit(&desk);
    wr_studio_put(desk.studio, "kits/x.xml", broken, strlen(broken));
    assert_int_not_equal(wr_studio_add_kit(desk.studio, "kits/x.xml"), WR_OK);
    assert_string_equal(wr_studio_answer(desk.studio), "");
    assert_finds(&desk, "\"severity\":\"error\"");
    assert_int_equal(look(&desk, MAP(HUB)), WR_OK);
    rise(&desk);
}

static void a_rooms_mesh_is_the_kits_own(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_room_mesh(desk.studio, "burrow", "hub"), WR_OK);
    uint32_t faces = wr_studio_array_size(desk.studio, WR_STUDIO_FACES);
    uint32_t vertices = wr_studio_array_size(desk.studio, WR_STUDIO_VERTICES);
    assert_true(faces > 0 && faces % 3 == 0 && vertices % 3 == 0);
    const uint32_t *corners = wr_studio_array(desk.studio, WR_STUDIO_FACES);
    for (uint32_t i = 0; i < faces; i++)
        assert_true(corners[i] < vertices / 3);
    assert_int_equal(wr_studio_array_size(desk.studio, WR_STUDIO_MATERIALS), faces / 3);
    assert_int_equal(wr_studio_room_mesh(desk.studio, "burrow", "nowhere"), WR_NOT_FOUND);
    assert_int_equal(wr_studio_array_size(desk.studio, WR_STUDIO_FACES), 0);
    rise(&desk);
}

/* ---- Maps ---- */

static void rooms_that_meet_are_linked(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(look(&desk, MAP(HUB ", " PASSAGE("12, 0, 0"))), WR_OK);
    assert_answers(&desk, "\"verdict\": \"ok\"");
    assert_answers(&desk, "\"links\": [{\"hooks\": [1, 5]");
    assert_answers(&desk, "\"near_misses\": []");
    assert_int_equal(wr_studio_sights(desk.studio), WR_OK);
    assert_answers(&desk, "{\"seen\": [[1], [0]]}");
    rise(&desk);
}

static void a_doorway_that_leads_nowhere_has_no_link_and_no_exit(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(look(&desk, MAP(PASSAGE("0, 0, 0"))), WR_OK);
    assert_answers(&desk, "\"link\": -1, \"exit\": -1");
    rise(&desk);
}

static void a_near_miss_says_where_its_room_belongs(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(look(&desk, MAP(HUB ", " PASSAGE("12.125, 0, 0"))), WR_OK);
    assert_answers(&desk, "\"links\": []");
    assert_answers(&desk, "\"distance\": 0.125");
    assert_answers(
        &desk,
        "\"mend\": {\"position\": [12.0, 0.0, 0.0], \"turn\": 0.0, \"mirror\": \"none\"}");
    rise(&desk);
}

static void floors_in_each_other_are_an_answer_and_a_verdict(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(look(&desk, MAP(HUB ", " PASSAGE("6, 0, 0"))), WR_OK);
    assert_answers(&desk, "\"verdict\": \"invalid\"");
    assert_answers(&desk, "\"overlaps\": [{\"rooms\": [0, 1]");
    assert_finds(&desk, "\"severity\":\"error\"");
    rise(&desk);
}

static void faults_are_found_however_often_they_are_looked_at(void **state)
{
    struct desk desk;
    (void)state;
    sit(&desk);
    for (int i = 0; i < 50; i++) {
        assert_int_equal(look(&desk, MAP("{\"room\": \"halls\", \"position\": [0, 0, 0]}")),
                         WR_NOT_FOUND);
        assert_finds(&desk, "halls");
    }
    assert_int_equal(look(&desk, "{]"), WR_SYNTAX);
    assert_int_equal(wr_studio_sights(desk.studio), WR_NOT_FOUND);
    rise(&desk);
}

static void a_map_is_read_into_warrens_own_text(void **state)
{
    static const char text[] = MAP(HUB);
    struct desk desk;
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_read_map(desk.studio, text, strlen(text)), WR_OK);
    char *first = wr_arena_text(desk.arena, wr_studio_answer(desk.studio),
                                strlen(wr_studio_answer(desk.studio)));
    assert_int_equal(wr_studio_read_map(desk.studio, first, strlen(first)), WR_OK);
    assert_string_equal(wr_studio_answer(desk.studio), first);
    rise(&desk);
}

/* ---- Doorways ---- */

static void offers_put_where_they_say_are_linked(void **state)
{
    static const char text[] = MAP(HUB);
    struct desk desk;
    char other[512];
    (void)state;
    sit(&desk);
    assert_int_equal(wr_studio_offers(desk.studio, text, strlen(text), 0, 1, "burrow", true),
                     WR_OK);
    const char *offer = strstr(wr_studio_answer(desk.studio), "{\"room\": \"");
    assert_non_null(offer);
    char room[64], at[64];
    assert_int_equal(sscanf(offer, "{\"room\": \"%63[^\"]", room), 1);
    offer = strstr(offer, "\"position\": [");
    assert_int_equal(sscanf(offer, "\"position\": [%63[^]]", at), 1);
    const char *turn = strstr(offer, "\"turn\": ") + strlen("\"turn\": ");
    const char *mirror = strstr(offer, "\"mirror\": \"") + strlen("\"mirror\": \"");
    snprintf(other, sizeof other,
             MAP(HUB ", {\"room\": \"%s\", \"position\": [%s], \"turn\": %.*s, \"mirror\": "
                     "\"%.*s\"}"),
             room, at, (int)strcspn(turn, ","), turn, (int)strcspn(mirror, "\""), mirror);
    assert_int_equal(look(&desk, other), WR_OK);
    assert_answers(&desk, "\"links\": [{\"hooks\": [1, ");
    assert_int_equal(wr_studio_offers(desk.studio, text, strlen(text), 0, 99, "burrow", true),
                     WR_NOT_FOUND);
    rise(&desk);
}

/* ---- Memory ---- */

static void without_memory_every_question_fails_and_the_studio_lives(void **state)
{
    static const char text[] = MAP(HUB ", " PASSAGE("12, 0, 0"));
    struct desk desk;
    (void)state;
    sit(&desk);
    size_t failed = 0;
    for (size_t n = 1; n < 400; n++) {
        wr_fail_allocation_after(n);
        failed += wr_studio_look(desk.studio, text, strlen(text)) != WR_OK;
        wr_fail_allocation_after(0);
        (void)wr_studio_findings(desk.studio);
    }
    assert_true(failed > 10);
    assert_int_equal(wr_studio_look(desk.studio, text, strlen(text)), WR_OK);
    assert_answers(&desk, "\"verdict\": \"ok\"");
    rise(&desk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kit_is_told_of_in_full),
        cmocka_unit_test(a_broken_kit_is_refused_in_words_and_the_next_one_read),
        cmocka_unit_test(a_rooms_mesh_is_the_kits_own),
        cmocka_unit_test(rooms_that_meet_are_linked),
        cmocka_unit_test(a_doorway_that_leads_nowhere_has_no_link_and_no_exit),
        cmocka_unit_test(a_near_miss_says_where_its_room_belongs),
        cmocka_unit_test(floors_in_each_other_are_an_answer_and_a_verdict),
        cmocka_unit_test(faults_are_found_however_often_they_are_looked_at),
        cmocka_unit_test(a_map_is_read_into_warrens_own_text),
        cmocka_unit_test(offers_put_where_they_say_are_linked),
        cmocka_unit_test(without_memory_every_question_fails_and_the_studio_lives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
