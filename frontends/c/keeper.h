#ifndef FRONTENDS_C_KEEPER_H
#define FRONTENDS_C_KEEPER_H

// Translation units that outlive the analysis they were parsed for, so that an
// editor's next version of the file is only parsed again from its first line
// that is not an #include. For one thread at a time.

struct keeper;
struct tu;

struct keeper *keeper_open(void);
void keeper_close(struct keeper *); // NULL is allowed

// ---- for tu.c

struct CXUnsavedFile;
// Parses as tu_parse does, with what was kept of the same file and flags where there is something.
void keeper_parse(struct keeper *, struct tu *, struct CXUnsavedFile *, unsigned n_unsaved);
// Takes the handle and its index from a translation unit that ends; it has none afterwards.
void keeper_take(struct keeper *, struct tu *);

#endif
