/*
 * Packs the constants of a network: packer FROM TO. jobs.h has the pack functions, and for each constant the
 * byte at which it begins in FROM and its packed form in TO.
 */
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct job {
  void (*pack)(const void *from, void *to, void *workspace);
  size_t from, to;
};

#include "jobs.h"

static char *map(const char *path, int flags, int protection) {
  struct stat status;
  const int file = open(path, flags);
  if (file < 0 || fstat(file, &status) != 0) return NULL;
  void *at = mmap(NULL, (size_t)status.st_size, protection, MAP_SHARED, file, 0);
  close(file);
  return at == MAP_FAILED ? NULL : (char *)at;
}

int main(int count, char **given) {
  const char *from = count == 3 ? map(given[1], O_RDONLY, PROT_READ) : NULL;
  char *to = from == NULL ? NULL : map(given[2], O_RDWR, PROT_READ | PROT_WRITE);
  if (to == NULL) {
    perror("packer");
    return 1;
  }
  for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++) jobs[i].pack(from + jobs[i].from, to + jobs[i].to, NULL);
  return 0;
}
