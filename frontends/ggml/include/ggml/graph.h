#ifndef SHAPEPROF_GGML_GRAPH_H
#define SHAPEPROF_GGML_GRAPH_H

// Graphs, their gradients, and the threads that run them. A part of ggml.h.

// Room for a graph in a context.
struct ggml_cgraph *ggml_new_graph(struct ggml_context *ctx);
struct ggml_cgraph *ggml_new_graph_custom(struct ggml_context *ctx, size_t size, bool grads);
size_t ggml_graph_overhead(void);
size_t ggml_graph_overhead_custom(size_t size, bool grads);
struct ggml_cgraph *ggml_graph_dup(struct ggml_context *ctx, struct ggml_cgraph *cgraph,
                                   bool force_grads);
void ggml_graph_cpy(struct ggml_cgraph *src, struct ggml_cgraph *dst);
void ggml_graph_clear(struct ggml_cgraph *cgraph);
void ggml_graph_reset(struct ggml_cgraph *cgraph);

// What a tensor needs goes into the graph before it.
void ggml_build_forward_expand(struct ggml_cgraph *cgraph, struct ggml_tensor *tensor);
struct ggml_tensor *ggml_build_forward_select(struct ggml_cgraph *cgraph,
                                              struct ggml_tensor **tensors, int n_tensors, int idx);
void ggml_build_forward_order(struct ggml_cgraph *cgraph, struct ggml_tensor *tensor);

// Looking through a graph.
int ggml_graph_size(struct ggml_cgraph *cgraph);
int ggml_graph_n_nodes(struct ggml_cgraph *cgraph);
struct ggml_tensor *ggml_graph_node(struct ggml_cgraph *cgraph, int i);
struct ggml_tensor **ggml_graph_nodes(struct ggml_cgraph *cgraph);
void ggml_graph_add_node(struct ggml_cgraph *cgraph, struct ggml_tensor *tensor);
struct ggml_tensor *ggml_graph_get_tensor(const struct ggml_cgraph *cgraph, const char *name);
struct ggml_tensor *ggml_graph_get_grad(const struct ggml_cgraph *cgraph,
                                        const struct ggml_tensor *node);
struct ggml_tensor *ggml_graph_get_grad_acc(const struct ggml_cgraph *cgraph,
                                            const struct ggml_tensor *node);
void ggml_graph_print(const struct ggml_cgraph *cgraph);
void ggml_graph_dump_dot(const struct ggml_cgraph *gb, const struct ggml_cgraph *cgraph,
                         const char *filename);

// Training: a loss, the backward part, a step.
struct ggml_tensor *ggml_cross_entropy_loss(struct ggml_context *ctx, struct ggml_tensor *a,
                                            struct ggml_tensor *b);
struct ggml_tensor *ggml_cross_entropy_loss_back(struct ggml_context *ctx, struct ggml_tensor *a,
                                                 struct ggml_tensor *b, struct ggml_tensor *c);
void ggml_build_backward_expand(struct ggml_context *ctx, struct ggml_cgraph *cgraph,
                                struct ggml_tensor **grad_accs);
struct ggml_tensor *ggml_opt_step_adamw(struct ggml_context *ctx, struct ggml_tensor *a,
                                        struct ggml_tensor *grad, struct ggml_tensor *m,
                                        struct ggml_tensor *v, struct ggml_tensor *adamw_params);
struct ggml_tensor *ggml_opt_step_sgd(struct ggml_context *ctx, struct ggml_tensor *a,
                                      struct ggml_tensor *grad, struct ggml_tensor *sgd_params);

// Threads.
struct ggml_threadpool;
typedef struct ggml_threadpool *ggml_threadpool_t;
struct ggml_threadpool_params {
    bool cpumask[GGML_MAX_N_THREADS];
    int n_threads;
    enum ggml_sched_priority prio;
    uint32_t poll;
    bool strict_cpu;
    bool paused;
};
struct ggml_threadpool_params ggml_threadpool_params_default(int n_threads);
void ggml_threadpool_params_init(struct ggml_threadpool_params *p, int n_threads);
bool ggml_threadpool_params_match(const struct ggml_threadpool_params *p0,
                                  const struct ggml_threadpool_params *p1);

#endif
