#ifndef ANALYZER_CLI_GUARD_H
#define ANALYZER_CLI_GUARD_H

// Runs work in a process of its own. Source code is untrusted input to a large
// parser: whatever it makes crash, overflow its stack or be killed for memory
// ends in one line on standard error and a status, never in a core dump without
// a word. Commands print only when their answer is complete, so a crash leaves
// nothing half said.

// The status of `work`, or `failed` when it ended by a signal or no process
// could be had.
int guard_run(int (*work)(void *data), void *data, int failed);

#endif
