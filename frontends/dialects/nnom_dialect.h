#ifndef FRONTENDS_DIALECTS_NNOM_DIALECT_H
#define FRONTENDS_DIALECTS_NNOM_DIALECT_H

// The calls of nnom.h as the interpreter sees them.
//
// What the library keeps is kept in the program's own memory: layers, their inputs and outputs, the
// hooks between them, tensors and blocks are records as the user's header lays them out for the
// target. Rules read and write them as the library's functions do, so that whatever the program
// reads, changes or makes itself there counts. Beside a layer that a call made stands a struct
// nnom_made, for what no field holds: where it was made and what is wrong with it.
//
// model_compile writes what came of it into ir/nnom_graph.h. Source of the rules: NNoM 0.4.3.

#include "frontends/c/dialect.h"
#include "ir/nnom_graph.h"

extern const struct dialect nnom_dialect;

enum nnom_record {
#define NNOM_RECORD(id, spelling) NNOM_RECORD_##id,
#include "frontends/dialects/nnom_records.def"
#undef NNOM_RECORD
    N_NNOM_RECORDS
};

// Beside a layer, by the number that hangs on its object.
struct nnom_made {
    struct cvalue layer;
    const char *function; // that made it
    const struct site *site;
    struct cvalue config;   // a pointer to the configuration; CVALUE_NOTHING: made by hand
    const char *buffer;     // the user's, of an input or output: why its size is not known, or NULL
    int64_t buffer_bytes;   // behind the pointer; -1: not known
    bool wrong;             // its shape is not what anybody meant, which is told
    bool again;             // it was compiled more than once
    struct nnom_layer *row; // once it was compiled
    int cell;               // of a recurrent layer: as the library's enumeration counts
};

struct dialect_nnom {
    struct eval *eval;
    int n_followed; // elements of lists
    struct arena *arena;
    struct syms *syms;
    struct diags *diags;
    struct nnom_state *state;
    const struct function *like; // one that nnom.h declares
    const struct ctype *record[N_NNOM_RECORDS];
    const struct ctype *shape_data, *int_, *size, *void_pointer;
    int pointer_bytes;
    bool channels_first, cmsis;
    VEC(struct nnom_made *) made;
    // What nnom_mem was asked for since the last model was deleted.
    const struct sym *taken[N_NNOM_KINDS];
    int n_taken[N_NNOM_KINDS];
    // Of nnom_set_static_buf.
    const struct sym *static_bytes;
    const struct site *static_site;
    struct map *told; // what was told once
};

// The state of this run, made at the first call.
struct dialect_nnom *dialect_nnom_of(const struct dialect_call *);

// ---- records (nnom_record.c)

// Fields by name, "hook.io"; of a struct that lacks one reading gives an unknown and writing does
// nothing. Pointers are told apart by what they point to, not by their type.
// The next element of a list of the library's; NULL at its end, and where the program has made a
// circle of it, which the library would never leave.
struct cvalue nnom_next(struct dialect_nnom *, const struct cvalue *, enum nnom_record,
                        const char *path);
struct cvalue nnom_get(struct dialect_nnom *, const struct cvalue *, enum nnom_record,
                       const char *);
void nnom_put(struct dialect_nnom *, const struct cvalue *, enum nnom_record, const char *,
              struct cvalue);
// Integers. A number is cut to the field's width.
const struct sym *nnom_get_size(struct dialect_nnom *, const struct cvalue *, enum nnom_record,
                                const char *);
int64_t nnom_get_int(struct dialect_nnom *, const struct cvalue *, enum nnom_record, const char *,
                     int64_t otherwise);
void nnom_put_size(struct dialect_nnom *, const struct cvalue *, enum nnom_record, const char *,
                   const struct sym *);
void nnom_put_int(struct dialect_nnom *, const struct cvalue *, enum nnom_record, const char *,
                  int64_t);
// An element of an array field or of what a pointer points to, in elements.
struct cvalue nnom_element(struct dialect_nnom *, const struct cvalue *array, int index);
int64_t nnom_record_bytes(const struct dialect_nnom *, enum nnom_record);
// The address of a field, as a pointer of that type.
struct cvalue nnom_address(struct dialect_nnom *, const struct cvalue *, enum nnom_record,
                           const char *, const struct ctype *pointer);
// A number in a type: cut to its width, an unknown where the size is one.
struct cvalue nnom_number(const struct ctype *, const struct sym *);
// A record that a call gives back, and the pointer to one that it was given.
struct cvalue nnom_record_value(struct dialect_nnom *, const struct ctype *record);
struct cvalue nnom_record_pointer(struct dialect_nnom *, const struct cvalue *record);
// A pointer to one of the library's functions, for a field of that type.
struct cvalue nnom_code(struct dialect_nnom *, const struct cfield *, const char *name);
const struct cfield *nnom_field(const struct dialect_nnom *, enum nnom_record, const char *path,
                                int64_t *offset);

// ---- memory and tensors (nnom_tensor.c)

// nnom_mem: zeroed memory, counted. `bytes` need not be a number.
struct cvalue nnom_take(struct dialect_nnom *, enum nnom_kind, const struct sym *bytes,
                        const struct ctype *pointer, const char *name);
struct cvalue nnom_tensor_new(struct dialect_nnom *, int64_t n_dims);
const struct sym *nnom_dim(struct dialect_nnom *, const struct cvalue *tensor, int i);
// Stores 16 bits of it. What gets lost is told of the layer (NULL: of no layer).
void nnom_set_dim(struct dialect_nnom *, struct nnom_made *, const struct cvalue *tensor, int i,
                  const struct sym *);
int64_t nnom_rank(struct dialect_nnom *, const struct cvalue *tensor);
const struct sym *nnom_elements(struct dialect_nnom *, const struct cvalue *tensor); // tensor_size
struct nnom_shape nnom_shape_of(struct dialect_nnom *, const struct cvalue *tensor);
// tensor_cpy_attr
void nnom_copy_tensor(struct dialect_nnom *, const struct cvalue *to, const struct cvalue *from);
// 16 bits of a size as a dimension; what gets lost is told of the layer.
const struct sym *nnom_narrow(struct dialect_nnom *, struct nnom_made *, const struct sym *);
// What is taken for granted of sizes from here on, and said once.
void nnom_grant(struct dialect_nnom *, const char *text, enum requirement_kind, const struct sym *,
                const struct sym *);
// Cut to the target's size_t.
const struct sym *nnom_size_t(struct dialect_nnom *, const struct sym *);

// ---- layers (nnom_layers.c)

enum nnom_work { NO_WORK, ROOM_FOR_WORK, WORK };
enum nnom_place { OWN_BLOCK, IN_PLACE };
struct nnom_form {
    enum nnom_record record;
    enum nnom_type type;
    enum nnom_work work;
    enum nnom_place place;
    const char *build; // the library's function
};

struct cvalue nnom_layer_new(const struct dialect_call *, const struct nnom_form *);
struct cvalue nnom_conv_new(const struct dialect_call *, enum nnom_type, const char *build);
struct cvalue nnom_pool_new(const struct dialect_call *, enum nnom_type, const char *build);
struct cvalue nnom_io_new(const struct dialect_call *, enum nnom_type,
                          const struct sym *const dims[3], const struct cvalue *buffer);
// What stands beside a layer; one is made for a layer that the program built itself. NULL: it is
// none.
struct nnom_made *nnom_made_of(struct dialect_nnom *, const struct cvalue *layer);
struct cvalue nnom_result(const struct dialect_call *, struct cvalue);

// ---- compiling (nnom_compile.c, nnom_keep.c)

struct nnom_walk {
    struct dialect_nnom *d;
    struct nnom_model *model;
    struct cvalue model_pointer, first;
    int visits;
    struct nnom_made *again; // the first layer that was compiled more than once
    bool endless;            // the library's list of layers has become a circle
    bool ended;              // nothing can follow: the library crashed, or gave up
};

bool nnom_compile(struct nnom_walk *);
struct nnom_layer *nnom_keep_layer(struct nnom_walk *, struct nnom_made *);
void nnom_keep_links(struct nnom_walk *);

// ---- findings (nnom_tell.c, nnom_check.c)

// NULL where what the layer reads is wrong already, which is told: nothing new follows from it.
// Else the layer is wrong from here on.
struct diag *nnom_tell(struct dialect_nnom *, struct nnom_made *, enum diag_id, const struct site *,
                       const char *format, ...) __attribute__((format(printf, 5, 6)));
// "`conv2d_1`, Conv2D"
const char *nnom_layer_name(struct dialect_nnom *, const struct nnom_made *);
// The layer that makes its first input, and further ones.
struct nnom_made *nnom_producer(struct dialect_nnom *, const struct nnom_made *, int input);
void nnom_note_inputs(struct dialect_nnom *, struct diag *, const struct nnom_made *);
void nnom_check_compiled(struct nnom_walk *, const struct cvalue *output);
void nnom_check_weights(struct dialect_nnom *, struct nnom_made *);
const char *nnom_tensor_string(struct dialect_nnom *, const struct cvalue *tensor);

// ---- rules; each list ends with a NULL name

extern const struct dialect_rule nnom_tensor_rules[], nnom_layer_rules[], nnom_config_rules[],
    nnom_build_rules[], nnom_build_conv_rules[], nnom_model_rules[], nnom_run_rules[];

#endif
