/* Whether threads lost their cores, by what the kernel counts; the derivation is in docs/design/timing.md. */
#include "quiet.h"

/* Share of a repeat that a thread may go without a core: a system takes 50 µs of a millisecond for itself. */
static const double lost_share = 0.05;

bool lost_core(const struct core_use *use) {
  return use->lost > lost_share * use->wall && (use->preempted > 0 || use->slept == 0);
}
