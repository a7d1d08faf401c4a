// More variants than are followed: told at the branch whose other side was left out.
// says: incomplete: only 32 ways through unknown branches were followed
#include <shapeprof/nn.h>

int get(void);

nn_module *net(void)
{
    int a = get(); // expect SP412
    if (a == 7) return nn_linear(8, 1);
    if (a == 10) return nn_linear(8, 2);
    if (a == 13) return nn_linear(8, 3);
    if (a == 16) return nn_linear(8, 4);
    if (a == 19) return nn_linear(8, 5);
    if (a == 22) return nn_linear(8, 6);
    if (a == 25) return nn_linear(8, 7);
    if (a == 28) return nn_linear(8, 8);
    if (a == 31) return nn_linear(8, 9);
    if (a == 34) return nn_linear(8, 10);
    if (a == 37) return nn_linear(8, 11);
    if (a == 40) return nn_linear(8, 12);
    if (a == 43) return nn_linear(8, 13);
    if (a == 46) return nn_linear(8, 14);
    if (a == 49) return nn_linear(8, 15);
    if (a == 52) return nn_linear(8, 16);
    if (a == 55) return nn_linear(8, 17);
    if (a == 58) return nn_linear(8, 18);
    if (a == 61) return nn_linear(8, 19);
    if (a == 64) return nn_linear(8, 20);
    if (a == 67) return nn_linear(8, 21);
    if (a == 70) return nn_linear(8, 22);
    if (a == 73) return nn_linear(8, 23);
    if (a == 76) return nn_linear(8, 24);
    if (a == 79) return nn_linear(8, 25);
    if (a == 82) return nn_linear(8, 26);
    if (a == 85) return nn_linear(8, 27);
    if (a == 88) return nn_linear(8, 28);
    if (a == 91) return nn_linear(8, 29);
    if (a == 94) return nn_linear(8, 30);
    if (a == 97) return nn_linear(8, 31);
    if (a == 100) return nn_linear(8, 32); // expect SP418: that on which a == 100 was left out
    if (a == 103) return nn_linear(8, 33);
    if (a == 106) return nn_linear(8, 34);
    if (a == 109) return nn_linear(8, 35);
    if (a == 112) return nn_linear(8, 36);
    if (a == 115) return nn_linear(8, 37);
    if (a == 118) return nn_linear(8, 38);
    if (a == 121) return nn_linear(8, 39);
    if (a == 124) return nn_linear(8, 40);
    return nn_linear(8, 99);
}
