#ifndef IR_OPS_ATTENTION_H
#define IR_OPS_ATTENTION_H

// The operands of multihead_attention, in order: its rules and its kernels read the same call.

enum {
    QUERY,
    KEY,
    VALUE,
    IN_PROJ_WEIGHT,
    Q_PROJ_WEIGHT,
    K_PROJ_WEIGHT,
    V_PROJ_WEIGHT,
    IN_PROJ_BIAS,
    BIAS_K,
    BIAS_V,
    OUT_PROJ_WEIGHT,
    OUT_PROJ_BIAS,
    KEY_PADDING_MASK,
    ATTN_MASK
};

#endif
