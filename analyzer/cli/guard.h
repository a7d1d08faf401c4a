#ifndef ANALYZER_CLI_GUARD_H
#define ANALYZER_CLI_GUARD_H

// Runs work in a process of its own. Source code is untrusted input to a large
// parser: whatever it makes crash, overflow its stack or be killed for memory
// ends in one line on standard error and a status, never in a core dump without
// a word. Commands print only when their answer is complete, so a crash leaves
// nothing half said.

struct watch;

struct guard {
    int (*work)(void *data);
    void *data;
    // Says so where the work ended by a signal or took too long, and gives the status.
    int (*fail)(void *data, const char *message);
    int seconds;         // of the clock on the wall that it may take; 0: any
    const char *files;   // that it works on, for the message
    struct watch *watch; // of several programs each may take so long, and only those that end badly
                         // are left out; NULL: all of it is one
};

// The status of the work, or of its failure.
int guard_run(const struct guard *);

#endif
