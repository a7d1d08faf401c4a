#ifndef ANALYZER_CLI_WATCH_H
#define ANALYZER_CLI_WATCH_H

// What is seen of several programs at work: by the user on a terminal, and by
// the process that guards the work, which shares this memory with it. When the
// work crashes or takes too long, the guard blames the program that ran, and
// the work is begun again without it.

#include "frontends/front.h"

#include <time.h>

struct watch;

struct watch *watch_open(void); // NULL: there is no such memory
void watch_close(struct watch *);

// ---- for the work
void watch_programs(struct watch *, struct front_watch *);
// Takes what was shown of the progress off the terminal, before anything else is printed.
void watch_hide(struct watch *);
// The answer is complete and is being printed.
void watch_answer(struct watch *);
// Programs are to be run one by one, because of several at once nobody knew which had crashed.
bool watch_wants_one_job(const struct watch *);

// ---- for the guard
void watch_restart(struct watch *);
// When the program that runs the longest began, or what follows the last of several programs, by
// the monotonic clock. Of one program all is one piece of work.
time_t watch_oldest(const struct watch *);
bool watch_answers(const struct watch *);
// Blames the program that ran, or the one that ran the longest where that is what is wrong. False:
// there is only one program, or too much was begun again already.
enum watch_fault { WATCH_CRASHED, WATCH_TOOK_TOO_LONG };
bool watch_blame(struct watch *, enum watch_fault, const char *why);

#endif
