// Storages and values that no node makes, and what all values share: sizes, strides and bytes that
// were met a moment ago.

#include "ir/builder.h"

#include <assert.h>
#include <string.h>

storage_id build_storage_in(struct builder *b, storage_id pool, const struct sym *offset,
                            enum storage_kind kind, enum dtype dtype, const struct sym *bytes,
                            const char *name)
{
    struct program *program = b->program;
    struct storage *storage = vec_push(program->arena, &program->storages);
    *storage = (struct storage){.kind = kind, .dtype = dtype, .bytes = bytes, .site = b->site};
    storage->name = name ? arena_string(b->arena, name) : NULL;
    storage->inside = pool;
    storage->inside_offset = offset;
    return (storage_id)program->storages.n - 1;
}

storage_id build_storage(struct builder *b, enum storage_kind kind, enum dtype dtype,
                         const struct sym *bytes, const char *name)
{
    return build_storage_in(b, 0, NULL, kind, dtype, bytes, name);
}

// The entry of a small direct-mapped cache for these sizes, evicting what was there: layers repeat
// their shapes, and bytes are worked out once a shape. Sizes are interned, so their addresses are
// their identity; `>> 4` drops what alignment keeps zero.
static struct recent_shape *recent_of(struct builder *b, int n, const struct sym *const *sizes)
{
    uintptr_t hash = (uintptr_t)n;
    for (int i = 0; i < n; i++) hash = hash * 31 + ((uintptr_t)sizes[i] >> 4);
    hash ^= hash >> 17;
    struct recent_shape *recent = &b->recent[hash % N_RECENT_SHAPES];
    size_t bytes = (size_t)n * sizeof *sizes;
    if (recent->rank != n || (n && memcmp(recent->dim, sizes, bytes) != 0))
        *recent = (struct recent_shape){.rank = n, .dim = arena_copy(b->arena, sizes, bytes)};
    return recent;
}

const struct sym *const *builder_share_sizes(struct builder *b, int n,
                                             const struct sym *const *sizes)
{
    if (n == 0) return NULL;
    return recent_of(b, n, sizes)->dim;
}

value_id builder_add_value(struct builder *b, const struct tensor_type *type, const char *name)
{
    struct program *program = b->program;
    assert(type->shape.rank >= 0 && type->shape.rank <= MAX_RANK);
    struct value *value = vec_push(program->arena, &program->values);
    *value = (struct value){.dtype = type->dtype, .rank = (uint8_t)type->shape.rank};
    value->dim = builder_share_sizes(b, type->shape.rank, type->shape.dim);
    if (type->strided) value->stride = builder_share_sizes(b, type->shape.rank, type->stride);
    value->name = name ? arena_string(b->arena, name) : NULL;
    value->site = builder_blamed_site(b);
    return (value_id)program->values.n - 1;
}

value_id builder_add_poison(struct builder *b, const char *reason)
{
    value_id id = builder_add_value(b, &(struct tensor_type){.dtype = DTYPE_NONE}, NULL);
    struct value *value = program_value(b->program, id);
    value->flags = VALUE_POISONED;
    value->reason = reason;
    return id;
}

value_id build_poison(struct builder *b, const char *reason)
{
    return builder_add_poison(b, arena_string(b->arena, reason));
}

// The first reason stays: what came later is often its consequence.
void build_unseen(struct builder *b, const char *reason)
{
    if (!b->program->unseen) b->program->unseen = arena_string(b->program->arena, reason);
}

void build_told(struct builder *b, const char *reason)
{
    if (!b->program->told) b->program->told = map_open(b->program->arena);
    map_put_string(b->program->told, reason, b);
}

// A tensor may be impossible as it stands.
static const char *why_impossible(struct builder *b, const struct tensor_type *type,
                                  const struct sym *bytes, enum diag_id *diag)
{
    int64_t size;
    for (int axis = 0; axis < type->shape.rank; axis++) {
        if (!sym_is_const(type->shape.dim[axis], &size) || size >= 0) continue;
        *diag = DIAG_SIZE_NEGATIVE;
        return arena_printf(b->arena, "%s has a negative size in dim %d",
                            tensor_string(b->arena, type), axis);
    }
    bool overflowed = sym_overflowed(bytes);
    for (int axis = 0; axis < type->shape.rank; axis++)
        overflowed |= sym_overflowed(type->shape.dim[axis]);
    if (!overflowed) return NULL;
    *diag = DIAG_SIZE_OVERFLOW;
    return arena_printf(b->arena, "%s has more than 2^63 - 1 bytes", tensor_string(b->arena, type));
}

const struct sym *builder_possible_bytes(struct builder *b, const struct tensor_type *type,
                                         const char **why, enum diag_id *diag)
{
    struct recent_shape *recent = recent_of(b, type->shape.rank, type->shape.dim);
    if (recent->bytes && recent->dtype == type->dtype) return recent->bytes;
    const struct sym *bytes = tensor_bytes(b->program->syms, type);
    *why = why_impossible(b, type, bytes, diag);
    recent->dtype = type->dtype;
    return recent->bytes = *why ? NULL : bytes;
}

// With memory of its own; an impossible one is a finding and poisoned.
value_id build_tensor(struct builder *b, enum storage_kind kind, const struct tensor_type *type,
                      const char *name)
{
    enum diag_id diag = DIAG_NONE;
    const char *impossible = NULL;
    const struct sym *bytes = builder_possible_bytes(b, type, &impossible, &diag);
    if (!bytes) {
        diag_add(&b->program->diags, diag, b->site, "%s%s%s%s", name ? "`" : "", name ? name : "",
                 name ? "`: " : "", impossible);
        // What a layer owns is not all counted then.
        if (kind == STORAGE_PARAMETER || kind == STORAGE_BUFFER) build_unseen(b, impossible);
        return builder_add_poison(b, impossible);
    }
    storage_id storage = build_storage(b, kind, type->dtype, bytes, name);
    value_id id = build_tensor_in(b, storage, NULL, type, name);
    program_storage(b->program, storage)->first = id;
    return id;
}

// In memory that is there; a parameter needs a gradient wherever it lies.
value_id build_tensor_in(struct builder *b, storage_id storage, const struct sym *offset,
                         const struct tensor_type *type, const char *name)
{
    value_id id = builder_add_value(b, type, name);
    struct value *value = program_value(b->program, id);
    value->storage = storage;
    value->offset = offset && sym_is(offset, 0) ? NULL : offset;
    bool learned = program_storage(b->program, storage)->kind == STORAGE_PARAMETER;
    if (learned && dtype_is_float(type->dtype)) value->flags |= VALUE_REQUIRES_GRAD;
    return id;
}

struct attr builder_copy_attr(struct arena *arena, const struct attr *from)
{
    struct attr attr = *from;
    if (attr.kind == ATTR_STRING) attr.s = arena_string(arena, attr.s);
    if (attr.kind == ATTR_INTS)
        attr.ints = arena_copy(arena, attr.ints, (size_t)attr.n * sizeof *attr.ints);
    return attr;
}

void build_constant(struct builder *b, value_id id, const struct attr *contents)
{
    struct attr copy = builder_copy_attr(b->arena, contents);
    program_value(b->program, id)->constant = arena_copy(b->arena, &copy, sizeof copy);
}

// No memory and no axes: a number of the language weighs less in promotion than any tensor.
value_id build_number(struct builder *b, enum dtype dtype, const struct attr *number)
{
    value_id id = builder_add_value(b, &(struct tensor_type){.dtype = dtype}, NULL);
    program_value(b->program, id)->flags = VALUE_NUMBER;
    if (number) build_constant(b, id, number);
    return id;
}
