#ifndef ANALYZER_MODELS_RUNTIME_H
#define ANALYZER_MODELS_RUNTIME_H

// What a runtime takes for a model by its own rules, beside the figures of the ideal model: as
// named parts, and where it places tensors at fixed offsets, these. A runtime is a file of this
// folder with a `NAME_runtime` and a line in runtimes.def.

#include "analyzer/report/quantity.h"
#include "ir/graph.h"
#include "ir/raw_graph.h"

struct runtime_part {
    const char *name; // "op.x", "block 0"
    struct quantity bytes;
    const char *note;        // "of `h1`, 64 rows"; NULL: none
    const struct site *site; // NULL: none
    // Of a block of hand-written C, or a part of one: what the note is made of.
    const struct raw_element *element; // NULL: it is none
    const char *life;                  // "malloc, freed at line 31"; NULL: it is a part
    bool is_largest;                   // of several, so another one may be it with more of these
};

struct runtime_place {
    value_id value;
    const struct sym *offset; // from the start of the runtime's buffer, bytes
};

struct runtime_memory {
    const char *model;                  // "kann": the name in `memory[]` of the JSON report
    const char *title;                  // "as KANN allocates": the label of the text report
    struct quantity bytes;              // in all
    const char *note;                   // behind the sum; NULL: none
    const struct sym *fixed, *each_row; // for any batch: fixed + each_row * rows; NULL: not known
    bool knows_static; // how much of the program's own data lies in RAM beside that
    int64_t static_bytes;
    int n_parts;
    const struct runtime_part *parts; // in the order to show; they need not add up to the sum
    int n_places;
    const struct runtime_place *places;
};

// "88 + 240 for each row": what is fixed, and what each row of a batch adds.
const char *runtime_rows_note(struct arena *, const struct sym *fixed, const struct sym *each_row);

// All that the runtimes of the program's libraries say of it; no element: they have none of it.
struct runtime_memories {
    int n;
    struct runtime_memory *at;
};

struct runtime_memories runtime_memories_of(struct arena *, const struct program *);

// The note of a block, or of a part of one: "640 x float, malloc".
const char *malloc_note(struct arena *, struct syms *, const struct sym *bytes,
                        const struct raw_element *, const char *life);
// Of more blocks than anyone reads, those of one place and one size become one line.
void malloc_shorten(struct arena *, struct syms *, struct runtime_memory *);

#endif
