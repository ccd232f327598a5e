/* A locale that writes 0,5 for a half: that of `./dev`, or the system's. */
#ifndef WR_TESTS_SUPPORT_COMMA_H
#define WR_TESTS_SUPPORT_COMMA_H

#include "tests/support/test.h"

#include <locale.h>
#include <stdbool.h>

/* False, and the locale as it was, where neither has one. */
static inline bool enter_comma_locale(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "de_DE.utf8",
                                        "fr_FR.utf8",  "de_DE",       "fr_FR"};
    char path[1024];
    snprintf(path, sizeof path, "%s/out/locale", getenv("WARREN_SOURCE"));
    setenv("LOCPATH", path, 1);
    bool found = setlocale(LC_ALL, names[0]) != NULL;
    unsetenv("LOCPATH");
    for (size_t i = 0; !found && i < sizeof names / sizeof *names; i++)
        found = setlocale(LC_ALL, names[i]) != NULL;
    return found;
}

#endif
