#ifndef IR_GRAPH_PARTS_H
#define IR_GRAPH_PARTS_H

// Lines of sites, and the indented lines below a node but for its results, in the order in which
// they are written; private to ir/graph_parse.c.

#include "ir/graph_reader.h"

void parts_site(struct reader *);                    // behind the word `site`
void parts_accesses(struct reader *, struct node *); // "reads s1 0 to 64"
void parts_facts(struct reader *, struct node *);    // fact "name" "value"
const struct obligation *parts_obligations(struct reader *);
enum diag_id parts_diag_id(struct reader *); // "SP101"

#endif
