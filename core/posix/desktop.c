/* What belongs to whoever sits before the machine: temporary folders, and what opens pages. */
#include "core/base/path.h"
#include "core/base/system.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <unistd.h>

extern char **environ; // NOLINT(readability-redundant-declaration): POSIX has it in no header

char *wr_temporary_folder(struct wr_arena *arena)
{
    const char *named = wr_environment("TMPDIR");
    char *path = wr_path_join(arena, named && *named ? named : "/tmp", "warren-XXXXXX");
    return path ? mkdtemp(path) : NULL;
}

#if defined(__EMSCRIPTEN__) /* nothing starts programs there */
static bool start(const char *program, const char *path)
{
    (void)program;
    (void)path;
    return false;
}
#else
/* Away from our terminal: its words, and what is typed there, are not for the browser. */
static bool start(const char *program, const char *path)
{
    char *const words[] = {(char *)program, (char *)path, NULL};
    posix_spawn_file_actions_t files;
    posix_spawnattr_t manner;
    pid_t child;
    if (posix_spawn_file_actions_init(&files) != 0)
        return false;
    bool fine = posix_spawnattr_init(&manner) == 0;
    if (fine) {
        posix_spawnattr_setflags(&manner, POSIX_SPAWN_SETPGROUP);
        fine = posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY,
                                                0) == 0 &&
               posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY,
                                                0) == 0 &&
               posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO) == 0 &&
               posix_spawnp(&child, program, &files, &manner, words, environ) == 0;
        posix_spawnattr_destroy(&manner);
    }
    posix_spawn_file_actions_destroy(&files);
    return fine;
}
#endif

bool wr_show_page(const char *path)
{
#if defined(__APPLE__)
    return start("open", path);
#else
    return start("xdg-open", path);
#endif
}
