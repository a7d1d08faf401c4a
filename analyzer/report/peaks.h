#ifndef ANALYZER_REPORT_PEAKS_H
#define ANALYZER_REPORT_PEAKS_H

// Which row is largest. The earliest wins a tie; a leaf that is called several
// times counts with its largest call. Where it depends on the symbols, the
// peak is a list of pieces with their conditions.

#include "analyzer/report/report.h"

// Fills peaks, largest and reference of a model whose rows are there.
void peaks_find(struct arena *, int n_dtypes, const enum dtype *dtypes, struct report_model *);
// Of the reference only how many leaves there are, and their total of this one of the dtypes.
void peaks_find_total(struct arena *, int dtype, struct report_model *);
// The pieces of the peak among sizes that are given in order of their rows; a single one with row
// -1 where none is known. `unseen`: why there may be a larger one that is not among them; or NULL.
int peaks_among(struct arena *, struct syms *, int n, const struct report_peak *sizes,
                const char *unseen, const struct report_peak **peaks);
// The largest of the pieces of a peak, whatever the symbols are: "max(256*N, 4*N^2)".
struct quantity peaks_largest(struct syms *, int n, const struct report_peak *pieces);
// Bytes of a piece's row for each asked dtype. Where the piece is a lower bound, because another
// row may be larger, so are all of them. For pieces with a row.
void peaks_piece_bytes(const struct report_model *, int n_dtypes, const struct report_peak *piece,
                       struct quantity *bytes);

#endif
