/*
 * The packed constants, which are a file that is mapped. WEIGHTS is its path where the library was built,
 * INSTALLED_WEIGHTS where it was installed, if it was.
 */
#define _POSIX_C_SOURCE 200809L
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "weights.h"

enum { LANES = 8, BLOCK = 4096 };

const char *tunelib_weights = NULL;

/* All of a block but for the end of the file, however little each read gives; -1 where one fails. */
static ssize_t read_block(int file, uint32_t *block, off_t at) {
  size_t bytes = 0;
  while (bytes < BLOCK * sizeof *block) {
    const ssize_t more = pread(file, (char *)block + bytes, BLOCK * sizeof *block - bytes, at + (off_t)bytes);
    if (more < 0) return -1;
    if (more == 0) break;
    bytes += (size_t)more;
  }
  return (ssize_t)bytes;
}

/*
 * Whether the file holds just the bytes that the library was made with: its size, and a checksum, each word in turn in
 * one of eight lanes. It is read, not mapped, so that its pages do not count as this process's.
 */
static int check(int file) {
  static const uint32_t wanted[LANES] = WEIGHTS_CHECKSUM;
  struct stat status;
  if (fstat(file, &status) != 0) return TUNELIB_NO_WEIGHTS;
  if (status.st_size != (off_t)WEIGHTS_BYTES) return TUNELIB_WRONG_WEIGHTS;
  uint32_t lanes[LANES], block[BLOCK];
  for (int lane = 0; lane < LANES; lane++) lanes[lane] = 0x811c9dc5u;
  for (off_t at = 0; at < status.st_size;) {
    const ssize_t bytes = read_block(file, block, at);
    if (bytes <= 0) return TUNELIB_NO_WEIGHTS;
    for (size_t i = 0; i < (size_t)bytes / sizeof *block; i++) {
      const uint32_t word = lanes[i % LANES] ^ block[i];
      lanes[i % LANES] = (word << 13 | word >> 19) * 0x01000193u;
    }
    at += bytes;
  }
  return memcmp(lanes, wanted, sizeof lanes) == 0 ? TUNELIB_OK : TUNELIB_WRONG_WEIGHTS;
}

/* Maps a file for the first who asks; what another thread mapped meanwhile stays. */
static int map(int file) {
  void *at = mmap(NULL, WEIGHTS_BYTES, PROT_READ, MAP_SHARED, file, 0);
  const char *none = NULL;
  if (at == MAP_FAILED) return TUNELIB_NO_WEIGHTS;
  if (!__atomic_compare_exchange_n(&tunelib_weights, &none, at, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
    munmap(at, WEIGHTS_BYTES);
  return TUNELIB_OK;
}

/* Where nobody names the file. */
static int open_default(void) {
  const char *named = getenv("TUNELIB_WEIGHTS");
  if (named != NULL) return open(named, O_RDONLY | O_CLOEXEC);
  const int file = open(WEIGHTS, O_RDONLY | O_CLOEXEC);
#ifdef INSTALLED_WEIGHTS
  if (file < 0) return open(INSTALLED_WEIGHTS, O_RDONLY | O_CLOEXEC);
#endif
  return file;
}

int tunelib_load(const char *path) {
  if (WEIGHTS_BYTES == 0 || __atomic_load_n(&tunelib_weights, __ATOMIC_ACQUIRE) != NULL) return TUNELIB_OK;
  const int file = path == NULL ? open_default() : open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return TUNELIB_NO_WEIGHTS;
  int status = check(file);
  if (status == TUNELIB_OK) status = map(file);
  close(file);
  return status;
}
