#define _GNU_SOURCE
#include "tune.h"

#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* Address space without access on either side of a buffer; it costs nothing. */
enum { GUARD = 1 << 20, HUGE_PAGE = 1 << 21 };

static size_t round_up(size_t bytes, size_t unit) { return (bytes + unit - 1) / unit * unit; }

bool buffer_create(struct buffer *buffer, size_t bytes, bool shared) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  size_t aligned = round_up(bytes, 64);
  size_t inside = round_up(aligned, page);
  size_t unit = inside < HUGE_PAGE ? page : HUGE_PAGE;
  size_t total = inside + 2 * GUARD + unit;
  char *map = mmap(NULL, total, PROT_NONE, MAP_ANONYMOUS | (shared ? MAP_SHARED : MAP_PRIVATE), -1, 0);
  if (map == MAP_FAILED) return false;
  char *base = (char *)round_up((uintptr_t)map + GUARD, unit), *limit = base + inside;
  *buffer = (struct buffer){map, base, limit - aligned, limit, total, bytes, 0};
  buffer_protect(buffer, true);
  /*
   * As in the drivers of the benchmark (native/bench/driver.h): where small pages happen to lie would move the time of
   * large operands.
   */
  if (unit == HUGE_PAGE) madvise(base, inside, MADV_HUGEPAGE);
  return true;
}

void buffer_free(struct buffer *buffer) {
  if (buffer->map != NULL) munmap(buffer->map, buffer->map_bytes);
  *buffer = (struct buffer){0};
}

void buffer_poison(struct buffer *buffer, uint32_t pattern) {
  buffer->poison = pattern;
  uint32_t *words = (uint32_t *)buffer->base;
  size_t count = (size_t)(buffer->limit - buffer->base) / sizeof *words;
  for (size_t i = 0; i < count; i++) words[i] = pattern;
}

void buffer_protect(const struct buffer *buffer, bool writable) {
  size_t inside = (size_t)(buffer->limit - buffer->base);
  if (inside > 0) mprotect(buffer->base, inside, writable ? PROT_READ | PROT_WRITE : PROT_READ);
}

void buffer_hide(const struct buffer *buffer) {
  if (buffer->map != NULL) madvise(buffer->map, buffer->map_bytes, MADV_DONTFORK);
}

/* Both ends may lie within a word of the pattern. */
static bool untouched(const char *from, const char *to, uint32_t pattern) {
  for (; from < to; from++)
    if ((unsigned char)*from != ((const unsigned char *)&pattern)[(uintptr_t)from % sizeof pattern]) return false;
  return true;
}

bool buffer_intact(const struct buffer *buffer) {
  return untouched(buffer->base, buffer->data, buffer->poison) &&
         untouched(buffer->data + buffer->bytes, buffer->limit, buffer->poison);
}

void limit_memory(size_t bytes) {
  unsigned long pages = 0;
  FILE *status = fopen("/proc/self/statm", "r");
  if (status == NULL) return;
  int read = fscanf(status, "%lu", &pages);
  fclose(status);
  if (read != 1) return;
  rlim_t limit = pages * (rlim_t)sysconf(_SC_PAGESIZE) + bytes;
  setrlimit(RLIMIT_AS, &(struct rlimit){limit, limit});
}
