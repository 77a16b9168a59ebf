/*
 * Copies of boxes into shared memory on the CPU: part of host.h. What is asked for makes NaNs of its destination at once and is copied as late as it may
 * be: when a thread waits for the barrier that counts it. A thread that waits lets others run; where nobody brings what is waited for the process ends.
 */
struct box_barrier {
  uint16_t boxes;   /* that make a phase */
  uint16_t arrived; /* of this one */
  uint16_t phase;   /* phases that are over */
  uint16_t ready;   /* READY once it has been begun */
};
static_assert(sizeof(box_barrier) == 8, "as large as on a GPU");

namespace tune_host {

enum { MAX_BOXES = 1024, READY = 0x600d };

struct Box {
  char *to;
  tensor_map map;
  box_barrier *barrier;
  int first[MAP_RANK];
};

static Box asked[MAX_BOXES];

static long bytes_of(const tensor_map &map) {
  long bytes = map.element_bytes;
  for (int d = 0; d < map.rank; d++) bytes *= map.box[d];
  return bytes;
}

static void begin_boxes(box_barrier &barrier, int boxes) { barrier = {(uint16_t)boxes, 0, 0, READY}; }

static void check_ready(const box_barrier &barrier) {
  if (barrier.ready != READY) fail("a barrier of boxes was not begun\n");
}

struct Place {
  int x, y, z;
};

static void copy_box(void *to, const tensor_map &map, box_barrier &barrier, int expected, Place first) {
  check_ready(barrier);
  const size_t at = __cvta_generic_to_shared(to);
  if (at % 128 != 0) fail("a box is not aligned to 128 bytes\n");
  if ((char *)to < __start_tune_shared || (char *)to + bytes_of(map) > __stop_tune_shared) fail("a box lies outside of shared memory\n");
  if (expected != bytes_of(map)) fail("a barrier counts on other bytes than those of the box\n");
  if (++barrier.arrived > barrier.boxes) fail("more boxes come than a barrier counts\n");
  if (asked_count == MAX_BOXES) fail("too many boxes are under way\n");
  asked[asked_count++] = {(char *)to, map, &barrier, {first.x, first.y, first.z}};
  poison(to, (char *)to + bytes_of(map));
  events++;
}

/* Element by element; those outside of the tensor are zero. */
static void make(const Box &box) {
  const tensor_map &map = box.map;
  const size_t bytes = (size_t)map.element_bytes, chunks = (size_t)map.swizzle / 16, start = __cvta_generic_to_shared(box.to);
  for (size_t i = 0, count = (size_t)bytes_of(map) / bytes; i < count; i++) {
    const char *from = map.address;
    bool there = true;
    size_t rest = i;
    for (int d = 0; d < map.rank; d++) {
      const long at = box.first[d] + (long)(rest % map.box[d]);
      rest /= map.box[d];
      there &= at >= 0 && at < (long)map.shape[d];
      from += at * (long)(d == 0 ? bytes : map.strides[d - 1]);
    }
    const size_t linear = start + i * bytes;
    char *to = __start_tune_shared + (linear ^ ((linear >> 7 & (chunks - 1)) << 4));
    if (there) memcpy(to, from, bytes);
    else memset(to, 0, bytes);
  }
}

/* Ends the phase of a barrier to which all boxes have come. */
static void finish(box_barrier &barrier) {
  int left = 0;
  for (int i = 0; i < asked_count; i++)
    if (asked[i].barrier == &barrier) make(asked[i]);
    else asked[left++] = asked[i];
  asked_count = left;
  barrier.arrived = 0;
  barrier.phase++;
  events++;
}

/* Waits until the last phase that ended was an even one (parity 0), or an odd one; before the first, an odd one has. */
static void wait_boxes(box_barrier &barrier, unsigned parity) {
  check_ready(barrier);
  while ((unsigned)barrier.phase % 2 == parity) {
    if (barrier.arrived == barrier.boxes) finish(barrier);
    else pause_at(IN_WAIT);
  }
}

}
