// Who holds the memory of a moment: the largest storages and tensors of ops' own, by the names that
// a user knows.

#include "analyzer/measure.h"
#include "ir/base/text.h"

#include <string.h>

#define MAX_HOLDERS 12

// The module where a hook would see it, else the op and its line.
const char *holders_node_name(struct measure *m, node_id id)
{
    const struct node *node = program_node(m->program, id);
    if (node->scope && program_scope(m->program, node->scope)->leaf) {
        const char *path = scope_path(m->arena, m->program, node->scope);
        return *path ? path : program_scope(m->program, node->scope)->kind;
    }
    const struct op *op = op_get(node->op);
    const char *word = op ? op->name : node->name;
    if (!node->site || !node->site->file) return word;
    return arena_printf(m->arena, "%s (%s:%d)", word,
                        text_printable(m->arena, site_base_name(node->site->file)),
                        node->site->line);
}

const char *holders_storage_name(struct measure *m, storage_id id)
{
    const struct storage *storage = program_storage(m->program, id);
    if (storage->name) return storage->name;
    if (!storage->first) return storage_kind_name(storage->kind);
    const struct value *value = program_value(m->program, storage->first);
    if (value->producer) return holders_node_name(m, value->producer);
    return value->name ? value->name : storage_kind_name(storage->kind);
}

// A number to sort by; which of two symbolic sizes is larger is only a guess.
static double weight_of(const struct tally_item *item, const double *kind_weights)
{
    return item->kind >= 0 ? kind_weights[item->kind] : (double)item->constant;
}

// Every symbol is 64: large enough that products outweigh single sizes. Only the order of a list
// depends on it.
static void weigh_kinds(struct measure *m, double *weights)
{
    for (int i = 0; i < m->kinds.sizes.n; i++) {
        const struct sym **vars, *size = m->kinds.sizes.at[i];
        int64_t value = 0;
        int n = sym_vars(m->scratch, size, &vars);
        struct sym_binding *bindings = arena_array(m->scratch, struct sym_binding, n);
        for (int k = 0; k < n; k++) bindings[k] = (struct sym_binding){vars[k], 64};
        weights[i] = sym_evaluate(size, bindings, n, &value) ? (double)value : 0;
    }
}

struct ranked {
    storage_id id; // 0: a tensor of an op's own
    int tensor;
    double weight;
};

// Keeps the heaviest; the earlier storage wins a tie.
static void rank(struct ranked *list, int *n, struct ranked next)
{
    int at = *n;
    while (at > 0 && list[at - 1].weight < next.weight) at--;
    if (at == MAX_HOLDERS) return;
    int moved = (*n < MAX_HOLDERS ? *n : MAX_HOLDERS - 1) - at;
    memmove(&list[at + 1], &list[at], (size_t)moved * sizeof *list);
    list[at] = next;
    if (*n < MAX_HOLDERS) (*n)++;
}

static struct memory_holder storage_holder(struct measure *m, storage_id id, int event)
{
    return (struct memory_holder){
        .storage = id,
        .first = program_storage(m->program, id)->first,
        .name = holders_storage_name(m, id),
        .bytes = weigh_scaled(m, weigh_storage(m, program_storage(m->program, id))),
        .copies = held_copies(&m->held, id, event),
    };
}

// Those of earlier iterations are there from the begin of their region on.
static bool tensor_alive(const struct measure *m, int index, int event)
{
    const struct held_item *item = &m->held_items[index];
    return (item->event <= event && event <= m->wishes.tensors.at[index].until) ||
           (item->region >= 0 && m->live.regions[item->region].begin <= event);
}

static struct memory_holder tensor_holder(struct measure *m, int index, int event)
{
    const struct held_tensor *tensor = &m->wishes.tensors.at[index];
    const struct held_item *item = &m->held_items[index];
    struct memory_holder holder = {.tensor_of = tensor->node, .what = tensor->what};
    holder.name =
        arena_printf(m->arena, "%s, %s", holders_node_name(m, tensor->node), tensor->what);
    holder.bytes = weigh_scaled(m, weigh_tensor(m, tensor));
    if (item->region < 0) return holder;
    holder.copies = held_runs(&m->held, item->region);
    if (item->event > event) holder.copies = sym_add_const(m->program->syms, holder.copies, -1);
    return holder;
}

void holders_find(struct measure *m, struct memory_moment *moment)
{
    double *kind_weights = arena_array(m->scratch, double, m->kinds.sizes.n);
    struct ranked list[MAX_HOLDERS + 1];
    int n = 0;
    weigh_kinds(m, kind_weights);
    for (storage_id id = 1; id < (storage_id)m->program->storages.n; id++) {
        if (!weigh_is_counted(m, id) || !held_alive(&m->held, id, moment->event)) continue;
        moment->n_alive++;
        rank(list, &n, (struct ranked){id, 0, weight_of(&m->items[id], kind_weights)});
    }
    for (int i = 0; i < m->wishes.tensors.n; i++) {
        if (!tensor_alive(m, i, moment->event)) continue;
        moment->n_alive++;
        rank(list, &n, (struct ranked){0, i, weight_of(&m->held_items[i].item, kind_weights)});
    }
    struct memory_holder *holders = arena_array(m->arena, struct memory_holder, n);
    for (int i = 0; i < n; i++) {
        holders[i] = list[i].id ? storage_holder(m, list[i].id, moment->event)
                                : tensor_holder(m, list[i].tensor, moment->event);
        if (holders[i].copies)
            holders[i].bytes = sym_mul(m->program->syms, holders[i].bytes, holders[i].copies);
    }
    moment->n_holders = n;
    moment->holders = holders;
}
