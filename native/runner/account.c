/* What Linux counts of the thread that a process began with. */
#define _GNU_SOURCE
#include "witness.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

static FILE *open_of(pid_t pid, const char *name) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)pid, name);
  return fopen(path, "re");
}

/* Whether the thread sleeps, and how often it has gone to sleep. */
static bool is_asleep(pid_t pid, long *slept) {
  FILE *file = open_of(pid, "status");
  if (file == NULL) return false;
  char line[256], state = 0;
  while (fgets(line, sizeof line, file) != NULL)
    if (sscanf(line, "State: %c", &state) != 1) sscanf(line, "voluntary_ctxt_switches: %ld", slept);
  fclose(file);
  return state == 'S';
}

/* Notes the first two numbers, nanoseconds, where the system counts them. */
static void read_times(pid_t pid, struct account *account) {
  FILE *file = open_of(pid, "schedstat");
  if (file == NULL) return;
  double ran, waited;
  const bool counted = fscanf(file, "%lf %lf", &ran, &waited) == 2 && ran > 0;
  fclose(file);
  if (counted) account->ran = 1e-9 * ran, account->waited = 1e-9 * waited;
}

/* Its numbers are exact while it sleeps, which it does soon. */
struct account account_of(pid_t pid) {
  enum { LOOKS = 200 };
  struct account account = {.ran = -1};
  for (int i = 0; i < LOOKS; i++) {
    if (is_asleep(pid, &account.slept)) return read_times(pid, &account), account;
    nanosleep(&(struct timespec){.tv_nsec = 50000}, NULL);
  }
  return account;
}
