// Headers that belong to a compiler, as text: types and macros of the target come from libclang's
// predefined macros, so they fit any target.

#include "frontends/c/parse/headers.h"
#include "frontends/c/parse/headers_libc.h"

// The length is set where they are handed to libclang.
#define HEADER(name, text)                                                                         \
    {                                                                                              \
        HEADERS_FOLDER "/" name, text, 0                                                           \
    }

static const char stddef_text[] = "#ifndef SHAPEPROF_STDDEF\n"
                                  "#define SHAPEPROF_STDDEF\n"
                                  "typedef __SIZE_TYPE__ size_t;\n"
                                  "typedef __PTRDIFF_TYPE__ ptrdiff_t;\n"
                                  "typedef __WCHAR_TYPE__ wchar_t;\n"
                                  "typedef struct {\n"
                                  "    long long a __attribute__((__aligned__));\n"
                                  "    long double b __attribute__((__aligned__));\n"
                                  "} max_align_t;\n"
                                  "#undef NULL\n"
                                  "#define NULL ((void *)0)\n"
                                  "#define offsetof(type, member) "
                                  "__builtin_offsetof(type, member)\n"
                                  "#endif\n"
                                  "#ifdef __need_wint_t\n"
                                  "typedef __WINT_TYPE__ wint_t;\n"
                                  "#undef __need_wint_t\n"
                                  "#endif\n";

static const char stdarg_text[] = "#ifndef __GNUC_VA_LIST\n"
                                  "#define __GNUC_VA_LIST\n"
                                  "typedef __builtin_va_list __gnuc_va_list;\n"
                                  "#endif\n"
                                  "#ifndef __need___va_list\n"
                                  "typedef __builtin_va_list va_list;\n"
                                  "#define va_start(list, last) __builtin_va_start(list, last)\n"
                                  "#define va_end(list) __builtin_va_end(list)\n"
                                  "#define va_arg(list, type) __builtin_va_arg(list, type)\n"
                                  "#define va_copy(to, from) __builtin_va_copy(to, from)\n"
                                  "#endif\n"
                                  "#undef __need___va_list\n";

static const char stdbool_text[] = "#define bool _Bool\n"
                                   "#define true 1\n"
                                   "#define false 0\n"
                                   "#define __bool_true_false_are_defined 1\n";

static const char float_text[] = "#define FLT_RADIX __FLT_RADIX__\n"
                                 "#define FLT_EVAL_METHOD __FLT_EVAL_METHOD__\n"
                                 "#define FLT_MANT_DIG __FLT_MANT_DIG__\n"
                                 "#define DBL_MANT_DIG __DBL_MANT_DIG__\n"
                                 "#define LDBL_MANT_DIG __LDBL_MANT_DIG__\n"
                                 "#define FLT_DIG __FLT_DIG__\n"
                                 "#define DBL_DIG __DBL_DIG__\n"
                                 "#define LDBL_DIG __LDBL_DIG__\n"
                                 "#define FLT_MIN_EXP __FLT_MIN_EXP__\n"
                                 "#define DBL_MIN_EXP __DBL_MIN_EXP__\n"
                                 "#define LDBL_MIN_EXP __LDBL_MIN_EXP__\n"
                                 "#define FLT_MAX_EXP __FLT_MAX_EXP__\n"
                                 "#define DBL_MAX_EXP __DBL_MAX_EXP__\n"
                                 "#define LDBL_MAX_EXP __LDBL_MAX_EXP__\n"
                                 "#define FLT_MAX __FLT_MAX__\n"
                                 "#define DBL_MAX __DBL_MAX__\n"
                                 "#define LDBL_MAX __LDBL_MAX__\n"
                                 "#define FLT_EPSILON __FLT_EPSILON__\n"
                                 "#define DBL_EPSILON __DBL_EPSILON__\n"
                                 "#define LDBL_EPSILON __LDBL_EPSILON__\n"
                                 "#define FLT_MIN __FLT_MIN__\n"
                                 "#define DBL_MIN __DBL_MIN__\n"
                                 "#define LDBL_MIN __LDBL_MIN__\n"
                                 "#define DECIMAL_DIG __DECIMAL_DIG__\n";

// glibc's own <limits.h> includes the compiler's for these.
static const char limits_text[] = "#ifndef _GCC_LIMITS_H_\n"
                                  "#define _GCC_LIMITS_H_\n"
                                  "#define CHAR_BIT __CHAR_BIT__\n"
                                  "#define SCHAR_MAX __SCHAR_MAX__\n"
                                  "#define SCHAR_MIN (-__SCHAR_MAX__ - 1)\n"
                                  "#define UCHAR_MAX (__SCHAR_MAX__ * 2 + 1)\n"
                                  "#ifdef __CHAR_UNSIGNED__\n"
                                  "#define CHAR_MIN 0\n"
                                  "#define CHAR_MAX UCHAR_MAX\n"
                                  "#else\n"
                                  "#define CHAR_MIN SCHAR_MIN\n"
                                  "#define CHAR_MAX __SCHAR_MAX__\n"
                                  "#endif\n"
                                  "#define SHRT_MAX __SHRT_MAX__\n"
                                  "#define SHRT_MIN (-__SHRT_MAX__ - 1)\n"
                                  "#define USHRT_MAX (__SHRT_MAX__ * 2 + 1)\n"
                                  "#define INT_MAX __INT_MAX__\n"
                                  "#define INT_MIN (-__INT_MAX__ - 1)\n"
                                  "#define UINT_MAX (__INT_MAX__ * 2U + 1U)\n"
                                  "#define LONG_MAX __LONG_MAX__\n"
                                  "#define LONG_MIN (-__LONG_MAX__ - 1L)\n"
                                  "#define ULONG_MAX (__LONG_MAX__ * 2UL + 1UL)\n"
                                  "#define LLONG_MAX __LONG_LONG_MAX__\n"
                                  "#define LLONG_MIN (-__LONG_LONG_MAX__ - 1LL)\n"
                                  "#define ULLONG_MAX (__LONG_LONG_MAX__ * 2ULL + 1ULL)\n"
                                  "#endif\n";

static const char stdalign_text[] = "#define alignas _Alignas\n"
                                    "#define alignof _Alignof\n"
                                    "#define __alignas_is_defined 1\n"
                                    "#define __alignof_is_defined 1\n";

static const char stdnoreturn_text[] = "#define noreturn _Noreturn\n";

const struct CXUnsavedFile headers[] = {
    HEADER("stddef.h", stddef_text),           HEADER("stdarg.h", stdarg_text),
    HEADER("stdbool.h", stdbool_text),         HEADER("float.h", float_text),
    HEADER("limits.h", limits_text),           HEADER("stdalign.h", stdalign_text),
    HEADER("stdnoreturn.h", stdnoreturn_text), HEADER("stdint.h", headers_stdint),
    HEADER("inttypes.h", headers_inttypes),    HEADER("string.h", headers_string),
    HEADER("strings.h", headers_string),       HEADER("stdlib.h", headers_stdlib),
    HEADER("stdio.h", headers_stdio),          HEADER("math.h", headers_math),
    HEADER("assert.h", headers_assert),        HEADER("ctype.h", headers_ctype),
    HEADER("errno.h", headers_errno),          HEADER("time.h", headers_time),
};
const int n_headers = sizeof headers / sizeof *headers;
