/* The program with an arena that fails: linked with its own main, and told by the environment.
 *
 *   STARVED_PLACE=N   the N-th place in the code that takes from an arena, counted from 1 as
 * they are met STARVED_TAKE=M    its M-th take fails, and no other (1) STARVED_COUNTS=F  the
 * file F gets how many places there were
 *
 * Linked with a leak sanitizer where the compiler has one: what a failure does not give back
 * ends it with 23. */
#include "core/base/arena.h"

#include <stdio.h>
#include <stdlib.h>

enum { MOST_PLACES = 1 << 14 };

static const void *places[MOST_PLACES];
static size_t place_count, takes, wanted_place, wanted_take;

static void begin(void) __attribute__((constructor));
static void end(void) __attribute__((destructor));

static size_t find(const void *place)
{
    for (size_t i = 0; i < place_count; i++)
        if (places[i] == place)
            return i + 1;
    if (place_count < MOST_PLACES)
        places[place_count++] = place;
    return place_count;
}

/* Asked by one thread: the program is told so by --jobs 1. */
static bool refuse(const void *place)
{
    return find(place) == wanted_place && ++takes == wanted_take;
}

static size_t number(const char *name, size_t other)
{
    const char *said = getenv(name);
    return said ? strtoul(said, NULL, 10) : other;
}

static void begin(void)
{
    wanted_place = number("STARVED_PLACE", 0);
    wanted_take = number("STARVED_TAKE", 1);
    wr_refuse_takes(refuse);
}

static void end(void)
{
    const char *path = getenv("STARVED_COUNTS");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file && (fprintf(file, "%zu\n", place_count) < 0 || fclose(file) != 0))
        abort();
}
