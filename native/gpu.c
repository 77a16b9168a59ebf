/*
 * Prints in a line of JSON what NVIDIA's driver says of the first GPU that it shows (CUDA_VISIBLE_DEVICES chooses), or
 * why there is none:
 *
 *   {"name":"NVIDIA H100 80GB HBM3","driver":13000,"major":9,"minor":0,...}     {"missing":"the driver finds no GPU"}
 */
#include "cuda/driver.h"
#include "runner/tune.h"

static int attribute(int which, int device) {
  int value = 0;
  driver.device_attribute(&value, which, device);
  return value;
}

int main(void) {
  const char *lack = driver_load();
  if (lack != NULL) {
    fputs("{\"missing\":", stdout);
    print_json_string(lack);
    return puts("}"), 0;
  }
  int device = 0, version = 0;
  char name[256] = "";
  size_t memory = 0;
  driver.device_get(&device, 0);
  driver.device_name(name, sizeof name, device);
  driver.device_memory(&memory, device);
  driver.version(&version);
  fputs("{\"name\":", stdout);
  print_json_string(name);
  printf(",\"driver\":%d,\"major\":%d,\"minor\":%d,\"multiprocessors\":%d,\"kilohertz\":%d,\"l2Bytes\":%d,"
         "\"memoryBytes\":%zu}\n",
         version, attribute(ATTRIBUTE_CAPABILITY_MAJOR, device), attribute(ATTRIBUTE_CAPABILITY_MINOR, device),
         attribute(ATTRIBUTE_MULTIPROCESSORS, device), attribute(ATTRIBUTE_CLOCK_KHZ, device),
         attribute(ATTRIBUTE_L2_BYTES, device), memory);
  return 0;
}
