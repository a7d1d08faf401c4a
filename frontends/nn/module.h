#ifndef FRONTENDS_NN_MODULE_H
#define FRONTENDS_NN_MODULE_H

// The tree of modules of a recording: children, parameters, dotted names, train
// and eval. What a layer of torch.nn computes stands in layer.h.

#include "frontends/nn/recording.h"

nn_module_id module_add(struct nn_recording *, const char *kind);
struct module *module_get(const struct nn_recording *, nn_module_id); // NULL if there is none

// The class of a module of the user's: `kind`, or the C type without "struct".
const char *module_kind(struct arena *, const char *type, const char *kind);

// Registers a child; 0 is None. Refuses names that PyTorch refuses.
void module_register(struct nn_recording *, struct module *, const char *name, nn_module_id child);
// As `name.index`, in a ModuleList that is made at the first item.
void module_register_item(struct nn_recording *, struct module *, const char *name, int64_t index,
                          nn_module_id child);
struct module *module_child(struct nn_recording *, struct module *, const char *name); // or NULL
void module_append(struct nn_recording *, struct module *, nn_module_id child);

// A parameter whose name no member has yet.
void module_add_parameter(struct nn_recording *, struct module *, enum storage_kind,
                          const char *name, const struct tensor_type *);
// nn_parameter and nn_buffer: the value, poisoned if it can't be. `args` are those of
// nn_parameter_fields.
value_id module_own_parameter(struct nn_recording *, struct module *, enum storage_kind,
                              const struct nn_arg *args);
extern const struct nn_field nn_parameter_fields[];
// The value of a parameter or buffer; 0 if the module has none of that name.
value_id module_parameter(struct nn_recording *, struct module *, const char *name);
value_id module_parameter_at(struct nn_recording *, struct module *, int index);
struct module_parameter *module_find_parameter(struct module *, const char *name);
void module_tie_parameter(struct nn_recording *, struct module *, const char *name, value_id);

// Module.requires_grad_, for all parameters of the tree.
enum module_learning { MODULE_LEARNS, MODULE_FROZEN };
void module_set_requires_grad(struct nn_recording *, nn_module_id root, enum module_learning);

void module_set_mode(struct nn_recording *, struct module *, enum module_mode);

bool module_is_leaf(const struct module *); // no children: what hooks on all leaves are put on

// The tree as named_modules() gives it. Names are in the recording's arena.
struct module_entry {
    const char *name;
    nn_module_id module;
};
int module_tree(struct nn_recording *, nn_module_id root, const struct module_entry **entries);

// Elements of all parameters of the tree, each counted once.
const struct sym *module_n_parameters(struct nn_recording *, nn_module_id root);

// The scope of a module, made together with those of the whole tree that it is in.
scope_id module_scope(struct nn_recording *, nn_module_id);

#endif
