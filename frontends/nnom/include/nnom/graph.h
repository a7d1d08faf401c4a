#ifndef SHAPEPROF_NNOM_GRAPH_H
#define SHAPEPROF_NNOM_GRAPH_H

// Layers, how they are hooked together, the model. A part of nnom.h.

typedef struct _nnom_layer_t nnom_layer_t;
typedef struct _nnom_layer_io_t nnom_layer_io_t;
typedef struct _nnom_layer_hook_t nnom_layer_hook_t;
typedef struct _nnom_activation_t nnom_activation_t;
typedef struct _nnom_model nnom_model_t;

struct _nnom_layer_hook_t {
    nnom_layer_io_t *io;
    nnom_layer_hook_t *next;
};

struct _nnom_layer_io_t {
    nnom_layer_hook_t hook;
    nnom_layer_io_t *aux;
    nnom_tensor_t *tensor;
    nnom_mem_block_t *mem;
    nnom_layer_t *owner;
    uint8_t type;
};

typedef struct _nnom_layer_config_t {
    char *name;
} nnom_layer_config_t;

struct _nnom_layer_t {
    nnom_layer_t *shortcut;
    nnom_status_t (*run)(nnom_layer_t *layer);
    nnom_status_t (*build)(nnom_layer_t *layer);
    nnom_status_t (*free)(nnom_layer_t *layer);
    nnom_buf_t *comp;
    nnom_activation_t *actail;
    nnom_layer_config_t *config;
    nnom_layer_type_t type;
    nnom_layer_io_t *in;
    nnom_layer_io_t *out;
    nnom_layer_stat_t stat;
};

struct _nnom_activation_t {
    nnom_status_t (*run)(struct _nnom_activation_t *act);
    nnom_tensor_t *tensor;
    nnom_activation_type_t type;
};

struct _nnom_model {
    nnom_layer_t *head;
    nnom_layer_t *tail;
    nnom_status_t (*add)(struct _nnom_model *m, nnom_layer_t *layer);
    nnom_layer_t *(*hook)(nnom_layer_t *curr, nnom_layer_t *last);
    nnom_layer_t *(*merge)(nnom_layer_t *method, nnom_layer_t *in1, nnom_layer_t *in2);
    nnom_layer_t *(*mergex)(nnom_layer_t *method, int num, ...);
    nnom_layer_t *(*active)(nnom_activation_t *act, nnom_layer_t *target_layer);
    nnom_status_t (*layer_callback)(nnom_model_t *m, nnom_layer_t *layer);
    nnom_mem_block_t blocks[NNOM_BLOCK_NUM];
    size_t total_ops;
    bool is_inited;
    bool is_allocated;
};

#endif
