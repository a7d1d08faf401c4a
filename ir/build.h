#ifndef IR_BUILD_H
#define IR_BUILD_H

// The only way to add to a program. Adding a node runs the op's shape rule at
// once, so that model code can read shapes back; a refused call gives poisoned
// results that carry the reason, and a diagnostic.

#include "ir/graph.h"

struct builder;

// How much there was of a program, to take away again what came later.
struct build_mark {
    int n_values, n_nodes, n_storages, n_scopes, n_graphs, n_calls, n_events, n_checkpoints;
    int n_frames, n_regions, n_unbatched;
    struct diag *const *last_diag;
    const char *unseen;
};

// An empty program of that name. All that is built is the arena's and lives as long.
struct builder *builder_open(struct arena *, struct syms *, const char *program_name);
struct program *builder_program(struct builder *); // as far as it is built

// The place that the next additions are blamed on; it is the caller's and must live as long as the
// program. NULL: none.
void builder_at(struct builder *, const struct site *);
const struct site *builder_site(const struct builder *);
// Where a call stands. One that no line of the program makes is blamed on the module that it is in.
const struct site *builder_blamed_site(const struct builder *);
// As the modules' train() and eval(): what nodes made from now on say of themselves (dropout).
enum build_mode { BUILD_INFERENCE, BUILD_TRAINING };
void builder_mode(struct builder *, enum build_mode);
// As torch.no_grad: results made from now on want no gradient.
enum build_gradients { BUILD_GRADIENTS, BUILD_NO_GRADIENTS };
void builder_gradients(struct builder *, enum build_gradients);
enum build_gradients builder_has_gradients(const struct builder *);
// As autograd: a call in place over a leaf that wants a gradient, or a view of one, is refused.
void builder_guard_leaves(struct builder *);
// How often a rule took its input for one without a batch axis.
int builder_n_unbatched(const struct builder *);

// Memory of so many bytes in which no tensor lies yet; `name` is the user's for it, or NULL.
storage_id build_storage(struct builder *, enum storage_kind, enum dtype, const struct sym *bytes,
                         const char *name);
// Memory carved from a pool, `offset` bytes into it.
storage_id build_storage_in(struct builder *, storage_id pool, const struct sym *offset,
                            enum storage_kind, enum dtype, const struct sym *bytes,
                            const char *name);
// A tensor that no node makes: input, parameter, buffer or constant, with a storage of its own.
value_id build_tensor(struct builder *, enum storage_kind, const struct tensor_type *,
                      const char *name);
// A tensor that lies in a storage that is there already, `offset` bytes into it (NULL: 0).
value_id build_tensor_in(struct builder *, storage_id, const struct sym *offset,
                         const struct tensor_type *, const char *name);
// A number of the language, without axes and memory (NULL: it is not known). In promotion it is
// weaker than any tensor.
value_id build_number(struct builder *, enum dtype, const struct attr *value);
// A value that a refused call would give: whatever it goes into is poisoned too, in silence.
value_id build_poison(struct builder *, const char *reason);
// A part of the program was not seen (struct program); the first reason stays.
void build_unseen(struct builder *, const char *reason);
// What is unknown for this reason was told in a finding.
void build_told(struct builder *, const char *reason);
// What numbers the value holds, copied: shape rules may read them.
void build_constant(struct builder *, value_id, const struct attr *contents);

// Where a result is written, for calls that fill memory which is there already: a kernel's
// destination, a part of a KV cache.
struct placement {
    storage_id storage;
    const struct sym *offset; // bytes; NULL: 0
    value_id over;            // the value it overwrites or updates, or 0
};

struct node_spec {
    enum op_kind op;
    int n_in;
    const value_id *in;       // 0: an optional operand left out
    const struct attr *attrs; // NULL: none given; else as many as the op has
    int n_accesses, n_facts;
    const struct access *accesses;
    const struct fact *facts;
    const struct placement *into; // one for each result; NULL: memory of their own
    const char *name;             // of results, where the library gives one; NULL: none
};

// Adds the node. Always returns one; its results are poisoned if the op's rule
// refused, or an operand was poisoned (that is not reported twice).
node_id build_node(struct builder *, const struct node_spec *);
// A call that no op describes: results with given types, accesses as given.
node_id build_opaque(struct builder *, const char *name, const struct node_spec *, int n_out,
                     const struct tensor_type *out);
// By index from 0, less than the node's n_out: anything else is the caller's mistake.
value_id build_result(const struct builder *, node_id, int index);
// Short form for one result and up to three operands.
value_id build_op(struct builder *, enum op_kind, const struct attr *attrs, value_id a, value_id b,
                  value_id c);

// Nodes and what they own come from this arena from now on; returns the one before.
struct arena *builder_arena(struct builder *, struct arena *);
struct build_mark build_mark(const struct builder *);
// Did nothing begin, and was nothing made, that stays: parameters, buffers, modules, findings?
bool build_can_rewind(const struct builder *, const struct build_mark *);
// Takes away all that was added since; the arena that it came from may be closed then.
void build_rewind(struct builder *, const struct build_mark *);

// Modules. A scope is made once; entering it happens at each call. A hook sees leaves.
enum scope_form { SCOPE_PARENT, SCOPE_LEAF };
scope_id build_scope(struct builder *, scope_id parent, const char *name, const char *kind,
                     enum scope_form);
// Registers a parameter or buffer, in the order of registration.
void build_scope_parameter(struct builder *, scope_id, value_id);
// Begins a call of the module at the place of builder_at; each ends by builder_leave, last first.
void builder_enter(struct builder *, scope_id);
// Ends the call, and those inside of it that were left early: its outputs are what a hook would
// see.
void builder_leave(struct builder *, scope_id, const value_id *out, int n_out);
// Of the nodes in between nothing is kept for backward but what they are given. A checkpoint in
// another one counts as a plain call.
void build_checkpoint_begin(struct builder *);
void build_checkpoint_end(struct builder *);
// Calls and checkpoints that have begun end without outputs.
void builder_unwind(struct builder *);

// What the program does next beside nodes: `id` is of what events.def says that the kind is about.
void build_event(struct builder *, enum event_kind, uint32_t id);
// An ordered selection of nodes, as a library has it that builds a graph and runs it later. Order
// is that of the calls.
graph_id build_graph(struct builder *, const char *name);
void build_graph_node(struct builder *, graph_id, node_id);
void build_graph_input(struct builder *, graph_id, value_id);
void build_graph_output(struct builder *, graph_id, value_id);
// A region that runs `count` times. Nodes added between begin and end are its
// body. Results of the node are the carried values after the last iteration.
// A carried value keeps its shape; one that does not gives a poisoned result.
void build_repeat_begin(struct builder *, const struct sym *count);
value_id build_repeat_carry(struct builder *, value_id initial); // the value inside the body
// What the next round has in its place: one for each value that is carried.
void build_repeat_next(struct builder *, value_id inside, value_id next);
// The node of the region, whose results are in the order in which values were carried.
node_id build_repeat_end(struct builder *);

#endif
