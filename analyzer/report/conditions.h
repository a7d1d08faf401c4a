#ifndef ANALYZER_REPORT_CONDITIONS_H
#define ANALYZER_REPORT_CONDITIONS_H

// What a model needs of its inputs, each condition with the line that imposes it.

#include "analyzer/report/report.h"

// Finds the input that each condition is about, and how its place is written.
void conditions_attach(struct arena *, const struct report_model *, int n,
                       struct report_condition *);
// " for cat in UNet (unet.c:51)", behind a condition; without what nobody is known to need it for.
const char *conditions_reason(struct arena *, const struct report_condition *);
// "H % 8 == 0, W % 8 == 0 for cat in UNet (unet.c:51); H >= 20 for ..."; "" where there are none.
const char *conditions_string(struct arena *, const struct report_model *, int input);
// Is the text of an assumption said by the condition of an input?
bool conditions_say(const struct report_model *, const char *assumption);

#endif
