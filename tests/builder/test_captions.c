/* Texts of pictures, where a viewer draws them in the broadest font and pays no heed to the
 * length they are given: none covers another, none leaves the page. */
#include "tests/support/broad_font.h"
#include "tests/support/generated.h"

#include "core/text/xml.h"

/* A text where it stands, pixels. */
struct text {
    const char *words;
    double left, top, right, bottom;
};

enum { MOST_TEXTS = 2048 };

struct page {
    struct findings findings;
    struct wr_kits *kits;
    struct wr_bytes svg;
    double width, height;
    struct text texts[MOST_TEXTS];
    size_t count;
};

static void page_start(struct page *page)
{
    wr_surfaces surfaces = wr_surfaces_default(WR_K1);
    memset(page, 0, sizeof *page);
    findings_start(&page->findings);
    page->kits = wr_kits_create(&surfaces);
    assert_non_null(page->kits);
}

static void page_end(struct page *page)
{
    wr_bytes_finish(&page->svg);
    wr_kits_free(page->kits);
    findings_end(&page->findings);
}

/* ---- Reading texts back ---- */

static const char *attribute(wr_xml *element, const char *name)
{
    wr_xml_attribute *found = wr_xml_find(element, name);
    return found ? found->value : "";
}

static double number(wr_xml *element, const char *name)
{
    return strtod(attribute(element, name), NULL);
}

static void add_text(struct page *page, wr_xml *element)
{
    double size = number(element, "font-size"), x = number(element, "x");
    double y = number(element, "y");
    const char *anchor = attribute(element, "text-anchor");
    bool bold = *attribute(element, "font-weight") != '\0';
    double width = broad_width(element->text, bold) * size;
    double before = strcmp(anchor, "middle") == 0 ? width / 2
                    : strcmp(anchor, "end") == 0  ? width
                                                  : 0;
    double up = 0.73 * size, down = 0.18 * size;
    assert_true(page->count < MOST_TEXTS);
    struct text *text = &page->texts[page->count++];
    if (*attribute(element, "transform"))
        *text = (struct text){element->text, x - up, y + before - width, x + down, y + before};
    else
        *text = (struct text){element->text, x - before, y - up, x - before + width, y + down};
}

static void gather(struct page *page, wr_xml *element)
{
    if (strcmp(element->name, "text") == 0)
        add_text(page, element);
    for (wr_xml *child = element->first; child; child = child->next)
        gather(page, child);
}

static void read_back(struct page *page)
{
    struct wr_source source = {
        .name = "page.svg", .data = page->svg.data, .size = page->svg.size};
    wr_xml *root;
    assert_int_equal(wr_xml_read(page->findings.context, page->findings.arena, &source, &root),
                     WR_OK);
    page->width = number(root, "width");
    page->height = number(root, "height");
    page->count = 0;
    gather(page, root);
}

/* ---- Judging ---- */

static bool covers(const struct text *a, const struct text *b)
{
    return a->left < b->right && b->left < a->right && a->top < b->bottom && b->top < a->bottom;
}

static void judge(struct page *page, const char *what, unsigned width)
{
    read_back(page);
    assert_true(page->count > 3);
    for (size_t i = 0; i < page->count; i++) {
        const struct text *text = &page->texts[i];
        if (text->left < 0 || text->right > page->width || text->top < 0 ||
            text->bottom > page->height)
            fail_msg("%s, %u wide: '%s' leaves the page", what, width, text->words);
        for (size_t j = 0; j < i; j++)
            if (covers(text, &page->texts[j]))
                fail_msg("%s, %u wide: '%s' covers '%s'", what, width, text->words,
                         page->texts[j].words);
    }
}

static const unsigned widths[] = {0, 400, 700, 1600};
enum { WIDTHS = sizeof widths / sizeof *widths };

static void judge_path(struct page *page, const char *path)
{
    for (size_t w = 0; w < WIDTHS; w++) {
        struct wr_draw_options options = {.width = widths[w]};
        page->svg.size = 0;
        assert_int_equal(
            wr_draw(page->findings.context, path, page->kits, &options, &page->svg), WR_OK);
        judge(page, path, widths[w]);
    }
}

static const char *ours(struct page *page, const char *name)
{
    return wr_path_join(page->findings.arena, wr_environment("WARREN_SOURCE"), name);
}

static void no_text_of_a_plan_or_a_kit_covers_another(void **state)
{
    static const char *const paths[] = {"examples/first-map/map.json",
                                        "examples/deep-burrow/map.json",
                                        "tests/cases/loops/loop5.json", "kits/library/burrow"};
    struct page page;
    (void)state;
    page_start(&page);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++)
        judge_path(&page, ours(&page, paths[i]));
    page_end(&page);
}

static void no_text_of_a_sheet_covers_another(void **state)
{
    struct page page;
    (void)state;
    page_start(&page);
    const char *paths[] = {ours(&page, "examples/first-map/map.json"),
                           ours(&page, "examples/deep-burrow/map.json"),
                           ours(&page, "tests/cases/loops/loop4.json"),
                           ours(&page, "tests/cases/loops/loop5.json")};
    for (size_t w = 0; w < WIDTHS; w++) {
        struct wr_draw_options options = {.width = widths[w]};
        page.svg.size = 0;
        assert_int_equal(
            wr_draw_sheet(page.findings.context, paths, 4, page.kits, &options, &page.svg),
            WR_OK);
        judge(&page, "four maps", widths[w]);
    }
    page_end(&page);
}

static void no_text_of_a_level_with_keys_covers_another(void **state)
{
    static const char *const templates[] = {
        "templates/library/lock.json", "templates/library/hub.json",
        "templates/library/sanctum.json", "templates/library/storeys.json"};
    unsigned locks = 0;
    (void)state;
    for (size_t t = 0; t < sizeof templates / sizeof *templates; t++) {
        struct generated g;
        struct page page;
        generated_start(&g, templates[t]);
        page_start(&page);
        for (uint64_t seed = 1; seed <= 3; seed++) {
            char folder[128];
            folder_make(folder);
            generated_make(&g, seed);
            struct wr_build_options build = {.output = folder, .generated = &g.info};
            assert_int_equal(wr_build(g.findings.context, g.map, g.kits, &build, NULL), WR_OK);
            judge_path(&page, folder);
            folder_drop(folder);
            for (uint32_t i = 0; i < g.map->link_count; i++)
                locks += g.map->links[i].lock != NULL;
        }
        page_end(&page);
        generated_end(&g);
    }
    assert_true(locks > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_text_of_a_plan_or_a_kit_covers_another),
        cmocka_unit_test(no_text_of_a_sheet_covers_another),
        cmocka_unit_test(no_text_of_a_level_with_keys_covers_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
