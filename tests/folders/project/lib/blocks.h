#ifndef BLOCKS_H
#define BLOCKS_H

struct nn_module;
struct nn_module *block(int in, int out);

#endif
