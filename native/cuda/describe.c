#include "gpu.h"

static int attribute(int which, int device) {
  int value = 0;
  driver.device_attribute(&value, which, device);
  return value;
}

int describe_gpu(void) {
  const char *lack = driver_load();
  if (lack != NULL) {
    fputs("{\"missing\":", stdout);
    print_json_string(lack);
    return puts("}"), 0;
  }
  int device = 0, version = 0;
  char name[256] = "", bus[32] = "";
  size_t memory = 0;
  driver.device_get(&device, 0);
  driver.device_name(name, sizeof name, device);
  driver.device_memory(&memory, device);
  driver.device_bus_id(bus, sizeof bus, device);
  driver.version(&version);
  fputs("{\"name\":", stdout);
  print_json_string(name);
  fputs(",\"bus\":", stdout);
  print_json_string(bus);
  printf(",\"driver\":%d,\"major\":%d,\"minor\":%d,\"multiprocessors\":%d,\"kilohertz\":%d,\"l2Bytes\":%d,"
         "\"memoryBytes\":%zu}\n",
         version, attribute(ATTRIBUTE_CAPABILITY_MAJOR, device), attribute(ATTRIBUTE_CAPABILITY_MINOR, device),
         attribute(ATTRIBUTE_MULTIPROCESSORS, device), attribute(ATTRIBUTE_CLOCK_KHZ, device),
         attribute(ATTRIBUTE_L2_BYTES, device), memory);
  return 0;
}
