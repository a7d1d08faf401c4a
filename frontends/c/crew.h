#ifndef FRONTENDS_C_CREW_H
#define FRONTENDS_C_CREW_H

// Independent pieces of work, several at once, on threads with large stacks:
// deep sources need them, to be parsed and to be run.

#define MAX_CREW 64

// How many at once: as many as are asked for, 0 for as many as there are cores,
// and never more than there are pieces.
int crew_jobs(int asked, int pieces);
// Runs work(data, 0) to work(data, n - 1) and waits for all. The calling thread, whose stack should
// be as large, works as well. Where a thread cannot be had, fewer work.
void crew_run(int jobs, int n, void (*work)(void *data, int piece), void *data);

#endif
