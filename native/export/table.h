/* What the generated tables hold, for the code that looks shapes up in them. */
#ifndef TUNELIB_TABLE_H
#define TUNELIB_TABLE_H

#include <stdint.h>

#include "tunelib.h"

enum { TUNELIB_OPERATORS = 5, TUNELIB_WORDS = 24 };

/* A kernel, and the CPU that it needs as a bit of tunelib_detect_cpus. Those of one shape follow each other, the
 * fastest first; all but the last have `more`. `operation` is -1 where no struct has the shape: those are found by the
 * names of their workloads. */
struct tunelib_entry {
  tunelib_kernel kernel;
  int operation;
  unsigned cpu;
  int more;
};

extern const struct tunelib_entry tunelib_entries[];
extern const int tunelib_entry_count;

/* Plain code for the workloads that are found by their names. */
extern const tunelib_kernel tunelib_plain_kernels[];
extern const int tunelib_plain_count;

/* By the upper bits of the hash of a shape the first of its entries, or -1; what is taken is in the next free place.
 * The hash is the sum of the words of a shape, threads left out, and of the number of its operator, each times the
 * multiplier of its place (Dietzfelbinger, multiply-shift hashing). */
extern const int16_t tunelib_slots[];
extern const int tunelib_slot_bits;
extern const uint64_t tunelib_multipliers[TUNELIB_WORDS + 1];

/* A bit for each kind of CPU that entries need and that this one is. */
unsigned tunelib_detect_cpus(void);

#endif
