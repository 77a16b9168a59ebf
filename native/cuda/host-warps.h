/*
 * Instructions that the lanes of a warp run together, on the CPU: part of host.h. The lanes exchange their values, and
 * each computes its own share from all of them. Products of warpgroups are made as late as they may be: when the thread
 * waits for them.
 */
namespace tune_host {

/* What the lanes of a warp exchange, in two slots by turns: nobody is more than one exchange ahead of the slowest. */
struct LaneValues {
  const char *instruction;
  const void *row;
  operand a, b;
  uint64_t left, right;
};
static LaneValues exchanged[2][MAX_THREADS];
static unsigned char exchanges[MAX_THREADS];

/* All lanes of the warp, after each has given its own. */
static const LaneValues *exchange(const LaneValues &own) {
  const int thread = (int)(running - fibers), turn = exchanges[thread]++ % 2;
  exchanged[turn][thread] = own;
  barrier(IN_WARP);
  const LaneValues *lanes = exchanged[turn] + thread / WARP * WARP;
  for (int i = 0; i < WARP; i++)
    if (lanes[i].instruction != own.instruction) fail("lanes of a warp are at different instructions\n");
  return lanes;
}

/*
 * Four 8 x 8 matrices of 16-bit elements, of which each lane names one row of 16 bytes; a lane gets two neighbours of a
 * row of each, or of a column.
 */
static void ldmatrix(operand &to, const void *row, bool transposed) {
  if ((uintptr_t)row % 16 != 0) fail("ldmatrix of a row that is not aligned to 16 bytes\n");
  const LaneValues *lanes = exchange({"ldmatrix", row, {}, {}, 0, 0});
  const unsigned lane = threadIdx.x % WARP, g = lane / 4, q = lane % 4;
  for (unsigned m = 0; m < 4; m++) {
    uint16_t pair[2];
    for (unsigned i = 0; i < 2; i++)
      pair[i] = transposed ? ((const uint16_t *)lanes[8 * m + 2 * q + i].row)[g]
                           : ((const uint16_t *)lanes[8 * m + g].row)[2 * q + i];
    to.x[m] = pair[0] | (uint32_t)pair[1] << 16;
  }
}

/*
 * c += a * b on 16 x 16 tiles. Of eight words along the sum, word w of row r is register r / 8 + w / 4 * 2 of lane
 * r % 8 * 4 + w % 4 of a; of column r it is register r / 8 * 2 + w / 4 of the same lane of b.
 */
static void mma(accumulator &c, const operand &a, const operand &b, float (*multiply)(uint32_t, uint32_t)) {
  const LaneValues *lanes = exchange({"mma", nullptr, a, b, 0, 0});
  const unsigned lane = threadIdx.x % WARP;
  for (unsigned r = 0; r < 8; r++) {
    const unsigned row = lane / 4 + r / 2 % 2 * 8, column = lane % 4 * 2 + r % 2 + r / 4 * 8;
    for (unsigned w = 0; w < 8; w++)
      c.x[r] += multiply(lanes[row % 8 * 4 + w % 4].a.x[row / 8 + w / 4 * 2],
                         lanes[column % 8 * 4 + w % 4].b.x[column / 8 * 2 + w / 4]);
  }
}

/*
 * Rows are as long as the pattern in which their 16-byte chunks are swizzled, which is one of addresses: bits 4..
 * exclusive-or bits 7...
 */
static float element_of(const Matrix &m, int own, int step, int bytes, float (*read)(const char *)) {
  const unsigned start = (m.descriptor & 0x3fff) << 4, leading = (m.descriptor >> 16 & 0x3fff) << 4;
  const unsigned stride = (m.descriptor >> 32 & 0x3fff) << 4, row = 256u >> (m.descriptor >> 62);
  const unsigned along = (unsigned)(m.transposed ? own : step) * (unsigned)bytes;
  const unsigned number = (unsigned)(m.transposed ? step : own);
  const unsigned at = start + along / row * leading + along % row + number / 8 * stride + number % 8 * row;
  return read(__start_tune_shared + (at ^ ((at >> 7 & (row / 16 - 1)) << 4)));
}

/* The thread's part of c += a * b by four warps, of which each has 16 of the 64 rows. */
static void make(const Product &product) {
  const unsigned thread = (unsigned)(running - fibers), lane = thread % WARP, first_row = thread / WARP % 4 * 16;
  for (int tile = 0; tile < product.width / 16; tile++)
    for (unsigned r = 0; r < 8; r++) {
      const int row = (int)(first_row + lane / 4 + r / 2 % 2 * 8);
      const int column = (int)(tile * 16 + lane % 4 * 2 + r % 2 + r / 4 * 8);
      for (int step = 0; step < 32 / product.bytes; step++)
        product.to[tile].x[r] += element_of(product.a, row, step, product.bytes, product.read) *
                                 element_of(product.b, column, step, product.bytes, product.read);
    }
}

/* Asks for c += a * b, which is made as late as it may be; the lanes of a warp must mean the same operands. */
static void wgmma(accumulator *c, int width, const Matrix &a, const Matrix &b, int bytes, float (*read)(const char *)) {
  const LaneValues *lanes = exchange({"wgmma", nullptr, {}, {}, a.descriptor, b.descriptor});
  for (int i = 0; i < WARP; i++)
    if (lanes[i].left != a.descriptor || lanes[i].right != b.descriptor)
      fail("lanes of a warp multiply different matrices\n");
  if (a.descriptor >> 62 == 0 || b.descriptor >> 62 == 0) fail("a matrix lies in rows that are not swizzled\n");
  Products &products = running->products;
  if (products.count == MAX_PRODUCTS) fail("too many products are in flight\n");
  products.all[products.count++] = {c, width, a, b, bytes, read, products.committed};
}

static void wgmma_commit() { running->products.committed++; }

/* Makes the products of all groups but the last ones, `pending` of them. */
static void wgmma_wait(int pending) {
  Products &products = running->products;
  int made = 0;
  for (; made < products.count && products.all[made].group < products.committed - pending; made++)
    make(products.all[made]);
  products.count -= made;
  memmove(products.all, products.all + made, (size_t)products.count * sizeof(Product));
}

}
