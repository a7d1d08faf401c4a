#ifndef TESTS_UNIT_NN_FIXTURE_H
#define TESTS_UNIT_NN_FIXTURE_H

// A recording for each test of a program on nn.h. Include cmocka.h before.

#include <shapeprof/nn.h>
#include <string.h>

static int begin(void **state)
{
    (void)state;
    nn_recording_open("test");
    return 0;
}

static int end(void **state)
{
    (void)state;
    nn_recording_close();
    return 0;
}

// Words of a finding, or its code.
static void assert_finding(const char *words)
{
    if (!strstr(nn_diagnostics(), words)) print_message("%s", nn_diagnostics());
    assert_non_null(strstr(nn_diagnostics(), words));
}

#endif
