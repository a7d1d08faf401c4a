// Initialisers. libclang shows lists as they are written; which object each
// item goes to (elided braces, designators, zero fill) is worked out here, by
// the rules of C17 6.7.9: the "current object" algorithm.

#include "frontends/c/lower/excess.h"
#include <string.h>

// Elements of a list of whole numbers that are walked one by one where their text cannot be read.
#define MOST_WALKED (1 << 16)

// Of one list; a designator range that asks for more becomes a hole.
#define MOST_STORES (1 << 20)

struct building {
    struct lowering *l;
    VEC(struct ast_store) stores;
    int64_t end;         // of the farthest store: nothing lies beyond
    struct map *members; // of unions that were initialised: which one
};

// An object, or part of one, that an item may go to.
struct target {
    const struct ctype *type;
    int64_t offset;
    int bit_width, bit_offset;
};

// The items of one pair of braces.
struct items {
    CXCursor *at;
    int n, next;
};

// The designators before an item, outermost first; `next` of them are used.
struct path {
    struct kids kids;
    int n, next;
    bool range; // the last two are [a ... b]
};

enum braces { BRACED, ELIDED };

static void fill(struct building *, struct target, int64_t position, struct items *, enum braces,
                 struct path *);
static void init_target(struct building *, struct target, CXCursor value);

static void store(struct building *b, struct target to, const struct ast *value, int64_t repeat)
{
    int64_t end = to.offset + to.type->size * repeat;
    if (end > b->end) b->end = end;
    *vec_push(b->l->arena, &b->stores) = (struct ast_store){.offset = to.offset,
                                                            .type = to.type,
                                                            .bit_width = to.bit_width,
                                                            .bit_offset = to.bit_offset,
                                                            .value = value,
                                                            .repeat = repeat};
}

// ---- what an item is

static CXCursor without_parens(struct lowering *l, CXCursor cursor)
{
    while (clang.getCursorKind(cursor) == CXCursor_ParenExpr) {
        struct kids kids;
        kids_of(&kids, l->scratch, cursor);
        if (kids.n != 1) break;
        cursor = kids.at[0];
    }
    return cursor;
}

static bool is_designated(CXCursor cursor)
{
    return clang.getCursorKind(cursor) == CXCursor_UnexposedExpr &&
           clang.getCursorType(cursor).kind == CXType_Void;
}

static bool is_list(CXCursor cursor)
{
    return clang.getCursorKind(cursor) == CXCursor_InitListExpr;
}

// Unions count as aggregates here, and so do complex numbers, which clang lets have both parts.
static bool is_aggregate(const struct ctype *type)
{
    return (type->kind == CTYPE_RECORD && type->pair != PAIR_WIDE) || type->kind == CTYPE_ARRAY;
}

static bool is_string_for(struct lowering *l, const struct ctype *type, CXCursor item)
{
    return type->kind == CTYPE_ARRAY && type->element->kind == CTYPE_INT &&
           clang.getCursorKind(without_parens(l, item)) == CXCursor_StringLiteral;
}

// Whether an item initialises the whole of an object, or the braces of the
// object were left out and the item is for its first part.
static bool takes_whole(struct lowering *l, const struct ctype *type, CXCursor item)
{
    if (!is_aggregate(type) || type->pair != PAIR_NONE || is_list(item) ||
        is_string_for(l, type, item))
        return true;
    return types_of(l->tu, item) == type;
}

// ---- lists too long to walk

static const struct ctype *scalar_of(const struct ctype *type)
{
    while (type->kind == CTYPE_ARRAY) type = type->element;
    return type;
}

// Counts leaves of nested lists, and stops at the limit.
static int64_t count_items(struct lowering *l, CXCursor list, int64_t limit)
{
    int64_t direct = kids_count(list, limit);
    if (direct >= limit) return direct;
    struct kids kids;
    kids_of(&kids, l->scratch, list);
    int64_t n = 0;
    for (int i = 0; i < kids.n && n < limit; i++)
        n += is_list(kids.at[i]) ? count_items(l, kids.at[i], limit - n) : 1;
    return n;
}

// Tables of pointers or records are walked whatever their length: they are
// models, not weights.
static bool too_long(struct lowering *l, const struct ctype *type, CXCursor value)
{
    if (!is_list(value) || type->kind != CTYPE_ARRAY) return false;
    const struct ctype *scalar = scalar_of(type);
    if (scalar->kind != CTYPE_INT && scalar->kind != CTYPE_FLOAT && scalar->kind != CTYPE_BOOL)
        return false;
    int64_t limit = l->unit->request.opaque_elements;
    if (type->size > 0 && type->size <= limit) return false;
    return count_items(l, value, limit + 1) > limit;
}

static const char *too_long_reason(struct lowering *l, const struct ctype *type)
{
    const struct ctype *scalar = scalar_of(type);
    return arena_printf(l->arena, "a list of %lld numbers of type %s",
                        (long long)(scalar->size ? type->size / scalar->size : 0), scalar->name);
}

// The list as a whole, or NULL: it is to be walked.
static struct ast *long_list(struct lowering *l, const struct ctype *type, CXCursor list)
{
    bool whole = scalar_of(type)->kind != CTYPE_FLOAT;
    struct ast *table = whole ? lower_table(l, list, type) : NULL;
    if (table) return table;
    if (whole && count_items(l, list, MOST_WALKED + 1) <= MOST_WALKED) return NULL;
    return lower_hole(l, list, type, "%s", too_long_reason(l, type));
}

// ---- single objects

// Braces around the value of a scalar, or around a string. In a call that takes its numbers without
// braces all were meant, so that nothing is said of what the first one alone would be.
static void init_scalar_list(struct building *b, struct target to, CXCursor list,
                             const struct kids *kids)
{
    static const char what[] = "a list in braces stands for one number, which is its first value: "
                               "the others are dropped; write the values without these braces";
    int n = 0, first = 0;
    for (int i = 0; i < kids->n; i++) {
        if (!cursor_is_expression(kids->at[i])) continue;
        if (++n == 1) first = i;
        if (n == 2 && to.type->kind != CTYPE_UNSUPPORTED) excess_report(b->l, kids->at[i], what);
    }
    if (n == 0)
        store(b, to, NULL, 1);
    else if (n > 1 && to.type->kind != CTYPE_UNSUPPORTED && excess_call(b->l, kids->at[first]))
        store(b, to, excess_hole(b->l, list, to.type, what), 1);
    else
        init_target(b, to, kids->at[first]);
}

static void init_list(struct building *b, struct target to, CXCursor list)
{
    struct lowering *l = b->l;
    const struct ast *whole = too_long(l, to.type, list) ? long_list(l, to.type, list) : NULL;
    if (whole) {
        store(b, to, whole, 1);
        return;
    }
    struct kids kids;
    kids_of(&kids, l->scratch, list);
    if (!is_aggregate(to.type)) {
        init_scalar_list(b, to, list, &kids);
        return;
    }
    struct items items = {kids.at, 0, 0};
    for (int i = 0; i < kids.n; i++)
        if (cursor_is_expression(kids.at[i])) items.at[items.n++] = kids.at[i];
    if (items.n == 1 && is_string_for(l, to.type, items.at[0]))
        init_target(b, to, items.at[0]);
    else
        fill(b, to, 0, &items, BRACED, NULL);
}

static void init_target(struct building *b, struct target to, CXCursor value)
{
    struct lowering *l = b->l;
    if (is_list(value)) {
        init_list(b, to, value);
    } else if (is_string_for(l, to.type, value)) {
        store(b, to, lower_string(l, without_parens(l, value)), 1);
    } else {
        struct ast *node = lower_value(l, value);
        if (!is_aggregate(to.type) || to.type->pair != PAIR_NONE)
            node = lower_convert(l, node, to.type);
        store(b, to, node, 1);
    }
}

// ---- parts of an aggregate

static int64_t n_parts(const struct ctype *type)
{
    if (type->kind == CTYPE_RECORD) return type->n_fields;
    return type->count < 0 ? INT64_MAX : type->count; // [] grows with its list
}

// The object at a position of an aggregate.
static struct target part(struct target whole, int64_t position)
{
    if (whole.type->kind == CTYPE_ARRAY) {
        const struct ctype *element = whole.type->element;
        return (struct target){element, whole.offset + position * element->size, -1, 0};
    }
    const struct cfield *field = &whole.type->fields[position];
    return (struct target){field->type, whole.offset + field->offset, field->bit_width,
                           field->bit_offset};
}

// Unnamed bit-fields take no items (C17 6.7.9, 9).
static bool is_padding(const struct ctype *type, int64_t position)
{
    if (type->kind != CTYPE_RECORD || position >= type->n_fields) return false;
    const struct cfield *field = &type->fields[position];
    return field->bit_width >= 0 && !*field->name;
}

// Where the next item without a designator goes; a union has one.
static int64_t after(const struct ctype *type, int64_t position)
{
    return type->kind == CTYPE_RECORD && type->is_union ? n_parts(type) : position + 1;
}

// Initialising another member of a union takes back the first one.
static void choose_member(struct building *b, struct target whole, int64_t position)
{
    if (whole.type->kind != CTYPE_RECORD || !whole.type->is_union) return;
    const struct {
        const struct ctype *type;
        int64_t offset;
    } key = {whole.type, whole.offset};
    if (!b->members) b->members = map_open(b->l->scratch);
    uintptr_t chosen = (uintptr_t)map_get(b->members, &key, sizeof key);
    if (chosen && chosen != (uintptr_t)position + 1) store(b, whole, NULL, 1);
    map_put(b->members, &key, sizeof key, (void *)((uintptr_t)position + 1));
}

// ---- designators

static bool has_dots(struct lowering *l, CXCursor item)
{
    CXToken *tokens = NULL;
    unsigned n = 0;
    clang.tokenize(l->tu->handle, clang.getCursorExtent(item), &tokens, &n);
    bool found = false, over = false;
    for (unsigned i = 0; i < n && !found && !over; i++) {
        CXString spelling = clang.getTokenSpelling(l->tu->handle, tokens[i]);
        const char *text = clang.getCString(spelling);
        found = strcmp(text, "...") == 0;
        over = strcmp(text, "=") == 0;
        clang.disposeString(spelling);
    }
    if (tokens) clang.disposeTokens(l->tu->handle, tokens, n);
    return found;
}

static bool is_index(const struct path *path, int i)
{
    return i < path->n && clang.getCursorKind(path->kids.at[i]) != CXCursor_MemberRef;
}

static struct path *path_of(struct lowering *l, CXCursor item)
{
    struct path *path = arena_new(l->scratch, struct path);
    kids_of(&path->kids, l->scratch, item);
    path->n = path->kids.n - 1;
    // Two indices in a row are [a][b] or [a ... b]: only the dots tell.
    for (int i = 0; i + 1 < path->n && !path->range; i++)
        if (is_index(path, i) && is_index(path, i + 1)) path->range = has_dots(l, item);
    return path;
}

// A nameless designator is a step into an anonymous member.
static int64_t position_of_field(struct lowering *l, const struct ctype *record, CXCursor reference)
{
    CXCursor field = clang.getCursorReferenced(reference);
    CXString spelling = clang.getCursorSpelling(field);
    const char *name = clang.getCString(spelling);
    bool nameless = !*name || strchr(name, '(');
    int64_t found = -1;
    for (int i = 0; i < record->n_fields && found < 0; i++) {
        const struct cfield *candidate = &record->fields[i];
        if (nameless ? candidate->anonymous && candidate->type == types_of(l->tu, field)
                     : strcmp(candidate->name, name) == 0)
            found = i;
    }
    clang.disposeString(spelling);
    return found;
}

static bool index_of(struct lowering *l, CXCursor cursor, int64_t *index)
{
    return lower_constant(lower_value(l, cursor), index) && *index >= 0;
}

// Takes one designator (or a range) off the path: the positions that it names.
static bool take_designator(struct lowering *l, const struct ctype *type, struct path *path,
                            int64_t *low, int64_t *high)
{
    if (path->next >= path->n) return false;
    CXCursor designator = path->kids.at[path->next++];
    if (type->kind == CTYPE_RECORD) {
        *low = *high = position_of_field(l, type, designator);
        return *low >= 0;
    }
    if (type->kind != CTYPE_ARRAY || !index_of(l, designator, low)) return false;
    *high = *low;
    if (path->range && is_index(path, path->next)) {
        if (!index_of(l, path->kids.at[path->next++], high)) return false;
        path->range = false;
    }
    return *high >= *low && *high < n_parts(type);
}

// One value for many elements: one store if it is a single value.
static bool repeat_value(struct building *b, struct target whole, int64_t low, int64_t high,
                         CXCursor value)
{
    struct target first = part(whole, low);
    if (is_aggregate(first.type) || is_list(value)) return false;
    struct ast *node = lower_convert(b->l, lower_value(b->l, value), first.type);
    store(b, first, node, high - low + 1);
    return true;
}

static void init_or_fill(struct building *b, struct target to, struct items *items)
{
    CXCursor item = items->at[items->next];
    if (takes_whole(b->l, to.type, item)) {
        init_target(b, to, item);
        items->next++;
    } else {
        fill(b, to, 0, items, ELIDED, NULL);
    }
}

// The item is used once for each position, so it is put back between them.
static void init_range(struct building *b, struct target whole, int64_t low, int64_t high,
                       struct items *items, struct path *path)
{
    int used = path->next, first = items->next;
    for (int64_t p = low; p <= high; p++) {
        if (b->stores.n > MOST_STORES) {
            store(b, whole, lower_hole(b->l, items->at[first], whole.type, "a very long range"), 1);
            items->next = first + 1;
            return;
        }
        items->next = first;
        path->next = used;
        if (used < path->n)
            fill(b, part(whole, p), 0, items, ELIDED, path);
        else
            init_or_fill(b, part(whole, p), items);
    }
}

// An item with designators, the first of which names parts of `whole`.
// Returns the position after them, -1 on an error.
static int64_t init_designated(struct building *b, struct target whole, struct items *items,
                               struct path *path)
{
    int64_t low, high;
    if (!take_designator(b->l, whole.type, path, &low, &high)) return -1;
    items->at[items->next] = path->kids.at[path->kids.n - 1];
    bool last = path->next >= path->n;
    choose_member(b, whole, low);
    // Going back overrides all of what is there.
    struct target first = part(whole, low);
    if (last && is_aggregate(first.type) && first.offset < b->end)
        for (int64_t p = low; p <= high; p++) store(b, part(whole, p), NULL, 1);
    if (last && high > low && repeat_value(b, whole, low, high, items->at[items->next]))
        items->next++;
    else
        init_range(b, whole, low, high, items, path);
    return after(whole.type, high);
}

// Room that a macro fills itself is none that its user could fill: where items before this one
// are of its text, they all stand where the macro is used.
static const char *too_many(struct lowering *l, const struct ctype *type, const struct items *items)
{
    int64_t room = n_parts(type);
    struct source_place use = cursor_expansion(l->tu, items->at[items->next]);
    for (int i = 0; i < items->next; i++) {
        struct source_place place = cursor_place_of(l->tu, cursor_start(items->at[i]));
        room -= place.file == use.file && place.offset == use.offset;
    }
    return arena_printf(l->arena,
                        "more values than the %lld that there is room for: this one and those "
                        "behind it are dropped",
                        (long long)room);
}

// Gives items to the parts of `whole` from `position` on, until the items or
// (without braces) the parts are used up. `path`: the rest of the designators
// of the first item.
static void fill(struct building *b, struct target whole, int64_t position, struct items *items,
                 enum braces braces, struct path *path)
{
    struct lowering *l = b->l;
    bool excess = false;
    while (items->next < items->n) {
        CXCursor item = items->at[items->next];
        if (!path && is_designated(item)) {
            if (braces == ELIDED) return;
            path = path_of(l, item);
        }
        if (path) {
            position = init_designated(b, whole, items, path);
            path = NULL;
            if (position < 0) {
                store(b, whole, lower_hole(l, item, whole.type, "a designator"), 1);
                items->next++;
                // Which part the next value is for is not known.
                position = n_parts(whole.type);
                excess = true;
            }
        } else {
            while (is_padding(whole.type, position)) position++;
            if (position >= n_parts(whole.type)) {
                if (braces == ELIDED) return;
                if (!excess) excess_report(l, item, too_many(l, whole.type, items));
                excess = true;
                items->next++;
                continue;
            }
            choose_member(b, whole, position);
            init_or_fill(b, part(whole, position), items);
            position = after(whole.type, position);
        }
        if (braces == ELIDED && position >= n_parts(whole.type)) return;
    }
}

// ---- entry points

// A long list of floats is opaque as a whole at the top: most are weights, which nobody looks at.
struct initializer *lower_initializer(struct lowering *l, CXCursor value, const struct ctype *type)
{
    struct initializer *init = arena_new(l->arena, struct initializer);
    if (scalar_of(type)->kind == CTYPE_FLOAT && too_long(l, type, value)) {
        init->opaque = too_long_reason(l, type);
        return init;
    }
    struct building b = {.l = l};
    init_target(&b, (struct target){type, 0, -1, 0}, value);
    init->n = b.stores.n;
    init->stores = b.stores.at;
    return init;
}

struct ast *lower_compound_literal(struct lowering *l, CXCursor cursor)
{
    struct kids kids;
    kids_of(&kids, l->scratch, cursor);
    const struct ctype *type = types_of(l->tu, cursor);
    struct ast *lost = lower_hole(l, cursor, type, "a compound literal with errors");
    // Where one of its values does not compile, the others are not where they were written.
    if (kids.n == 0 || lost->lost) return lost;
    struct ast *node = lower_node(l, AST_COMPOUND, type);
    lower_at(l, node, cursor);
    node->variable = lower_hidden(l, cursor, type);
    node->init = lower_initializer(l, kids.at[kids.n - 1], type);
    return node;
}
