/*
 * What the TMA does, on the CPU: part of host.h. What is asked for makes NaNs of its destination at once and is copied
 * as late as it may be: when a thread waits for the mbarrier that counts it. A thread that waits lets others run; where
 * nobody brings what is waited for the process ends.
 */
struct mbarrier {
  uint16_t tiles;   /* that make a phase */
  uint16_t arrived; /* of this one */
  uint16_t phase;   /* phases that are over */
  uint16_t ready;   /* READY once it has been initialized */
};
static_assert(sizeof(mbarrier) == 8, "as large as on a GPU");

namespace tune_host {

enum { MAX_TMA_COPIES = 1024, READY = 0x600d };

struct TmaCopy {
  char *to;
  tensor_map map;
  mbarrier *barrier;
  int first[MAP_RANK];
};

static TmaCopy asked[MAX_TMA_COPIES];

static long bytes_of(const tensor_map &map) {
  long bytes = map.element_bytes;
  for (int d = 0; d < map.rank; d++) bytes *= map.box[d];
  return bytes;
}

static void init_mbarrier(mbarrier &barrier, int tiles) { barrier = {(uint16_t)tiles, 0, 0, READY}; }

static void check_ready(const mbarrier &barrier) {
  if (barrier.ready != READY) fail("an mbarrier was not initialized\n");
}

struct Place {
  int x, y, z;
};

static void tma_copy(void *to, const tensor_map &map, mbarrier &barrier, int expected, Place first) {
  check_ready(barrier);
  const size_t at = __cvta_generic_to_shared(to);
  if (at % 128 != 0) fail("a TMA tile is not aligned to 128 bytes\n");
  if ((char *)to < __start_tune_shared || (char *)to + bytes_of(map) > __stop_tune_shared)
    fail("a TMA tile lies outside of shared memory\n");
  if (expected != bytes_of(map)) fail("an mbarrier counts on other bytes than those of the tile\n");
  if (++barrier.arrived > barrier.tiles) fail("more tiles come than an mbarrier counts\n");
  if (asked_count == MAX_TMA_COPIES) fail("too many TMA copies are in flight\n");
  asked[asked_count++] = {(char *)to, map, &barrier, {first.x, first.y, first.z}};
  poison(to, (char *)to + bytes_of(map));
  events++;
}

/* Element by element; those outside of the tensor are zero. */
static void make(const TmaCopy &copy) {
  const tensor_map &map = copy.map;
  const size_t bytes = (size_t)map.element_bytes, chunks = (size_t)map.swizzle / 16;
  const size_t start = __cvta_generic_to_shared(copy.to);
  for (size_t i = 0, count = (size_t)bytes_of(map) / bytes; i < count; i++) {
    const char *from = map.address;
    bool there = true;
    size_t rest = i;
    for (int d = 0; d < map.rank; d++) {
      const long at = copy.first[d] + (long)(rest % map.box[d]);
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

/* Ends the phase of an mbarrier to which all tiles have come. */
static void finish(mbarrier &barrier) {
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
static void wait_mbarrier(mbarrier &barrier, unsigned parity) {
  check_ready(barrier);
  while ((unsigned)barrier.phase % 2 == parity) {
    if (barrier.arrived == barrier.tiles) finish(barrier);
    else pause_at(IN_WAIT);
  }
}

}
