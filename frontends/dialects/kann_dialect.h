#ifndef FRONTENDS_DIALECTS_KANN_DIALECT_H
#define FRONTENDS_DIALECTS_KANN_DIALECT_H

// The calls of kautodiff.h and kann.h as the interpreter sees them.
//
// A node is an object of the program's memory, laid out by the user's own kad_node_t, with objects
// for its operands and parameters, and a struct kann_node of ir/kann_graph.h beside it. What calls
// make is written into the object; what the program wrote there itself is looked for whenever a
// call is given the node. A network is an object laid out by the user's own kann_t, whose list of
// nodes is one too.
//
// Which nodes a call makes, and what it refuses, is in frontends/kann and ir/kann_shapes.h.

#include "frontends/c/dialect.h"
#include "frontends/kann/call.h"
#include "frontends/kann/network.h"

extern const struct dialect kann_dialect;

// Where the fields of the user's kad_node_t lie; NULL: it has none of that name.
struct kann_fields {
#define FIELD(name) const struct cfield *name;
#include "frontends/dialects/kann_fields.def"
#undef FIELD
};

// The objects of a node, by its number.
struct kann_object {
    struct cvalue pointer;         // CVALUE_NOTHING: there is none yet
    struct cvalue children, words; // that `child` and `ptr` point to
    struct cvalue x, g;            // as in the fields
    const struct site *bound;      // of a feed: where the program gave it memory last; or NULL
    const char *bound_as;          // as the program wrote it there, "`x`"; or NULL
    int64_t bytes;                 // of memory that was made for them; 0: none, or of unknown size
    uint8_t *image;                // what the object held when it was last looked at
};

struct dialect_kann {
    struct eval *eval;
    struct arena *arena;
    struct syms *syms;
    struct kann_state *state;
    struct diags *diags;
    const struct ctype *node, *node_pointer, *network, *void_pointer, *int_, *float_pointer;
    struct kann_fields fields;
    VEC(struct kann_object) objects;
    bool refused; // a call was: what the program does afterwards with NULL is no news
};

// The state of this run, made at the first call.
struct dialect_kann *dialect_kann_of(struct eval *);
// For frontends/run.c, once the program has run: findings about all that it made.
void dialect_kann_finish(struct eval *);

// ---- objects (kann_object.c)

// The object of a node that a call made; nothing where it has one.
void kann_object_make(struct dialect_kann *, struct kann_node *);
void kann_object_write(struct dialect_kann *, struct kann_node *); // fields again
struct kann_object *kann_object_of(struct dialect_kann *, const struct kann_node *);
// The node, with what the program wrote into its object since. NULL for NULL and for what is none;
// `reason` says why, where it is not NULL that was given.
struct kann_node *kann_object_node(struct dialect_kann *, const struct cvalue *,
                                   const char **reason);
// As the field of another node; a null pointer for NULL.
struct cvalue kann_object_pointer(struct dialect_kann *, const struct kann_node *,
                                  const struct ctype *);
// Memory for floats that nobody knows, for the reason; `name` is what messages call it. One of
// unknown size is taken to be as large as it can be.
struct cvalue kann_allocate(struct dialect_kann *, const struct sym *bytes, const char *name,
                            const char *reason);
// Memory for a node's value, and an operator's gradient; nobody knows what is in it.
void kann_object_place(struct dialect_kann *, struct kann_node *);
// The same again where its sizes have outgrown it, as after a change of the batch size.
void kann_object_grow(struct dialect_kann *, struct kann_node *);

// ---- networks as objects (kann_list.c)

// The nodes of a list in memory. False: it is not known, for the reason.
bool kann_list_read(struct dialect_kann *, const struct cvalue *count, const struct cvalue *array,
                    struct kann_list *, const char **reason);
// The network that an argument is, and its nodes as they are; NULL: not known.
struct kann_network *kann_argument_network(const struct dialect_call *, int argument,
                                           struct kann_list *);
struct kann_network *kann_list_network(struct dialect_kann *, const struct cvalue *array);
// A network as a kann_t, and its list.
struct cvalue kann_network_object(struct dialect_kann *, struct kann_network *,
                                  const struct ctype *pointer);
struct cvalue kann_list_object(struct dialect_kann *, struct kann_network *,
                               const struct ctype *pointer);
struct kann_copying kann_copying_at(const struct dialect_call *);

// ---- arguments and results (kann.c)

enum kann_computed {
#define COMPUTED(id, reason) KANN_COMPUTED_##id,
#include "frontends/dialects/kann_computed.def"
#undef COMPUTED
};

const char *kann_computed(enum kann_computed); // why such a number is unknown

struct cvalue kann_nothing(const struct dialect_call *);
struct cvalue kann_unknown(const struct dialect_call *, const char *reason); // part is not seen
const struct sym *kann_argument_sym(const struct dialect_call *, int argument);

// ---- calls that make nodes (kann_call.c)

struct cvalue kann_rule_make(const struct dialect_call *); // data: the struct kann_function
// Objects and findings for what a call made.
void kann_call_finish(struct dialect_kann *, struct kann_call *);

// ---- changes of the batch size (kann_batch_rules.c)

void kann_set_rows(const struct dialect_call *, struct kann_network *, struct kann_list,
                   const struct sym *rows);

// ---- memory of the program (kann_buffers.c)

// What a function of KANN reads for one sample: the sizes behind the first, as kann_feed_dim says.
const struct sym *kann_feed_size(struct syms *, const struct kann_node *feed);
// The feed has this memory from here on, by the call that is running; `name` as the program calls
// it.
void kann_bind(struct dialect_kann *, struct kann_node *feed, const struct cvalue *memory,
               const char *name);
// "`x[2]`": an element of the array that the argument is; below 0: the argument itself.
const char *kann_argument_name(const struct dialect_call *, int argument, int element);
// The call reads `n` pointers of the array that the argument is. False where it does not have them,
// which is told.
bool kann_need_pointers(const struct dialect_call *, int argument, const struct sym *n,
                        const char *what);
// The same, and what each of them leads to, a sample for this feed.
void kann_need_samples(const struct dialect_call *, int argument, const struct sym *n,
                       const struct kann_node *feed);
// The nodes of a list that are marked in `wanted` are evaluated: all feeds below them are read.
void kann_need_feeds(const struct dialect_call *, struct kann_list, const bool *wanted);

// ---- findings (kann_tell.c, kann_check.c)

// The call was refused: what does not fit of which operands.
void kann_tell_refused(struct dialect_kann *, const struct kann_call *);
// NULL or no node stands where one is wanted. Returns the reason of what the call gives.
const char *kann_tell_null(const struct dialect_call *, int argument, const char *reason);
void kann_tell_made(struct dialect_kann *, const struct kann_node *); // what the library lets pass
// What does not fit after a change of sizes, `id` KANN_BATCH or KANN_UNROLL.
struct diag *kann_tell_stale(struct dialect_kann *, enum diag_id, const struct kann_refused *,
                             const char *when);
// Was such a finding told there already?
bool kann_is_told(const struct dialect_kann *, enum diag_id, const struct site *);
void kann_note_operands(struct dialect_kann *, struct diag *, const struct kann_node *);
// Once a network is there.
void kann_check_network(struct dialect_kann *, const struct kann_network *);
void kann_check_batches(struct dialect_kann *, const struct kann_network *);

// ---- rules; each list ends with a NULL name

extern const struct dialect_rule kann_network_rules[], kann_batch_rules[], kann_query_rules[],
    kann_aside_rules[];

#endif
