#ifndef IR_OPS_SPECIAL_H
#define IR_OPS_SPECIAL_H

// Special functions that C has not.

double special_lgamma(double x);      // as lgamma, without its global sign
double special_digamma(double x);     // the derivative of lgamma
double special_trigamma(double x);    // the derivative of digamma
double special_erf_inverse(double x); // from -1 to 1, where it is infinite; NaN outside

#endif
