#ifndef ANALYZER_LSP_FRAME_H
#define ANALYZER_LSP_FRAME_H

// JSON between the server and its worker: eight bytes of length, then the text.
// Both ends are this program, so a frame that is none is a fault of ours.

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

// False: the other end is gone.
bool frame_write(int file, const json_t *);
// NULL: it is gone.
json_t *frame_read(int file);

#endif
