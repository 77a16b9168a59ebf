/*
 * Calls that are timed. What is timed is what is checked: among the repeats are others, of which the kernel cannot know
 * that they are not timed, or which of them the parent looks at:
 *
 *   - repeats that end anywhere, whose last call is shown to the parent;
 *   - once, calls on the other draw of inputs, at the same addresses;
 *   - single calls on inputs that nobody has seen, which must not take longer than those that are timed.
 */
#include "candidate.h"

#include <math.h>
#include <string.h>
#include <time.h>

/* Tries, at most, until a time is as it should be; so many undisturbed ones among them show that it is not. */
enum { PATIENT = 24, SURE = 4 };
/*
 * Such a call may take so many times longer than those that are timed, and so many seconds more, for it is alone, and
 * its inputs may lie in caches further away.
 */
static const double fresh_share = 1.5, fresh_seconds = 2e-6;
/* Outputs that are compared at once, where the reference takes too long to run it again. */
enum { MOST_STILL = 2 };

struct timed {
  struct candidate *candidate;
  struct changes changes;
  struct quiet *quiet;
  double fastest;       /* seconds a call of a repeat */
  double fastest_fresh; /* seconds of a call on new inputs */
  size_t exchange_at;   /* repeats before the inputs are exchanged */
  size_t repeats;
  int fresh, quiet_fresh, still; /* such calls, and those of them that nothing disturbed */
  bool wrong;
};

/* A sum of whole vectors of 16, for which all of it must be read. */
static float sum_of(const float *data, size_t count) {
  float sums[16] = {0};
  for (size_t i = 0; i + 16 <= count; i += 16)
    for (int j = 0; j < 16; j++) sums[j] += data[i + j];
  for (int i = 1; i < 16; i++) sums[0] += sums[i];
  return sums[0];
}

/* Fills the caches with something else; the kernel's threads share it, and stay awake. */
static void sweep_caches(const struct task *task) {
  enum { CHUNK = 1 << 16 };
  const float *data = (const float *)task->flush.data;
  const size_t chunks = task->flush.bytes / sizeof(float) / CHUNK;
  if (chunks == 0) return;
#pragma omp parallel for schedule(static)
  for (size_t i = 0; i < chunks; i++) {
    volatile float sum = sum_of(data + i * CHUNK, CHUNK);
    (void)sum;
  }
}

static bool one_in(struct timed *timed, size_t many) { return changes_draw(&timed->changes, many) == 0; }

static double call(struct timed *timed, long calls) {
  const struct candidate *candidate = timed->candidate;
  return child_time_calls(candidate->kernel, candidate->args, candidate->task->workspace.data, calls, &timed->changes);
}

/* A repeat: seconds a call, and what disturbed it. */
static double repeat(struct timed *timed, long calls, unsigned *causes) {
  sweep_caches(timed->candidate->task);
  quiet_begin(timed->quiet);
  const double cost = call(timed, calls);
  *causes = quiet_end(timed->quiet);
  return cost;
}

/* What an earlier call left in the output is where it should have written: there is no need to ask. */
static bool leaves_out(struct timed *timed) {
  if (!changes_missed(&timed->changes)) return false;
  struct result *result = timed->candidate->result;
  result->check = (struct check){.unwritten = (size_t)timed->changes.unwritten};
  result->max_error = INFINITY;
  return timed->wrong = true;
}

static size_t output_bytes(const struct timed *timed) { return timed->candidate->task->output.bytes; }

static size_t input_bytes(const struct timed *timed) {
  size_t bytes = 0;
  for (int i = 0; i < MAX_ARGS; i++) bytes += timed->candidate->task->own[i].bytes;
  return bytes;
}

/* Bytes a second that caches are filled with, and the share of a call that they may take. */
static const double fill_rate = 1e10, cold_share = 0.005;
/* Where reading all that a call reads takes no more than this share of it, that warms the caches as a call does. */
static const double reading_share = 0.2;

static void read_operands(const struct candidate *candidate) {
  const struct task *task = candidate->task;
  for (int i = 0; i < task->arg_count; i++) {
    const size_t bytes = takes_packed(task, i) ? task->packed[i].bytes : argument_bytes(task, i);
    volatile float sum = sum_of(candidate->args[i], bytes / sizeof(float));
    (void)sum;
  }
}

/* After what has put other things into the caches, where that would show in the next call. */
static void warm_up(struct timed *timed, size_t bytes) {
  const bool shows = (double)bytes / fill_rate > cold_share * timed->fastest || timed->repeats <= 1;
  if (!shows || timed->candidate->task->flush.bytes > 0) return;
  const double reading = (double)(input_bytes(timed) + output_bytes(timed)) / fill_rate;
  if (reading < reading_share * timed->fastest) read_operands(timed->candidate);
  else call(timed, 1);
}

/* Shows the parent what the last call left, or lets it choose whether to see it. */
static void show(struct timed *timed) {
  if (leaves_out(timed)) return;
  if (timed->candidate->trial->judgements == 0) {
    if (!timed->changes.still) return;
    timed->wrong |= !candidate_judge(timed->candidate);
    timed->changes.still = false;
    timed->still++;
  } else if (!candidate_offer(timed->candidate, changes_made(&timed->changes))) {
    return;
  }
  warm_up(timed, output_bytes(timed));
}

/* Without a reference that is run again, the call at the end is on inputs as they were drawn. */
static bool is_to_be_still(struct timed *timed) {
  return timed->candidate->trial->judgements == 0 && timed->still < MOST_STILL && one_in(timed, 2);
}

/* Some calls as of a repeat, of which the last is looked at. */
static void probe(struct timed *timed, long some) {
  unsigned causes;
  if (some > 0) repeat(timed, some, &causes);
  timed->changes.still = is_to_be_still(timed);
  call(timed, 1);
  show(timed);
}

/*
 * Repeats that end anywhere, and are not counted: soon after they began, and half as often later. Of a few calls there
 * is little to choose, and every other time is enough.
 */
static void probe_somewhere(struct timed *timed, size_t calls) {
  enum { SOON = 16 };
  if (calls < SOON) {
    if (one_in(timed, 2)) probe(timed, (long)changes_draw(&timed->changes, calls));
    return;
  }
  for (int i = 0; i < 2; i++) probe(timed, (long)changes_draw(&timed->changes, calls / SOON + 1));
  if (one_in(timed, 2)) probe(timed, (long)changes_draw(&timed->changes, calls));
}

/* The other draw in the place of the first one. */
static void exchange(struct timed *timed) {
  changes_undo(&timed->changes);
  candidate_take(timed->candidate, 1, true);
  candidate_poison(timed->candidate);
  timed->changes.still = true;
  call(timed, 1);
  timed->changes.still = false;
  timed->wrong |= !candidate_judge(timed->candidate);
  warm_up(timed, input_bytes(timed));
}

/* New values in the trial's own inputs. */
static void draw_inputs(struct timed *timed) {
  struct candidate *candidate = timed->candidate;
  const struct task *task = candidate->task;
  enum { CHUNK = 4096 };
  float values[CHUNK];
  for (int i = 0; i + 1 < task->arg_count; i++) {
    if (task->own[i].map == NULL) continue;
    for (size_t from = 0, count; from < task->elements[i]; from += count) {
      count = task->elements[i] - from < CHUNK ? task->elements[i] - from : CHUNK;
      draw_elements(values, count, changes_draw(&timed->changes, SIZE_MAX), task->types[i], task->ranges[i]);
      narrow_elements(task->own[i].data + argument_bytes(task, i) / task->elements[i] * from, values, count,
                      task->types[i]);
    }
  }
  candidate_pack(candidate);
}

/* A call on inputs that nobody has seen. */
static void call_fresh(struct timed *timed) {
  changes_undo(&timed->changes);
  draw_inputs(timed);
  /*
   * Weights that were packed anew, too, must lie in the caches as a call leaves them. A last-level cache may keep only
   * what was read several times: each try reads them once more.
   */
  if (timed->candidate->task->flush.bytes == 0)
    for (int i = 0; i <= timed->fresh; i++) read_operands(timed->candidate);
  unsigned causes;
  timed->changes.still = true;
  timed->fastest_fresh = fmin(timed->fastest_fresh, repeat(timed, 1, &causes));
  timed->changes.still = false;
  timed->fresh++;
  timed->quiet_fresh += causes == 0;
}

/* The same, and back to what was drawn before. */
static void call_on_fresh(struct timed *timed) {
  call_fresh(timed);
  candidate_take(timed->candidate, timed->candidate->draw, true);
  warm_up(timed, input_bytes(timed));
}

/* What comes before a repeat of so many calls. */
static void between(struct timed *timed, long calls) {
  if (calls > 1) probe_somewhere(timed, (size_t)calls);
  if (timed->repeats == timed->exchange_at && timed->candidate->task->other.there) exchange(timed);
  const bool competes = may_become_best(timed->candidate->trial, timed->fastest);
  if (timed->fresh == 0 && competes && one_in(timed, 2)) call_on_fresh(timed);
}

/*
 * Seconds that changes take a call. Words that were spoiled meanwhile and not written are right by chance when they are
 * spoiled again: what one more call leaves is not looked at.
 */
static double time_changes(struct timed *timed) {
  const double seconds = child_time_changes(&timed->changes);
  const unsigned long unwritten = timed->changes.unwritten, looked = timed->changes.looked;
  call(timed, 1);
  timed->changes.unwritten = unwritten;
  timed->changes.looked = looked;
  return seconds;
}

static double time_repeat(void *context, long calls, unsigned *causes) {
  struct timed *timed = context;
  const struct task *task = timed->candidate->task;
  *causes = 0;
  if (timed->wrong) return timed->fastest;
  if (timed->repeats++ > 0) between(timed, calls);
  changes_for(&timed->changes, timed->fastest, is_whole(task->types[task->arg_count - 1]));
  const double changing = calls > 1 ? time_changes(timed) : 0;
  timed->changes.still = calls == 1 && is_to_be_still(timed);
  const double cost = fmax(repeat(timed, calls, causes) - changing, 1e-9);
  timed->fastest = fmin(timed->fastest, cost);
  if (calls == 1) show(timed);
  else leaves_out(timed);
  return cost;
}

/* A busy machine gets another chance, a little later. */
static void wait_a_little(struct timed *timed) {
  nanosleep(&(struct timespec){.tv_nsec = 500000 + (long)changes_draw(&timed->changes, 4000000)}, NULL);
  call(timed, 1);
}

/*
 * Whether calls on new inputs take as long as those that are timed. Where too few are undisturbed to say that none
 * does, a call takes what they took.
 */
static bool is_as_fast_on_fresh(struct timed *timed) {
  struct result *result = timed->candidate->result;
  const double moved = (double)(input_bytes(timed) + output_bytes(timed));
  const double limit = fresh_share * typical_cost(result) + fresh_seconds + moved / fill_rate;
  while (timed->fresh == 0 || (timed->fastest_fresh > limit && timed->fresh < PATIENT)) {
    if (timed->fresh > 0) wait_a_little(timed);
    call_fresh(timed);
  }
  if (timed->fastest_fresh <= limit) return true;
  if (timed->quiet_fresh >= SURE) return result->fresh = timed->fastest_fresh, false;
  return count_alone(result, timed->fastest_fresh), true;
}

/* Whether the parent, which has a clock of its own, sees the same times, or is not sure that it does not. */
static bool is_witnessed(struct timed *timed) {
  struct result *result = timed->candidate->result;
  const int parent = timed->candidate->parent;
  const long calls = result->calls = (long)fmax(1, ceil(1e-3 / fmax(typical_cost(result), 1e-8)));
  int sure = 0;
  for (int i = 0; i < PATIENT; i++) {
    if (i > 0) wait_a_little(timed);
    child_ask(parent, BEGIN);
    quiet_begin(timed->quiet);
    call(timed, calls);
    const char reply = child_ask(parent, END);
    const bool undisturbed = quiet_end(timed->quiet) == 0;
    if (reply == YES) return true;
    sure += reply == NO && undisturbed;
  }
  return sure < SURE;
}

/* Inputs of which elements may change: those that are not packed, or element by element. */
static void find_changes(struct timed *timed) {
  const struct candidate *candidate = timed->candidate;
  const struct task *task = candidate->task;
  const int output = task->arg_count - 1;
  changes_setup(&timed->changes);
  for (int i = 0; i < output; i++) {
    const size_t bytes = takes_packed(task, i) ? candidate->trial->packed_element[i]
                                            : argument_bytes(task, i) / task->elements[i];
    if (bytes > 0)
      changes_of_input(&timed->changes, candidate->args[i], task->elements[i], bytes,
                       takes_packed(task, i) ? NULL : task->types[i], task->ranges[i], i);
  }
  changes_of_output(&timed->changes, takes_packed(task, output) ? &task->packed[output] : &task->output, task->poison,
                    !takes_packed(task, output));
}

/* The trial's own inputs, and what is packed of them element by element, while they change. */
static void protect_inputs(const struct candidate *candidate, bool writable) {
  const struct task *task = candidate->task;
  for (int i = 0; i + 1 < task->arg_count; i++) {
    if (task->own[i].map != NULL) buffer_protect(&task->own[i], writable);
    if (candidate->trial->packed_element[i] > 0) buffer_protect(&task->packed[i], writable);
  }
}

/* What the times say of a kernel that may become the best. */
static bool is_plausible(struct timed *timed) {
  const struct candidate *candidate = timed->candidate;
  if (!contends(candidate->trial, candidate->result) || candidate->trial->max_repeats == 1) return true;
  return is_as_fast_on_fresh(timed) && is_witnessed(timed);
}

static enum outcome time_changing(struct timed *timed, double first, bool doubtful) {
  const struct candidate *candidate = timed->candidate;
  const struct watch watch = {time_repeat, timed, candidate->task->flush.bytes > 0, doubtful, false};
  time_repeats(candidate->trial, &watch, first, candidate->result);
  if (timed->wrong) return WRONG;
  if (!is_plausible(timed)) return IMPLAUSIBLE;
  candidate->result->overrun = candidate_overrun(candidate);
  return leaves_out(timed) || candidate->result->overrun >= 0 ? WRONG : DONE;
}

enum outcome timed_calls(struct candidate *candidate, double first, bool doubtful, struct quiet *quiet) {
  struct timed timed = {candidate, .quiet = quiet, .fastest = first, .fastest_fresh = INFINITY};
  candidate->changing = true;
  find_changes(&timed);
  protect_inputs(candidate, true);
  timed.exchange_at = 1 + changes_draw(&timed.changes, 3);
  const enum outcome outcome = time_changing(&timed, first, doubtful);
  changes_undo(&timed.changes);
  protect_inputs(candidate, false);
  candidate->changing = false;
  return outcome;
}
