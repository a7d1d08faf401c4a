#ifndef FRONTENDS_C_KEEPER_H
#define FRONTENDS_C_KEEPER_H

// Translation units that outlive the analysis they were parsed for, so that an
// editor's next version of the file is only parsed again from its first line
// that is not an #include. For one thread at a time.

struct keeper;
struct tu;
struct unit;
struct arena;

struct keeper *keeper_open(void);
void keeper_close(struct keeper *); // NULL is allowed

// ---- for unit.c

// The program of the last analysis; NULL: there is none.
struct unit *keeper_unit(struct keeper *);
void keeper_hold_unit(struct keeper *, struct unit *);
// Ends it. The memory of what was made from it stays until the next one begins.
void keeper_forget_unit(struct keeper *);
// For the next one; what the last one was in is given back.
struct arena *keeper_unit_arena(struct keeper *);

// ---- for tu.c

struct CXUnsavedFile;
// Parses as tu_parse does, with what was kept of the same file and flags where there is something.
void keeper_parse(struct keeper *, struct tu *, struct CXUnsavedFile *, unsigned n_unsaved);
// Takes the handle and its index from a translation unit that ends; it has none afterwards.
void keeper_take(struct keeper *, struct tu *);

#endif
