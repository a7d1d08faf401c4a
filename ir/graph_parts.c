// Sites, and what stands in lines of their own below a node: conditions that are open, ranges of
// storages that it touches, facts of its library; and the words that conditions share with
// findings.

#include "ir/graph_parts.h"
#include "ir/graph_text.h"

#include <string.h>

// Callers stand before the sites of what they called, so the number after `from` is known.
void parts_site(struct reader *r)
{
    struct site *site = arena_new(r->arena, struct site);
    uint32_t number = (uint32_t)reader_number(r, INT32_MAX);
    if (number != (uint32_t)r->sites.n)
        reader_fail(r, "the next number here is %d, not %u", r->sites.n, number);
    site->file = reader_try_string(r);
    if (!site->file) reader_expect_word(r, "nowhere");
    reader_expect_char(r, ':');
    site->line = (int)reader_number(r, INT32_MAX);
    reader_expect_char(r, ':');
    site->column = (int)reader_number(r, INT32_MAX);
    site->function = reader_try_string(r);
    if (reader_word(r, "from")) site->caller = r->sites.at[reader_number(r, r->sites.n)];
    *vec_push(r->arena, &r->sites) = site;
    reader_end_line(r);
}

static void read_term(struct reader *r, struct term *term)
{
    *term = (struct term){.size = reader_size(r), .operand = -1};
    if (reader_word(r, "of")) {
        term->operand = (int)reader_number(r, UINT16_MAX);
        term->axis = (int)reader_number(r, MAX_RANK);
    }
    term->what = reader_try_string(r);
}

enum diag_id parts_diag_id(struct reader *r)
{
    const char *code = reader_any_word(r);
    enum diag_id id = diag_find(code);
    if (id == DIAG_NONE || strcmp(diag_info(id)->code, code) != 0)
        reader_fail(r, "`%.20s` is the code of no finding", code);
    return id;
}

// "must SP101 equal 512 of 0 1 and 768 of 1 0": both sides with operand and axis. "takes at_most 2
// and N otherwise "nothing is copied"" is none of the call's needs.
static struct obligation *read_obligation(struct reader *r, bool taken)
{
    struct obligation *o = arena_new(r->arena, struct obligation);
    if (!taken) o->diag = parts_diag_id(r);
    const char *word = reader_any_word(r);
    int relation = 0;
    while (relation < N_RELATIONS && strcmp(word, program_relation_words[relation]) != 0)
        relation++;
    if (relation == N_RELATIONS)
        reader_fail(r, "`%.20s` is no relation", word);
    else
        o->relation = (enum relation)relation;
    read_term(r, &o->a);
    reader_expect_word(r, "and");
    read_term(r, &o->b);
    if (taken) {
        reader_expect_word(r, "otherwise");
        o->taken = reader_string(r);
    }
    if (reader_word(r, "fix")) o->fix = reader_string(r);
    return o;
}

static bool read_access(struct reader *r, struct access *access)
{
    for (unsigned mode = ACCESS_READ; mode < N_ACCESS_MODES; mode++) {
        if (!reader_word(r, program_access_words[mode])) continue;
        access->mode = mode;
        access->storage = reader_id(r, 's');
        access->low = reader_size(r);
        reader_expect_word(r, "to");
        access->high = reader_size(r);
        return true;
    }
    return false;
}

void parts_accesses(struct reader *r, struct node *node)
{
    VEC(struct access) accesses = {0};
    struct access access;
    while (reader_part(r) && accesses.n < UINT16_MAX && read_access(r, &access)) {
        *vec_push(r->arena, &accesses) = access;
        reader_end_line(r);
    }
    node->accesses = accesses.at;
    node->n_accesses = (uint16_t)accesses.n;
}

void parts_facts(struct reader *r, struct node *node)
{
    VEC(struct fact) facts = {0};
    while (reader_part(r) && facts.n < UINT16_MAX && reader_word(r, "fact")) {
        struct fact *fact = vec_push(r->arena, &facts);
        fact->name = reader_string(r);
        fact->value = reader_string(r);
        reader_end_line(r);
    }
    node->facts = facts.at;
    node->n_facts = (uint16_t)facts.n;
}

const struct obligation *parts_obligations(struct reader *r)
{
    struct obligation *first = NULL, **last = &first;
    for (bool taken;
         reader_part(r) && ((taken = reader_word(r, "takes")) || reader_word(r, "must"));) {
        *last = read_obligation(r, taken);
        last = &(*last)->next;
        reader_end_line(r);
    }
    return first;
}
