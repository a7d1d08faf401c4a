// Blocks by their order, pointers by their lvalues, kernel calls by their order among those of the
// functions that were recorded.

#include "tests/oracle/rawc_compare.h"

#include <stdarg.h>
#include <string.h>

struct comparing {
    struct arena *arena;
    struct rawc_tally *tally;
    const char *source;
    struct syms *syms;
    const struct raw_state *state;
    const json_t *golden;
    bool crashed;
    int *allocation_of;                // by number of a buffer: id of the recorded one, or -1
    VEC(const struct raw_buffer *) of; // by id
};

void rawc_check(struct rawc_tally *tally, bool passed, const char *id, const char *format, ...)
{
    if (passed) {
        tally->n_passed++;
        return;
    }
    tally->n_failed++;
    printf("FAIL %s: ", id);
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
}

static const char *id_of(struct comparing *c, const char *kind, const char *which)
{
    return arena_printf(c->arena, "%s: %s %s", c->source, kind, which);
}

static int64_t integer(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static const char *text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static bool same_integer(const struct sym *size, const json_t *value)
{
    return size && json_is_integer(value) && sym_is(size, json_integer_value(value));
}

static void check_size(struct comparing *c, const char *id, const char *what,
                       const struct sym *size, const json_t *value)
{
    if (!value) return;
    rawc_check(c->tally, same_integer(size, value), id, "%s: %s instead of %lld", what,
               size ? sym_string(c->arena, size) : "nothing", (long long)json_integer_value(value));
}

static void check_text(struct comparing *c, const char *id, const char *what, const char *ours,
                       const char *wanted)
{
    rawc_check(c->tally, strcmp(ours, wanted) == 0, id, "%s: %s instead of %s", what, ours, wanted);
}

// "r01_mlp_raw.c:58"
static const char *place(struct comparing *c, const struct site *site)
{
    if (!site || !site->file) return "nowhere";
    return arena_printf(c->arena, "%s:%d", site_base_name(site->file), site->line);
}

// ---- blocks

static void check_chain(struct comparing *c, const char *id, const struct site *site,
                        const json_t *at)
{
    size_t i;
    const json_t *wanted;
    json_array_foreach(at, i, wanted)
    {
        check_text(c, id, "at", place(c, site), json_string_value(wanted));
        site = site ? site->caller : NULL;
    }
}

// Where several lines of a statement are meant, the recorder and we may differ: the text decides.
static void check_source_line(struct comparing *c, const char *id, const struct raw_buffer *b,
                              const char *wanted)
{
    char line[4096] = "";
    FILE *file = wanted && b->site ? fopen(b->site->file, "r") : NULL;
    if (!file) return;
    for (int i = 0; i < b->site->line; i++)
        if (!fgets(line, sizeof line, file)) break;
    fclose(file);
    char *from = line + strspn(line, " \t");
    size_t n = strcspn(from, "\r\n");
    while (n && (from[n - 1] == ' ' || from[n - 1] == '\t')) n--;
    from[n] = '\0';
    check_text(c, id, "text", from, wanted);
}

static void check_allocation(struct comparing *c, const struct raw_buffer *b, const json_t *wanted)
{
    const char *id =
        id_of(c, "allocation", arena_printf(c->arena, "%lld", (long long)integer(wanted, "id")));
    check_text(c, id, "fn", raw_function_name(b->function), text(wanted, "fn"));
    check_size(c, id, "bytes", b->bytes, json_object_get(wanted, "bytes"));
    check_size(c, id, "nmemb", b->nmemb, json_object_get(wanted, "nmemb"));
    check_size(c, id, "size", b->size, json_object_get(wanted, "size"));
    check_chain(c, id, b->site, json_object_get(wanted, "at"));
    check_source_line(c, id, b, text(wanted, "text"));
    const char *freed = text(wanted, "freed_at");
    if (!c->crashed || freed)
        check_text(c, id, "freed_at", b->freed_at ? place(c, b->freed_at) : "never",
                   freed ? freed : "never");
}

static void check_allocations(struct comparing *c)
{
    const json_t *all = json_object_get(c->golden, "allocations");
    size_t n = json_array_size(all);
    c->allocation_of = arena_array(c->arena, int, c->state->buffers.n + 1);
    for (int i = 0; i < c->state->buffers.n; i++) {
        const struct raw_buffer *b = c->state->buffers.at[i];
        c->allocation_of[i] = raw_function_is_heap(b->function) ? c->of.n : -1;
        if (raw_function_is_heap(b->function)) *vec_push(c->arena, &c->of) = b;
    }
    bool enough = c->crashed ? (size_t)c->of.n >= n : (size_t)c->of.n == n;
    rawc_check(c->tally, enough, c->source, "%d allocations instead of %zu", c->of.n, n);
    for (size_t i = 0; i < n && i < (size_t)c->of.n; i++)
        check_allocation(c, c->of.at[i], json_array_get(all, i));
}

static void check_summary(struct comparing *c)
{
    const json_t *summary = json_object_get(c->golden, "summary");
    const struct json_t *largest = json_object_get(summary, "largest");
    int64_t live = 0, peak = 0, asked = 0, most = -1, bytes;
    int first = -1;
    if (c->crashed) return;
    for (int i = 0; i < c->state->events.n; i++) {
        const struct raw_event *event = &c->state->events.at[i];
        if (event->kind == RAW_EVENT_CALL || c->allocation_of[event->index] < 0) continue;
        if (!sym_is_const(c->state->buffers.at[event->index]->bytes, &bytes)) return;
        live += event->kind == RAW_EVENT_ALLOC ? bytes : -bytes;
        if (live > peak) peak = live;
        if (event->kind != RAW_EVENT_ALLOC) continue;
        asked += bytes;
        if (bytes > most) most = bytes, first = c->allocation_of[event->index];
    }
    check_size(c, c->source, "bytes requested", sym_const(c->syms, asked),
               json_object_get(summary, "bytes_requested"));
    check_size(c, c->source, "peak live", sym_const(c->syms, peak),
               json_object_get(summary, "peak_live_bytes"));
    check_size(c, c->source, "live at exit", sym_const(c->syms, live),
               json_object_get(summary, "live_at_exit"));
    check_size(c, c->source, "largest", sym_const(c->syms, most),
               json_object_get(largest, "bytes"));
    check_size(c, c->source, "largest id", sym_const(c->syms, first),
               json_object_get(largest, "id"));
}

// ---- static objects: static locals have a number behind their name; what no function that ran
// looked at is not there

#define SCALAR_BYTES 16

static void check_static(struct comparing *c, const json_t *object)
{
    const char *name = text(object, "name"), *dot = strchr(name, '.');
    size_t n = dot ? (size_t)(dot - name) : strlen(name);
    for (int i = 0; i < c->state->buffers.n; i++) {
        const struct raw_buffer *b = c->state->buffers.at[i];
        if (b->function != RAW_STATIC || strlen(b->name) != n || strncmp(b->name, name, n) != 0)
            continue;
        if (sym_is(b->bytes, integer(object, "bytes"))) {
            c->tally->n_passed++;
            return;
        }
    }
    if (integer(object, "bytes") <= SCALAR_BYTES || strncmp(name, "__", 2) == 0)
        c->tally->n_skipped++;
    else
        rawc_check(c->tally, false, id_of(c, "static object", name), "is not there with %lld bytes",
                   (long long)integer(object, "bytes"));
}

// ---- pointers

static const struct raw_field *find_field(const struct comparing *c, const char *lvalue)
{
    const struct raw_field *found = NULL;
    for (int i = 0; i < c->state->fields.n; i++) {
        const struct raw_field *f = c->state->fields.at[i];
        if (strcmp(f->lvalue, lvalue) == 0 && (!found || f->kept || !found->kept)) found = f;
    }
    return found;
}

static bool is_heap(const struct comparing *c, const struct raw_field *f)
{
    return f && c->allocation_of[f->buffer] >= 0;
}

static int64_t bytes_to_next(const struct comparing *c, const struct raw_field *f,
                             const json_t *all)
{
    int64_t offset, end, nearest = 0, other;
    size_t i;
    const json_t *entry;
    if (!sym_is_const(f->offset, &offset) ||
        !sym_is_const(c->state->buffers.at[f->buffer]->bytes, &end))
        return -1;
    nearest = end;
    json_array_foreach(all, i, entry)
    {
        const struct raw_field *next = find_field(c, text(entry, "lvalue"));
        if (!next || next->buffer != f->buffer || !sym_is_const(next->offset, &other)) continue;
        if (other > offset && other < nearest) nearest = other;
    }
    return nearest - offset;
}

// A recorder may have the name that the program uses, or the type behind it.
static void check_element(struct comparing *c, const char *id, const char *ours, const char *wanted)
{
    static const char *const names[][2] = {
        {"int8_t", "signed char"},  {"uint8_t", "unsigned char"},
        {"int16_t", "short"},       {"uint16_t", "unsigned short"},
        {"int32_t", "int"},         {"uint32_t", "unsigned int"},
        {"int64_t", "long"},        {"uint64_t", "unsigned long"},
        {"size_t", "unsigned long"}};
    const char *plain = strncmp(wanted, "const ", 6) == 0 ? wanted + 6 : wanted;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(plain, names[i][0]) == 0)
            wanted = arena_printf(c->arena, "%.*s%s", (int)(plain - wanted), wanted, names[i][1]);
    check_text(c, id, "elem", ours, wanted);
}

static void check_field(struct comparing *c, const json_t *wanted, const json_t *all)
{
    const char *lvalue = text(wanted, "lvalue"), *id = id_of(c, "pointer", lvalue);
    const struct raw_field *f = find_field(c, lvalue);
    const json_t *allocation = json_object_get(wanted, "alloc");
    if (json_is_null(allocation)) {
        rawc_check(c->tally, !is_heap(c, f), id, "leads to allocation %d instead of no heap",
                   f ? c->allocation_of[f->buffer] : -1);
        return;
    }
    rawc_check(c->tally, f != NULL, id, "is not there");
    if (!f) return;
    rawc_check(c->tally, c->allocation_of[f->buffer] == json_integer_value(allocation), id,
               "allocation %d instead of %lld", c->allocation_of[f->buffer],
               (long long)json_integer_value(allocation));
    check_size(c, id, "offset", f->offset, json_object_get(wanted, "offset"));
    check_element(c, id, f->element.name ? f->element.name : "?", text(wanted, "elem"));
    check_size(c, id, "bytes to next", sym_const(c->syms, bytes_to_next(c, f, all)),
               json_object_get(wanted, "bytes_to_next"));
}

// ---- kernel calls

static const struct raw_pointer *pointer_named(const struct raw_call *call, const char *name)
{
    for (int i = 0; i < call->n_pointers; i++)
        if (strcmp(call->pointers[i].name, name) == 0) return &call->pointers[i];
    return NULL;
}

static const struct sym *number_named(const struct raw_call *call, const char *name)
{
    for (int i = 0; i < call->n_numbers; i++)
        if (strcmp(call->numbers[i].name, name) == 0) return call->numbers[i].value;
    return NULL;
}

static void check_argument(struct comparing *c, const char *id, const struct raw_call *call,
                           const char *name, const json_t *wanted)
{
    const json_t *allocation = json_object_get(wanted, "alloc");
    if (json_is_integer(wanted)) {
        check_size(c, id, name, number_named(call, name), wanted);
    } else if (json_is_integer(allocation)) {
        const struct raw_pointer *p = pointer_named(call, name);
        int64_t ours = p && p->buffer != RAW_NONE ? c->allocation_of[p->buffer] : -1;
        rawc_check(c->tally, ours == json_integer_value(allocation), id,
                   "%s: allocation %lld instead of %lld", name, (long long)ours,
                   (long long)json_integer_value(allocation));
        check_size(c, id, name, p ? p->offset : NULL, json_object_get(wanted, "offset"));
    } else {
        c->tally->n_skipped++; // a floating-point number, or memory that is no block
    }
}

static bool is_recorded(const json_t *calls, const char *function)
{
    size_t i;
    const json_t *call;
    json_array_foreach(calls, i, call)
    {
        if (strcmp(text(call, "fn"), function) == 0) return true;
    }
    return false;
}

static void check_calls(struct comparing *c)
{
    const json_t *calls = json_object_get(c->golden, "kernel_calls");
    size_t n = 0;
    for (int i = 0; i < c->state->calls.n; i++) {
        const struct raw_call *call = c->state->calls.at[i];
        if (!is_recorded(calls, call->function)) continue;
        const json_t *wanted = json_array_get(calls, n++), *argument;
        if (!wanted) continue;
        const char *name, *id = id_of(c, "call", arena_printf(c->arena, "%zu", n - 1));
        check_text(c, id, "fn", call->function, text(wanted, "fn"));
        check_text(c, id, "at", place(c, call->site), text(wanted, "at"));
        json_t *arguments = json_object_get(wanted, "args");
        json_object_foreach(arguments, name, argument)
        {
            check_argument(c, id, call, name, argument);
        }
    }
    size_t recorded = json_array_size(calls);
    rawc_check(c->tally, c->crashed ? n >= recorded : n == recorded, c->source,
               "%zu kernel calls instead of %zu", n, recorded);
}

void rawc_compare(struct arena *arena, struct rawc_tally *tally, const char *source,
                  struct syms *syms, const struct raw_state *state, const json_t *golden)
{
    const char *status = text(json_object_get(golden, "program"), "status");
    struct comparing c = {.arena = arena,
                          .tally = tally,
                          .source = source,
                          .syms = syms,
                          .state = state,
                          .golden = golden,
                          .crashed = status && strncmp(status, "exit", 4) != 0};
    size_t i;
    const json_t *entry;
    const json_t *fields = json_object_get(golden, "pointer_fields");
    check_allocations(&c);
    check_summary(&c);
    json_array_foreach(json_object_get(json_object_get(golden, "static_objects"), "objects"), i,
                       entry)
    {
        check_static(&c, entry);
    }
    json_array_foreach(fields, i, entry) check_field(&c, entry, fields);
    check_calls(&c);
}
