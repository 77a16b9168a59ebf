/* The program that asks NVIDIA's driver alone, which builds in a tenth of a second. */
#include "runner/tune.h"

int main(void) { return describe_gpu(); }
