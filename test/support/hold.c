/*
 * Keeps a process from going when it is killed, as a driver does one whose device hangs: one that is traced cannot be
 * awaited by its parent before who traces it lets go. Waits for a file that holds a process id, says that it has it,
 * and lets go when stdin ends.
 */
#include <stdio.h>
#include <sys/ptrace.h>
#include <unistd.h>

int main(int count, char **arguments) {
  int pid = 0;
  while (count > 1 && pid == 0) {
    FILE *file = fopen(arguments[1], "r");
    if (file != NULL && fscanf(file, "%d.", &pid) != 1) pid = 0;
    if (file != NULL) fclose(file);
    usleep(2000);
  }
  if (ptrace(PTRACE_SEIZE, pid, NULL, NULL) != 0) return perror("ptrace"), 1;
  puts("held");
  fflush(stdout);
  while (getchar() != EOF) continue;
  return 0;
}
