// A file on disk is the same while size and time of its last change are. Places are counted in
// lines alone: an edit that moves what stands behind it on its line is none that a unit is kept
// over.

#include "frontends/c/parse/kept.h"

#include <string.h>
#include <sys/stat.h>

// ---- what was asked for

static const char **copy_all(struct arena *arena, int n, const char *const *from)
{
    const char **to = arena_array(arena, const char *, n);
    for (int i = 0; i < n; i++) to[i] = arena_string(arena, from[i]);
    return to;
}

static const char *copy_of(struct arena *arena, const char *text)
{
    return text ? arena_string(arena, text) : NULL;
}

static void take_texts(struct kept *kept, const struct unit_request *request)
{
    arena_close(kept->texts);
    kept->texts = arena_open();
    int n = kept->asked.n_unsaved = request->n_unsaved;
    kept->asked.unsaved_paths = copy_all(kept->texts, n, request->unsaved_paths);
    kept->asked.unsaved_texts = copy_all(kept->texts, n, request->unsaved_texts);
}

struct kept *kept_open(struct arena *arena, const struct unit_request *request,
                       struct diags *reader)
{
    struct kept *kept = arena_new(arena, struct kept);
    kept->asked = *request;
    kept->asked.files = copy_all(arena, request->n_files, request->files);
    kept->asked.flags = copy_all(arena, request->n_flags, request->flags);
    kept->asked.build_dir = copy_of(arena, request->build_dir);
    kept->asked.include_dir = copy_of(arena, request->include_dir);
    take_texts(kept, request);
    diags_open(&kept->found, arena);
    kept_begin(kept, reader);
    return kept;
}

void kept_close(struct kept *kept)
{
    arena_close(kept->texts);
    kept->texts = NULL;
}

static bool same_all(int n, const char *const *a, int m, const char *const *b)
{
    if (n != m) return false;
    for (int i = 0; i < n; i++)
        if (strcmp(a[i], b[i]) != 0) return false;
    return true;
}

static bool same(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

static bool asks_the_same(const struct unit_request *a, const struct unit_request *b)
{
    return same_all(a->n_files, a->files, b->n_files, b->files) &&
           same_all(a->n_flags, a->flags, b->n_flags, b->flags) &&
           same_all(a->n_unsaved, a->unsaved_paths, b->n_unsaved, b->unsaved_paths) &&
           same(a->build_dir, b->build_dir) && same(a->include_dir, b->include_dir) &&
           a->files_are_apart == b->files_are_apart && a->opaque_elements == b->opaque_elements;
}

const char *kept_text(const struct kept *kept, const char *path)
{
    for (int i = 0; i < kept->asked.n_unsaved; i++)
        if (strcmp(kept->asked.unsaved_paths[i], path) == 0) return kept->asked.unsaved_texts[i];
    return NULL;
}

void kept_ask(struct unit *unit, const struct unit_request *request)
{
    int64_t opaque_elements = unit->request.opaque_elements;
    unit->request = *request;
    unit->request.opaque_elements = opaque_elements;
    take_texts(unit->kept, request);
}

// ---- what was read

static struct kept_file look_at(const char *path)
{
    struct stat status;
    struct kept_file file = {.path = path, .exists = stat(path, &status) == 0};
    if (!file.exists) return file;
    file.size = status.st_size;
    file.modified = status.st_mtim;
    return file;
}

static bool looks_the_same(const struct kept_file *before)
{
    struct kept_file now = look_at(before->path);
    return now.exists == before->exists && now.size == before->size &&
           now.modified.tv_sec == before->modified.tv_sec &&
           now.modified.tv_nsec == before->modified.tv_nsec;
}

// Files are listed when something in them is asked for, too: that is so with no other content.
static void look_at_all(struct unit *unit)
{
    struct kept *kept = unit->kept;
    for (int i = 0; i < unit->files.n; i++)
        if (!kept_text(kept, unit->files.at[i]))
            *vec_push(unit->arena, &kept->files) = look_at(unit->files.at[i]);
}

static struct kept_flags copy_flags(struct arena *arena, const struct flags *flags)
{
    return (struct kept_flags){flags->n, copy_all(arena, flags->n, flags->at)};
}

void kept_remember(struct unit *unit)
{
    struct kept *kept = unit->kept;
    look_at_all(unit);
    kept->flags = arena_array(unit->arena, struct kept_flags, unit->tus.n);
    for (int i = 0; i < unit->tus.n; i++)
        kept->flags[i] = copy_flags(unit->arena, &unit->tus.at[i]->asked_flags);
}

// What the settings and the compilation database say today.
static bool flags_are_of(const struct unit *unit, const struct unit_request *request)
{
    bool equal = true;
    struct arena *arena = arena_open();
    struct diags told_before;
    diags_open(&told_before, arena);
    for (int i = 0; equal && i < unit->tus.n; i++) {
        const struct kept_flags *before = &unit->kept->flags[i];
        struct flags now = flags_of(arena, request, unit->tus.at[i]->path, &told_before);
        equal = same_all(before->n, before->at, now.n, now.at);
    }
    arena_close(arena);
    return equal;
}

bool kept_is_of(const struct unit *unit, const struct unit_request *request)
{
    const struct kept *kept = unit->kept;
    if (!asks_the_same(&kept->asked, request) || unit->tus.n != request->n_files) return false;
    for (int i = 0; i < kept->files.n; i++)
        if (!looks_the_same(&kept->files.at[i])) return false;
    return flags_are_of(unit, request);
}

// ---- findings

void kept_begin(struct kept *kept, struct diags *reader)
{
    kept->reader = reader;
    kept->untold = &kept->found.first;
}

void kept_tell(struct kept *kept)
{
    for (; *kept->untold; kept->untold = &(*kept->untold)->next)
        diag_copy(kept->reader, *kept->untold);
}

static bool is_before(int line, int column, struct source_place place)
{
    return (uint32_t)line != place.line ? (uint32_t)line < place.line
                                        : (uint32_t)column < place.column;
}

static void append(struct diags *diags, struct diag *diag)
{
    diag->next = NULL;
    *diags->last = diag;
    diags->last = &diag->next;
    diags->n_errors += diag->severity == SEVERITY_ERROR;
    diags->n_warnings += diag->severity == SEVERITY_WARNING;
}

// Those that stay are no copies: their places are known to move.
void kept_forget(struct kept *kept, const char *file, struct source_place from,
                 struct source_place to)
{
    struct diag *next, *all = kept->found.first;
    diags_open(&kept->found, kept->found.arena);
    for (struct diag *d = all; d; d = next) {
        const struct site *site = d->site;
        next = d->next;
        bool inside = site && site->file && strcmp(site->file, file) == 0 &&
                      !is_before(site->line, site->column, from) &&
                      is_before(site->line, site->column, to);
        if (!inside) append(&kept->found, d);
    }
}

// ---- places

void kept_note_node(struct unit *unit, struct ast *node)
{
    if (unit->kept) *vec_push(unit->arena, &unit->kept->nodes) = node;
}

void kept_note_number(struct unit *unit, struct ast *node)
{
    if (unit->kept) *vec_push(unit->arena, &unit->kept->numbers) = node;
}

void kept_note_variable(struct unit *unit, struct variable *variable)
{
    if (unit->kept) *vec_push(unit->arena, &unit->kept->variables) = variable;
}

void kept_note_site(struct unit *unit, struct site *site)
{
    if (unit->kept) *vec_push(unit->arena, &unit->kept->sites) = site;
}

struct move {
    uint32_t file, behind;
    int lines;
};

static void move_line(const struct move *move, uint32_t file, uint32_t *line)
{
    if (file == move->file && *line > move->behind) *line += (uint32_t)move->lines;
}

static void move_functions(struct unit *unit, const struct move *move)
{
    const char *path = unit->files.at[move->file];
    for (int i = 0; i < unit->functions.n; i++) {
        struct linked_function *linked = unit->functions.at[i];
        if (linked->complete && linked->function.file == path)
            move_line(move, move->file, &linked->function.line);
    }
    for (int i = 0; i < unit->globals.n; i++) {
        struct linked_variable *linked = unit->globals.at[i];
        if (linked->complete) move_line(move, linked->variable.file, &linked->variable.line);
    }
}

static void move_errors(struct unit *unit, const struct move *move)
{
    for (int i = 0; i < unit->tus.n; i++)
        for (int k = 0; k < unit->tus.at[i]->errors.n; k++) {
            struct source_place *place = &unit->tus.at[i]->errors.at[k].place;
            move_line(move, place->file, &place->line);
        }
}

void kept_move(struct unit *unit, uint32_t file, uint32_t line, int lines)
{
    struct kept *kept = unit->kept;
    const struct move move = {file, line, lines};
    const char *path = unit->files.at[file];
    for (int i = 0; i < kept->numbers.n; i++) {
        struct ast *number = kept->numbers.at[i];
        if (number->file == file && number->line > line) number->integer += lines;
    }
    for (int i = 0; i < kept->nodes.n; i++)
        move_line(&move, kept->nodes.at[i]->file, &kept->nodes.at[i]->line);
    for (int i = 0; i < kept->variables.n; i++)
        move_line(&move, kept->variables.at[i]->file, &kept->variables.at[i]->line);
    for (int i = 0; i < kept->sites.n; i++) {
        struct site *site = kept->sites.at[i];
        if (site->file == path && site->line > (int)line) site->line += lines;
    }
    move_functions(unit, &move);
    move_errors(unit, &move);
}
