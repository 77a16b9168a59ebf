#include "trainer.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* NumPy's array interface, version 3, as JSON: how the library is given arrays. */
static const char *array_of(const void *data, const char *type, uint32_t rows, uint32_t columns, char text[160]) {
  char shape[32];
  if (columns == 0) snprintf(shape, sizeof shape, "%" PRIu32, rows);
  else snprintf(shape, sizeof shape, "%" PRIu32 ",%" PRIu32, rows, columns);
  snprintf(text, 160, "{\"data\":[%" PRIuPTR ",true],\"shape\":[%s],\"typestr\":\"%s\",\"version\":3}",
           (uintptr_t)data, shape, type);
  return text;
}

static bool fill_matrix(const Library *xgb, const Request *request, void **matrix) {
  char text[160];
  const char *features = array_of(request->features, "<f4", request->rows, request->columns, text);
  if (xgb->matrix_create(features, "{\"missing\":NaN,\"nthread\":1}", matrix) != 0) return false;
  const char *labels = array_of(request->labels, "<f4", request->rows, 0, text);
  if (xgb->matrix_set_info(*matrix, "label", labels) != 0) return false;
  const char *sizes = array_of(request->group_sizes, "<u4", request->groups, 0, text);
  return xgb->matrix_set_info(*matrix, "group", sizes) == 0;
}

static bool configure(const Library *xgb, const Request *request, void *booster) {
  for (const char *name = request->parameters; *name != '\0';) {
    const char *value = name + strlen(name) + 1;
    if (xgb->booster_set(booster, name, value) != 0) return false;
    name = value + strlen(value) + 1;
  }
  return true;
}

static bool boost(const Library *xgb, const Request *request, void *matrix, void *booster) {
  for (uint32_t round = 0; round < request->rounds; round++)
    if (xgb->booster_update(booster, (int)round, matrix) != 0) return false;
  return true;
}

/* Margins of the rows that are trained on, which the library keeps from round to round. */
static const char *const margins =
    "{\"type\":1,\"training\":true,\"iteration_begin\":0,\"iteration_end\":0,\"strict_shape\":false}";

static bool boost_ranking(const Library *xgb, const Request *request, void *matrix, void *booster) {
  Ranking *ranking = ranking_open(request);
  bool done = true;
  for (uint32_t round = 0; done && round < request->rounds; round++) {
    const uint64_t *shape;
    uint64_t dimensions;
    const float *scores;
    done = xgb->booster_predict(booster, matrix, margins, &shape, &dimensions, &scores) == 0;
    if (!done) break;
    ranking_gradients(ranking, round, scores);
    done = xgb->booster_boost(booster, matrix, ranking_first(ranking), ranking_second(ranking), request->rows) == 0;
  }
  ranking_close(ranking);
  return done;
}

static bool fit(const Library *xgb, const Request *request, void *matrix, void *booster) {
  if (!configure(xgb, request, booster)) return false;
  bool (*rounds)(const Library *, const Request *, void *, void *) = request->pairs > 0 ? boost_ranking : boost;
  if (!rounds(xgb, request, matrix, booster)) return false;
  uint64_t length;
  const char *model;
  if (xgb->booster_save(booster, "{\"format\":\"json\"}", &length, &model) != 0) return false;
  answer(ANSWER_MODEL, model, (size_t)length);
  return true;
}

void train(const Library *xgb, const Request *request) {
  void *matrix = NULL, *booster = NULL;
  bool done = fill_matrix(xgb, request, &matrix) && xgb->booster_create(&matrix, 1, &booster) == 0 &&
              fit(xgb, request, matrix, booster);
  if (!done) {
    const char *complaint = xgb->last_error();
    answer(ANSWER_REFUSED, complaint, strlen(complaint));
  }
  if (booster != NULL) xgb->booster_free(booster);
  if (matrix != NULL) xgb->matrix_free(matrix);
}
