#ifndef ANALYZER_CLI_MEMORY_H
#define ANALYZER_CLI_MEMORY_H

// How the process that analyses has its memory from the system: much at once and in large pages.
// The first use of each page costs microseconds, and parsing one file uses thousands.

void memory_prepare(void);

#endif
