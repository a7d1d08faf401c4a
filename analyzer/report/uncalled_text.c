// Leaves that are never called, for people: whole modules, and what is alike in all layers of a
// model once.

#include "analyzer/report/facts.h"
#include "analyzer/report/uncalled.h"
#include "ir/base/map.h"

#include <string.h>

// A module without any leaf that is called, or one such leaf; and those like it, whose names differ
// in numbers only.
struct uncalled_kind {
    const struct report_uncalled *leaf; // the first
    const char *first, *last;           // names
    int n;                              // how many modules or leaves are like it
    int n_leaves;                       // of each
    bool is_module;
};

struct uncalled_text {
    struct text_model *model;
    struct map *kinds; // struct uncalled_kind by what their names have in common
};

static bool is_below(const char *name, const char *module, size_t n)
{
    return strncmp(name, module, n) == 0 && name[n] == '.';
}

static bool any_called_below(const struct report_model *model, const char *module, size_t n)
{
    for (int i = 0; i < model->n_rows; i++)
        if (model->rows[i].visible_to_hooks && is_below(model->rows[i].name, module, n))
            return true;
    return false;
}

// The outermost module that the leaf is in and that has no leaf that is called, by the length of
// its name; the leaf's own where there is none.
static size_t uncalled_module(const struct report_model *model, const char *leaf)
{
    for (const char *dot = strchr(leaf, '.'); dot; dot = strchr(dot + 1, '.'))
        if (!any_called_below(model, leaf, (size_t)(dot - leaf))) return (size_t)(dot - leaf);
    return strlen(leaf);
}

static void add_kind(struct uncalled_text *u, const struct uncalled_kind *found)
{
    struct arena *arena = u->model->text->arena;
    const char *key = arena_printf(arena, "%s %d %d %d", uncalled_pattern(arena, found->first),
                                   found->n_leaves, found->is_module, found->leaf->is_read);
    struct uncalled_kind *kind = map_get_string(u->kinds, key);
    if (!kind) {
        kind = arena_copy(arena, found, sizeof *found);
        map_put_string(u->kinds, key, kind);
    }
    kind->last = found->first;
    kind->n++;
}

// Leaves of one module stand one behind the other; those that another module computes with are
// told apart. Returns where the next one begins.
static int add_module(struct uncalled_text *u, int first)
{
    const struct report_model *model = u->model->model;
    const struct report_uncalled *leaf = &model->uncalled[first];
    size_t n = leaf->is_read ? strlen(leaf->name) : uncalled_module(model, leaf->name);
    int end = first + 1;
    while (end < model->n_uncalled && !model->uncalled[end].is_read &&
           is_below(model->uncalled[end].name, leaf->name, n))
        end++;
    bool is_module = end > first + 1;
    const char *name =
        is_module ? arena_printf(u->model->text->arena, "%.*s", (int)n, leaf->name) : leaf->name;
    add_kind(u, &(struct uncalled_kind){leaf, name, name, 0, end - first, is_module});
    return end;
}

// A child whose parameters another module computes with (out_proj of MultiheadAttention) is no
// fault of the model; one that nothing reads may be.
static void write_one(struct text_model *t, const struct uncalled_kind *kind, const char *label)
{
    const char *parent = kind->leaf->parent;
    if (kind->leaf->is_read && kind->leaf->times)
        facts_line(t, label,
                   "`%s`: the module around each computes with its parameters, so its own hook "
                   "never fires",
                   kind->first);
    else if (kind->leaf->is_read)
        facts_line(t, label, "`%s`: `%s` computes with its parameters, so its own hook never fires",
                   kind->first, *parent ? parent : "the model");
    else if (kind->is_module)
        facts_line(t, label, "`%s`, all %d leaves", kind->first, kind->n_leaves);
    else
        facts_line(t, label, "`%s`", kind->first);
}

static void write_several(struct text_model *t, const struct uncalled_kind *kind, const char *label)
{
    const char *first = kind->first, *last = kind->last;
    if (kind->leaf->is_read)
        facts_line(t, label,
                   "%d leaves from `%s` to `%s`: the module around each computes with its "
                   "parameters, so its own hook never fires",
                   kind->n, first, last);
    else if (kind->is_module)
        facts_line(t, label, "%d modules from `%s` to `%s`, all %d leaves of each", kind->n, first,
                   last, kind->n_leaves);
    else
        facts_line(t, label, "%d leaves from `%s` to `%s`", kind->n, first, last);
}

// Where the run ended early nobody knows.
void facts_write_uncalled(struct text_model *t)
{
    const struct report_model *model = t->model;
    if (model->incomplete && model->n_uncalled) {
        facts_line(t, "not reached", "%d lea%s: the run ended before", model->n_uncalled,
                   model->n_uncalled == 1 ? "f" : "ves");
        return;
    }
    struct uncalled_text u = {t, map_open(t->text->arena)};
    for (int i = 0; i < model->n_uncalled;) i = add_module(&u, i);
    for (int i = 0; i < map_count(u.kinds); i++) {
        const struct uncalled_kind *kind = map_value(u.kinds, i);
        const char *label = i ? "" : "never called";
        if (kind->n == 1)
            write_one(t, kind, label);
        else
            write_several(t, kind, label);
    }
}
