#ifndef FRONTENDS_DIALECTS_GGML_DIALECT_H
#define FRONTENDS_DIALECTS_GGML_DIALECT_H

// The calls of ggml.h, ggml-alloc.h, ggml-backend.h and gguf.h as the interpreter sees them.
//
// A tensor is an object of the program's memory, laid out by the user's own `struct ggml_tensor`,
// and a struct ggml_tensor of ir/ggml_graph.h beside it. What calls make is written into the
// object; what the program wrote there itself is looked for whenever a call is given the tensor.
// Contexts, graphs, buffers and allocators are objects that a number hangs on.
//
// Which tensors a call makes, and what it demands, is in frontends/ggml.

#include "frontends/c/dialect.h"
#include "frontends/ggml/call.h"
#include "frontends/ggml/graph.h"

extern const struct dialect ggml_dialect;

// Where the fields of the user's struct ggml_tensor lie; NULL: it has none of that name.
struct ggml_fields {
#define FIELD(name) const struct cfield *name;
#include "frontends/dialects/ggml_fields.def"
#undef FIELD
};

// A tensor's object, by the tensor's number.
struct ggml_object {
    struct cvalue pointer;
    struct cvalue data; // CVALUE_NOTHING: there is none yet
    uint8_t *image;     // what the object held when it was last looked at, `size` bytes
};

// An argument in bytes that is counted in another type's size; `type` is NULL where none is.
struct ggml_miscount {
    const struct ggml_tensor *tensor;
    const struct ctype *type;
    const char *function, *parameter;
    const struct site *site;
};

// What ggml_graph_get_tensor was asked for, and did not find.
struct ggml_absent {
    const char *name;
    const struct ggml_graph *graph;
    const struct site *site;
};

struct ggml_buffer {
    const struct sym *bytes;
    struct ggml_life life;
};

struct ggml_allocator {
    const struct sym *graph_size; // of a scheduler; NULL: ggml_gallocr has no limit
    struct ggml_life life;
};

// Of a tensor that an allocator of graphs gave memory: to the library it lies there from then on,
// to the allocator that is asked about the graph it does not yet.
#define PLACED_BY_ALLOCATOR (-1)

struct dialect_ggml {
    struct eval *eval;
    struct arena *arena;
    struct syms *syms;
    struct ggml_state *state;
    struct diags *diags;
    const struct ctype *tensor, *tensor_pointer, *void_pointer, *char_;
    struct ggml_fields fields;
    int64_t name_bytes; // room for a name, with the NUL
    VEC(struct ggml_object) objects;
    VEC(struct ggml_buffer) buffers;       // by number
    VEC(struct ggml_allocator) allocators; // by number less 1
    VEC(int) placed; // by tensor number: number of the buffer that holds it and 1, 0, or PLACED_*
    bool right_to_left; // arguments: how the library was compiled, for composite functions
    struct cvalue cpu_backend, cpu_buffer_type;
    VEC(struct ggml_tensor *) outside; // made up, since the caller has them (ggml_outside.c)
    struct map *outside_names;         // the same by where the caller has them
    VEC(struct ggml_miscount) miscounts;
    VEC(const struct ggml_tensor *) told_fields; // the program wrote into them what there is not
    VEC(const struct site *) refusals;           // calls that were refused
    VEC(const struct ggml_tensor *) told_views;  // that reach behind their root's end
    VEC(const struct site *) told_meant;         // calls that hardly anybody means
    bool placed_unseen; // an allocator was given a graph that is not known, or known in part
    bool told_null;     // that NULL stood where a tensor is wanted
    const struct ggml_absent *absent; // the last name that a graph has no tensor of; NULL: none
    bool refused; // a call was: the program ended there, so what follows is told as a note
};

// The state of this run, made at the first call.
struct dialect_ggml *dialect_ggml_of(struct eval *);

// For frontends/run.c, once the program has run: findings about all that it made.
void dialect_ggml_finish(struct eval *);

// ---- objects (ggml_object.c)

enum ggml_handle { HANDLE_TENSOR, HANDLE_CONTEXT, HANDLE_GRAPH, HANDLE_BUFFER, HANDLE_ALLOCATOR };

struct cvalue ggml_handle_make(struct dialect_ggml *, enum ggml_handle, const struct ctype *pointer,
                               uint64_t number, const char *name);
// The object stands for another one from here on.
void ggml_handle_change(struct dialect_ggml *, enum ggml_handle, const struct cvalue *,
                        uint64_t number);
bool ggml_handle_number(struct dialect_ggml *, enum ggml_handle, const struct cvalue *,
                        uint64_t *number);

// The object that is there already, of a tensor from outside.
void ggml_object_adopt(struct dialect_ggml *, struct ggml_tensor *, const struct cvalue *pointer);
// The object of a tensor that a call made, its fields written.
struct cvalue ggml_object_make(struct dialect_ggml *, struct ggml_tensor *);
// Fields again, after a call changed them.
void ggml_object_write(struct dialect_ggml *, struct ggml_tensor *);
// The tensor, with what the program wrote into its object since. NULL for NULL and for what is no
// tensor; `reason` says why, where it is not NULL that was given.
struct ggml_tensor *ggml_object_tensor(struct dialect_ggml *, const struct cvalue *,
                                       const char **reason);
// Gives a tensor that is no view memory of its own for its elements, nobody knows what is in it.
void ggml_object_place(struct dialect_ggml *, struct ggml_tensor *);
// A pointer to the tensor's elements; NULL where it has none.
struct cvalue ggml_object_data(struct dialect_ggml *, struct ggml_tensor *, const struct ctype *);
const struct cvalue *ggml_object_pointer(struct dialect_ggml *, const struct ggml_tensor *);
// What a call gives back: a pointer to the tensor's object, or NULL for NULL.
struct cvalue ggml_result_tensor(struct dialect_ggml *, const struct dialect_call *,
                                 const struct ggml_tensor *);

// ---- arguments (ggml.c)

// A tensor that is an argument of the call; a finding where it is NULL or none at all, whose call
// then gives an unknown for that reason.
struct ggml_tensor *ggml_argument(struct dialect_ggml *, const struct dialect_call *, int argument,
                                  const char **reason);
struct ggml_graph *ggml_argument_graph(struct dialect_ggml *, const struct dialect_call *,
                                       int argument);
struct ggml_context *ggml_argument_context(struct dialect_ggml *, const struct dialect_call *,
                                           int argument);
const struct sym *ggml_argument_size(struct dialect_ggml *, const struct dialect_call *,
                                     int argument);
// The element type of a number of the library's enumeration; DTYPE_NONE if there is none.
enum dtype ggml_dtype_of_number(int64_t);
int64_t ggml_number_of_dtype(enum dtype);
struct cvalue ggml_nothing(const struct dialect_call *);
struct cvalue ggml_size(const struct dialect_call *, const struct sym *);
struct cvalue ggml_text(struct dialect_ggml *, const struct ctype *, const char *);
// Takes memory of the context for an object, with its header; where there is too little is told at
// the end.
void ggml_take(struct dialect_ggml *, struct ggml_context *, const struct sym *object,
               const char *what);
// The bytes of a tensor's struct in the program's own ggml.h.
int64_t ggml_struct_bytes(const struct dialect_ggml *);

// ---- findings (ggml_tell.c)

// The call was refused: which assertion of the library fails, of which tensors, and what would mend
// it. Returns the reason of what the call gives.
// At which argument, from 0, a call of the function is given its `index`-th tensor; -1: at none.
int ggml_argument_of(const struct ggml_function *, int index);
const char *ggml_tell_refused(struct dialect_ggml *, const struct dialect_call *,
                              const struct ggml_call *);
void ggml_tell_freed(struct dialect_ggml *, const struct dialect_call *,
                     const struct ggml_tensor *);
// An open condition in the words of the call.
struct obligation ggml_obligation(struct dialect_ggml *, const struct dialect_call *,
                                  const struct ggml_call *, const struct condition *);
// "f32 {64, 4}", sizes innermost first, as the library counts them.
const char *ggml_shape_string(struct arena *, const struct ggml_tensor *);

// The graph has no room for what comes next; once a graph (ggml_graph.c).
void ggml_tell_full(struct dialect_ggml *, const struct dialect_call *, struct ggml_graph *,
                    enum graph_limit);

void ggml_tell_freed_graph(struct dialect_ggml *, const struct dialect_call *,
                           const struct ggml_graph *);

// ---- what the caller of a builder has (ggml_outside.c)

// The tensor or graph that the pointer leads to; NULL: it does not come from outside, or this
// program has a main that would have made it.
struct ggml_tensor *ggml_outside_tensor(struct dialect_ggml *, const struct cvalue *);
struct ggml_graph *ggml_outside_graph(struct dialect_ggml *, const struct cvalue *);
// Takes a size of such a tensor to be what an open condition of the call needs; false: there is
// none. The call is to be made again then.
bool ggml_outside_solve(struct dialect_ggml *, const struct ggml_call *);
// For frontends/run.c: what the entry gave back.
void dialect_ggml_returned(struct eval *, const struct cvalue *result);

// ---- what the library lets pass (ggml_made.c)

void ggml_check_made(struct dialect_ggml *, const struct ggml_tensor *);
// A view of which it was told that it ends behind its root.
bool ggml_is_told_view(const struct dialect_ggml *, const struct ggml_tensor *);
void ggml_check_written(struct dialect_ggml *); // once the program has run
void ggml_check_wanted(struct dialect_ggml *);  // the same

// ---- what hardly anybody means (ggml_meant.c)

void ggml_check_meant(struct dialect_ggml *, const struct ggml_call *);

// ---- what is NULL or was freed, and parts that there are not (ggml_alive.c)

// A finding where the argument is NULL.
void ggml_tell_null(struct dialect_ggml *, const struct dialect_call *, enum ggml_handle,
                    int argument);
// The same, and where it was freed.
void ggml_use_handle(struct dialect_ggml *, const struct dialect_call *, enum ggml_handle,
                     int argument);
void ggml_free_handle(struct dialect_ggml *, const struct dialect_call *, enum ggml_handle);
void ggml_place_in_buffer(struct dialect_ggml *, const struct ggml_tensor *, int buffer);
// A finding where the buffer that holds the tensor, or one of the graph, was freed.
void ggml_use_memory(struct dialect_ggml *, const struct dialect_call *,
                     const struct ggml_tensor *);
void ggml_use_graph_memory(struct dialect_ggml *, const struct dialect_call *,
                           const struct ggml_graph *);
// A finding, a note where the program has ended before: what would come next.
struct diag *ggml_finding(struct dialect_ggml *, enum diag_id, const struct site *,
                          const char *format, ...) __attribute__((format(printf, 4, 5)));
// Bytes of a tensor, an element by its number or by its indices, from argument `first` on.
void ggml_check_range(struct dialect_ggml *, const struct dialect_call *,
                      const struct ggml_tensor *, const struct sym *from, const struct sym *bytes);
void ggml_check_element(struct dialect_ggml *, const struct dialect_call *,
                        const struct ggml_tensor *, const struct sym *index);
void ggml_check_indices(struct dialect_ggml *, const struct dialect_call *,
                        const struct ggml_tensor *, int first);

// ---- who has memory (ggml_placed.c)

bool ggml_is_placed(const struct dialect_ggml *, const struct ggml_tensor *);
bool ggml_is_placed_by_allocator(const struct dialect_ggml *, const struct ggml_tensor *);
// An allocator gives all of the graph memory that has none yet; NULL: nobody knows which graph.
void ggml_place_graph(struct dialect_ggml *, const struct ggml_graph *);
// A finding where the tensor, or a node of the graph, has no memory yet.
void ggml_demand_memory(struct dialect_ggml *, const struct dialect_call *, struct ggml_tensor *);
void ggml_demand_graph_memory(struct dialect_ggml *, const struct dialect_call *,
                              const struct ggml_graph *);

// ---- bytes that are counted in the size of another type (ggml_bytes.c)

struct ggml_miscount ggml_miscounted(struct dialect_ggml *, const struct dialect_call *,
                                     const struct ggml_call *);
// Of the call at the site; NULL: there is none.
const struct ggml_miscount *ggml_miscount_at(const struct dialect_ggml *, const struct site *);
const char *ggml_miscount_words(struct dialect_ggml *, const struct ggml_miscount *);
void ggml_check_bytes(struct dialect_ggml *); // once the program has run

// ---- what the CPU backend cannot compute (ggml_computed.c)

void ggml_check_computed(struct dialect_ggml *); // once the program has run

// ---- calls that make tensors (ggml_call.c)

// A field of a record that is an argument.
struct cvalue ggml_parameter(struct dialect_ggml *, const struct cvalue *record, const char *name);
// A new context of so many bytes, which the library gets itself (ggml_context.c).
struct ggml_context *ggml_context_make(struct dialect_ggml *, const struct sym *mem_size);
// For a function of the table; arguments and context are the caller's.
struct ggml_call ggml_call_open(struct dialect_ggml *, const struct ggml_function *);
// Objects for what it made, memory of the context taken, and its open conditions kept.
void ggml_call_finish(struct dialect_ggml *, const struct dialect_call *, struct ggml_call *);
struct cvalue ggml_rule_make(const struct dialect_call *); // data: the struct ggml_function

// ---- rules; each list ends with a NULL name

extern const struct dialect_rule ggml_node_rules[], ggml_stride_rules[];
extern const struct dialect_rule ggml_context_rules[], ggml_query_rules[], ggml_tensor_rules[],
    ggml_graph_rules[], ggml_backend_rules[], ggml_backward_rules[], ggml_aside_rules[],
    gguf_rules[], gguf_open_rules[];

#endif
