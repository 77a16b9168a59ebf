/*
 * The network for Node: ports(0 or 1, shape) are inputs or outputs of a shape, run(shape, inputs, outputs) calls it on
 * typed arrays, prepare() reads its weights into memory; see index.js. Built against Node-API 8, which every Node since
 * 15 has.
 */
#define NAPI_VERSION 8
#include <node_api.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tunelib.h"

static napi_value refuse(napi_env env, const char *what) {
  napi_throw_type_error(env, NULL, what);
  return NULL;
}

static const struct {
  const char *name;
  napi_typedarray_type type;
} kinds[] = {
    {"Float32Array", napi_float32_array},   {"Float64Array", napi_float64_array}, {"Int8Array", napi_int8_array},
    {"Uint8Array", napi_uint8_array},       {"Int16Array", napi_int16_array},     {"Uint16Array", napi_uint16_array},
    {"Int32Array", napi_int32_array},       {"Uint32Array", napi_uint32_array},
    {"BigInt64Array", napi_bigint64_array}, {"BigUint64Array", napi_biguint64_array},
};

/* The kind of typed array whose name a port has. */
static napi_typedarray_type type_of(const tunelib_port *port) {
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(kinds[i].name, port->typed_array) == 0) return kinds[i].type;
  return napi_uint8_clamped_array; /* which no port has */
}

/* Throws what a port wants, `x must be Float32Array of 12 elements (float32[3, 4])`, and what was given. */
static void refuse_array(napi_env env, const tunelib_port *port, const char *given) {
  char text[512], extents[128] = "";
  for (int d = 0; d < port->rank && strlen(extents) < sizeof extents - 24; d++) {
    const size_t end = strlen(extents);
    snprintf(extents + end, sizeof extents - end, d > 0 ? ", %zu" : "%zu", port->extents[d]);
  }
  snprintf(text, sizeof text, "%.64s must be %s of %zu elements (%s[%s]), and %s was given", port->name,
           port->typed_array, port->elements, port->type, extents, given);
  napi_throw_type_error(env, "BAD_ARRAY", text);
}

/* Throws that an array is of another kind or length. */
static void refuse_kind(napi_env env, const tunelib_port *port, napi_typedarray_type type, size_t length) {
  char given[64];
  const char *name = "another kind of typed array";
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (kinds[i].type == type) name = kinds[i].name;
  snprintf(given, sizeof given, "%s of %zu", name, length);
  refuse_array(env, port, given);
}

/* The arrays of a list, which must be as long as those of the ports; throws otherwise. */
static int arrays_of(napi_env env, napi_value list, const tunelib_port *ports, int count, void **arrays) {
  for (int i = 0; i < count; i++) {
    napi_value one;
    bool is = false;
    napi_typedarray_type type;
    size_t length = 0;
    void *data = NULL;
    if (napi_get_element(env, list, (uint32_t)i, &one) != napi_ok || napi_is_typedarray(env, one, &is) != napi_ok ||
        !is || napi_get_typedarray_info(env, one, &type, &length, &data, NULL, NULL) != napi_ok) {
      refuse_array(env, &ports[i], "no typed array");
      return 0;
    }
    if (type != type_of(&ports[i]) || length != ports[i].elements) {
      refuse_kind(env, &ports[i], type, length);
      return 0;
    }
    arrays[i] = data;
  }
  return 1;
}

/* The shape of an index; NULL where there is none. */
static const tunelib_shape *shape_of(napi_env env, napi_value index) {
  int32_t found = -1;
  if (napi_get_value_int32(env, index, &found) != napi_ok || found < 0 || found >= TUNELIB_SHAPES) return NULL;
  return &tunelib_shapes[found];
}

static napi_value answer(napi_env env, int status) {
  static const char *const codes[] = {NULL, "BAD_INDEX", "BAD_SHAPE", "NO_WEIGHTS", "WRONG_WEIGHTS", "UNSUPPORTED_CPU"};
  if (status == TUNELIB_BAD_INDEX) napi_throw_range_error(env, codes[status], tunelib_message(status));
  else if (status != TUNELIB_OK) napi_throw_error(env, codes[status], tunelib_message(status));
  return NULL;
}

static napi_value prepare(napi_env env, napi_callback_info info) {
  (void)info;
  return answer(env, tunelib_prepare(NULL));
}

static napi_value run(napi_env env, napi_callback_info info) {
  napi_value given[3];
  size_t count = 3;
  void *inputs[TUNELIB_INPUTS + 1], *outputs[TUNELIB_OUTPUTS + 1];
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != napi_ok || count != 3)
    return refuse(env, "run(shape, inputs, outputs) needs three arguments");
  const tunelib_shape *const shape = shape_of(env, given[0]);
  if (shape == NULL) return refuse(env, tunelib_message(TUNELIB_BAD_SHAPE));
  if (!arrays_of(env, given[1], shape->inputs, TUNELIB_INPUTS, inputs) ||
      !arrays_of(env, given[2], shape->outputs, TUNELIB_OUTPUTS, outputs))
    return NULL;
  void *workspace = aligned_alloc(64, (shape->workspace + 127) / 64 * 64);
  if (workspace == NULL) return refuse(env, "there is no memory for the workspace");
  const int status = tunelib_call_for((int)(shape - tunelib_shapes), (const void *const *)inputs, outputs, workspace);
  free(workspace);
  return answer(env, status);
}

static napi_value port_of(napi_env env, const tunelib_port *port) {
  napi_value made, name, type, array, extents, extent;
  napi_create_object(env, &made);
  napi_create_string_utf8(env, port->name, NAPI_AUTO_LENGTH, &name);
  napi_create_string_utf8(env, port->type, NAPI_AUTO_LENGTH, &type);
  napi_create_string_utf8(env, port->typed_array, NAPI_AUTO_LENGTH, &array);
  napi_create_array(env, &extents);
  for (int i = 0; i < port->rank; i++) {
    napi_create_int64(env, (int64_t)port->extents[i], &extent);
    napi_set_element(env, extents, (uint32_t)i, extent);
  }
  napi_set_named_property(env, made, "name", name);
  napi_set_named_property(env, made, "type", type);
  napi_set_named_property(env, made, "array", array);
  napi_set_named_property(env, made, "shape", extents);
  return made;
}

/* With `counted`, the axis of which another output says the extent, where there is one. */
static napi_value output_of(napi_env env, const tunelib_shape *shape, int i) {
  napi_value made = port_of(env, &shape->outputs[i]), counted, along, other;
  int axis = 0;
  const int by = tunelib_count_of(i, &axis);
  if (by < 0) return made;
  napi_create_object(env, &counted);
  napi_create_int32(env, axis, &along);
  napi_create_int32(env, by, &other);
  napi_set_named_property(env, counted, "axis", along);
  napi_set_named_property(env, counted, "by", other);
  napi_set_named_property(env, made, "counted", counted);
  return made;
}

static napi_value ports(napi_env env, napi_callback_info info) {
  napi_value given[2], list;
  size_t count = 2;
  int32_t which = 0;
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != napi_ok || count != 2 ||
      napi_get_value_int32(env, given[0], &which) != napi_ok)
    return refuse(env, "ports(0, shape) are the inputs, ports(1, shape) the outputs");
  const tunelib_shape *const shape = shape_of(env, given[1]);
  if (shape == NULL) return refuse(env, tunelib_message(TUNELIB_BAD_SHAPE));
  const int all = which == 0 ? TUNELIB_INPUTS : TUNELIB_OUTPUTS;
  napi_create_array(env, &list);
  for (int i = 0; i < all; i++)
    napi_set_element(env, list, (uint32_t)i, which == 0 ? port_of(env, &shape->inputs[i]) : output_of(env, shape, i));
  return list;
}

static napi_value make(napi_env env, napi_value exports) {
  napi_value function;
  napi_create_function(env, "run", NAPI_AUTO_LENGTH, run, NULL, &function);
  napi_set_named_property(env, exports, "run", function);
  napi_create_function(env, "ports", NAPI_AUTO_LENGTH, ports, NULL, &function);
  napi_set_named_property(env, exports, "ports", function);
  napi_create_function(env, "prepare", NAPI_AUTO_LENGTH, prepare, NULL, &function);
  napi_set_named_property(env, exports, "prepare", function);
  napi_value count;
  napi_create_int32(env, TUNELIB_SHAPES, &count);
  napi_set_named_property(env, exports, "shapes", count);
  return exports;
}

NAPI_MODULE(tunelib, make)
