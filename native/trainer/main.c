/* Trains models with a libxgboost that is found when it runs: `trainer FILE...` takes the first that will do, says so,
 * and answers requests from standard input until it ends. */
#define _GNU_SOURCE
#include "trainer.h"

#include <signal.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

int main(int count, char *files[]) {
  if (count == 2 && strcmp(files[1], "ready") == 0) return 0;
#ifdef __linux__
  /* A tuner that was killed takes along a library that computes. */
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  answers_open();
  Library library;
  char said[65536];
  bool found = library_open(count - 1, files + 1, &library, said, sizeof said);
  answer(found ? ANSWER_READY : ANSWER_REFUSED, said, strlen(said));
  if (!found) return 0;
  library.set_global_config("{\"verbosity\":0}");
  for (Request request; request_read(&request);) train(&library, &request);
  return 0;
}
