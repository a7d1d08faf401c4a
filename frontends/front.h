#ifndef FRONTENDS_FRONT_H
#define FRONTENDS_FRONT_H

// From files and folders to programs: the one door of the frontends. Tells which
// files are a program, parses, finds the entries, runs each in the interpreter (again, where inputs
// must be solved or an unknown branch has two sides), and gives one program an entry and variant.

#include "frontends/c/eval.h"
#include "ir/requirement.h"

struct front_input {
    const char *name;        // "x"; NULL: in order
    const char *type;        // "f32[N,3,224,224]"
    const char *file;        // that its numbers come from, where the model is executed; NULL: none
    const struct site *site; // that must have an effect because it stands there; NULL: it need not
};

// Who wants to know how far several programs are; the calls come from several threads.
struct front_watch {
    void *data;
    void (*begins)(void *data, int program, int n_programs, const char *file);
    void (*ends)(void *data, int program);
    // Why the program, which begins with this file, is not to be analysed again; NULL: it is.
    const char *(*refuses)(void *data, const char *file);
};

// Who knows more of a program than was asked for: called once for each, before any of them runs,
// with the request for it alone.
struct front_request;
struct front_project {
    void *data;
    void (*adjust)(void *data, struct front_request *one);
};

// A symbol, and values of it that are of interest.
struct front_values {
    const char *name;
    int n;
    const int64_t *values;
};

struct front_request {
    struct unit_request unit; // its files may be folders, and several programs
    struct eval_request eval; // bindings, order, budgets, argv
    const char *entry;        // NULL: all
    int n_inputs;
    const struct front_input *inputs;
    // Models are analysed anew at those of these values, or at any values, that break what shape
    // rules took for granted of sizes, and at values of sizes that were solved.
    int n_values;
    const struct front_values *values;
    bool any_values;
    // Likewise at values of what loops run by that samples were made of (struct front_folding):
    // what these come to was no closed form.
    bool opens_folded;
    const struct front_watch *watch;     // NULL: nobody
    const struct front_project *project; // NULL: nobody
};

struct front_assumption {
    const char *text; // "x: f32[N, 8]: the smallest input that is accepted"
    const struct site *site;
    const char *needed_by;                 // "cat in UNet": who imposes it, at the site; or NULL
    const struct requirement *requirement; // of the symbols; NULL: it is no condition on them
    const struct requirement *taken;       // the same of what the run took for granted
    // Of sizes that were chosen because one call takes them: "H = W = 28", and whose they are.
    const char *choice, *input;
};

// A variant with a number in the place of the symbol that decides how often its loops run.
struct front_sample {
    int64_t count;
    const struct front_folding *folding; // by another symbol; NULL: program is all
    int part;                            // which of the folding's variants it is
    struct program *program;
    int n_assumptions;
    const struct front_assumption *assumptions;
};

struct front_variant {
    const char *condition; // NULL: it is always this one
    int n_ways;
    const struct claims *ways;
    int n_samples;
    struct front_sample *samples; // by count; the first is of one round
};

// What an entry computes where loops of unknown count were left, all by one symbol and with rounds
// that are alike: its variants, whatever the count.
struct front_folding {
    const char *loop_count;
    int n_models;      // of the entry, from the one that has this on: what it can stand for
    bool stands_alone; // with the symbol there is no model, and the one that has this holds nothing
    struct claims limits; // of the count, beyond which the program goes another way
    int n_needs;          // of the count, beyond which a call is refused
    const struct front_assumption *needs;
    int n_variants;
    const struct front_variant *variants;
};

struct front_model;

// The entry of a model, with numbers in the place of symbols.
struct front_special {
    int n;
    const char *const *names;
    const int64_t *values;
    bool solved; // of sizes that have one number in the entry's models, or leave them open
    int n_models;
    const struct front_model *models;
};

struct front_model {
    struct program *program; // its diags hold the findings of this run
    const char *entry;       // "file.c:function"
    const char *function;
    const struct site *site; // of the entry
    int n_outputs;           // what the entry gives back, in order; 0: PyTorch's None
    const value_id *outputs;
    int n_assumptions;
    const struct front_assumption *assumptions;
    const char *condition;    // of a variant: "n_layer > 12"; NULL: it is always this one
    struct claims ranges;     // sizes stay within the C types that they are computed in
    struct claims left_loops; // while one of them holds, the program has more rounds of a loop
    int n_rooms;              // conditions under which indices stay inside of the program's arrays
    const struct front_assumption *rooms;
    int n_ways; // one of them holds
    const struct claims *ways;
    const char *incomplete;              // why it ended early, or what is left out; NULL: neither
    const struct front_folding *folding; // NULL: there is none
    int n_specials;                      // of the entry: the same of each of its models
    const struct front_special *specials;
    int n_unused_bindings; // of --set: names this model never asked for
};

struct front_result {
    int n_models;
    const struct front_model *models;
    struct diags diags; // of reading; models have their own
    int n_sources;
    const char *const *sources; // those asked for, and those of the folders asked for
    int n_files;
    const char *const *files;         // every one that was read
    struct dependencies dependencies; // what it would take to get another result; see `unlisted`
    int64_t n_exhausted_steps;        // of runs that ended because a budget was used up
    bool unreadable;                  // nothing could be analysed: exit status 2
    bool unread;             // a file that was asked for is not in the result: status 2, too
    bool partial;            // a file with errors
    const char *lacks_model; // the first program without one, nor an error that tells why, or NULL
    int n_symbols;           // names that --set could bind
    const char *const *symbols;
    // Of --set: where a global of that name is defined, which has a value; NULL: there is none.
    const struct site *const *binding_globals;
    VEC(const char *) input_names; // of all entries, each once
    bool *inputs_used;             // of the request's: some entry has such an input
    int n_entries;
    const char *const *entries; // names that --entry could ask for
};

void front_analyse(struct arena *, const struct front_request *, struct front_result *);

#endif
