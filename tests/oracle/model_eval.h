#ifndef TESTS_ORACLE_MODEL_EVAL_H
#define TESTS_ORACLE_MODEL_EVAL_H

// The record of a model in eval mode, made of the one in train mode: the same steps less the leaves
// that eval does not call, and less what nothing but those needs (the heads of GoogLeNet that only
// training has).

#include <jansson.h>
#include <stdbool.h>

// A new reference; NULL where the record has nothing of eval mode, or where a leaf that is called
// needs one that is not: the steps of eval are others, and were not recorded (PyTorch's fused
// TransformerEncoder, which calls no leaves). `*fused` tells which of the two it is.
json_t *model_eval_record(const json_t *record, bool *fused);

#endif
