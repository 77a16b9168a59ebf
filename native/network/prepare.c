/* What a first call would do besides computing: pages of the weights and of a workspace come into memory. */
#define _POSIX_C_SOURCE 200809L
#include <sys/mman.h>
#include <unistd.h>

#include "weights.h"

int tunelib_prepare(void *workspace) {
  if (!tunelib_supported()) return TUNELIB_UNSUPPORTED_CPU;
  const int status = weights_status();
  if (status != TUNELIB_OK) return status;
  const size_t page = (size_t)sysconf(_SC_PAGESIZE), bytes = WEIGHTS_BYTES, room = TUNELIB_WORKSPACE;
  const char *const weights = tunelib_weights;
  if (bytes > 0) posix_madvise((void *)((uintptr_t)weights / page * page), bytes, POSIX_MADV_WILLNEED);
  for (size_t at = 0; at < bytes; at += page) (void)*(volatile const char *)(weights + at);
  if (bytes > 0) (void)*(volatile const char *)(weights + bytes - 1);
  for (size_t at = 0; workspace != NULL && at < room; at += page) ((volatile char *)workspace)[at] = 0;
  if (workspace != NULL && room > 0) ((volatile char *)workspace)[room - 1] = 0;
  return TUNELIB_OK;
}
