#ifndef FRONTENDS_KANN_LAYERS_H
#define FRONTENDS_KANN_LAYERS_H

// Parts of layers. Private to frontends/kann.

#include "frontends/kann/call.h"

struct kann_node *kann_weight(struct kann_call *, const struct sym *rows,
                              const struct sym *columns);
struct kann_node *kann_vector(struct kann_call *, const struct sym *n);
struct kann_node *kann_layernorm(struct kann_call *, struct kann_node *in);

#endif
