/* Which commands there are, and what holds for all of them. */
#include "builder/cli/session.h"

const struct command *const commands[MOST_COMMANDS + 1] = {
    &command_build, &command_generate, &command_check,  &command_show,
    &command_view,  &command_rebuild,  &command_kit,    &command_convert,
    &command_bake,  &command_gather,   &command_studio, &command_explain,
};

const char program_summary[] =
    "builds game areas for Knights of the Old Republic out of room kits";

const char program_findings[] =
    "Findings go to the error stream and end in a [slug] that 'warren explain' explains.\n"
    "A file of the name - is standard input, or standard output where one file is made.\n";

const struct meaning exit_codes[] = {
    {"0", "done"},
    {"1", "the input is wrong, or a check failed"},
    {"2", "the command line is wrong"},
    {"3", "the system failed (disk, memory)"},
    {"4", "the generator found no level"},
    {0},
};

const struct meaning environment[] = {
    {"NO_COLOR", "no colours on a terminal, where it is set"},
    {"TMPDIR", "where 'warren studio' writes its page (/tmp)"},
    {"WARREN_KITS", "kits and folders of kits, to look in after those beside the input"},
    {"WARREN_STUDIO", "the studio's page, instead of the one that was installed"},
    {0},
};
