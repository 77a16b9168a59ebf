#include "trainer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Both ends are one machine, so numbers have its byte order. src/model/trainer/frames.ts is the other end. */
static const uint32_t request_magic = 0x6e696174, answer_magic = 0x6c646f6d;

static int answers = -1;

static bool read_all(void *to, size_t length) {
  for (char *at = to; length > 0;) {
    ssize_t count = read(STDIN_FILENO, at, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    at += count;
    length -= (size_t)count;
  }
  return true;
}

static void write_all(const void *from, size_t length) {
  for (const char *at = from; length > 0;) {
    ssize_t count = write(answers, at, length);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) exit(1);
    at += count;
    length -= (size_t)count;
  }
}

void answers_open(void) {
  answers = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
}

void answer(uint32_t kind, const char *bytes, size_t length) {
  uint32_t header[3] = {answer_magic, kind, (uint32_t)length};
  write_all(header, sizeof header);
  write_all(bytes, length);
}

bool request_read(Request *request) {
  static char *room;
  static size_t capacity;
  struct {
    uint32_t magic, seconds, rounds, rows, columns, groups, pairs, parameter_bytes;
  } header;
  alarm(0);
  if (!read_all(&header, sizeof header) || header.magic != request_magic) return false;
  /* Nobody may be left to kill a library that hangs. */
  alarm(header.seconds);
  size_t features = sizeof(float) * header.rows * header.columns, labels = sizeof(float) * header.rows;
  size_t sizes = sizeof(uint32_t) * header.groups, length = features + labels + sizes + header.parameter_bytes;
  if (length + 2 > capacity) {
    free(room);
    room = malloc(capacity = length + 2);
    if (room == NULL) abort();
  }
  if (!read_all(room, length)) return false;
  room[length] = room[length + 1] = '\0';
  *request = (Request){
      .rounds = header.rounds,
      .rows = header.rows,
      .columns = header.columns,
      .groups = header.groups,
      .pairs = header.pairs,
      .features = (const float *)room,
      .labels = (const float *)(room + features),
      .group_sizes = (const uint32_t *)(room + features + labels),
      .parameters = room + features + labels + sizes,
  };
  return true;
}
