// Memory of single nodes and values, which is given back before the program ends: a loop of many
// steps runs in that of one.

#include "analyzer/exec/running.h"

#include <stdlib.h>
#include <string.h>

void *exec_memory(size_t bytes)
{
    void *memory = calloc(1, bytes);
    if (memory) return memory;
    arena_exhausted(bytes);
    abort();
}

void *exec_number_room(struct exec *x, value_id id)
{
    struct exec_number *number = vec_push(x->arena, &x->numbers);
    *number = (struct exec_number){id, exec_memory(sizeof(double))};
    return number->data;
}

static void forget_numbers(struct exec *x, value_id first)
{
    int n = 0;
    for (int i = 0; i < x->numbers.n; i++) {
        if (x->numbers.at[i].id < first)
            x->numbers.at[n++] = x->numbers.at[i];
        else
            free(x->numbers.at[i].data);
    }
    x->numbers.n = n;
}

// Who wrote to memory that stays is told by a number that another node will have.
static void forget_writers(struct exec *x, node_id first, value_id first_value)
{
    for (value_id id = 1; id < first_value; id++) {
        struct block *block = x->tensors[id].block;
        if (block && block->writer >= first) block->writer = 0;
    }
}

void exec_forget(struct exec *x, node_id first, value_id first_value)
{
    forget_numbers(x, first_value);
    for (int id = (int)first; id < x->room_nodes; id++) {
        struct kept *kept = &x->kept[id];
        if (kept->there) exec_drop_kept(kept);
        free(kept->memory);
        *kept = (struct kept){0};
    }
    forget_writers(x, first, first_value);
    for (int id = (int)first_value; id < x->room_values; id++) {
        exec_let_go(x, (value_id)id);
        exec_drop_gradient(x, (value_id)id);
        x->tensors[id] = x->gradients[id] = (struct tensor){0};
        x->n_readers[id] = 0;
    }
}

void exec_forget_all(struct exec *x)
{
    forget_numbers(x, 0);
    for (int id = 0; id < x->room_nodes; id++) free(x->kept[id].memory);
}
