#ifndef ANALYZER_LSP_WORK_H
#define ANALYZER_LSP_WORK_H

// The worker's side: a process that answers jobs one after another until its
// input ends. It alone loads the parser and reads sources; what kills it is the
// server's to tell. Jobs and answers are JSON in frames (analyzer/lsp/frame.h):
//
//   {kind: "analyse", path, words[], unsaved[{path, text}]}   -> {facts, complaints}
//   {kind: "file", path, words[], unsaved[{path, text}]}      -> {facts: {findings}, complaints}
//   {kind: "why", path, rows[]}                               -> {text}

#include <stdatomic.h>

// Does not return. The flag is the server's to set while a job runs that is not wanted any more.
_Noreturn void work_serve(int in, int out, const atomic_bool *cancelled);

#endif
