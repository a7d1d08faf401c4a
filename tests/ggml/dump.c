#include "dump.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define MAX_EXTERNAL 4096
#define ELSEWHERE (-1)
#define ABORTED (-2)
#define WORK_THREADS 3

struct dump {
    FILE *out;
    struct ggml_cgraph *graph;
    dump_context *context_of;
    int n_external;
    struct ggml_tensor *external[MAX_EXTERNAL];
    int64_t *offsets; // of nodes, then of leafs
};

// ---- in a process of its own

// Writes results as they come, so that those before an abort are kept.
typedef void experiment(struct dump *, int pipe);

static void tell(int to, int64_t value)
{
    if (write(to, &value, sizeof value) != sizeof value) _exit(1);
}

static int64_t offset_of(const struct ggml_tensor *t)
{
    if (!t->buffer || ggml_backend_buffer_get_usage(t->buffer) != GGML_BACKEND_BUFFER_USAGE_COMPUTE)
        return ELSEWHERE;
    return (char *)t->data - (char *)ggml_backend_buffer_get_base(t->buffer);
}

static void allocate(struct dump *d, int to)
{
    ggml_gallocr_t allocator = ggml_gallocr_new(ggml_backend_cpu_buffer_type());
    if (!ggml_gallocr_reserve(allocator, d->graph)) _exit(1);
    tell(to, (int64_t)ggml_gallocr_get_buffer_size(allocator, 0));
    if (!ggml_gallocr_alloc_graph(allocator, d->graph)) _exit(1);
    for (int i = 0; i < d->graph->n_nodes; i++) tell(to, offset_of(d->graph->nodes[i]));
    for (int i = 0; i < d->graph->n_leafs; i++) tell(to, offset_of(d->graph->leafs[i]));
}

static void schedule(struct dump *d, int to)
{
    ggml_backend_t cpu = ggml_backend_cpu_init();
    size_t size = (size_t)(d->graph->n_nodes + d->graph->n_leafs);
    ggml_backend_sched_t sched = ggml_backend_sched_new(&cpu, NULL, 1, size, false, false);
    if (!ggml_backend_sched_reserve(sched, d->graph)) _exit(1);
    tell(to, (int64_t)ggml_backend_sched_get_buffer_size(sched, cpu));
}

static void plan_work(struct dump *d, int to)
{
    tell(to, (int64_t)ggml_graph_plan(d->graph, WORK_THREADS, NULL).work_size);
}

static int run(struct dump *d, experiment *experiment, int64_t *results, int most)
{
    int ends[2], n = 0;
    fflush(d->out);
    if (pipe(ends) != 0) exit(2);
    pid_t child = fork();
    if (child == 0) {
        if (!freopen("/dev/null", "w", stderr)) _exit(1);
        experiment(d, ends[1]);
        _exit(0);
    }
    close(ends[1]);
    while (n < most && read(ends[0], &results[n], sizeof *results) == sizeof *results) n++;
    close(ends[0]);
    waitpid(child, NULL, 0);
    return n;
}

// ---- JSON

static void reference(struct dump *d, struct ggml_tensor *t)
{
    if (!t) {
        fputs("-1", d->out);
        return;
    }
    for (int i = 0; i < d->graph->n_nodes; i++)
        if (d->graph->nodes[i] == t) {
            fprintf(d->out, "\"n%d\"", i);
            return;
        }
    for (int i = 0; i < d->graph->n_leafs; i++)
        if (d->graph->leafs[i] == t) {
            fprintf(d->out, "\"l%d\"", i);
            return;
        }
    int k = 0;
    while (k < d->n_external && d->external[k] != t) k++;
    if (k == MAX_EXTERNAL) exit(2);
    if (k == d->n_external) d->external[d->n_external++] = t;
    fprintf(d->out, "\"x%d\"", k);
}

static void print_sizes(struct dump *d, const char *key, const int64_t *sizes)
{
    fprintf(d->out, "\"%s\":[%lld,%lld,%lld,%lld],", key, (long long)sizes[0], (long long)sizes[1],
            (long long)sizes[2], (long long)sizes[3]);
}

static void print_flags(struct dump *d, const struct ggml_tensor *t)
{
    static const char *const names[] = {"input", "output", "param", "loss", "compute"};
    for (int i = 0; i < 5; i++) fprintf(d->out, "\"%s\":%d,", names[i], t->flags >> i & 1);
}

// Without the zeros at the end.
static void print_params(struct dump *d, const struct ggml_tensor *t)
{
    int n = (int)(sizeof t->op_params / sizeof *t->op_params);
    while (n > 0 && !t->op_params[n - 1]) n--;
    fputs("\"op_params\":[", d->out);
    for (int k = 0; k < n; k++) fprintf(d->out, "%s%d", k ? "," : "", t->op_params[k]);
    fputs("],", d->out);
}

static void print_sources(struct dump *d, const struct ggml_tensor *t)
{
    int n = GGML_MAX_SRC;
    while (n > 0 && !t->src[n - 1]) n--;
    fputs("\"src\":[", d->out);
    for (int k = 0; k < n; k++) {
        if (k) fputc(',', d->out);
        reference(d, t->src[k]);
    }
    fputs("],\"view_src\":", d->out);
    reference(d, t->view_src);
    fprintf(d->out, ",\"view_offs\":%zu,", t->view_offs);
}

static void print_tensor(struct dump *d, int i, struct ggml_tensor *t, int64_t offset)
{
    int64_t strides[4];
    for (int k = 0; k < 4; k++) strides[k] = (int64_t)t->nb[k];
    fprintf(d->out, "%s{\"i\":%d,\"op\":\"%s\",\"desc\":\"%s\",\"name\":\"%s\",\"type\":\"%s\",",
            i ? "," : "", i, ggml_op_name(t->op), ggml_op_desc(t), t->name,
            ggml_type_name(t->type));
    print_sizes(d, "ne", t->ne);
    print_sizes(d, "nb", strides);
    fprintf(d->out, "\"nbytes\":%zu,", ggml_nbytes(t));
    print_sources(d, t);
    print_flags(d, t);
    print_params(d, t);
    if (d->context_of) fprintf(d->out, "\"ctx\":%d,", d->context_of(t));
    fprintf(d->out, "\"data\":%d,\"buffer\":%d,\"offs\":%lld}", t->data != NULL, t->buffer != NULL,
            (long long)offset);
}

static void print_number(struct dump *d, const char *key, int known, int64_t value)
{
    if (known)
        fprintf(d->out, "\"%s\":%lld,", key, (long long)value);
    else
        fprintf(d->out, "\"%s\":null,", key);
}

static void print_results(struct dump *d)
{
    int n = d->graph->n_nodes + d->graph->n_leafs, got;
    int64_t *results = calloc((size_t)n + 1, sizeof *results), value = 0;
    got = run(d, allocate, results, n + 1);
    print_number(d, "gallocr_buffer_size", got > 0, results[0]);
    for (int i = 0; i < n; i++) d->offsets[i] = got == n + 1 ? results[i + 1] : ABORTED;
    got = run(d, schedule, &value, 1);
    print_number(d, "sched_buffer_size", got, value);
    got = run(d, plan_work, &value, 1);
    print_number(d, "work_size", got, value);
    free(results);
}

void dump_graph(FILE *out, const char *key, int number, struct ggml_cgraph *graph,
                dump_context *context_of)
{
    static struct dump d;
    int n_nodes = graph->n_nodes, n_leafs = graph->n_leafs;
    d = (struct dump){.out = out, .graph = graph, .context_of = context_of};
    d.offsets = calloc((size_t)(n_nodes + n_leafs), sizeof *d.offsets);
    fprintf(out, "{\"%s\":%d,\"size\":%d,\"n_nodes\":%d,\"n_leafs\":%d,", key, number, graph->size,
            n_nodes, n_leafs);
    print_results(&d);
    fputs("\"nodes\":[", out);
    for (int i = 0; i < n_nodes; i++) print_tensor(&d, i, graph->nodes[i], d.offsets[i]);
    fputs("],\"leafs\":[", out);
    for (int i = 0; i < n_leafs; i++) print_tensor(&d, i, graph->leafs[i], d.offsets[n_nodes + i]);
    fputs("],\"external\":[", out);
    for (int i = 0; i < d.n_external; i++) print_tensor(&d, i, d.external[i], ELSEWHERE);
    fputs("]}", out);
    free(d.offsets);
}
