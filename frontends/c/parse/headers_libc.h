#ifndef FRONTENDS_C_HEADERS_LIBC_H
#define FRONTENDS_C_HEADERS_LIBC_H

// The texts of a minimal C library's headers. Private to frontends/c.

extern const char headers_stdint[], headers_inttypes[], headers_string[], headers_stdlib[],
    headers_stdio[], headers_math[], headers_assert[], headers_ctype[], headers_errno[],
    headers_time[];

#endif
