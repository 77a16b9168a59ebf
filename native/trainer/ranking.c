/* The objective rank:pairwise of XGBoost 1.x (src/objective/rank_obj.cu there; Burges et al., ICML 2005), to the last
 * bit: the same pairs in the same order. Since 2.0 the library draws other pairs, and its own code takes three
 * times as long, since it sorts all rows anew in each round, though labels never change. */
#include "trainer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct Ranking {
  const Request *request;
  uint32_t *order; /* rows by descending label, group by group */
  float *first, *second;
  const float *scores;
};

static void *room(size_t count, size_t size) {
  void *memory = calloc(count > 0 ? count : 1, size);
  if (memory == NULL) abort();
  return memory;
}

/* What rows are sorted by, of the one thread that there is: qsort takes no context. */
static const float *keys;

static int descending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
  if (keys[x] != keys[y]) return keys[x] > keys[y] ? -1 : 1;
  return x < y ? -1 : x > y;
}

static void sort(uint32_t *rows, uint32_t count, const float *by) {
  keys = by;
  qsort(rows, count, sizeof *rows, descending);
}

Ranking *ranking_open(const Request *request) {
  Ranking *ranking = room(1, sizeof *ranking);
  ranking->request = request;
  ranking->order = room(request->rows, sizeof *ranking->order);
  ranking->first = room(request->rows, sizeof *ranking->first);
  ranking->second = room(request->rows, sizeof *ranking->second);
  for (uint32_t row = 0; row < request->rows; row++) ranking->order[row] = row;
  for (uint32_t group = 0, start = 0; group < request->groups; start += request->group_sizes[group++])
    sort(ranking->order + start, request->group_sizes[group], request->labels);
  return ranking;
}

float *ranking_first(Ranking *ranking) {
  return ranking->first;
}

float *ranking_second(Ranking *ranking) {
  return ranking->second;
}

void ranking_close(Ranking *ranking) {
  free(ranking->order);
  free(ranking->first);
  free(ranking->second);
  free(ranking);
}

/* std::minstd_rand, and libstdc++'s uniform_int_distribution on it: numbers below `count`. */
static const uint32_t modulus = 2147483647;

static uint32_t draw(uint64_t *state, uint32_t count) {
  const uint32_t scaling = (modulus - 2) / count, past = count * scaling;
  uint32_t value;
  do {
    *state = *state * 48271 % modulus;
    value = (uint32_t)*state - 1;
  } while (value >= past);
  return value / scaling;
}

/* `better` should score above `worse`: the logistic loss of the difference. */
static void compare(Ranking *ranking, uint32_t better, uint32_t worse, float weight) {
  const float p = 1.0f / (expf(ranking->scores[worse] - ranking->scores[better]) + 1.0f);
  const float first = (p - 1.0f) * weight, second = 2.0f * weight * fmaxf(p * (1.0f - p), 1e-16f);
  ranking->first[better] += first;
  ranking->first[worse] -= first;
  ranking->second[better] += second;
  ranking->second[worse] += second;
}

/* Each row of one group beside rows of other labels. Rows of one label are in the order of their scores. */
static void compare_group(Ranking *ranking, uint32_t *rows, uint32_t count, uint64_t *state) {
  const float *labels = ranking->request->labels;
  const uint32_t pairs = ranking->request->pairs;
  const float weight = 1.0f / (float)pairs;
  uint32_t end;
  for (uint32_t start = 0; start < count; start = end) {
    for (end = start + 1; end < count && labels[rows[end]] == labels[rows[start]];) end++;
    if (end - start > 1) sort(rows + start, end - start, ranking->scores);
  }
  for (uint32_t start = 0; start < count; start = end) {
    for (end = start + 1; end < count && labels[rows[end]] == labels[rows[start]];) end++;
    const uint32_t alike = end - start, others = count - alike;
    for (uint32_t pair = 0; others > 0 && pair < pairs; pair++) {
      for (uint32_t row = start; row < end; row++) {
        const uint32_t other = draw(state, others);
        if (other < start) compare(ranking, rows[other], rows[row], weight);
        else compare(ranking, rows[row], rows[other + alike], weight);
      }
    }
  }
}

void ranking_gradients(Ranking *ranking, uint32_t round, const float *scores) {
  const Request *request = ranking->request;
  uint64_t state = ((uint64_t)round + 1) * 1111;
  ranking->scores = scores;
  memset(ranking->first, 0, request->rows * sizeof *ranking->first);
  memset(ranking->second, 0, request->rows * sizeof *ranking->second);
  for (uint32_t group = 0, start = 0; group < request->groups; start += request->group_sizes[group++])
    compare_group(ranking, ranking->order + start, request->group_sizes[group], &state);
}
