/*
 * Calls a function of the user's twice on the same arguments, in a process that is kept from the system as that of a
 * kernel: what it must not do, or does not do, is the answer, and no result.
 *
 *   call  OBJECT  INPUTS  OUTPUTS  SECONDS  ARGUMENT...
 *
 * ARGUMENT = "in BYTES" or "out BYTES ELEMENT_BYTES"; INPUTS has the bytes of the former one behind the other, and
 * OUTPUTS gets those of the latter. The object defines `int tune_call(void *const *args)`.
 *
 *   {"outcome":"done"}
 *   {"outcome":"status","value":3}                       it returned that
 *   {"outcome":"overrun","argument":2}                   it wrote just outside of that
 *   {"outcome":"unwritten","argument":2,"count":5}       so many elements still hold what lay there before
 *   {"outcome":"unsteady","argument":2,"element":7}      the two calls wrote different ones
 *   {"outcome":"unloadable"|"signal"|"exit"|"timeout"|"failed",...}    as runners answer (runner.c)
 */
#include "tune.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CALLS = 2 };
/* Alike in no byte, so that a byte which holds that of each in turn was written by nobody. */
static const uint32_t poisons[CALLS] = {0x7fa57fa5u, ~0x7fa57fa5u};

typedef int called_function(void *const *args);

struct argument {
  bool written;
  size_t element; /* bytes of one, of what is written */
  struct buffer buffer;
  struct buffer taken[CALLS]; /* what each call wrote */
};

static struct argument arguments[MAX_ARGS];
static int argument_count;
static struct result *result;
static const char *object_path;

/* Memory that the child leaves a number in. */
static struct buffer returned;

static size_t bytes_of(const struct argument *argument) { return argument->buffer.bytes; }

static bool argument_create(struct argument *argument, const char *text) {
  char *rest;
  argument->written = strncmp(text, "out ", 4) == 0;
  const size_t bytes = strtoull(text + (argument->written ? 4 : 3), &rest, 10);
  argument->element = strtoull(rest, NULL, 10);
  if (!buffer_create(&argument->buffer, bytes, false)) return false;
  for (int call = 0; argument->written && call < CALLS; call++)
    if (!buffer_create(&argument->taken[call], bytes, true)) return false;
  return true;
}

static bool read_inputs(const char *path) {
  FILE *file = fopen(path, "rb");
  bool whole = file != NULL;
  for (int i = 0; i < argument_count && whole; i++) {
    struct argument *argument = &arguments[i];
    if (argument->written) continue;
    whole = fread(argument->buffer.data, 1, bytes_of(argument), file) == bytes_of(argument);
    buffer_protect(&argument->buffer, false);
  }
  if (file != NULL) fclose(file);
  return whole;
}

static bool write_outputs(const char *path) {
  FILE *file = fopen(path, "wb");
  bool whole = file != NULL;
  for (int i = 0; i < argument_count && whole; i++)
    if (arguments[i].written)
      whole = fwrite(arguments[i].taken[0].data, 1, bytes_of(&arguments[i]), file) == bytes_of(&arguments[i]);
  return file != NULL && fclose(file) == 0 && whole;
}

static void poison_outputs(int call) {
  for (int i = 0; i < argument_count; i++)
    if (arguments[i].written) buffer_poison(&arguments[i].buffer, poisons[call]);
}

/* Keeps what a call wrote; ends the process where that is beyond an output. */
static void take_outputs(int call) {
  for (int i = 0; i < argument_count; i++) {
    const struct argument *argument = &arguments[i];
    if (!argument->written) continue;
    if (!buffer_intact(&argument->buffer)) {
      result->overrun = i;
      child_end(result, WRONG);
    }
    memcpy(argument->taken[call].data, argument->buffer.data, bytes_of(argument));
  }
}

static void call_twice(void *context) {
  (void)context;
  void *args[MAX_ARGS];
  for (int i = 0; i < argument_count; i++) args[i] = arguments[i].buffer.data;
  child_catch_faults(result);
  sandbox_enter(object_path);
  called_function *function = (called_function *)child_symbol(child_load(object_path, result), "tune_call", result);
  sandbox_lock(true);
  for (int call = 0; call < CALLS; call++) {
    result->stage = call == 0 ? RUNNING : RECHECKING;
    poison_outputs(call);
    const int status = function(args);
    memcpy(returned.data, &status, sizeof status);
    if (status != 0) child_end(result, WRONG);
    take_outputs(call);
  }
  child_end(result, DONE);
}

/* Whether both calls wrote all of an output, and the same; otherwise that is answered. */
static bool is_steady(int place) {
  const struct argument *argument = &arguments[place];
  const unsigned char *first = (const unsigned char *)argument->taken[0].data;
  const unsigned char *second = (const unsigned char *)argument->taken[1].data;
  size_t unwritten = 0, different = SIZE_MAX;
  for (size_t from = 0; from < bytes_of(argument); from += argument->element) {
    bool kept = false;
    for (size_t i = from; i < from + argument->element; i++) {
      const unsigned char *poison[CALLS] = {(const unsigned char *)&poisons[0], (const unsigned char *)&poisons[1]};
      /* Data begins at a multiple of 64. */
      kept |= first[i] == poison[0][i % sizeof *poisons] && second[i] == poison[1][i % sizeof *poisons];
    }
    unwritten += kept;
    if (different == SIZE_MAX && memcmp(first + from, second + from, argument->element) != 0) different = from;
  }
  if (unwritten == 0 && different == SIZE_MAX) return true;
  answer_begin(unwritten > 0 ? "unwritten" : "unsteady", result);
  answer_number("argument", place);
  if (unwritten > 0) answer_number("count", (double)unwritten);
  else answer_number("element", (double)(different / argument->element));
  answer_end();
  return false;
}

/* What a call that did not come to its end did instead. */
static void answer_wrong_call(void) {
  int status;
  memcpy(&status, returned.data, sizeof status);
  answer_begin(result->overrun >= 0 ? "overrun" : "status", result);
  if (result->overrun >= 0) answer_number("argument", result->overrun);
  else answer_number("value", status);
  answer_end();
}

/* In which argument, or how far outside of which, a fault was, if it was near one. */
static void answer_place(void) {
  if (result->forbidden != NULL) answer_string("call", result->forbidden);
  if (!result->faulted) return;
  answer_number("address", (double)result->fault);
  for (int i = 0; i < argument_count; i++) {
    const struct buffer *buffer = &arguments[i].buffer;
    const uintptr_t map = (uintptr_t)buffer->map;
    if (result->fault < map || result->fault >= map + buffer->map_bytes) continue;
    answer_number("argument", i);
    answer_number("offset", (double)(intptr_t)(result->fault - (uintptr_t)buffer->data));
    return;
  }
}

static void answer_call(struct ending ending, const char *outputs) {
  if (ending.how != EXITED || result->outcome == NONE) {
    answer_ending(ending, result);
    if (ending.how == SIGNALLED) answer_place();
    if (ending.how != NOT_STARTED) answer_end();
    return;
  }
  if (result->outcome == WRONG) return answer_wrong_call();
  if (result->outcome != DONE) return answer_trial(result);
  for (int i = 0; i < argument_count; i++)
    if (arguments[i].written && !is_steady(i)) return;
  if (!write_outputs(outputs)) return answer_message("failed", "its outputs cannot be written to the disk", result);
  answer_begin("done", result);
  answer_end();
}

int function_main(int count, char **fields) {
  enum { FIRST = 4 };
  if (count < FIRST || count - FIRST > MAX_ARGS) return 2;
  result = serve_setup();
  result_reset(result);
  object_path = fields[0];
  argument_count = count - FIRST;
  bool there = buffer_create(&returned, sizeof(int), true);
  for (int i = 0; i < argument_count && there; i++) there = argument_create(&arguments[i], fields[FIRST + i]);
  if (!there) return answer_message("failed", "there is not enough memory for its arguments", result), 0;
  if (!read_inputs(fields[1])) return answer_message("failed", "its inputs cannot be read from the disk", result), 0;
  answer_call(run_child(call_twice, NULL, atof(fields[3])), fields[2]);
  return 0;
}
