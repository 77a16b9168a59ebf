/*
 * The network for Node: ports(0 or 1) tells of inputs or outputs, run(inputs, outputs) calls it on typed arrays; see
 * index.js. Built against Node-API 8, which every Node since 15 has.
 */
#define NAPI_VERSION 8
#include <node_api.h>
#include <stdlib.h>
#include <string.h>

#include "tunelib.h"

static napi_value refuse(napi_env env, const char *what) {
  napi_throw_type_error(env, NULL, what);
  return NULL;
}

/* The kind of typed array whose name a port has. */
static napi_typedarray_type type_of(const tunelib_port *port) {
  static const struct {
    const char *name;
    napi_typedarray_type type;
  } kinds[] = {
      {"Float32Array", napi_float32_array},   {"Float64Array", napi_float64_array}, {"Int8Array", napi_int8_array},
      {"Uint8Array", napi_uint8_array},       {"Int16Array", napi_int16_array},     {"Uint16Array", napi_uint16_array},
      {"Int32Array", napi_int32_array},       {"Uint32Array", napi_uint32_array},
      {"BigInt64Array", napi_bigint64_array}, {"BigUint64Array", napi_biguint64_array},
  };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (strcmp(kinds[i].name, port->typed_array) == 0) return kinds[i].type;
  return napi_uint8_clamped_array; /* which no port has */
}

/* The arrays of a list, which must be as long as those of the ports. */
static int arrays_of(napi_env env, napi_value list, const tunelib_port *ports, int count, void **arrays) {
  for (int i = 0; i < count; i++) {
    napi_value one;
    bool is = false;
    napi_typedarray_type type;
    size_t length = 0;
    void *data = NULL;
    if (napi_get_element(env, list, (uint32_t)i, &one) != napi_ok) return 0;
    if (napi_is_typedarray(env, one, &is) != napi_ok || !is) return 0;
    if (napi_get_typedarray_info(env, one, &type, &length, &data, NULL, NULL) != napi_ok) return 0;
    if (type != type_of(&ports[i]) || length != ports[i].elements) return 0;
    arrays[i] = data;
  }
  return 1;
}

static napi_value run(napi_env env, napi_callback_info info) {
  napi_value given[2];
  size_t count = 2;
  void *inputs[TUNELIB_INPUTS + 1], *outputs[TUNELIB_OUTPUTS + 1];
  if (napi_get_cb_info(env, info, &count, given, NULL, NULL) != napi_ok || count != 2 ||
      !arrays_of(env, given[0], tunelib_inputs, TUNELIB_INPUTS, inputs) ||
      !arrays_of(env, given[1], tunelib_outputs, TUNELIB_OUTPUTS, outputs))
    return refuse(env, "run(inputs, outputs) needs lists of typed arrays, of the kinds and lengths of the ports");
  if (!tunelib_supported()) return refuse(env, "this CPU lacks instructions that the kernels of tunelib need");
  void *workspace = aligned_alloc(64, (TUNELIB_WORKSPACE + 127) / 64 * 64);
  if (workspace == NULL) return refuse(env, "there is no memory for the workspace");
  const int status = tunelib_call((const void *const *)inputs, outputs, workspace);
  free(workspace);
  if (status != 0) napi_throw_range_error(env, NULL, "a number of an input is no index of what it picks from");
  return NULL;
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
static napi_value output_of(napi_env env, int i) {
  napi_value made = port_of(env, &tunelib_outputs[i]), counted, along, other;
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
  napi_value given, list;
  size_t count = 1;
  int32_t which = 0;
  if (napi_get_cb_info(env, info, &count, &given, NULL, NULL) != napi_ok ||
      napi_get_value_int32(env, given, &which) != napi_ok)
    return refuse(env, "ports(0) are the inputs, ports(1) the outputs");
  const int all = which == 0 ? TUNELIB_INPUTS : TUNELIB_OUTPUTS;
  napi_create_array(env, &list);
  for (int i = 0; i < all; i++)
    napi_set_element(env, list, (uint32_t)i, which == 0 ? port_of(env, &tunelib_inputs[i]) : output_of(env, i));
  return list;
}

static napi_value make(napi_env env, napi_value exports) {
  napi_value function;
  napi_create_function(env, "run", NAPI_AUTO_LENGTH, run, NULL, &function);
  napi_set_named_property(env, exports, "run", function);
  napi_create_function(env, "ports", NAPI_AUTO_LENGTH, ports, NULL, &function);
  napi_set_named_property(env, exports, "ports", function);
  return exports;
}

NAPI_MODULE(tunelib, make)
