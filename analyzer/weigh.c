// What storages weigh: as the type that is asked for, and on which account.

#include "analyzer/measure.h"
#include "analyzer/reached.h"
#include "ir/saving.h"

static enum account account_of(enum storage_kind kind)
{
    static const enum account accounts[N_STORAGE_KINDS] = {
#define STORAGE(id, name, account, lifetime, doc) [STORAGE_##id] = ACCOUNT_##account,
#include "ir/storages.def"
#undef STORAGE
    };
    return accounts[kind];
}

bool memory_is_live(enum storage_kind kind)
{
    return account_of(kind) == ACCOUNT_LIVE;
}

// f32 counts as the asked type; what has another type (indices, masks) stays as it is. A storage
// without a first value is raw bytes, scaled by the width of its elements.
static const struct sym *bytes_as(const struct measure *m, const struct storage *storage,
                                  enum dtype asked)
{
    if (storage->dtype != DTYPE_F32 || asked == DTYPE_F32) return storage->bytes;
    if (storage->first) {
        struct tensor_type type = value_type(program_value(m->program, storage->first));
        type.dtype = asked;
        return tensor_bytes(m->program->syms, &type);
    }
    const struct sym *scaled =
        sym_mul_const(m->program->syms, storage->bytes, dtype_block_bytes(asked));
    return sym_floordiv_const(m->program->syms, scaled, (int64_t)4 * dtype_block_elements(asked));
}

const struct sym *weigh_storage(const struct measure *m, const struct storage *storage)
{
    bool live = account_of(storage->kind) == ACCOUNT_LIVE;
    return bytes_as(m, storage, live ? m->live_as : m->asked);
}

const struct sym *weigh_tensor(const struct measure *m, const struct held_tensor *tensor)
{
    enum dtype dtype = tensor->dtype == DTYPE_F32 ? m->live_as : tensor->dtype;
    if (tensor->statistic) dtype = saving_sums_dtype(dtype);
    struct tensor_type type = {.dtype = dtype, .shape = {.rank = 1, .dim = {tensor->elements}}};
    return sym_mul_const(m->program->syms, tensor_bytes(m->program->syms, &type), tensor->copies);
}

// Where all that is ever alive takes the asked type, moments compare as they do
// for f32: they are found as such, once for all asked types, and scaled at the end.
bool weigh_can_be_scaled(const struct measure *m)
{
    if (dtype_block_elements(m->asked) != 1) return false;
    for (storage_id id = 1; id < (storage_id)m->program->storages.n; id++) {
        const struct storage *storage = program_storage(m->program, id);
        if (account_of(storage->kind) == ACCOUNT_LIVE && storage->dtype != DTYPE_F32) return false;
    }
    for (int i = 0; i < m->wishes.tensors.n; i++) {
        const struct held_tensor *tensor = &m->wishes.tensors.at[i];
        bool narrow = dtype_block_bytes(m->asked) < dtype_block_bytes(DTYPE_F32);
        if (tensor->dtype != DTYPE_F32 || (tensor->statistic && narrow)) return false;
    }
    return true;
}

// Sums were made of f32 sizes, each a multiple of 4, so the quotient is exact.
const struct sym *weigh_scaled(const struct measure *m, const struct sym *bytes)
{
    if (m->live_as == m->asked) return bytes;
    struct syms *syms = m->program->syms;
    int64_t value;
    int width = dtype_block_bytes(m->asked);
    if (sym_is_const(bytes, &value)) return sym_mul_const(syms, sym_const(syms, value / 4), width);
    return sym_floordiv_const(syms, sym_mul_const(syms, bytes, width), 4);
}

// Before each sweep, since sizes depend on the type that is asked for.
void weigh_live(struct measure *m)
{
    tally_kinds_open(&m->kinds, m->scratch, m->program->syms);
    for (storage_id id = 1; id < (storage_id)m->program->storages.n; id++) {
        const struct storage *storage = program_storage(m->program, id);
        if (account_of(storage->kind) == ACCOUNT_LIVE)
            m->items[id] = tally_item(&m->kinds, weigh_storage(m, storage));
    }
    for (int i = 0; i < m->wishes.tensors.n; i++)
        m->held_items[i].item = tally_item(&m->kinds, weigh_tensor(m, &m->wishes.tensors.at[i]));
}

static void count_as(struct measure *m, enum account account, const struct tally_item *item)
{
    if (item->unknown && !m->unknown[account]) m->unknown[account] = item->unknown;
    tally_add(&m->sums[account], *item, 1);
}

// What lives all the time, apart from the activations.
static void sum_accounts(struct measure *m)
{
    const bool *reached = reached_storages(m->scratch, m->program);
    for (int i = ACCOUNT_LIVE + 1; i < N_ACCOUNTS; i++) {
        tally_open(&m->sums[i], &m->account_kinds);
        m->unknown[i] = m->program->unseen;
    }
    for (storage_id id = 1; id < (storage_id)m->program->storages.n; id++) {
        const struct storage *storage = program_storage(m->program, id);
        enum account account = account_of(storage->kind);
        if (account == ACCOUNT_LIVE || !reached[id]) continue;
        count_as(m, account, &m->items[id]);
        bool learned = account == ACCOUNT_PARAMETERS && dtype_is_float(storage->dtype);
        if (learned && m->request->mode == MEMORY_TRAINING)
            count_as(m, ACCOUNT_GRADIENTS, &m->items[id]);
    }
}

void weigh_accounts(struct measure *m)
{
    tally_kinds_open(&m->account_kinds, m->scratch, m->program->syms);
    for (storage_id id = 1; id < (storage_id)m->program->storages.n; id++) {
        const struct storage *storage = program_storage(m->program, id);
        if (account_of(storage->kind) != ACCOUNT_LIVE)
            m->items[id] = tally_item(&m->account_kinds, weigh_storage(m, storage));
    }
    sum_accounts(m);
}

// A pool is only the place of what lies inside it.
bool weigh_is_counted(const struct measure *m, storage_id id)
{
    return account_of(program_storage(m->program, id)->kind) == ACCOUNT_LIVE &&
           m->live.storages[id].used && !m->pool[id] && !m->held.alias[id];
}

void weigh_leave_out_pools(struct measure *m)
{
    for (storage_id id = 1; id < (storage_id)m->program->storages.n; id++) {
        storage_id pool = program_storage(m->program, id)->inside;
        if (pool) m->pool[pool] = true;
    }
}
