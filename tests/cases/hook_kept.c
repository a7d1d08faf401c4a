// Hooks whose handle is lost before they are removed, and those that are somebody's business.
#include <shapeprof/nn.h>
#include <stdlib.h>

static int n;

struct watcher {
    nn_hook hook;
};

static void seen(nn_module *module, struct nn_tensors inputs, struct nn_tensors outputs, void *user)
{
    (void)module, (void)inputs, (void)outputs;
    *(int *)user += 1;
}

static int never(nn_module *model, nn_tensor *x)
{
    n = 0;
    nn_hook hook = nn_register_forward_hook(model, seen, &n); // expect SP803: `hook` is never removed
    nn_call(model, x);
    return n;
}

static int early(nn_module *model, nn_tensor *x, int limit)
{
    n = 0;
    nn_hook hook = nn_register_forward_hook(model, seen, &n); // expect SP803: not removed on the way out at line 31
    nn_call(model, x);
    if (n > limit)
        return -1;
    nn_hook_remove(hook);
    return n;
}

static int on_one_side(nn_module *model, nn_tensor *x, int limit)
{
    n = 0;
    nn_hook hook = nn_register_forward_hook(model, seen, &n); // expect SP803: not removed on the way out at line 42
    nn_call(model, x);
    if (n < limit) nn_hook_remove(hook);
    return n;
}

static int overwritten(nn_module *model, nn_tensor *x)
{
    n = 0;
    nn_hook hook = nn_register_forward_hook(nn_get(model, 0), seen, &n); // expect SP803: `hook` is never
    hook = nn_register_forward_hook(nn_get(model, 1), seen, &n); // expect SP803: at line 52
    nn_call(model, x);
    if (n == 7) goto out;
    return n;
out:
    nn_hook_remove(hook);
    return -n;
}

// ---- right

static int by_goto(nn_module *model, nn_tensor *x, int limit)
{
    int result = -1;
    nn_hook hook = nn_register_forward_hook(model, seen, &n);
    nn_call(model, x);
    if (n > limit) goto done;
    result = n;
done:
    nn_hook_remove(hook);
    return result;
}

static int asked(nn_module *model, nn_tensor *x, int watch)
{
    n = 0;
    nn_hook hook = {0};
    if (watch) hook = nn_register_forward_hook(model, seen, &n);
    nn_call(model, x);
    if (nn_hook_is_there(hook)) nn_hook_remove(hook);
    return n;
}

static int same_condition(nn_module *model, nn_tensor *x, int watch)
{
    n = 0;
    nn_hook hook;
    if (watch) hook = nn_register_forward_hook(model, seen, &n);
    nn_call(model, x);
    if (watch) nn_hook_remove(hook);
    return n;
}

static int scoped(nn_module *model, nn_tensor *x)
{
    n = 0;
    NN_HOOK_SCOPE hook = nn_register_forward_hook(model, seen, &n);
    nn_call(model, x);
    if (n > 3) return -1;
    return n;
}

static nn_hook given_back(nn_module *model)
{
    nn_hook hook = nn_register_forward_hook(model, seen, &n);
    return hook;
}

static void kept(struct watcher *w, nn_module *model)
{
    nn_hook hook = nn_register_forward_hook(model, seen, &n);
    w->hook = hook;
}

static int several(nn_module *model, nn_tensor *x)
{
    nn_hook hooks[2];
    n = 0;
    for (int i = 0; i < 2; i++) hooks[i] = nn_register_forward_hook(nn_get(model, i), seen, &n);
    nn_call(model, x);
    for (int i = 0; i < 2; i++) nn_hook_remove(hooks[i]);
    return n;
}

static int or_exit(nn_module *model, nn_tensor *x)
{
    n = 0;
    nn_hook hook = nn_register_forward_hook(model, seen, &n);
    nn_call(model, x);
    if (n != 1) exit(1);
    for (;;) {
        if (n > 2) break;
        switch (n) {
        case 1: n += 2; break;
        default: n++;
        }
    }
    nn_hook_remove(hook);
    return n;
}

int main(void)
{
    nn_module *model = nn_sequential(nn_linear(8, 64), nn_relu(), nn_linear(64, 8));
    nn_tensor *x = nn_input(NN_F32, 4, 8);
    struct watcher watcher;
    int sum = never(model, x) + early(model, x, 0) + on_one_side(model, x, 0) + overwritten(model, x);
    sum += by_goto(model, x, 3) + asked(model, x, 1) + same_condition(model, x, 1) + scoped(model, x);
    nn_hook hook = given_back(model);
    nn_hook_remove(hook);
    kept(&watcher, model);
    sum += several(model, x) + or_exit(model, x);
    return sum > 0;
}
