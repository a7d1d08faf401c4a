// Of ../records.c: its own `struct state`, as large, with the fields in another order.
struct state {
    float scale;
    int count;
    struct state *next;
};

int other_file(void)
{
    struct state first = {0.25f, 7, 0}, second = {0.5f, 9, &first};
    return second.count * 100 + second.next->count * 10 + (int)(second.next->scale * 4);
}
