#define _GNU_SOURCE
#include "tune.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char *text;
static size_t start, used, capacity;

bool input_fill(void) {
  if (start > 0) {
    memmove(text, text + start, used - start);
    used -= start;
    start = 0;
  }
  if (capacity - used < 4096) {
    capacity = capacity * 2 + 65536;
    text = realloc(text, capacity);
    if (text == NULL) abort();
  }
  ssize_t count = read(STDIN_FILENO, text + used, capacity - used);
  if (count > 0) used += (size_t)count;
  return count > 0 || (count < 0 && (errno == EINTR || errno == EAGAIN));
}

char *input_line(void) {
  char *newline = used > start ? memchr(text + start, '\n', used - start) : NULL;
  if (newline == NULL) return NULL;
  char *line = text + start;
  *newline = '\0';
  start = (size_t)(newline - text) + 1;
  return line;
}

int split_fields(char *line, char *fields[MAX_FIELDS]) {
  int count = 0;
  for (char *field; count < MAX_FIELDS && (field = strsep(&line, "\t")) != NULL;) fields[count++] = field;
  return count;
}

void print_json_string(const char *string) {
  putchar('"');
  for (const unsigned char *c = (const unsigned char *)string; *c != '\0'; c++) {
    if (*c == '"' || *c == '\\') printf("\\%c", *c);
    else if (*c < 0x20 || *c >= 0x7f) printf("\\u%04x", *c);
    else putchar(*c);
  }
  putchar('"');
}

void print_json_number(double value) {
  if (isfinite(value)) printf("%.9g", value);
  else fputs("null", stdout);
}
