#include "analyzer/report/profile_files.h"

#include "analyzer/report/json_value.h"
#include "ir/base/map.h"

#include <errno.h>
#include <stdio.h>

enum level { LEVEL_STEP, LEVEL_LEAF, LEVEL_KERNEL, N_LEVELS };

// One that is open: its name, and the event that it began with.
struct frame {
    const char *name;
    int first;
};

// Told of frames as they end, inner ones first; `last` is the event that they end with.
struct walk {
    struct arena *arena;
    const struct execution *e;
    void (*begins)(struct walk *, enum level, const struct frame *);
    void (*ends)(struct walk *, enum level, const struct frame *, int last);
    json_t *events;
    json_t *frames;       // speedscope's names
    struct map *frame_of; // by name: index + 1
    int process;
};

static const char *name_of(const struct walk *w)
{
    return w->e->model ? w->e->model->name : "program";
}

static double begin_of(const struct walk *w, int event)
{
    return w->e->profile.events[event].begin * 1e6;
}

static double end_of(const struct walk *w, int event)
{
    const struct execution_event *at = &w->e->profile.events[event];
    return (at->begin + at->seconds) * 1e6;
}

static const char *name_at(struct walk *w, enum level level, const struct execution_event *event)
{
    if (level == LEVEL_KERNEL) return event->name;
    if (level == LEVEL_STEP) return arena_printf(w->arena, "step %d", event->step + 1);
    const char *leaf = event->leaf ? event->leaf : "(no leaf)";
    return event->backward ? arena_printf(w->arena, "%s, backward", leaf) : leaf;
}

static bool goes_on(enum level level, const struct execution_event *before,
                    const struct execution_event *now)
{
    if (level == LEVEL_KERNEL || before->step != now->step) return false;
    return level == LEVEL_STEP || (before->leaf == now->leaf && before->backward == now->backward);
}

static void walk_events(struct walk *w)
{
    const struct execution_event *events = w->e->profile.events;
    struct frame open[N_LEVELS];
    int n_open = 0, n = w->e->profile.n_events;
    for (int i = 0; i <= n; i++) {
        int kept = 0;
        while (i && i < n && kept < n_open && goes_on((enum level)kept, &events[i - 1], &events[i]))
            kept++;
        while (n_open > kept) {
            n_open--;
            w->ends(w, (enum level)n_open, &open[n_open], i - 1);
        }
        for (; i < n && n_open < N_LEVELS; n_open++) {
            open[n_open] = (struct frame){name_at(w, (enum level)n_open, &events[i]), i};
            if (w->begins) w->begins(w, (enum level)n_open, &open[n_open]);
        }
    }
}

// ---- Chrome

static void chrome_ends(struct walk *w, enum level level, const struct frame *frame, int last)
{
    static const char *const categories[] = {"step", "leaf", "kernel"};
    json_t *event = json_object();
    double begin = begin_of(w, frame->first);
    json_object_set_new(event, "ph", json_text("X"));
    json_object_set_new(event, "cat", json_text(categories[level]));
    json_object_set_new(event, "name", json_text(frame->name));
    json_object_set_new(event, "pid", json_integer(w->process));
    json_object_set_new(event, "tid", json_integer(1));
    json_object_set_new(event, "ts", json_real(begin));
    json_object_set_new(event, "dur", json_real(end_of(w, last) - begin));
    json_array_append_new(w->events, event);
}

static void name_process(struct walk *w)
{
    json_t *event = json_object(), *arguments = json_object();
    json_object_set_new(arguments, "name", json_text(name_of(w)));
    json_object_set_new(event, "ph", json_text("M"));
    json_object_set_new(event, "name", json_text("process_name"));
    json_object_set_new(event, "pid", json_integer(w->process));
    json_object_set_new(event, "args", arguments);
    json_array_append_new(w->events, event);
}

json_t *profile_chrome(struct arena *arena, int n, const struct execution *executions)
{
    json_t *root = json_object();
    struct walk walk = {.arena = arena, .ends = chrome_ends, .events = json_array()};
    for (int i = 0; i < n; i++) {
        walk.e = &executions[i];
        walk.process = i + 1;
        name_process(&walk);
        walk_events(&walk);
    }
    json_object_set_new(root, "displayTimeUnit", json_text("ms"));
    json_object_set_new(root, "traceEvents", walk.events);
    return root;
}

// ---- speedscope

static int frame_index(struct walk *w, const char *name)
{
    uintptr_t index = (uintptr_t)map_get_string(w->frame_of, name);
    if (!index) {
        json_t *frame = json_object();
        json_object_set_new(frame, "name", json_text(name));
        json_array_append_new(w->frames, frame);
        index = json_array_size(w->frames);
        map_put_string(w->frame_of, name, (void *)index);
    }
    return (int)index - 1;
}

static void add_edge(struct walk *w, const char *type, const struct frame *frame, double at)
{
    json_t *event = json_object();
    json_object_set_new(event, "type", json_text(type));
    json_object_set_new(event, "frame", json_integer(frame_index(w, frame->name)));
    json_object_set_new(event, "at", json_real(at));
    json_array_append_new(w->events, event);
}

static void scope_begins(struct walk *w, enum level level, const struct frame *frame)
{
    (void)level;
    add_edge(w, "O", frame, begin_of(w, frame->first));
}

static void scope_ends(struct walk *w, enum level level, const struct frame *frame, int last)
{
    (void)level;
    add_edge(w, "C", frame, end_of(w, last));
}

static json_t *scope_profile(struct walk *w)
{
    int n = w->e->profile.n_events;
    json_t *profile = json_object();
    w->events = json_array();
    walk_events(w);
    json_object_set_new(profile, "type", json_text("evented"));
    json_object_set_new(profile, "name", json_text(name_of(w)));
    json_object_set_new(profile, "unit", json_text("microseconds"));
    json_object_set_new(profile, "startValue", json_real(n ? begin_of(w, 0) : 0.0));
    json_object_set_new(profile, "endValue", json_real(n ? end_of(w, n - 1) : 0.0));
    json_object_set_new(profile, "events", w->events);
    return profile;
}

json_t *profile_speedscope(struct arena *arena, int n, const struct execution *executions)
{
    json_t *root = json_object(), *shared = json_object(), *profiles = json_array();
    struct walk walk = {.arena = arena,
                        .begins = scope_begins,
                        .ends = scope_ends,
                        .frames = json_array(),
                        .frame_of = map_open(arena)};
    for (int i = 0; i < n; i++) {
        walk.e = &executions[i];
        json_array_append_new(profiles, scope_profile(&walk));
    }
    json_object_set_new(shared, "frames", walk.frames);
    json_object_set_new(root, "$schema",
                        json_text("https://www.speedscope.app/file-format-schema.json"));
    json_object_set_new(root, "exporter", json_text("shapeprof"));
    json_object_set_new(root, "shared", shared);
    json_object_set_new(root, "profiles", profiles);
    return root;
}

int profile_write(json_t *root, const char *path)
{
    errno = 0;
    FILE *file = fopen(path, "w");
    int why = file && json_dumpf(root, file, JSON_COMPACT) == 0 ? 0 : errno ? errno : EIO;
    if (file && fclose(file) != 0 && !why) why = errno;
    json_decref(root);
    return why;
}
