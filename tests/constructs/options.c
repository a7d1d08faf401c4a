// getopt and getopt_long with arguments, optional arguments, abbreviations and what is left.
// arguments: -v -n 12 --width=7 --verb file --rate 2.5 -xabc --flag other -- -last
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    static int flag;
    static const struct option options[] = {{"width", required_argument, NULL, 'w'},
                                            {"verbose", no_argument, NULL, 'v'},
                                            {"rate", required_argument, NULL, 'r'},
                                            {"flag", no_argument, &flag, 5},
                                            {0}};
    int c, at = -1;
    while ((c = getopt_long(argc, argv, "vn:x::", options, &at)) != -1) {
        switch (c) {
        case 'v': printf("verbose "); break;
        case 'n': printf("n=%d ", atoi(optarg)); break;
        case 'w': printf("width=%d(%s) ", atoi(optarg), options[at].name); break;
        case 'r': printf("rate=%g ", atof(optarg)); break;
        case 'x': printf("x=%s ", optarg ? optarg : "none"); break;
        case 0: printf("flag=%d ", flag); break;
        default: printf("? ");
        }
    }
    while (optind < argc) printf("[%s]", argv[optind++]);
    printf("\n");
    return argc;
}
