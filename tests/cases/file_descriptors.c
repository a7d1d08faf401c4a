// What is read by descriptors is unknown and has a name, whatever the system is asked beside it.
// says: Linear(header[0], header[1])
// says: Linear(mapped->width, 4)
// says: x: f32[N, `rand()` % 7 + 1]
// says: x: f32[N, tm->tm_mday]
// says: f32[N, size]
// says: Linear(8, 16)
#include <fcntl.h>
#include <shapeprof/nn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

struct mapped {
    int magic, width;
};

nn_module *of_read(void)
{
    int header[2];
    int fd = open("model.bin", O_RDONLY);
    if (fd < 0) return NULL;
    if (read(fd, header, sizeof header) != (ssize_t)sizeof header) {
        close(fd);
        return NULL;
    }
    close(fd);
    return nn_linear(header[0], header[1]);
}

nn_module *of_map(void)
{
    struct stat status;
    int fd = open("model.bin", O_RDONLY);
    if (fd == -1 || fstat(fd, &status) == -1) exit(1);
    struct mapped *mapped = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (mapped == MAP_FAILED) exit(1);
    nn_module *layer = nn_linear(mapped->width, 4);
    munmap(mapped, (size_t)status.st_size);
    return layer;
}

nn_module *of_chance(void)
{
    srand(42);
    return nn_linear(rand() % 7 + 1, 4);
}

nn_module *of_time(void)
{
    char name[] = "/tmp/layerXXXXXX", text[32];
    time_t now = time(NULL);
    struct tm *tm = localtime(&now);
    size_t n = strftime(text, sizeof text, "%Y", tm);
    int fd = mkstemp(name);
    if (fd >= 0) {
        write(fd, text, n);
        unlink(name);
    }
    off_t size = lseek(fd, 0, SEEK_END);
    printf("%g seconds\n", (double)clock() / CLOCKS_PER_SEC);
    return nn_linear(tm->tm_mday, (int)size);
}

// Only what is read is lost, not its neighbours; memory of no file is there, and zero.
nn_module *beside(void)
{
    int sizes[3] = {8, 0, 16};
    int fd = open("model.bin", O_RDONLY);
    read(fd, &sizes[1], sizeof sizes[1]);
    int *zeros = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return nn_linear(sizes[0] + zeros[7], sizes[2]);
}
