// Names of the axes of guessed inputs. An op says what the axes of its first operand are; an axis
// of an input is found there by its symbol, however the tensor was moved about before.

#include "frontends/axes.h"

#include <string.h>

#define MAX_LETTERS LARGEST_NAMED_RANK

bool axes_is_letter(const char *name)
{
    return name[0] && !name[1] && strchr("NCLDHWT", name[0]);
}

static bool has_parameter(const struct function *function, const char *name)
{
    for (int i = 0; i < function->n_parameters; i++)
        if (strcmp(function->parameters[i]->name, name) == 0) return true;
    return false;
}

static const char *full_name(struct arena *arena, const struct run_plan *plan, int index,
                             char letter)
{
    const char *name = arena_printf(arena, "%c", letter);
    if (index == 0 && !has_parameter(plan->entry->function, name)) return name;
    return arena_printf(arena, "%s.%s", plan->names[index], name);
}

// As PyTorch's documents call the axes; N and T are those of indices of words.
void axes_name(struct arena *arena, const struct run_plan *plan, int index, struct run_input *input)
{
    static const char *const letters[LARGEST_NAMED_RANK + 1] = {"",    "N",    "NC",
                                                                "NCL", "NCHW", "NCDHW"};
    const char *names = input->dtype == DTYPE_I64 && input->rank == 2 ? "NT" : letters[input->rank];
    for (int axis = 0; axis < input->rank; axis++)
        input->dim[axis] = full_name(arena, plan, index, names[axis]);
}

// ---- what ops say

// How far what an op says counts: a `?` behind its axes leaves the word to any op without one.
enum sureness { SURE, UNSURE };

// Letters found for the axes of an input; 0: none yet.
struct letters {
    char at[MAX_LETTERS];
};

// "NTC" for rank 3 of "NTC? NHWC?"; false if the op has none for the rank, or none of this kind.
static bool letters_of(const struct node *node, int rank, enum sureness sureness, char *letters)
{
    const struct op *op = op_get(node->op);
    for (const char *word = op ? op->axes : NULL; word && *word;) {
        size_t length = strcspn(word, " "), n = strcspn(word, " ?");
        if ((int)n == rank && (n == length) == (sureness == SURE) && n <= MAX_LETTERS) {
            memcpy(letters, word, n);
            return true;
        }
        word += length + (word[length] == ' ');
    }
    return false;
}

// With batch_first the batch comes before the time.
static bool is_batch_first(const struct node *node)
{
    int index = op_attr_index(op_get(node->op), "batch_first");
    return index >= 0 && node->attrs[index].kind == ATTR_BOOL && node->attrs[index].b;
}

static bool letters_of_operand(const struct node *node, int rank, enum sureness sureness,
                               char *letters)
{
    if (!letters_of(node, rank, sureness, letters)) return false;
    if (letters[0] == 'T' && letters[1] == 'N' && is_batch_first(node)) {
        letters[0] = 'N';
        letters[1] = 'T';
    }
    return true;
}

// The axis of the input that has the symbol as its size; -1 if none has.
static int axis_of(const struct value *input, const struct sym *size)
{
    for (int axis = 0; axis < input->rank && axis < MAX_LETTERS; axis++)
        if (sym_kind(size) == SYM_VAR && input->dim[axis] == size) return axis;
    return -1;
}

// Scores of attention have one symbol twice: their axes are none of the input's.
static bool has_twice(const struct value *operand, int axis)
{
    for (int i = 0; i < operand->rank; i++)
        if (i != axis && operand->dim[i] == operand->dim[axis]) return true;
    return false;
}

static void read_operand(const struct value *operand, const char *said, const struct value *input,
                         struct letters *found)
{
    for (int i = 0; i < operand->rank; i++) {
        int axis = axis_of(input, operand->dim[i]);
        if (axis >= 0 && !found->at[axis] && !has_twice(operand, i)) found->at[axis] = said[i];
    }
}

// The first op that says something of an axis is followed.
static void read_nodes(const struct program *program, enum sureness sureness,
                       const struct value *input, struct letters *found)
{
    char said[MAX_LETTERS];
    for (int id = 1; id < program->nodes.n; id++) {
        const struct node *node = &program->nodes.at[id];
        const struct op *op = op_get(node->op);
        for (int i = 0; op && op->axes && i < node->n_in && i <= op->n_more_of_axes; i++) {
            if (!node->in[i]) continue;
            const struct value *operand = program_value(program, node->in[i]);
            if (letters_of_operand(node, operand->rank, sureness, said))
                read_operand(operand, said, input, found);
        }
    }
}

static bool is_named_twice(const struct run_input *input)
{
    for (int i = 0; i < input->rank; i++)
        for (int k = 0; k < i; k++)
            if (strcmp(input->dim[i], input->dim[k]) == 0) return true;
    return false;
}

static bool follow(struct arena *arena, const struct run_plan *plan, int index,
                   const struct value *value, const struct program *program,
                   struct run_input *input)
{
    struct letters found = {{0}};
    struct run_input named = *input;
    bool changed = false;
    read_nodes(program, SURE, value, &found);
    read_nodes(program, UNSURE, value, &found);
    for (int axis = 0; axis < input->rank; axis++) {
        if (!found.at[axis]) continue;
        named.dim[axis] = full_name(arena, plan, index, found.at[axis]);
        changed = changed || strcmp(named.dim[axis], input->dim[axis]) != 0;
    }
    if (!changed || is_named_twice(&named)) return false;
    *input = named;
    return true;
}

bool axes_follow_ops(struct arena *arena, struct run_plan *plan, const struct run *run)
{
    bool changed = false;
    for (int i = 0; i < plan->n_inputs && i < run->n_inputs; i++) {
        struct run_input *input = &plan->inputs[i];
        if (!input->is_guess || !run->inputs[i] || input->rank > LARGEST_NAMED_RANK) continue;
        const struct value *value = program_value(run->program, run->inputs[i]);
        changed = follow(arena, plan, i, value, run->program, input) || changed;
    }
    return changed;
}
