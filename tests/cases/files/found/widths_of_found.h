#define WIDTH 24
