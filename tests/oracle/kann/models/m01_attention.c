/* Dot-product attention written with the plain operators: slices of one projection, matmul, stack of heads. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "kann.h"

typedef struct kad_node_t node_t;

static node_t *affine(node_t *x, int n)
{
	int n_in = x->n_d >= 2 ? kad_len(x) / x->d[0] : kad_len(x);
	return kad_add(kad_cmul(x, kann_new_weight(n, n_in)), kann_new_bias(n));
}

static node_t *head(node_t *q, node_t *kt, node_t *v, int i, int dk)
{
	node_t *s, *qi = kad_slice(q, 1, i * dk, (i + 1) * dk);
	node_t *ki = kad_slice(kt, 0, i * dk, (i + 1) * dk), *vi = kad_slice(v, 1, i * dk, (i + 1) * dk);
	s = kad_mul(kad_matmul(qi, ki), kann_new_scalar(KAD_CONST, 1.0f / sqrtf((float)dk)));
	return kad_matmul(kad_softmax(s), vi);
}

int main(int argc, char **argv)
{
	int T = argc > 1 ? atoi(argv[1]) : 6, d = argc > 2 ? atoi(argv[2]) : 16, nh = 4, i;
	node_t *x, *q, *kt, *v, *heads[8], *out, *y, *cost, *keys;
	kann_t *a;

	x = kad_feed(2, T, d), x->ext_flag |= KANN_F_IN, x->ext_label = 1;
	keys = kad_feed(2, d, T), keys->ext_flag |= KANN_F_IN, keys->ext_label = 2;
	q = affine(x, d);
	v = affine(x, d);
	kt = kad_matmul(kann_new_weight(d, d), keys);
	for (i = 0; i < nh; ++i) heads[i] = head(q, kt, v, i, d / nh);
	out = kad_concat_array(1, nh, heads);
	out = kad_add(x, affine(out, d));
	out = kann_layer_layernorm(out);
	out = kad_add(out, affine(kad_relu(affine(out, 4 * d)), d));
	out->ext_flag |= KANN_F_OUT;
	y = kad_feed(2, T, d), y->ext_flag |= KANN_F_TRUTH;
	cost = kad_mse(out, y);
	cost->ext_flag |= KANN_F_COST;
	a = kann_new(cost, 0);
	printf("%d nodes\n", a->n);
	kann_delete(a);
	return 0;
}
