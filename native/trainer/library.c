#define _GNU_SOURCE
#include "trainer.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct {
  size_t at;
  const char *name;
} symbols[] = {
    {offsetof(Library, version), "XGBoostVersion"},
    {offsetof(Library, last_error), "XGBGetLastError"},
    {offsetof(Library, set_global_config), "XGBSetGlobalConfig"},
    {offsetof(Library, matrix_create), "XGDMatrixCreateFromDense"},
    {offsetof(Library, matrix_set_info), "XGDMatrixSetInfoFromInterface"},
    {offsetof(Library, matrix_free), "XGDMatrixFree"},
    {offsetof(Library, booster_create), "XGBoosterCreate"},
    {offsetof(Library, booster_set), "XGBoosterSetParam"},
    {offsetof(Library, booster_update), "XGBoosterUpdateOneIter"},
    {offsetof(Library, booster_boost), "XGBoosterBoostOneIter"},
    {offsetof(Library, booster_predict), "XGBoosterPredictFromDMatrix"},
    {offsetof(Library, booster_save), "XGBoosterSaveModelToBuffer"},
    {offsetof(Library, booster_free), "XGBoosterFree"},
};

/* The versions whose parameters and models are known: 1.6, the first that saves a model to a buffer as JSON, to 3. */
static bool is_known(int major, int minor) {
  return (major == 1 && minor >= 6) || major == 2 || major == 3;
}

/* Whether a file is there at all. A bare name is looked up by the loader, whose complaint begins with the name when it
 * finds no such file, and with that of another library when one that the file needs is missing. */
static bool is_there(const char *file, const char *complaint) {
  if (strchr(file, '/') != NULL) return access(file, F_OK) == 0;
  return strncmp(complaint, file, strlen(file)) != 0;
}

static bool fill(Library *library, void *handle) {
  for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
    void *symbol = dlsym(handle, symbols[i].name);
    if (symbol == NULL) return false;
    memcpy((char *)library + symbols[i].at, &symbol, sizeof symbol);
  }
  return true;
}

/* The path of what was loaded by a bare name. */
static const char *path_of(void *handle, const char *file, char path[PATH_MAX]) {
  Dl_info info;
  void *symbol = dlsym(handle, "XGBoostVersion");
  if (dladdr(symbol, &info) == 0 || realpath(info.dli_fname, path) == NULL) return file;
  return path;
}

/* Whether the file will do; what is said is the reason, or version and path. */
static bool load(const char *file, Library *library, char *said, size_t room) {
  void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
  if (handle == NULL) {
    const char *complaint = dlerror();
    if (is_there(file, complaint)) snprintf(said, room, "%s\tit cannot be loaded (%s)\n", file, complaint);
    return false;
  }
  int major = 0, minor = 0, patch = 0;
  void *version = dlsym(handle, "XGBoostVersion");
  if (version == NULL) {
    snprintf(said, room, "%s\tit is no libxgboost\n", file);
    return false;
  }
  memcpy(&library->version, &version, sizeof version);
  library->version(&major, &minor, &patch);
  if (!is_known(major, minor)) {
    snprintf(said, room, "%s\tit is of version %d.%d.%d\n", file, major, minor, patch);
    return false;
  }
  if (!fill(library, handle)) {
    snprintf(said, room, "%s\tit lacks functions that libxgboost %d.%d has\n", file, major, minor);
    return false;
  }
  char path[PATH_MAX];
  snprintf(said, room, "%d.%d.%d\n%s\n", major, minor, patch, path_of(handle, file, path));
  return true;
}

bool library_open(int count, char *const files[], Library *library, char *said, size_t room) {
  size_t used = 0;
  said[0] = '\0';
  for (int i = 0; i < count; i++) {
    char words[PATH_MAX + 1024] = "";
    bool done = load(files[i], library, words, sizeof words);
    if (done) used = 0;
    used += (size_t)snprintf(said + used, room - used, "%s", words);
    if (used >= room) used = room - 1;
    if (done) return true;
  }
  return false;
}
