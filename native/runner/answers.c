/* What the roles that run kernels answer: one line of JSON. */
#include "tune.h"

static const char *const stage_names[STAGES] = {"loading", "packing", "running", "checking", "timing", "rechecking"};

void answer_begin(const char *outcome, const struct result *result) {
  printf("{\"outcome\":\"%s\",\"stage\":\"%s\"", outcome, stage_names[result->stage]);
}

void answer_number(const char *name, double value) {
  printf(",\"%s\":", name);
  print_json_number(value);
}

void answer_string(const char *name, const char *value) {
  printf(",\"%s\":", name);
  print_json_string(value);
}

void answer_end(void) {
  puts("}");
  fflush(stdout);
}

void answer_message(const char *outcome, const char *message, const struct result *result) {
  answer_begin(outcome, result);
  answer_string("message", message);
  answer_end();
}

static void answer_wrong(const struct result *result) {
  answer_begin("wrong", result);
  answer_number("check", result->check_seconds);
  answer_number("error", result->max_error);
  if (result->overrun >= 0) answer_number("buffer", result->overrun);
  answer_number("worst", (double)result->check.worst);
  answer_number("unwritten", (double)result->check.unwritten);
  answer_number("got", result->check.got);
  answer_number("want", result->check.want);
  answer_end();
}

static void answer_implausible(const struct result *result) {
  answer_begin("implausible", result);
  answer_number("timed", typical_cost(result));
  if (result->fresh > 0) answer_number("fresh", result->fresh);
  if (result->cores > 0) answer_number("cores", result->cores);
  if (result->witnessed > 0) answer_number("witnessed", result->witnessed);
  answer_end();
}

void answer_done(const struct result *result) {
  answer_begin("done", result);
  answer_number("pack", result->pack_seconds);
  answer_number("check", result->check_seconds);
  answer_number("run", result->run_seconds);
  answer_number("error", result->max_error);
  answer_number("repeats", result->repeats);
  if (result->watched) answer_number("disturbed", result->disturbed);
  answer_number("doubtful", result->doubtful);
  answer_number("slow", result->slow);
  if (result->cold > 0) answer_number("cold", result->cold);
  answer_number("waited", result->causes[WAITED]);
  answer_number("moved", result->causes[MOVED]);
  answer_number("slowed", result->causes[SLOWED]);
  fputs(",\"costs\":[", stdout);
  for (int i = 0; i < result->cost_count; i++) {
    if (i > 0) putchar(',');
    print_json_number(result->costs[i]);
  }
  putchar(']');
}

void answer_trial(const struct result *result) {
  switch (result->outcome) {
  case DONE: return answer_done(result), answer_end();
  case WRONG: return answer_wrong(result);
  case IMPLAUSIBLE: return answer_implausible(result);
  case UNLOADABLE: return answer_message("unloadable", result->message, result);
  case FAULTED: return answer_message("fault", result->message, result);
  case FAILED: return answer_message("failed", result->message, result);
  case NONE: return answer_message("failed", "the trial ended without a result", result);
  }
}

void answer_ending(struct ending ending, const struct result *result) {
  if (ending.how == NOT_STARTED) return answer_message("failed", "no process could be forked", result);
  answer_begin(ending.how == TIMED_OUT ? "timeout" : ending.how == SIGNALLED ? "signal" : "exit", result);
  answer_number("value", ending.value);
}
