/* What a kernel is called on, and what the parent gets to see. */
#define _GNU_SOURCE
#include "candidate.h"

#include <string.h>

bool takes_packed(const struct task *task, int i) { return task->packed[i].map != NULL; }

/* Where the values of an input are. */
static const struct buffer *plain_input(const struct candidate *candidate, int i) {
  const struct task *task = candidate->task;
  if (candidate->own && task->own[i].map != NULL) return &task->own[i];
  return candidate->draw == 1 ? &task->other.inputs[i] : &task->inputs[i];
}

/* What `pack` writes. */
static void poison_packed(struct task *task) {
  for (int i = 0; i + 1 < task->arg_count; i++) {
    if (!takes_packed(task, i)) continue;
    buffer_protect(&task->packed[i], true);
    buffer_poison(&task->packed[i], STRAY);
  }
}

/* The kernel may only read what was packed, as other inputs. */
static void protect_packed(const struct candidate *candidate) {
  for (int i = 0; i + 1 < candidate->task->arg_count; i++)
    if (takes_packed(candidate->task, i))
      buffer_protect(&candidate->task->packed[i], candidate->changing && candidate->trial->packed_element[i] > 0);
}

void candidate_pack(struct candidate *candidate) {
  struct task *task = candidate->task;
  struct result *result = candidate->result;
  void *args[MAX_ARGS], *packed[MAX_ARGS] = {0};
  bool any = false;
  for (int i = 0; i + 1 < task->arg_count; i++) {
    args[i] = plain_input(candidate, i)->data;
    if (takes_packed(task, i)) packed[i] = task->packed[i].data, any = true;
    candidate->args[i] = packed[i] != NULL ? packed[i] : args[i];
  }
  if (!any) return;
  pack_function *function = (pack_function *)child_symbol(candidate->object, "pack", result);
  const enum stage stage = result->stage;
  result->stage = PACKING;
  poison_packed(task);
  double start = now();
  function(args, packed);
  if (!candidate->packed) result->pack_seconds = now() - start;
  candidate->packed = true;
  protect_packed(candidate);
  result->stage = stage;
}

/* The drawn values in the trial's own buffers. */
static void copy_inputs(const struct candidate *candidate) {
  const struct task *task = candidate->task;
  for (int i = 0; i + 1 < task->arg_count; i++) {
    if (task->own[i].map == NULL) continue;
    const struct buffer *from = candidate->draw == 1 ? &task->other.inputs[i] : &task->inputs[i];
    buffer_protect(&task->own[i], true);
    memcpy(task->own[i].data, from->data, argument_bytes(task, i));
    if (!candidate->changing) buffer_protect(&task->own[i], false);
  }
}

void candidate_take(struct candidate *candidate, int draw, bool own) {
  candidate->draw = draw;
  candidate->own = own;
  if (own) copy_inputs(candidate);
  candidate_pack(candidate);
}

/* Where the kernel has a layout of its own for the output: turns that into the row-major one. */
static void unpack(const struct candidate *candidate) {
  const struct task *task = candidate->task;
  int output = task->arg_count - 1;
  if (!takes_packed(task, output)) return;
  void *packed[MAX_ARGS] = {0}, *args[MAX_ARGS] = {0};
  packed[output] = task->packed[output].data;
  args[output] = task->output.data;
  ((unpack_function *)child_symbol(candidate->object, "unpack", candidate->result))(packed, args);
}

int candidate_overrun(const struct candidate *candidate) {
  const struct task *task = candidate->task;
  if (!buffer_intact(&task->output)) return task->arg_count - 1;
  for (int i = 0; i < task->arg_count; i++)
    if (takes_packed(task, i) && !buffer_intact(&task->packed[i])) return PACKED + i;
  return buffer_intact(&task->workspace) ? -1 : WORKSPACE;
}

void candidate_poison(const struct candidate *candidate) {
  struct task *task = candidate->task;
  const int output = task->arg_count - 1;
  const uint32_t unwritten = next_poison(task);
  buffer_poison(&task->output, unwritten);
  buffer_poison(&task->workspace, STRAY);
  if (takes_packed(task, output)) buffer_poison(&task->packed[output], unwritten);
}

/* Puts the output where the parent sees it. */
static void show(const struct candidate *candidate, struct change change) {
  struct task *task = candidate->task;
  unpack(candidate);
  memcpy(task->shown.data, task->output.data, task->output.bytes);
  candidate->result->shown = (struct shown){candidate->draw, candidate_overrun(candidate), task->poison, change};
}

bool candidate_judge(const struct candidate *candidate) {
  show(candidate, (struct change){.argument = -1});
  const bool right = child_ask(candidate->parent, JUDGE) == YES;
  candidate->task->judged = candidate->task->poison;
  return right;
}

bool candidate_offer(const struct candidate *candidate, struct change change) {
  if (child_ask(candidate->parent, MAY_KEEP) != YES) return false;
  show(candidate, change);
  child_ask(candidate->parent, KEEP);
  return true;
}
