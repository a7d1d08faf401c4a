// SARIF at its limits: more findings than a host takes, and findings too large for its files.

#include "analyzer/report/writer.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define MAX_RESULTS 25000
#define MAX_BYTES 10000000

// One error among so many notes, at the end.
static struct report make_report(struct arena *arena, int n, const char *message)
{
    struct diags *diags = arena_new(arena, struct diags);
    const struct diags *lists[] = {diags};
    struct report report = {.n_dtypes = 1, .dtypes = {DTYPE_F32}};
    diags_open(diags, arena);
    for (int i = 1; i <= n; i++) {
        struct site *site = arena_new(arena, struct site);
        *site = (struct site){.file = "nowhere.c", .line = i, .column = 1, .function = "f"};
        diag_add(diags, i == n ? DIAG_MATMUL_INNER : DIAG_SYNTAX, site, "%s", message);
    }
    findings_gather(arena, 1, lists, &report);
    return report;
}

static json_t *write_log(struct arena *arena, const struct report *report, size_t *bytes)
{
    struct text text = {.arena = arena};
    sarif_report(&text, report, &(struct view){0});
    *bytes = text.n;
    json_t *log = json_loads(text_string(&text), 0, NULL);
    assert_non_null(log);
    return log;
}

static json_t *results_of(const json_t *log)
{
    return json_object_get(json_array_get(json_object_get(log, "runs"), 0), "results");
}

static const char *notification_of(const json_t *log)
{
    const json_t *run = json_array_get(json_object_get(log, "runs"), 0);
    const json_t *invocation = json_array_get(json_object_get(run, "invocations"), 0);
    const json_t *all = json_object_get(invocation, "toolExecutionNotifications");
    const json_t *message = json_object_get(json_array_get(all, 0), "message");
    return message ? json_string_value(json_object_get(message, "text")) : NULL;
}

static void the_error_stays_among_many_notes(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    struct report report = make_report(arena, MAX_RESULTS + 5000, "a message");
    size_t bytes;
    json_t *log = write_log(arena, &report, &bytes), *results = results_of(log);
    assert_int_equal(json_array_size(results), MAX_RESULTS);
    assert_true(bytes <= MAX_BYTES);
    json_t *last = json_array_get(results, MAX_RESULTS - 1);
    assert_string_equal(json_string_value(json_object_get(last, "level")), "error");
    assert_non_null(strstr(notification_of(log), "5000 of 30000 findings were left out"));
    json_decref(log);
    arena_close(arena);
}

static void large_findings_end_at_10_megabytes(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    char *message = arena_alloc(arena, 50001);
    memset(message, 'x', 50000);
    struct report report = make_report(arena, 300, message);
    size_t bytes;
    json_t *log = write_log(arena, &report, &bytes), *results = results_of(log);
    assert_true(bytes <= MAX_BYTES);
    assert_true(json_array_size(results) > 150 && json_array_size(results) < 300);
    assert_non_null(notification_of(log));
    json_decref(log);
    arena_close(arena);
}

static void nothing_is_said_where_all_have_room(void **state)
{
    (void)state;
    struct arena *arena = arena_open();
    struct report report = make_report(arena, 3, "a message");
    size_t bytes;
    json_t *log = write_log(arena, &report, &bytes);
    assert_int_equal(json_array_size(results_of(log)), 3);
    assert_null(notification_of(log));
    json_decref(log);
    arena_close(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_error_stays_among_many_notes),
        cmocka_unit_test(large_findings_end_at_10_megabytes),
        cmocka_unit_test(nothing_is_said_where_all_have_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
