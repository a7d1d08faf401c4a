// A file without a model is nothing to complain of.
// status: 0
// says: no model was found
int add(int a, int b)
{
    return a + b;
}
