/*
 * How fast memory can be read: every thread sums its share of a part of a buffer that no cache holds. Each call reads
 * the next part, so that it is short although no part is in a cache when its turn comes again.
 *
 *   bandwidth bytes=1073741824 part=134217728
 *
 * Threads: OMP_NUM_THREADS.
 */
#include "driver.h" /* first: it asks the system headers for GNU extensions */

#include <omp.h>

typedef float vector __attribute__((vector_size(64)));

/* Enough sums that adding never waits for the sum before; a block is what one step of the loop reads. */
#define SUMS 8

/* Vectors that are asked for ahead of their use, 16 KiB: the hardware's own prefetch ends at the end of a page. */
#define AHEAD 256

struct buffer {
  const vector *data;
  long blocks, parts; /* blocks of SUMS vectors in a part */
  long next;          /* the part that the next call reads */
  vector sum;
};

static __attribute__((noinline)) vector sum_of(const vector *data, long blocks) {
  vector sums[SUMS] = {{0}}, total = {0};
  for (long block = 0; block < blocks; block++)
    _Pragma("GCC unroll 8") for (int s = 0; s < SUMS; s++) {
      __builtin_prefetch(&data[block * SUMS + s + AHEAD]); /* beyond the end it does nothing */
      sums[s] += data[block * SUMS + s];
    }
  for (int s = 0; s < SUMS; s++) total += sums[s];
  return total;
}

static void read_part(void *context) {
  struct buffer *it = context;
  const vector *part = it->data + it->next * it->blocks * SUMS;
#pragma omp parallel
  {
    long threads = omp_get_num_threads(), thread = omp_get_thread_num();
    long first = it->blocks * thread / threads, end = it->blocks * (thread + 1) / threads;
    vector sum = sum_of(part + first * SUMS, end - first);
#pragma omp critical
    it->sum += sum; /* the result is used, so the loop stays */
  }
  it->next = (it->next + 1) % it->parts;
}

int main(int argc, char **argv) {
  long bytes = option(argc, argv, "bytes"), part = option(argc, argv, "part");
  const long block = SUMS * (long)sizeof(vector);
  if (part < block) fail("part=%ld is less than the %ld that one step reads", part, block);
  if (bytes < part) fail("bytes=%ld is less than the part=%ld that one call reads", bytes, part);
  /* Small whole numbers: their sums are exact, and a missing part would show. */
  float *data = aligned((size_t)bytes);
  for (long i = 0; i < bytes / 4; i++) data[i] = (float)(i % 2);
  struct buffer buffer = {.data = (const vector *)data, .blocks = part / block, .parts = bytes / part};
  for (long i = 0; i < buffer.parts; i++) read_part(&buffer);
  double total = 0;
  for (int lane = 0; lane < 16; lane++) total += buffer.sum[lane];
  double want = (double)(buffer.parts * buffer.blocks * block) / 8;
  return serve(read_part, &buffer, fabs(total - want) / want, "reads of %.0f of %.0f MiB, threads %d",
               (double)part / 0x1p20, (double)bytes / 0x1p20, omp_get_max_threads());
}
