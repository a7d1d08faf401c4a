#ifndef IR_BASE_CLOCK_H
#define IR_BASE_CLOCK_H

// Seconds of a clock that only goes forward, also while the machine's time is set; from an
// arbitrary moment on, the same for all processes of the machine.
double clock_seconds(void);

#endif
