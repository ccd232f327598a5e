/* Telling the dialects of levels apart, by what they begin with. */
#include "core/wmp/wmp.h"

#include "core/base/text.h"

#include <string.h>

enum { HEAD = 4096, FIRST_STATED = 500, FIRST_WITH_VECTORS = 700, BUILD_VERSION = 711 };

const char *wr_wmp_dialect_name(enum wr_wmp_dialect dialect)
{
    static const char *const names[WR_WMP_DIALECTS] = {
        [WR_WMP_PLANES] = "WMP text of planes", [WR_WMP_TEXT510] = "WMP text 510",
        [WR_WMP_TEXT710] = "WMP text 710",      [WR_WMP_BINARY] = "WMP binary",
        [WR_WMP_BUILD] = "$$M build file",
    };
    return names[dialect];
}

const char *wr_wmp_kind_name(enum wr_wmp_kind kind)
{
    static const char *const names[WR_WMP_KINDS] = {
        [WR_WMP_LEVEL] = "level",   [WR_WMP_START] = "start", [WR_WMP_LIGHT] = "light",
        [WR_WMP_MODEL] = "model",   [WR_WMP_SOUND] = "sound", [WR_WMP_PATH] = "path",
        [WR_WMP_REGION] = "region",
    };
    return names[kind];
}

/* The first lines of a text, behind a mark. */
static wr_view head_of(const uint8_t *data, size_t size)
{
    size_t start = wr_text_start(data, size);
    return (wr_view){(const char *)data + start, size - start < HEAD ? size - start : HEAD};
}

/* The next word that is no comment, with the rest of its line; empty at the end. */
static wr_view next_statement(wr_view *rest, char comment, wr_view *behind)
{
    wr_view line;
    while (wr_view_line(rest, &line)) {
        wr_view word = wr_view_word(&line);
        *behind = line;
        if (word.size > 0 && word.data[0] != comment)
            return word;
    }
    return (wr_view){rest->data, 0};
}

/* Whether the next line that holds something begins at the margin: what follows the name of a
 * room in a VIS does not. */
static bool goes_on(wr_view rest)
{
    wr_view line, words;
    while (wr_view_line(&rest, &line)) {
        words = line;
        if (wr_view_word(&words).size > 0)
            return line.data[0] != ' ' && line.data[0] != '\t';
    }
    return true;
}

/* Whether a line is `blocks 12`. */
static bool is_count(wr_view word, wr_view behind)
{
    uint32_t count;
    return wr_view_is(word, "blocks") && wr_parse_u32(wr_view_word(&behind), &count);
}

static bool of_version(wr_view behind, enum wr_wmp_dialect *dialect)
{
    uint32_t version;
    if (!wr_parse_u32(wr_view_word(&behind), &version) || version < FIRST_STATED)
        return false;
    *dialect = version == BUILD_VERSION       ? WR_WMP_BUILD
               : version < FIRST_WITH_VECTORS ? WR_WMP_TEXT510
                                              : WR_WMP_TEXT710;
    return true;
}

bool wr_wmp_is(const uint8_t *data, size_t size, enum wr_wmp_dialect *dialect)
{
    enum wr_wmp_dialect own, *out = dialect ? dialect : &own;
    *out = WR_WMP_BINARY;
    if (size >= 4 && memcmp(data, "WMPB", 4) == 0)
        return true;
    wr_view rest = head_of(data, size), behind = rest;
    bool named = rest.size >= 7 && memcmp(rest.data, "// WMP2", 7) == 0;
    wr_view word = next_statement(&rest, '/', &behind);
    if (wr_view_is(word, "version"))
        return goes_on(rest) && of_version(behind, out);
    *out = WR_WMP_PLANES;
    return named || (goes_on(rest) && is_count(word, behind));
}

bool wr_wmp_is_acknex3(const uint8_t *data, size_t size)
{
    static const char *const words[] = {"VERTEX", "REGION",       "WALL",
                                        "THING",  "PLAYER_START", "ACTOR"};
    wr_view rest = head_of(data, size), behind = rest;
    wr_view word = next_statement(&rest, '#', &behind);
    wr_view line = {word.data, (size_t)(behind.data - word.data) + behind.size};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (wr_view_is(word, words[i]))
            return memchr(line.data, ';', line.size) != NULL;
    return false;
}
