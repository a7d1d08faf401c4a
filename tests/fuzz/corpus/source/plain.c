extern int n; int g(int *p); struct s { int a[4]; struct s *next; } list;
int f(int k, struct s *s) { int i, t = 0; for (i = 0; i < n && i < 9; i++) { if (s->a[i & 3] > k) t += g(&t); else s = s->next; }
 switch (t) { case 1: return k / t; default: return t % (k + 1); } }
int main(int argc, char **argv) { struct s *p = &list; p->a[1] = argc; return f(argv[1][0], p) + list.a[1] << 2; }
