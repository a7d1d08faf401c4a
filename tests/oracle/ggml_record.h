#ifndef TESTS_ORACLE_GGML_RECORD_H
#define TESTS_ORACLE_GGML_RECORD_H

// A graph of ggml's as the real library had it: one of `graphs` of a golden file, or one line of
// gallocr_cases.jsonl. Lists `nodes`, `leafs` and `external`; a reference is "n3", "l0", "x1" or
// -1.

#include "ir/ggml_graph.h"
#include <jansson.h>

enum ggml_list { GGML_LIST_NODES, GGML_LIST_LEAFS, GGML_LIST_EXTERNAL, N_GGML_LISTS };

extern const char *const ggml_list_names[N_GGML_LISTS];

struct ggml_record {
    struct ggml_state state;
    struct ggml_graph graph;
    int n[N_GGML_LISTS];
    struct ggml_tensor *tensors[N_GGML_LISTS];
    const json_t *entries[N_GGML_LISTS]; // a tensor's entry has its number
};

// False with a reason where the record is not understood.
bool ggml_record_read(struct arena *, struct syms *, int version, const json_t *,
                      struct ggml_record *, const char **error);
// "n3"
const char *ggml_record_name(struct arena *, enum ggml_list, int index);

#endif
