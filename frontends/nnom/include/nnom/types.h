#ifndef SHAPEPROF_NNOM_TYPES_H
#define SHAPEPROF_NNOM_TYPES_H

// Enumerations, shapes, tensors, blocks of memory. A part of nnom.h.

typedef enum {
    NN_SUCCESS = 0,
    NN_ARGUMENT_ERROR = -1,
    NN_LENGTH_ERROR = -2,
    NN_SIZE_MISMATCH = -3,
    NN_NANINF = -4,
    NN_SINGULAR = -5,
    NN_TEST_FAILURE = -6,
    NN_NO_MEMORY = -7,
    NN_MORE_TODO = -8
} nnom_status_t;

typedef enum {
    NNOM_INVALID = 0,
    NNOM_BASE,
    NNOM_INPUT,
    NNOM_OUTPUT,
    NNOM_CONV_2D,
    NNOM_DW_CONV_2D,
    NNOM_CONV2D_TRANS,
    NNOM_BATCHNORM,
    NNOM_DENSE,
    NNOM_ZERO_PADDING,
    NNOM_CROPPING,
    NNOM_RNN,
    NNOM_ACTIVATION,
    NNOM_RELU,
    NNOM_LEAKY_RELU,
    NNOM_ADV_RELU,
    NNOM_SIGMOID,
    NNOM_TANH,
    NNOM_SOFTMAX,
    NNOM_MAXPOOL,
    NNOM_GLOBAL_MAXPOOL,
    NNOM_AVGPOOL,
    NNOM_GLOBAL_AVGPOOL,
    NNOM_SUMPOOL,
    NNOM_GLOBAL_SUMPOOL,
    NNOM_UPSAMPLE,
    NNOM_FLATTEN,
    NNOM_RESHAPE,
    NNOM_LAMBDA,
    NNOM_CONCAT,
    NNOM_ADD,
    NNOM_SUB,
    NNOM_MULT,
    NNOM_TYPE_MAX
} nnom_layer_type_t;

typedef enum {
    ACT_UNKNOWN = 0,
    ACT_RELU,
    ACT_LEAKY_RELU,
    ACT_ADV_RELU,
    ACT_TANH,
    ACT_SIGMOID,
    ACT_HARD_TANH,
    ACT_HARD_SIGMOID
} nnom_activation_type_t;

typedef enum {
    NNOM_UNKOWN_CELL = 0,
    NNOM_SIMPLE_CELL,
    NNOM_GRU_CELL,
    NNOM_LSTM_CELL,
    NNOM_CELL_TYPE_MAX
} nnom_rnn_cell_type_t;

typedef enum { PADDING_VALID = 0, PADDING_SAME } nnom_padding_t;
typedef enum { NNOM_QTYPE_PER_TENSOR = 0, NNOM_QTYPE_PER_AXIS = 1 } nnom_qtype_t;

// Of a layer's inputs and outputs: NULL shares the other's block.
#define NNOM_TENSOR_BUF_NULL 0
#define NNOM_TENSOR_BUF_TEMP 1
#define NNOM_TENSOR_BUF_RESERVED 2
#define NNOM_BUF_EMPTY 0
#define NNOM_BUF_FILLED 1

typedef struct _nnom_3d_shape_t {
    nnom_shape_data_t h, w, c;
} nnom_3d_shape_t;

typedef struct _nnom_border_t {
    nnom_shape_data_t top, bottom, left, right;
} nnom_border_t;

typedef union {
    nnom_3d_shape_t s;
    nnom_shape_data_t axis[3];
} nnom_3d_shape_axis_t;

typedef struct _nnom_weights {
    const void *p_value;
    nnom_qformat_param_t shift;
} nnom_weight_t;

typedef struct _nnom_bias {
    const void *p_value;
    nnom_qformat_param_t shift;
} nnom_bias_t;

typedef struct _nnom_tensor_t {
    void *p_data;
    nnom_shape_data_t *dim;
    nnom_qformat_param_t *q_dec;
    nnom_qformat_param_t *q_offset;
    nnom_qtype_t qtype;
    uint8_t num_dim;
    uint8_t bitwidth;
} nnom_tensor_t;

struct _nnom_mem_block_t {
    void *blk;
    size_t size;
    uint8_t owners;
    uint8_t state;
};
typedef struct _nnom_mem_block_t nnom_mem_block_t;

typedef struct _nnom_buf {
    nnom_mem_block_t *mem;
    size_t size;
    uint8_t type;
} nnom_buf_t;

typedef struct _nnom_stat_t {
    size_t macc;
    uint32_t time;
} nnom_layer_stat_t;

#endif
