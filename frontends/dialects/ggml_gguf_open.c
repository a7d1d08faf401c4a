// Opening files with gguf.h, and the context that their tensors are made in. Source of its size and
// of what lies in it: gguf_init_from_file of ggml 0.21.

#include "frontends/dialects/ggml_gguf.h"

#include "frontends/dialects/libc.h"
#include "frontends/dialects/options.h"
#include "ir/ggml_memory.h"

#include <string.h>

// ---- which file it is

static const struct gguf_header *read_named(const struct dialect_call *c, const char *path,
                                            bool *broken)
{
    struct eval *e = c->eval;
    struct gguf_header *header = arena_new(e->arena, struct gguf_header);
    const char *error;
    if (gguf_open(e->arena, path, header, &error)) return header;
    eval_fault(e, e->at, DIAG_FILE_ABSENT,
               "%s, which --argv names: %s: gguf_init_from_file gives NULL", path, error);
    *broken = true;
    return NULL;
}

// --gguf stands for the first that is opened; a program that opens a second one, under another
// name, is told nothing of that.
static const struct gguf_header *header_of(const struct dialect_call *c, const char *path,
                                           bool *broken)
{
    struct eval *e = c->eval;
    const char **bound = gguf_bound(e);
    const struct gguf_header *given = dialect_options_of(e)->gguf;
    if (given && !*bound) *bound = path ? arena_string(e->arena, path) : "";
    if (given && strcmp(*bound, path ? path : "") == 0) return given;
    return path && libc_file_is_named(e, path) ? read_named(c, path, broken) : NULL;
}

// ---- the tensors

static struct ggml_tensor *new_tensor(struct dialect_ggml *d, const struct dialect_call *c,
                                      struct ggml_context *context, const char *name,
                                      enum dtype type, const int64_t *ne)
{
    const struct ggml_function *function = ggml_function_find("ggml_new_tensor", d->state->version);
    struct ggml_call call = ggml_call_open(d, function);
    call.context = context;
    const int64_t numbers[] = {ggml_number_of_dtype(type), GGML_DIMS, ne[0], ne[1], ne[2], ne[3]};
    for (int i = 0; i < (int)(sizeof numbers / sizeof *numbers); i++)
        call.numbers[call.n_numbers++] =
            (struct call_number){sym_const(d->syms, numbers[i]), (double)numbers[i], true};
    struct ggml_tensor *t = ggml_call_run(&call);
    if (!t) return NULL;
    t->name = name;
    t->function = c->function->name;
    ggml_call_finish(d, c, &call);
    return t;
}

static const struct sym *mem_size(struct dialect_ggml *d, const struct gguf_header *header,
                                  bool no_alloc)
{
    struct syms *s = d->syms;
    int64_t overhead = GGML_OBJECT_BYTES + d->state->struct_bytes;
    const struct sym *each = sym_const(s, overhead);
    const struct sym *all = sym_mul(s, each, sym_const(s, header->n_tensors + !no_alloc));
    return no_alloc ? all : sym_add(s, all, sym_const(s, header->data_bytes));
}

// With their elements, one tensor has the bytes of all, and the others point into it.
static void add_tensors(struct dialect_ggml *d, const struct dialect_call *c,
                        const struct gguf_header *header, struct ggml_context *context)
{
    bool no_alloc = context->no_alloc;
    const int64_t bytes[] = {header->data_bytes, 1, 1, 1};
    if (!no_alloc) new_tensor(d, c, context, "GGUF tensor data binary blob", DTYPE_I8, bytes);
    context->no_alloc = true;
    for (int i = 0; i < header->n_tensors; i++) {
        const struct gguf_tensor *entry = &header->tensors[i];
        struct ggml_tensor *t = new_tensor(d, c, context, entry->name, entry->type, entry->ne);
        if (!t) continue;
        t->has_data = !no_alloc;
        ggml_object_write(d, t);
    }
    context->no_alloc = no_alloc;
}

// `ctx` of the parameters gets a context with the file's tensors, unless it is NULL.
static void give_context(struct dialect_ggml *d, const struct dialect_call *c,
                         const struct gguf_header *header)
{
    struct cvalue at = ggml_parameter(d, &c->arguments[1], "ctx"),
                  no_alloc = ggml_parameter(d, &c->arguments[1], "no_alloc");
    int64_t asked = 0;
    if (at.kind != CVALUE_POINTER || eval_is_null(d->eval, &at)) return;
    bool holds_none = cvalue_as_int(&no_alloc, &asked) && asked;
    const struct sym *size = header ? mem_size(d, header, holds_none)
                                    : sym_unknown(d->syms, "the tensors of a GGUF file");
    struct ggml_context *context = ggml_context_make(d, size);
    context->no_alloc = holds_none;
    context->of_unknown_file = !header;
    struct cvalue handle =
        ggml_handle_make(d, HANDLE_CONTEXT, at.type->element, context->number, "context");
    if (header) add_tensors(d, c, header, context);
    eval_store(d->eval, &at, 0, &handle);
}

// ---- rules

static bool is_cut_off(const struct dialect_call *c, const struct gguf_header *header)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct cvalue at = ggml_parameter(d, &c->arguments[1], "ctx"),
                  no_alloc = ggml_parameter(d, &c->arguments[1], "no_alloc");
    int64_t asked = 1;
    bool reads = !eval_is_null(d->eval, &at) && cvalue_as_int(&no_alloc, &asked) && !asked;
    return reads && header->file_bytes - header->data_offset < header->data_bytes;
}

static struct cvalue rule_open(const struct dialect_call *c)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    const char *path = libc_text(c, 0);
    bool broken = false;
    const struct gguf_header *header = header_of(c, path, &broken);
    if (header && is_cut_off(c, header)) {
        eval_fault(d->eval, d->eval->at, DIAG_FILE_ABSENT,
                   "the file ends before the elements of its tensors: %s gives NULL",
                   c->function->name);
        broken = true;
    }
    if (broken) return cvalue_null(c->result);
    give_context(d, c, header);
    return gguf_make(c, path ? arena_string(d->arena, path) : "the file", header);
}

// From memory, a stream or a callback: nothing is known of it.
static struct cvalue rule_open_other(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return gguf_make(c, "the file", NULL);
}

// One to be filled and written.
static struct cvalue rule_empty(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return gguf_make(c, "a new file", NULL);
}

static struct cvalue rule_nothing(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return libc_nothing(c);
}

static struct cvalue rule_unknown(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return libc_unknown(c, "what writing a file gives");
}

const struct dialect_rule gguf_open_rules[] = {
    {"gguf_init_empty", "", rule_empty, NULL},
    {"gguf_init_from_file", "..", rule_open, NULL},
    {"gguf_init_from_file_ptr", "*", rule_open_other, NULL},
    {"gguf_init_from_buffer", "*", rule_open_other, NULL},
    {"gguf_init_from_callback", "*", rule_open_other, NULL},
    {"gguf_free", ".", rule_nothing, NULL},
    {"gguf_set_val_u8", "*", rule_nothing, NULL},
    {"gguf_set_val_i8", "*", rule_nothing, NULL},
    {"gguf_set_val_u16", "*", rule_nothing, NULL},
    {"gguf_set_val_i16", "*", rule_nothing, NULL},
    {"gguf_set_val_u32", "*", rule_nothing, NULL},
    {"gguf_set_val_i32", "*", rule_nothing, NULL},
    {"gguf_set_val_u64", "*", rule_nothing, NULL},
    {"gguf_set_val_i64", "*", rule_nothing, NULL},
    {"gguf_set_val_f32", "*", rule_nothing, NULL},
    {"gguf_set_val_f64", "*", rule_nothing, NULL},
    {"gguf_set_val_bool", "*", rule_nothing, NULL},
    {"gguf_set_val_str", "*", rule_nothing, NULL},
    {"gguf_set_arr_data", "*", rule_nothing, NULL},
    {"gguf_set_arr_str", "*", rule_nothing, NULL},
    {"gguf_set_kv", "*", rule_nothing, NULL},
    {"gguf_add_tensor", "*", rule_nothing, NULL},
    {"gguf_set_tensor_type", "*", rule_nothing, NULL},
    {"gguf_set_tensor_data", "*", rule_nothing, NULL},
    {"gguf_write_to_file", "*", rule_unknown, NULL},
    {"gguf_get_meta_size", ".", rule_unknown, NULL},
    {0},
};
