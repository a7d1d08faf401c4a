#include "ir/base/differences.h"

#include "ir/base/checked.h"

bool differences_of_values(int n, int64_t *values)
{
    for (int order = 1; order < n; order++)
        for (int i = n - 1; i >= order; i--)
            if (!checked_sub(values[i], values[i - 1], &values[i])) return false;
    return true;
}

bool differences_at(int n, const int64_t *delta, int64_t k, int64_t *value)
{
    int64_t choose = 1, term;
    *value = 0;
    for (int i = 0; i < n; i++) {
        if (!checked_mul(delta[i], choose, &term) || !checked_add(*value, term, value))
            return false;
        if (i + 1 == n) break;
        if (!checked_mul(choose, k - i, &choose)) return false;
        choose /= i + 1;
    }
    return true;
}

// It falls from `good`, where it is not below 0, to `bad`, where it is.
static bool bisect(int n, const int64_t *delta, int64_t good, int64_t bad, int64_t *k)
{
    int64_t value;
    while (bad - good > 1) {
        int64_t middle = good + (bad - good) / 2;
        if (!differences_at(n, delta, middle, &value)) return false;
        if (value < 0)
            bad = middle;
        else
            good = middle;
    }
    *k = bad;
    return true;
}

bool differences_first_not_below(int n, const int64_t *delta, int64_t from, int64_t to, int64_t *k)
{
    int64_t negated[MAX_DIFFERENCES];
    for (int i = 0; i < n; i++)
        if (!checked_sub(i ? 0 : -1, delta[i], &negated[i])) return false;
    return differences_first_below(n, negated, from, to, k); // -p - 1 < 0
}

bool differences_first_below(int n, const int64_t *delta, int64_t from, int64_t to, int64_t *k)
{
    int64_t value, step, end;
    while (from <= to) {
        *k = from;
        if (!differences_at(n, delta, from, &value)) return false;
        if (value < 0) return true;
        if (n == 1) break;
        if (!differences_at(n - 1, delta + 1, from, &step)) return false;
        if (step >= 0) {
            if (!differences_first_below(n - 1, delta + 1, from, to, &from)) return false;
            continue;
        }
        if (!differences_first_not_below(n - 1, delta + 1, from, to, &end)) return false;
        int64_t lowest = end > to ? to : end;
        if (!differences_at(n, delta, lowest, &value)) return false;
        if (value < 0) return bisect(n, delta, from, lowest, k);
        from = end;
    }
    *k = to + 1;
    return true;
}
