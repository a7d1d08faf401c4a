#ifndef ANALYZER_REPORT_PAGE_H
#define ANALYZER_REPORT_PAGE_H

// The files of analyzer/report/page as they stand there, each ending with a NUL; embed.cmake makes
// their source. `html` has places for the others: @STYLE@, @SCRIPT@, @REPORT@, @VERSION@.
extern const unsigned char page_html[], page_css[], page_js[];

#endif
