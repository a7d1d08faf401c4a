#ifndef IR_OPS_KERNELS_H
#define IR_OPS_KERNELS_H

// Kernels that stand in a file of their own beside their op's definition, since
// the family's file would be too long with them: X.c has the rules, X_kernel.c
// the kernels.

#include "ir/kernel.h"

// conv_kernel.c, for any number of spatial axes
void conv_forward(struct kernel_call *);
void conv_backward(struct kernel_call *);
void conv_transpose_forward(struct kernel_call *);
void conv_transpose_backward(struct kernel_call *);
// pool_kernel.c
void max_pool_forward(struct kernel_call *);
void adaptive_max_pool_forward(struct kernel_call *);
void fractional_max_pool_forward(struct kernel_call *);
void max_pool_backward(struct kernel_call *); // of all three
void avg_pool_forward(struct kernel_call *);
void avg_pool_backward(struct kernel_call *);
void adaptive_avg_pool_forward(struct kernel_call *);
void adaptive_avg_pool_backward(struct kernel_call *);
void lp_pool_forward(struct kernel_call *);
void lp_pool_backward(struct kernel_call *);
// max_unpool_kernel.c
void max_unpool_forward(struct kernel_call *);
void max_unpool_backward(struct kernel_call *);
// matmul_kernel.c
void matmul_forward(struct kernel_call *); // of all forms without a summand
void matmul_backward(struct kernel_call *);
void addmm_forward(struct kernel_call *); // also in batches
void addmm_backward(struct kernel_call *);
// norm_kernel.c
void batch_norm_forward(struct kernel_call *);
void batch_norm_backward(struct kernel_call *);
void instance_norm_forward(struct kernel_call *);
void instance_norm_backward(struct kernel_call *);
void group_norm_forward(struct kernel_call *);
void group_norm_backward(struct kernel_call *);
void layer_norm_forward(struct kernel_call *);
void layer_norm_backward(struct kernel_call *);
void rms_norm_forward(struct kernel_call *);
void rms_norm_backward(struct kernel_call *);
// local_response_kernel.c
void local_response_norm_forward(struct kernel_call *);
void local_response_norm_backward(struct kernel_call *);
// split_kernel.c
void chunk_forward(struct kernel_call *);
void chunk_backward(struct kernel_call *);
void split_forward(struct kernel_call *);
void split_backward(struct kernel_call *);
void tensor_split_forward(struct kernel_call *);
void tensor_split_backward(struct kernel_call *);
void hsplit_forward(struct kernel_call *);
void hsplit_backward(struct kernel_call *);
void vsplit_forward(struct kernel_call *);
void vsplit_backward(struct kernel_call *);
void dsplit_forward(struct kernel_call *);
void dsplit_backward(struct kernel_call *);
void unbind_forward(struct kernel_call *);
void unbind_backward(struct kernel_call *);
// rnn_kernel.c
void rnn_forward(struct kernel_call *);
void rnn_backward(struct kernel_call *);
void gru_forward(struct kernel_call *);
void gru_backward(struct kernel_call *);
void lstm_forward(struct kernel_call *);
void lstm_backward(struct kernel_call *);
// rnn_cell_kernel.c
void rnn_cell_forward(struct kernel_call *);
void rnn_cell_backward(struct kernel_call *);
void gru_cell_forward(struct kernel_call *);
void gru_cell_backward(struct kernel_call *);
void lstm_cell_forward(struct kernel_call *);
void lstm_cell_backward(struct kernel_call *);
// attention_kernel.c
void multihead_attention_forward(struct kernel_call *);
void multihead_attention_backward(struct kernel_call *);
// reduce_kernel.c
void sum_forward(struct kernel_call *);
void sum_backward(struct kernel_call *);
void mean_forward(struct kernel_call *);
void mean_backward(struct kernel_call *);
void prod_forward(struct kernel_call *);
void prod_backward(struct kernel_call *);
void var_forward(struct kernel_call *);
void var_backward(struct kernel_call *);
void std_forward(struct kernel_call *);
void std_backward(struct kernel_call *);
void norm_forward(struct kernel_call *);
void norm_backward(struct kernel_call *);
void logsumexp_forward(struct kernel_call *);
void logsumexp_backward(struct kernel_call *);
void nansum_forward(struct kernel_call *);
void nansum_backward(struct kernel_call *);
void nanmean_forward(struct kernel_call *);
void nanmean_backward(struct kernel_call *);
void var_mean_forward(struct kernel_call *);
void var_mean_backward(struct kernel_call *);
void std_mean_forward(struct kernel_call *);
void std_mean_backward(struct kernel_call *);
void any_forward(struct kernel_call *);
void all_forward(struct kernel_call *);
void count_nonzero_forward(struct kernel_call *);
// extreme_kernel.c
void amax_forward(struct kernel_call *);
void amax_backward(struct kernel_call *);
void amin_forward(struct kernel_call *);
void amin_backward(struct kernel_call *);
void argmax_forward(struct kernel_call *);
void argmin_forward(struct kernel_call *);
void max_forward(struct kernel_call *);
void min_forward(struct kernel_call *);
void median_forward(struct kernel_call *);
void chosen_backward(struct kernel_call *); // of max, min and median
// loss_kernel.c
void mse_loss_forward(struct kernel_call *);
void mse_loss_backward(struct kernel_call *);
void l1_loss_forward(struct kernel_call *);
void l1_loss_backward(struct kernel_call *);
void smooth_l1_loss_forward(struct kernel_call *);
void smooth_l1_loss_backward(struct kernel_call *);
void huber_loss_forward(struct kernel_call *);
void huber_loss_backward(struct kernel_call *);
void kl_div_forward(struct kernel_call *);
void kl_div_backward(struct kernel_call *);
void binary_cross_entropy_forward(struct kernel_call *);
void binary_cross_entropy_backward(struct kernel_call *);
void binary_cross_entropy_with_logits_forward(struct kernel_call *);
void binary_cross_entropy_with_logits_backward(struct kernel_call *);
void margin_ranking_loss_forward(struct kernel_call *);
void margin_ranking_loss_backward(struct kernel_call *);
void hinge_embedding_loss_forward(struct kernel_call *);
void hinge_embedding_loss_backward(struct kernel_call *);
void soft_margin_loss_forward(struct kernel_call *);
void soft_margin_loss_backward(struct kernel_call *);
void poisson_nll_loss_forward(struct kernel_call *);
void poisson_nll_loss_backward(struct kernel_call *);
void gaussian_nll_loss_forward(struct kernel_call *);
void gaussian_nll_loss_backward(struct kernel_call *);
// select_kernel.c
void mode_forward(struct kernel_call *);
void kthvalue_forward(struct kernel_call *);
void placed_backward(struct kernel_call *); // of both
void quantile_forward(struct kernel_call *);
void quantile_backward(struct kernel_call *);
void aminmax_forward(struct kernel_call *);
void aminmax_backward(struct kernel_call *);
// product_kernel.c
void inner_forward(struct kernel_call *);
void inner_backward(struct kernel_call *);
void kron_forward(struct kernel_call *);
void kron_backward(struct kernel_call *);
void cross_forward(struct kernel_call *);
void cross_backward(struct kernel_call *);
// sdpa_kernel.c
void scaled_dot_product_attention_forward(struct kernel_call *);
void scaled_dot_product_attention_backward(struct kernel_call *);
// embedding_bag_kernel.c
void embedding_bag_forward(struct kernel_call *);
void embedding_bag_backward(struct kernel_call *);
// embedding.c: what both do about max_norm
void embedding_shorten_rows(struct kernel_call *);
// grid_kernel.c
void grid_sample_forward(struct kernel_call *);
void grid_sample_backward(struct kernel_call *);
void affine_grid_forward(struct kernel_call *);
void affine_grid_backward(struct kernel_call *);
// ctc_kernel.c
void ctc_loss_forward(struct kernel_call *);
void ctc_loss_backward(struct kernel_call *);
// choose_kernel.c
void nonzero_forward(struct kernel_call *);
void unique_forward(struct kernel_call *);
void bucketize_forward(struct kernel_call *);
void searchsorted_forward(struct kernel_call *);
void masked_select_forward(struct kernel_call *);
void masked_select_backward(struct kernel_call *);
void index_put_forward(struct kernel_call *);
void index_put_backward(struct kernel_call *);
void take_forward(struct kernel_call *);
void take_backward(struct kernel_call *);
// margin_kernel.c
void multilabel_soft_margin_loss_forward(struct kernel_call *);
void multilabel_soft_margin_loss_backward(struct kernel_call *);
void multi_margin_loss_forward(struct kernel_call *);
void multi_margin_loss_backward(struct kernel_call *);
void multilabel_margin_loss_forward(struct kernel_call *);
void multilabel_margin_loss_backward(struct kernel_call *);
// distance_kernel.c
void cosine_similarity_forward(struct kernel_call *);
void cosine_similarity_backward(struct kernel_call *);
void pairwise_distance_forward(struct kernel_call *);
void pairwise_distance_backward(struct kernel_call *);
void cdist_forward(struct kernel_call *);
void cdist_backward(struct kernel_call *);
void pdist_forward(struct kernel_call *);
void pdist_backward(struct kernel_call *);
void normalize_forward(struct kernel_call *);
void normalize_backward(struct kernel_call *);
void cosine_embedding_loss_forward(struct kernel_call *);
void cosine_embedding_loss_backward(struct kernel_call *);
void triplet_margin_loss_forward(struct kernel_call *);
void triplet_margin_loss_backward(struct kernel_call *);
// class_loss_kernel.c
void nll_loss_forward(struct kernel_call *);
void nll_loss_backward(struct kernel_call *);
void cross_entropy_forward(struct kernel_call *);
void cross_entropy_backward(struct kernel_call *);
// move_kernel.c
void pad_forward(struct kernel_call *);
void pad_backward(struct kernel_call *);
void roll_forward(struct kernel_call *);
void roll_backward(struct kernel_call *);
void flip_forward(struct kernel_call *);
void flip_backward(struct kernel_call *);
void rot90_forward(struct kernel_call *);
void rot90_backward(struct kernel_call *);
void pixel_shuffle_forward(struct kernel_call *);
void pixel_shuffle_backward(struct kernel_call *);
void pixel_unshuffle_forward(struct kernel_call *);
void pixel_unshuffle_backward(struct kernel_call *);
void channel_shuffle_forward(struct kernel_call *);
void channel_shuffle_backward(struct kernel_call *);
void repeat_interleave_forward(struct kernel_call *);
void repeat_interleave_backward(struct kernel_call *);
void unfold_forward(struct kernel_call *);
void unfold_backward(struct kernel_call *);
void fold_forward(struct kernel_call *);
void fold_backward(struct kernel_call *);
// move_kernel.c: an element as it is, between tensors of one dtype
void move_element(const struct tensor *from, int64_t index, const struct tensor *to, int64_t at);
// index_kernel.c
void gather_forward(struct kernel_call *);
void gather_backward(struct kernel_call *);
void scatter_forward(struct kernel_call *);
void scatter_backward(struct kernel_call *);
void scatter_add_forward(struct kernel_call *);
void scatter_add_backward(struct kernel_call *);
void index_select_forward(struct kernel_call *);
void index_select_backward(struct kernel_call *);
void index_add_forward(struct kernel_call *);
void index_add_backward(struct kernel_call *);
void index_copy_forward(struct kernel_call *);
void index_copy_backward(struct kernel_call *);
void one_hot_forward(struct kernel_call *);
void scatter_reduce_forward(struct kernel_call *);
void scatter_reduce_backward(struct kernel_call *);
void take_along_dim_forward(struct kernel_call *);
void take_along_dim_backward(struct kernel_call *);
void index_fill_forward(struct kernel_call *);
void index_fill_backward(struct kernel_call *);
// scan_kernel.c
void cumsum_forward(struct kernel_call *);
void cumsum_backward(struct kernel_call *);
void cumprod_forward(struct kernel_call *);
void cumprod_backward(struct kernel_call *);
void logcumsumexp_forward(struct kernel_call *);
void logcumsumexp_backward(struct kernel_call *);
void diff_forward(struct kernel_call *);
void diff_backward(struct kernel_call *);
void cummax_forward(struct kernel_call *);
void cummin_forward(struct kernel_call *);
void running_backward(struct kernel_call *); // of cummax and cummin
void sort_forward(struct kernel_call *);     // of argsort, too
void topk_forward(struct kernel_call *);
void order_backward(struct kernel_call *); // of sort and topk
// upsample_kernel.c
void interpolate_forward(struct kernel_call *);
void interpolate_backward(struct kernel_call *);
// einsum_kernel.c
void einsum_forward(struct kernel_call *);
void einsum_backward(struct kernel_call *);

#endif
