/* Command lines as manifests have them: one spelling for each option. */
#include "builder/cli/session.h"

#include <stdlib.h>
#include <string.h>

/* What of the common options the result depends on. */
static void say_common(const struct session *session, struct wr_bytes *out)
{
    if (session->game) {
        wr_bytes_print(out, "--game=%s", session->game == WR_K2 ? "k2" : "k1");
        wr_bytes_char(out, '\0');
    }
    if (session->surfacemat) {
        wr_bytes_print(out, "--surfacemat=%s", session->surfacemat);
        wr_bytes_char(out, '\0');
    }
}

/* Options first, and what is none behind "--". */
static bool list_arguments(const struct session *session, struct recording *recording)
{
    size_t count = 0;
    say_common(session, &recording->said);
    wr_bytes_text(&recording->said, "--");
    wr_bytes_char(&recording->said, '\0');
    if (recording->said.failed)
        return false;
    const char *begin = (const char *)recording->said.data, *end = begin + recording->said.size;
    for (const char *text = begin; text < end; text += strlen(text) + 1)
        count++;
    recording->arguments = calloc(count + session->rest.count, sizeof *recording->arguments);
    if (!recording->arguments)
        return false;
    for (const char *text = begin; text < end; text += strlen(text) + 1)
        recording->arguments[recording->count++] = text;
    for (size_t i = 0; i < session->rest.count; i++)
        recording->arguments[recording->count++] = session->rest.items[i];
    return true;
}

static bool refuse(struct session *session, const char *slug, const char *message)
{
    session_refuse(session, slug, message, NULL);
    return false;
}

static bool check(struct session *session)
{
    if (session->resume && !session->manifest_file)
        return refuse(session, "option-missing",
                      "--resume goes on from a manifest: give --manifest FILE, too");
    if (session->manifest_file &&
        (session_has_stdin(session) || is_stdout(session->manifest_file)))
        return refuse(session, "option-conflict",
                      "--manifest wants files that are there again, and no stream");
    return true;
}

bool recording_open(struct session *session, enum wr_result *result)
{
    struct recording *recording = &session->recording;
    *result = WR_INVALID;
    if (!check(session))
        return false;
    *result = WR_OK;
    if (!session->manifest && (session->manifest_file || session->pack)) {
        struct wr_manifest_options options = {.file = session->manifest_file,
                                              .command = session->command->name,
                                              .shard = session->shard,
                                              .resume = session->resume};
        *result = list_arguments(session, recording) ? WR_OK : WR_NO_MEMORY;
        options.arguments = recording->arguments;
        options.argument_count = recording->count;
        if (*result == WR_OK)
            *result = wr_manifest_begin(session->context, &options, &session->manifest);
    }
    if (session->manifest && !wr_manifest_made_of(session->manifest, session->surfacemat))
        *result = WR_NO_MEMORY;
    return *result == WR_OK;
}

void recording_finish(struct recording *recording)
{
    free(recording->arguments);
    wr_bytes_finish(&recording->said);
}
