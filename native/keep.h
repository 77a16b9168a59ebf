/* Keeps a value apart from others and in a register: the compiler may neither merge nor skip what makes it. */
#ifndef TUNE_KEEP_H
#define TUNE_KEEP_H

#if defined(__x86_64__)
#define KEEP(x) __asm__ volatile("" : "+v"(x));
#elif defined(__aarch64__)
#define KEEP(x) __asm__ volatile("" : "+w"(x));
#else
#define KEEP(x) __asm__ volatile("" : "+m"(x));
#endif

#endif
