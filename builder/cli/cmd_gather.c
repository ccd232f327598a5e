/* warren gather: the shards of a batch as one. The command they were asked for is run with
 * their manifests in place of its work: what it prints and draws is what one machine would. */
#include "builder/cli/session.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct gathering {
    const char *pack; /* that those of the shards become; or NULL */
    bool force;
    char packs[32]; /* where units are, as it is said */
};

/* Commands with units. */
static const struct command *find(const char *name)
{
    static const struct command *const batches[] = {
        &command_generate, &command_build, &command_rebuild, &command_bake, &command_check};
    for (size_t i = 0; i < sizeof batches / sizeof *batches; i++)
        if (strcmp(batches[i]->name, name) == 0)
            return batches[i];
    return NULL;
}

/* How results are told is asked of the gathering itself. */
static size_t add_telling(const struct session *session, const struct gathering *gathering,
                          const struct command *command, char **out)
{
    static char json[] = "--json", quiet[] = "--quiet", verbose[] = "--verbose",
                plain[] = "--no-progress", force[] = "--force", always[] = "--color=always",
                never[] = "--color=never";
    char *const words[] = {session->json ? json : NULL,
                           session->quiet ? quiet : NULL,
                           session->verbose ? verbose : NULL,
                           session->no_progress ? plain : NULL,
                           session->color == 1 ? always : NULL,
                           session->color == 2 ? never : NULL,
                           gathering->force && command != &command_check ? force : NULL};
    size_t count = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i])
            out[count++] = words[i];
    return count;
}

/* What the command says of where its levels are. */
static const char *find_place(struct gathering *gathering, const struct wr_manifest *manifest)
{
    size_t count = 0;
    if (gathering->pack)
        return gathering->pack;
    while (wr_manifest_packed(manifest, count))
        count++;
    if (count < 2)
        return wr_manifest_packed(manifest, 0);
    snprintf(gathering->packs, sizeof gathering->packs, "%zu packs", count);
    return gathering->packs;
}

static enum exit_code run_as(struct session *session, struct gathering *gathering,
                             const struct command *command, struct wr_manifest *manifest)
{
    enum { TELLING = 8 };
    const char *const *arguments;
    size_t count = wr_manifest_arguments(manifest, &arguments);
    char **words = calloc(count + TELLING + 2, sizeof *words);
    if (!words)
        return session_no_memory(session);
    words[0] = (char *)command->name;
    size_t at = 1 + add_telling(session, gathering, command, words + 1);
    for (size_t i = 0; i < count; i++)
        words[at++] = (char *)arguments[i];
    struct session inner = {
        .command = command, .argc = (int)at, .argv = words, .manifest = manifest};
    inner.pack = find_place(gathering, manifest);
    enum exit_code code = command->run(&inner);
    if (!inner.context) { /* it had no memory to begin with */
        wr_manifest_end(session->context, manifest);
        inner.manifest = NULL;
    }
    session_close(&inner);
    free(words);
    return code == EXIT_DONE || code == EXIT_SYSTEM ? code : EXIT_WRONG_INPUT;
}

static enum exit_code check_pack(struct session *session, const struct gathering *gathering,
                                 const struct command *command)
{
    size_t size = gathering->pack ? strlen(gathering->pack) : 0;
    if (!gathering->pack)
        return EXIT_DONE;
    if (command == &command_check)
        return session_refuse(session, "option-conflict",
                              "--pack is of what is made, and check makes nothing", NULL);
    if (size < 5 || strcmp(gathering->pack + size - 4, ".tar") != 0)
        return session_refuse(session, "option-conflict",
                              "--pack wants a file whose name ends in .tar", NULL);
    return EXIT_DONE;
}

static enum exit_code run_gather(struct session *session)
{
    struct gathering gathering = {0};
    struct wr_manifest *manifest;
    enum exit_code code;
    struct wr_bytes nothing = {0};
    if (!session_open(session, &gathering, &code))
        return code;
    if (session->rest.count == 0)
        return session_refuse(session, "argument-missing",
                              "gather wants the manifests of all shards", NULL);
    enum wr_result result =
        wr_manifest_join(session->context, session->rest.items, session->rest.count, &manifest);
    if (result != WR_OK)
        return session_end(session, result, &nothing);
    const struct command *command = find(wr_manifest_command(manifest));
    code = command ? check_pack(session, &gathering, command)
                   : session_refuse(session, "command-unknown",
                                    "the manifests are of a command that has none", NULL);
    if (code == EXIT_DONE && gathering.pack)
        result = wr_manifest_pack(session->context, manifest, gathering.pack,
                                  gathering.force ? WR_OVERWRITE : 0u);
    if (code == EXIT_DONE && result == WR_OK)
        return run_as(session, &gathering, command, manifest);
    wr_manifest_end(session->context, manifest);
    return code != EXIT_DONE ? code : session_end(session, result, &nothing);
}

static const struct option_row rows[] = {
    {"pack", 0, "FILE.tar", OPTION_TEXT, offsetof(struct gathering, pack),
     "make one archive of those of the shards, or of the best levels"},
    {"force", 'f', NULL, OPTION_FLAG, offsetof(struct gathering, force),
     "replace files where the best levels, the pack and the sheet go"},
    {0},
};

const struct command command_gather = {
    .name = "gather",
    .usage = "MANIFEST... [options]",
    .summary = "join the shards of a batch: what one machine would have made and said",
    .help =
        "Reads the manifests that the shards of one command wrote (--shard I/N --manifest\n"
        "FILE), and proves that they are all of its work, each unit once and as it was left.\n"
        "Then it prints the report that one machine would have printed, draws the sheet, and\n"
        "makes the levels that are the best of all.\n"
        "\n"
        "It runs where the shards did: paths are as they were given there. Exit code 1 where\n"
        "units are missing, changed or failed: they are named.\n",
    .examples = "  warren gather out/*.jsonl\n"
                "  warren gather out/*.jsonl --json\n"
                "  warren gather out/*.jsonl --pack levels.tar\n",
    .files = "jsonl",
    .options = {rows},
    .run = run_gather,
};
