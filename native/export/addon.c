/*
 * The library for Node: plan(operation, words) finds the kernel for a shape, and run(plan, inputs, output) calls it.
 * Typed arrays in and out; index.js makes functions of it. Built against Node-API 8, which every Node since 15 has.
 */
#define NAPI_VERSION 8
#include <node_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tunelib.h"

enum { WORDS = 24, NAME = 32 };

struct plan {
  const tunelib_kernel *kernel;
  int shape[WORDS];
  int inputs;
  size_t elements[TUNELIB_ARGUMENTS];
  const tunelib_type *types[TUNELIB_ARGUMENTS];
  /* By argument, where the kernel wants it packed. */
  void *packed[TUNELIB_ARGUMENTS];
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

static const struct {
  const char *name;
  napi_typedarray_type type;
} kinds[] = {{"Float32Array", napi_float32_array}, {"Uint8Array", napi_uint8_array},   {"Int8Array", napi_int8_array},
             {"Uint16Array", napi_uint16_array},   {"Int16Array", napi_int16_array},   {"Int32Array", napi_int32_array},
             {"Uint32Array", napi_uint32_array},   {"Float64Array", napi_float64_array}};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* What Node-API calls the typed arrays of a type. */
static napi_typedarray_type array_type(const tunelib_type *type) {
  size_t i = 0;
  while (i < KINDS - 1 && strcmp(kinds[i].name, type->array) != 0) i++;
  return kinds[i].type;
}

enum { GIVEN = 64 };

/* What was given: `Int8Array of 12`. */
static void describe_given(napi_env env, napi_value value, char *text) {
  bool is = false;
  napi_typedarray_type type;
  size_t length = 0, i = 0;
  snprintf(text, GIVEN, "no typed array");
  if (napi_is_typedarray(env, value, &is) != napi_ok || !is) return;
  if (napi_get_typedarray_info(env, value, &type, &length, NULL, NULL, NULL) != napi_ok) return;
  while (i < KINDS - 1 && kinds[i].type != type) i++;
  snprintf(text, GIVEN, "%s of %zu", kinds[i].type == type ? kinds[i].name : "another kind of typed array", length);
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
    plan->packed[i] = room(bytes);
    whole = whole && (bytes == 0 || plan->packed[i] != NULL);
  }
  plan->workspace = room(plan->kernel->workspace_bytes);
  return whole && (plan->kernel->workspace_bytes == 0 || plan->workspace != NULL);
}

/* The type and the epilogue are among the last words: constant, threads and zero points are beside them. */
static void find_types(struct plan *plan, int words) {
  const int dtype = plan->shape[words - 2], epilogue = plan->shape[words - 5];
  for (int i = 0; i <= plan->inputs; i++)
    plan->types[i] = tunelib_type_at(tunelib_argument_type(dtype, epilogue, i));
}

/* A plan whose kernel, types and elements are known, as a value; NULL and a problem where it has no memory. */
static napi_value keep(napi_env env, struct plan *plan, const char *problem) {
  napi_value made;
  if (problem == NULL && !allocate(plan)) problem = "there is no memory for the kernel's buffers";
  if (problem == NULL && napi_create_external(env, plan, end, NULL, &made) == napi_ok) return made;
  end(env, plan, NULL);
  return refuse(env, problem == NULL ? "the plan cannot be kept" : problem);
}

/* workload(operation, name, threads) */
static napi_value make_named(napi_env env, napi_callback_info info) {
  enum { LONGEST = 1024 };
  napi_value given[3];
  size_t count = 3, length = 0;
  char operation[LONGEST], name[LONGEST];
  int32_t threads = 0;
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != napi_ok || count != 3 ||
      napi_get_value_string_utf8(env, given[0], operation, LONGEST, &length) != napi_ok ||
      napi_get_value_string_utf8(env, given[1], name, LONGEST, &length) != napi_ok ||
      napi_get_value_int32(env, given[2], &threads) != napi_ok)
    return refuse(env, "workload(operation, name, threads) needs two names and a number");
  struct plan *plan = (struct plan *)calloc(1, sizeof *plan);
  if (plan == NULL) return refuse(env, "there is no memory for a plan");
  plan->kernel = tunelib_workload(operation, name, threads);
  if (plan->kernel == NULL) return keep(env, plan, "the library has no such workload that this CPU can run");
  plan->inputs = plan->kernel->inputs;
  for (int i = 0; i <= plan->inputs; i++) {
    plan->elements[i] = plan->kernel->arguments[i].elements;
    plan->types[i] = tunelib_type_at(plan->kernel->arguments[i].type);
  }
  if (plan->kernel->shape != NULL)
    memcpy(plan->shape, plan->kernel->shape, (size_t)tunelib_words(operation) * sizeof *plan->shape);
  return keep(env, plan, NULL);
}

/* plan(operation, words: Int32Array) */
static napi_value make_plan(napi_env env, napi_callback_info info) {
  napi_value given[2];
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
  plan->inputs = plan->kernel == NULL ? -1 : tunelib_elements(operation, plan->shape, plan->elements);
  if (plan->inputs >= 0) find_types(plan, tunelib_words(operation));
  return keep(env, plan, plan->inputs < 0 ? "there is no such operator or shape" : NULL);
}

static struct plan *plan_of(napi_env env, napi_value value) {
  napi_valuetype type;
  void *data = NULL;
  if (napi_typeof(env, value, &type) != napi_ok || type != napi_external) return NULL;
  return napi_get_value_external(env, value, &data) == napi_ok ? (struct plan *)data : NULL;
}

/* A typed array as an argument of a plan; NULL for one of another type or length. */
static void *argument_of(napi_env env, napi_value value, const struct plan *plan, int place) {
  size_t length = 0;
  void *data = array_of(env, value, array_type(plan->types[place]), &length);
  return length == plan->elements[place] ? data : NULL;
}

/* Throws what an argument must be, and what was given. */
static napi_value refuse_argument(napi_env env, const struct plan *plan, int place, napi_value value) {
  char text[256], what[32] = "the output", given[GIVEN];
  describe_given(env, value, given);
  if (place < plan->inputs) snprintf(what, sizeof what, "input %d", place);
  snprintf(text, sizeof text, "%s must be %s of %zu elements (%s), and %s was given", what, plan->types[place]->array,
           plan->elements[place], plan->types[place]->name, given);
  return refuse(env, text);
}

/* run(plan, inputs: TypedArray[], output: TypedArray) */
static napi_value run_plan(napi_env env, napi_callback_info info) {
  napi_value given[3], one;
  size_t count = 3;
  const void *inputs[TUNELIB_ARGUMENTS];
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != napi_ok || count != 3)
    return refuse(env, "run(plan, inputs, output) needs three arguments");
  struct plan *plan = plan_of(env, given[0]);
  if (plan == NULL) return refuse(env, "the first argument is no plan");
  for (int i = 0; i < plan->inputs; i++) {
    if (napi_get_element(env, given[1], (uint32_t)i, &one) != napi_ok) return refuse(env, "the inputs are no list");
    inputs[i] = argument_of(env, one, plan, i);
    if (inputs[i] == NULL) return refuse_argument(env, plan, i, one);
  }
  void *output = argument_of(env, given[2], plan, plan->inputs);
  if (output == NULL) return refuse_argument(env, plan, plan->inputs, given[2]);
  for (int i = 0; i < plan->inputs; i++)
    if (plan->packed[i] != NULL) {
      tunelib_pack(plan->kernel, i, inputs[i], plan->packed[i]);
      inputs[i] = plan->packed[i];
    }
  void *packed = plan->packed[plan->inputs];
  plan->kernel->run(plan->shape, inputs, packed != NULL ? packed : output, plan->workspace);
  if (packed != NULL) tunelib_pack(plan->kernel, plan->inputs, packed, output);
  return given[2];
}

/* describe(plan): the kernel's name, and of each argument the elements and the name of its typed array */
static napi_value describe(napi_env env, napi_callback_info info) {
  napi_value given[1], answer, name, elements, arrays, one;
  size_t count = 1;
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != napi_ok || count != 1) return NULL;
  const struct plan *plan = plan_of(env, given[0]);
  if (plan == NULL) return refuse(env, "the first argument is no plan");
  napi_create_object(env, &answer);
  napi_create_string_utf8(env, plan->kernel->name, NAPI_AUTO_LENGTH, &name);
  napi_create_array(env, &elements);
  napi_create_array(env, &arrays);
  for (int i = 0; i <= plan->inputs; i++) {
    napi_create_double(env, (double)plan->elements[i], &one);
    napi_set_element(env, elements, (uint32_t)i, one);
    napi_create_string_utf8(env, plan->types[i]->array, NAPI_AUTO_LENGTH, &one);
    napi_set_element(env, arrays, (uint32_t)i, one);
  }
  napi_set_named_property(env, answer, "name", name);
  napi_set_named_property(env, answer, "elements", elements);
  napi_set_named_property(env, answer, "arrays", arrays);
  return answer;
}

/* types(): the names of types, by number */
static napi_value list_types(napi_env env, napi_callback_info info) {
  napi_value names, name;
  (void)info;
  napi_create_array(env, &names);
  for (int i = 0; tunelib_type_at(i) != NULL; i++) {
    napi_create_string_utf8(env, tunelib_type_at(i)->name, NAPI_AUTO_LENGTH, &name);
    napi_set_element(env, names, (uint32_t)i, name);
  }
  return names;
}

static napi_value begin(napi_env env, napi_value exports) {
  const struct {
    const char *name;
    napi_callback call;
  } functions[] = {{"plan", make_plan},
                   {"workload", make_named},
                   {"run", run_plan},
                   {"describe", describe},
                   {"types", list_types}};
  for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
    napi_value function;
    napi_create_function(env, functions[i].name, NAPI_AUTO_LENGTH, functions[i].call, NULL, &function);
    napi_set_named_property(env, exports, functions[i].name, function);
  }
  return exports;
}

NAPI_MODULE(NODE_GYP_MODULE_NAME, begin)
