// One file a key, in one of 16 folders by its first digit, so that looking for what is oldest
// reads a sixteenth of them. A file's time is that of its last use.

#include "analyzer/cache/store.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define N_FOLDERS 16
// A temporary file that old was left by a process that died.
#define STALE_SECONDS 3600

static const char magic[8] = "shapeP01";

struct header {
    char magic[8];
    uint64_t n_bytes;
    struct fingerprint key, contents;
};

// The first of 16 hexadecimal digits.
static const char *folder_of(const struct store *store, struct fingerprint key)
{
    return arena_printf(store->arena, "%s/%x", store->folder, (unsigned)(key.high >> 60));
}

static const char *file_of(const struct store *store, struct fingerprint key)
{
    return arena_printf(store->arena, "%s/%016llx%016llx", folder_of(store, key),
                        (unsigned long long)key.high, (unsigned long long)key.low);
}

// ---- reading

static bool read_exactly(int file, char *bytes, size_t n)
{
    while (n) {
        ssize_t got = read(file, bytes, n);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        bytes += got;
        n -= (size_t)got;
    }
    return true;
}

// Against other keys by the same name, and against bytes that a crash or a disk changed.
static bool is_sound(const struct header *header, struct fingerprint key, const char *bytes)
{
    return fingerprint_is_same(header->key, key) &&
           fingerprint_is_same(header->contents, fingerprint_of(bytes, header->n_bytes));
}

// Keys are spread evenly, so each folder may hold its share.
static int64_t most_bytes(const struct store *store)
{
    return store->limit_bytes / N_FOLDERS;
}

// Nothing in the file is trusted before its hash is right.
static bool read_file(const struct store *store, int file, struct fingerprint key,
                      const char **bytes, size_t *n)
{
    struct header header;
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
        !read_exactly(file, (char *)&header, sizeof header) ||
        memcmp(header.magic, magic, sizeof magic) != 0 ||
        header.n_bytes > (uint64_t)most_bytes(store) ||
        (uint64_t)status.st_size != sizeof header + header.n_bytes)
        return false;
    char *read_bytes = arena_alloc(store->arena, header.n_bytes + 1);
    if (!read_exactly(file, read_bytes, header.n_bytes) || !is_sound(&header, key, read_bytes))
        return false;
    *bytes = read_bytes;
    *n = header.n_bytes;
    return true;
}

// What is unsound is thrown away, since it would be so at each later question.
bool store_get(const struct store *store, struct fingerprint key, const char **bytes, size_t *n)
{
    const char *path = file_of(store, key);
    // Nothing is waited for: a pipe in the place of an entry has no writer.
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return false;
    bool sound = read_file(store, file, key, bytes, n);
    if (sound)
        futimens(file, NULL);
    else
        unlink(path);
    close(file);
    return sound;
}

// ---- writing

// All folders of the path; those of others are left as they are.
static bool make_folders(struct arena *arena, const char *path)
{
    char *part = arena_string(arena, path);
    for (char *slash = strchr(part + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(part, 0700);
        *slash = '/';
    }
    return mkdir(part, 0700) == 0 || errno == EEXIST;
}

static bool write_exactly(int file, const void *from, size_t n)
{
    const char *bytes = from;
    while (n) {
        ssize_t done = write(file, bytes, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        bytes += done;
        n -= (size_t)done;
    }
    return true;
}

struct used {
    const char *path;
    int64_t bytes;
    struct timespec time;
};

typedef VEC(struct used) used_files;

// The least recently used first.
static int by_time(const void *left, const void *right)
{
    const struct timespec *a = &((const struct used *)left)->time;
    const struct timespec *b = &((const struct used *)right)->time;
    if (a->tv_sec != b->tv_sec) return a->tv_sec < b->tv_sec ? -1 : 1;
    return a->tv_nsec < b->tv_nsec ? -1 : a->tv_nsec > b->tv_nsec;
}

// Temporary files have a dot in their name; those of living processes are young.
static int64_t list_files(struct arena *arena, const char *folder, used_files *files)
{
    int64_t bytes = 0;
    time_t now = time(NULL);
    DIR *listing = opendir(folder);
    for (struct dirent *entry; listing && (entry = readdir(listing));) {
        struct stat status;
        const char *path = arena_printf(arena, "%s/%s", folder, entry->d_name);
        if (lstat(path, &status) != 0 || !S_ISREG(status.st_mode)) continue;
        if (strchr(entry->d_name, '.')) {
            if (status.st_mtim.tv_sec + STALE_SECONDS < now) unlink(path);
            continue;
        }
        *vec_push(arena, files) = (struct used){path, status.st_size, status.st_mtim};
        bytes += status.st_size;
    }
    if (listing) closedir(listing);
    return bytes;
}

// Down to three quarters, so that not each writer has to.
static void trim(const struct store *store, const char *folder)
{
    used_files files = {0};
    int64_t limit = most_bytes(store);
    int64_t bytes = list_files(store->arena, folder, &files);
    if (bytes <= limit) return;
    qsort(files.at, (size_t)files.n, sizeof *files.at, by_time);
    for (int i = 0; i < files.n && bytes > limit / 4 * 3; i++) {
        unlink(files.at[i].path);
        bytes -= files.at[i].bytes;
    }
}

// Under a temporary name first: readers see all of an entry or none. What goes wrong is no matter,
// as the cache is only a help.
void store_put(const struct store *store, struct fingerprint key, const char *bytes, size_t n)
{
    const char *folder = folder_of(store, key);
    struct header header = {.n_bytes = n, .key = key, .contents = fingerprint_of(bytes, n)};
    memcpy(header.magic, magic, sizeof magic);
    if ((int64_t)n > most_bytes(store) || !make_folders(store->arena, folder)) return;
    char *temporary = arena_printf(store->arena, "%s/new.XXXXXX", folder);
    int file = mkstemp(temporary);
    if (file < 0) return;
    bool written = write_exactly(file, &header, sizeof header) && write_exactly(file, bytes, n);
    written = close(file) == 0 && written;
    if (!written || rename(temporary, file_of(store, key)) != 0) unlink(temporary);
    trim(store, folder);
}
