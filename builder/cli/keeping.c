/* Keeping: a map and which of its rooms stay. */
#include "builder/cli/keeping.h"

#include <stdlib.h>
#include <string.h>

bool keeping_start(struct keeping *k, const struct session *session)
{
    struct texts *lists[] = {&k->rooms, &k->doorways, &k->close};
    bool fine = true;
    for (int i = 0; i < 3; i++) {
        lists[i]->items = calloc((size_t)session->argc + 1, sizeof *lists[i]->items);
        fine &= lists[i]->items != NULL;
    }
    return fine;
}

void keeping_finish(struct keeping *k)
{
    free(k->rooms.items);
    free(k->doorways.items);
    free(k->close.items);
    for (int i = 0; i < 3; i++)
        free(k->words[i]);
    wr_map_free(k->map);
}

bool keeping_check(struct session *session, const struct keeping *k, enum exit_code *code)
{
    const char *message = NULL, *hint = NULL;
    if (k->keep && k->add_to)
        message = "--keep makes a level around rooms of a map, --add-to adds to all of it; one "
                  "of them is wanted";
    else if (k->rooms.count && !k->keep)
        message = "--rooms says which rooms of a map are kept", hint = "give --keep MAP too";
    else if (k->doorways.count && !k->keep && !k->add_to)
        message = "--at names doorways of a map", hint = "give --add-to MAP or --keep MAP too";
    if (message)
        *code =
            session_refuse(session, hint ? "option-missing" : "option-conflict", message, hint);
    return !message;
}

/* Takes lists apart at their commas. False when memory is out. */
static bool take_apart(struct texts *list, char **words)
{
    size_t size = 1, count = 1;
    for (size_t i = 0; i < list->count; i++)
        size += strlen(list->items[i]) + 1;
    char *at = *words = malloc(size);
    if (!at)
        return false;
    for (size_t i = 0; i < list->count; i++) {
        for (const char *from = list->items[i]; *from; from++, at++) {
            *at = *from == ',' ? '\0' : *from;
            count += *from == ',';
        }
        *at++ = '\0';
        count++;
    }
    const char **items = calloc(count, sizeof *items);
    if (!items)
        return false;
    free(list->items);
    list->items = items;
    list->count = 0;
    for (char *word = *words; word < at; word += strlen(word) + 1)
        if (*word)
            list->items[list->count++] = word;
    return true;
}

enum wr_result keeping_load(struct session *session, struct keeping *k,
                            struct wr_generator_options *out)
{
    const char *path = k->keep ? k->keep : k->add_to;
    if (!take_apart(&k->rooms, &k->words[0]) || !take_apart(&k->doorways, &k->words[1]) ||
        !take_apart(&k->close, &k->words[2]))
        return WR_NO_MEMORY;
    enum wr_result result =
        path ? wr_map_load(session->context, path,
                           session->surfaces_given ? &session->surfaces : NULL, &k->map)
             : WR_OK;
    *out = (struct wr_generator_options){
        .keep = k->map,
        .rooms = k->rooms.items,
        .room_count = (uint32_t)k->rooms.count,
        .add = k->add_to != NULL,
        .doorways = k->doorways.items,
        .doorway_count = (uint32_t)k->doorways.count,
        .close = k->close.items,
        .close_count = (uint32_t)k->close.count,
    };
    return result;
}
