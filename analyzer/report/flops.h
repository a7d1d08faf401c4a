#ifndef ANALYZER_REPORT_FLOPS_H
#define ANALYZER_REPORT_FLOPS_H

// Floating point operations of nodes, asked of each op's definition. A multiply
// and an add count as two.

#include "analyzer/report/quantity.h"
#include "ir/graph.h"

// Nodes first..last; a repeat region counts its body `count` times. Ops that
// say nothing of it count as none; poisoned ones make the sum a lower bound.
struct quantity flops_of_nodes(struct arena *, const struct program *, node_id first, node_id last);

#endif
