#ifndef FRONTENDS_GGML_GGUF_HEADER_H
#define FRONTENDS_GGML_GGUF_HEADER_H

// The header of a GGUF file: its keys with their values, and the names, types, sizes and places of
// its tensors. The tensors' elements are not looked at. Versions 2 and 3 in little-endian order.
// Source of the layout and of what is refused: gguf.cpp of ggml 0.21.
//
// The file may be anybody's: nothing that it says of sizes is believed before as many bytes are
// there, so memory stays within a small multiple of the header's own bytes.

#include "ir/ggml_graph.h"

#include <stdio.h>

enum gguf_type {
#define GGUF_TYPE(number, id, bytes, name) GGUF_##id = number,
#include "frontends/ggml/gguf_types.def"
#undef GGUF_TYPE
    N_GGUF_TYPES
};

const char *gguf_type_word(enum gguf_type); // "u32"
int gguf_type_bytes(enum gguf_type);        // 0: a value says itself how many it has

#define GGUF_MOST_PAIRS 65536
#define GGUF_MOST_TENSORS 1000000
// Longer texts and arrays are passed over: their contents are not known.
#define GGUF_KEPT_BYTES 65536

struct gguf_pair {
    const char *key;
    enum gguf_type type; // of the value, GGUF_ARR for an array
    int64_t integer;     // of integer types; u64 by its bits
    double real;         // of GGUF_F32 and GGUF_F64
    const char *text;    // of GGUF_STR; NULL: it is not kept
    // Of an array: the type and number of its elements, and the bytes of numbers as the file has
    // them; NULL: they are not kept, as of texts.
    enum gguf_type element;
    int64_t n;
    const uint8_t *elements;
};

struct gguf_tensor {
    const char *name;
    enum dtype type;
    int64_t ne[GGML_DIMS];
    int64_t bytes;
    int64_t offset; // into the data
};

struct gguf_header {
    uint32_t version;
    int n_pairs, n_tensors;
    struct gguf_pair *pairs;
    struct gguf_tensor *tensors;
    int64_t alignment;
    int64_t data_offset; // where the elements begin in the file
    int64_t data_bytes;  // as many as all tensors need, each rounded up to the alignment
    int64_t file_bytes;
};

// Reads it from a file; false: it is none, or broken, and `error` says what about it.
bool gguf_open(struct arena *, const char *path, struct gguf_header *, const char **error);
// The same from a stream of so many bytes.
bool gguf_read(struct arena *, FILE *, int64_t bytes, struct gguf_header *, const char **error);

// Indices of a key and a tensor; -1: there is none.
int gguf_key_index(const struct gguf_header *, const char *key);
int gguf_tensor_index(const struct gguf_header *, const char *name);

#endif
