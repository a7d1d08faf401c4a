#include <inttypes.h>
#include <string.h>
#include <shapeprof/nn.h>
#include "frontends/dialects/nn.h"
#include "frontends/nn/overwritten.h"

// Tensors and modules as objects of the interpreter's memory.

// In nn_private[1] of every module that was made.
#define MODULE_MARK 0x6e6e4d6f64756c65

#define MAX_RESULTS 65536 // of a struct nn_tensors; more is memory that holds none

// ---- tensors

struct cvalue handle_tensor(struct dialect_nn *d, value_id value)
{
    struct cvalue pointer = eval_allocate(d->eval, 1, d->tensor_pointer, "tensor");
    eval_attach(d->eval, &pointer, &nn_dialect, value);
    return pointer;
}

bool handle_given(struct dialect_nn *d, const struct cvalue *v)
{
    return v->kind != CVALUE_NOTHING && !eval_is_null(d->eval, v);
}

bool handle_is_tensor(struct dialect_nn *d, const struct cvalue *v)
{
    uint64_t value;
    return handle_given(d, v) && eval_attached(d->eval, v, &nn_dialect, &value);
}

static const char *why_unknown(struct dialect_nn *d, const struct cvalue *v)
{
    return v->kind == CVALUE_UNKNOWN ? v->reason : eval_unknown_memory(d->eval, v);
}

// nn_flatten(...) is a module, and nn_f_flatten(x) the function that its maker may have meant.
static const char *module_for_tensor(struct dialect_nn *d, nn_module_id id)
{
    struct arena *arena = d->recording->arena;
    const char *what =
        "a module stands where a tensor is wanted: nn_call(module, x) gives its result";
    const struct module *module = module_get(d->recording, id);
    const char *maker = module && module->function ? module->function->name : NULL;
    if (!maker || !nn_function_find(arena_printf(arena, "f_%s", maker))) return what;
    return arena_printf(arena, "%s; nn_%s makes a module, and nn_f_%s is the function of tensors",
                        what, maker, maker);
}

// What stands where a tensor is wanted.
static const char *what_no_tensor_is(struct dialect_nn *d, const struct cvalue *v)
{
    nn_module_id module = handle_made_module(d, v);
    if (module) return module_for_tensor(d, module);
    if (v->kind == CVALUE_POINTER && !v->pointer.object)
        return arena_printf(d->recording->arena,
                            "the number %" PRId64 " stands where a tensor is wanted: "
                            "nn_integer(%" PRId64 ") is a tensor of it; options are given by "
                            "name, as .dim = 1, behind the tensors",
                            v->pointer.offset, v->pointer.offset);
    return "the tensor was not made by a call of nn.h";
}

static const char *wrong_use_of_closed(struct dialect_nn *d, const char *what)
{
    return recording_wrong(d->recording, DIAG_NN_HANDLE,
                           "the %s was made in a recording that has ended: nn_recording_close, and "
                           "nn_recording_open of the next one, free all that was made in it",
                           what);
}

value_id handle_value(struct dialect_nn *d, const struct cvalue *v)
{
    uint64_t value;
    if (!handle_given(d, v)) return 0;
    if (eval_attached(d->eval, v, &nn_dialect, &value)) {
        d->n_looks++;
        if (value > d->n_closed_values) return overwritten_now(d->recording, (value_id)value);
        return recording_poison(d->recording, wrong_use_of_closed(d, "tensor"));
    }
    const char *unknown = why_unknown(d, v);
    if (unknown) {
        build_unseen(d->recording->builder, unknown);
        return recording_poison(d->recording, unknown);
    }
    return recording_poison(
        d->recording, recording_wrong(d->recording, DIAG_NN_HANDLE, "%s", what_no_tensor_is(d, v)));
}

// ---- given back

static bool was_freed(const struct dialect_nn *d, value_id id)
{
    for (int i = 0; i < d->freed.n; i++)
        if (id >= d->freed.at[i].first && id < d->freed.at[i].end) return true;
    return false;
}

// Activations end with their last use, inputs where they are given back.
static void end_inputs(struct dialect_nn *d, value_id first, value_id end)
{
    struct program *program = builder_program(d->recording->builder);
    for (value_id id = first; id < end; id++) {
        storage_id storage = program_value(program, id)->storage;
        const struct storage *s = storage ? program_storage(program, storage) : NULL;
        if (s && s->kind == STORAGE_INPUT && s->first == id && !was_freed(d, id))
            build_event(d->recording->builder, EVENT_FREE, storage);
    }
}

void handle_free(struct dialect_nn *d, value_id first, value_id end)
{
    end_inputs(d, first, end);
    struct dialect_freed freed = {first, end, eval_site(d->eval)};
    if (first < end) *vec_push(d->recording->arena, &d->freed) = freed;
}

static bool is_of_module(struct dialect_nn *d, value_id id)
{
    struct program *program = builder_program(d->recording->builder);
    storage_id storage = program_value(program, id)->storage;
    enum storage_kind kind = storage ? program_storage(program, storage)->kind : STORAGE_INPUT;
    return kind == STORAGE_PARAMETER || kind == STORAGE_BUFFER || kind == STORAGE_GRADIENT;
}

static void tell_freed(struct dialect_nn *d, value_id id)
{
    struct diags *diags = recording_diags(d->recording);
    for (int i = d->freed.n; i-- > 0;) {
        const struct dialect_freed *freed = &d->freed.at[i];
        if (id < freed->first || id >= freed->end || is_of_module(d, id)) continue;
        const struct site *site = builder_site(d->recording->builder);
        struct diag *diag =
            diag_add(diags, DIAG_TENSOR_FREED, site, "the tensor is used after it was given back");
        diag_note(diags, diag, freed->site, "it is given back here");
        diag_fix(diags, diag, "give it back behind its last use, or make it outside of the scope");
        return;
    }
}

value_id handle_operand(struct dialect_nn *d, const struct cvalue *v)
{
    uint64_t value;
    bool made = handle_given(d, v) && eval_attached(d->eval, v, &nn_dialect, &value);
    if (made && d->freed.n) tell_freed(d, (value_id)value);
    return handle_value(d, v);
}

// ---- lists of tensors

static void store_field(struct dialect_nn *d, const struct cvalue *record, const char *name,
                        struct cvalue value)
{
    const struct cfield *field = ctype_field(d->tensors, name);
    value.type = field->type;
    eval_store(d->eval, record, field->offset, &value);
}

// `room` entries: n values, the last one again up to `filled`, and NULL behind them.
static struct cvalue tensors_record(struct dialect_nn *d, int n, const value_id *values, int filled,
                                    int room)
{
    int64_t size = d->tensor_pointer->size;
    const struct ctype *array_type = ctype_field(d->tensors, "at")->type;
    struct cvalue array = eval_allocate(d->eval, size * room, array_type, "tensors");
    struct cvalue tensor = {0};
    for (int i = 0; i < filled; i++) {
        if (i < n) tensor = handle_tensor(d, values[i]);
        eval_store(d->eval, &array, i * size, &tensor);
    }
    struct cvalue record = eval_allocate(
        d->eval, d->tensors->size, unit_pointer_to(eval_unit(d->eval), d->tensors), "tensors");
    store_field(d, &record, "n", cvalue_int(ctype_field(d->tensors, "n")->type, n));
    store_field(d, &record, "at", array);
    return (struct cvalue){
        .kind = CVALUE_RECORD, .type = d->tensors, .record = record.pointer.object};
}

struct cvalue handle_tensors(struct dialect_nn *d, int n, const value_id *values)
{
    int room = recording_list_room(d->recording, n, values);
    return tensors_record(d, n, values, room, room ? room : 1);
}

struct cvalue handle_inputs(struct dialect_nn *d, int n, const value_id *values)
{
    return tensors_record(d, n, values, n, n < NN_MAX_INPUTS ? NN_MAX_INPUTS : n);
}

int handle_values(struct dialect_nn *d, const struct cvalue *tensors, const value_id **values)
{
    *values = NULL;
    if (tensors->kind != CVALUE_RECORD) return 0;
    struct cvalue record = {.kind = CVALUE_POINTER,
                            .type = unit_pointer_to(eval_unit(d->eval), d->tensors),
                            .pointer = {tensors->record, 0}};
    const struct cfield *n_field = ctype_field(d->tensors, "n"),
                        *at_field = ctype_field(d->tensors, "at");
    struct cvalue count = eval_load(d->eval, &record, n_field->offset, n_field->type);
    struct cvalue array = eval_load(d->eval, &record, at_field->offset, at_field->type);
    int64_t n;
    if (!cvalue_as_int(&count, &n) || n < 0 || n > MAX_RESULTS) return 0;
    value_id *out = arena_array(d->recording->arena, value_id, n);
    for (int64_t i = 0; i < n && !eval_stopped(d->eval); i++) {
        struct cvalue tensor =
            eval_load(d->eval, &array, i * d->tensor_pointer->size, d->tensor_pointer);
        out[i] = handle_value(d, &tensor);
    }
    *values = out;
    return (int)n;
}

// ---- modules

// What is attached to the object of a module.
static const char module_kind_of_handle;

static const struct cfield *private_field(struct dialect_nn *d)
{
    return ctype_field(d->module_pointer->element, "nn_private");
}

struct dialect_module *handle_module_at(struct dialect_nn *d, nn_module_id id)
{
    while ((nn_module_id)d->modules.n <= id) vec_push(d->recording->arena, &d->modules);
    return &d->modules.at[id];
}

struct cvalue handle_new_module(struct dialect_nn *d, nn_module_id id, const struct ctype *pointer,
                                int64_t bytes, const char *name)
{
    const struct cfield *field = private_field(d);
    const struct ctype *number = field->type->element;
    struct cvalue self = eval_allocate(d->eval, bytes, pointer, name);
    self.type = d->module_pointer;
    struct cvalue first = cvalue_int(number, (int64_t)id);
    struct cvalue second = cvalue_int(number, MODULE_MARK);
    eval_store(d->eval, &self, field->offset, &first);
    eval_store(d->eval, &self, field->offset + number->size, &second);
    // A function without a body may have written to its memory: it stays this module.
    eval_attach(d->eval, &self, &module_kind_of_handle, id);
    handle_module_at(d, id)->self = self;
    return self;
}

struct cvalue handle_module(struct dialect_nn *d, nn_module_id id)
{
    if (!id) return cvalue_null(d->module_pointer);
    struct dialect_module *module = handle_module_at(d, id);
    if (module->self.kind == CVALUE_POINTER) return module->self;
    return handle_new_module(d, id, d->module_pointer, d->module_pointer->element->size,
                             module_get(d->recording, id)->kind);
}

nn_module_id handle_made_module(struct dialect_nn *d, const struct cvalue *v)
{
    uint64_t id;
    if (v->kind != CVALUE_POINTER || !eval_attached(d->eval, v, &module_kind_of_handle, &id))
        return 0;
    int64_t offset = v->pointer.offset;
    return !offset || offset == handle_module_at(d, (nn_module_id)id)->base ? (nn_module_id)id : 0;
}

// The id that a module's own memory holds; 0 with the reason, NULL if there is none.
static nn_module_id stored_id(struct dialect_nn *d, const struct cvalue *v, const char **reason)
{
    nn_module_id attached = handle_made_module(d, v);
    if (attached) return attached;
    const struct cfield *field = private_field(d);
    const struct ctype *number = field->type->element;
    // Memory of malloc: that its nn_module was not set up is said in the user's words.
    if (eval_is_unset(d->eval, v, field->offset, number->size)) return 0;
    struct cvalue first = eval_load(d->eval, v, field->offset, number);
    struct cvalue second = eval_load(d->eval, v, field->offset + number->size, number);
    int64_t id = 0, mark = 0;
    bool known = cvalue_as_int(&first, &id) && cvalue_as_int(&second, &mark);
    bool made = known && mark == MODULE_MARK && module_get(d->recording, (nn_module_id)id);
    bool unknown = first.kind == CVALUE_SYMBOLIC && sym_kind(first.sym) == SYM_UNKNOWN;
    *reason = unknown ? sym_name(first.sym) : NULL;
    return made ? (nn_module_id)id : 0;
}

// By where it lies; one that lies nowhere by the reason why it is unknown (lost_own_reason).
static nn_module_id unseen_module(struct dialect_nn *d, const struct cvalue *v, const char *reason)
{
    struct {
        uint64_t object;
        int64_t offset;
    } key = {0, (int64_t)(intptr_t)reason};
    if (v->kind == CVALUE_POINTER) {
        key.object = v->pointer.object;
        key.offset = v->pointer.offset;
    }
    uintptr_t known = (uintptr_t)map_get(d->unseen, &key, sizeof key);
    if (known) return (nn_module_id)known;
    nn_module_id id = module_unseen(d->recording, reason);
    map_put(d->unseen, &key, sizeof key, (void *)(uintptr_t)id);
    if (v->kind == CVALUE_POINTER) handle_module_at(d, id)->self = *v;
    return id;
}

nn_module_id handle_find_module(struct dialect_nn *d, const struct cvalue *v, const char **reason)
{
    *reason = NULL;
    if (!handle_given(d, v)) return 0;
    if (handle_is_tensor(d, v)) {
        *reason = recording_wrong(d->recording, DIAG_NN_HANDLE,
                                  "a tensor stands where a module is wanted: modules are made by "
                                  "constructors, as nn_relu(); nn_f_relu(x) is a function of "
                                  "tensors, to be called in a forward function");
        return 0;
    }
    const char *unknown = why_unknown(d, v);
    nn_module_id id = v->kind == CVALUE_POINTER && !unknown ? stored_id(d, v, &unknown) : 0;
    if (!id && unknown) return unseen_module(d, v, unknown);
    if (!id)
        *reason = recording_wrong(d->recording, DIAG_NN_HANDLE,
                                  "the module was not made by nn_new or a layer of nn.h: memory of "
                                  "malloc and variables are no modules");
    if (!id || id > d->n_closed_modules) return id;
    *reason = wrong_use_of_closed(d, "module");
    return 0;
}

nn_module_id handle_module_id(struct dialect_nn *d, const struct cvalue *v)
{
    const char *reason;
    return handle_find_module(d, v, &reason);
}

// ---- strings

struct cvalue handle_string(struct dialect_nn *d, const struct ctype *type, const char *text)
{
    if (!text) return cvalue_null(type);
    const struct ctype *character = unit_types(eval_unit(d->eval))->char_;
    int64_t n = (int64_t)strlen(text) + 1;
    struct cvalue pointer = eval_allocate(d->eval, n, type, "text");
    for (int64_t i = 0; i < n; i++) {
        struct cvalue c = cvalue_int(character, text[i]);
        eval_store(d->eval, &pointer, i, &c);
    }
    return pointer;
}
