/* How long a kernel takes on a GPU whose clocks have settled, launched as graphs. */
#define _GNU_SOURCE
#include "gpu.h"

#include <math.h>

/*
 * The warm-up goes on in rounds, for so many seconds of the device's time at least and at most, until two rounds take
 * the same time and clocks do not move. bench/gpu/peers.py has the same numbers.
 */
static const double round_seconds = 1e-3, least_warm_up = 8e-3, most_warm_up = 40e-3, same_time = 0.02;
/* A clock has moved that differs by more than this share: by more than a step or two of 15 MHz. */
static const double same_clock = 0.02;
/*
 * What runs while the timed graph is launched behind it, so that the launch costs nothing; where a call takes longer
 * than the last of these, it does not matter.
 */
static const double lead_seconds = 30e-6, longest_lead = 100e-6;
/*
 * A GPU that is hot or whose supply fails is not itself. A cap of its power (4) is reported, but is no disturbance: the
 * kernel at hand draws that power.
 */
enum { HW_SLOWDOWN = 0x8, SW_THERMAL = 0x20, HW_THERMAL = 0x40, POWER_BRAKE = 0x80 };
static const unsigned long long not_itself = HW_SLOWDOWN | SW_THERMAL | HW_THERMAL | POWER_BRAKE;

struct timing {
  const struct loaded *kernel;
  struct gpu_report *report;
  struct graph body, lead;
  double seconds; /* a call, as far as is known */
};

static bool differ(unsigned a, unsigned b) { return fabs((double)a - b) > same_clock * (a > b ? a : b); }

/* Whether the GPU slows itself down, or changed its clocks since the last call; false where it reports nothing. */
static bool is_unsteady(struct gpu_report *report) {
  struct clocks last = report->after;
  if (!report->known || !(report->known = clocks_read(&report->after))) return false;
  report->reasons |= report->after.reasons;
  return (report->after.reasons & not_itself) != 0 || differ(report->after.sm, last.sm) ||
         differ(report->after.memory, last.memory);
}

/* Queues what keeps the GPU busy while what is timed is queued behind it. */
static void queue_lead(struct timing *timing, bool sweep) {
  const struct loaded *kernel = timing->kernel;
  const struct gpu *gpu = kernel->gpu;
  if (sweep) sweep_queue(gpu, kernel->result);
  else if (timing->report->graphs && timing->seconds < longest_lead &&
           graph_fit(kernel, (long)ceil(lead_seconds / timing->seconds), &timing->lead))
    graph_replay(kernel, &timing->lead, 1);
}

/* Queues about so many calls; returns how many. */
static long queue_calls(const struct timing *timing, long calls) {
  const struct loaded *kernel = timing->kernel;
  if (timing->report->graphs) return graph_replay(kernel, &timing->body, calls);
  for (long i = 0; i < calls; i++) must(kernel_call(kernel), kernel->result);
  return calls;
}

/* Seconds a call; the GPU's state is read while it runs. */
static double time_calls(struct timing *timing, long calls, bool sweep, bool *unsteady) {
  const struct loaded *kernel = timing->kernel;
  const struct gpu *gpu = kernel->gpu;
  timing->report->graphs = timing->report->graphs && graph_fit(kernel, calls, &timing->body);
  queue_lead(timing, sweep);
  must(driver.event_record(gpu->start, gpu->stream), kernel->result);
  calls = queue_calls(timing, calls);
  must(driver.event_record(gpu->stop, gpu->stream), kernel->result);
  *unsteady = is_unsteady(timing->report);
  return fmax(kernel_elapsed(kernel) / (double)calls, 1e-9);
}

static double time_repeat(void *context, long calls, unsigned *causes) {
  struct timing *timing = context;
  bool unsteady;
  double seconds = time_calls(timing, calls, timing->kernel->gpu->swept != 0, &unsteady);
  *causes = (unsigned)unsteady << UNSTEADY;
  return seconds;
}

static void warm_up(struct timing *timing) {
  bool settled = false;
  for (double spent = 0; spent < most_warm_up && !(settled && spent >= least_warm_up);) {
    const long calls = (long)fmax(1, ceil(round_seconds / timing->seconds));
    bool unsteady;
    double seconds = time_calls(timing, calls, false, &unsteady);
    settled = !unsteady && fabs(seconds - timing->seconds) <= same_time * timing->seconds;
    timing->seconds = seconds;
    spent += seconds * (double)calls;
  }
}

void kernel_repeats(const struct loaded *kernel, double first, struct gpu_report *report) {
  const struct trial *trial = &kernel->trial->common;
  const bool single = kernel->gpu->swept != 0, hopeless = is_hopeless(trial, first);
  *report = (struct gpu_report){.graphs = !hopeless};
  report->known = clocks_read(&report->after);
  struct timing timing = {.kernel = kernel, .report = report, .seconds = fmax(first, 1e-9)};
  if (!hopeless) warm_up(&timing);
  report->before = report->after;
  report->reasons = report->before.reasons;
  const struct watch watch = {.time = time_repeat, .context = &timing, .single = single, .settled = true};
  time_repeats(trial, &watch, single || hopeless ? first : timing.seconds, kernel->result);
  kernel->result->watched = report->known;
  graph_free(&timing.body);
  graph_free(&timing.lead);
}
