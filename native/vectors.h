/*
 * Vectors of what the machine's roofs are measured with. LANES, the float32 lanes of one, may be given; by default they
 * are the widest that the compiler is told of.
 */
#ifndef TUNE_VECTORS_H
#define TUNE_VECTORS_H

#ifndef LANES
#if defined __AVX512F__
#define LANES 16
#elif defined __AVX__
#define LANES 8
#else
#define LANES 4
#endif
#endif

typedef float vector __attribute__((vector_size(LANES * 4)));

/* Keeps a vector apart from others and in a register: the compiler may neither merge nor skip what makes it. */
#if defined(__x86_64__)
#define KEEP(x) __asm__ volatile("" : "+v"(x));
#elif defined(__aarch64__)
#define KEEP(x) __asm__ volatile("" : "+w"(x));
#else
#define KEEP(x) __asm__ volatile("" : "+m"(x));
#endif

#endif
