#ifndef TUNE_TRAINER_H
#define TUNE_TRAINER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The functions of XGBoost's C API (include/xgboost/c_api.h) that training takes. Every version since 1.6 has them; a
 * function that can fail returns 0 when it did not, and xgb_error says why it did. */
typedef struct {
  void (*version)(int *major, int *minor, int *patch);
  const char *(*last_error)(void);
  int (*set_global_config)(const char *json);
  int (*matrix_create)(const char *array, const char *config, void **matrix);
  int (*matrix_set_info)(void *matrix, const char *field, const char *array);
  int (*matrix_free)(void *matrix);
  int (*booster_create)(void *const matrices[], uint64_t count, void **booster);
  int (*booster_set)(void *booster, const char *name, const char *value);
  int (*booster_update)(void *booster, int round, void *matrix);
  int (*booster_boost)(void *booster, void *matrix, float *gradients, float *hessians, uint64_t rows);
  int (*booster_predict)(void *booster, void *matrix, const char *config, const uint64_t **shape,
                         uint64_t *dimensions, const float **scores);
  int (*booster_save)(void *booster, const char *config, uint64_t *length, const char **model);
  int (*booster_free)(void *booster);
} Library;

/* What one fit learns from. Rows of a group are adjacent. */
typedef struct {
  uint32_t rounds, rows, columns, groups;
  uint32_t pairs;         /* that ranking compares each row in, in each round; 0: the library's own objective */
  const char *parameters; /* name\0value\0 …, ended by an empty name */
  const float *features;  /* row-major */
  const float *labels;
  const uint32_t *group_sizes;
} Request;

enum { ANSWER_READY, ANSWER_MODEL, ANSWER_REFUSED };

/* Loads the first of the files that is a libxgboost of a known version. Says which in a line of its version and one of
 * its path, or else why none will do: of each file that is there a line of its name, a tab and the reason. */
bool library_open(int count, char *const files[], Library *library, char *said, size_t room);

/* Gradients of pairwise ranking. */
typedef struct Ranking Ranking;
Ranking *ranking_open(const Request *request);
void ranking_gradients(Ranking *ranking, uint32_t round, const float *scores);
float *ranking_first(Ranking *ranking);
float *ranking_second(Ranking *ranking);
void ranking_close(Ranking *ranking);

/* Trains one model and answers with it, or with what the library complains of. */
void train(const Library *library, const Request *request);

/* The next request, in memory that the next call uses again; false at the end of the input, or of its sense. The
 * process ends by itself when a request takes longer than it may. */
bool request_read(Request *request);

/* Keeps standard output for answers alone: what a library prints goes to standard error. */
void answers_open(void);
void answer(uint32_t kind, const char *bytes, size_t length);

#endif
