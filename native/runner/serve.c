#define _GNU_SOURCE
#include "tune.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

struct result *serve_setup(void) {
  _Static_assert(sizeof(struct result) <= RESULT_BYTES, "results have more memory");
  children_setup();
  struct result *result = mmap(NULL, RESULT_BYTES, PROT_READ | PROT_WRITE, MAP_ANONYMOUS | MAP_SHARED, -1, 0);
  if (result == MAP_FAILED) exit(1);
  return result;
}

int serve(void (*open)(int count, char **fields), void (*trial)(int count, char **fields)) {
  while (input_fill()) {
    for (char *line; (line = input_line()) != NULL;) {
      char *fields[MAX_FIELDS];
      int count = split_fields(line, fields);
      if (strcmp(fields[0], "open") == 0) open(count, fields);
      else if (strcmp(fields[0], "trial") == 0) trial(count, fields);
    }
  }
  return 0;
}
