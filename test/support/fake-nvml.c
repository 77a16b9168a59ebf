/*
 * A libnvidia-ml.so.1 for the fake GPU alone. What it tells is listed in the environment, each reading the next value,
 * and after the last one the first again.
 *
 *   FAKE_NVML_SM, FAKE_NVML_REASONS   MHz, bits: "1980 1500", "0 64"
 */
#include <stdlib.h>
#include <string.h>

enum { INVALID_ARGUMENT = 2, NOT_SUPPORTED = 3, NOT_FOUND = 6 };
static char gpu;

static unsigned long next(const char *name, unsigned long otherwise, int *place) {
  char *text = getenv(name), *end;
  if (text == NULL) return otherwise;
  unsigned long values[64];
  int count = 0;
  for (; count < 64 && *text != '\0'; text = end) values[count++] = strtoul(text, &end, 10);
  return values[(*place)++ % count];
}

int nvmlInit_v2(void) { return 0; }
int nvmlDeviceGetHandleByPciBusId_v2(const char *bus_id, void **device) {
  return strcmp(bus_id, "0000:3B:00.0") == 0 ? (*device = &gpu, 0) : NOT_FOUND;
}
int nvmlDeviceGetClockInfo(void *device, int which, unsigned *megahertz) {
  static int place;
  if (device != &gpu) return INVALID_ARGUMENT;
  if (which == 2) return *megahertz = 2619, 0;
  return which == 1 ? (*megahertz = (unsigned)next("FAKE_NVML_SM", 1980, &place), 0) : NOT_SUPPORTED;
}
int nvmlDeviceGetTemperature(void *device, int sensor, unsigned *celsius) {
  return device == &gpu && sensor == 0 ? (*celsius = 41, 0) : INVALID_ARGUMENT;
}
int nvmlDeviceGetCurrentClocksEventReasons(void *device, unsigned long long *reasons) {
  static int place;
  return device == &gpu ? (*reasons = next("FAKE_NVML_REASONS", 0, &place), 0) : INVALID_ARGUMENT;
}
