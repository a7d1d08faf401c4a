// CBLAS, loaded by name. The figures 101, 111 and 112 are fixed by its standard: row-major order,
// an operand as it is, and one that is transposed.

#include "analyzer/exec/blas.h"

#include <dlfcn.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>

enum { ROW_MAJOR = 101, NO_TRANSPOSE = 111, TRANSPOSE = 112 };

typedef void sgemm_function(int, int, int, int, int, int, float, const float *, int, const float *,
                            int, float, float *, int);
typedef void dgemm_function(int, int, int, int, int, int, double, const double *, int,
                            const double *, int, double, double *, int);

// Set once, by the first thread that needs it, and never changed: which library a process uses is
// a fact of the process.
static struct {
    pthread_once_t once;
    const char *name;
    sgemm_function *sgemm;
    dgemm_function *dgemm;
} blas = {.once = PTHREAD_ONCE_INIT};

// ISO C has no conversion from an object pointer to a function pointer; POSIX says that the bytes
// are the same.
static bool find(void *library, const char *name, void *function)
{
    void *symbol = dlsym(library, name);
    memcpy(function, &symbol, sizeof symbol);
    return symbol != NULL;
}

// The first that has both functions counts; a library without the C interface is let go again.
static void load(void)
{
    static const char *const names[] = {"libopenblas.so.0", "libblas.so.3", "libcblas.so.3",
                                        "libopenblas.so", "libblas.so"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
        if (!library) continue;
        if (find(library, "cblas_sgemm", &blas.sgemm) &&
            find(library, "cblas_dgemm", &blas.dgemm)) {
            blas.name = names[i];
            return;
        }
        dlclose(library);
    }
}

bool blas_load(const char **error)
{
    pthread_once(&blas.once, load);
    if (blas.name) return true;
    *error = "no CBLAS library was found for matrix products; install libopenblas0";
    return false;
}

const char *blas_name(void)
{
    return blas.name;
}

static int form(enum product_form f)
{
    return f == PRODUCT_TRANSPOSED ? TRANSPOSE : NO_TRANSPOSE;
}

// A leading dimension of 0 is refused even where nothing is read.
static int leading(int64_t ld)
{
    return ld > 0 ? (int)ld : 1;
}

// CBLAS counts in int; a product of more is refused, not cut.
bool blas_takes(const struct product *p)
{
    int64_t all[] = {p->m, p->n, p->k, p->lda, p->ldb, p->ldc};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] > INT_MAX) return false;
    return true;
}

void blas_multiply(const struct product *p)
{
    double beta = p->accumulate ? 1.0 : 0.0;
    int m = (int)p->m, n = (int)p->n, k = (int)p->k;
    if (p->dtype == DTYPE_F64)
        blas.dgemm(ROW_MAJOR, form(p->a_form), form(p->b_form), m, n, k, 1.0, p->a, leading(p->lda),
                   p->b, leading(p->ldb), beta, p->c, leading(p->ldc));
    else
        blas.sgemm(ROW_MAJOR, form(p->a_form), form(p->b_form), m, n, k, 1.0f, p->a,
                   leading(p->lda), p->b, leading(p->ldb), (float)beta, p->c, leading(p->ldc));
}
