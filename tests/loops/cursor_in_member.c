// A list that is walked along by a pointer in a structure; one of its widths differs.
// options: --input f32[4,8]
// counts: n
#include <shapeprof/nn.h>

extern int n;

struct entry {
    int width;
    struct entry *next;
};

struct reader {
    struct entry *at;
};

static int next_width(struct reader *reader)
{
    int width = reader->at->width;
    reader->at = reader->at->next;
    return width;
}

nn_module *net(void)
{
    static struct entry entries[64];
    for (int i = 0; i < 63; i++) {
        entries[i].width = i == 30 ? 64 : 8;
        entries[i].next = &entries[i + 1];
    }
    struct reader reader = {entries};
    nn_module *net = nn_sequential();
    for (int i = 0; i < n; i++) {
        int width = next_width(&reader);
        nn_append(net, nn_linear(8, width));
        nn_append(net, nn_linear(width, 8));
    }
    return net;
}
