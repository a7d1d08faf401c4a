// Keys and values of files that are opened with gguf.h, and their tensors' figures.

#include "frontends/dialects/ggml_gguf.h"

#include "frontends/dialects/libc.h"

#include <string.h>

// ---- the files of a run

struct gguf_files {
    VEC(struct gguf_file *) list;
    struct map *symbols; // by key
    const char *bound;   // what the program opens and --gguf stands for; NULL: nothing yet
};

static const char files_key, file_kind;

static struct gguf_files *files_of(struct eval *e)
{
    struct gguf_files *files = eval_dialect_data(e, &files_key);
    if (files) return files;
    files = arena_new(e->arena, struct gguf_files);
    files->symbols = map_open(e->arena);
    eval_set_dialect_data(e, &files_key, files);
    return files;
}

const char **gguf_bound(struct eval *e)
{
    return &files_of(e)->bound;
}

struct cvalue gguf_make(const struct dialect_call *c, const char *name,
                        const struct gguf_header *header)
{
    struct gguf_files *files = files_of(c->eval);
    struct gguf_file *file = arena_new(c->eval->arena, struct gguf_file);
    *file = (struct gguf_file){.name = name, .header = header};
    struct cvalue handle = eval_allocate(c->eval, 1, c->result, "GGUF file");
    eval_attach(c->eval, &handle, &file_kind, (uint64_t)files->list.n);
    *vec_push(c->eval->arena, &files->list) = file;
    return handle;
}

struct gguf_file *gguf_argument(const struct dialect_call *c, int argument)
{
    uint64_t number;
    if (!eval_attached(c->eval, &c->arguments[argument], &file_kind, &number)) return NULL;
    return files_of(c->eval)->list.at[number];
}

struct cvalue gguf_symbol(const struct dialect_call *c, const char *key)
{
    struct eval *e = c->eval;
    struct map *symbols = files_of(e)->symbols;
    const struct sym *symbol = map_get_string(symbols, key);
    if (e->request.concrete) return libc_unknown(c, key);
    if (!symbol) {
        symbol = name_symbol(e, key, c->result);
        map_put_string(symbols, key, (void *)(uintptr_t)symbol);
    }
    if (sym_kind(symbol) == SYM_UNKNOWN) return libc_unknown(c, sym_name(symbol));
    return cvalue_sym(c->result, symbol);
}

// ---- ids

// The index that an argument is; false: it is not known.
static bool index_of(const struct dialect_call *c, int64_t *index)
{
    return c->n > 1 && cvalue_as_int(&c->arguments[1], index);
}

static struct cvalue unknown(const struct dialect_call *c)
{
    return libc_unknown(c, "what a GGUF file has");
}

static int64_t asked_for(struct arena *arena, void *list, const char *name)
{
    VEC(const char *) *names = list;
    for (int i = 0; i < names->n; i++)
        if (strcmp(names->at[i], name) == 0) return i;
    *vec_push(arena, names) = arena_string(arena, name);
    return names->n - 1;
}

static void assume_keys(struct eval *e, const struct gguf_file *file)
{
    if (file->keys.n) return;
    eval_assume(e, e->at,
                arena_printf(e->arena,
                             "%s has the keys that are read from it; --gguf FILE reads a real one",
                             file->name));
}

static struct cvalue rule_find_key(const struct dialect_call *c)
{
    struct gguf_file *file = gguf_argument(c, 0);
    const char *key = libc_text(c, 1);
    dialect_ggml_of(c->eval);
    if (!file || !key) return unknown(c);
    if (!file->header) {
        assume_keys(c->eval, file);
        return libc_int(c, asked_for(c->eval->arena, &file->keys, key));
    }
    int index = gguf_key_index(file->header, key);
    if (index < 0) file->missing = arena_string(c->eval->arena, key);
    return libc_int(c, index);
}

// ---- values

static void tell(const struct dialect_call *c, const char *what)
{
    struct dialect_ggml *d = dialect_ggml_of(c->eval);
    struct diag *diag =
        diag_add(d->diags, DIAG_GGUF, eval_site(c->eval), "%s: %s", c->function->name, what);
    if (d->refused) diag_set_severity(d->diags, diag, SEVERITY_NOTE);
    d->refused = true;
}

// The key of a header that an id stands for; a finding where it stands for none.
static const struct gguf_pair *pair_of(const struct dialect_call *c, const struct gguf_file *file,
                                       int64_t index)
{
    struct arena *arena = c->eval->arena;
    if (index >= 0 && index < file->header->n_pairs) return &file->header->pairs[index];
    const char *name = index == -1 && file->missing ? file->missing : NULL;
    tell(c, name ? arena_printf(arena, "`%s` is no key of %s", name, file->name)
                 : arena_printf(arena, "%lld is the id of no key of %s", (long long)index,
                                file->name));
    return NULL;
}

static struct cvalue value_of(const struct dialect_call *c, const struct gguf_pair *pair)
{
    switch (pair->type) {
    case GGUF_F32:
    case GGUF_F64: return cvalue_float(c->result, (long double)pair->real);
    case GGUF_STR:
        if (!pair->text) return libc_unknown(c, "a long text of a GGUF file");
        return ggml_text(dialect_ggml_of(c->eval), c->result, pair->text);
    default: return libc_int(c, pair->integer);
    }
}

static struct cvalue value_by_key(const struct dialect_call *c, const char *key)
{
    if (ctype_is_integer(c->result)) return gguf_symbol(c, key);
    return libc_unknown(c, arena_printf(c->eval->arena, "`%s` of a GGUF file", key));
}

// gguf_get_val_u32 and its like; data: the type that the key must have.
static struct cvalue rule_value(const struct dialect_call *c)
{
    struct gguf_file *file = gguf_argument(c, 0);
    enum gguf_type wanted = *(const enum gguf_type *)c->rule->data;
    int64_t index;
    dialect_ggml_of(c->eval);
    if (!file || !index_of(c, &index)) return unknown(c);
    if (!file->header)
        return index >= 0 && index < file->keys.n ? value_by_key(c, file->keys.at[index])
                                                  : unknown(c);
    const struct gguf_pair *pair = pair_of(c, file, index);
    if (!pair) return unknown(c);
    if (pair->type == wanted) return value_of(c, pair);
    tell(c, arena_printf(c->eval->arena, "`%s` of %s is of type %s, and is read as %s", pair->key,
                         file->name, gguf_type_word(pair->type), gguf_type_word(wanted)));
    return unknown(c);
}

// Asks a known header for what is under a key.
static struct cvalue of_pair(const struct dialect_call *c,
                             struct cvalue (*answer)(const struct dialect_call *,
                                                     const struct gguf_pair *))
{
    struct gguf_file *file = gguf_argument(c, 0);
    int64_t index;
    dialect_ggml_of(c->eval);
    if (!file || !file->header || !index_of(c, &index)) return unknown(c);
    const struct gguf_pair *pair = pair_of(c, file, index);
    return pair ? answer(c, pair) : unknown(c);
}

static struct cvalue key_name(const struct dialect_call *c, const struct gguf_pair *pair)
{
    return ggml_text(dialect_ggml_of(c->eval), c->result, pair->key);
}

static struct cvalue key_type(const struct dialect_call *c, const struct gguf_pair *pair)
{
    return libc_int(c, pair->type);
}

static struct cvalue element_type(const struct dialect_call *c, const struct gguf_pair *pair)
{
    return pair->type == GGUF_ARR ? libc_int(c, pair->element) : unknown(c);
}

static struct cvalue n_elements(const struct dialect_call *c, const struct gguf_pair *pair)
{
    return pair->type == GGUF_ARR ? libc_int(c, pair->n) : unknown(c);
}

static struct cvalue elements(const struct dialect_call *c, const struct gguf_pair *pair)
{
    if (pair->type != GGUF_ARR || !pair->elements) return unknown(c);
    int64_t bytes = pair->n * gguf_type_bytes(pair->element);
    struct cvalue array = eval_allocate(c->eval, bytes > 0 ? bytes : 1, c->result, pair->key);
    eval_write_bytes(c->eval, &array, 0, bytes, pair->elements);
    return array;
}

static struct cvalue rule_key(const struct dialect_call *c)
{
    return of_pair(c, key_name);
}

static struct cvalue rule_key_type(const struct dialect_call *c)
{
    return of_pair(c, key_type);
}

static struct cvalue rule_element_type(const struct dialect_call *c)
{
    return of_pair(c, element_type);
}

static struct cvalue rule_elements(const struct dialect_call *c)
{
    return of_pair(c, elements);
}

// How many there are is as good a size as a number under a key.
static struct cvalue rule_n_elements(const struct dialect_call *c)
{
    struct gguf_file *file = gguf_argument(c, 0);
    int64_t index;
    if (!file || file->header || !index_of(c, &index) || index < 0 || index >= file->keys.n)
        return of_pair(c, n_elements);
    return gguf_symbol(c, arena_printf(c->eval->arena, "%s.n", file->keys.at[index]));
}

// ---- what else a header says; data: the word for it

static struct cvalue rule_header(const struct dialect_call *c)
{
    const struct gguf_file *file = gguf_argument(c, 0);
    const char *what = c->rule->data;
    dialect_ggml_of(c->eval);
    if (!file || !file->header) return unknown(c);
    const struct gguf_header *header = file->header;
    switch (*what) {
    case 'v': return libc_int(c, header->version);
    case 'a': return libc_int(c, header->alignment);
    case 'o': return libc_int(c, header->data_offset);
    case 'k': return libc_int(c, header->n_pairs);
    default: return libc_int(c, header->n_tensors);
    }
}

static struct cvalue rule_type_name(const struct dialect_call *c)
{
    int64_t type;
    bool known = cvalue_as_int(&c->arguments[0], &type) && type >= 0 && type < N_GGUF_TYPES;
    if (!known) return unknown(c);
    return ggml_text(dialect_ggml_of(c->eval), c->result, gguf_type_word((enum gguf_type)type));
}

// ---- tensors of the file

static struct cvalue rule_find_tensor(const struct dialect_call *c)
{
    struct gguf_file *file = gguf_argument(c, 0);
    const char *name = libc_text(c, 1);
    dialect_ggml_of(c->eval);
    if (!file || !name) return unknown(c);
    if (!file->header) return libc_int(c, asked_for(c->eval->arena, &file->tensors, name));
    return libc_int(c, gguf_tensor_index(file->header, name));
}

// data: which of the tensor's figures
static struct cvalue rule_tensor(const struct dialect_call *c)
{
    const struct gguf_file *file = gguf_argument(c, 0);
    const char *what = c->rule->data;
    int64_t index;
    dialect_ggml_of(c->eval);
    if (!file || !file->header || !index_of(c, &index)) return unknown(c);
    if (index < 0 || index >= file->header->n_tensors) {
        tell(c, arena_printf(c->eval->arena, "%lld is the id of no tensor of %s", (long long)index,
                             file->name));
        return unknown(c);
    }
    const struct gguf_tensor *t = &file->header->tensors[index];
    switch (*what) {
    case 'n': return ggml_text(dialect_ggml_of(c->eval), c->result, t->name);
    case 't': return libc_int(c, ggml_number_of_dtype(t->type));
    case 'o': return libc_int(c, t->offset);
    default: return libc_int(c, t->bytes);
    }
}

static struct cvalue rule_nothing(const struct dialect_call *c)
{
    dialect_ggml_of(c->eval);
    return c->result->kind == CTYPE_VOID ? libc_nothing(c) : unknown(c);
}

static const enum gguf_type type_of[] = {
#define GGUF_TYPE(number, id, bytes, name) [GGUF_##id] = GGUF_##id,
#include "frontends/ggml/gguf_types.def"
#undef GGUF_TYPE
};

const struct dialect_rule gguf_rules[] = {
#define GGUF_TYPE(number, id, bytes, name)                                                         \
    {"gguf_get_val_" name, ".i", rule_value, &type_of[GGUF_##id]},
#include "frontends/ggml/gguf_types.def"
#undef GGUF_TYPE
    {"gguf_find_key", "..", rule_find_key, NULL},
    {"gguf_get_key", ".i", rule_key, NULL},
    {"gguf_get_kv_type", ".i", rule_key_type, NULL},
    {"gguf_get_arr_type", ".i", rule_element_type, NULL},
    {"gguf_get_arr_n", ".i", rule_n_elements, NULL},
    {"gguf_get_arr_data", ".i", rule_elements, NULL},
    {"gguf_get_arr_str", ".ii", rule_nothing, NULL},
    {"gguf_type_name", "i", rule_type_name, NULL},
    {"gguf_get_version", ".", rule_header, "version"},
    {"gguf_get_alignment", ".", rule_header, "alignment"},
    {"gguf_get_data_offset", ".", rule_header, "offset"},
    {"gguf_get_n_kv", ".", rule_header, "keys"},
    {"gguf_get_n_tensors", ".", rule_header, "tensors"},
    {"gguf_find_tensor", "..", rule_find_tensor, NULL},
    {"gguf_get_tensor_name", ".i", rule_tensor, "name"},
    {"gguf_get_tensor_type", ".i", rule_tensor, "type"},
    {"gguf_get_tensor_offset", ".i", rule_tensor, "offset"},
    {"gguf_get_tensor_size", ".i", rule_tensor, "size"},
    {0},
};
