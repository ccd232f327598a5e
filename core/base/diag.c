/* Contexts and the way of a finding: written as a sentence, placed in its source, limited to
 * what a person reads, then reported or kept. */
#include "core/base/diag.h"

#include "core/base/arena.h"
#include "core/base/bytes.h"
#include "core/base/system.h"
#include "core/base/text.h"

#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ERRORS = 20, LONGEST_MESSAGE = 512, LONGEST_EXCERPT = 160, FILE_SLOTS = 16 };

static const char more_faults[] = "more-faults", no_memory[] = "no-memory";

/* How many errors a file had, found by a hash of its name. The files last met are remembered;
 * an older one would start to count anew. */
struct file_slot {
    uint64_t hash;
    unsigned errors;
    bool told; /* that more follow */
};

struct kept {
    struct wr_diag diag;
    struct kept *next;
};

/* The call that is at work, for all contexts of it: in the caller's own. */
struct call {
    wr_progress_fn *progress;
    void *user;
    const char *what; /* as last told */
    uint64_t done, total;
    double asked, patience; /* seconds */
    unsigned depth;         /* of public functions */
    atomic_bool stopped;
};

struct wr_context {
    struct wr_context *parent;    /* NULL: the caller's own */
    const struct wr_files *files; /* NULL: the parent's */
    struct call *call, own;
    bool away;      /* on a thread that is not the caller's */
    bool committed; /* it is not stopped any more */
    double deadline;
    wr_diag_fn *report;
    void *user;
    unsigned jobs;
    uint64_t counts[WR_ERROR + 1];
    struct file_slot slots[FILE_SLOTS];
    unsigned next_slot;

    bool starved; /* no memory was reported, which once is enough */
    bool recorder;
    bool lost; /* memory ran out while keeping a finding */
    struct wr_arena *arena;
    struct kept *first, *last;
};

const char *wr_version(void)
{
    return WARREN_VERSION;
}

const char *wr_result_name(enum wr_result result)
{
    static const char *const names[] = {"ok",     "syntax", "invalid",   "not-found", "limit",
                                        "no-fit", "io",     "no-memory", "stopped"};
    return (unsigned)result < sizeof names / sizeof *names ? names[result] : "unknown";
}

/* Some fifty asks a second, however far apart the places are that ask. */
static const double usual_patience = 0.01;

/* What was committed is not stopped, nor are the parts of it. */
static bool is_stopped(const struct wr_context *context)
{
    bool stopped = atomic_load(&context->call->stopped);
    for (; stopped && context; context = context->parent)
        stopped = !context->committed;
    return stopped;
}

/* ---- Contexts -------------------------------------------------------------------------- */

struct wr_context *wr_context_create(wr_diag_fn *report, void *user)
{
    struct wr_context *context = wr_alloc(sizeof *context);
    if (context) {
        *context = (struct wr_context){
            .report = report, .user = user, .own = {.patience = usual_patience}};
        context->call = &context->own;
    }
    return context;
}

struct wr_context *wr_context_within(struct wr_context *parent, wr_diag_fn *report, void *user)
{
    struct wr_context *context = wr_context_create(report, user);
    if (context) {
        context->parent = parent;
        context->call = parent->call;
        context->away = parent->away;
        context->deadline = parent->deadline;
        context->jobs = parent->jobs;
    }
    return context;
}

void wr_context_destroy(struct wr_context *context)
{
    if (!context)
        return;
    wr_arena_destroy(context->arena);
    wr_free(context);
}

void wr_context_set_jobs(struct wr_context *context, unsigned jobs)
{
    context->jobs = jobs;
}

unsigned wr_context_jobs(const struct wr_context *context)
{
    return context->jobs ? context->jobs : wr_processor_count();
}

void wr_context_set_files(struct wr_context *context, const struct wr_files *files)
{
    context->files = files;
}

const struct wr_files *wr_context_files(const struct wr_context *context)
{
    while (!context->files && context->parent)
        context = context->parent;
    return context->files;
}

uint64_t wr_context_count(const struct wr_context *context, enum wr_severity severity)
{
    return context->counts[severity];
}

/* ---- Going on -------------------------------------------------------------------------- */

void wr_context_set_progress(struct wr_context *context, wr_progress_fn *progress, void *user)
{
    context->call->progress = progress;
    context->call->user = user;
}

void wr_context_set_patience(struct wr_context *context, double seconds)
{
    context->call->patience = seconds;
}

void wr_context_enter(struct wr_context *context)
{
    struct call *call = context->call;
    if (context->parent || call->depth++ > 0)
        return;
    call->what = "working";
    call->done = call->total = 0;
    call->asked = wr_clock();
}

enum wr_result wr_context_leave(struct wr_context *context, enum wr_result result)
{
    struct call *call = context->call;
    if (result != WR_OK && is_stopped(context))
        result = WR_STOPPED;
    if (!context->parent && --call->depth == 0) {
        context->committed = false;
        atomic_store(&call->stopped, false);
    }
    return result;
}

static void ask(struct call *call, double now)
{
    call->asked = now;
    enum wr_answer answer = call->progress(call->user, call->what, call->done, call->total);
    if (answer == WR_STOP && call->depth > 0)
        atomic_store(&call->stopped, true);
}

void wr_context_progress(struct wr_context *context, const char *what, uint64_t done,
                         uint64_t total)
{
    struct call *call = context->call;
    if (context->parent || !call->progress)
        return;
    call->what = what;
    call->done = done;
    call->total = total;
    if (!is_stopped(context))
        ask(call, wr_clock());
}

static void ask_at(struct wr_context *context, double now)
{
    struct call *call = context->call;
    bool asks = call->progress && call->depth > 0 && !context->away;
    if (asks && now - call->asked >= call->patience && !atomic_load(&call->stopped))
        ask(call, now);
}

bool wr_context_stopped(struct wr_context *context)
{
    if (!context)
        return false;
    if (!context->away && context->call->progress)
        ask_at(context, wr_clock());
    return is_stopped(context);
}

bool wr_context_late(struct wr_context *context)
{
    if (!context || context->deadline <= 0)
        return wr_context_stopped(context);
    double now = wr_clock();
    ask_at(context, now);
    return now > context->deadline || is_stopped(context);
}

double wr_context_set_deadline(struct wr_context *context, double deadline)
{
    double former = context->deadline;
    context->deadline = deadline;
    return former;
}

enum wr_result wr_context_whole(struct wr_context *context, enum wr_result result)
{
    return result == WR_OK && wr_context_stopped(context) ? WR_STOPPED : result;
}

enum wr_result wr_context_commit(struct wr_context *context, enum wr_result result)
{
    result = wr_context_whole(context, result);
    context->committed |= result == WR_OK;
    return result;
}

/* ---- Keeping --------------------------------------------------------------------------- */

static bool copy_text(struct wr_arena *arena, const char **text)
{
    if (*text)
        *text = wr_arena_text(arena, *text, strlen(*text));
    return *text != NULL;
}

static struct kept *copy_diag(struct wr_arena *arena, const struct wr_diag *diag)
{
    struct kept *kept = WR_TAKE(arena, struct kept, 1);
    if (!kept)
        return NULL;
    *kept = (struct kept){.diag = *diag};
    struct wr_diag *d = &kept->diag;
    const char **texts[] = {&d->slug, &d->message, &d->hint, &d->file, &d->excerpt};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (*texts[i] && !copy_text(arena, texts[i]))
            return NULL;
    return kept;
}

static void keep(struct wr_context *recorder, const struct wr_diag *diag)
{
    if (!recorder->arena)
        recorder->arena = wr_arena_create();
    struct kept *kept = recorder->arena ? copy_diag(recorder->arena, diag) : NULL;
    if (!kept) {
        recorder->lost = true;
        return;
    }
    if (recorder->last)
        recorder->last->next = kept;
    else
        recorder->first = kept;
    recorder->last = kept;
}

/* ---- Limiting -------------------------------------------------------------------------- */

static struct file_slot *slot_of(struct wr_context *context, const char *file)
{
    uint64_t hash = 0xcbf29ce484222325u; /* FNV-1a */
    for (const char *p = file ? file : ""; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 0x100000001b3u;
    for (size_t i = 0; i < FILE_SLOTS; i++)
        if (context->slots[i].hash == hash)
            return &context->slots[i];
    struct file_slot *slot = &context->slots[context->next_slot++ % FILE_SLOTS];
    *slot = (struct file_slot){.hash = hash};
    return slot;
}

static void hand_on(struct wr_context *context, const struct wr_diag *diag)
{
    context->counts[diag->severity]++;
    if (context->recorder)
        keep(context, diag);
    else if (context->report)
        context->report(context->user, diag);
}

static void tell_more(struct wr_context *context, const char *file)
{
    struct file_slot *slot = slot_of(context, file);
    if (slot->told)
        return;
    slot->told = true;
    hand_on(context, &(struct wr_diag){.severity = WR_NOTE,
                                       .slug = more_faults,
                                       .message = "more faults follow",
                                       .hint = "mend these first and look again",
                                       .file = file});
}

static bool over_limit(struct wr_context *context, enum wr_severity severity, const char *file)
{
    return severity == WR_ERROR && file && slot_of(context, file)->errors >= MOST_ERRORS;
}

static void deliver(struct wr_context *context, const struct wr_diag *diag)
{
    bool starving = strcmp(diag->slug, no_memory) == 0;
    if (is_stopped(context)) {
        return;
    } else if (starving && context->starved) {
        context->counts[diag->severity]++;
    } else if (strcmp(diag->slug, more_faults) == 0) {
        tell_more(context, diag->file);
    } else if (over_limit(context, diag->severity, diag->file)) {
        context->counts[diag->severity]++;
        tell_more(context, diag->file);
    } else {
        if (diag->severity == WR_ERROR && diag->file)
            slot_of(context, diag->file)->errors++;
        context->starved |= starving;
        hand_on(context, diag);
    }
}

void wr_context_tell(struct wr_context *context, const struct wr_diag *diag)
{
    deliver(context, diag);
}

/* ---- Placing --------------------------------------------------------------------------- */

struct line {
    const char *text;
    size_t size, at; /* at: the offset meant, within the line */
    uint32_t number;
};

static struct line line_at(const struct wr_source *source, size_t offset)
{
    const char *data = (const char *)source->data, *start = data;
    size_t mark = source->size >= 3 && memcmp(data, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    offset = offset > source->size ? source->size : offset;
    offset = offset < mark ? mark : offset;
    struct line line = {.number = 1};
    const char *end = data + source->size, *here = data + offset, *feed;
    for (start += mark; (feed = memchr(start, '\n', (size_t)(here - start))); start = feed + 1)
        line.number++;
    feed = here < end ? memchr(here, '\n', (size_t)(end - here)) : NULL;
    if (feed)
        end = feed;
    if (end > start && end[-1] == '\r')
        end--;
    line.text = start;
    line.size = (size_t)(end - start);
    line.at = here > end ? line.size : (size_t)(here - start);
    return line;
}

/* The character at `*at`, which moves past it; what is no UTF-8 counts one byte. */
static size_t step(const struct line *line, size_t *at)
{
    size_t length = wr_utf8_length(line->text + *at, line->size - *at);
    *at += length ? length : 1;
    return length;
}

static uint32_t characters(const struct line *line, size_t from, size_t to)
{
    uint32_t count = 0;
    while (from < to && count < UINT32_MAX) {
        step(line, &from);
        count += from <= to; /* a character around `to` is the one meant */
    }
    return count;
}

/* Moves forward to where a character starts. */
static size_t boundary(const struct line *line, size_t at)
{
    for (int i = 0; i < 3 && ((unsigned char)line->text[at] & 0xc0) == 0x80; i++)
        at++;
    return at;
}

/* Copies a character, or what stands for one that must not reach a terminal. */
static size_t show(const char *text, size_t length, char *out)
{
    if (length == 0 || (*text != '\t' && wr_text_unseen(text, length))) {
        *out = '?';
        return 1;
    }
    memcpy(out, text, length);
    return length;
}

/* The part of a line that is shown, in printable characters; returns the caret's. */
static uint32_t excerpt_of(const struct line *line, char out[LONGEST_EXCERPT + 8])
{
    size_t from = 0, size = 0;
    uint32_t caret = 1;
    if (line->at > LONGEST_EXCERPT * 3 / 4) {
        from = boundary(line, line->at - LONGEST_EXCERPT / 2);
        memcpy(out, "...", size = 3);
        caret += 3;
    }
    for (size_t at = from; at < line->size;) {
        size_t start = at, length = step(line, &at);
        if (size + (at - start) > LONGEST_EXCERPT) {
            memcpy(out + size, "...", 3);
            size += 3;
            break;
        }
        size += show(line->text + start, length, out + size);
    }
    out[size] = '\0';
    return caret + characters(line, from, line->at);
}

static void place(struct wr_diag *diag, wr_where where, char excerpt[LONGEST_EXCERPT + 8])
{
    const struct wr_source *source = where.source;
    if (!source)
        return;
    diag->file = source->name;
    if (where.offset == WR_WHOLE_FILE)
        return;
    if (source->binary) {
        diag->offset = where.offset;
        diag->has_offset = true;
    } else if (source->data) {
        struct line line = line_at(source, where.offset);
        diag->line = line.number;
        diag->column = characters(&line, 0, line.at) + 1;
        uint32_t caret = excerpt_of(&line, excerpt);
        if (excerpt[strspn(excerpt, " \t")] == '\0')
            return;
        diag->excerpt = excerpt;
        diag->caret = caret;
    }
}

/* ---- Reporting ------------------------------------------------------------------------- */

/* Cuts what vsnprintf may have cut within a character. */
static void mend_end(char *text)
{
    size_t at = strlen(text), tail = at;
    while (tail > 0 && at - tail < 3 && ((unsigned char)text[tail - 1] & 0xc0) == 0x80)
        tail--;
    if (tail > 0 && (unsigned char)text[tail - 1] >= 0xc0)
        tail--;
    if (at > 0 && (unsigned char)text[at - 1] >= 0x80 &&
        wr_utf8_length(text + tail, at - tail) != at - tail)
        text[tail] = '\0';
}

static void write_message(char out[LONGEST_MESSAGE], const char *format, va_list args)
{
    int length = vsnprintf(out, LONGEST_MESSAGE - 3, format, args);
    if (length < 0)
        out[0] = '\0';
    if (length < LONGEST_MESSAGE - 3)
        return;
    mend_end(out);
    memcpy(out + strlen(out), "...", 4);
}

static void report(struct wr_context *context, struct wr_diag *diag, wr_where where,
                   const char *format, va_list args)
{
    const char *file = where.source ? where.source->name : NULL;
    bool dropped = !context->recorder && !context->report;
    if (dropped || over_limit(context, diag->severity, file)) {
        diag->file = file;
        deliver(context, diag);
        return;
    }
    char message[LONGEST_MESSAGE], excerpt[LONGEST_EXCERPT + 8];
    write_message(message, format, args);
    diag->message = message;
    place(diag, where, excerpt);
    deliver(context, diag);
}

enum wr_result wr_fail(struct wr_context *context, enum wr_result result, wr_where where,
                       const char *slug, const char *hint, const char *format, ...)
{
    struct wr_diag diag = {.severity = WR_ERROR, .slug = slug, .hint = hint};
    va_list args;
    va_start(args, format);
    report(context, &diag, where, format, args);
    va_end(args);
    return is_stopped(context) ? WR_STOPPED : result;
}

void wr_warn(struct wr_context *context, wr_where where, const char *slug, const char *hint,
             const char *format, ...)
{
    struct wr_diag diag = {.severity = WR_WARNING, .slug = slug, .hint = hint};
    va_list args;
    va_start(args, format);
    report(context, &diag, where, format, args);
    va_end(args);
}

void wr_note(struct wr_context *context, wr_where where, const char *slug, const char *hint,
             const char *format, ...)
{
    struct wr_diag diag = {.severity = WR_NOTE, .slug = slug, .hint = hint};
    va_list args;
    va_start(args, format);
    report(context, &diag, where, format, args);
    va_end(args);
}

enum wr_result wr_no_memory(struct wr_context *context)
{
    return wr_fail(context, WR_NO_MEMORY, WR_NOWHERE, no_memory, NULL,
                   "the system has no memory left");
}

/* ---- What may be left out -------------------------------------------------------------- */

/* That memory is out is no fault of what is left out. */
static void soften(void *user, const struct wr_diag *diag)
{
    struct wr_context *context = user;
    if (strcmp(diag->slug, no_memory) == 0) {
        wr_no_memory(context);
        return;
    }
    struct wr_source source = {.name = diag->file, .binary = true};
    wr_where where = wr_at(&source, diag->has_offset ? (size_t)diag->offset : WR_WHOLE_FILE);
    if (!diag->file)
        where = WR_NOWHERE;
    if (diag->severity == WR_NOTE)
        wr_note(context, where, diag->slug, diag->hint, "%s", diag->message);
    else
        wr_warn(context, where, diag->slug, diag->hint, "%s", diag->message);
}

struct wr_context *wr_context_lenient(struct wr_context *parent)
{
    return wr_context_within(parent, soften, parent);
}

/* ---- Recorders ------------------------------------------------------------------------- */

struct wr_context *wr_context_recorder(struct wr_context *parent)
{
    struct wr_context *context = wr_context_within(parent, NULL, NULL);
    if (context) {
        context->recorder = true;
        context->jobs = 1;
    }
    return context;
}

void wr_context_send(struct wr_context *recorder, bool away)
{
    recorder->away = away || recorder->parent->away;
}

bool wr_context_idle(const struct wr_context *recorder)
{
    const uint64_t *counts = recorder->counts;
    return !recorder->lost && counts[WR_NOTE] + counts[WR_WARNING] + counts[WR_ERROR] == 0;
}

void wr_context_replay(struct wr_context *context, struct wr_context *recorder)
{
    if (wr_context_idle(recorder))
        return;
    uint64_t unreported = recorder->counts[WR_ERROR];
    for (const struct kept *kept = recorder->first; kept; kept = kept->next) {
        unreported -= kept->diag.severity == WR_ERROR;
        deliver(context, &kept->diag);
    }
    context->counts[WR_ERROR] += unreported;
    if (recorder->lost)
        wr_no_memory(context);
    wr_context_forget(recorder);
}

void wr_context_forget(struct wr_context *recorder)
{
    if (!recorder->recorder)
        return;
    struct wr_arena *arena = recorder->arena;
    if (arena)
        wr_arena_reset(arena);
    *recorder = (struct wr_context){.parent = recorder->parent,
                                    .call = recorder->call,
                                    .away = recorder->away,
                                    .deadline = recorder->deadline,
                                    .recorder = true,
                                    .jobs = 1,
                                    .arena = arena};
}
