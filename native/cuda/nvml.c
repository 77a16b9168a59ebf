/* What NVIDIA's management library reports of the GPU, where it is installed (libnvidia-ml.so.1, with the driver). */
#define _GNU_SOURCE
#include "gpu.h"

#include <dlfcn.h>

enum { NVML_SUCCESS = 0, CLOCK_SM = 1, CLOCK_MEMORY = 2, TEMPERATURE_GPU = 0 };
typedef struct nvml_device *nvml_device;

/* Every function: its name in the library, our name, and its parameters. All return an nvmlReturn_t. */
#define NVML_FUNCTIONS(F)                                                                                              \
  F(nvmlInit_v2, init, (void))                                                                                         \
  F(nvmlDeviceGetHandleByPciBusId_v2, find, (const char *bus_id, nvml_device *device))                                 \
  F(nvmlDeviceGetClockInfo, clock, (nvml_device device, int which, unsigned *megahertz))                               \
  F(nvmlDeviceGetTemperature, temperature, (nvml_device device, int sensor, unsigned *celsius))                        \
  F(nvmlDeviceGetCurrentClocksThrottleReasons, reasons, (nvml_device device, unsigned long long *reasons))

#define DECLARE_FUNCTION(symbol, name, parameters) int(*name) parameters;
static struct {
  NVML_FUNCTIONS(DECLARE_FUNCTION)
} nvml;
#undef DECLARE_FUNCTION

static nvml_device watched;

static bool load(void) {
  void *library = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
  if (library == NULL) return false;
#define FIND_FUNCTION(symbol, name, parameters) *(void **)&nvml.name = dlsym(library, #symbol);
  NVML_FUNCTIONS(FIND_FUNCTION)
#undef FIND_FUNCTION
  /* its newer name */
  if (nvml.reasons == NULL) *(void **)&nvml.reasons = dlsym(library, "nvmlDeviceGetCurrentClocksEventReasons");
#define HAS_FUNCTION(symbol, name, parameters) &&nvml.name != NULL
  return true NVML_FUNCTIONS(HAS_FUNCTION);
#undef HAS_FUNCTION
}

void clocks_open(int device) {
  char bus_id[64];
  if (driver.device_bus_id(bus_id, sizeof bus_id, device) != CUDA_SUCCESS || !load()) return;
  if (nvml.init() != NVML_SUCCESS || nvml.find(bus_id, &watched) != NVML_SUCCESS) watched = NULL;
}

bool clocks_read(struct clocks *clocks) {
  if (watched == NULL) return false;
  if (nvml.clock(watched, CLOCK_SM, &clocks->sm) == NVML_SUCCESS &&
      nvml.clock(watched, CLOCK_MEMORY, &clocks->memory) == NVML_SUCCESS &&
      nvml.temperature(watched, TEMPERATURE_GPU, &clocks->celsius) == NVML_SUCCESS &&
      nvml.reasons(watched, &clocks->reasons) == NVML_SUCCESS)
    return true;
  watched = NULL;
  return false;
}
