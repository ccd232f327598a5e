/* warren explain: what a finding means, and how to mend it. */
#include "builder/cli/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The first sentence of an explanation, or what stands before its colon. */
static size_t first_sentence(const char *text)
{
    size_t size = 0;
    while (text[size] && !(strchr(".:;", text[size]) && strchr(" \n", text[size + 1])))
        size++;
    return size;
}

/* Lines of a page follow each other without ends. */
static void add_sentence(struct wr_bytes *out, const char *text)
{
    size_t size = first_sentence(text);
    for (size_t i = 0; i < size; i++)
        wr_bytes_char(out, text[i] == '\n' ? ' ' : text[i]);
}

static void list_all(struct wr_bytes *out)
{
    const char *slug;
    size_t width = 0;
    for (size_t i = 0; (slug = wr_slug_at(i)); i++)
        width = strlen(slug) > width ? strlen(slug) : width;
    for (size_t i = 0; (slug = wr_slug_at(i)); i++) {
        wr_bytes_print(out, "%-*s  ", (int)width, slug);
        add_sentence(out, wr_slug_explain(slug));
        wr_bytes_char(out, '\n');
    }
}

static void explain(const struct session *session, const char *slug, struct wr_bytes *out)
{
    if (!session->json) {
        wr_bytes_print(out, "%s\n\n%s", slug, wr_slug_explain(slug));
        return;
    }
    wr_bytes_text(out, "{\"slug\":");
    wr_bytes_json(out, slug);
    json_text(out, "text", wr_slug_explain(slug));
    wr_bytes_text(out, "}\n");
}

static void explain_all(const struct session *session, struct wr_bytes *out)
{
    if (!session->json)
        list_all(out);
    for (size_t i = 0; session->json && wr_slug_at(i); i++)
        explain(session, wr_slug_at(i), out);
}

/* People copy the brackets, too. */
static const char *bare(char *word)
{
    size_t size = strlen(word);
    if (size < 2 || word[0] != '[' || word[size - 1] != ']')
        return word;
    word[size - 1] = '\0';
    return word + 1;
}

static enum exit_code refuse(struct session *session, const char *word)
{
    char message[128], hint[WR_SUGGESTION_SIZE];
    size_t count = 0;
    while (wr_slug_at(count))
        count++;
    const char **known = calloc(count + 1, sizeof *known);
    for (size_t i = 0; known && i < count; i++)
        known[i] = wr_slug_at(i);
    snprintf(message, sizeof message, "there is no finding '%.80s'", word);
    const char *near = known ? wr_suggestion(hint, word, known) : NULL;
    bool meant = near && strncmp(near, "did", 3) == 0; /* else it lists the first few */
    enum exit_code code = session_refuse(session, "slug-unknown", message,
                                         meant ? near : "'warren explain' lists all of them");
    free(known);
    return code;
}

static enum exit_code run_explain(struct session *session)
{
    struct wr_bytes text = {0};
    enum exit_code code;
    if (!session_open(session, NULL, &code))
        return code;
    for (size_t i = 0; i < session->rest.count; i++)
        session->rest.items[i] = bare((char *)session->rest.items[i]);
    for (size_t i = 0; i < session->rest.count; i++)
        if (!wr_slug_explain(session->rest.items[i]))
            return refuse(session, session->rest.items[i]);
    for (size_t i = 0; i < session->rest.count; i++) {
        wr_bytes_text(&text, i && !session->json ? "\n" : "");
        explain(session, session->rest.items[i], &text);
    }
    if (session->rest.count == 0)
        explain_all(session, &text);
    return session_end(session, WR_OK, &text);
}

const struct command command_explain = {
    .name = "explain",
    .usage = "[SLUG...] [options]",
    .summary = "say what a finding means and how to mend it",
    .help = "SLUG is what stands in brackets at the end of a finding, with or without them. "
            "Without\n"
            "one, all findings there are get a line each.\n",
    .examples = "  warren explain hook-off-perimeter\n"
                "  warren explain | grep door\n",
    .word = wr_slug_at,
    .run = run_explain,
};
