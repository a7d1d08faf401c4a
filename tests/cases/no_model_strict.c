// With --strict it is.
// options: --strict
// status: 2
// says: no model was found
int add(int a, int b)
{
    return a + b;
}
