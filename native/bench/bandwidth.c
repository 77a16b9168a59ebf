/*
 * How fast memory can be read: every thread sums its share of a part of a buffer that no cache holds. Each call reads
 * what follows, from the end on from the beginning again, so that it is short although nothing that it reads is in a
 * cache by then.
 *
 *   bandwidth bytes=1073741824 part=67108864
 *
 * Threads: OMP_NUM_THREADS. Compiled with -DSHARE=64 both are a share of that, which caches may hold: a rough figure at
 * once.
 */
#include "driver.h" /* first: it asks the system headers for GNU extensions */

#include <omp.h>

typedef float vector __attribute__((vector_size(64)));

/* Enough sums that adding never waits for the sum before; a block is what one step of the loop reads. */
#define SUMS 8

/* Vectors that are asked for ahead of their use, 16 KiB: the hardware's own prefetch ends at the end of a page. */
#define AHEAD 256

#ifndef SHARE
#define SHARE 1
#endif

struct buffer {
  const vector *data;
  long blocks, part; /* of SUMS vectors: all, and those of a call */
  long next;         /* block that the next call begins with */
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

static long least(long a, long b) { return a < b ? a : b; }

static void read_part(void *context) {
  struct buffer *it = context;
#pragma omp parallel
  {
    long threads = omp_get_num_threads(), thread = omp_get_thread_num();
    long first = it->part * thread / threads, count = it->part * (thread + 1) / threads - first;
    long begin = (it->next + first) % it->blocks, until_end = least(count, it->blocks - begin);
    vector sum = sum_of(it->data + begin * SUMS, until_end) + sum_of(it->data, count - until_end);
#pragma omp critical
    it->sum += sum; /* the result is used, so the loop stays */
  }
  it->next = (it->next + it->part) % it->blocks;
}

/* Every third block consists of ones, the others of zeros: sums are exact, and what is missing shows. */
static float value_of(long block) { return block % 3 == 0; }

int main(int argc, char **argv) {
  long bytes = option(argc, argv, "bytes") / SHARE, part = option(argc, argv, "part") / SHARE;
  const long block = SUMS * (long)sizeof(vector), floats = block / (long)sizeof(float);
  if (part < block) fail("part=%ld is less than the %ld that one step reads", part * SHARE, block * SHARE);
  if (bytes < part) fail("bytes=%ld is less than the part=%ld that one call reads", bytes * SHARE, part * SHARE);
  struct buffer buffer = {.blocks = bytes / block, .part = part / block};
  float *data = aligned((size_t)(buffer.blocks * block));
  for (long i = 0; i < buffer.blocks; i++)
    for (long j = 0; j < floats; j++) data[i * floats + j] = value_of(i);
  buffer.data = (const vector *)data;
  const long calls = (buffer.blocks + buffer.part - 1) / buffer.part;
  double total = 0, want = 0;
  for (long i = 0; i < calls; i++) read_part(&buffer);
  for (int lane = 0; lane < 16; lane++) total += buffer.sum[lane];
  for (long i = 0; i < calls * buffer.part; i++) want += (double)floats * value_of(i % buffer.blocks);
  return serve(read_part, &buffer, fabs(total - want) / want, "reads of %.0f of %.0f MiB, threads %d",
               (double)part / 0x1p20, (double)bytes / 0x1p20, omp_get_max_threads());
}
