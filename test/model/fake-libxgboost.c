/* A library with the names of XGBoost's C API, which fails as the environment variable FAKE tells it. */
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int is(const char *fault) {
  const char *wanted = getenv("FAKE");
  return wanted != NULL && strcmp(wanted, fault) == 0;
}

void XGBoostVersion(int *major, int *minor, int *patch) {
  const char *version = getenv("FAKE_VERSION");
  sscanf(version == NULL ? "1.7.4" : version, "%d.%d.%d", major, minor, patch);
  if (is("hangs at once")) sleep(60);
}

#ifndef WITHOUT_TRAINING
const char *XGBGetLastError(void) {
  return "[10:10:50] ./src/learner.cc:12: The labels are too long.\nStack trace:\n  [bt] (0) xgboost()";
}
int XGBSetGlobalConfig(const char *json) { return json == NULL; }
int XGDMatrixCreateFromDense(const char *array, const char *config, void **matrix) {
  *matrix = malloc(1);
  return array == NULL || config == NULL;
}
int XGDMatrixSetInfoFromInterface(void *matrix, const char *field, const char *array) {
  return matrix == NULL || field == NULL || array == NULL;
}
int XGDMatrixFree(void *matrix) { return free(matrix), 0; }
int XGBoosterCreate(void *const matrices[], uint64_t count, void **booster) {
  *booster = malloc(1);
  return matrices == NULL || count != 1;
}
int XGBoosterSetParam(void *booster, const char *name, const char *value) {
  return booster == NULL || name == NULL || value == NULL;
}

/* Whether this is the first time, in any process that has the same marker. */
static int is_first(void) {
  const char *marker = getenv("FAKE_MARKER");
  int file = open(marker, O_CREAT | O_EXCL | O_WRONLY, 0600);
  return file >= 0 && close(file) == 0;
}

static int round_of(void) {
  if (is("forks and hangs")) (void)!fork();
  if (is("hangs") || is("forks and hangs")) sleep(60);
  if (is("aborts") || (is("aborts once") && is_first())) abort();
  if (is("exits")) _exit(0);
  if (is("prints")) {
    puts("[0] train-rmse: 0.5");
    fflush(stdout);
  }
  if (is("writes everywhere"))
    for (int file = 3; file < 16; file++) (void)!write(file, "this is no answer at all", 24);
  return is("refuses") ? -1 : 0;
}
int XGBoosterUpdateOneIter(void *booster, int round, void *matrix) {
  return booster == NULL || round < 0 || matrix == NULL ? -1 : round_of();
}
int XGBoosterBoostOneIter(void *booster, void *matrix, float *first, float *second, uint64_t rows) {
  return booster == NULL || matrix == NULL || first == NULL || second == NULL || rows == 0 ? -1 : round_of();
}
int XGBoosterPredictFromDMatrix(void *booster, void *matrix, const char *config, const uint64_t **shape,
                                uint64_t *dimensions, const float **scores) {
  static const float zeros[4096];
  static const uint64_t rows = 4096;
  *shape = &rows;
  *dimensions = 1;
  *scores = zeros;
  return booster == NULL || matrix == NULL || config == NULL;
}
int XGBoosterSaveModelToBuffer(void *booster, const char *config, uint64_t *length, const char **model) {
  *model = is("writes no model") ? "{\"learner\": 3}"
                                 : "{\"learner\":{\"learner_model_param\":{\"base_score\":\"[5E-1]\"},"
                                   "\"gradient_booster\":{\"model\":{\"trees\":[]}}}}";
  *length = strlen(*model);
  return booster == NULL || config == NULL;
}
int XGBoosterFree(void *booster) { return free(booster), 0; }
#endif
