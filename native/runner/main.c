#include "tune.h"

#include <omp.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
  /* Kernels may use OpenMP; naming it here makes the linker keep libgomp, against which they are resolved. */
  if (omp_get_max_threads() < 1) return 1;
  if (argc == 2 && strcmp(argv[1], "ready") == 0) return 0;
  if (argc == 2 && strcmp(argv[1], "sandbox") == 0) return sandbox_main();
  if (argc == 4 && strcmp(argv[1], "build") == 0) return builder_main(atoi(argv[2]), argv[3]);
  if (argc == 2 && strcmp(argv[1], "run") == 0) return runner_main();
  if (argc >= 3 && strcmp(argv[1], "call") == 0) return function_main(argc - 2, argv + 2);
  if (argc == 2 && strcmp(argv[1], "gpu") == 0) return describe_gpu();
  if (argc == 3 && strcmp(argv[1], "cuda") == 0) return cuda_main(atof(argv[2]));
  if (argc >= 3 && strcmp(argv[1], "nvrtc") == 0) return nvrtc_main(argc - 2, argv + 2);
  fputs("usage: tune-native build JOBS FOLDER | tune-native run|ready|sandbox|gpu | tune-native cuda SECONDS | "
        "tune-native nvrtc LIBRARY ... | tune-native call OBJECT ...\n",
        stderr);
  return 2;
}
