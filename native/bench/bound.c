/*
 * bound <program> <arguments>: runs a program that ends with its parent, as drivers in C do by themselves; it may be
 * stopped at that time, and would never notice.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(int argc, char **argv) {
  if (argc < 2 || prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return 1;
  execvp(argv[1], argv + 1);
  printf("error %s cannot be run\n", argv[1]);
  return 1;
}
