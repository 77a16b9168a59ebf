#include "driver.h"

#include <dlfcn.h>
#include <stdio.h>

struct driver driver;

const char *driver_error(int error) {
  static char text[256];
  const char *name = NULL, *words = NULL;
  driver.error_name(error, &name);
  driver.error_string(error, &words);
  snprintf(text, sizeof text, "%s (%s)", name != NULL ? name : "an unknown error of CUDA",
           words != NULL ? words : "no text");
  return text;
}

const char *driver_load(void) {
  static char reason[512];
  void *library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return "NVIDIA's driver is not installed (there is no libcuda.so.1)";
#define FIND_FUNCTION(symbol, name, parameters)                                                                        \
  if ((*(void **)&driver.name = dlsym(library, #symbol)) == NULL)                                                      \
    return "NVIDIA's driver is too old (its libcuda.so.1 has no " #symbol ")";
  DRIVER_FUNCTIONS(FIND_FUNCTION)
#undef FIND_FUNCTION
#define FIND_FUNCTION(symbol, name, parameters) *(void **)&driver.name = dlsym(library, #symbol);
  NEW_DRIVER_FUNCTIONS(FIND_FUNCTION)
#undef FIND_FUNCTION
  int count = 0, error = driver.init(0);
  if (error == CUDA_SUCCESS) error = driver.device_count(&count);
  if (error == CUDA_ERROR_NO_DEVICE || (error == CUDA_SUCCESS && count == 0)) return "the driver finds no GPU";
  if (error == CUDA_SUCCESS) return NULL;
  snprintf(reason, sizeof reason, "NVIDIA's driver does not start: %s", driver_error(error));
  return reason;
}
