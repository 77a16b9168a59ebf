/*
 * The library for Node: plan(operation, words) finds the kernel for a shape, and run(plan, inputs, output) calls it.
 * Typed arrays in and out; index.js makes functions of it. Built against Node-API 8, which every Node since 15 has.
 */
#define NAPI_VERSION 8
#include <node_api.h>
#include <stdlib.h>
#include <string.h>

#include "tunelib.h"

enum { WORDS = 24, NAME = 32 };

struct plan {
  const tunelib_kernel *kernel;
  int shape[WORDS];
  int inputs;
  size_t floats[TUNELIB_ARGUMENTS];
  /* By argument, where the kernel wants it packed. */
  float *packed[TUNELIB_ARGUMENTS];
  void *workspace;
};

static napi_value refuse(napi_env env, const char *what) {
  napi_throw_type_error(env, NULL, what);
  return NULL;
}

static void *room(size_t bytes) { return bytes == 0 ? NULL : aligned_alloc(64, (bytes + 63) / 64 * 64); }

static void end(napi_env env, void *data, void *hint) {
  struct plan *plan = (struct plan *)data;
  (void)env, (void)hint;
  for (int i = 0; i < TUNELIB_ARGUMENTS; i++) free(plan->packed[i]);
  free(plan->workspace);
  free(plan);
}

/* A typed array of an element type, and how many elements it has; NULL for any other value. */
static void *array_of(napi_env env, napi_value value, napi_typedarray_type wanted, size_t *length) {
  bool is = false;
  napi_typedarray_type type;
  void *data = NULL;
  if (napi_is_typedarray(env, value, &is) != napi_ok || !is) return NULL;
  if (napi_get_typedarray_info(env, value, &type, length, &data, NULL, NULL) != napi_ok || type != wanted) return NULL;
  return data;
}

static int allocate(struct plan *plan) {
  int whole = 1;
  for (int i = 0; i <= plan->inputs; i++) {
    const size_t bytes = tunelib_packed_bytes(plan->kernel, i);
    plan->packed[i] = (float *)room(bytes);
    whole = whole && (bytes == 0 || plan->packed[i] != NULL);
  }
  plan->workspace = room(plan->kernel->workspace_bytes);
  return whole && (plan->kernel->workspace_bytes == 0 || plan->workspace != NULL);
}

/* plan(operation, words: Int32Array) */
static napi_value make_plan(napi_env env, napi_callback_info info) {
  napi_value given[2], made;
  size_t count = 2, words = 0, length = 0;
  char operation[NAME];
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != napi_ok || count != 2 ||
      napi_get_value_string_utf8(env, given[0], operation, NAME, &length) != napi_ok)
    return refuse(env, "plan(operation, words) needs the name of an operator and its shape");
  const int *shape = (const int *)array_of(env, given[1], napi_int32_array, &words);
  if (shape == NULL || words == 0 || words > WORDS) return refuse(env, "a shape is an Int32Array");
  struct plan *plan = (struct plan *)calloc(1, sizeof *plan);
  if (plan == NULL) return refuse(env, "there is no memory for a plan");
  memcpy(plan->shape, shape, words * sizeof *shape);
  plan->kernel = tunelib_find(operation, plan->shape);
  plan->inputs = plan->kernel == NULL ? -1 : tunelib_floats(operation, plan->shape, plan->floats);
  const char *problem = plan->inputs < 0    ? "there is no such operator or shape"
                        : !allocate(plan) ? "there is no memory for the kernel's buffers"
                                          : NULL;
  if (problem == NULL && napi_create_external(env, plan, end, NULL, &made) == napi_ok) return made;
  end(env, plan, NULL);
  return refuse(env, problem == NULL ? "the plan cannot be kept" : problem);
}

static struct plan *plan_of(napi_env env, napi_value value) {
  napi_valuetype type;
  void *data = NULL;
  if (napi_typeof(env, value, &type) != napi_ok || type != napi_external) return NULL;
  return napi_get_value_external(env, value, &data) == napi_ok ? (struct plan *)data : NULL;
}

/* run(plan, inputs: Float32Array[], output: Float32Array) */
static napi_value run_plan(napi_env env, napi_callback_info info) {
  napi_value given[3], one;
  size_t count = 3, length = 0;
  const float *inputs[TUNELIB_ARGUMENTS];
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != napi_ok || count != 3)
    return refuse(env, "run(plan, inputs, output) needs three arguments");
  struct plan *plan = plan_of(env, given[0]);
  if (plan == NULL) return refuse(env, "the first argument is no plan");
  for (int i = 0; i < plan->inputs; i++) {
    if (napi_get_element(env, given[1], (uint32_t)i, &one) != napi_ok) return refuse(env, "the inputs are no list");
    inputs[i] = (const float *)array_of(env, one, napi_float32_array, &length);
    if (inputs[i] == NULL || length != plan->floats[i])
      return refuse(env, "an input is no Float32Array of as many elements as its shape has");
  }
  float *output = (float *)array_of(env, given[2], napi_float32_array, &length);
  if (output == NULL || length != plan->floats[plan->inputs])
    return refuse(env, "the output is no Float32Array of as many elements as its shape has");
  for (int i = 0; i < plan->inputs; i++)
    if (plan->packed[i] != NULL) {
      tunelib_pack(plan->kernel, i, inputs[i], plan->packed[i]);
      inputs[i] = plan->packed[i];
    }
  float *packed = plan->packed[plan->inputs];
  plan->kernel->run(plan->shape, inputs, packed != NULL ? packed : output, plan->workspace);
  if (packed != NULL) tunelib_pack(plan->kernel, plan->inputs, packed, output);
  return given[2];
}

/* describe(plan): the kernel's name, and the elements of each argument */
static napi_value describe(napi_env env, napi_callback_info info) {
  napi_value given[1], answer, name, floats, number;
  size_t count = 1;
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != napi_ok || count != 1) return NULL;
  const struct plan *plan = plan_of(env, given[0]);
  if (plan == NULL) return refuse(env, "the first argument is no plan");
  napi_create_object(env, &answer);
  napi_create_string_utf8(env, plan->kernel->name, NAPI_AUTO_LENGTH, &name);
  napi_create_array(env, &floats);
  for (int i = 0; i <= plan->inputs; i++) {
    napi_create_double(env, (double)plan->floats[i], &number);
    napi_set_element(env, floats, (uint32_t)i, number);
  }
  napi_set_named_property(env, answer, "name", name);
  napi_set_named_property(env, answer, "floats", floats);
  return answer;
}

static napi_value begin(napi_env env, napi_value exports) {
  const struct {
    const char *name;
    napi_callback call;
  } functions[] = {{"plan", make_plan}, {"run", run_plan}, {"describe", describe}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    napi_value function;
    napi_create_function(env, functions[i].name, NAPI_AUTO_LENGTH, functions[i].call, NULL, &function);
    napi_set_named_property(env, exports, functions[i].name, function);
  }
  return exports;
}

NAPI_MODULE(NODE_GYP_MODULE_NAME, begin)
